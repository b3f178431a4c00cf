// Requests to the server. Every function returns what the server says, or throws its reason.

import { language } from './language.js';

async function answer(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Error(body.error ?? `${response.status} ${response.statusText}`);
}

async function post(address, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer(response);
}

const json = async (response) => (await response).json();

/** The board and the pieces of rules. */
export const game = (rules) => json(fetch(`/api/game?rules=${encodeURIComponent(rules)}`).then(answer));

/** What a text means, in any notation, with its faults. */
export const read = (text, rules = null, rest = false) =>
  json(post('/api/position', { text, rules, rest, language: language() }));

/** Every position of a line, and the legal moves after it. */
export const line = (place, moves = []) => json(post('/api/line', { ...place, moves, language: language() }));

/** A position with a line in another notation. */
export const convert = async (place, moves, to) =>
  (await post('/api/convert', { ...place, moves, to, language: language() })).text();

/** Puts a request into the queue. */
export const ask = (request, asker) => json(post(`/api/jobs?${new URLSearchParams(asker)}`, request));

/** The jobs of a tab, and the length of the queue. */
export const jobs = (asker) => json(fetch(`/api/jobs?${new URLSearchParams(asker)}`).then(answer));

/** Stops a job. What it found stays. */
export const stop = (id) => json(fetch(`/api/jobs/${id}`, { method: 'DELETE' }).then(answer));

/** The reply of a job as a text for people. */
export const report = async (id) =>
  (await fetch(`/api/jobs/${id}/text?language=${language()}`).then(answer)).text();

/** The certificate of a job. */
export const certificate = async (id, part = 0) =>
  (await fetch(`/api/jobs/${id}/certificate?part=${part}`).then(answer)).text();

/** A new job in which the referee checks a certificate. */
export const verify = (id, part, asker) =>
  json(post(`/api/jobs/${id}/verify?${new URLSearchParams({ ...asker, part })}`, {}));

/** Plays against the certificate of a job. */
export const play = (id, moves) => json(post(`/api/jobs/${id}/play`, { moves, language: language() }));

/** The same with every choice and the answer to it: one level of the tree of variations. */
export const tree = (id, moves) => json(post(`/api/jobs/${id}/play`, { moves, branches: true, language: language() }));

/** Says that this tab is there, or that it closes. */
export const openTab = (tab) => post(`/api/tabs/${tab}/open`, {});
export const closeTab = (tab) => navigator.sendBeacon(`/api/tabs/${tab}/close`);
