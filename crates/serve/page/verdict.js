// A reply in words.

import { language, number, plain, say } from './language.js';

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
      return reply.reason ? say('counted', say('unknown'), reason(reply.reason)) : say('unknown');
    default:
      return say(verdict, length ?? '');
  }
}

/** What the side to move is threatened with. */
function threatHeadline({ verdict, parries }) {
  switch (verdict) {
    case 'threat':
      return say(parries?.length === 1 ? 'threatIsOne' : 'threatIs', parries?.length ?? 0);
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
  // Moves in English have letters too.
  const isJapanese = language() === 'ja';
  const kanji = (letter) => game.pieces.find((kind) => kind.letters === letter)?.kanji || letter;
  const piece = (letter, count) => (isJapanese ? kanji(letter) + count : count ? `${letter}×${count}` : letter);
  return [...letters.matchAll(/(\d*)([A-Z])/g)].map(([, count, letter]) => piece(letter, count)).join(isJapanese ? ' ' : ', ');
}

/** Further facts, one a line. */
export function facts({ reply, found, told }, game) {
  const lines = [];
  if (found && reply.verdict === 'unknown') lines.push(say('within', found.within));
  if (reply.lower > 1 && reply.verdict === 'unknown') lines.push(say('lowerIs', reply.lower));
  if (reply.leftover) lines.push(say('leftoverIs', handText(reply.leftover.toUpperCase(), game)));
  const { distance, effort, verdict } = reply;
  const shown = reply.line?.length ?? 0;
  // Where a king that arrives wins, distances are to the capture of the king; no line shows that.
  if (game.family === 'shogi' && !effort && ['win', 'loss'].includes(verdict) && distance > shown) {
    lines.push(say('untilTaken', distance - shown));
  }
  if (told[language()].error) lines.push(plain(told[language()].error));
  if (reply.nodes !== undefined) lines.push(say('effort', number(reply.nodes), reply.seconds.toFixed(reply.seconds < 10 ? 2 : 0)));
  return lines;
}

/** How many searches come before one that waits. */
export const waitingText = (ahead) => (ahead ? say('waiting', ahead) : say('waitingNext'));

/** What is known of a search that runs, one fact a line. */
export function progressLines({ state, ahead, progress, found }) {
  if (state === 'waiting') return [waitingText(ahead)];
  return [say('running'), ...(progress ? known(progress) : []), ...(found ? [say('within', found.within)] : [])];
}

function known({ nodes, seconds, full, lower, upper, doing }) {
  const effort = [
    nodes ? say('nodes', number(nodes)) : null,
    nodes && seconds > 0.2 ? say('rate', number(Math.round(nodes / seconds))) : null,
    full ? say('full', Math.round(full / 10)) : null,
  ];
  const lines = [effort.filter(Boolean).join(' · ')];
  if (doing?.what === 'other-moves') lines.push(say('doing_other-moves', upper, doing.ply));
  else if (doing) lines.push(say(`doing_${doing.what}`, doing.number ?? doing.open, doing.of));
  else if (upper !== null) lines.push(say('bounds', lower, upper));
  else if (lower > 1) lines.push(say('boundsLower', lower - 1));
  return lines.filter(Boolean);
}
