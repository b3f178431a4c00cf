// A setup: a board as it stands on the table, before anybody has judged it. This file knows how a
// setup is written as SFEN or FEN, and no rules.
//
// A setup is { cells, hands, turn, ply }: the cells row by row from the top left corner as Black
// sees the board, each `null` or { letters, side }; hands count pieces by letter.

const SIDES = ['black', 'white'];

export const other = (side) => (side === 'black' ? 'white' : 'black');

/** An empty setup of a game. */
export function empty(game) {
  return {
    cells: Array(game.files * game.ranks).fill(null),
    hands: { black: {}, white: {} },
    turn: 'black',
    ply: 1,
  };
}

export const copy = (setup) => structuredClone(setup);

/** The setup that a text describes. The server wrote the text, so it has the right size. */
export function read(text, game) {
  const setup = empty(game);
  const [board = '', turn = 'b', hands = '-', ply = '1'] = text.trim().split(/\s+/);
  board.split('/').forEach((row, rank) => {
    let file = 0;
    for (const [sign, plus, letter] of row.matchAll(/(\+?)([A-Za-z])|\d/g)) {
      if (letter === undefined) {
        file += Number(sign);
        continue;
      }
      if (rank < game.ranks && file < game.files) setup.cells[rank * game.files + file] = piece(plus, letter, game);
      file += 1;
    }
  });
  setup.turn = turn === 'w' ? 'white' : 'black';
  setup.ply = Number(ply) || 1;
  if (game.family === 'shogi') {
    for (const [, count, letter] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      const side = letter === letter.toUpperCase() ? 'black' : 'white';
      const base = letter.toUpperCase();
      setup.hands[side][base] = (setup.hands[side][base] ?? 0) + (Number(count) || 1);
    }
  }
  return setup;
}

function piece(plus, letter, game) {
  if (game.family === 'loa') return { letters: '', side: letter.toLowerCase() === 'b' ? 'black' : 'white' };
  return { letters: plus + letter.toUpperCase(), side: letter === letter.toUpperCase() ? 'black' : 'white' };
}

/** The text of a setup. */
export function write(setup, game) {
  const rows = [];
  for (let rank = 0; rank < game.ranks; rank += 1) {
    let row = '';
    let blank = 0;
    for (let file = 0; file < game.files; file += 1) {
      const cell = setup.cells[rank * game.files + file];
      if (!cell) {
        blank += 1;
        continue;
      }
      if (blank) row += blank;
      blank = 0;
      row += letters(cell, game);
    }
    rows.push(row + (blank || ''));
  }
  const turn = setup.turn === 'white' ? 'w' : 'b';
  if (game.family === 'loa') return `${rows.join('/')} ${turn}`;
  return `${rows.join('/')} ${turn} ${handsText(setup, game)} ${setup.ply}`;
}

function letters(cell, game) {
  if (game.family === 'loa') return cell.side === 'black' ? 'b' : 'w';
  return cell.side === 'black' ? cell.letters : cell.letters.toLowerCase();
}

function handsText(setup, game) {
  let text = '';
  for (const side of SIDES) {
    for (const base of handOrder(game)) {
      const count = setup.hands[side][base] ?? 0;
      if (count > 0) text += (count > 1 ? count : '') + (side === 'black' ? base : base.toLowerCase());
    }
  }
  return text || '-';
}

/** The pieces that can be in a hand, the strongest first. */
export function handOrder(game) {
  const bases = game.pieces.filter((kind) => !kind.royal && kind.base === kind.letters);
  return bases.map((kind) => kind.letters).reverse();
}

/** The pieces of the full set that are neither on the board nor in a hand, by letter. */
export function unused(setup, game) {
  const left = {};
  for (const kind of game.pieces) if (kind.royal || kind.base === kind.letters) left[kind.letters] = kind.total;
  const take = (base, count) => {
    if (base in left) left[base] -= count;
  };
  for (const cell of setup.cells) if (cell) take(base(cell.letters, game), 1);
  for (const side of SIDES) for (const [letter, count] of Object.entries(setup.hands[side])) take(letter, count);
  return left;
}

/** What a piece becomes in hand. A king stays a king. */
export function base(letters, game) {
  return game.pieces.find((kind) => kind.letters === letters)?.base ?? letters;
}

/** The name of a square as programs write it. */
export function squareName(index, game) {
  const file = index % game.files;
  const rank = Math.floor(index / game.files);
  if (game.family === 'loa') return String.fromCharCode(97 + file) + (game.ranks - rank);
  return `${game.files - file}${String.fromCharCode(97 + rank)}`;
}

/** The square of a name; -1 if there is none. */
export function squareIndex(name, game) {
  for (let index = 0; index < game.files * game.ranks; index += 1) if (squareName(index, game) === name) return index;
  return -1;
}
