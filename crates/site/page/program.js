// The program as WebAssembly: calls go in as JSON and answers come out as JSON.

/**
 * How many plies of a search go with as much call stack as a thousand calls of `dig` need. About 90
 * have room (docs/lab/build.md), and a question within a question needs as much again.
 */
const PLIES = 45;

/** The most calls of `dig` that are tried. */
const DEEPEST = 1 << 17;

/** Whether an error says that the call stack is too small. Firefox has a name of its own for it. */
export const isTooDeep = (error) =>
  error instanceof RangeError || error?.name === 'InternalError' || /out of bounds/.test(error?.message ?? '');

/**
 * A function of the program that returns a promise. Where browsers have such functions, they run on
 * a stack of their own, which is larger than that of a worker.
 */
const promising = (call) => WebAssembly.promising?.(call) ?? (async (...values) => call(...values));

export class Program {
  /** `tell(text)` gets every text that the program posts. */
  constructor(module, tell) {
    this.words = null;
    const text = (place, bytes) => new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, place >>> 0, bytes >>> 0));
    const host = {
      now: () => performance.now(),
      post: (place, bytes) => tell(text(place, bytes)),
      broke: (place, bytes) => { this.words = text(place, bytes); },
    };
    this.exports = new WebAssembly.Instance(module, { host }).exports;
    this.run = promising(this.exports.call);
    this.dig = promising(this.exports.dig);
  }

  /** Sets how deep searches may go: `plies`, or as deep as the call stack allows. Returns it. */
  async setDepth(plies) {
    const depth = plies ?? (await this.possibleDepth());
    this.exports.depth(depth);
    return depth;
  }

  /** The depth for which the call stack has room. */
  async possibleDepth() {
    const fits = async (frames) => {
      try {
        return (await this.dig(frames)) === frames;
      } catch (error) {
        if (isTooDeep(error)) return false;
        throw error;
      }
    };
    let frames = 1024;
    while (frames < DEEPEST && (await fits(2 * frames))) frames *= 2;
    for (let more = frames / 2; more >= 256; more /= 2) if (frames < DEEPEST && (await fits(frames + more))) frames += more;
    return Math.floor((frames / 1000) * PLIES);
  }

  /** Answers a call: an object. */
  async call(call) {
    const bytes = new TextEncoder().encode(JSON.stringify(call));
    const place = this.exports.input(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    await this.run();
  }
}
