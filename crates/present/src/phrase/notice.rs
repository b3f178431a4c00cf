//! What the program says about its input, its files, its options and its own work.

use super::NoOutput;
use crate::language::Language;

/// What the program says about its input, its files, its options and its own work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice<'a> {
    /// An error, by the name of what it is about.
    Error(&'a str),
    /// A warning.
    Warning(&'a str),
    /// A request without a limit takes long: its name, seconds, a mate or win that is known.
    TakesLong(&'a str, u64, Option<u32>),
    /// A series that was interrupted: done, of.
    Interrupted(usize, usize),
    /// A reproduction that was interrupted: done, of.
    InterruptedAt(usize, usize),
    /// A series that was interrupted before its input was read to the end.
    InterruptedEarly(usize),
    /// No problem was given.
    NoProblem,
    /// There is no such file.
    NoFile(&'a str),
    /// A file may not be read or written.
    Forbidden(&'a str),
    /// A file is not replaced.
    Exists(&'a str),
    /// A file is not written, because it is an input.
    IsInput(&'a str),
    /// Two outputs are the same file.
    TwoOutputs(&'a str),
    /// A position was typed without quotes. The text is the position in quotes.
    Unquoted(&'a str),
    /// A number of seconds is expected.
    ExpectedSeconds,
    /// A whole number from the first to the second is expected.
    ExpectedWhole(u64, u64),
    /// An even number is expected.
    ExpectedEven,
    /// The size of a board is expected.
    ExpectedBoard,
    /// A part of an enumeration is expected.
    ExpectedShard,
    /// `loa solve --killer`: one of its values is expected.
    ExpectedKiller,
    /// A share is expected.
    ExpectedShare,
    /// `enumerate`: `--shard` and `--merge` beside `--nats`.
    NoShardOverNats,
    /// `serve --host`: an address is expected.
    ExpectedAddress,
    /// A command that this program was built without.
    NotBuilt(&'a str),
    /// An option that takes one problem was given several.
    OneProblem(&'a str),
    /// An option whose file cannot be written: the option, the file, why.
    NoOutput(&'a str, &'a str, NoOutput),
    /// There is no certificate to write: the file, and why in the words of the prover.
    NoCertificate(&'a str, &'a str),
    /// `value --method paper` has no certificate.
    NoPaperCertificate,
    /// `explore` was given so many positions.
    ExploreOne(usize),
    /// `usi --rules` names a game that is not shogi.
    UsiIsShogi,
    /// `convert --out`: so many records for one file.
    OneRecord(usize),
    /// `convert`: neither a format nor a file was named.
    ConvertToWhat,
    /// `convert --out`: no format has the extension of the file.
    NoFormat(&'a str),
    /// `convert --out-dir`: two problems would be one file.
    OneFileTwice(&'a str, &'a str, &'a str),
    /// Nothing was written. The fault follows.
    NothingWritten,
    /// A file was not written.
    NotWritten(&'a str),
    /// A file was not written, because of this fault.
    NotWrittenWhy(&'a str, &'a str),
    /// `show --out`: pictures have no such format.
    OnlySvg(&'a str),
    /// `show --out`: several positions for one picture.
    OneBoard,
    /// `show --title`: characters without an outline.
    Boxes(&'a str),
    /// A command without partial results was interrupted.
    InterruptedNow,
    /// A command without partial results reached its limit of time.
    OutOfTime,
    /// A reproduction was interrupted. The same command goes on.
    GoesOn,
    /// `enumerate`: no space and no file has this name. The names that there are.
    NoSpace(&'a str, &'a str),
    /// `enumerate`: an unfinished run is there.
    Unfinished(&'a str),
    /// `enumerate`: name of the space, diagrams, frames.
    Space(&'a str, u64, usize),
    /// `serve`: the address of the page.
    Serving(&'a str),
}

impl Notice<'_> {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            Notice::Error(name) => say!(language, "error: {name}", "エラー：{name}"),
            Notice::Warning(what) => say!(language, "warning: {what}", "警告：{what}"),
            Notice::TakesLong(name, seconds, known) => {
                let known = match known {
                    Some(n) => say!(language, "one in {n} is known", "{n}手のものが見つかっている"),
                    None => say!(language, "nothing is known yet", "まだ何も見つかっていない"),
                };
                say!(
                    language,
                    "{name}: no answer after {seconds} s, {known}; --time SECONDS or --nodes N sets a \
                     limit, Ctrl-C stops, and both show what is known by then",
                    "{name}：{seconds}秒たっても答えが出ない（{known}）。--time 秒 か --nodes 局面数 で\
                     制限でき、Ctrl-C で打ち切れる。どちらでもそれまでに分かったことを示す"
                )
            }
            Notice::Interrupted(done, total) => say!(
                language,
                "interrupted: {done} of {total} problems done",
                "中断：{total}題のうち{done}題まで終了"
            ),
            Notice::InterruptedAt(done, total) => say!(
                language,
                "interrupted: {done} of {total} done",
                "中断：{total}件のうち{done}件まで終了"
            ),
            Notice::InterruptedEarly(done) => say!(
                language,
                "interrupted: {done} problems done; the input was not read to its end",
                "中断：{done}題まで終了、入力は最後まで読んでいない"
            ),
            Notice::NoProblem => say!(
                language,
                "no problem given: a position, a file, or - for standard input",
                "問題がありません。局面、ファイル名、または標準入力を表す - を指定してください"
            ),
            Notice::NoFile(path) => say!(
                language,
                "{path}: there is no such file",
                "{path}：ファイルがありません"
            ),
            Notice::Forbidden(path) => say!(
                language,
                "{path}: permission denied",
                "{path}：アクセスする権限がありません"
            ),
            Notice::Exists(path) => say!(
                language,
                "{path} is there already (--overwrite replaces it)",
                "{path} はすでにあります（--overwrite で置き換え）"
            ),
            Notice::IsInput(path) => say!(
                language,
                "{path} is an input of this command, and writing would destroy it",
                "{path} はこの命令の入力です。書くと失われるので書きません"
            ),
            Notice::TwoOutputs(path) => say!(
                language,
                "{path} is the file of two outputs",
                "{path} が二つの出力の行き先になっています"
            ),
            Notice::Unquoted(position) => say!(
                language,
                "the shell has split the position into several arguments: put it in quotes, {position}",
                "局面がシェルで複数の引数に分かれています。引用符で囲んでください：{position}"
            ),
            Notice::ExpectedSeconds => say!(
                language,
                "expected a number of seconds, 0 or more: 10, 0.5",
                "0以上の秒数を指定してください（例：10、0.5）"
            ),
            Notice::ExpectedWhole(least, u64::MAX) => say!(
                language,
                "expected a whole number from {least}, in digits: 1000000",
                "{least}以上の整数を数字で指定してください（例：1000000）"
            ),
            Notice::ExpectedWhole(least, most) => say!(
                language,
                "expected a whole number from {least} to {most}",
                "{least}から{most}までの整数を指定してください"
            ),
            Notice::ExpectedEven => say!(
                language,
                "expected an even number of moves, from 0",
                "0以上の偶数を指定してください"
            ),
            Notice::ExpectedBoard => say!(
                language,
                "a board is files x ranks, from 2x2 to 9x9",
                "盤は2x2から9x9までの「筋x段」で指定してください"
            ),
            Notice::ExpectedShard => say!(
                language,
                "two numbers, as in 2/8: part 2 of 8",
                "二つの数で指定してください（例：2/8 は8個に分けた2番目）"
            ),
            Notice::ExpectedKiller => say!(
                language,
                "expected never, always, height:MIN-MAX, capture or quiet",
                "never、always、height:最小-最大、capture、quiet のいずれかを指定してください"
            ),
            Notice::ExpectedShare => say!(
                language,
                "expected a number from 0 to 1",
                "0から1までの数を指定してください"
            ),
            Notice::NoShardOverNats => say!(
                language,
                "--shard and --merge are for machines that do not communicate, so they do not go with --nats",
                "--shard と --merge は互いに通信しないマシンのためのもので、--nats とは同時に指定できません"
            ),
            Notice::ExpectedAddress => say!(
                language,
                "expected an IP address: 127.0.0.1",
                "IP アドレスを指定してください（例：127.0.0.1）"
            ),
            Notice::NotBuilt(command) => say!(
                language,
                "this yose was built without `{command}`: `cargo build --release` builds it with everything",
                "この yose は `{command}` を省いてビルドされています。`cargo build --release` ですべてを含めてビルドできます"
            ),
            Notice::OneProblem(option) => say!(
                language,
                "{option} takes one problem, not several",
                "{option} は1題のときだけ指定できます"
            ),
            Notice::NoOutput(option, path, why) => {
                let why = why.text(language);
                say!(language, "{option} {path}: {why}", "{option} {path}：{why}")
            }
            Notice::NoCertificate(path, why) => say!(
                language,
                "--certificate {path}: {why}",
                "--certificate {path}：証明を書けませんでした（{why}）"
            ),
            Notice::NoPaperCertificate => say!(
                language,
                "--certificate takes one problem, and not --method paper",
                "--certificate は1題のときだけで、--method paper とは同時に指定できません"
            ),
            Notice::ExploreOne(n) => say!(
                language,
                "one position is explored at a time, not {n}",
                "一度にたどれる局面は一つだけです（{n}局面あります）"
            ),
            Notice::UsiIsShogi => say!(
                language,
                "--rules: USI is about shogi, not Lines of Action",
                "--rules：USI は将棋のものです。Lines of Action は扱えません"
            ),
            Notice::OneRecord(n) => say!(
                language,
                "a file in this format holds one record, and {n} were given: use --out-dir, or --to csa",
                "この形式のファイルに入る棋譜は一つです（{n}個あります）。--out-dir か --to csa を使ってください"
            ),
            Notice::ConvertToWhat => say!(
                language,
                "convert to what? --to kif|ki2|csa|jkf|sfen|usi, or --out FILE",
                "何に変換しますか。--to kif|ki2|csa|jkf|sfen|usi か --out ファイル を指定してください"
            ),
            Notice::NoFormat(path) => say!(
                language,
                "{path}: no format has this extension; use --to",
                "{path}：この拡張子の形式はありません。--to を使ってください"
            ),
            Notice::OneFileTwice(one, other, name) => say!(
                language,
                "{one} and {other} would both be written to {name}; nothing was written",
                "{one} と {other} が同じファイル {name} になります。何も書きませんでした"
            ),
            Notice::NothingWritten => say!(language, "nothing was written", "何も書きませんでした"),
            Notice::NotWritten(path) => say!(language, "{path} was not written", "{path} は書きませんでした"),
            Notice::NotWrittenWhy(path, why) => say!(
                language,
                "{path}: not written: {why}",
                "{path} は書きませんでした：{why}"
            ),
            Notice::OnlySvg(extension) => say!(
                language,
                "pictures are drawn as SVG, not as .{extension}",
                "図は SVG で描きます（.{extension} は扱えません）"
            ),
            Notice::OneBoard => say!(
                language,
                "an SVG file holds one board, and several positions were given",
                "SVG のファイルに入る盤は一つですが、複数の局面があります"
            ),
            Notice::Boxes(characters) => say!(
                language,
                "drawn as boxes in the title: {characters}",
                "題のうち字形のない文字は四角で描きます：{characters}"
            ),
            Notice::InterruptedNow => say!(language, "interrupted", "中断"),
            Notice::OutOfTime => say!(language, "not finished in time", "時間内に終わりませんでした"),
            Notice::GoesOn => say!(
                language,
                "interrupted: the same command goes on from here",
                "中断：同じ命令で続きから始まります"
            ),
            Notice::NoSpace(name, others) => say!(
                language,
                "{name}: no space is built in under this name ({others}), and there is no such file",
                "{name}：この名前の図の範囲もファイルもありません（組み込みの範囲：{others}）"
            ),
            Notice::Unfinished(path) => say!(
                language,
                "{path} is there already (--resume goes on with it, --overwrite starts anew)",
                "{path} はすでにあります（--resume で続き、--overwrite で初めから）"
            ),
            Notice::Space(name, diagrams, frames) => say!(
                language,
                "{name}: {diagrams} diagrams in {frames} frames",
                "{name}：{frames}枠、{diagrams}図"
            ),
            Notice::Serving(address) => say!(
                language,
                "the page is at {address} (Ctrl-C stops it)",
                "ページのアドレス：{address}（Ctrl-C で終了）"
            ),
        }
    }

    /// The same as a line of its own.
    pub fn line(self, language: Language) -> String {
        self.text(language) + "\n"
    }
}
