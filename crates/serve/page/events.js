// Who asks, and the events of its jobs.

import * as transport from './transport.js';

function kept(store, key, fresh) {
  try {
    const value = (!fresh && store.getItem(key)) || crypto.getRandomValues(new Uint32Array(4)).join('-');
    store.setItem(key, value);
    return value;
  } catch {
    return crypto.getRandomValues(new Uint32Array(4)).join('-');
  }
}

// A tab keeps its name when it is loaded again. A new tab, even a copy, gets a new name.
const navigation = performance.getEntriesByType('navigation')[0]?.type;
const stays = navigation === 'reload' || navigation === 'back_forward';

/** Who asks: this browser and this tab. */
export const asker = {
  browser: kept(localStorage, 'yose-browser', false),
  tab: kept(sessionStorage, 'yose-tab', !stays),
};

/** Calls `heard(name, data)` for every event of this browser. */
export const listen = (heard) => transport.listen(heard, asker.browser);
