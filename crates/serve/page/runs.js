// Runs over many machines, and who works for them: read again every few seconds while they are seen.

import { el } from './dom.js';
import { number, say } from './language.js';

const PAUSE = 3000;

/** A section that keeps itself up to date. `get` reads JSON of an address. */
export function runs(get) {
  const body = el('div', { class: 'runs' });
  const section = el('section', { class: 'card-box' }, el('h2', {}, say('runs')), body);
  const look = async () => {
    try {
      if (!document.hidden) body.replaceChildren(...picture(await get('/api/runs')));
    } catch (error) {
      body.replaceChildren(el('p', { role: 'alert', class: 'message' }, say('error', error.message)));
    }
    if (section.isConnected) setTimeout(look, PAUSE);
  };
  look();
  return section;
}

function picture({ runs, workers }) {
  return [
    runs.length ? table(['run', 'pieces', 'inWork', 'rechecks', 'timeLeft'], runs.map(runRow)) : el('p', {}, say('noRuns')),
    ...runs.flatMap(troubles),
    workers.length ? table(['worker', 'host', 'threadsBusy', 'piecesDone'], workers.map(workerRow)) : el('p', {}, say('noWorkers')),
  ];
}

const table = (heads, rows) => el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': say(heads[0]) },
  el('table', {}, el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, say(head))))), el('tbody', {}, rows)));

const row = (...cells) => el('tr', {}, cells.map((cell) => el('td', {}, cell)));

function runRow({ title, coordinated, pieces, done, in_flight, rechecked, rechecks, seconds_left }) {
  const share = Math.floor(100 * done / Math.max(1, pieces));
  const left = seconds_left === null ? (coordinated ? '–' : say('noCoordinator')) : span(seconds_left);
  return row(title, `${number(done)} / ${number(pieces)} (${share} %)`, number(in_flight), `${number(rechecked)} / ${number(rechecks)}`, left);
}

/** Who was shut out, and what failed, with the reasons. */
const troubles = ({ shut_out: shutOut, failed }) => [
  ...shutOut.map((name) => el('p', { class: 'message' }, say('shutOut', name))),
  ...Object.entries(failed).map(([piece, reasons]) => el('p', { class: 'message' }, say('failedPiece', piece, reasons.join('; ')))),
];

const workerRow = ({ name, host, busy, threads, done, fault }) =>
  row(fault ? el('span', { class: 'may-break' }, say('named', name, fault)) : name, host, `${number(busy.length)} / ${number(threads)}`, number(done));

function span(seconds) {
  if (seconds < 90) return say('seconds', Math.round(seconds));
  if (seconds < 5400) return say('minutes', Math.round(seconds / 60));
  return say('hours', number(Math.round(seconds / 360) / 10));
}
