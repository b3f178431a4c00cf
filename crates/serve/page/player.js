// A line to play through: buttons, keys and swipes move through it, and the table shows the step.
// At a quiet move the mate that it threatens can be played through too.

import * as api from './api.js';
import { button, el } from './dom.js';
import { say } from './language.js';
import { read, squareIndex } from './setup.js';

export class Player {
  /** Plays on a table, from a place { position, rules } of a game. */
  constructor(table, game, place) {
    Object.assign(this, { table, game, place, steps: [], at: 0, threats: new Map() });
    this.root = el('div', { class: 'player' });
  }

  /** The mates that moves of a line threaten: { at, line } each; the line begins after a pass. */
  async threaten(main, threats) {
    this.main = main;
    for (const { at, line } of threats) {
      const moves = line ? [...main.slice(0, at), 'pass', ...line] : null;
      const steps = moves ? (await api.line(this.place, moves)).steps.slice(at + 1) : [];
      this.threats.set(at, { moves, text: steps.map((step) => step.text) });
    }
  }

  /** Loads a line and shows its start, or a step of it. */
  async load(moves, at = 0) {
    const walk = await api.line(this.place, moves);
    this.moves = moves;
    this.start = walk.position;
    this.steps = walk.steps;
    this.go(at);
  }

  /** Shows the position after this number of moves. */
  go(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
    const step = this.steps[this.at - 1];
    this.table.look({
      game: this.game,
      setup: read(step?.position ?? this.start, this.game),
      marks: step ? [step.from, step.to].filter(Boolean).map((name) => squareIndex(name, this.game)) : [],
      swipe: (steps) => this.go(this.at + steps),
    });
    this.render();
  }

  /** The same for somebody who wants to see it. */
  stepTo(at) {
    this.go(at);
    this.table.bringToSight();
  }

  /** Goes with a key; `false` if the key means nothing here. */
  key(name) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length }[name];
    if (to === undefined) return false;
    this.stepTo(to);
    return true;
  }

  /** The position that is shown. */
  get position() {
    return this.steps[this.at - 1]?.position ?? this.start;
  }

  /** The threat of the move that is shown, if it is a quiet move of the main line. */
  threatPart() {
    const threat = this.threats.get(this.at);
    if (!threat || !this.moves.slice(0, this.at).every((move, i) => move === this.main[i])) return null;
    return el('div', { class: 'threat-note' },
      el('strong', {}, `${say('threatens')} `),
      threat.moves ? threat.text.map((text) => el('span', { class: 'move-text' }, text)) : say('noThreatLine'),
      threat.moves && this.moves !== threat.moves ? button(say('playThreat'), () => this.load(threat.moves, this.at + 1), { class: 'play-threat' }) : null);
  }

  render() {
    const { at, steps } = this;
    const control = (name, sign, to, disabled) =>
      button(sign, () => this.stepTo(to), { class: 'control', 'aria-label': say(name), title: say(name), disabled });
    const name = document.activeElement?.closest('.player button')?.getAttribute('aria-label');
    const isMain = !this.main || this.moves.join() === this.main.join();
    this.root.replaceChildren(
      ...[el('div', { class: 'controls' },
        control('toStart', '|◀', 0, at === 0),
        control('back', '◀', at - 1, at === 0),
        el('span', { class: 'where', role: 'status' }, at ? say('step', at, steps.length) : say('startOf')),
        control('forward', '▶', at + 1, at === steps.length),
        control('toEnd', '▶|', steps.length, at === steps.length)),
      el('ol', { class: 'moves' }, steps.map((step, i) =>
        el('li', {}, button(step.text, () => this.stepTo(i + 1), { class: 'move', 'aria-current': i + 1 === at ? 'step' : null, 'aria-label': `${i + 1} ${step.text}` })))),
      this.threatPart(),
      isMain ? null : button(say('mainLine'), () => this.load(this.main), { class: 'main-line' })].filter(Boolean),
    );
    if (name) [...this.root.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name && !one.disabled)?.focus({ preventScroll: true });
  }
}
