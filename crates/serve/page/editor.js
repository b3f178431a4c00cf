// The position that is being edited: its changes, and the way back through them.

import * as setups from './setup.js';

const MOST = 500;

export class Editor {
  /** `changed` is called after every change. */
  constructor(game, setup, changed) {
    this.changed = changed;
    this.past = [];
    this.future = [];
    this.game = game;
    this.setup = setup;
  }

  get text() {
    return setups.write(this.setup, this.game);
  }

  /** Changes the setup by a function of a copy. */
  change(edit) {
    const next = setups.copy(this.setup);
    if (edit(next) === false) return false;
    this.replace(this.game, next);
    return true;
  }

  /** Another setup, perhaps of another game. */
  replace(game, setup) {
    this.past.push([this.game, this.setup]);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    [this.game, this.setup] = [game, setup];
    this.changed();
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  travel(from, to) {
    if (from.length === 0) return;
    to.push([this.game, this.setup]);
    [this.game, this.setup] = from.pop();
    this.changed();
  }

  /**
   * Moves a piece from a place to a place: { square }, { hand, letters } or { box, letters }.
   */
  move(from, to) {
    return this.change((setup) => {
      const cell = this.take(setup, from);
      if (!cell) return false;
      if (to.square !== undefined) {
        if (from.square === to.square) return false;
        this.shelve(setup, to.square);
        setup.cells[to.square] = cell;
      } else if (to.hand) {
        const base = setups.base(cell.letters, this.game);
        // A king stays out of the hands.
        if (this.kind(base)?.royal) return from.square === undefined ? false : undefined;
        if (this.game.family === 'loa') return undefined;
        setup.hands[to.hand][base] = (setup.hands[to.hand][base] ?? 0) + 1;
      }
      return undefined;
    });
  }

  kind(letters) {
    return this.game.pieces.find((kind) => kind.letters === letters);
  }

  /** The piece that leaves a place of a setup. */
  take(setup, from) {
    if (from.square !== undefined) {
      const cell = setup.cells[from.square];
      setup.cells[from.square] = null;
      return cell;
    }
    if (from.hand) {
      if (!(setup.hands[from.hand][from.letters] > 0)) return null;
      setup.hands[from.hand][from.letters] -= 1;
      return { letters: from.letters, side: from.hand };
    }
    if (this.game.family === 'loa') return { letters: '', side: from.side };
    if (!(setups.unused(setup, this.game)[from.letters] > 0)) return null;
    return { letters: from.letters, side: this.sideOf(setup, from.letters) };
  }

  /** A piece from the box belongs to Black. The first king is the one that is mated. */
  sideOf(setup, letters) {
    if (!this.kind(letters)?.royal) return 'black';
    const isThere = setup.cells.some((cell) => cell?.side === 'white' && this.kind(cell.letters)?.royal);
    return isThere ? 'black' : 'white';
  }

  /** What stands on a square goes to the box. */
  shelve(setup, square) {
    setup.cells[square] = null;
  }

  /** Turns a piece over: promoted, then the other side, then promoted there, and again. */
  cycle(square) {
    return this.change((setup) => {
      const cell = setup.cells[square];
      if (!cell) return false;
      setup.cells[square] = this.next(cell);
      return undefined;
    });
  }

  next({ letters, side }) {
    const kind = this.kind(letters);
    if (kind?.promotes) return { letters: kind.promotes, side };
    return { letters: kind ? setups.base(letters, this.game) : letters, side: setups.other(side) };
  }

  promote(square) {
    return this.change((setup) => {
      const cell = setup.cells[square];
      const kind = cell && this.kind(cell.letters);
      const letters = kind?.promotes ?? kind?.base;
      if (!letters || letters === cell.letters) return false;
      setup.cells[square] = { letters, side: cell.side };
      return undefined;
    });
  }

  /** Puts a piece on a square, from the box if it has one. */
  put(square, letters, side) {
    return this.change((setup) => {
      setup.cells[square] = null;
      if (this.game.family !== 'loa' && !(setups.unused(setup, this.game)[letters] > 0)) return false;
      setup.cells[square] = { letters, side };
      return undefined;
    });
  }

  remove(square) {
    return this.change((setup) => {
      if (!setup.cells[square]) return false;
      setup.cells[square] = null;
      return undefined;
    });
  }

  turn() {
    this.change((setup) => {
      setup.turn = setups.other(setup.turn);
    });
  }

  clear() {
    this.replace(this.game, { ...setups.empty(this.game), turn: this.setup.turn });
  }

  mirror() {
    this.rearrange((file, rank) => [this.game.files - 1 - file, rank]);
  }

  /** Moves every piece by files and ranks. Nothing happens if a piece would fall off the board. */
  shift(files, ranks) {
    this.rearrange((file, rank) => [file + files, rank + ranks]);
  }

  rearrange(place) {
    const { files, ranks } = this.game;
    this.change((setup) => {
      const cells = Array(files * ranks).fill(null);
      for (const [i, cell] of setup.cells.entries()) {
        if (!cell) continue;
        const [file, rank] = place(i % files, Math.floor(i / files));
        if (file < 0 || rank < 0 || file >= files || rank >= ranks) return false;
        cells[rank * files + file] = cell;
      }
      setup.cells = cells;
      return undefined;
    });
  }
}
