// What a reply has beside the solution: cooks, equally long defences, flaws, cures, parries. They
// are lists of small boards or moves; a press on one plays its line on the table.

import * as api from './api.js';
import { button, el } from './dom.js';
import { language, say } from './language.js';
import { smallBoard } from './picture.js';
import { read, squareIndex } from './setup.js';
import { Tree, ofLines } from './tree.js';

/** More boards of one list than this wait behind a button. */
const MOST = 24;

/** The lists of a reply. `open(moves, at)` plays a line; `load(text)` opens a position. */
export async function findings(game, place, question, reply, { open, load }) {
  const main = reply.solution ?? (question.passes ? [] : reply.line ?? []);
  const branch = ({ at, line, move }) => [...main.slice(0, at - 1), ...(line ?? [move])];
  const lists = [
    await boards('cooks', reply.cooks, (cook) => ({
      moves: branch(cook), at: cook.at,
      note: [say(`class_${cook.class}`), cook.minor ? say('isMinor') : null, cook.exempt ? say('isExempt') : null].filter(Boolean).join(' · '),
    })),
    await boards('variations', reply.variations, (one) => ({ moves: branch(one), at: one.at, note: '' })),
    await everyVariation(reply.every_variation),
    roles(reply.flaws?.filter((flaw) => flaw.name === 'no-role')),
    await flaws(reply.flaws?.filter((flaw) => flaw.name !== 'no-role')),
    await undecided(reply.undecided),
    await cures(reply.cures),
    texts('unexamined', reply.unexamined ? [[say('unexaminedEdits', reply.unexamined.edits)]] : null),
    ...(question.passes ? [await threatened(reply.line), ...(await replies(reply.moves))] : []),
  ];
  return lists.filter(Boolean);

  async function boards(name, items, of) {
    if (!items?.length) return null;
    return section(name, items.length, await cards(items, async (item) => {
      const { moves, at, note } = of(item);
      const { steps } = await api.line(place, moves.slice(0, at));
      return card(steps.at(-1), at, note, () => open(moves, at));
    }));
  }

  /** A list of boards. Those beyond the first wait behind a button. */
  async function cards(items, of) {
    const list = el('ul', { class: 'cards' });
    const add = async (from) => {
      const shown = await Promise.all(items.slice(from, from + MOST).map(of));
      const next = from + shown.length;
      list.append(...shown);
      if (next === items.length) return shown;
      const more = el('li', {}, button(say('moreRows', items.length - next), async ({ target }) => {
        target.disabled = true;
        const [first] = await add(next);
        more.remove();
        first.querySelector('button')?.focus({ preventScroll: true });
      }, { class: 'card more-cards' }));
      list.append(more);
      return shown;
    };
    await add(0);
    return list;
  }

  function card(step, at, note, action) {
    const marks = [step.from, step.to].filter(Boolean).map((square) => squareIndex(square, game));
    return el('li', {},
      button([smallBoard(game, read(step.position, game), marks), el('span', { class: 'move-text' }, say('cookAt', at, step.text)), el('small', {}, note)], action, { class: 'card' }));
  }

  /** Every defence with its mate, every cook, every check with the reply that holds: as a tree. */
  async function everyVariation(every) {
    if (!every) return null;
    const lines = [
      { moves: main, note: say('line') },
      ...(reply.cooks ?? []).map((cook) => ({ moves: branch(cook), note: say(`class_${cook.class}`) })),
      ...every.defences.map((one) => ({ moves: branch(one), note: one.left ? say('piecesLeft', one.left) : '' })),
      ...every.holds.map((moves) => ({ moves, note: say('holds') })),
    ];
    const tree = new Tree(ofLines(place, lines), open);
    await tree.show();
    const stopped = every.stopped ? el('p', { class: 'fact' }, say('notEvery')) : null;
    return section('everyVariation', lines.length, [stopped, tree.root]);
  }

  /** Pieces without a role, each marked on a board. */
  function roles(items) {
    if (!items?.length) return null;
    const setup = read(place.position, game);
    return section('noRole', items.length, el('ul', { class: 'cards' }, items.map((flaw) => {
      const square = flaw.what.match(/\b\d+[a-i]\b/)?.[0];
      const index = square ? squareIndex(square, game) : -1;
      return el('li', {}, el('figure', { class: 'card' }, smallBoard(game, setup, [index]), el('figcaption', { class: 'move-text' }, say('pieceOn', ...pieceWords(flaw.what)))));
    })));
  }

  /** Moves from a ply of the solution on, as people write them. */
  async function written(at, moves) {
    const before = main.slice(0, (at ?? 1) - 1);
    const walk = await api.line(place, [...before, ...moves]).catch(() => null);
    return walk ? walk.steps.slice(before.length).map((step) => step.text) : moves;
  }

  async function flaws(items) {
    // The server tells flaws in English; in Japanese their names say what they are.
    const words = (items ?? []).map(async (flaw) => {
      const name = language() === 'ja' ? flaw.japanese : flaw.what[0].toUpperCase() + flaw.what.slice(1);
      const line = flaw.line.length ? await written(flaw.at, flaw.line) : [];
      return [flaw.at ? say('counted', name, say('atMove', flaw.at)) : name, ...line.map((move) => el('span', { class: 'move-text' }, ` ${move}`))];
    });
    return texts('flaws', await Promise.all(words));
  }

  async function undecided(items) {
    // The moves of threats are in lists of their own.
    if (question.passes) return null;
    const words = (items ?? []).map(async ({ at, move }) => [say('cookAt', at, (await written(at, [move]))[0])]);
    return texts('undecided', await Promise.all(words));
  }

  /** `P on 3b` or `p 3b to 4c` as it is told: the sign of the side, the piece, its squares. */
  function pieceWords(what) {
    const [piece, ...rest] = what.split(' ');
    const letters = piece.toUpperCase();
    const side = piece === letters ? '☗' : '☖';
    const squares = rest.filter((word) => /^\d+[a-i]$/.test(word));
    if (language() !== 'ja') return [side, letters, ...squares];
    const kanji = game.pieces.find((kind) => kind.letters === letters)?.kanji || letters;
    const square = (word) => String.fromCharCode(word.charCodeAt(0) + 0xfee0) + '一二三四五六七八九'[word.charCodeAt(1) - 97];
    return [side, kanji, ...squares.map(square)];
  }

  function texts(name, items) {
    return items?.length ? section(name, items.length, el('ul', {}, items.map((item) => el('li', {}, item)))) : null;
  }

  async function cures(items) {
    if (!items) return null;
    if (!items.length) return section('cures', 0, el('p', {}, say('noCures')));
    return section('cures', items.length, await cards(items, (edit) =>
      el('li', {}, button([smallBoard(game, read(edit.sfen, game)), el('span', { class: 'whole' }, say(`edit_${edit.edit}`, ...pieceWords(edit.what))), el('small', {}, say(`after_${edit.verdict}`))], () => load(edit.sfen), { class: 'card', title: say('openHere') }))));
  }

  /** The mate that the other side threatens: the line begins after a pass. */
  async function threatened(line) {
    if (!line?.length) return null;
    const moves = ['pass', ...line];
    const { steps } = await api.line(place, moves);
    return section('threatened', line.length, [
      el('p', {}, steps.slice(1).map((step) => el('span', { class: 'move-text' }, `${step.text} `))),
      button(say('playThreat'), () => open(moves, 1), { class: 'play-threat' })]);
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

  function section(name, count, body) {
    // The cooks of a brinkmate need not mate.
    const title = name === 'cooks' && question.name === 'hisshi' ? 'cooksHisshi' : name;
    return el('section', { class: `finding ${name}` }, el('h2', {}, say('counted', say(title), count)), body);
  }
}
