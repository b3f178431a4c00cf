//! Boards and pieces: what a page needs to draw a game and to edit a position of it. The outlines
//! of the characters come along, so the page needs no font for its boards.

use crate::refusal::Refusal;
use crate::request::check_rules;
use serde::Serialize;
use std::collections::BTreeMap;
use yose_ask::Game;
use yose_shogi::Variant;

/// Characters beside the pieces: counts in a hand, names of files and ranks, marks.
const OTHERS: &str = "0123456789一二三四五六七八九十abcdefghi☗☖";

/// A game as a page draws it.
#[derive(Debug, Serialize)]
pub struct GameBody {
    rules: String,
    /// `shogi` or `loa`.
    family: &'static str,
    files: u8,
    ranks: u8,
    /// The start array as SFEN or FEN.
    start: Option<String>,
    /// Whether a king that arrives wins: such games have no brinkmates and threats.
    try_rule: bool,
    pieces: Vec<Piece>,
    /// Characters with their widths and SVG paths, on an em square of 1000.
    outlines: BTreeMap<char, (i32, &'static str)>,
}

/// A kind of piece.
#[derive(Debug, Serialize)]
struct Piece {
    /// The letters of SFEN, in upper case.
    letters: String,
    kanji: String,
    /// The letters of its promoted side.
    promotes: Option<String>,
    /// The letters of what it becomes in hand.
    base: Option<String>,
    royal: bool,
    /// The number of pieces in a full set; promoted sides have none of their own.
    total: u8,
}

impl GameBody {
    /// The board and the pieces of rules.
    ///
    /// # Errors
    /// There are no such rules.
    pub fn named(rules: &str) -> Result<GameBody, Refusal> {
        check_rules(rules)?;
        Ok(match Game::named(rules)? {
            Game::Shogi(variant) => shogi(variant),
            Game::Loa { size, rules: named } => GameBody {
                rules: loa_name(size, named),
                family: "loa",
                files: size.files(),
                ranks: size.ranks(),
                start: Some(yose_loa::AnyPosition::start(size).to_string()),
                try_rule: false,
                pieces: Vec::new(),
                outlines: outlines(OTHERS.chars()),
            },
            Game::Any => return Err(Refusal::Absent("game")),
        })
    }
}

/// The name of a board of Lines of Action with its rules, if they are not the usual ones.
pub(crate) fn loa_name(size: yose_loa::Size, rules: yose_loa::Rules) -> String {
    match rules.name().filter(|_| rules != yose_loa::Rules::PAPER) {
        Some(name) => format!("loa:{size}:{name}"),
        None => format!("loa:{size}"),
    }
}

fn shogi(variant: &'static Variant) -> GameBody {
    let army = &variant.army;
    let letters = |kind| army.spec(kind).symbol.to_owned();
    let pieces: Vec<Piece> = army
        .iter()
        .map(|(_, spec)| Piece {
            letters: spec.symbol.to_owned(),
            kanji: spec.kanji.to_owned(),
            promotes: spec.promotes.map(letters),
            base: spec.in_hand.map(letters),
            royal: spec.royal,
            total: spec.total,
        })
        .collect();
    let characters = pieces.iter().flat_map(|piece| piece.kanji.chars());
    let characters = characters.chain(pieces.iter().flat_map(|piece| piece.letters.chars()));
    let outlines = outlines(characters.chain(OTHERS.chars()));
    GameBody {
        rules: variant.name.to_owned(),
        family: "shogi",
        files: variant.files,
        ranks: variant.ranks,
        start: variant.start.map(str::to_owned),
        try_rule: variant.rules.try_rule,
        pieces,
        outlines,
    }
}

fn outlines(characters: impl Iterator<Item = char>) -> BTreeMap<char, (i32, &'static str)> {
    characters
        .filter_map(|c| Some((c, yose_draw::outline(c)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_can_be_drawn() {
        for rules in ["shogi", "minishogi", "dobutsu", "3x4:BKR:1"] {
            let body = shogi(Variant::by_name(rules).unwrap());
            assert!(!body.pieces.is_empty());
            for piece in &body.pieces {
                let name = if piece.kanji.is_empty() {
                    &piece.letters
                } else {
                    &piece.kanji
                };
                assert!(
                    name.chars().all(|c| body.outlines.contains_key(&c)),
                    "{rules} {name}"
                );
            }
        }
    }
}
