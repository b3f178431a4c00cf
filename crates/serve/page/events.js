// Events of jobs. All tabs of a browser share one stream, because a browser opens six connections
// to a host and no more: the tab that holds a lock reads the stream and tells the others.

const CHANNEL = 'yose-events';

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
export function listen(heard) {
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(CHANNEL) : null;
  if (channel) channel.onmessage = ({ data: [name, data] }) => heard(name, data);
  const tell = (name, data) => {
    heard(name, data);
    channel?.postMessage([name, data]);
  };
  if (navigator.locks && channel) {
    // The lock is held as long as the tab is open.
    navigator.locks.request(CHANNEL, () => new Promise(() => open(tell)));
  } else {
    open(heard);
  }
}

function open(tell) {
  const stream = new EventSource(`/api/events?browser=${asker.browser}`);
  for (const name of ['job', 'queue']) stream.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
  stream.onopen = () => tell('connection', true);
  stream.onerror = () => tell('connection', false);
}
