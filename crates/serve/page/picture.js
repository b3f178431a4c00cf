// Pictures of boards and pieces. Every character is an outline that the server sent with the game,
// so no font is needed.

import { svg } from './dom.js';
import { language } from './language.js';
import { handOrder } from './setup.js';

const CELL = 100;
const MARGIN = 40;

const kind = (game, letters) => game.pieces.find((kind) => kind.letters === letters);

/** The outline of a text, centred on (x, y). Two kanji stand one above the other. */
function text(game, words, x, y, size, properties = {}) {
  const signs = [...words].filter((sign) => game.outlines[sign]);
  const group = svg('g', properties);
  const tall = signs.length === 2 && signs.every((sign) => game.outlines[sign][0] === 1000);
  const widths = signs.map((sign) => game.outlines[sign][0]);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const fitting = tall ? size : Math.min(size, (size * 1000) / Math.max(whole, 1));
  let left = x - (whole * fitting) / 2000;
  signs.forEach((sign, i) => {
    const [advance, path] = game.outlines[sign];
    const [wide, high] = tall ? [size * 0.75, size * 0.52] : [fitting, fitting];
    const at = tall ? [x - wide / 2, y + (i - 1) * high] : [left, y - high / 2];
    group.append(svg('path', { d: path, transform: `translate(${at[0]} ${at[1]})scale(${wide / 1000} ${high / 1000})` }));
    left += (advance * fitting) / 1000;
  });
  return group;
}

/** A piece in a square of 100 units at (x, y). `turned` shows it upside down. */
export function pieceAt(game, cell, x, y, turned) {
  const middle = [x + CELL / 2, y + CELL / 2];
  if (game.family === 'loa') {
    return svg('circle', { cx: middle[0], cy: middle[1], r: 38, class: `stone ${cell.side}` });
  }
  const spec = kind(game, cell.letters);
  const words = spec?.kanji && [...spec.kanji].every((sign) => game.outlines[sign]) ? spec.kanji : cell.letters;
  const promoted = cell.letters.startsWith('+');
  return svg(
    'g',
    { transform: turned ? `rotate(180 ${middle[0]} ${middle[1]})` : null },
    svg('path', { class: 'wood', d: `M${x + 50} ${y + 6}L${x + 80} ${y + 19}L${x + 91} ${y + 94}L${x + 9} ${y + 94}L${x + 20} ${y + 19}Z` }),
    text(game, words, middle[0], middle[1] + 6, 62, { class: promoted ? 'sign promoted' : 'sign' }),
  );
}

/** One piece as a picture of its own. */
export function piecePicture(game, cell, turned = cell.side === 'white') {
  return svg('svg', { viewBox: '0 0 100 100', class: 'piece', 'aria-hidden': 'true' }, pieceAt(game, cell, 0, 0, turned));
}

/** The cell that is drawn at a place when the board may be turned. */
export const cellAt = (game, place, flip) => (flip ? game.files * game.ranks - 1 - place : place);

/**
 * A board as a picture. `marks` are the squares of the last move, `faults` those with faults,
 * `targets` those that can be chosen. `names`: `outside`, `inside` or `none`.
 */
export function boardPicture(game, setup, { flip = false, marks = [], faults = [], targets = [], selected = -1, names = 'outside' } = {}) {
  const [wide, high] = [game.files * CELL, game.ranks * CELL];
  const margin = names === 'outside' ? MARGIN : 0;
  // Where room is short, half of the frame lies outside the picture.
  const edge = names === 'inside' ? 0 : 3;
  const chess = game.family === 'loa';
  const [left, top] = [chess ? margin : 0, chess ? 0 : margin];
  const picture = svg('svg', {
    viewBox: `${-left - edge} ${-top - edge} ${wide + margin + 2 * edge} ${high + margin + 2 * edge}`,
    preserveAspectRatio: names === 'inside' ? 'none' : null,
    class: 'board-picture',
    'aria-hidden': 'true',
  });
  picture.append(svg('rect', { class: 'ground', width: wide, height: high }));
  for (let place = 0; place < setup.cells.length; place += 1) {
    const index = cellAt(game, place, flip);
    const [x, y] = [(place % game.files) * CELL, Math.floor(place / game.files) * CELL];
    const classes = [];
    if (marks.includes(index)) classes.push('last');
    if (index === selected) classes.push('selected');
    if (faults.includes(index)) classes.push('faulty');
    for (const name of classes) picture.append(svg('rect', { class: name, x, y, width: CELL, height: CELL }));
  }
  picture.append(grid(game, wide, high));
  for (let place = 0; place < setup.cells.length; place += 1) {
    const index = cellAt(game, place, flip);
    const cell = setup.cells[index];
    const [x, y] = [(place % game.files) * CELL, Math.floor(place / game.files) * CELL];
    if (cell) picture.append(pieceAt(game, cell, x, y, (cell.side === 'white') !== flip));
    if (targets.includes(index)) picture.append(svg('circle', { class: 'target', cx: x + 50, cy: y + 50, r: 16 }));
    if (faults.includes(index)) {
      picture.append(svg('path', { class: 'fault-sign', d: `M${x + 94} ${y + 74}v20h-20z` }));
    }
  }
  // Names inside the squares lie over the pieces.
  if (names !== 'none') picture.append(coordinates(game, flip, names));
  return picture;
}

function grid(game, wide, high) {
  let path = '';
  for (let i = 1; i < game.files; i += 1) path += `M${i * CELL} 0v${high}`;
  for (let i = 1; i < game.ranks; i += 1) path += `M0 ${i * CELL}h${wide}`;
  const group = svg('g', { class: 'grid' }, svg('path', { d: path }), svg('rect', { class: 'frame', width: wide, height: high }));
  if (game.family === 'shogi' && game.files === 9 && game.ranks === 9) {
    for (const [x, y] of [[3, 3], [6, 3], [3, 6], [6, 6]]) group.append(svg('circle', { class: 'star', cx: x * CELL, cy: y * CELL, r: 7 }));
  }
  return group;
}

/**
 * The names of files and ranks. Inside the squares they stand in corners that pieces mostly leave
 * free: files at the top left and ranks at the top right; at Lines of Action files at the bottom
 * right and ranks at the top left.
 */
function coordinates(game, flip, names) {
  const inside = names === 'inside';
  const group = svg('g', { class: inside ? 'coordinates inside' : 'coordinates' });
  const ranks = language() === 'ja' ? '一二三四五六七八九' : 'abcdefghi';
  const chess = game.family === 'loa';
  // A board of few files has larger squares.
  const size = !inside ? 34 : game.files > 6 ? 26 : 20;
  const near = size / 2 + 3;
  const [right, bottom] = [game.files * CELL, game.ranks * CELL];
  for (let column = 0; column < game.files; column += 1) {
    const file = flip ? game.files - 1 - column : column;
    const name = chess ? String.fromCharCode(97 + file) : String(game.files - file);
    const x = column * CELL + (!inside ? 50 : chess ? CELL - near : near);
    const y = chess ? (inside ? bottom - near : bottom + 22) : inside ? near : -20;
    group.append(text(game, name, x, y, size, { class: 'file' }));
  }
  for (let row = 0; row < game.ranks; row += 1) {
    const rank = flip ? game.ranks - 1 - row : row;
    const name = chess ? String(game.ranks - rank) : ranks[rank];
    const x = chess ? (inside ? near : -20) : inside ? right - near : right + 21;
    group.append(text(game, name, x, row * CELL + (inside ? near : 50), size, { class: 'rank' }));
  }
  return group;
}

/** A small board, for lists. */
export function smallBoard(game, setup, marks = []) {
  return boardPicture(game, setup, { marks, names: 'none' });
}

/** The pieces in the hand of a side as text; empty if there are none. */
export function handText(game, setup, side) {
  const held = handOrder(game).filter((letters) => setup.hands[side][letters] > 0);
  const count = (letters) => (setup.hands[side][letters] > 1 ? setup.hands[side][letters] : '');
  return held.map((letters) => (kind(game, letters)?.kanji || letters) + count(letters)).join(' ');
}

/** The words of a piece for people who hear the page. */
export function pieceName(game, cell, phrases) {
  if (!cell) return phrases.emptySquare;
  const side = cell.side === 'black' ? phrases.black : phrases.white;
  if (game.family === 'loa') return side;
  return `${side} ${kind(game, cell.letters)?.kanji || cell.letters}`;
}
