// A plot that the server draws.

import { el } from './dom.js';
import { language, say } from './language.js';

/** The picture of an address, with its name for people who hear the page. */
export function plot(address, name) {
  const sign = address.includes('?') ? '&' : '?';
  return el('img', { class: 'plot', src: `${address}${sign}language=${language()}`, alt: say('plotOf', name), loading: 'lazy', width: '640', height: '400' });
}
