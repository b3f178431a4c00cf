// What a check found beside the solution, and the threats of a brinkmate: lists of small boards. A
// press on one plays its line on the table.

import * as api from './api.js';
import { button, el } from './dom.js';
import { language, say } from './language.js';
import { smallBoard } from './picture.js';
import { read, squareIndex } from './setup.js';

/** The most boards of one list. */
const MOST = 24;

/** The lists of a reply. `open(moves, at)` plays a line; `load(text)` opens a position. */
export async function findings(game, place, question, reply, { open, load }) {
  const main = question.passes ? [] : reply.line ?? [];
  const branch = ({ at, line }) => [...main.slice(0, at - 1), ...line];
  const lists = [
    await boards('cooks', reply.cooks, (cook) => ({
      moves: branch(cook), at: cook.at,
      note: `${say(`class_${cook.class}`)}${cook.minor ? ` · ${say('isMinor')}` : ''}`,
    })),
    await boards('variations', reply.variations, (one) => ({ moves: branch(one), at: one.at, note: '' })),
    flaws(reply.flaws),
    texts('undecided', reply.undecided?.map((one) => `${one.at}: ${one.move}`)),
    cures(reply.cures),
    await threats(reply.threats),
    ...(question.passes ? [await threatened(reply.line), ...(await replies(reply.moves))] : []),
  ];
  return lists.filter(Boolean);

  async function boards(name, items, of) {
    if (!items?.length) return null;
    const shown = await Promise.all(items.slice(0, MOST).map(async (item) => {
      const { moves, at, note } = of(item);
      const { steps } = await api.line(place, moves.slice(0, at));
      return card(steps.at(-1), at, note, () => open(moves, at));
    }));
    return section(name, items.length, el('ul', { class: 'cards' }, shown));
  }

  function card(step, at, note, action) {
    const marks = [step.from, step.to].filter(Boolean).map((square) => squareIndex(square, game));
    const title = say('cookAt', at, step.text);
    return el('li', {},
      button([smallBoard(game, read(step.position, game), marks), el('span', { class: 'move-text' }, title), el('small', {}, note)].filter(Boolean), action, { class: 'card' }));
  }

  function flaws(items) {
    // The server tells flaws in English; in Japanese their names say what they are.
    const words = items?.map((flaw) => {
      const name = language() === 'ja' ? flaw.japanese : `${flaw.name}: ${flaw.what}`;
      return [name, flaw.at ? `(${flaw.at})` : '', ...flaw.line].filter(Boolean).join(' ');
    });
    return texts('flaws', words);
  }

  function texts(name, items) {
    return items?.length ? section(name, items.length, el('ul', {}, items.map((item) => el('li', {}, item)))) : null;
  }

  function cures(items) {
    if (!items?.length) return null;
    return section('cures', items.length, el('ul', { class: 'cards' }, items.slice(0, MOST).map((edit) =>
      el('li', {}, button([smallBoard(game, read(edit.sfen, game)), el('span', {}, edit.what)], () => load(edit.sfen), { class: 'card', title: say('openHere') })))));
  }

  /** The position with the other side to move: where a line after a pass begins. */
  function passed(position) {
    return { ...place, position: position.replace(/ ([bw]) /, (_, turn) => ` ${turn === 'b' ? 'w' : 'b'} `) };
  }

  async function textAfterPass(position, line) {
    const walk = await api.line(passed(position), line).catch(() => null);
    return walk?.steps.map((step) => step.text).join(' ') ?? line.join(' ');
  }

  /** The mate that the other side threatens. */
  async function threatened(line) {
    return line?.length ? section('threatened', line.length, el('p', {}, await textAfterPass(place.position, line))) : null;
  }

  /** The moves of the defender by what becomes of them. Those with a line can be played through. */
  async function replies(items) {
    const { legal } = await api.line(place);
    const text = (move) => legal.find((choice) => choice.move === move)?.text ?? move;
    return ['parry', 'hisshi', 'mate', 'unknown'].map((result) => {
      const these = (items ?? []).filter((item) => item.result === result);
      if (!these.length) return null;
      return section(`after_${result}`, these.length, el('ul', { class: 'choices' }, these.map(({ move, line }) =>
        el('li', {}, button(text(move), () => open([move, ...(line ?? [])], 1), { class: 'move' })))));
    });
  }

  /** The mate that a quiet move threatens is a line after a pass. */
  async function threats(items) {
    if (!items?.length) return null;
    const { position, steps } = await api.line(place, main);
    const rows = await Promise.all(items.map(async ({ at, line }) => {
      const after = (at ? steps[at - 1]?.position : position) ?? position;
      const text = line ? await textAfterPass(after, line) : say('noThreatLine');
      return el('li', {}, `${say('threatAt', at)}: `, el('span', {}, text));
    }));
    return section('threats', items.length, el('ul', {}, rows));
  }

  function section(name, count, body) {
    return el('section', { class: 'finding' }, el('h2', {}, `${say(name)} (${count})`), body);
  }
}
