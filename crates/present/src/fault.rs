//! Faults of an input in words.
//!
//! A fault is an error of the library that found it, and the error's own text is English. The
//! frequent ones have a Japanese text here, by the type of the error. A fault without a Japanese
//! text is told in English, and so is a fault that came as JSON, which has lost its type.

use crate::language::Language;
use std::error::Error;
use std::io;
use yose_ask::{FaultText, HisshiFault, InputFault, PolicyFault, ThreatFault};
use yose_board::{Color, Place};
use yose_loa_endgame::EndgameFault;
use yose_record::RecordFault;
use yose_shogi::notation::sfen::SfenFault;
use yose_shogi::notation::usi::UsiError;
use yose_shogi::{SHOGI, SetupFault};
use yose_tsume::TsumeFault;

/// A fault on one line: its place and what is wrong.
pub fn text(fault: &FaultText, language: Language) -> String {
    let english = || format!("{}: {}", fault.place, fault.what);
    match (&fault.origin, language) {
        (Some(origin), Language::Japanese) => match in_japanese(&*origin.fault) {
            Some(what) => match place(&origin.place) {
                Some(place) => format!("{place}：{what}"),
                None => what,
            },
            None => english(),
        },
        _ => english(),
    }
}

/// What is wrong, without its place.
pub fn what(fault: &FaultText, language: Language) -> String {
    match (&fault.origin, language) {
        (Some(origin), Language::Japanese) => in_japanese(&*origin.fault),
        _ => None,
    }
    .unwrap_or_else(|| fault.what.clone())
}

/// A place. The whole input needs no word.
fn place(place: &Place) -> Option<String> {
    Some(match place {
        Place::Whole => return None,
        Place::Square(name) => square(name),
        Place::Hand(color) => format!("{}の持駒", side(*color)),
        Place::Column(column) => format!("{column}文字目"),
        Place::Line { line, column: 0 } => format!("{line}行目"),
        Place::Line { line, column } => format!("{line}行目{column}文字目"),
        Place::SquareAt {
            square: name,
            line,
            column,
        } => format!("{}（{line}行目{column}文字目）", square(name)),
        Place::Path(path) => path.clone(),
    })
}

/// A square of shogi as kifu name it: `5c` is ５三. Squares of other games stay as they are.
fn square(name: &str) -> String {
    let mut chars = name.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(file @ '1'..='9'), Some(rank @ 'a'..='i'), None) => {
            let file = char::from_u32('０' as u32 + (file as u32 - '0' as u32)).unwrap_or(file);
            let ranks = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
            format!("{file}{}", ranks[rank as usize - 'a' as usize])
        }
        _ => name.to_owned(),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// A piece by its letters: `P` is 歩. Pieces of other armies stay as they are.
fn piece(symbol: &str) -> &str {
    let army = &SHOGI.army;
    army.by_symbol(symbol)
        .map_or(symbol, |kind| army.spec(kind).kanji)
}

/// A piece on a square by its letters: `p 3c` is 後手３三歩.
pub(crate) fn piece_on(text: &str) -> String {
    let Some((letters, name)) = text.split_once(' ') else {
        return text.to_owned();
    };
    let color = match letters.contains(|c: char| c.is_ascii_lowercase()) {
        true => Color::White,
        false => Color::Black,
    };
    let symbol = letters.to_ascii_uppercase();
    format!("{}{}{}", side(color), square(name), piece(&symbol))
}

/// What is wrong, in Japanese, if the fault has words here.
fn in_japanese(fault: &(dyn Error + Send + Sync + 'static)) -> Option<String> {
    if let Some(fault) = fault.downcast_ref() {
        return input(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return setup(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return sfen(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return usi(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return record(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return tsume(fault);
    }
    if let Some(fault) = fault.downcast_ref() {
        return Some(hisshi(fault));
    }
    if let Some(fault) = fault.downcast_ref() {
        return Some(policy(fault));
    }
    if let Some(fault) = fault.downcast_ref() {
        return Some(threat(fault));
    }
    fault.downcast_ref().and_then(endgame)
}

/// The reason for which a file cannot be read.
pub fn of_file(error: &io::Error, language: Language) -> String {
    let known = match language {
        Language::English => None,
        Language::Japanese => unreadable(error.kind()),
    };
    known.map_or_else(|| error.to_string(), str::to_owned)
}

/// The reason for which a file cannot be read, as far as it is a frequent one.
fn unreadable(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::NotFound => "ファイルがありません",
        io::ErrorKind::PermissionDenied => "読む権限がありません",
        io::ErrorKind::IsADirectory => "フォルダです",
        _ => return None,
    })
}

fn input(fault: &InputFault) -> Option<String> {
    Some(match fault {
        InputFault::NoFile => "この名前のファイルはなく、局面としても読めません".to_owned(),
        InputFault::Unreadable { name, kind, error } => match unreadable(*kind) {
            Some(why) => format!("{name}：{why}"),
            None => format!("{name}：読めません（{error}）"),
        },
        InputFault::EmptyFolder => "このフォルダにはファイルがありません".to_owned(),
        InputFault::NoPosition => "このファイルには局面がありません".to_owned(),
        InputFault::NoColumn => "この行のどの列も局面として読めません".to_owned(),
        InputFault::IllegalMove { number, text } => {
            format!("{number}手目（{text}）は反則です")
        }
        InputFault::NotShogi => {
            "Lines of Action の局面には詰める玉がありません（将棋の局面が必要です）".to_owned()
        }
        InputFault::NoRules(name) => format!(
            "「{name}」という規則はありません。shogi、minishogi、dobutsu、MxN、MxN:成れる段数、\
             3x4:BKR:1、loa、またはファイルを指定してください"
        ),
        InputFault::NoLoaRules(name) => format!(
            "「{name}」という規則はありません。loa、loa:6x6、loa:8x8:mso のように指定してください\
             （筋も段も3から9まで）"
        ),
        InputFault::Ply { there, asked } => format!("手順は{there}手までで、{asked}手目はありません"),
    })
}

fn setup(fault: &SetupFault) -> Option<String> {
    Some(match fault {
        SetupFault::NoKing => "盤上に玉がありません".to_owned(),
        SetupFault::TwoKings(color) => format!("{}の玉が二枚以上あります", side(*color)),
        SetupFault::TwoPawns { color, file } => {
            format!("{}の歩が{file}筋に二枚あります（二歩）", side(*color))
        }
        SetupFault::DeadEnd { color, symbol } => {
            let (side, piece) = (side(*color), piece(symbol));
            format!("{side}の{piece}は行き所のない駒です")
        }
        SetupFault::TooMany { symbol, found, total } => {
            let piece = piece(symbol);
            format!("{piece}が成駒を含めて{found}枚あります（全部で{total}枚）")
        }
        SetupFault::KingCapturable(color) => {
            let side = side(*color);
            format!("{side}の番ではないのに{side}の玉に王手がかかっています")
        }
        SetupFault::KingInHand(color) => format!("{}の持駒に玉があります", side(*color)),
        SetupFault::Size { found, expected } => format!("盤のマス目が{found}で、{expected}ではありません"),
        _ => return None,
    })
}

fn sfen(fault: &SfenFault) -> Option<String> {
    Some(match fault {
        SfenFault::Empty => "局面が空です".to_owned(),
        SfenFault::NoBoard(word) => format!("「{word}」は盤面ではありません（段を / で区切ります）"),
        SfenFault::Missing(what) if what.contains("side") => "手番（b または w）がありません".to_owned(),
        SfenFault::Missing(_) => "持駒の欄がありません（なければ -）".to_owned(),
        SfenFault::Ranks { found, expected } => {
            format!("段が{found}で、この盤の{expected}段ではありません（ほかの大きさの盤は --rules MxN）")
        }
        SfenFault::Width {
            rank,
            found,
            expected,
        } => format!("段 {rank} のマス目が{found}で、{expected}ではありません"),
        SfenFault::Piece(letter) => format!("「{letter}」という駒はありません"),
        SfenFault::Promoted(letter) => format!("「+{letter}」：この駒は成れません"),
        SfenFault::LonePlus => "+ のあとに駒がありません".to_owned(),
        SfenFault::Zero => "0 は空きマスの数ではありません".to_owned(),
        SfenFault::Character(c) => format!("「{c}」はここでは意味がありません"),
        SfenFault::Side(word) => format!("手番が「{word}」で、b でも w でもありません"),
        SfenFault::Hand(letter) => format!("「{letter}」は持駒になりません"),
        SfenFault::HandPiece(letter) => format!("持駒に「{letter}」という駒はありません"),
        SfenFault::Count(word) => format!("「{word}」は枚数と駒の組ではありません"),
        SfenFault::Ply(word) => format!("手数が「{word}」で、1 以上の数ではありません"),
        SfenFault::Trailing(word) => format!("局面のあとに「{word}」があります"),
        SfenFault::Move(fault) => return usi(fault),
        SfenFault::Setup(fault) => return setup(fault),
        _ => return None,
    })
}

fn usi(fault: &UsiError) -> Option<String> {
    Some(match fault {
        UsiError::Form(text) => format!("「{text}」は指し手ではありません（例：7g7f、8h2b+、P*5e）"),
        UsiError::Square {
            text,
            square,
            files,
            ranks,
        } => format!("「{text}」：{files}x{ranks} の盤に {square} はありません"),
        UsiError::Drop { text, letter } => format!("「{text}」：{letter} は打てません"),
        UsiError::Illegal { text, sfen } => format!("「{text}」は反則です（局面 {sfen}）"),
    })
}

fn record(fault: &RecordFault) -> Option<String> {
    Some(match fault {
        RecordFault::Undecodable { encoding, value, .. } => {
            format!("バイト {value:#04x} は {encoding} として読めません")
        }
        RecordFault::UnknownFormat => "KIF、KI2、CSA、JKF のいずれでもありません".to_owned(),
        RecordFault::TooManyFaults(n) => format!("誤りが{n}個になったので読むのをやめました"),
        RecordFault::Unexpected(text) => format!("「{text}」はここでは意味がありません"),
        RecordFault::Cell(text) => format!("「{text}」という駒はありません"),
        RecordFault::Hand(text) => format!("「{text}」は持駒になりません"),
        RecordFault::MoveNumber { found, expected } => {
            format!("{found}手目とありますが、{expected}手目のはずです")
        }
        RecordFault::NoPrevious => "「同」の前の手がありません".to_owned(),
        RecordFault::Illegal { text, usi, .. } => format!("「{text}」（{usi}）は反則です"),
        RecordFault::Ambiguous { text, candidates } => {
            format!("「{text}」は {} のどれか決まりません", candidates.join("、"))
        }
        RecordFault::Impossible { text, .. } => format!("「{text}」に当たる合法手がありません"),
        RecordFault::Turn(color) => format!("{}の番です", side(*color)),
        RecordFault::AfterEnding(n) => format!("{n}手目で終局しています"),
        RecordFault::NoGame(_) => "このファイルには棋譜がありません".to_owned(),
        RecordFault::Nul => "NUL 文字があります（ファイルが壊れているか、テキストではありません）".to_owned(),
        RecordFault::Setup(fault) => return setup(fault),
        _ => return None,
    })
}

fn tsume(fault: &TsumeFault) -> Option<String> {
    Some(match fault {
        TsumeFault::NoKing(color) => format!("詰める玉がありません（{}の玉が盤上にない）", side(*color)),
        TsumeFault::Over(color) => {
            format!("終局しています（{}の玉が最奥の段に入った：トライ）", side(*color))
        }
    })
}

fn hisshi(fault: &HisshiFault) -> String {
    match fault {
        HisshiFault::NoKing(color) => format!("詰める玉がありません（{}の玉が盤上にない）", side(*color)),
        HisshiFault::OnlyMover(color) => format!(
            "詰める玉がありません（{}の玉が盤上にない）。手番側の玉については yose threat で調べられます",
            side(*color)
        ),
        HisshiFault::TryRule => "トライルールの将棋には必至の定義がありません".to_owned(),
    }
}

fn policy(fault: &PolicyFault) -> String {
    match fault {
        PolicyFault::Game(policy) => format!(
            "--futile {} は、持駒が多いほど良いとはいえない将棋には使えません",
            policy.word()
        ),
        PolicyFault::Moves(policy) => format!(
            "--futile {} はすべての手を要します（--moves paper とは併用できません）",
            policy.word()
        ),
        PolicyFault::Cooks(policy) => format!(
            "--cooks は打ち駒をすべて数えます（--futile {} とは併用できません）",
            policy.word()
        ),
        PolicyFault::Certificate(policy) => format!(
            "必至の証明書は打ち駒をすべて数えます（--futile {} とは併用できません）",
            policy.word()
        ),
    }
}

fn threat(fault: &ThreatFault) -> String {
    match fault {
        ThreatFault::NoKing(color) => format!(
            "守る玉がありません（手番の{}の玉が盤上にない）。相手の玉については yose hisshi で調べられます",
            side(*color)
        ),
        ThreatFault::TryRule => "トライルールの将棋には詰めろの定義がありません".to_owned(),
    }
}

fn endgame(fault: &EndgameFault) -> Option<String> {
    Some(match fault {
        EndgameFault::Over(Color::Black) => "終局しています（黒がつながっている）".to_owned(),
        EndgameFault::Over(Color::White) => "終局しています（白がつながっている）".to_owned(),
        EndgameFault::Rules => return None,
    })
}
