// A game of a person against a certificate: whatever the person defends, the certificate has the
// mating move; where there is no mate, it has a reply to every check. Against a brinkmate the
// person may also pass, and sees what was threatened.

import * as api from './api.js';
import { button, el, keepFocus } from './dom.js';
import { say } from './language.js';
import { read, squareIndex } from './setup.js';

export class Duel {
  /** Plays on a table against the certificate of a job. */
  constructor(table, game, id) {
    Object.assign(this, { table, game, id, chosen: [], asking: null });
    this.root = el('div', { class: 'duel' });
  }

  async play(chosen) {
    this.now = await api.play(this.id, chosen);
    this.chosen = chosen;
    this.asking = null;
    this.show();
  }

  show() {
    const { now, game } = this;
    const last = now.steps.at(-1);
    this.table.look({
      game,
      setup: read(last?.position ?? now.position, game),
      marks: last ? [last.from, last.to].filter(Boolean).map((name) => squareIndex(name, game)) : [],
      choices: now.choices,
      choose: (found) => this.choose(found),
    });
    this.render();
  }

  /** One choice is played; between promoting and not, the person is asked. */
  choose(found) {
    if (found.length === 1) {
      this.play([...this.chosen, found[0].move]);
    } else {
      this.asking = found;
      this.render();
      this.root.querySelector('.asking button')?.focus();
    }
  }

  /** What the person is asked to do, or how it ended. */
  get what() {
    const { defends, checks, choices } = this.now;
    if (choices.length === 0) return say(defends ? 'mated' : checks ? 'noCheck' : 'noMove');
    return say(defends ? 'defending' : checks ? 'attacking' : 'attackingFreely');
  }

  /** What the certificate promised with its answer, as a sentence about what is left. */
  get promised() {
    const { promise, said } = this.now;
    if (promise === 'futile') return say('futileTaken');
    const left = (promise?.mate ?? promise?.hisshi) - 1;
    if (promise?.mate !== undefined) return say('mateLeft', left);
    if (promise?.hisshi !== undefined) return left ? say('hisshiLeft', left) : say('hisshiNow');
    return said;
  }

  render() {
    const { now, chosen, asking } = this;
    const over = now.choices.length === 0;
    const said = over ? '' : this.promised;
    keepFocus(this.root, () => this.root.replaceChildren(
      el('p', { class: 'played' }, now.steps.map((step) => el('span', { class: 'move-text' }, step.text))),
      el('div', { class: 'bar' },
        el('p', { role: 'status', class: over ? 'over' : '' }, said ? el('span', { class: 'said' }, said, ' ') : null, this.what),
        asking
          ? el('div', { class: 'asking', role: 'group', 'aria-label': say('promote') },
              asking.map((choice) => button(say(choice.promotes ? 'yes' : 'no'), () => this.play([...chosen, choice.move]))))
          : null,
        el('div', { class: 'acts' },
          el('div', { class: 'controls' }, button(say('takeBack'), () => this.play(chosen.slice(0, -1)), { disabled: chosen.length === 0 })),
          el('ul', { class: 'choices' }, now.choices.map((choice) => el('li', {}, button(choice.text, () => this.play([...chosen, choice.move]), { class: 'move' })))))),
    ), '.choices button', 'button:not(:disabled)');
  }
}
