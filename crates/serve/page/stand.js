// Stands beside the board: a hand, or the box of unused pieces.

import { el } from './dom.js';
import { piecePicture, pieceName } from './picture.js';
import { say, words } from './language.js';
import { handOrder, unused } from './setup.js';

/** The hand of a side. `fault` marks a hand with a fault. */
export function hand(game, setup, side, { selected, fault, upsideDown, canEdit }) {
  const pieces = handOrder(game)
    .filter((letters) => setup.hands[side][letters] > 0)
    .map((letters) => pieceButton(game, { letters, side }, setup.hands[side][letters], selected, upsideDown, { 'data-hand': side, 'data-letters': letters }));
  const name = say(side === 'black' ? 'handBlack' : 'handWhite');
  return el(
    'div',
    { class: `stand ${side} ${fault ? 'faulty' : ''} ${canEdit ? 'editable' : ''}`, 'data-hand': side, role: 'group', 'aria-label': name },
    standName(name, [...name][0], canEdit ? { 'data-hand': side } : null),
    pieces.length ? pieces : el('span', { class: 'nothing' }, say('nothing')),
  );
}

/**
 * The name of a stand. Where pieces can be moved, it is a button, so that a piece can be put there
 * without a mouse. A narrow screen shows its short form.
 */
function standName(name, short, data) {
  const words = [el('span', { class: 'long' }, name), el('span', { class: 'short', 'aria-hidden': 'true' }, short)];
  if (!data) return el('span', { class: 'stand-name' }, words);
  return el('button', { type: 'button', class: 'stand-name', 'aria-label': say('putInto', name), ...data }, words);
}

/** The box of unused pieces; at Lines of Action a stone of each side. */
export function box(game, setup, { selected }) {
  const name = say('box');
  let pieces;
  if (game.family === 'loa') {
    pieces = ['black', 'white'].map((side) => pieceButton(game, { letters: '', side }, null, selected, false, { 'data-box': '', 'data-letters': '', 'data-side': side }));
  } else {
    const left = unused(setup, game);
    const royal = game.pieces.find((kind) => kind.royal)?.letters;
    pieces = [royal, ...handOrder(game)]
      .filter((letters) => letters && left[letters] > 0)
      .map((letters) => pieceButton(game, { letters, side: 'black' }, left[letters], selected, false, { 'data-box': '', 'data-letters': letters }));
  }
  return el('div', { class: 'stand box editable', 'data-box': '', role: 'group', 'aria-label': name }, standName(name, say('boxShort'), { 'data-box': '' }), pieces);
}

function pieceButton(game, cell, count, selected, upsideDown, data) {
  const isSelected =
    selected && selected.letters === cell.letters && selected.square === undefined &&
    (selected.hand ?? null) === (data['data-hand'] ?? null) && (selected.side ?? null) === (data['data-side'] ?? null);
  const label = `${pieceName(game, cell, words())}${count === null ? '' : ` ×${count}`}`;
  return el(
    'button',
    { type: 'button', class: 'held', ...data, 'aria-label': label, 'aria-pressed': String(Boolean(isSelected)) },
    piecePicture(game, cell, upsideDown),
    count > 1 ? el('span', { class: 'count' }, String(count)) : null,
  );
}
