// The page for researchers: what was named when the server started. The address says what is shown:
// /research is the list; /research/enumeration/0, /research/table/0 and /research/answers/0 are
// views.

import { Distributions } from './distributions.js';
import { button, el } from './dom.js';
import { Gallery } from './gallery.js';
import { language, number, say, switchLanguage } from './language.js';
import './research-words.js';
import { runs as runSection } from './runs.js';
import { Walk } from './tablewalk.js';
import { send } from './transport.js';

const VIEWS = { enumeration: Gallery, table: Walk, answers: Distributions };

class Research {
  constructor() {
    this.main = document.getElementById('main');
    this.language = document.getElementById('language');
    this.language.addEventListener('click', () => {
      switchLanguage();
      this.show();
    });
    addEventListener('popstate', () => this.show());
    addEventListener('keydown', (event) => {
      const isField = event.target.closest?.('input, select, textarea');
      if (!isField && !event.ctrlKey && !event.metaKey && !event.altKey && this.view?.key?.(event.key)) event.preventDefault();
    });
  }

  async show() {
    document.documentElement.lang = language();
    document.title = say('researchTitle');
    this.language.textContent = say('switchTo');
    this.language.setAttribute('aria-label', say('switchName'));
    this.language.lang = language() === 'ja' ? 'en' : 'ja';
    document.getElementById('board').textContent = say('toBoard');
    try {
      const named = await get('/api/research');
      const [, , kind, index] = location.pathname.split('/');
      const list = { enumeration: named.enumerations, table: named.tables, answers: named.answers }[kind];
      const one = list?.[Number(index)];
      if (one) {
        this.view = new VIEWS[kind](this.main, Number(index), one, { get, post, go: (address) => this.go(address), again: () => this.show() });
        await this.view.show();
      } else {
        this.view = null;
        this.overview(named);
      }
    } catch (error) {
      this.main.replaceChildren(el('p', { role: 'alert', class: 'message' }, say('error', error.message)));
    }
    document.body.dataset.ready = '';
  }

  /** Another address of this page. */
  go(address) {
    history.pushState(null, '', address);
    return this.show();
  }

  overview({ enumerations, tables, answers, runs }) {
    const link = (kind, index, name, text) =>
      el('li', {}, el('a', { href: `/research/${kind}/${index}`, on: { click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.go(`/research/${kind}/${index}`);
      } } }, name), ` ${text}`);
    const section = (title, items) => (items.length ? el('section', { class: 'card-box' }, el('h2', {}, say(title)), el('ul', { class: 'named' }, items)) : null);
    const parts = [
      section('enumerations', enumerations.map((one, i) => link('enumeration', i, one.name, say('mates', number(one.mates))))),
      section('tables', tables.map((one, i) => link('table', i, one.name, one.positions ? say('positionsOf', ...one.positions.map(number), one.deepest) : tableNote(one)))),
      section('answersTitle', answers.map((one, i) => link('answers', i, one.name, say('answersIn', number(one.count))))),
      runs ? runSection(get) : null,
    ].filter(Boolean);
    const none = el('section', { class: 'card-box' }, el('p', {}, say('nothingNamed')),
      el('pre', { tabindex: '0' }, 'yose serve --enumeration kin-gin.sqlite\nyose serve --table 3x4:LK-:1 --table loa:4x4\nyose serve --answers answers.jsonl'));
    this.main.replaceChildren(...(parts.length ? parts : [none]));
  }
}

const tableNote = ({ state, note }) => say(state === 'failed' ? 'tableFailed' : 'making', note ?? '');

const get = async (address) => (await send('GET', address)).json();

const post = async (address, body) => (await send('POST', address, body)).json();

new Research().show();
