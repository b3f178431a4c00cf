// Requests to the server, and its events. All tabs of a browser share one stream of events, because
// a browser opens six connections to a host and no more: the tab that holds a lock reads the stream
// and tells the others.

const CHANNEL = 'yose-events';

export async function send(method, address, body) {
  const more = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...more });
  if (response.ok) return response;
  const reason = await response.json().catch(() => ({}));
  throw new Error(reason.error ?? `${response.status} ${response.statusText}`);
}

export const leave = (address) => navigator.sendBeacon(address);

export function listen(heard, browser) {
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(CHANNEL) : null;
  if (channel) channel.onmessage = ({ data: [name, data] }) => heard(name, data);
  const tell = (name, data) => {
    heard(name, data);
    channel?.postMessage([name, data]);
  };
  if (navigator.locks && channel) {
    // The lock is held as long as the tab is open.
    navigator.locks.request(CHANNEL, () => new Promise(() => open(tell, browser)));
  } else {
    open(heard, browser);
  }
}

function open(tell, browser) {
  const stream = new EventSource(`/api/events?browser=${browser}`);
  for (const name of ['job', 'queue']) stream.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
  stream.onopen = () => tell('connection', true);
  stream.onerror = () => tell('connection', false);
}
