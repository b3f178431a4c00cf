// A reply in words.

import { number, say } from './language.js';

/** The headline of a reply to a question. */
export function headline(reply) {
  const { verdict, exact } = reply;
  const length = reply.length ?? reply.distance;
  if (reply.parries !== undefined && verdict !== 'unknown') return threatHeadline(reply);
  switch (verdict) {
    case 'mate':
      return say(exact === false ? 'mateUpper' : 'mate', length);
    case 'hisshi':
      return say(exact === false ? 'hisshiUpper' : 'hisshiIn', length);
    case 'none':
      return say('noHisshi');
    case 'win':
      return length === null ? say('winOpen') : say(exact === false ? 'winUpper' : 'win', length);
    case 'loss':
      return length === null ? say('lossOpen') : say('loss', length);
    case 'unknown':
      return `${say('unknown')}${reply.reason ? ` (${reason(reply.reason)})` : ''}`;
    default:
      return say(verdict, length ?? '');
  }
}

/** What the side to move is threatened with. */
function threatHeadline({ verdict, parries }) {
  switch (verdict) {
    case 'threat':
      return say('threatIs', parries?.length ?? 0);
    case 'hisshi':
      return say('hisshiHere');
    case 'mated':
      return say('matedHere');
    default:
      return say(verdict);
  }
}

export const reason = (word) => say(`reason${word[0].toUpperCase()}${word.slice(1)}`);

/** Whether a verdict is good news, bad news or none. */
export const tone = ({ verdict }) =>
  ['mate', 'complete', 'hisshi', 'win'].includes(verdict) ? 'good' : ['unknown', 'invalid'].includes(verdict) ? 'open' : 'plain';

/** The pieces of a hand in letters, as people write them. */
function handText(letters, game) {
  const kanji = (letter) => game.pieces.find((kind) => kind.letters === letter)?.kanji || letter;
  return [...letters.matchAll(/(\d*)([A-Z])/g)].map(([, count, letter]) => kanji(letter) + count).join(' ');
}

/** Further facts, one a line. */
export function facts({ reply, found }, game) {
  const lines = [];
  if (found && reply.verdict === 'unknown') lines.push(say('within', found.within));
  if (reply.lower > 1 && reply.verdict === 'unknown') lines.push(say('lowerIs', reply.lower));
  if (reply.leftover) lines.push(say('leftoverIs', handText(reply.leftover.toUpperCase(), game)));
  if (reply.error) lines.push(reply.error);
  if (reply.nodes !== undefined) lines.push(say('effort', number(reply.nodes), reply.seconds.toFixed(reply.seconds < 10 ? 2 : 0)));
  return lines;
}

/** What is known of a search that runs, one fact a line. */
export function progressLines({ state, ahead, progress, found }) {
  if (state === 'waiting') return [say('waiting', ahead ?? 0)];
  const lines = [say('running')];
  if (progress) {
    const rate = progress.seconds > 0.2 ? ` · ${say('rate', number(Math.round(progress.nodes / progress.seconds)))}` : '';
    lines.push(`${say('nodes', number(progress.nodes))}${rate} · ${say('full', Math.round(progress.full / 10))}`);
    if (progress.upper !== null) lines.push(say('bounds', progress.lower, progress.upper));
    else if (progress.lower > 1) lines.push(say('boundsLower', progress.lower - 1));
    if (progress.note) lines.push(progress.note);
  }
  if (found) lines.push(say('within', found.within));
  return lines;
}
