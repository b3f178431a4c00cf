// What the page asks for. Every function returns what the program says, or throws its reason.

import { language } from './language.js';
import { leave, send } from './transport.js';

const get = (address) => send('GET', address);
const post = (address, body) => send('POST', address, body);
const json = async (response) => (await response).json();
const text = async (response) => (await response).text();

/** The board and the pieces of rules. */
export const game = (rules) => json(get(`/api/game?rules=${encodeURIComponent(rules)}`));

/** What a text means, in any notation, with its faults. */
export const read = (text, rules = null, rest = false) =>
  json(post('/api/position', { text, rules, rest, language: language() }));

/** Every position of a line, and the legal moves after it. */
export const line = (place, moves = []) => json(post('/api/line', { ...place, moves, language: language() }));

/** A position with a line in another notation. */
export const convert = (place, moves, to) => text(post('/api/convert', { ...place, moves, to, language: language() }));

/** Puts a request into the queue. */
export const ask = (request, asker) => json(post(`/api/jobs?${new URLSearchParams(asker)}`, request));

/** The jobs of a tab, and the length of the queue. */
export const jobs = (asker) => json(get(`/api/jobs?${new URLSearchParams(asker)}`));

/** Stops a job. What it found stays. */
export const stop = (id) => json(send('DELETE', `/api/jobs/${id}`));

/** The reply of a job as a text for people. */
export const report = (id) => text(get(`/api/jobs/${id}/text?language=${language()}`));

/** The certificate of a job. */
export const certificate = (id, part = 0) => text(get(`/api/jobs/${id}/certificate?part=${part}`));

/** A new job in which the referee checks a certificate. */
export const verify = (id, part, asker) =>
  json(post(`/api/jobs/${id}/verify?${new URLSearchParams({ ...asker, part })}`, {}));

/** Plays against the certificate of a job. */
export const play = (id, moves) => json(post(`/api/jobs/${id}/play`, { moves, language: language() }));

/** The same with every choice and the answer to it: one level of the tree of variations. */
export const tree = (id, moves) => json(post(`/api/jobs/${id}/play`, { moves, branches: true, language: language() }));

/** Says that this tab is there, or that it closes. */
export const openTab = (tab) => post(`/api/tabs/${tab}/open`, {});
export const closeTab = (tab) => leave(`/api/tabs/${tab}/close`);
