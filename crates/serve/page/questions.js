// The questions that the page can ask, as data. A new question is a new row.
//
// `family` is the family of games that the question is about. `question` is the object of the
// request, without its position. `certifies`: the reply can have a certificate. `plays`: one can
// play against the certificate. `passes`: the line of the reply begins after a pass. An option with
// `rules` is one of that game only; one with `when` goes together with these other options only.
// `byMate`: it is not asked where a king that arrives wins. `needsServer`: the page without a server
// does not answer it.

const POLICIES = ['usual', 'none', 'immediate', 'strict'];

/** Whether every drop counts: only such brinkmates have cooks, move sets and certificates. */
const countsDrops = ({ policy }) => policy === 'none';

export const QUESTIONS = [
  {
    name: 'solve', path: 'solve', family: 'shogi', certifies: true, plays: true,
    options: [
      { name: 'first', words: 'first' },
      { name: 'policy', words: 'policy', choices: POLICIES },
      { name: 'convention', words: 'convention', choices: ['modern', 'classical'] },
    ],
    // The classical line has no certificate.
    canCertify: ({ convention }) => convention === 'modern',
  },
  {
    name: 'check', path: 'check', family: 'shogi',
    options: [
      { name: 'policy', words: 'policy', choices: POLICIES },
      { name: 'convention', words: 'convention', choices: ['modern', 'classical'] },
      { name: 'roles', words: 'roles' },
      { name: 'vary', words: 'vary' },
      { name: 'variations', words: 'everyVariationOption', rules: 'shogi' },
    ],
  },
  {
    name: 'hisshi', path: 'hisshi', family: 'shogi', byMate: true, certifies: true, plays: true,
    options: [
      { name: 'first', words: 'firstHisshi' },
      { name: 'policy', words: 'policyHisshi', choices: ['none', 'kept', 'returned'] },
      { name: 'moves', words: 'moves', choices: ['all', 'paper'], when: countsDrops },
      { name: 'cooks', words: 'cooksOption', when: countsDrops },
    ],
    canCertify: countsDrops,
  },
  { name: 'threat', path: 'threat', family: 'shogi', byMate: true, passes: true, options: [] },
  {
    name: 'loa-solve', path: 'loa', family: 'loa', certifies: true, needsServer: true,
    options: [{ name: 'first', words: 'firstWin' }],
  },
  {
    name: 'value', path: 'value', family: 'any', certifies: true, needsServer: true,
    options: [{ name: 'method', words: 'method', choices: ['auto', 'table', 'search'] }],
    // Values of Lines of Action have none.
    canCertify: (_, { family }) => family === 'shogi',
  },
];

/** The questions about positions of a game. Values are those of boards smaller than shogi's. */
export function questionsOf(game) {
  const isSmall = game.files * game.ranks < 81;
  const fits = ({ family, byMate }) => (family === 'any' ? isSmall : family === game.family) && !(byMate && game.try_rule);
  return QUESTIONS.filter(fits);
}

export const byPath = (path) => QUESTIONS.find((question) => question.path === path);

/** The options of a question as they are before anybody chose. */
export const defaults = (question) =>
  Object.fromEntries(question.options.map((option) => [option.name, option.choices ? option.choices[0] : false]));

/** Whether an option can be chosen beside the others. */
export const suits = (option, options, game) => (!option.rules || option.rules === game.rules) && option.when?.(options) !== false;

/** The options as they are asked for: what does not suit is left as it is before anybody chose. */
export function asked(question, options, game) {
  const usual = defaults(question);
  return Object.fromEntries(question.options.map((option) => [option.name, (suits(option, options, game) ? options : usual)[option.name]]));
}
