// Variations as a tree. A row is a move with its answer; a press on a move shows it on the table, a
// press on the sign before it opens the moves below. Rows come from a source: a certificate or the
// lines of a reply.

import * as api from './api.js';
import { button, el } from './dom.js';
import { say } from './language.js';

/** More rows than this wait behind a button. */
const MOST = 30;

/** What a certificate promises, in words. */
export function promiseText(promise) {
  if (promise === 'futile') return say('futileDrop');
  if (promise?.mate !== undefined) return say('mateWithin', promise.mate);
  if (promise?.hisshi !== undefined) return say('hisshiWithin', promise.hisshi);
  return '';
}

/** The tree of a certificate: every choice of a person, with the answer to it. */
export function ofCertificate(id) {
  return async (chosen) => {
    const { steps, branches } = await api.tree(id, chosen);
    const before = steps.map((step) => step.move);
    const rows = branches.map((branch) => ({
      path: [...chosen, branch.steps[0].move],
      steps: branch.steps,
      line: [...before, ...branch.steps.map((step) => step.move)],
      note: promiseText(branch.promise),
      goesOn: branch.goes_on,
    }));
    return { first: chosen.length ? [] : steps, rows };
  };
}

/** The tree of lines from a place: { moves, note } each. Moves that are alike are one row. */
export function ofLines(place, lines) {
  const root = { below: new Map() };
  for (const { moves, note } of lines) {
    let node = root;
    for (const move of moves) {
      if (!node.below.has(move)) node.below.set(move, { below: new Map() });
      node = node.below.get(move);
    }
    if (note) node.note = note;
  }
  const at = (path) => path.reduce((node, move) => node?.below.get(move), root);
  return async (path) => {
    const rows = await Promise.all([...(at(path)?.below ?? [])].map(async ([move, child]) => {
      // A row goes on as long as there is only one move.
      const line = [...path, move];
      let node = child;
      while (node.below.size === 1) {
        const [[next, below]] = node.below;
        line.push(next);
        node = below;
      }
      const { steps } = await api.line(place, line);
      return { path: line, steps: steps.slice(path.length), line, note: node.note ?? '', goesOn: node.below.size > 0 };
    }));
    return { first: [], rows };
  };
}

export class Tree {
  /** `source(path)` gives the rows below a path; `open(line, at)` shows a move on the table. */
  constructor(source, open) {
    Object.assign(this, { source, open });
    this.root = el('div', { class: 'tree' });
  }

  async show() {
    const { first, rows } = await this.source([]);
    const start = first.map((step, i) => this.move(step, first.slice(0, i + 1).map(({ move }) => move)));
    this.root.replaceChildren(...(start.length ? [el('p', { class: 'row-moves' }, start)] : []), this.list(rows));
  }

  list(rows) {
    const items = rows.map((row) => this.row(row));
    if (items.length <= MOST) return el('ul', {}, items);
    const rest = items.splice(MOST);
    const more = el('li', {}, button(say('moreRows', rest.length), () => {
      more.replaceWith(...rest);
      rest[0].querySelector('button')?.focus();
    }));
    return el('ul', {}, items, more);
  }

  row(row) {
    const moves = row.steps.map((step, i) => this.move(step, row.line.slice(0, row.line.length - row.steps.length + i + 1)));
    const item = el('li', {});
    const name = row.steps.map((step) => step.text).join(' ');
    const sign = row.goesOn
      ? button('▸', () => this.toggle(item, sign, row), { class: 'twig', 'aria-expanded': 'false', 'aria-label': say('below', name) })
      : el('span', { class: 'twig', 'aria-hidden': 'true' }, '·');
    item.append(el('div', { class: 'row' }, sign, el('div', { class: 'row-moves' }, moves, row.note ? el('small', {}, row.note) : null)));
    return item;
  }

  move(step, line) {
    return button(step.text, () => this.open(line, line.length), { class: 'move' });
  }

  async toggle(item, sign, row) {
    const isOpen = sign.getAttribute('aria-expanded') === 'true';
    sign.setAttribute('aria-expanded', String(!isOpen));
    sign.textContent = isOpen ? '▸' : '▾';
    const below = item.querySelector(':scope > ul');
    if (isOpen) {
      below?.remove();
      return;
    }
    const { rows } = await this.source(row.path);
    if (sign.getAttribute('aria-expanded') === 'true' && !item.querySelector(':scope > ul')) item.append(this.list(rows));
  }
}
