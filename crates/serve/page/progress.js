// A search that runs: what is known so far, the best line if the person wants to see it, and the
// button that stops it.

import * as api from './api.js';
import { button, el } from './dom.js';
import { say } from './language.js';
import { progressLines } from './verdict.js';

export class Progress {
  /** The search of a job about a place. */
  constructor(place, id) {
    this.place = place;
    this.facts = el('div', { class: 'progress', role: 'status' });
    this.line = el('p', { class: 'best-line' });
    // The line stays hidden until it is asked for: it may be the solution.
    this.best = el('details', { class: 'best', hidden: true }, el('summary', {}, say('best')), this.line);
    this.stop = button('', () => api.stop(id), { class: 'stop' });
    this.root = el('div', {}, this.facts, this.best, this.stop);
  }

  /** Shows a status of the job. `isPlayable`: its line begins with a move of the position. */
  show(status, isPlayable) {
    this.facts.replaceChildren(...progressLines(status).map((line) => el('p', {}, line)));
    const word = say(status.state === 'waiting' ? 'withdraw' : 'stop');
    if (this.stop.textContent !== word) this.stop.textContent = word;
    const { line = [] } = status.progress ?? {};
    const moves = line.length ? line : status.found?.line ?? [];
    if (isPlayable && moves.length) this.showLine(moves);
  }

  async showLine(moves) {
    const name = moves.join(' ');
    if (name === this.shown) return;
    this.shown = name;
    const walk = await api.line(this.place, moves).catch(() => null);
    if (!walk || this.shown !== name) return;
    this.best.hidden = false;
    this.line.replaceChildren(...walk.steps.map((step) => el('span', { class: 'move-text' }, `${step.text} `)));
  }
}
