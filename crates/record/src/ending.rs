//! How a line of a record ends: a last entry that is not a move.

use crate::text::Cursor;
use crate::words;
use yose_board::Color;

/// How a line of a record ends, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// 投了: the side to move resigns.
    Resign,
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: there is no mate.
    NoMate,
    /// 中断: the game was interrupted.
    Interrupted,
    /// 千日手: the position was repeated.
    Repetition,
    /// 持将棋: both kings have entered.
    Impasse,
    /// 反則勝ち: the previous move broke the rules, so the side to move wins.
    IllegalWin,
    /// 反則負け: the side to move broke the rules.
    IllegalLoss,
    /// 切れ負け: the side to move has no time left.
    TimeUp,
    /// 入玉勝ち: the side to move declares a win by entering king.
    EnteringKing,
    /// 引き分け: a draw.
    Draw,
    /// 最大手数: the game reached the agreed number of moves.
    MaxMoves,
    /// 不戦勝: the other side did not appear.
    ForfeitWin,
    /// 不戦敗: the side to move did not appear.
    ForfeitLoss,
    /// 待った: a move was taken back.
    TakeBack,
    /// 封じ手: the game was adjourned with a sealed move.
    Sealed,
    /// エラー: a program failed.
    Error,
    /// A word of CSA or JKF that is none of the others, without its `%`.
    Other(String),
}

/// The words of KIF (the first is the one that is written), the word of CSA, the ending.
const WORDS: [(&[&str], &str, Ending); 17] = [
    (&["投了"], "TORYO", Ending::Resign),
    (&["詰み", "詰"], "TSUMI", Ending::Mate),
    (&["不詰", "不詰み"], "FUZUMI", Ending::NoMate),
    (&["中断"], "CHUDAN", Ending::Interrupted),
    (&["千日手"], "SENNICHITE", Ending::Repetition),
    (&["持将棋"], "JISHOGI", Ending::Impasse),
    (&["反則勝ち"], "ILLEGAL_ACTION", Ending::IllegalWin),
    (&["反則負け"], "ILLEGAL_MOVE", Ending::IllegalLoss),
    (&["切れ負け", "時間切れ"], "TIME_UP", Ending::TimeUp),
    (&["入玉勝ち"], "KACHI", Ending::EnteringKing),
    (&["引き分け", "引分け", "引分"], "HIKIWAKE", Ending::Draw),
    (&["最大手数"], "MAX_MOVES", Ending::MaxMoves),
    (&["不戦勝"], "FUSENSHO", Ending::ForfeitWin),
    (&["不戦敗"], "FUSENPAI", Ending::ForfeitLoss),
    (&["待った"], "MATTA", Ending::TakeBack),
    (&["封じ手"], "FUJITE", Ending::Sealed),
    (&["エラー"], "ERROR", Ending::Error),
];

impl Ending {
    /// Whether a word of CSA can contain this character.
    pub(crate) fn is_letter(c: char) -> bool {
        c.is_ascii_alphanumeric() || "_+-".contains(c)
    }

    /// The word of KIF. [`Ending::Other`] keeps the `%` of CSA, which no word of KIF has.
    pub fn japanese(&self) -> String {
        match (WORDS.iter().find(|(_, _, ending)| ending == self), self) {
            (Some((words, _, _)), _) => words.first().copied().unwrap_or_default().to_owned(),
            (None, Ending::Other(word)) => format!("%{word}"),
            (None, _) => String::new(),
        }
    }

    /// The ending that a word of KIF means.
    pub fn from_japanese(word: &str) -> Option<Ending> {
        if let Some(other) = word.strip_prefix('%') {
            // A word about an illegal action needs the side to move. It also has a word of KIF.
            let good = !other.is_empty() && other.chars().all(Ending::is_letter);
            let sided = other.ends_with("ILLEGAL_ACTION");
            return (good && !sided).then(|| Ending::from_csa(other, Color::Black));
        }
        WORDS
            .iter()
            .find(|(words, _, _)| words.contains(&word))
            .map(|(_, _, ending)| ending.clone())
    }

    /// The word of CSA and JKF, without the `%` of CSA. CSA names the side that broke the rules, so
    /// the side to move is needed.
    pub fn csa(&self, turn: Color) -> String {
        match (WORDS.iter().find(|(_, _, ending)| ending == self), self) {
            (Some((_, word, Ending::IllegalWin)), _) => {
                format!("{}{word}", if turn == Color::White { '+' } else { '-' })
            }
            (Some((_, word, _)), _) => (*word).to_owned(),
            (None, Ending::Other(word)) => word.clone(),
            (None, _) => String::new(),
        }
    }

    /// Whether CSA has a word for this ending.
    pub(crate) fn is_csa(&self) -> bool {
        !matches!(
            self,
            Ending::ForfeitWin | Ending::ForfeitLoss | Ending::Sealed | Ending::Other(_)
        )
    }

    /// The ending that a word of CSA or JKF means.
    pub fn from_csa(word: &str, turn: Color) -> Ending {
        let side = match word {
            "+ILLEGAL_ACTION" => Some(Color::Black),
            "-ILLEGAL_ACTION" => Some(Color::White),
            _ => None,
        };
        match side {
            Some(guilty) if guilty == turn => Ending::IllegalLoss,
            Some(_) => Ending::IllegalWin,
            None => WORDS
                .iter()
                .find(|(_, csa, ending)| *csa == word && *ending != Ending::IllegalWin)
                .map_or_else(|| Ending::Other(word.to_owned()), |(_, _, ending)| ending.clone()),
        }
    }

    /// Whether KIF sums a game with this ending up. Other programs refuse a summary with a word
    /// that they do not know, and the ending stands in the line before.
    pub(crate) fn has_summary(&self) -> bool {
        matches!(
            self,
            Ending::Resign
                | Ending::Mate
                | Ending::NoMate
                | Ending::Interrupted
                | Ending::Sealed
                | Ending::Repetition
                | Ending::Impasse
                | Ending::IllegalWin
                | Ending::IllegalLoss
                | Ending::TimeUp
        )
    }

    /// The summary of a game: まで12手で後手の勝ち.
    pub(crate) fn summary(&self, moves: u32, turn: Color, sides: [&str; 2]) -> String {
        let (us, them) = (sides[turn.index()], sides[turn.other().index()]);
        let what = match self {
            Ending::Resign => format!("{them}の勝ち"),
            Ending::TimeUp => format!("時間切れにより{them}の勝ち"),
            Ending::IllegalWin
            | Ending::IllegalLoss
            | Ending::EnteringKing
            | Ending::ForfeitWin
            | Ending::ForfeitLoss => format!("{us}の{}", self.japanese()),
            _ => self.japanese(),
        };
        format!("まで{moves}手で{what}")
    }

    /// The ending that a summary names after its number of moves. `None` if the words are unknown.
    pub(crate) fn from_summary(mut cursor: Cursor<'_>, turn: Color) -> Option<Ending> {
        cursor.skip_spaces();
        let _ = cursor.eat_str("で") || cursor.eat_str("にて");
        if cursor.eat_str("時間切れ") {
            // The words may continue: により後手の勝ち, 負け. They must not be cut off.
            let rest = cursor.rest().trim().trim_end_matches('。');
            let whole = rest.is_empty()
                || ["勝ち", "勝", "勝利", "負け", "敗"]
                    .iter()
                    .any(|end| rest.ends_with(end));
            return whole.then_some(Ending::TimeUp);
        }
        let Some(side) = words::read_side(&mut cursor) else {
            return Ending::from_japanese(cursor.rest().trim().trim_end_matches(['。', '．']));
        };
        let _ = cursor.eat_str("の");
        let ours = side == turn;
        match cursor.rest().trim().trim_end_matches('。') {
            "勝ち" | "勝" | "勝利" if !ours => Some(Ending::Resign),
            "反則勝ち" if ours => Some(Ending::IllegalWin),
            "反則勝ち" => Some(Ending::IllegalLoss),
            "反則負け" if ours => Some(Ending::IllegalLoss),
            "反則負け" => Some(Ending::IllegalWin),
            // If the side to move has won, its opponent broke the rules, or the side declares a
            // win.
            "勝ち" | "勝" | "勝利" => Some(Ending::IllegalWin),
            word => Ending::from_japanese(word).filter(|_| ours),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Line;

    #[test]
    fn every_word_comes_back() {
        for (_, _, ending) in WORDS {
            assert_eq!(Ending::from_japanese(&ending.japanese()), Some(ending.clone()));
            for turn in Color::ALL {
                assert_eq!(Ending::from_csa(&ending.csa(turn), turn), ending);
                let text = ending.summary(7, turn, ["先手", "後手"]);
                let mut cursor = Cursor::new(Line::alone(&text));
                assert!(cursor.eat_str("まで7手"));
                assert_eq!(Ending::from_summary(cursor, turn), Some(ending.clone()), "{text}");
            }
        }
        let other = Ending::Other("FOO".to_owned());
        assert_eq!(Ending::from_japanese(&other.japanese()), Some(other.clone()));
        assert_eq!(Ending::from_csa("FOO", Color::Black), other);
        assert_eq!(Ending::from_japanese("降参"), None);
    }
}
