// The table: board, hands, box and tools. It shows the position that is edited, a step of a line,
// or a game against a certificate, and it knows what a tap means in each.

import { button, el } from './dom.js';
import { Board, isCramped } from './board.js';
import { box, hand } from './stand.js';
import { isSame, watch } from './pointer.js';
import { say, toMove } from './language.js';
import * as setups from './setup.js';

export class Table {
  /** `root` holds the table; `editor` is the position. */
  constructor(root, editor) {
    Object.assign(this, { root, editor, flip: false, isLarge: false, selected: null, placed: -1, faults: [], view: null });
    this.board = new Board();
    this.around = el('div', { class: 'around' });
    this.tools = el('div', { class: 'tools', role: 'toolbar' });
    root.replaceChildren(this.around, this.tools);
    watch(this.around, this);
    this.around.addEventListener('keydown', (event) => this.key(event));
  }

  get game() {
    return this.view?.game ?? this.editor.game;
  }

  /**
   * Shows something else than the editor: { game, setup, marks, choices, choose, swipe }. `null`
   * shows the editor.
   */
  look(view) {
    this.view = view;
    this.selected = null;
    this.render();
  }

  render() {
    const { game, editor, view } = this;
    const setup = view?.setup ?? editor.setup;
    const faults = view ? [] : this.faults;
    const square = this.selected?.square ?? -1;
    this.board.show(game, setup, {
      flip: this.flip,
      isLarge: this.isLarge && isCramped(game),
      marks: view?.marks ?? [],
      faults: faults.map((fault) => (fault.square ? setups.squareIndex(fault.square, game) : -1)).filter((i) => i >= 0),
      selected: square,
      targets: this.targets().map((choice) => setups.squareIndex(choice.to, game)),
    });
    const stand = (side) =>
      game.family === 'loa'
        ? null
        : hand(game, setup, side, {
            selected: this.selected,
            fault: faults.some((fault) => fault.hand === side),
            upsideDown: (side === 'white') !== this.flip,
            canEdit: !view,
          });
    const [upper, lower] = this.flip ? ['black', 'white'] : ['white', 'black'];
    const parts = [stand(upper), this.board.root, stand(lower), view ? null : box(game, setup, { selected: this.selected })];
    const active = document.activeElement?.closest('.held, button.stand-name')?.getAttribute('aria-label');
    this.place(parts.filter(Boolean));
    if (active) [...this.around.querySelectorAll('.held, button.stand-name')].find((held) => held.getAttribute('aria-label') === active)?.focus({ preventScroll: true });
    this.around.classList.toggle('still', Boolean(view));
    this.renderTools(setup);
  }

  /**
   * Puts the parts in order, and leaves the board where it is: a drag may be on it. The old parts
   * go last. Otherwise a page that is shorter for a moment would scroll.
   */
  place(parts) {
    const old = [...this.around.children].filter((child) => child !== this.board.root);
    if (!this.board.root.isConnected) this.around.append(this.board.root);
    const at = parts.indexOf(this.board.root);
    this.board.root.before(...parts.slice(0, at));
    this.board.root.after(...parts.slice(at + 1));
    for (const part of old) part.remove();
  }

  renderTools(setup) {
    const { editor, view } = this;
    const tool = (name, sign, action, disabled = false) =>
      button(sign, () => { action(); this.render(); }, { class: 'tool', title: say(name), 'aria-label': say(name), disabled });
    const flip = tool('flip', '⇅', () => { this.flip = !this.flip; });
    const large = isCramped(this.game)
      ? button('⤢', () => { this.isLarge = !this.isLarge; this.render(); }, { class: 'tool enlarge', title: say('large'), 'aria-label': say('large'), 'aria-pressed': String(this.isLarge) })
      : null;
    if (view) {
      this.tools.replaceChildren(...[flip, large].filter(Boolean));
      return;
    }
    const open = this.tools.querySelector('details')?.open ?? false;
    const turn = button(toMove(setup.turn, editor.game), () => editor.turn(), { class: 'turn' });
    const rest = editor.game.family === 'loa' ? null : button(say('rest'), () => this.giveRest(), { class: 'rest' });
    const more = el(
      'details', { class: 'more', open },
      el('summary', {}, say('more')),
      el('div', { class: 'more-tools' },
        tool('left', '←', () => editor.shift(this.flip ? 1 : -1, 0)),
        tool('right', '→', () => editor.shift(this.flip ? -1 : 1, 0)),
        tool('up', '↑', () => editor.shift(0, this.flip ? 1 : -1)),
        tool('down', '↓', () => editor.shift(0, this.flip ? -1 : 1)),
        tool('mirror', '⇋', () => editor.mirror()),
        tool('clear', '✕', () => editor.clear()),
        editor.game.start ? button(say('start'), () => editor.replace(editor.game, setups.read(editor.game.start, editor.game)), { class: 'start' }) : null,
      ),
      el('p', { class: 'help' }, say('boardHelp')),
    );
    this.tools.setAttribute('aria-label', say('board'));
    // A button with words has no other name, and its words may change.
    const nameOf = (one) => one?.getAttribute('aria-label') ?? one?.className;
    const active = nameOf(document.activeElement?.closest('.tools button'));
    this.tools.replaceChildren(
      ...[turn, tool('undo', '↶', () => editor.undo(), editor.past.length === 0), tool('redo', '↷', () => editor.redo(), editor.future.length === 0), flip, large, rest, more].filter(Boolean),
    );
    if (active) [...this.tools.querySelectorAll('button')].find((one) => nameOf(one) === active)?.focus({ preventScroll: true });
  }

  /** Every piece that is left goes to the side that is not to move. */
  giveRest() {
    this.editor.change((setup) => {
      const defender = setups.other(setup.turn);
      const left = setups.unused(setup, this.editor.game);
      for (const letters of setups.handOrder(this.editor.game)) {
        setup.hands[defender][letters] = Math.max((setup.hands[defender][letters] ?? 0) + left[letters], 0);
      }
    });
  }

  /** Brings the board into the window if it is not there, the hands too if there is room. */
  bringToSight() {
    this.around.scrollIntoView({ block: 'nearest' });
    this.board.root.scrollIntoView({ block: 'nearest' });
  }

  cellSize() {
    return this.board.cellSize();
  }

  /** The piece at a place, if it can be dragged. */
  pieceAt(place) {
    if (this.view && !this.view.choices) return null;
    const setup = this.view?.setup ?? this.editor.setup;
    if (place.square !== undefined) return setup.cells[place.square];
    if (place.hand) return place.letters ? { letters: place.letters, side: place.hand } : null;
    if (this.view || place.letters === undefined) return null;
    return { letters: place.letters, side: place.side ?? 'black' };
  }

  /** The choices of the game against the certificate for the selected piece. */
  targets() {
    const { view, selected } = this;
    if (!view?.choices || !selected) return [];
    return view.choices.filter((choice) => this.isFrom(choice, selected));
  }

  isFrom(choice, place) {
    if (place.square !== undefined) return choice.from === setups.squareName(place.square, this.game);
    return choice.drop !== null && choice.drop === place.letters;
  }

  tap(place) {
    if (place.square !== undefined) this.board.focus = place.square;
    if (this.view) this.tapView(place);
    else this.tapEditor(place);
    this.render();
  }

  tapView(place) {
    const { view, selected } = this;
    if (!view.choices) return;
    if (selected && place.square !== undefined) {
      const name = setups.squareName(place.square, this.game);
      const found = this.targets().filter((choice) => choice.to === name);
      if (found.length) {
        this.selected = null;
        view.choose(found);
        return;
      }
    }
    const can = view.choices.some((choice) => this.isFrom(choice, place));
    this.selected = can && !isSame(place, selected) ? place : null;
  }

  tapEditor(place) {
    const { editor, selected } = this;
    const has = Boolean(this.pieceAt(place));
    if (!selected) {
      this.selected = has ? place : null;
      if (has && place.square === this.placed) editor.cycle(place.square);
      this.placed = -1;
      return;
    }
    if (isSame(place, selected)) {
      if (place.square !== undefined) editor.cycle(place.square);
      else this.selected = null;
      return;
    }
    if (place.square !== undefined && has) {
      // A piece that was just put down is turned over; any other piece is picked up.
      if (place.square === this.placed) editor.cycle(place.square);
      this.selected = place.square === this.placed ? this.selected : place;
      return;
    }
    if (place.square === undefined && has && selected.square === undefined && selected.hand === place.hand) {
      this.selected = place;
      return;
    }
    this.putDown(selected, place);
  }

  putDown(from, to) {
    const done = this.editor.move(from, to);
    this.placed = done && from.square === undefined ? to.square ?? -1 : -1;
    // More of the same kind may follow from a hand or the box.
    const left = from.square === undefined && done && this.isLeft(from);
    this.selected = left && to.square !== undefined ? from : null;
  }

  isLeft({ hand: side, letters }) {
    const { game, setup } = this.editor;
    if (game.family === 'loa') return true;
    return side ? setup.hands[side][letters] > 0 : setups.unused(setup, game)[letters] > 0;
  }

  drop(from, to) {
    if (this.view) {
      this.selected = from;
      if (to.square === undefined || !this.view.choices?.some((choice) => this.isFrom(choice, from))) this.selected = null;
      else this.tapView(to);
    } else {
      this.editor.move(from, to);
      this.selected = null;
      this.placed = -1;
    }
    this.render();
  }

  turnOver(place) {
    if (this.view || place.square === undefined) return;
    this.editor.cycle(place.square);
    this.render();
  }

  swipe(steps) {
    this.view?.swipe?.(steps);
  }

  key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const square = event.target.dataset?.square;
    if (square === undefined && event.key === 'Escape' && this.selected) {
      this.selected = null;
      this.render();
      return;
    }
    if (square === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    this.board.focus = Number(square);
    if (arrows[event.key]) {
      // In a line the arrows to the sides are the moves of the line.
      if (this.view?.swipe && !this.view.choices) return;
      this.board.step(...arrows[event.key]);
    } else if (event.key === 'Escape') {
      this.selected = null;
      this.render();
    } else if (this.view || !this.editKey(event, Number(square))) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  editKey(event, square) {
    const { editor } = this;
    const letters = event.key.toUpperCase();
    if (event.key === 'Delete' || event.key === 'Backspace') editor.remove(square);
    else if (event.key === '+') editor.promote(square);
    else if (editor.game.family === 'loa' && (letters === 'B' || letters === 'W')) editor.put(square, '', letters === 'B' ? 'black' : 'white');
    else if (editor.kind(letters)) editor.put(square, letters, event.shiftKey ? 'white' : 'black');
    else return false;
    this.selected = null;
    this.render();
    return true;
  }
}
