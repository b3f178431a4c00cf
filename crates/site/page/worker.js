// A worker: runs the program. A busy worker hears nothing, so what is found is posted as it is
// found, and a search is stopped by ending the worker.
//
// The page sends { module, depth, call }: the compiled program with the first call, the depth of
// searches if a greater one was too deep. The worker posts the texts of the program, and
// { broken, reason, depth } if the program broke down; then it is of no further use.

import { Program, isTooDeep } from './program.js';

let program = null;
let depth;
let last = Promise.resolve();

async function answer(data) {
  try {
    if (!program) {
      program = new Program(data.module, (text) => self.postMessage(text));
      depth = await program.setDepth(data.depth);
    }
    await program.call(data.call);
  } catch (error) {
    // A program that finds no memory stops without a word.
    const reason = isTooDeep(error) ? 'depth' : program?.words === null ? 'memory' : 'fault';
    self.postMessage({ broken: program?.words ?? String(error?.message ?? error), reason, depth });
  }
}

// Calls are answered in their order.
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
