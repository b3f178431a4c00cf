// The program as WebAssembly: calls go in as JSON and answers come out as JSON.

/** How many plies of a search need as much call stack as a thousand calls of `dig`. */
const PLIES = 20;

/** The most calls of `dig` that are tried. */
const DEEPEST = 1 << 17;

/** Whether an error says that the call stack is too small. Firefox has a name of its own for it. */
export const isTooDeep = (error) =>
  error instanceof RangeError || error?.name === 'InternalError' || /out of bounds/.test(error?.message ?? '');

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
  }

  /** Sets how deep searches may go: `plies`, or as deep as the call stack allows. Returns it. */
  setDepth(plies = this.possibleDepth()) {
    this.exports.depth(plies);
    return plies;
  }

  /** The depth for which the call stack has room. */
  possibleDepth() {
    const fits = (frames) => {
      try {
        return this.exports.dig(frames) === frames;
      } catch (error) {
        if (isTooDeep(error)) return false;
        throw error;
      }
    };
    let frames = 1024;
    while (frames < DEEPEST && fits(2 * frames)) frames *= 2;
    for (let more = frames / 2; more >= 256; more /= 2) if (frames < DEEPEST && fits(frames + more)) frames += more;
    return Math.floor((frames / 1000) * PLIES);
  }

  /** Answers a call: an object. */
  call(call) {
    const bytes = new TextEncoder().encode(JSON.stringify(call));
    const place = this.exports.input(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    this.exports.call();
  }
}
