// A walk through the table of a solved game: the board, and each move with its value and distance.
// The moves stand in the address.

import { button, el } from './dom.js';
import { gameOf } from './games.js';
import { language, number, say, toMove } from './language.js';
import { boardPicture, handText } from './picture.js';
import { plot } from './plot.js';
import { read, squareIndex } from './setup.js';

/** How often to look whether a table is finished, in milliseconds. */
const LOOK = 1000;

export class Walk {
  /** `about` is the table; `tools` are { post, go, again }. */
  constructor(root, index, about, tools) {
    Object.assign(this, { root, index, about, tools });
    this.moves = (new URLSearchParams(location.search).get('moves') ?? '').split(',').filter(Boolean);
  }

  async show() {
    const { state, note, name, positions, deepest } = this.about;
    if (state !== 'ready') {
      this.root.replaceChildren(el('section', { class: 'card-box' }, el('h2', {}, name), el('p', { role: 'status' }, say(state === 'failed' ? 'tableFailed' : 'making', note ?? ''))));
      if (state === 'making') setTimeout(() => { if (this.root.isConnected && location.pathname.endsWith(`/table/${this.index}`)) this.tools.again(); }, LOOK);
      return;
    }
    const game = await gameOf(this.about.rules);
    const here = await this.tools.post(`/api/tables/${this.index}`, { moves: this.moves, language: language() });
    this.here = here;
    const last = here.steps.at(-1);
    const setup = read(last?.position ?? here.position, game);
    const marks = last ? [last.from, last.to].filter(Boolean).map((square) => squareIndex(square, game)) : [];
    const hand = (side) => (game.family === 'loa' ? '' : el('p', { class: 'hand-line' }, say('named', say(side === 'black' ? 'handBlack' : 'handWhite'), handText(game, setup, side) || say('nothing'))));
    const active = document.activeElement?.id;
    this.root.replaceChildren(
      el('section', { class: 'card-box walk-board' },
        el('h2', {}, name),
        el('p', { class: 'fact' }, say('positionsOf', ...positions.map(number), deepest)),
        hand('white'), boardPicture(game, setup, { marks }), hand('black'),
        el('p', {}, toMove(setup.turn, game)),
        this.controls(),
        el('p', { class: 'played' }, here.steps.map((step, i) => el('span', { class: 'move-text' }, `${i + 1} ${step.text}`)))),
      el('section', { class: 'card-box' },
        el('p', { role: 'status', class: `verdict ${here.value.value}` }, say('valueHere', here.value.text)),
        here.moves.length ? this.table() : el('p', {}, say('over')),
        here.best.length ? this.bestPart(last?.position ?? here.position) : null,
        el('details', { class: 'plots' }, el('summary', {}, say('positionsPlot')), plot(`/api/tables/${this.index}/plot`, say('positionsPlot')))));
    if (active) document.getElementById(active)?.focus({ preventScroll: true });
  }

  to(moves) {
    return this.tools.go(`${location.pathname}${moves.length ? `?moves=${moves.map(encodeURIComponent).join(',')}` : ''}`);
  }

  /** The line of best play, asked for when it is opened. */
  bestPart(position) {
    const line = el('p', {});
    const load = async ({ target }) => {
      if (!target.open || line.firstChild) return;
      const walk = await this.tools.post('/api/line', { position, rules: this.about.rules, moves: this.here.best, language: language() });
      line.replaceChildren(...walk.steps.map((step) => el('span', { class: 'move-text' }, step.text)));
    };
    return el('details', { class: 'best-play', on: { toggle: load } }, el('summary', {}, say('bestLine')), line);
  }

  controls() {
    const { moves, here } = this;
    return el('div', { class: 'controls' },
      button('|◀', () => this.to([]), { id: 'walk-start', class: 'control', 'aria-label': say('toFirst'), disabled: !moves.length }),
      button('◀', () => this.to(moves.slice(0, -1)), { id: 'walk-back', class: 'control', 'aria-label': say('oneBack'), disabled: !moves.length }),
      button(say('playBest'), () => this.to([...moves, here.moves[0].move]), { id: 'walk-best', disabled: !here.moves.length }));
  }

  table() {
    const { moves, here } = this;
    const head = ['moveColumn', 'valueColumn', 'distanceColumn'].map((name) => el('th', { scope: 'col' }, say(name)));
    const rows = here.moves.map(({ move, text, value }) =>
      el('tr', { class: value.value },
        el('td', {}, button(text, () => this.to([...moves, move]), { class: 'move', 'data-move': move })),
        el('td', {}, say(`${value.value}_`)),
        el('td', {}, value.distance === null ? '' : String(value.distance))));
    return el('table', { class: 'values' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows));
  }

  key(name) {
    const control = { ArrowLeft: 'walk-back', ArrowRight: 'walk-best', Home: 'walk-start' }[name];
    const target = control && document.getElementById(control);
    if (!target || target.disabled) return false;
    target.click();
    return true;
  }
}
