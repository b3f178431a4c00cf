// The gallery of an enumeration: its mates by length and grade, a page at a time. The filter stands
// in the address.

import { button, el } from './dom.js';
import { gameOf } from './games.js';
import { language, number, say } from './language.js';
import { handText, smallBoard } from './picture.js';
import { plot } from './plot.js';
import { read } from './setup.js';

export class Gallery {
  /** `about` is the enumeration; `tools` are { get, go }. */
  constructor(root, index, about, tools) {
    Object.assign(this, { root, index, about, tools });
    this.query = new URLSearchParams(location.search);
    this.address = location.href;
  }

  async show() {
    const game = await gameOf('shogi');
    const asked = new URLSearchParams();
    for (const name of ['least', 'most', 'grade', 'page']) if (this.query.get(name)) asked.set(name, this.query.get(name));
    if (this.query.get('distinct') === '1') asked.set('distinct', 'true');
    asked.set('language', language());
    const found = await this.tools.get(`/api/enumerations/${this.index}?${asked}`);
    // Answers may come out of order: one that nobody waits for any more changes nothing.
    if (location.href !== this.address) return;
    const active = document.activeElement?.id;
    this.root.replaceChildren(
      el('section', { class: 'card-box' },
        el('h2', {}, say('named', this.about.name, say('mates', number(this.about.mates)))),
        el('p', { class: 'fact' }, say('ofDiagrams', ...['diagrams', 'problems', 'mates', 'never', 'undecided'].map((name) => number(this.about[name])))),
        el('details', { class: 'plots' }, el('summary', {}, say('matesPlot')), plot(`/api/enumerations/${this.index}/plot`, say('matesPlot'))),
        this.filter()),
      el('p', { class: 'found', role: 'status' }, say('found', number(found.all))),
      found.problems.length ? el('ul', { class: 'cards gallery' }, found.problems.map((one) => this.card(game, one))) : el('p', {}, say('nobody')),
      this.pager(found));
    if (active) document.getElementById(active)?.focus({ preventScroll: true });
  }

  /** Changes the address, and shows what it says. */
  set(name, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(name, value);
    else query.delete(name);
    if (name !== 'page') query.delete('page');
    const text = query.toString();
    return this.tools.go(`${location.pathname}${text ? `?${text}` : ''}`);
  }

  filter() {
    const lengths = Object.keys(this.about.lengths).map(Number).sort((a, b) => a - b);
    const choice = (name, words, options) => el('p', { class: 'option' },
      el('label', { for: `filter-${name}` }, say(words)),
      el('select', { id: `filter-${name}`, on: { change: ({ target }) => this.set(name, target.value) } },
        options.map(([value, text]) => el('option', { value, selected: (this.query.get(name) ?? '') === value }, text))));
    const plies = [['', say('anyLength')], ...lengths.map((length) => [String(length), say('plies', length)])];
    const grades = [['', say('anyGrade')], ...['A', 'B', 'C'].map((grade) => [grade, grade])];
    return el('div', { class: 'filter' },
      choice('least', 'least', plies), choice('most', 'most', plies), choice('grade', 'grade', grades),
      el('label', { class: 'option tick' },
        el('input', { type: 'checkbox', id: 'filter-distinct', checked: this.query.get('distinct') === '1', on: { change: ({ target }) => this.set('distinct', target.checked ? '1' : '') } }),
        el('span', {}, say('distinct'))));
  }

  card(game, { number: diagram, position, length, grade, text }) {
    const setup = read(position, game);
    const hand = handText(game, setup, 'black');
    const whole = (text) => el('span', { class: 'whole' }, text);
    const title = grade ? [whole(`${say('mateIn', length)} ·`), ' ', whole(say('gradeIs', grade))] : [whole(say('mateIn', length))];
    return el('li', { class: 'problem' },
      el('figure', {},
        smallBoard(game, setup),
        el('figcaption', {},
          el('p', { class: 'hand-line' }, `☗ ${hand || say('nothing')}`),
          el('p', {}, el('strong', {}, title), ' ', el('small', { class: 'whole' }, say('diagram', diagram))),
          el('details', {}, el('summary', { 'aria-label': say('named', say('solution'), say('diagram', diagram)) }, say('solution')), el('p', {}, text.map((move) => el('span', { class: 'move-text' }, `${move} `)))),
          el('p', {}, el('a', { href: `/check/${position.replaceAll(' ', '_')}`, 'aria-label': say('named', say('openProblem'), say('diagram', diagram)) }, say('openProblem'))))));
  }

  pager({ page, pages }) {
    if (pages < 2) return el('p', {});
    return el('nav', { class: 'pager', 'aria-label': say('pageOf', page + 1, pages) },
      button('◀', () => this.set('page', page > 1 ? String(page - 1) : ''), { id: 'page-back', 'aria-label': say('previousPage'), disabled: page === 0 }),
      el('span', {}, say('pageOf', page + 1, pages)),
      button('▶', () => this.set('page', String(page + 1)), { id: 'page-on', 'aria-label': say('nextPage'), disabled: page + 1 >= pages }));
  }

  key(name) {
    const control = { ArrowLeft: 'page-back', ArrowRight: 'page-on' }[name];
    const target = control && document.getElementById(control);
    if (!target || target.disabled) return false;
    target.click();
    return true;
  }
}
