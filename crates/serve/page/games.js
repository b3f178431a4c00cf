// Games by their rules, each asked for once.

import * as api from './api.js';

const known = new Map();

/** The rules that the page offers by name. */
export const OFFERED = ['shogi', 'minishogi', 'dobutsu', 'loa:8x8', 'loa:7x7', 'loa:6x6', 'loa:5x5'];

/** The game of rules. */
export async function gameOf(rules) {
  if (!known.has(rules)) {
    const game = await api.game(rules);
    // Two names of the same rules are the same game.
    known.set(game.rules, known.get(game.rules) ?? game);
    known.set(rules, known.get(game.rules));
  }
  return known.get(rules);
}
