// Jobs that this tab follows. The latest status of a job wins, wherever it came from.

const known = new Map();
const watchers = new Map();

/** A status has arrived. */
export function heard(status) {
  if (known.get(status.id)?.state === 'ended' && status.state !== 'ended') return;
  known.set(status.id, status);
  watchers.get(status.id)?.(status);
}

/** Calls `watcher` with every status of a job from now on, and resolves with the last one. */
export function follow(status, watcher = () => {}) {
  return new Promise((resolve) => {
    watchers.set(status.id, (latest) => {
      watcher(latest);
      if (latest.state !== 'ended') return;
      watchers.delete(latest.id);
      resolve(latest);
    });
    const before = known.get(status.id);
    heard(before?.state === 'ended' ? before : status);
  });
}
