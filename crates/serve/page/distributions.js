// A file of answers: how many there are, and plots of their lengths and their effort.

import { el } from './dom.js';
import { number, say, words } from './language.js';
import { plot } from './plot.js';

const PLOTS = [['length', 'lengthsPlot'], ['effort', 'effortPlot'], ['effort-by-length', 'effortByLengthPlot']];

/** A verdict in words; one without words stays as it is. */
const verdictWord = (verdict) => words()[`verdict_${verdict}`] ?? verdict;

export class Distributions {
  constructor(root, index, about) {
    Object.assign(this, { root, index, about });
  }

  async show() {
    const { name, count, unreadable, verdicts } = this.about;
    const rows = Object.entries(verdicts).map(([verdict, count]) => el('tr', {}, el('td', {}, verdictWord(verdict)), el('td', {}, number(count))));
    this.root.replaceChildren(
      el('section', { class: 'card-box' },
        el('h2', {}, say('named', name, say('answersIn', number(count)))),
        unreadable ? el('p', { class: 'fact' }, say('unreadable', number(unreadable))) : null,
        el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, say('verdictColumn')), el('th', { scope: 'col' }, say('countColumn')))), el('tbody', {}, rows))),
      el('div', { class: 'plots' }, PLOTS.map(([of, words]) => plot(`/api/answers/${this.index}/plot?of=${of}`, say(words)))));
  }
}
