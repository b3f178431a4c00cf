//! Variants in TOML files. Without `[[piece]]` tables the army is that of shogi.
//! `crates/shogi/variants/` has the built-in files, `suites/variants/` has more examples.

use crate::army::{Army, KindSpec, direction, step, steps};
use crate::interner::{Draft, INTERNER, Origin, split_kanji};
use crate::piece::{Kind, MAX_HAND_KINDS, MAX_KINDS};
use crate::rules::{Promotion, Rules, Stalemate};
use crate::variant::{Variant, VariantError};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The built-in file of minishogi.
pub(crate) const MINISHOGI: &str = include_str!("../variants/minishogi.toml");
/// The built-in file of Dobutsu shogi.
pub(crate) const DOBUTSU: &str = include_str!("../variants/dobutsu.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    files: u8,
    ranks: u8,
    start: Option<String>,
    #[serde(default)]
    rules: RulesTable,
    #[serde(default)]
    totals: BTreeMap<String, u8>,
    #[serde(default, rename = "piece")]
    pieces: Vec<PieceTable>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RulesTable {
    zone: Option<u8>,
    promotion: Option<PromotionWord>,
    nifu: Option<bool>,
    pawn_drop_mate: Option<bool>,
    dead_ends: Option<bool>,
    dead_end_attacks: Option<bool>,
    stalemate: Option<StalemateWord>,
    try_rule: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PromotionWord {
    Optional,
    Compulsory,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StalemateWord {
    Loss,
    Draw,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceTable {
    symbol: String,
    kanji: Option<String>,
    #[serde(default)]
    steps: Vec<StepWord>,
    #[serde(default)]
    slides: Vec<String>,
    promotes: Option<String>,
    #[serde(default)]
    royal: bool,
    #[serde(default)]
    pawn: bool,
    total: Option<u8>,
}

/// A step: a direction by name, or `[files to the left, ranks forward]`.
#[derive(Deserialize)]
#[serde(untagged)]
enum StepWord {
    Named(String),
    By([i64; 2]),
}

fn directions(symbol: &str, word: &str) -> Result<u8, VariantError> {
    Ok(match word {
        "forward" => direction::FORWARD,
        "back" => direction::BACK,
        "left" => direction::LEFT,
        "right" => direction::RIGHT,
        "forward-left" => direction::FORWARD_LEFT,
        "forward-right" => direction::FORWARD_RIGHT,
        "back-left" => direction::BACK_LEFT,
        "back-right" => direction::BACK_RIGHT,
        "orthogonal" => direction::ORTHOGONAL,
        "diagonal" => direction::DIAGONAL,
        _ => {
            let word: String = word.chars().take(30).collect();
            return Err(VariantError::File(format!(
                "piece {symbol}: `{word}` is no direction"
            )));
        }
    })
}

/// Reads a variant from the text of a file. Faults of form carry line and column.
///
/// The variant is interned as a custom one: see [`Variant::intern`].
pub fn read(text: &str) -> Result<&'static Variant, VariantError> {
    INTERNER.intern(draft(text)?, Origin::Custom)
}

/// Reads the draft of a variant from the text of a file.
pub(crate) fn draft(text: &str) -> Result<Draft, VariantError> {
    let file: File = toml::from_str(text).map_err(|error| VariantError::File(error.to_string()))?;
    let rules = file.rules.rules();
    let (mut army, kanji) = if file.pieces.is_empty() {
        split_kanji(Army::STANDARD)
    } else {
        army(&file.pieces)?
    };
    if !file.totals.is_empty() {
        if let Some(unknown) = file.totals.keys().find(|symbol| army.by_symbol(symbol).is_none()) {
            return Err(VariantError::Piece {
                symbol: unknown.clone(),
                what: "named in [totals] but not in the army",
            });
        }
        let copy = army;
        army = army.with_totals(|kind| file.totals.get(copy.spec(kind).symbol).copied().unwrap_or(0));
    }
    if file.name.is_empty() || file.name.chars().any(char::is_control) {
        return Err(VariantError::File(
            "the name is empty or has control characters".to_owned(),
        ));
    }
    Ok(Draft {
        name: file.name,
        files: file.files,
        ranks: file.ranks,
        army,
        kanji,
        rules,
        start: file.start,
    })
}

impl RulesTable {
    fn rules(&self) -> Rules {
        let base = Rules::shogi(self.zone.unwrap_or(1));
        Rules {
            promotion: match self.promotion {
                Some(PromotionWord::Compulsory) => Promotion::Compulsory,
                Some(PromotionWord::Optional) | None => Promotion::Optional,
            },
            nifu: self.nifu.unwrap_or(base.nifu),
            pawn_drop_mate: self.pawn_drop_mate.unwrap_or(base.pawn_drop_mate),
            dead_ends: self.dead_ends.unwrap_or(base.dead_ends),
            dead_end_attacks: self.dead_end_attacks.unwrap_or(base.dead_end_attacks),
            stalemate: match self.stalemate {
                Some(StalemateWord::Draw) => Stalemate::Draws,
                Some(StalemateWord::Loss) | None => Stalemate::Loses,
            },
            try_rule: self.try_rule.unwrap_or(base.try_rule),
            ..base
        }
    }
}

/// A symbol of a kind as a static text: an upper-case letter, with `+` in front if promoted.
fn symbol(text: &str) -> Option<&'static str> {
    const ALL: &str = "+A+B+C+D+E+F+G+H+I+J+K+L+M+N+O+P+Q+R+S+T+U+V+W+X+Y+Z";
    match text.strip_prefix('+').unwrap_or(text).as_bytes() {
        [letter @ b'A'..=b'Z'] => {
            let end = 2 * usize::from(letter - b'A') + 2;
            ALL.get(end - text.len()..end)
        }
        _ => None,
    }
}

/// The army with these pieces, and the kanji of its kinds. Kinds that can be held in hand are moved
/// to the front.
fn army(pieces: &[PieceTable]) -> Result<(Army, Vec<String>), VariantError> {
    let fail = |symbol: &str, what| {
        Err(VariantError::Piece {
            symbol: symbol.to_owned(),
            what,
        })
    };
    if pieces.len() > MAX_KINDS {
        return Err(VariantError::Army(format!(
            "{} kinds of pieces, and {MAX_KINDS} is the limit",
            pieces.len()
        )));
    }
    let held = |piece: &&PieceTable| !piece.royal && !piece.symbol.starts_with('+');
    let ordered: Vec<&PieceTable> = pieces
        .iter()
        .filter(held)
        .chain(pieces.iter().filter(|piece| !held(piece)))
        .collect();
    let hand_len = pieces.iter().filter(held).count();
    if hand_len > MAX_HAND_KINDS {
        return Err(VariantError::Army(format!(
            "{hand_len} kinds in hand, and {MAX_HAND_KINDS} is the limit"
        )));
    }
    let find = |symbol: &str| {
        ordered
            .iter()
            .position(|piece| piece.symbol == symbol)
            .map(|i| Kind(i as u8))
    };
    let mut kinds = [KindSpec::NONE; MAX_KINDS];
    let mut kanji = Vec::new();
    for (i, piece) in ordered.iter().enumerate() {
        let letters = piece.symbol.strip_prefix('+').unwrap_or(&piece.symbol);
        let Some(symbol) = symbol(&piece.symbol) else {
            return fail(
                &piece.symbol,
                "a symbol is one capital letter, with + before it for a promoted piece",
            );
        };
        if find(&piece.symbol) != Some(Kind(i as u8)) {
            return fail(&piece.symbol, "two pieces have this symbol");
        }
        if piece
            .kanji
            .as_ref()
            .is_some_and(|kanji| !(1..=2).contains(&kanji.chars().count()))
        {
            return fail(&piece.symbol, "its kanji is one character, or two");
        }
        if piece.promotes.as_ref() == Some(&piece.symbol) {
            return fail(&piece.symbol, "it promotes to itself");
        }
        kanji.push(piece.kanji.clone().unwrap_or_else(|| piece.symbol.clone()));
        let mut spec = KindSpec {
            symbol,
            royal: piece.royal,
            pawn: piece.pawn,
            total: piece
                .total
                .unwrap_or(if piece.symbol.starts_with('+') { 0 } else { 2 }),
            ..KindSpec::NONE
        };
        for word in &piece.steps {
            spec.steps |= match word {
                StepWord::Named(word) => steps(directions(&piece.symbol, word)?),
                StepWord::By([0, 0]) => return fail(&piece.symbol, "a step that leads nowhere"),
                StepWord::By([left, forward]) => match (i8::try_from(*left), i8::try_from(*forward)) {
                    (Ok(left @ -2..=2), Ok(forward @ -2..=2)) => step(left, -forward),
                    _ => return fail(&piece.symbol, "a step leads at most two files and two ranks away"),
                },
            };
        }
        for word in &piece.slides {
            spec.slides |= directions(&piece.symbol, word)?;
        }
        if let Some(to) = &piece.promotes {
            spec.promotes = match find(to) {
                Some(kind) => Some(kind),
                None => return fail(&piece.symbol, "it promotes to a piece that is not in the file"),
            };
        }
        spec.in_hand = if piece.royal {
            None
        } else if i < hand_len {
            Some(Kind(i as u8))
        } else {
            match find(letters) {
                Some(kind) => Some(kind),
                None => return fail(&piece.symbol, "a promoted piece without its unpromoted form"),
            }
        };
        kinds[i] = spec;
    }
    let army = Army {
        kinds,
        len: ordered.len() as u8,
        hand_len: hand_len as u8,
    };
    Ok((army, kanji))
}
