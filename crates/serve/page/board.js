// The board on the table: one picture, and a button over every square.

import { el } from './dom.js';
import { boardPicture, cellAt, pieceName } from './picture.js';
import { say, words } from './language.js';
import { squareName } from './setup.js';

/** A narrow screen, as the style sheet has it: the names of squares stand in the squares. */
const NARROW = matchMedia('(max-width: 500px), (max-width: 700px) and (orientation: portrait)');

/** The least width of a target for fingers, in pixels. */
const FINGER = 44;

/** Whether the squares of a game are narrower than a finger on this screen. */
export const isCramped = (game) => NARROW.matches && game.files * FINGER > document.documentElement.clientWidth;

export class Board {
  constructor() {
    this.board = el('div', { class: 'board' });
    // A board that is larger than the screen is shifted within its frame.
    this.root = el('div', { class: 'board-frame' }, this.board);
    this.buttons = [];
    this.focus = 0;
  }

  /** Draws a setup. `view` is as in `boardPicture`; `isLarge`: larger than the screen. */
  show(game, setup, view) {
    this.root.classList.toggle('large', Boolean(view.isLarge));
    if (this.game !== game || this.flip !== view.flip || this.inside !== NARROW.matches) this.build(game, view.flip);
    const names = this.inside ? 'inside' : 'outside';
    this.picture.replaceChildren(boardPicture(game, setup, { ...view, names }));
    for (const button of this.buttons) {
      const index = Number(button.dataset.square);
      const label = `${squareName(index, game)} ${pieceName(game, setup.cells[index], words())}`;
      if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
      button.setAttribute('aria-pressed', String(view.selected === index));
      button.classList.toggle('empty', !setup.cells[index]);
      button.tabIndex = index === this.focus ? 0 : -1;
    }
    this.board.setAttribute('aria-label', say('board'));
  }

  build(game, flip) {
    [this.game, this.flip, this.inside] = [game, flip, NARROW.matches];
    const count = game.files * game.ranks;
    this.focus = Math.min(this.focus, count - 1);
    this.picture = el('div', { class: 'picture' });
    this.buttons = Array.from({ length: count }, (_, place) =>
      el('button', { type: 'button', class: 'square', 'data-square': String(cellAt(game, place, flip)) }),
    );
    const cover = el('div', { class: `cover ${game.family} ${this.inside ? 'inside' : 'outside'}` }, this.buttons);
    this.board.classList.toggle('tight', this.inside);
    this.board.setAttribute('role', 'group');
    this.board.style.setProperty('--files', game.files);
    this.board.style.setProperty('--ranks', game.ranks);
    this.board.replaceChildren(this.picture, cover);
  }

  /** Moves the focus by files and ranks as the person sees the board. */
  step(across, down) {
    const { files, ranks } = this.game;
    const place = cellAt(this.game, this.focus, this.flip);
    const file = Math.min(Math.max((place % files) + across, 0), files - 1);
    const rank = Math.min(Math.max(Math.floor(place / files) + down, 0), ranks - 1);
    this.focusOn(cellAt(this.game, rank * files + file, this.flip));
  }

  focusOn(index) {
    this.focus = index;
    for (const button of this.buttons) button.tabIndex = Number(button.dataset.square) === index ? 0 : -1;
    this.buttons.find((button) => Number(button.dataset.square) === index)?.focus({ preventScroll: true });
  }

  /** The width of a square in pixels. */
  cellSize() {
    return this.buttons[0]?.getBoundingClientRect().width ?? 44;
  }
}
