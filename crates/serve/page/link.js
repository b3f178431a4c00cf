// The address of the page: the question and the position in the path, options in the query. Without
// a server everything is in the query, because hosts of files know no other paths. A link shows a
// board and runs nothing.

import { byPath, defaults } from './questions.js';
import { isSite } from './transport.js';

/** What the address says: { path, position, rules, options }. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const [, path = '', ...rest] = isSite ? ['', query.get('ask') ?? ''] : location.pathname.split('/');
  const question = byPath(path);
  const inPath = question ? decode(rest.join('/')) : '';
  const position = (inPath || query.get('sfen') || '').replaceAll('_', ' ');
  const options = {};
  for (const option of question?.options ?? []) {
    const value = query.get(option.name);
    if (value === null) continue;
    if (!option.choices) options[option.name] = value === '1';
    else if (option.choices.includes(value)) options[option.name] = value;
  }
  return { path: question?.path, position, rules: query.get('rules'), options };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a position and a question. */
export function addressOf(question, position, rules, options) {
  const query = new URLSearchParams();
  if (rules !== 'shogi') query.set('rules', rules);
  const usual = defaults(question);
  for (const [name, value] of Object.entries(options)) {
    if (value !== usual[name]) query.set(name, value === true ? '1' : value);
  }
  const asked = query.toString();
  const blank = position.replaceAll(' ', '_');
  if (isSite) {
    const text = encodeURIComponent(blank).replaceAll('%2F', '/');
    return `${location.pathname}?ask=${question.path}&sfen=${text}${asked ? `&${asked}` : ''}`;
  }
  const text = encodeURI(blank).replaceAll('?', '%3F').replaceAll('#', '%23');
  return `/${question.path}/${text}${asked ? `?${asked}` : ''}`;
}

/** Shows an address in the browser: as a new entry of its history, or in place of the last. */
export function show(address, isNew) {
  if (address === location.pathname + location.search) return;
  if (isNew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
