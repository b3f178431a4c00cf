// The page: it holds what was chosen, and joins table, panel and answer.

import { Answer } from './answer.js';
import * as api from './api.js';
import { el } from './dom.js';
import { Editor } from './editor.js';
import { asker, listen } from './events.js';
import { gameOf } from './games.js';
import { follow, heard } from './jobs.js';
import { language, say, switchLanguage } from './language.js';
import { addressOf, readAddress, show } from './link.js';
import { LIMITS, Panel } from './panel.js';
import { asked, byPath, defaults, questionsOf } from './questions.js';
import { Queue } from './queue.js';
import { empty, read } from './setup.js';
import { Table } from './table.js';
import { isSite } from './transport.js';

const KEY = 'yose-board';
const BUSY = 'yose-busy';
const EXAMPLE = '5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1';

class Page {
  constructor() {
    this.limits = Object.fromEntries(LIMITS.map((limit) => [limit.name, limit.usual]));
    this.panel = new Panel(document.getElementById('panel'), this);
    this.queue = new Queue(document.getElementById('queue'), this.panel.queue);
    this.language = document.getElementById('language');
    this.language.addEventListener('click', () => this.translate());
  }

  get game() {
    return this.editor.game;
  }

  get text() {
    return this.editor.text;
  }

  get place() {
    return { position: this.text, rules: this.game.rules };
  }

  async start() {
    // The program has some megabytes.
    if (isSite) document.getElementById('queue').textContent = say('loading');
    const game = await gameOf('shogi');
    this.editor = new Editor(game, empty(game), () => this.edited());
    this.question = questionsOf(game)[0];
    this.options = defaults(this.question);
    this.table = new Table(document.getElementById('table'), this.editor);
    this.answer = new Answer(this.panel.answer, this.table, {
      load: (text) => this.loadText(text),
      again: (job) => { this.limits.time = job.request.limits.time * 4; this.ask(); },
    });
    this.panel.render();
    this.words();
    listen((name, data) => this.hear(name, data));
    await this.openAddress();
    this.watchPerson();
    await api.openTab(asker.tab);
    await this.resume();
    document.body.dataset.ready = '';
  }

  /** What the address says, or what was on the board last time, or an example. */
  async openAddress() {
    const asked = readAddress();
    const before = asked.position ? null : remembered();
    const question = byPath(asked.path ?? before?.path);
    if (question) this.setQuestion(question, asked.path ? asked.options : before?.options ?? {});
    const text = asked.position || before?.text || EXAMPLE;
    await this.loadText(text, asked.rules ?? before?.rules ?? null, false);
    this.editor.past = [];
    this.table.render();
  }

  /** Events of jobs and of the connection. */
  hear(name, data) {
    if (name === 'job') heard(data);
    this.queue.hear(name, data);
  }

  /** The position was edited, or another one was loaded. */
  edited() {
    this.answer.clear();
    this.fitQuestion();
    this.panel.render();
    this.table.render();
    this.remember(this.isNew === true);
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), 120);
  }

  /** Asks for the faults of the position, and marks them. */
  async check() {
    const asked = this.text;
    try {
      const { faults } = await api.read(asked, this.game.rules);
      if (asked === this.text) this.showFaults(faults);
    } catch (error) {
      this.panel.say(say('error', error.message));
    }
  }

  showFaults(faults) {
    const isClear = this.table.faults.length === 0 && !this.panel.faults.hasChildNodes();
    if (isClear && faults.length === 0) return;
    this.table.faults = faults;
    this.panel.showFaults(faults);
    this.table.render();
  }

  /** The question stays if the game has it. */
  fitQuestion() {
    const fitting = questionsOf(this.game);
    if (!fitting.includes(this.question)) this.setQuestion(fitting[0], {});
  }

  setQuestion(question, options) {
    this.question = question;
    this.options = { ...defaults(question), ...options };
  }

  choose(question) {
    this.setQuestion(question, {});
    this.answer.clear();
    this.panel.render();
    document.getElementById(`question-${question.name}`)?.focus();
    this.remember(true);
  }

  set(name, value) {
    this.options[name] = value;
    this.panel.fitOptions();
    this.remember(false);
  }

  /** An empty board, or the start position, of another game. */
  async newGame(rules) {
    try {
      const game = await gameOf(rules);
      const setup = game.start && game.rules !== 'shogi' ? read(game.start, game) : empty(game);
      this.editor.replace(game, setup);
      this.panel.say('');
      document.getElementById('rules')?.focus();
    } catch (error) {
      this.panel.say(say('error', error.message));
    }
  }

  /** Reads a text in any notation. */
  async loadText(text, rules = null, isNew = true) {
    this.panel.say('');
    try {
      const found = await api.read(text, rules ?? this.rulesFor(text));
      if (!found.position) {
        // The board is still the one before, and the squares of this text are not its squares.
        this.panel.text.value = text;
        this.showFaults([]);
        this.panel.showFaults(found.faults);
        return;
      }
      const game = await gameOf(found.rules);
      this.isNew = isNew;
      this.editor.replace(game, read(found.position, game));
      this.isNew = false;
      clearTimeout(this.checking);
      this.showFaults(found.faults);
      if (found.moves.length) await this.answer.showRecord(game, this.place, found.moves);
    } catch (error) {
      this.panel.say(say('error', error.message));
    }
  }

  /** A board of the same size is of the same game. */
  rulesFor(text) {
    const board = text.trim().replace(/^(position\s+)?(sfen\s+)?/, '').split(/\s/)[0];
    const isSame = board.includes('/') && board.split('/').length === this.game.ranks && this.game.family === 'shogi' && /^[\w+/]+$/.test(board);
    const width = [...board.split('/')[0].replaceAll('+', '')].reduce((sum, c) => sum + (Number(c) || 1), 0);
    const loa = /^[\dbwBW/]+$/.test(board);
    return isSame && !loa && width === this.game.files ? this.game.rules : null;
  }

  /** Keeps the board in the browser and in the address. */
  remember(isNew) {
    const { path } = this.question;
    try {
      localStorage.setItem(KEY, JSON.stringify({ text: this.text, rules: this.game.rules, path, options: this.options }));
    } catch {
      // The address has the board too.
    }
    show(addressOf(this.question, this.text, this.game.rules, this.options), isNew);
    document.title = say('title');
  }

  request() {
    const position = { position: this.text, rules: this.game.rules };
    const options = asked(this.question, this.options, this.game);
    return { input: this.text, question: { ask: this.question.name, position, ...options }, limits: { ...this.limits } };
  }

  async ask() {
    this.remember(true);
    this.panel.say('');
    const job = { question: this.question, options: asked(this.question, this.options, this.game), game: this.game, place: this.place, request: this.request() };
    try {
      const status = await api.ask(job.request, asker);
      this.queue.hear('job', status);
      this.follow(job, status);
    } catch (error) {
      this.panel.say(say('error', error.message));
    }
  }

  follow(job, status) {
    this.asked = status.id;
    follow(status, (latest) => {
      if (isSite) keepBusy(latest.state !== 'ended');
      if (this.asked === latest.id) this.answer.show({ ...job, status: latest });
    });
  }

  /** After a reload: the job of this tab goes on. */
  async resume() {
    const { jobs, queue } = await api.jobs(asker).catch(() => ({ jobs: [] }));
    if (queue) this.hear('queue', queue);
    for (const job of jobs) this.hear('job', job);
    const running = jobs.filter((job) => job.state !== 'ended').at(-1);
    // Workers end with their page. The question is still there, and can be asked again.
    if (isSite && keepBusy(false)) this.panel.say(say('leftBehind'));
    if (running) this.follow({ question: this.question, options: { ...this.options }, game: this.game, place: this.place, request: this.request() }, running);
  }

  async copyLink(target) {
    try {
      await navigator.clipboard.writeText(location.href);
      target.textContent = say('copied');
    } catch {
      this.panel.say(location.href);
    }
  }

  /** Keys, pasted texts, dropped files, the way back, and closing. */
  watchPerson() {
    const isText = (node) => node?.closest?.('input:not([type=radio]):not([type=checkbox]), textarea, select');
    addEventListener('keydown', (event) => {
      if (isText(event.target)) return;
      const control = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (control && key === 'z' && !event.shiftKey) this.editor.undo();
      else if (control && (key === 'y' || (key === 'z' && event.shiftKey))) this.editor.redo();
      else if (control || event.altKey || event.target.closest?.('.question') || !this.answer.key(event.key)) return;
      event.preventDefault();
    });
    addEventListener('paste', (event) => {
      if (isText(event.target)) return;
      const text = event.clipboardData?.getData('text');
      if (text?.trim()) this.loadText(text);
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', async (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = file ? await decoded(file) : event.dataTransfer?.getData('text');
      if (text?.trim()) this.loadText(text);
    });
    addEventListener('popstate', () => this.openAddress());
    addEventListener('pagehide', () => api.closeTab(asker.tab));
    let width = innerWidth;
    addEventListener('resize', () => {
      if (innerWidth !== width) this.table.render();
      width = innerWidth;
    });
  }

  words() {
    document.documentElement.lang = language();
    document.title = say('title');
    this.language.textContent = say('switchTo');
    this.language.setAttribute('aria-label', say('switchName'));
    this.language.lang = language() === 'ja' ? 'en' : 'ja';
    const research = document.getElementById('research');
    if (research) research.textContent = isSite ? `${say('research')} ${say('restNeedsServer')}` : say('research');
    if (isSite) research?.removeAttribute('href');
    this.queue.render();
  }

  async translate() {
    switchLanguage();
    this.words();
    this.panel.render();
    this.table.render();
    await this.answer.translate();
    await this.check();
  }
}

/** Keeps whether this tab searches, for when it is loaded again. Returns what was kept before. */
function keepBusy(isBusy) {
  try {
    const was = sessionStorage.getItem(BUSY) !== null;
    if (isBusy) sessionStorage.setItem(BUSY, '1');
    else sessionStorage.removeItem(BUSY);
    return was;
  } catch {
    return false;
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** The text of a file: UTF-8, or the encoding of older Japanese programs. */
async function decoded(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

const page = new Page();
page.start().catch((error) => {
  document.getElementById('panel').replaceChildren(el('p', { role: 'alert', class: 'message' }, say('error', error.message)));
});
