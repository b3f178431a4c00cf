// The queue: how many searches run and wait on the server, and those of this browser, each with a
// button that stops it or takes it back.

import * as api from './api.js';
import { button, el } from './dom.js';
import { say } from './language.js';
import { waitingText } from './verdict.js';

export class Queue {
  constructor(head, root) {
    Object.assign(this, { head, root, jobs: new Map(), length: null, isLost: false });
  }

  /** An event of a job, of the queue or of the connection. */
  hear(name, data) {
    if (name === 'connection') this.isLost = !data;
    if (name === 'queue') this.length = data;
    if (name === 'job') {
      if (data.state === 'ended') this.jobs.delete(data.id);
      else this.jobs.set(data.id, data);
    }
    this.render();
  }

  render() {
    const { length, jobs } = this;
    const busy = length && length.running + length.waiting > 0;
    this.head.textContent = this.isLost ? say('lost') : busy ? say('queueLine', length.running, length.waiting) : '';
    // One search is seen where its answer will be.
    if (jobs.size < 2) {
      this.root.replaceChildren();
      return;
    }
    // Progress comes often, and changes nothing here: buttons stay where they are.
    const shown = JSON.stringify([say('queueTitle'), ...[...jobs.values()].map(({ id, state, ahead }) => [id, state, ahead])]);
    if (shown === this.shown && this.root.firstChild) return;
    this.shown = shown;
    const active = document.activeElement?.closest('.queue-list button')?.dataset.job;
    this.root.replaceChildren(el('h2', {}, say('queueTitle')), el('ul', { class: 'queue-list' }, [...jobs.values()].map((job) => this.row(job))));
    if (active) this.root.querySelector(`button[data-job="${CSS.escape(active)}"]`)?.focus({ preventScroll: true });
  }

  row({ id, state, ahead, ask, input }) {
    const waits = state === 'waiting';
    const what = say('named', say(ask), input);
    return el('li', {},
      el('span', { class: 'queue-what' }, el('strong', {}, waits ? waitingText(ahead) : say('running')), ' ', what),
      button(say(waits ? 'withdraw' : 'stop'), () => api.stop(id), { 'data-job': id, 'aria-label': say('named', say(waits ? 'withdraw' : 'stop'), what) }));
  }
}
