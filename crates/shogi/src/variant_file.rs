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

/// Writes a variant as the text of a file, which [`read`] reads back as the same variant.
pub fn write(variant: &Variant) -> String {
    use std::fmt::Write as _;
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut text = format!(
        "name = {}\nfiles = {}\nranks = {}\n",
        quoted(variant.name),
        variant.files,
        variant.ranks
    );
    if let Some(start) = variant.start {
        let _ = writeln!(text, "start = {}", quoted(start));
    }
    let rules = &variant.rules;
    let promotion = match rules.promotion {
        Promotion::Optional => "optional",
        Promotion::Compulsory => "compulsory",
    };
    let stalemate = match rules.stalemate {
        Stalemate::Loses => "loss",
        Stalemate::Draws => "draw",
    };
    let _ = writeln!(text, "\n[rules]\nzone = {}", rules.zone);
    let _ = writeln!(text, "promotion = \"{promotion}\"\nstalemate = \"{stalemate}\"");
    for (name, value) in [
        ("nifu", rules.nifu),
        ("pawn_drop_mate", rules.pawn_drop_mate),
        ("dead_ends", rules.dead_ends),
        ("dead_end_attacks", rules.dead_end_attacks),
        ("try_rule", rules.try_rule),
    ] {
        let _ = writeln!(text, "{name} = {value}");
    }
    for (_, spec) in variant.army.iter() {
        write_piece(&mut text, spec, &variant.army, quoted);
    }
    text
}

/// Writes the table of one piece. Steps are written as files to the left and ranks forward.
fn write_piece(text: &mut String, spec: &KindSpec, army: &Army, quoted: impl Fn(&str) -> String) {
    use std::fmt::Write as _;
    let _ = writeln!(
        text,
        "\n[[piece]]\nsymbol = {}\nkanji = {}",
        quoted(spec.symbol),
        quoted(spec.kanji)
    );
    let steps: Vec<String> = (-2i8..=2)
        .flat_map(|rank| (-2i8..=2).map(move |file| (file, rank)))
        .filter(|&(file, rank)| spec.steps & step(file, rank) != 0)
        .map(|(file, rank)| format!("[{file}, {}]", -rank))
        .collect();
    let slides: Vec<String> = DIRECTIONS
        .iter()
        .filter(|(_, bit)| spec.slides & bit != 0)
        .map(|(word, _)| quoted(word))
        .collect();
    let _ = writeln!(text, "steps = [{}]", steps.join(", "));
    let _ = writeln!(text, "slides = [{}]", slides.join(", "));
    if let Some(to) = spec.promotes {
        let _ = writeln!(text, "promotes = {}", quoted(army.spec(to).symbol));
    }
    let _ = writeln!(
        text,
        "royal = {}\npawn = {}\ntotal = {}",
        spec.royal, spec.pawn, spec.total
    );
}

/// The single directions by name.
const DIRECTIONS: [(&str, u8); 8] = [
    ("forward", direction::FORWARD),
    ("back", direction::BACK),
    ("left", direction::LEFT),
    ("right", direction::RIGHT),
    ("forward-left", direction::FORWARD_LEFT),
    ("forward-right", direction::FORWARD_RIGHT),
    ("back-left", direction::BACK_LEFT),
    ("back-right", direction::BACK_RIGHT),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of variant: by name, with a back rank, with rules and pieces of its own.
    #[test]
    fn what_is_written_reads_back_as_the_same_variant() {
        let mut variants: Vec<&'static Variant> = [
            "shogi",
            "minishogi",
            "dobutsu",
            "3x4",
            "7x8:2",
            "3x4:BKR:1",
            "4x5:-KG-:0",
        ]
        .iter()
        .map(|name| Variant::by_name(name).unwrap())
        .collect();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/variants");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            variants.push(read(&text).unwrap());
        }
        assert!(variants.len() > 10);
        for variant in variants {
            let again = read(&write(variant)).unwrap();
            assert!(std::ptr::eq(again, variant), "{}", write(variant));
        }
    }
}
