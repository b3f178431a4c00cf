// The questions that the page can ask, as data. A new question is a new row.
//
// `family` is the family of games that the question is about. `question` is the object of the
// request, without its position. `certifies`: the reply can have a certificate. `plays`: one can
// play against the certificate. `passes`: the line of the reply begins after a pass. An option with
// `rules` is one of that game only. `needsServer`: the page without a server does not answer it.

const POLICIES = ['usual', 'none', 'immediate', 'strict'];

export const QUESTIONS = [
  {
    name: 'solve', path: 'solve', family: 'shogi', certifies: true, plays: true,
    options: [
      { name: 'first', words: 'first' },
      { name: 'policy', words: 'policy', choices: POLICIES },
      { name: 'convention', words: 'convention', choices: ['modern', 'classical'] },
    ],
    // The classical line has no certificate.
    canCertify: (options) => options.convention === 'modern',
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
    name: 'hisshi', path: 'hisshi', family: 'shogi', certifies: true, plays: true,
    options: [
      { name: 'first', words: 'firstHisshi' },
      { name: 'moves', words: 'moves', choices: ['all', 'paper'] },
      { name: 'cooks', words: 'cooksOption' },
    ],
  },
  { name: 'threat', path: 'threat', family: 'shogi', passes: true, options: [] },
  {
    name: 'loa-solve', path: 'loa', family: 'loa', certifies: true, needsServer: true,
    options: [{ name: 'first', words: 'firstWin' }],
  },
  {
    name: 'value', path: 'value', family: 'any', certifies: true, needsServer: true,
    options: [{ name: 'method', words: 'method', choices: ['auto', 'table', 'search'] }],
  },
];

/** The questions about positions of a game. Values are those of boards smaller than shogi's. */
export function questionsOf(game) {
  const isSmall = game.files * game.ranks < 81;
  return QUESTIONS.filter(({ family }) => (family === 'any' ? isSmall : family === game.family));
}

export const byPath = (path) => QUESTIONS.find((question) => question.path === path);

/** The options of a question as they are before anybody chose. */
export const defaults = (question) =>
  Object.fromEntries(question.options.map((option) => [option.name, option.choices ? option.choices[0] : false]));
