//! A space as a TOML file. Every fault names its line. docs/format/enumeration.md describes the
//! fields.

use crate::space::{Area, Block, Fold, Held, Space, frames};
use crate::space_fault::{SpaceFault, SpaceFaultKind};
use crate::stock::{Share, Stock};
use serde::Deserialize;
use toml::Spanned;
use yose_shogi::{Hand, Kind, SHOGI};
use yose_tsume::Policy;

/// The built-in spaces by name.
pub const BUILT_IN: [(&str, &str); 2] = [
    ("kin-gin", include_str!("../spaces/kin-gin.toml")),
    ("kin-gin-six", include_str!("../spaces/kin-gin-six.toml")),
];

/// More hands than this are refused.
const MOST_HANDS: usize = 100_000;
/// More frames than this are refused.
const MOST_FRAMES: u64 = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    name: Spanned<String>,
    fold: Option<Spanned<String>>,
    futile: Option<Spanned<String>>,
    cooks_from: Option<Spanned<u32>>,
    block: Spanned<Vec<Spanned<BlockTable>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BlockTable {
    size: Option<Spanned<String>>,
    corners: Option<Spanned<String>>,
    either: Option<Spanned<String>>,
    attacker: Option<Spanned<String>>,
    defender: Option<Spanned<String>>,
    king: Option<Spanned<String>>,
    hand: Option<Spanned<Hands>>,
    defender_hand: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Hands {
    One(String),
    Several(Vec<String>),
}

/// Finds the line of a place in a text.
struct Lines<'a>(&'a str);

impl Lines<'_> {
    fn at(&self, offset: usize) -> usize {
        1 + self.0.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    fn fault<T>(&self, field: &Spanned<T>, what: SpaceFaultKind) -> SpaceFault {
        SpaceFault {
            line: self.at(field.span().start),
            what,
        }
    }
}

/// A word of a file, shortened and without control characters, for an error message.
fn shown(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    text.chars().take(40).map(clean).collect()
}

impl Space {
    /// The built-in space of this name.
    pub fn built_in(name: &str) -> Option<Result<Space, SpaceFault>> {
        let found = BUILT_IN.iter().find(|&&(known, _)| known == name);
        found.map(|&(_, text)| Space::read(text))
    }

    /// Reads a space from the text of a file.
    ///
    /// # Errors
    /// The first fault with its line.
    pub fn read(text: &str) -> Result<Space, SpaceFault> {
        let lines = Lines(text);
        let file: File = toml::from_str(text).map_err(|error| SpaceFault {
            line: error.span().map_or(1, |span| lines.at(span.start)),
            what: SpaceFaultKind::Toml(error.message().lines().collect::<Vec<_>>().join("; ")),
        })?;
        let name = file.name.get_ref();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 60 || !name.chars().all(fits) || name.starts_with('-') {
            return Err(lines.fault(&file.name, SpaceFaultKind::Name));
        }
        let fold = match &file.fold {
            None => Fold::default(),
            Some(word) => [Fold::Mirror, Fold::Paper, Fold::None]
                .into_iter()
                .find(|fold| fold.word() == word.get_ref())
                .ok_or_else(|| lines.fault(word, SpaceFaultKind::Fold(shown(word.get_ref()))))?,
        };
        let policy = match &file.futile {
            None => Policy::default(),
            Some(word) => Policy::ALL
                .into_iter()
                .find(|policy| policy.word() == word.get_ref())
                .ok_or_else(|| lines.fault(word, SpaceFaultKind::Policy(shown(word.get_ref()))))?,
        };
        let least = match &file.cooks_from {
            None => 3,
            Some(least) if least.get_ref() % 2 == 1 => *least.get_ref(),
            Some(least) => return Err(lines.fault(least, SpaceFaultKind::Even)),
        };
        if file.block.get_ref().is_empty() {
            return Err(lines.fault(&file.block, SpaceFaultKind::NoBlock));
        }
        let mut blocks = Vec::new();
        let mut many = 0u64;
        for table in file.block.get_ref() {
            let block = block(&lines, table)?;
            let corners = block.corners.count();
            let kings = block.king.map_or(81, Area::count);
            many = many.saturating_add(block.hands.len() as u64 * corners * kings);
            if many > MOST_FRAMES {
                return Err(lines.fault(table, SpaceFaultKind::TooManyFrames(MOST_FRAMES)));
            }
            blocks.push(block);
        }
        let Some(frames) = frames(&blocks, fold) else {
            return Err(lines.fault(&file.block, SpaceFaultKind::TooManyDiagrams));
        };
        if frames.is_empty() {
            return Err(lines.fault(&file.block, SpaceFaultKind::NoDiagrams));
        }
        let mut space = Space {
            name: name.clone(),
            fold,
            policy,
            least,
            blocks,
            frames,
            source: text.to_owned(),
            fingerprint: 0,
        };
        space.fingerprint = space.take_fingerprint();
        Ok(space)
    }
}

impl Area {
    fn count(self) -> u64 {
        let span = |(from, to): (u8, u8)| u64::from(to - from) + 1;
        span(self.files) * span(self.ranks)
    }
}

fn block(lines: &Lines<'_>, table: &Spanned<BlockTable>) -> Result<Block, SpaceFault> {
    let fields = table.get_ref();
    let size = match &fields.size {
        None => (0, 0),
        Some(text) => size(text.get_ref()).map_err(|what| lines.fault(text, what))?,
    };
    let mut shares: Vec<Share> = Vec::new();
    let parts = [
        (&fields.either, (0, 1)),
        (&fields.attacker, (1, 1)),
        (&fields.defender, (0, 0)),
    ];
    for (field, (least, most)) in parts {
        let Some(field) = field else { continue };
        for (kind, count) in pieces(field.get_ref(), true).map_err(|what| lines.fault(field, what))? {
            let at = shares.iter().position(|share| share.kind == Some(kind));
            let at = at.unwrap_or_else(|| {
                shares.push(Share {
                    kind: Some(kind),
                    count: 0,
                    least: 0,
                    most: 0,
                });
                shares.len() - 1
            });
            shares[at].count += count;
            shares[at].least += least * count;
            shares[at].most += most * count;
        }
    }
    let cells = u32::from(size.0) * u32::from(size.1);
    let filled: u32 = shares.iter().map(|share| share.count).sum();
    let king = match &fields.king {
        None => None,
        Some(text) if text.get_ref() == "block" => None,
        Some(text) => Some(area(text.get_ref(), (9, 9)).map_err(|what| lines.fault(text, what))?),
    };
    if cells == 0 && king.is_none() {
        return Err(lines.fault(table, SpaceFaultKind::NakedKing));
    }
    let room = cells - u32::from(king.is_none() && cells > 0);
    if filled > room {
        let what = SpaceFaultKind::NoRoom { filled, room };
        return Err(lines.fault(
            fields
                .size
                .as_ref()
                .unwrap_or(&Spanned::new(table.span(), String::new())),
            what,
        ));
    }
    let fits = (10 - size.0.max(1), 10 - size.1.max(1));
    let corners = match &fields.corners {
        None => Area {
            files: (0, fits.0 - 1),
            ranks: (0, fits.1 - 1),
        },
        Some(text) => area(text.get_ref(), fits).map_err(|what| lines.fault(text, what))?,
    };
    let hands = match &fields.hand {
        None => vec![Hand::EMPTY],
        Some(field) => {
            let texts: Vec<&str> = match field.get_ref() {
                Hands::One(text) => vec![text],
                Hands::Several(texts) => texts.iter().map(String::as_str).collect(),
            };
            let mut hands = Vec::new();
            for text in texts {
                hands.extend(self::hands(text).map_err(|what| lines.fault(field, what))?);
                if hands.len() > MOST_HANDS {
                    return Err(lines.fault(field, SpaceFaultKind::TooManyHands(MOST_HANDS)));
                }
            }
            let mut seen = std::collections::HashSet::new();
            hands.retain(|hand| seen.insert(hand.packed()));
            if hands.is_empty() {
                return Err(lines.fault(field, SpaceFaultKind::NoHands));
            }
            hands
        }
    };
    let held = match &fields.defender_hand {
        None => Held::Rest,
        Some(text) if text.get_ref() == "rest" => Held::Rest,
        Some(text) => Held::Just(one_hand(text.get_ref()).map_err(|what| lines.fault(text, what))?),
    };
    let too_many = || lines.fault(table, SpaceFaultKind::TooManyArrangements);
    let with_king = match cells.checked_sub(1) {
        Some(cells) if filled <= cells => Some(Stock::new(shares.clone(), cells).ok_or_else(too_many)?),
        _ => None,
    };
    let without = king
        .map(|_| Stock::new(shares.clone(), cells).ok_or_else(too_many))
        .transpose()?;
    for &hand in &hands {
        if let Some(fault) = too_many_of(&shares, hand, held) {
            return Err(lines.fault(table, fault));
        }
    }
    Ok(Block {
        size,
        corners,
        king,
        with_king,
        without,
        hands,
        held,
    })
}

/// The fault if a kind has more pieces than the full set.
fn too_many_of(shares: &[Share], hand: Hand, held: Held) -> Option<SpaceFaultKind> {
    let army = &SHOGI.army;
    army.hand_kinds().find_map(|kind| {
        let on_board = |share: &&Share| share.kind.and_then(|k| army.spec(k).in_hand) == Some(kind);
        let mut count: u32 = shares.iter().filter(on_board).map(|share| share.count).sum();
        count += u32::from(hand.count(kind));
        if let Held::Just(hand) = held {
            count += u32::from(hand.count(kind));
        }
        let total = u32::from(army.spec(kind).total);
        (count > total).then(|| SpaceFaultKind::TooManyOf {
            count,
            symbol: army.spec(kind).symbol,
            total,
        })
    })
}

fn size(text: &str) -> Result<(u8, u8), SpaceFaultKind> {
    let parsed = text
        .split_once('x')
        .and_then(|(files, ranks)| Some((files.trim().parse().ok()?, ranks.trim().parse().ok()?)));
    match parsed {
        Some((files @ 1..=9, ranks @ 1..=9)) => Ok((files, ranks)),
        _ => Err(SpaceFaultKind::Size(shown(text))),
    }
}

/// `1-7 x 1-7`, `5 x 1-9`: files and ranks from 1.
fn area(text: &str, (most_files, most_ranks): (u8, u8)) -> Result<Area, SpaceFaultKind> {
    let range = |text: &str, most: u8| -> Option<(u8, u8)> {
        let text = text.trim();
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to): (u8, u8) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (1 <= from && from <= to && to <= most).then(|| (from - 1, to - 1))
    };
    text.split_once('x')
        .and_then(|(files, ranks)| {
            Some(Area {
                files: range(files, most_files)?,
                ranks: range(ranks, most_ranks)?,
            })
        })
        .ok_or_else(|| SpaceFaultKind::Area {
            text: shown(text),
            files: most_files,
            ranks: most_ranks,
        })
}

/// `4G4S+P`: pieces with their numbers.
fn pieces(text: &str, promoted: bool) -> Result<Vec<(Kind, u32)>, SpaceFaultKind> {
    let army = &SHOGI.army;
    let mut found: Vec<(Kind, u32)> = Vec::new();
    let mut letters = text.chars().filter(|c| !c.is_whitespace()).peekable();
    while letters.peek().is_some() {
        let mut digits = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let count = match digits.as_str() {
            "" => 1,
            digits => match digits.parse::<u32>() {
                Ok(n @ 1..=18) => n,
                _ => return Err(SpaceFaultKind::Count(shown(digits))),
            },
        };
        let mut symbol = String::new();
        if letters.next_if_eq(&'+').is_some() {
            symbol.push('+');
        }
        symbol.extend(letters.next());
        let kind = army.by_symbol(&symbol).filter(|&kind| {
            let spec = army.spec(kind);
            !spec.royal && (promoted || spec.in_hand == Some(kind))
        });
        let Some(kind) = kind else {
            return Err(match promoted {
                true => SpaceFaultKind::BoardPiece(shown(&symbol)),
                false => SpaceFaultKind::HandPiece(shown(&symbol)),
            });
        };
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, n)) => *n += count,
            None => found.push((kind, count)),
        }
    }
    Ok(found)
}

fn one_hand(text: &str) -> Result<Hand, SpaceFaultKind> {
    let mut counts = [0u8; Hand::KINDS];
    if text.trim() != "-" {
        for (kind, count) in pieces(text, false)? {
            counts[kind.index()] = count.min(u32::from(Hand::MAX_COUNT)) as u8;
        }
    }
    Ok(Hand::from_counts(counts))
}

/// `G2P`, `-`, or `any 2 of 2R2B4G`: every hand of two pieces out of those.
fn hands(text: &str) -> Result<Vec<Hand>, SpaceFaultKind> {
    let Some(rest) = text.trim().strip_prefix("any ") else {
        return Ok(vec![one_hand(text)?]);
    };
    let parsed = rest
        .split_once(" of ")
        .and_then(|(count, letters)| Some((count.trim().parse::<u32>().ok()?, letters)));
    let Some((count, letters)) = parsed else {
        return Err(SpaceFaultKind::Choice(shown(text)));
    };
    let mut found = vec![(Hand::EMPTY, 0u32)];
    for (kind, most) in pieces(letters, false)? {
        let mut next = Vec::new();
        for &(hand, held) in &found {
            let mut hand = hand;
            for n in 0..=most.min(count - held) {
                next.push((hand, held + n));
                hand = hand.plus(kind);
            }
        }
        found = next;
        if found.len() > MOST_HANDS {
            return Err(SpaceFaultKind::TooManyHands(MOST_HANDS));
        }
    }
    Ok(found
        .into_iter()
        .filter(|&(_, held)| held == count)
        .map(|(hand, _)| hand)
        .collect())
}
