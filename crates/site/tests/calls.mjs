// Answers calls by the program as WebAssembly.
//
//   node calls.mjs PROGRAM.JS PROGRAM.WASM [DEPTH] < CALLS > ANSWERS
//
// Reads one call a line, and prints the last text that the program posts for it. A call that the
// call stack has no room for gets {"deep": true}, and a new program goes on.

import { readFileSync } from 'node:fs';

const [script, wasm, depth] = process.argv.slice(2);
// A page has modules that end in `.js`, which this version of node may take for something else.
const source = readFileSync(script).toString('base64');
const { Program, isTooDeep } = await import(`data:text/javascript;base64,${source}`);
const module = new WebAssembly.Module(readFileSync(wasm));

// Functions with a stack of their own would not use that of the process, whose size a test sets.
delete WebAssembly.promising;

let last;
let program = null;
for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  try {
    if (!program) {
      program = new Program(module, (text) => { last = text; });
      await program.setDepth(depth && Number(depth));
    }
    await program.call(JSON.parse(line));
    console.log(last);
  } catch (error) {
    if (!isTooDeep(error)) throw new Error(program?.words ?? error);
    console.log('{"deep":true}');
    program = null;
  }
}
