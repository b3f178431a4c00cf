// The words of the page, in each language. Words about positions and moves come from the server.
// Words that only the pages for researchers need are in research-words.js.

const WORDS = {
  en: {
    title: 'yose: set up a position, see the proof',
    switchTo: '日本語', switchName: '日本語で表示する',
    black: 'Black', white: 'White', emptySquare: 'empty', nothing: 'none',
    toMoveBlack: '☗ Black to move', toMoveWhite: '☖ White to move',
    handBlack: '☗ Black’s hand', handWhite: '☖ White’s hand', box: 'Box of unused pieces',
    board: 'Board', boardHelp: 'Arrow keys move, Enter picks up and puts down or turns the piece, a letter puts a piece (Shift: White), + promotes, Delete removes.',
    undo: 'Undo', redo: 'Redo', flip: 'Flip', large: 'Larger board, to be shifted with a finger', mirror: 'Mirror', clear: 'Clear', start: 'Start position', rest: 'Rest to the defender', more: 'Move, mirror, clear',
    left: 'Shift left', right: 'Shift right', up: 'Shift up', down: 'Shift down',
    rules: 'Game and board', files: 'Files', ranks: 'Ranks', zone: 'Promotion ranks', other: 'Other board…',
    shogi: 'Shogi 9×9', minishogi: 'Minishogi 5×5', dobutsu: 'Dobutsu shogi 3×4', 'loa:8x8': 'Lines of Action 8×8', 'loa:6x6': 'Lines of Action 6×6', 'loa:5x5': 'Lines of Action 5×5', 'loa:7x7': 'Lines of Action 7×7',
    text: 'Position as text: SFEN, KIF, BOD, CSA… (or drop a file on the board)', load: 'Load', newBoard: 'New board of this size', copyLink: 'Copy link', copied: 'Copied',
    faults: 'Faults of the position',
    question: 'Question', solve: 'Mate', check: 'Check a problem', hisshi: 'Brinkmate', threat: 'Threats', value: 'Value', 'loa-solve': 'Win (LOA)',
    solveHelp: 'Is it mate, in how many moves, by which line?', checkHelp: 'Is it a correct tsume-shogi? Cooks, flaws, grade.', hisshiHelp: 'Is it a brinkmate (hisshi)?', threatHelp: 'What is the side to move threatened with, and which moves parry it?', valueHelp: 'Who wins this small game?', 'loa-solveHelp': 'Does the side to move force a win?',
    options: 'Options and limits', first: 'Any mate will do (not the shortest)', firstWin: 'Any win will do (not the shortest)', firstHisshi: 'Any brinkmate will do (not the shortest)',
    policyHisshi: 'Drops taken for nothing', kept: 'kept by the attacker', returned: 'given back',
    policy: 'Futile interpositions', usual: 'usual', none: 'none: every move counts', immediate: 'immediate', strict: 'strict',
    convention: 'Main line', modern: 'modern', classical: 'classical',
    roles: 'Find pieces without a role', vary: 'Find one-piece edits that cure', moves: 'Quiet moves', all: 'all', paper: 'classes of Nagai (2011)',
    method: 'Method', auto: 'table or search', table: 'table', search: 'search',
    time: 'Time in seconds', memory: 'Table in MB',
    ask: 'Prove', stop: 'Stop', withdraw: 'Withdraw', again: 'Search again with four times the time',
    waiting: 'Waiting: {0} before this one', waitingNext: 'Waiting: next in line', running: 'Searching', queueLine: '{0} running, {1} waiting', lost: 'The connection to the server is lost. Trying again…',
    nodes: '{0} positions', rate: '{0} a second', bounds: 'between {0} and {1} moves', boundsLower: 'more than {0} moves, if any', within: 'Mate within {0} found', full: 'table {0} % full', best: 'Best line so far',
    'doing_other-moves': 'Mate in {0}; other moves at move {1} are tried', doing_cooks: 'Other moves that work: {0} of {1} to try', doing_edits: 'Edit {0} of {1}', doing_variations: 'Every variation is looked for',
    doing_pass: 'The mate after a pass is looked for', doing_replies: 'Mates after the defender’s moves are looked for', doing_counter: 'What the defender’s moves threaten is looked for', doing_brinkmates: 'Brinkmates after the defender’s moves are looked for', doing_table: 'The table is being made',
    mate: 'Mate in {0}, proved shortest', mateUpper: 'Mate within {0}; not proved shortest', nomate: 'No mate, proved', unknown: 'Undecided', invalid: 'The position cannot be used',
    complete: 'Complete problem (grade A): mate in {0}', minor: 'Minor cooks only (grade B): mate in {0}', cooked: 'Cooked (grade C): mate in {0}', leftover: 'Pieces are left over: mate in {0}',
    hisshiIn: 'Brinkmate in {0}', hisshiUpper: 'Brinkmate within {0}; not proved shortest', noHisshi: 'No brinkmate, proved', win: 'Win in {0}', winUpper: 'Win within {0}; not proved shortest', winOpen: 'Win', draw: 'Draw, proved', loss: 'Loss in {0}', lossOpen: 'Loss', nowin: 'No forced win, proved', safe: 'Nothing is threatened, proved', threatIs: 'Mate is threatened; {0} moves parry it', threatIsOne: 'Mate is threatened; 1 move parries it', hisshiHere: 'Brinkmate: no move parries for good', matedHere: 'Every move runs into mate', threatened: 'The threatened mate', after_parry: 'Moves that parry', after_mate: 'Moves that run into mate', after_hisshi: 'Moves that run into a brinkmate', after_unknown: 'Moves that stayed open',
    reasonTime: 'the time ran out', reasonNodes: 'the limit of positions was reached', reasonMemory: 'the memory ran out', reasonInterrupted: 'it was stopped', reasonMoves: 'not every move was tried', reasonDepth: 'its lines are too deep', reasonFault: 'the program broke down',
    needsServer: 'This question needs the server: start yose serve.', loading: 'Loading the program…', leftBehind: 'The search ended when this page was left. Press Prove to ask again.', restNeedsServer: '(they need the server: start yose serve)',
    lowerIs: 'No mate in fewer than {0} moves, proved.', effort: '{0} positions, {1} s', leftoverIs: 'Left in hand: {0}', untilTaken: 'The line ends {0} moves before the king is taken, which no move can prevent.',
    show: 'Show the solution', hide: 'Hide the solution', line: 'Solution', toStart: 'First', back: 'Back', forward: 'Forward', toEnd: 'Last', step: 'Move {0} of {1}', startOf: 'Start position', edit: 'Back to the editor',
    cooks: 'Other mating moves', cookAt: 'Move {0}: {1}', isMinor: 'minor', class_promotion: 'promotion or not', class_last: 'other last move', class_detour: 'detour', class_indefinite: 'indefinite', class_transposed: 'transposed', class_merging: 'merging', class_converging: 'converging', class_plain: 'plain cook', flaws: 'Flaws', cures: 'Edits that cure', variations: 'Equally long defences', undecided: 'Undecided moves', noThreatLine: 'threat proved, line not known', openHere: 'Open this position',
    report: 'Report as text', exports: 'Save', certificate: 'Certificate', prove: 'Make a certificate and verify it', proving: 'Making the certificate…', verifying: 'The referee checks the certificate…', accepted: 'Verified: the referee accepts the certificate', rejected: 'The referee rejects the certificate: {0}', noCertificate: 'No certificate: {0}', saveCertificate: 'Certificate', claims: 'It claims: ',
    defend: 'Play the defence yourself', attack: 'Try to give mate yourself', attackHisshi: 'Try to reach a brinkmate yourself', defending: 'Choose a defence on the board or in the list.', attacking: 'Choose a check on the board or in the list.', mated: 'Mate.', noCheck: 'There is no check.', promote: 'Promote?', yes: 'Promote', no: 'Do not promote', takeBack: 'Take back', futileTaken: 'The certificate takes what was dropped for nothing.', mateLeft: 'Mate within {0} more moves.', hisshiLeft: 'A brinkmate within {0} more moves.', hisshiNow: 'It is a brinkmate.',
    boxShort: 'Box', putInto: 'Put into: {0}', research: 'For researchers: enumerations, tables, plots', queueTitle: 'Searches of this browser', threatens: 'Threatens:',
    playThreat: 'Play the threat', mainLine: 'Back to the solution', tree: 'Variations', showTree: 'Variations as a tree', moreRows: '{0} more', below: 'What follows {0}',
    futileDrop: 'futile interposition', mateWithin: 'mate within {0}', hisshiWithin: 'brinkmate within {0}', attackingFreely: 'Choose any move on the board or in the list.',
    noMove: 'There is no move.', everyVariationOption: 'Every defence with its mate, as a tree', everyVariation: 'Every variation', holds: 'holds',
    notEvery: 'A limit came before every variation was found.', piecesLeft: 'leaves {0} in hand', cooksOption: 'Look for cooks', cooksHisshi: 'Other moves that work', isExempt: 'does not count',
    class_shorter: 'shorter brinkmate', class_placement: 'place of the drop', class_other: 'other brinkmate', noRole: 'Pieces without a role',
    noCures: 'No edit of one piece cures it.', unexamined: 'Not examined', unexaminedEdits: '{0} edits were left out at the limits', edit_remove: 'Remove {0}{1} {2}', edit_move: 'Move {0}{1} {2} to {3}',
    edit_add: 'Add {0}{1} on {2}', pieceOn: '{0}{1} on {2}', atMove: 'move {0}', named: '{0}: {1}', counted: '{0} ({1})', after_complete: 'then complete (A)', after_minor: 'then minor cooks (B)', after_cooked: 'then cooked (C)', after_leftover: 'then pieces are left over',
    found: '{0} problems', solution: 'Solution', over: 'The game is over.', pieces: 'Pieces done', seconds: '{0} s',
    error: 'Error: {0}', png: 'PNG picture', svg: 'SVG picture',
  },
  ja: {
    title: 'yose：局面を並べて、証明を見る',
    switchTo: 'English', switchName: 'Show in English',
    black: '先手', white: '後手', emptySquare: '空き', nothing: 'なし',
    toMoveBlack: '☗ 先手番', toMoveWhite: '☖ 後手番',
    handBlack: '☗ 先手の持駒', handWhite: '☖ 後手の持駒', box: '駒箱',
    board: '盤', boardHelp: '矢印キーで移動、Enter で持つ・置く・裏返す、英字で駒を置く（Shift で後手）、+ で成り、Delete で取り除く。',
    undo: '元に戻す', redo: 'やり直す', flip: '盤を回す', large: '盤を大きくする（指でずらす）', mirror: '左右反転', clear: '全部片付ける', start: '初期配置', rest: '残りを玉方に', more: '移動・反転・片付け',
    left: '左へずらす', right: '右へずらす', up: '上へずらす', down: '下へずらす',
    rules: 'ゲームと盤', files: '筋の数', ranks: '段の数', zone: '成れる段', other: 'その他の盤…',
    shogi: '将棋 9×9', minishogi: '5五将棋', dobutsu: 'どうぶつしょうぎ', 'loa:8x8': 'Lines of Action 8×8', 'loa:6x6': 'Lines of Action 6×6', 'loa:5x5': 'Lines of Action 5×5', 'loa:7x7': 'Lines of Action 7×7',
    text: '局面（SFEN、KIF、BOD、CSA など。ファイルを盤に落としてもよい）', load: '読み込む', newBoard: 'この大きさの盤にする', copyLink: 'リンクをコピー', copied: 'コピーしました',
    faults: '局面の誤り',
    question: '質問', solve: '詰み', check: '作品の検討', hisshi: '必至', threat: '詰めろ', value: '勝敗', 'loa-solve': '勝ち（LOA）',
    solveHelp: '詰むか、何手か、手順は？', checkHelp: '詰将棋として正しいか。余詰・キズ・評価。', hisshiHelp: '必至か？', threatHelp: '手番の側に詰めろがかかっているか、受けの手は？', valueHelp: '小さな盤でどちらが勝つか？', 'loa-solveHelp': '手番の側は必ず勝てるか？',
    options: '条件と制限', first: '詰みさえすればよい（最短でなくてよい）', firstWin: '勝ちさえすればよい（最短でなくてよい）', firstHisshi: '必至でさえあればよい（最短でなくてよい）',
    policyHisshi: '無駄合', kept: '取った駒は攻方に', returned: '取った駒は玉方に返す',
    policy: '無駄合', usual: '通常', none: 'なし（すべて数える）', immediate: '即座', strict: '厳格',
    convention: '本手順', modern: '現代', classical: '古典',
    roles: '役割のない駒を探す', vary: '一駒の修正案を探す', moves: '王手でない手', all: 'すべて', paper: '長井（2011）の分類',
    method: '方法', auto: '表または探索', table: '表', search: '探索',
    time: '時間（秒）', memory: '表の大きさ（MB）',
    ask: '証明する', stop: '止める', withdraw: '取り下げる', again: '4倍の時間でもう一度',
    waiting: '待ち：前に{0}件', waitingNext: '待ち：次の番', running: '探索中', queueLine: '実行中 {0}、待ち {1}', lost: 'サーバーとの接続が切れました。再接続中…',
    nodes: '{0}局面', rate: '毎秒{0}', bounds: '{0}手以上{1}手以下', boundsLower: 'あるとすれば{0}手より長い', within: '{0}手以内の詰みを発見', full: '表の使用率 {0}%', best: 'これまでの最善手順',
    'doing_other-moves': '{0}手詰。{1}手目のほかの手を調べています', doing_cooks: 'ほかの成立する手を調べています（{1}手のうち残り{0}手）', doing_edits: '修正を調べています（{1}件中の{0}件目）', doing_variations: 'すべての変化を調べています',
    doing_pass: '手抜きのあとの詰みを調べています', doing_replies: '受けの手のあとの詰みを調べています', doing_counter: '受けの手の狙いを調べています', doing_brinkmates: '受けの手のあとの必至を調べています', doing_table: '表を作っています',
    mate: '{0}手詰（最短と証明）', mateUpper: '{0}手以内の詰み（最短は未証明）', nomate: '不詰（証明）', unknown: '未決', invalid: 'この局面は使えません',
    complete: '完全作（A）：{0}手詰', minor: 'キズのみ（B）：{0}手詰', cooked: '余詰あり（C）：{0}手詰', leftover: '駒余り：{0}手詰',
    hisshiIn: '{0}手必至', hisshiUpper: '{0}手以内の必至（最短は未証明）', noHisshi: '必至なし（証明）', win: '{0}手で勝ち', winUpper: '{0}手以内の勝ち（最短は未証明）', winOpen: '勝ち', draw: '引き分け（証明）', loss: '{0}手で負け', lossOpen: '負け', nowin: '必勝手順なし（証明）', safe: '詰めろはかかっていない（証明）', threatIs: '詰めろ。受けの手は{0}手', threatIsOne: '詰めろ。受けの手は1手', hisshiHere: '必至：受けがない', matedHere: 'どう指しても詰み', threatened: '狙いの詰み', after_parry: '受けになる手', after_mate: '詰まされる手', after_hisshi: '必至になる手', after_unknown: '未決の手',
    reasonTime: '時間切れ', reasonNodes: '局面数の上限', reasonMemory: 'メモリ不足', reasonInterrupted: '中止', reasonMoves: '一部の手だけを調べた', reasonDepth: '手順が深すぎる', reasonFault: 'プログラムの故障',
    needsServer: 'この質問にはサーバーが必要です（yose serve）。', loading: 'プログラムを読み込み中…', leftBehind: 'ページを離れたため、探索は終わりました。「証明する」でもう一度始められます。', restNeedsServer: '（サーバーが必要です：yose serve）',
    lowerIs: '{0}手より短い詰みはない（証明）。', effort: '{0}局面、{1}秒', leftoverIs: '持駒余り：{0}', untilTaken: '手順のあと、玉を取るまであと{0}手。どう指しても防げない。',
    show: '解答を見る', hide: '解答を隠す', line: '解答', toStart: '最初', back: '戻る', forward: '進む', toEnd: '最後', step: '{1}手中の{0}手目', startOf: '開始局面', edit: '編集に戻る',
    cooks: 'ほかの詰む手', cookAt: '{0}手目 {1}', isMinor: '軽微', class_promotion: '成不成', class_last: '最終手余詰', class_detour: '迂回手順', class_indefinite: '非限定', class_transposed: '手順前後', class_merging: '合流余詰', class_converging: '収束余詰', class_plain: '余詰', flaws: 'キズ', cures: '修正案', variations: '同手数の変化', undecided: '未決の手', noThreatLine: '詰めろは証明済み、手順は不明', openHere: 'この局面を開く',
    report: '報告（テキスト）', exports: '保存', certificate: '証明書', prove: '証明書を作って検証する', proving: '証明書を作成中…', verifying: '審判が証明書を検証中…', accepted: '検証済み：審判が証明書を受理しました', rejected: '審判が証明書を却下しました：{0}', noCertificate: '証明書なし：{0}', saveCertificate: '証明書', claims: '証明書の主張：',
    defend: '自分で受けてみる', attack: '自分で詰ましてみる', attackHisshi: '自分で必至をかけてみる', defending: '盤または一覧で受けの手を選んでください。', attacking: '盤または一覧で王手を選んでください。', mated: '詰み。', noCheck: '王手がありません。', promote: '成りますか？', yes: '成る', no: '成らない', takeBack: '待った', futileTaken: '無駄合を取りました。', mateLeft: 'あと{0}手以内の詰み。', hisshiLeft: 'あと{0}手以内の必至。', hisshiNow: '必至。',
    boxShort: '箱', putInto: '{0}に置く', research: '研究者向け：全列挙・完全解析・グラフ', queueTitle: 'このブラウザーの探索', threatens: '狙い：', playThreat: '狙いを見る', mainLine: '解答に戻る', tree: '変化手順',
    showTree: '変化を木で見る', moreRows: 'ほか{0}件', below: '{0} の続き', futileDrop: '無駄合', mateWithin: '{0}手以内の詰み', hisshiWithin: '{0}手以内の必至', attackingFreely: '盤または一覧で指し手を選んでください。',
    noMove: '指す手がありません。', everyVariationOption: 'すべての応手と詰みを木で示す', everyVariation: 'すべての変化', holds: '詰まない', notEvery: '制限のため、すべての変化は調べていません。', piecesLeft: '持駒{0}枚余り',
    cooksOption: '余必至を探す', cooksHisshi: 'ほかの成立する手', isExempt: '減点なし', class_shorter: '早必至', class_placement: '打ち場所非限定', class_other: '余必至', noRole: '役割のない駒', noCures: '一駒の修正では直りません。',
    unexamined: '未検討', unexaminedEdits: '制限のため{0}件の修正を調べていません', edit_remove: '{0}{2}{1}を取る', edit_move: '{0}{2}{1}を{3}へ', edit_add: '{0}{2}{1}を置く', pieceOn: '{0}{2}{1}', atMove: '{0}手目', named: '{0}：{1}', counted: '{0}（{1}）', after_complete: '完全作（A）になる', after_minor: 'キズのみ（B）になる',
    after_cooked: '余詰あり（C）になる', after_leftover: '駒余りになる',
    found: '{0}題', solution: '解答', over: '終局。', pieces: '済んだ仕事', seconds: '{0}秒',
    error: 'エラー：{0}', png: 'PNG 画像', svg: 'SVG 画像',
  },
};

const KEY = 'yose-language';
let current = chosen();

function chosen() {
  const asked = new URLSearchParams(location.search).get('lang') ?? stored();
  if (asked && WORDS[asked]) return asked;
  // The first language of the browser that the page has.
  const names = navigator.languages?.length ? navigator.languages : [navigator.language ?? ''];
  return names.map((name) => name.split('-')[0].toLowerCase()).find((name) => WORDS[name]) ?? 'en';
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** `ja` or `en`. */
export const language = () => current;

/** Adds words that only some pages need. */
export function addWords(more) {
  for (const [name, words] of Object.entries(more)) Object.assign(WORDS[name], words);
}

/** Every word of the language. */
export const words = () => WORDS[current];

/** The words of a name, with values in their places. */
export function say(name, ...values) {
  const text = WORDS[current][name] ?? name;
  return values.reduce((text, value, i) => text.replaceAll(`{${i}}`, value), text);
}

/**
 * A fault as the server tells it, for people. In English the server names the whole input, and has
 * signs of a terminal around what somebody wrote.
 */
export function plain(text) {
  if (current !== 'en') return text;
  const words = text.replace(/^input: /, '').replace(/`([^`]*)`/g, '“$1”');
  return words[0].toUpperCase() + words.slice(1);
}

/** Whose turn it is; at Lines of Action with the sign of a stone. */
export function toMove(turn, { family }) {
  const text = say(turn === 'black' ? 'toMoveBlack' : 'toMoveWhite');
  return family === 'loa' ? text.replace('☗', '●').replace('☖', '○') : text;
}

/** Changes the language for this browser. */
export function switchLanguage() {
  current = current === 'ja' ? 'en' : 'ja';
  try {
    localStorage.setItem(KEY, current);
  } catch {
    // A browser that keeps nothing still shows the other language.
  }
}

/** A large number as people read it. */
export const number = (n) => new Intl.NumberFormat(current).format(n);
