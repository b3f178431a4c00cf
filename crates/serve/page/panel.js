// The panel beside the table: the question, its options, the answer, and the position as text.

import { button, el, keepFocus } from './dom.js';
import { OFFERED } from './games.js';
import { plain, say } from './language.js';
import { questionsOf, suits } from './questions.js';
import { isSite } from './transport.js';

/** The settings that every question has. */
export const LIMITS = [
  { name: 'time', words: 'time', least: 1, most: 86_400, usual: 60 },
  { name: 'hash_mb', words: 'memory', least: 1, most: 1_048_576, usual: 256 },
];

export class Panel {
  /** `page` holds what is chosen, and is told what the person does. */
  constructor(root, page) {
    Object.assign(this, { root, page });
    this.answer = el('div', { class: 'answer', id: 'answer' });
    this.faults = el('div', { class: 'faults', role: 'status' });
    this.message = el('p', { class: 'message', role: 'alert' });
    this.queue = el('div', { class: 'queued' });
    this.text = el('textarea', { id: 'position', rows: 2, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  }

  render() {
    const parts = [this.questionPart(), this.message, this.queue, this.answer, this.positionPart()];
    const old = [...this.root.children].filter((part) => !parts.includes(part));
    // The old parts go last. Otherwise a page that is shorter for a moment would scroll.
    keepFocus(this.root, () => {
      this.root.prepend(...parts);
      for (const part of old) part.remove();
    }, '#ask');
  }

  questionPart() {
    const { page } = this;
    const choices = questionsOf(page.game).map((question) => {
      const id = `question-${question.name}`;
      return [
        el('input', { type: 'radio', name: 'question', id, class: 'hidden-radio', checked: question === page.question, on: { change: () => page.choose(question) } }),
        el('label', { for: id }, say(question.name)),
      ];
    });
    const isClosed = isSite && page.question.needsServer === true;
    return el('section', { class: 'question' },
      el('fieldset', { class: 'choices-of' }, el('legend', {}, say('question')), choices),
      el('p', { class: 'help' }, say(`${page.question.name}Help`), isClosed ? ` ${say('needsServer')}` : null),
      el('details', { class: 'options', open: this.isOpen, on: { toggle: ({ target }) => { this.isOpen = target.open; } } },
        el('summary', {}, say('options')),
        page.question.options.filter(({ rules }) => !rules || rules === page.game.rules).map((option) => this.option(option)),
        LIMITS.map((limit) => this.limit(limit))),
      this.faults,
      button(say('ask'), () => page.ask(), { class: 'ask', id: 'ask', disabled: isClosed }));
  }

  option(option) {
    const { page } = this;
    const id = `option-${option.name}`;
    const set = (value) => page.set(option.name, value);
    const disabled = !suits(option, page.options, page.game);
    if (!option.choices) {
      // The words are part of what is pressed.
      return el('label', { class: 'option tick' },
        el('input', { type: 'checkbox', id, disabled, checked: page.options[option.name] === true, on: { change: ({ target }) => set(target.checked) } }),
        el('span', {}, say(option.words)));
    }
    return el('p', { class: 'option' },
      el('label', { for: id }, say(option.words)),
      el('select', { id, disabled, on: { change: ({ target }) => set(target.value) } },
        option.choices.map((value) => el('option', { value, selected: page.options[option.name] === value }, say(value)))));
  }

  /** Options that do not go together with what is chosen cannot be chosen. */
  fitOptions() {
    const { question, options, game } = this.page;
    for (const option of question.options) {
      const field = this.root.querySelector(`#option-${option.name}`);
      if (field) field.disabled = !suits(option, options, game);
    }
  }

  limit({ name, words, least, most }) {
    const { page } = this;
    const id = `limit-${name}`;
    const change = ({ target }) => {
      const value = Number(target.value);
      if (value >= least && value <= most) page.limits[name] = value;
      else target.value = page.limits[name];
    };
    return el('p', { class: 'option' },
      el('label', { for: id }, say(words)),
      el('input', { type: 'number', id, min: String(least), max: String(most), value: String(page.limits[name]), on: { change } }));
  }

  positionPart() {
    const { page } = this;
    const rules = page.game.rules;
    const names = OFFERED.includes(rules) ? OFFERED : [...OFFERED, rules];
    const size = (name, value, most) => el('p', { class: 'option' },
      el('label', { for: `size-${name}` }, say(name)),
      el('input', { type: 'number', id: `size-${name}`, min: '0', max: String(most), value: String(value) }));
    const number = (name) => Number(this.root.querySelector(`#size-${name}`).value);
    const other = () => page.newGame(`${number('files')}x${number('ranks')}:${number('zone')}`);
    this.text.value = page.text;
    return el('section', { class: 'position' },
      el('p', { class: 'option' },
        el('label', { for: 'rules' }, say('rules')),
        el('select', { id: 'rules', on: { change: ({ target }) => page.newGame(target.value) } },
          names.map((name) => el('option', { value: name, selected: name === rules }, say(name))))),
      el('details', { class: 'sizes' }, el('summary', {}, say('other')),
        size('files', 4, 9), size('ranks', 5, 9), size('zone', 1, 9), button(say('newBoard'), other)),
      el('label', { for: 'position', class: 'text-label' }, say('text')),
      this.text,
      el('div', { class: 'text-buttons' },
        button(say('load'), () => page.loadText(this.text.value), { class: 'load' }),
        button(say('copyLink'), ({ target }) => page.copyLink(target))));
  }

  /** Shows the faults of the position or of a text. */
  showFaults(faults) {
    this.faults.replaceChildren(...(faults.length ? [el('h2', {}, say('faults')), el('ul', {}, faults.map((fault) => el('li', {}, plain(fault.text))))] : []));
  }

  say(text) {
    this.message.textContent = text;
  }
}
