// The words of the pages for researchers, in each language.

import { addWords } from './language.js';

addWords({
  en: {
    researchTitle: 'yose: for researchers', toBoard: 'Set up a position', nothingNamed: 'Nothing was named when the server started. For example:',
    enumerations: 'Enumerations', tables: 'Solved games', answersTitle: 'Files of answers', mates: '{0} mates',
    ofDiagrams: 'Of {0} diagrams {1} are not in check. Of these {2} are mates, {3} have no mate, and {4} are undecided.', least: 'At least', most: 'At most',
    grade: 'Grade', anyGrade: 'any', distinct: 'One of each group of alike solutions', plies: '{0} moves', anyLength: 'any length', pageOf: 'Page {0} of {1}',
    previousPage: 'Previous page', nextPage: 'Next page', mateIn: 'Mate in {0}', gradeIs: 'grade {0}', diagram: 'diagram {0}', openProblem: 'Set it up',
    plotOf: 'Plot: {0}', nobody: 'No problem is like that.', making: 'The table is being made: {0}', tableFailed: 'There is no table: {0}',
    positionsOf: '{0} positions: {1} won, {2} lost, {3} drawn; longest {4} moves', valueHere: 'Value for the side to move: {0}', moveColumn: 'Move',
    valueColumn: 'Value', distanceColumn: 'Distance', playBest: 'Play the best move', toFirst: 'To the start', oneBack: 'One move back',
    bestLine: 'Best play from here', answersIn: '{0} answers', unreadable: '{0} lines are no answers', lengthsPlot: 'Lengths', effortPlot: 'Effort',
    effortByLengthPlot: 'Effort by length', verdictColumn: 'Verdict', countColumn: 'Answers', positionsPlot: 'Positions by distance',
    matesPlot: 'Mates by length', runs: 'Runs over many machines', run: 'Run', inWork: 'In work', rechecks: 'Rechecked', timeLeft: 'Time left',
    noRuns: 'No runs.', noCoordinator: 'no coordinator', shutOut: 'Shut out: {0}', failedPiece: 'Piece {0} failed: {1}', worker: 'Worker', host: 'Machine',
    threadsBusy: 'Threads in use', piecesDone: 'Pieces', noWorkers: 'No workers.', minutes: '{0} min', hours: '{0} h', verdict_mate: 'Mate',
    verdict_nomate: 'No mate', verdict_hisshi: 'Brinkmate', verdict_none: 'No brinkmate', verdict_mated: 'Every move runs into mate',
    verdict_threat: 'Mate is threatened', verdict_safe: 'Nothing is threatened', verdict_complete: 'Complete (A)', verdict_minor: 'Minor cooks only (B)',
    verdict_cooked: 'Cooked (C)', verdict_leftover: 'Pieces are left over', verdict_win: 'Win', verdict_draw: 'Draw', verdict_loss: 'Loss',
    verdict_nowin: 'No forced win', verdict_accepted: 'Accepted', verdict_rejected: 'Rejected', verdict_unknown: 'Undecided', verdict_invalid: 'Cannot be used',
    win_: 'win', loss_: 'loss', draw_: 'draw', null_: '?',
  },
  ja: {
    researchTitle: 'yose：研究者向け', toBoard: '局面を並べる', nothingNamed: 'サーバーの起動時に何も指定されていません。例：', enumerations: '全列挙', tables: '完全解析', answersTitle: '回答ファイル',
    mates: '詰み{0}', ofDiagrams: '全{0}図のうち、王手でない図は{1}。その内訳は詰み{2}、不詰{3}、未決{4}。', least: '最短', most: '最長', grade: '評価', anyGrade: 'すべて', distinct: '同じ筋の作品は一つだけ',
    plies: '{0}手', anyLength: '制限なし', pageOf: '{1}頁中の{0}頁', previousPage: '前の頁', nextPage: '次の頁', mateIn: '{0}手詰', gradeIs: '評価{0}', diagram: '図番号{0}',
    openProblem: '盤に並べる', plotOf: 'グラフ：{0}', nobody: '該当する作品はありません。', making: '表を作成中：{0}', tableFailed: '表がありません：{0}',
    positionsOf: '{0}局面：勝ち{1}、負け{2}、引き分け{3}、最長{4}手', valueHere: '手番の側から見た値：{0}', moveColumn: '指し手', valueColumn: '値', distanceColumn: '手数', playBest: '最善手を指す',
    toFirst: '最初の局面', oneBack: '一手戻す', bestLine: 'ここからの最善手順', answersIn: '回答{0}', unreadable: '{0}行は回答ではありません', lengthsPlot: '手数', effortPlot: '探索量',
    effortByLengthPlot: '手数と探索量', verdictColumn: '判定', countColumn: '回答数', positionsPlot: '手数別の局面', matesPlot: '手数別の詰み', runs: '多数のマシンでの計算', run: '計算',
    inWork: '計算中', rechecks: '再検査', timeLeft: '残り時間', noRuns: '計算はありません。', noCoordinator: '進行役なし', shutOut: '除外：{0}', failedPiece: '仕事{0}は失敗：{1}',
    worker: 'ワーカー', host: 'マシン', threadsBusy: '使用中のスレッド', piecesDone: '仕事', noWorkers: 'ワーカーはいません。', minutes: '{0}分', hours: '{0}時間', verdict_mate: '詰み',
    verdict_nomate: '不詰', verdict_hisshi: '必至', verdict_none: '必至なし', verdict_mated: '受けなし', verdict_threat: '詰めろ', verdict_safe: '詰めろでない',
    verdict_complete: '完全作（A）', verdict_minor: 'キズのみ（B）', verdict_cooked: '余詰あり（C）', verdict_leftover: '駒余り', verdict_win: '勝ち', verdict_draw: '引き分け',
    verdict_loss: '負け', verdict_nowin: '必勝手順なし', verdict_accepted: '受理', verdict_rejected: '却下', verdict_unknown: '未決', verdict_invalid: '無効', win_: '勝ち',
    loss_: '負け', draw_: '引き分け', null_: '？',
  },
});
