// The answer to a question: verdict, line, findings, certificate and what can be saved. The line
// stays hidden until it is asked for, so that one can try first.

import * as api from './api.js';
import { button, el, keepFocus, save } from './dom.js';
import { Duel } from './duel.js';
import { asker } from './events.js';
import { savePng, saveRecord, saveSvg } from './exports.js';
import { findings } from './findings.js';
import { follow } from './jobs.js';
import { language, say } from './language.js';
import { Player } from './player.js';
import { Progress } from './progress.js';
import { Tree, ofCertificate } from './tree.js';
import { facts, headline, tone } from './verdict.js';

export class Answer {
  /** Shows on a table. `load(text)` opens a position, `edit()` returns to the editor. */
  constructor(root, table, { load, again }) {
    Object.assign(this, { root, table, load, again, job: null, player: null, duel: null, tree: null });
  }

  /** Shows a job: { status, question, options, game, place, request }. */
  show(job) {
    if (this.job?.status.id !== job.status.id) this.leave();
    this.job = job;
    this.render();
  }

  /** Shows the line of a record. */
  async showRecord(game, place, moves) {
    this.leave();
    this.job = null;
    this.player = new Player(this.table, game, place);
    await this.player.load(moves);
    this.root.replaceChildren(el('h2', {}, say('line')), this.player.root, this.editButton());
  }

  /** Nothing is asked any more. */
  clear() {
    this.leave();
    this.job = null;
    this.root.replaceChildren();
  }

  /** Back to the editor. */
  leave() {
    [this.player, this.duel, this.tree, this.proof, this.progress] = [null, null, null, null, null];
    if (this.table.view) this.table.look(null);
  }

  key(name) {
    return this.player?.key(name) ?? false;
  }

  render() {
    const { job } = this;
    if (!job) return;
    const { status } = job;
    if (status.state !== 'ended') {
      this.progress ??= new Progress(job.place, status.id);
      this.progress.show(status, !job.question.passes);
      if (!this.progress.root.isConnected) this.root.replaceChildren(this.progress.root);
      return;
    }
    this.progress = null;
    const { reply } = status;
    this.body = el('div', { class: 'solution' });
    this.root.replaceChildren(
      el('p', { class: `verdict ${tone(reply)}`, role: 'status' }, headline(reply)),
      ...facts(status, job.game).map((line) => el('p', { class: 'fact' }, line)),
      ...(reply.verdict === 'unknown' && reply.reason === 'time' ? [button(say('again'), () => this.again(job))] : []),
      this.body,
    );
    this.renderBody();
  }

  /** The line that can be played from the position. */
  get line() {
    const { question, status } = this.job;
    return question.passes ? [] : status.reply.line ?? [];
  }

  renderBody() {
    const { reply } = this.job.status;
    const has = [this.line, reply.cooks, reply.cures, reply.moves, reply.flaws, reply.every_variation?.holds].some((list) => Array.isArray(list) && list.length);
    const parts = [];
    if (has && !this.player) parts.push(button(say('show'), () => this.reveal(), { class: 'show' }));
    if (this.player) {
      parts.push(button(say('hide'), () => { this.leave(); this.renderBody(); }, { class: 'hide' }));
      if (this.player.moves) parts.push(el('h2', {}, say('line')), this.player.root);
      parts.push(...(this.found ?? []), this.editButton());
    }
    if (this.duel) parts.push(this.duel.root, this.editButton());
    if (this.tree && this.player) parts.push(el('h2', {}, say('tree')), this.tree.root);
    parts.push(this.proofPart(), this.savePart(), this.reportPart());
    keepFocus(this.body, () => this.body.replaceChildren(...parts.filter(Boolean)), '.duel .choices button', 'button');
  }

  editButton() {
    return button(say('edit'), () => {
      this.leave();
      if (this.job) this.renderBody();
      else this.root.replaceChildren();
    }, { class: 'edit' });
  }

  /** Plays a line on the table. */
  async open(moves, at) {
    const isFirst = !this.player.moves;
    await this.player.load(moves, at);
    if (isFirst) this.renderBody();
    this.table.bringToSight();
  }

  async reveal() {
    const { game, place, question, status } = this.job;
    this.duel = null;
    this.player = new Player(this.table, game, place);
    const actions = { open: (moves, at) => this.open(moves, at), load: this.load };
    const player = this.player;
    this.found = null;
    player.main = this.line;
    if (status.reply.threats) await player.threaten(this.line, status.reply.threats);
    if (this.line.length) await player.load(this.line);
    else player.start = place.position;
    if (player !== this.player) return;
    this.renderBody();
    this.table.bringToSight();
    this.found = await findings(game, place, question, status.reply, actions);
    if (player === this.player) this.renderBody();
  }

  /** The certificate, and what the referee says of it. */
  proofPart() {
    const { question, options, status } = this.job;
    const proved = !['unknown', 'invalid'].includes(status.reply.verdict);
    if (!question.certifies || !proved || question.canCertify?.(options, this.job.game) === false) return null;
    const proof = this.proof;
    const parts = [];
    if (!proof) parts.push(button(say('prove'), () => this.prove(), { class: 'prove' }));
    else if (proof.state === 'accepted') {
      parts.push(el('p', { class: 'accepted', role: 'status' }, el('span', { 'aria-hidden': 'true' }, '✔ '), say('accepted')));
      parts.push(...proof.claims.map((claim) => el('p', { class: 'fact' }, say('claims'), el('span', { class: 'claim' }, claim[language()].claim))));
    } else parts.push(el('p', { role: 'status', class: proof.state }, proof.text));
    // Both need the certificate, and make it if it is not there yet.
    if (question.plays && (!proof || proof.state === 'accepted')) {
      const mates = ['mate', 'hisshi'].includes(status.reply.verdict);
      parts.push(
        button(say(mates ? 'defend' : question.name === 'hisshi' ? 'attackHisshi' : 'attack'), () => this.fight(), { class: 'fight' }),
        button(say('showTree'), () => this.grow(), { class: 'grow' }));
    }
    return el('section', { class: 'proof' }, el('h2', {}, say('certificate')), parts);
  }

  /** The variations of the certificate as a tree. */
  async grow() {
    if (!(await this.proved())) return;
    if (!this.player) await this.reveal();
    const tree = new Tree(ofCertificate(this.proof.id), (moves, at) => this.open(moves, at));
    await tree.show();
    this.tree = tree;
    this.renderBody();
    tree.root.scrollIntoView({ block: 'nearest' });
  }

  /** Whether the referee has accepted the certificate; it is made if it was not. */
  async proved() {
    const { job } = this;
    if (!this.proof) await this.prove();
    return this.job === job && this.proof?.state === 'accepted';
  }

  async prove() {
    const { job } = this;
    const tell = (state, text, more = {}) => {
      if (this.job !== job) return;
      this.proof = { state, text, ...more };
      this.renderBody();
    };
    try {
      tell('working', say('proving'));
      const request = { ...job.request, question: { ...job.request.question, certificate: true } };
      const status = await follow(await api.ask(request, asker));
      if (!status.certificates.length) {
        tell('failed', say('noCertificate', status.told[language()].no_certificate ?? headline(status.reply)));
        return;
      }
      tell('working', say('verifying'));
      const checked = [];
      for (const part of status.certificates.keys()) checked.push(await follow(await api.verify(status.id, part, asker)));
      const bad = checked.find(({ reply }) => reply.verdict !== 'accepted');
      if (bad) tell('failed', say('rejected', bad.told[language()].error ?? bad.reply.verdict));
      else tell('accepted', '', { id: status.id, claims: checked.map(({ told }) => told), parts: status.certificates.length });
    } catch (error) {
      tell('failed', say('error', error.message));
    }
  }

  async fight() {
    if (!(await this.proved())) return;
    const { game } = this.job;
    [this.player, this.tree] = [null, null];
    this.duel = new Duel(this.table, game, this.proof.id);
    await this.duel.play([]);
    this.renderBody();
    this.duel?.root.querySelector('.choices button')?.focus({ preventScroll: true });
    this.table.bringToSight();
  }

  savePart() {
    const { place, game } = this.job;
    const { line } = this;
    const here = () => (this.player ? { ...place, position: this.player.position ?? place.position } : place);
    const act = (name, action) => button(name, async () => {
      try {
        await action();
      } catch (error) {
        this.say(say('error', error.message));
      }
    });
    const shogi = game.family === 'shogi' && ['shogi', 'minishogi'].includes(game.rules);
    this.note = el('p', { class: 'fact', role: 'status' });
    return el('details', { class: 'save' },
      el('summary', {}, say('exports')),
      el('div', { class: 'save-buttons' },
        shogi ? ['kif', 'csa'].map((to) => act(to.toUpperCase(), () => saveRecord(place, line, to))) : null,
        act('SFEN', () => save('yose.sfen', `${place.position}\n`)),
        act(say('svg'), () => saveSvg(here())),
        act(say('png'), () => savePng(here())),
        this.proof?.id ? Array.from({ length: this.proof.parts }, (_, part) => act(say('saveCertificate'), async () => save('yose-certificate.txt', await api.certificate(this.proof.id, part)))) : null),
      this.note);
  }

  say(text) {
    this.note.textContent = text;
  }

  /** The reply as the command line prints it, asked for when it is opened. */
  reportPart() {
    const { id } = this.job.status;
    const text = el('pre', { tabindex: '0', lang: language() });
    const load = async ({ target }) => {
      if (target.open && !text.textContent) text.textContent = await api.report(id).catch((error) => error.message);
    };
    return el('details', { class: 'report', on: { toggle: load } }, el('summary', {}, say('report')), text);
  }

  /** The language has changed. */
  async translate() {
    if (this.player?.moves) {
      const threats = this.job?.status.reply?.threats;
      if (threats) await this.player.threaten(this.line, threats);
      await this.player.load(this.player.moves, this.player.at);
    }
    if (this.tree) await this.tree.show();
    if (this.duel) await this.duel.play(this.duel.chosen);
    if (this.player && this.job) {
      const { game, place, question, status } = this.job;
      const open = (moves, at) => this.open(moves, at);
      this.found = await findings(game, place, question, status.reply, { open, load: this.load });
    }
    this.render();
  }
}
