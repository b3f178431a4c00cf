// Asks the readers and writers of other projects. Reads a JSON array of tasks from standard input,
// and writes a JSON array of answers, in the same order, to standard output.
//
// A task to read: {"peer": "tsshogi" | "jkf", "format": "kif" | "ki2" | "csa" | "jkf",
// "text": ...}
// A task to write: {"peer": "tsshogi", "format": ..., "game": {"start": SFEN, "moves": [node]}}
// A node: {"p": the place of its parent in the list, or -1, "m": USI, "c": comment}. A node stands
// after its parent, and siblings stand in their order.
// An answer: {"game": ...}, {"text": ...} or {"error": ...}
"use strict";

const { createRequire } = require("node:module");
const path = require("node:path");
const modules = createRequire(path.join(process.argv[2], "package.json"));
const ts = modules("tsshogi");
const jkf = modules("json-kifu-format");

/** The tree of a record of tsshogi. */
function gameOfTsshogi(record) {
  const moves = [];
  const add = (first, parent) => {
    for (let node = first; node; node = node.branch) {
      if (node.move instanceof ts.Move) {
        moves.push({ p: parent, m: node.move.usi, c: node.comment.replace(/\n$/, "") });
        add(node.next, moves.length - 1);
      }
    }
  };
  add(record.first.next, -1);
  return { start: record.initialPosition.sfen, moves };
}

/** A record of tsshogi with the moves of a game, built move by move. */
function tsshogiOfGame(game) {
  const position = ts.Position.newBySFEN(game.start);
  if (!position) throw new Error("tsshogi refuses " + game.start);
  const record = new ts.Record(position);
  const add = (parent, ply) => {
    game.moves.forEach((node, i) => {
      if (node.p !== parent) return;
      const move = record.position.createMoveByUSI(node.m);
      if (!move) throw new Error("tsshogi has no move " + node.m);
      if (!record.append(move, { ignoreValidation: true })) throw new Error("not appended: " + node.m);
      record.current.comment = node.c || "";
      add(i, ply + 1);
      // Back onto the line of this node's parent.
      while (record.current.ply > ply) record.goBack();
    });
  };
  add(-1, 0);
  return record;
}

/** The tree of a JKF object. */
function gameOfJkf(object) {
  const letters = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };
  const square = (at) => at.x + "abcdefghi"[at.y - 1];
  const usi = (move) =>
    move.from
      ? square(move.from) + square(move.to) + (move.promote ? "+" : "")
      : letters[move.piece] + "*" + square(move.to);
  // An item, the rest of its line below it, and then its alternatives.
  const moves = [];
  const line = (items, at, parent) => {
    if (at >= items.length) return;
    const item = items[at];
    if (item.move) {
      moves.push({ p: parent, m: usi(item.move), c: (item.comments || []).join("\n") });
      line(items, at + 1, moves.length - 1);
    }
    for (const fork of item.forks || []) line(fork, 0, parent);
  };
  const start = new jkf.Shogi.Shogi(object.initial || undefined).toSFENString(1);
  line(object.moves, 1, -1);
  return { start, moves };
}

function read(task) {
  if (task.peer === "tsshogi") {
    const readers = { kif: ts.importKIF, ki2: ts.importKI2, csa: ts.importCSA, jkf: ts.importJKFString };
    const record = readers[task.format](task.text);
    if (record instanceof Error) throw record;
    return { game: gameOfTsshogi(record), text: ts.exportJKFString(record) };
  }
  const readers = {
    kif: jkf.Parsers.parseKIF,
    ki2: jkf.Parsers.parseKI2,
    csa: jkf.Parsers.parseCSA,
    jkf: (text) => new jkf.JKFPlayer(JSON.parse(text)).kifu,
  };
  const object = readers[task.format](task.text);
  return { game: gameOfJkf(object), text: JSON.stringify(object) };
}

function write(task) {
  const record = tsshogiOfGame(task.game);
  const writers = { kif: ts.exportKIF, ki2: ts.exportKI2, csa: ts.exportCSA, jkf: ts.exportJKFString };
  return { text: writers[task.format](record) };
}

let input = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => (input += chunk));
process.stdin.on("end", () => {
  const answers = JSON.parse(input).map((task) => {
    try {
      return task.game ? write(task) : read(task);
    } catch (error) {
      return { error: String(error.message || error).slice(0, 300) };
    }
  });
  process.stdout.write(JSON.stringify(answers));
});
