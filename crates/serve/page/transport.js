// How the page reaches the program: by requests to the server, or by calls to workers of the
// browser. `cargo xtask site` marks the page that has no server.
//
// Both have the same functions. `send(method, address, body)` returns the answer, with `json()` and
// `text()`, or throws the reason. `listen(heard, browser)` calls `heard(name, data)` for every
// event. `leave(address)` says something while the page closes.

/** Whether this is the page without a server. */
export const isSite = document.querySelector('meta[name="yose-site"]') !== null;

export const { send, listen, leave } = await import(isSite ? './workers.js' : './server.js');
