// The page without a server: the same addresses as those of the server, answered by workers of the
// browser. One worker answers what needs no search. Every job has a worker of its own, one after
// the other; when the job ends or is stopped, the worker ends, and its memory is free again.

/** The most jobs whose replies and certificates are kept. */
const KEPT = 20;

/** The least depth of searches with which a job is tried again. */
const LEAST_DEPTH = 16;

let compiled = null;

/** The compiled program, fetched once. */
function program() {
  compiled ??= compile().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function compile() {
  const response = await fetch(new URL('./yose.wasm', import.meta.url));
  if (!response.ok) throw new Error(`yose.wasm: ${response.status} ${response.statusText}`);
  // A host that does not know the type of the file gets it compiled all the same.
  const isKnown = response.headers.get('content-type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A worker that answers calls in their order. */
class Helper {
  /** `heard(status)` gets the status of a job at work. */
  constructor(depth, heard = () => {}) {
    Object.assign(this, { depth, heard, waiting: [], isKnown: false });
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ broken: event.message ?? 'the worker could not be started', reason: 'fault' });
  }

  async call(call) {
    const module = this.isKnown ? undefined : await program();
    this.isKnown = true;
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage({ module, depth: this.depth, call });
    });
  }

  hear(data) {
    if (this.isOver) return;
    if (typeof data !== 'string') {
      this.end();
      for (const { reject } of this.waiting.splice(0)) reject(Object.assign(new Error(data.broken), data));
      return;
    }
    const { status, answer, refusal } = JSON.parse(data);
    if (status) this.heard(status);
    else if (refusal) this.waiting.shift().reject(new Error(refusal));
    else this.waiting.shift().resolve(answer);
  }

  end() {
    this.isOver = true;
    this.worker.terminate();
  }
}

let desk = null;

/** The answer to a call that needs no search. */
function atDesk(call) {
  if (!desk || desk.isOver) desk = new Helper();
  return desk.call(call);
}

let tell = () => {};
let count = 0;
const jobs = new Map();

const open = () => [...jobs.values()].filter((job) => job.status.state !== 'ended');
const running = () => open().find((job) => job.helper);

/** Where the queue stands. */
function queue() {
  const busy = running() ? 1 : 0;
  return { running: busy, waiting: open().length - busy, places: 1 };
}

/** Something about a job has changed. */
function change(job, status) {
  job.status = status;
  tell('job', status);
}

/** The places in the queue have changed; the next job may start. */
function moveUp() {
  const [first] = open();
  if (first && !running()) work(first);
  for (const [ahead, job] of open().filter((job) => !job.helper).entries()) change(job, { ...job.status, ahead: ahead + (running() ? 1 : 0) });
  const ended = [...jobs.values()].filter((job) => job.status.state === 'ended');
  for (const job of ended.slice(0, -KEPT)) jobs.delete(job.name.id);
  tell('queue', queue());
}

/** Puts a request into the queue. */
async function ask(request, tab = null) {
  count += 1;
  const name = { id: String(count), tab };
  const status = await atDesk({ call: 'admit', job: name, request });
  const job = { name, request, status, certificates: [] };
  jobs.set(name.id, job);
  moveUp();
  return job.status;
}

async function work(job, depth) {
  const helper = new Helper(depth, (status) => job.helper === helper && change(job, status));
  job.helper = helper;
  try {
    const { status, certificates } = await helper.call({ call: 'job', job: job.name, request: job.request });
    job.certificates = certificates;
    finish(job, status);
  } catch (error) {
    // A job that was stopped has another end.
    if (job.helper !== helper) return;
    const less = Math.floor(error.depth / 2);
    if (error.reason === 'depth' && less >= LEAST_DEPTH) await work(job, less);
    else await breakOff(job, error.reason ?? 'fault', error.reason === 'depth' ? null : error.message);
  } finally {
    helper.end();
  }
}

function finish(job, status) {
  job.helper = null;
  change(job, status);
  moveUp();
}

/** Ends a job from outside. What it has told stays. */
async function breakOff(job, reason, error = null) {
  job.helper?.end();
  const { progress, found } = job.status;
  const call = { call: 'broken-off', job: job.name, request: job.request, reason, error, progress, found };
  // A desk that broke down is replaced by the next call.
  finish(job, await atDesk(call).catch(() => atDesk(call)));
}

async function stop(job) {
  if (job.status.state !== 'ended' && !job.isStopping) {
    job.isStopping = true;
    await breakOff(job, 'interrupted');
  }
  return job.status;
}

/** The answers to addresses, each with what of the address it needs. */
const ANSWERS = [
  ['GET', /^game$/, (_, { query }) => atDesk({ call: 'game', rules: query.get('rules') })],
  ['POST', /^position$/, (_, { body }) => atDesk({ call: 'position', ...body })],
  ['POST', /^line$/, (_, { body }) => atDesk({ call: 'line', ...body })],
  ['POST', /^convert$/, (_, { body }) => atDesk({ call: 'convert', ...body })],
  ['POST', /^jobs$/, (_, { body, query }) => ask(body, query.get('tab'))],
  // A page that is loaded again has lost its workers.
  ['GET', /^jobs$/, () => ({ jobs: open().map((job) => job.status), queue: queue() })],
  ['GET', /^jobs\/(\w+)$/, (job) => job.status],
  ['DELETE', /^jobs\/(\w+)$/, stop],
  ['GET', /^jobs\/(\w+)\/text$/, ({ request, status }, { query }) =>
    atDesk({ call: 'report', request, reply: status.reply, language: query.get('language') })],
  ['GET', /^jobs\/(\w+)\/certificate$/, (job, { query }) => certificate(job, query.get('part'))],
  ['POST', /^jobs\/(\w+)\/verify$/, (job, { query }) =>
    ask({ question: { ask: 'verify', certificate: certificate(job, query.get('part')) } }, query.get('tab'))],
  ['POST', /^jobs\/(\w+)\/play$/, (job, { body }) =>
    atDesk({ call: 'play', job: job.name.id, request: job.request, certificate: certificate(job, 0), ...body })],
  ['POST', /^tabs\/[\w-]+\/open$/, () => ({})],
];

function certificate(job, part) {
  const text = job.certificates[Number(part)];
  if (text === undefined) throw new Error('there is no certificate of this name');
  return text;
}

export async function send(method, address, body) {
  const { pathname, searchParams: query } = new URL(address, 'https://site.invalid');
  const path = pathname.replace(/^\/api\//, '');
  for (const [known, pattern, answer] of ANSWERS) {
    const match = known === method && pattern.exec(path);
    if (!match) continue;
    const job = jobs.get(match[1]);
    if (match[1] && !job) throw new Error('there is no job of this name');
    const answered = await answer(job, { body, query });
    return { json: async () => answered, text: async () => answered };
  }
  throw new Error('this needs the server: start `yose serve`');
}

export function listen(heard) {
  tell = heard;
}

/** Workers end with their page. */
export const leave = () => {};
