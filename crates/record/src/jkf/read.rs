//! The reader of JKF. The JSON reader refuses more than 128 levels of nesting. Forks are still
//! walked with an explicit stack.

use super::board::{self, color};
use super::json::{Json, Located};
use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::handicap::{self, Handicap};
use crate::header::{self, HANDICAP, MOVES_BEFORE, is_header};
use crate::play::Play;
use crate::record::Record;
use crate::text::snippet;
use crate::tree::NodeId;
use crate::words;
use crate::written_move::{Motion, Relative, WrittenMove};
use std::time::Duration;
use yose_board::{Faults, Place, Square};
use yose_shogi::{Kind, SHOGI, Variant};

/// Reads a JKF.
pub(crate) fn read(text: &str) -> Result<Record, Faults<RecordFault>> {
    let json: Json = serde_json::from_str(text).map_err(|error| {
        let line = error.line();
        let start = crate::text::lines(text)
            .nth(line.saturating_sub(1))
            .map_or("", |l| l.text);
        let bytes = start.as_bytes().get(..error.column()).unwrap_or(start.as_bytes());
        let column = String::from_utf8_lossy(bytes).chars().count();
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Faults::one(Place::Line { line, column }, RecordFault::Json(message))
    })?;
    let mut faults = Collector::default();
    let root = Located::new(&json, "");
    if root.object(&mut faults).is_none() {
        return faults.or(Record::new(Handicap::even().setup()));
    }
    let (headers, comments) = headers(&root, &mut faults);
    let (setup, position) = board::read(&root, &mut faults);
    let mut builder = Builder::new(position, setup.turn, None);
    for comment in comments {
        builder.comment(&comment);
    }
    match root.get("moves") {
        Some(moves) => {
            if moves.array(&mut faults).is_some() {
                lines(moves.value, &mut builder, &mut faults);
            }
        }
        None => faults.push(
            Place::Path("moves".to_owned()),
            RecordFault::Missing("the array of moves"),
        ),
    }
    let mut record = Record {
        setup,
        headers,
        tree: builder.tree,
    };
    header::set_ply(&mut record);
    faults.or(record)
}

/// Reads the headers, and comments that a converter from KI2 took for headers.
fn headers(root: &Located<'_, '_>, faults: &mut Collector) -> (Vec<(String, String)>, Vec<String>) {
    let (mut headers, mut comments) = (Vec::new(), Vec::new());
    let Some(header) = root.get("header") else {
        return (headers, comments);
    };
    for (key, value) in header.object(faults).unwrap_or_default() {
        if *value == Json::Null {
            continue;
        }
        let at = header.member(key, value);
        let Some(text) = at.string(faults) else { continue };
        // `initial` gives the start position. Converters leave these words of KIF in the headers.
        let name = key.trim();
        let array = text.trim();
        if let Some(comment) = name.strip_prefix('*') {
            comments.push(format!("{comment}：{array}"));
            continue;
        }
        if name == HANDICAP
            && (Handicap::by_name(array).is_some() || handicap::is_minishogi(array) || array == "その他")
        {
            continue;
        }
        for line in crate::text::lines(text) {
            let value = line.text.trim();
            if is_header(name, value) {
                headers.push((name.to_owned(), value.to_owned()));
            } else {
                let fault = match name {
                    MOVES_BEFORE => RecordFault::Expected {
                        what: "a number of moves",
                        found: snippet(value),
                    },
                    _ => RecordFault::HeaderName(snippet(key)),
                };
                at.fault(fault, faults);
                break;
            }
        }
    }
    (headers, comments)
}

/// A line of moves that is still to be read: its items, where it starts, and its path.
struct PendingLine<'a> {
    items: &'a Json,
    after: Option<NodeId>,
    ply: u32,
    path: String,
}

/// Reads the main line and all forks.
fn lines(moves: &Json, builder: &mut Builder, faults: &mut Collector) {
    let mut pending = vec![PendingLine {
        items: moves,
        after: builder.checked_node(),
        ply: 0,
        path: "moves".to_owned(),
    }];
    let mut main = true;
    while let Some(line) = pending.pop() {
        if faults.is_full() {
            return;
        }
        let at = Located::new(line.items, &line.path);
        let Some(items) = at.array(faults) else { continue };
        builder.resume(line.after, line.ply);
        let mut forks = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let at = at.item(i, item);
            if at.object(faults).is_none() {
                builder.skip_move();
                continue;
            }
            let (after, ply) = (builder.checked_node(), builder.ply());
            let after_moves = i > usize::from(main);
            let may_be_empty = (i == 0 && main) || (after_moves && i + 1 == items.len());
            entry(&at, may_be_empty, builder, faults);
            if let Some(list) = at.get("forks") {
                for (k, items) in list.array(faults).unwrap_or_default().iter().enumerate() {
                    let path = list.item(k, items).path();
                    forks.push(PendingLine {
                        items,
                        after,
                        ply,
                        path,
                    });
                }
            }
        }
        main = false;
        // Siblings are read, and so added to their parent, in the order of the file.
        pending.extend(forks.into_iter().rev());
    }
}

/// Reads an item: a move or an ending, with comments and time. The first item of a game is neither.
/// The last item after moves is neither if a converter had no word for the ending.
fn entry(at: &Located<'_, '_>, may_be_empty: bool, builder: &mut Builder, faults: &mut Collector) {
    let played = at.get("move");
    let special = at.get("special");
    if let Some(played) = &played {
        if builder.ended() {
            played.fault(builder.after_ending(), faults);
            builder.stop_checking();
        }
        play(played, builder, faults);
    }
    if let Some(special) = &special
        && let Some(word) = special.string(faults)
    {
        if word.is_empty() || !word.chars().all(Ending::is_letter) {
            special.fault(RecordFault::Value(snippet(word)), faults);
        } else {
            let ending = match word {
                // Converters from KIF leave the sign out: the previous move broke the rules.
                "ILLEGAL_ACTION" => Ending::IllegalWin,
                _ => Ending::from_csa(word, builder.turn()),
            };
            if let Err(fault) = builder.end(ending, faults) {
                special.fault(fault, faults);
            }
        }
    }
    let empty = played.is_none() && special.is_none();
    if empty && !may_be_empty {
        at.fault(RecordFault::Missing("move"), faults);
        builder.skip_move();
    }
    if let Some(time) = at.get("time").filter(|_| !empty) {
        read_time(&time, builder, faults);
    }
    if let Some(comments) = at.get("comments") {
        for (i, comment) in comments.array(faults).unwrap_or_default().iter().enumerate() {
            if let Some(text) = comments.item(i, comment).string(faults) {
                for line in crate::text::lines(text) {
                    builder.comment(line.text);
                }
            }
        }
    }
}

fn read_time(time: &Located<'_, '_>, builder: &mut Builder, faults: &mut Collector) {
    let Some(now) = time.get("now") else {
        return;
    };
    if now.object(faults).is_none() {
        return;
    }
    let mut seconds = 0.0;
    for (name, unit) in [("h", 3600.0), ("m", 60.0), ("s", 1.0)] {
        if let Some(value) = now.get(name) {
            seconds += value.number(faults).unwrap_or(0.0) * unit;
        }
    }
    builder.time(Some(Duration::from_millis((seconds * 1000.0).round() as u64)));
}

/// Reads a kind by its letters.
pub(super) fn kind(at: &Located<'_, '_>, faults: &mut Collector) -> Option<Kind> {
    let letters = at.string(faults)?;
    let kind = words::csa_kind(letters);
    if kind.is_none() {
        at.fault(RecordFault::Value(snippet(letters)), faults);
    }
    kind
}

fn square(at: &Located<'_, '_>, variant: &Variant, faults: &mut Collector) -> Option<Square> {
    at.object(faults)?;
    let mut part = |name| match at.get(name) {
        Some(at) => at.whole(faults),
        None => {
            at.fault(RecordFault::Missing(name), faults);
            None
        }
    };
    let (x, y) = (part("x"), part("y"));
    let square = words::square(variant, x?, y?);
    if square.is_none() {
        at.fault(RecordFault::Value(format!("({}, {})", x?, y?)), faults);
    }
    square
}

fn play(at: &Located<'_, '_>, builder: &mut Builder, faults: &mut Collector) {
    let Some(written) = read_move(at, builder, faults) else {
        builder.skip_move();
        return;
    };
    let previous = builder.previous_to();
    let Some(position) = builder.position() else {
        builder.skip_move();
        return;
    };
    let (file, rank) = written
        .to
        .or(previous)
        .map_or((9, 9), |to| position.variant().coordinates(to));
    let text = format!(
        "{}{}{}",
        file + 1,
        words::rank_kanji(rank),
        words::kanji(written.kind)
    );
    let found = written.resolve(position, previous, &text);
    let m = match found {
        Ok(m) => m,
        Err(refusal) => {
            at.fault(refusal.fault, faults);
            match refusal.illegal {
                Some(m) => builder.skip_illegal(m, faults),
                None => builder.skip_move(),
            }
            return;
        }
    };
    let taken = position.piece_on(m.to()).map(|piece| piece.kind());
    if let Some(capture) = at.get("capture")
        && let Some(named) = kind(&capture, faults)
    {
        let base = |kind: Kind| SHOGI.army.spec(kind).in_hand;
        if taken.and_then(base) != base(named) {
            let found = taken.map_or("nothing", words::csa_name).to_owned();
            let named = words::csa_name(named).to_owned();
            capture.fault(RecordFault::Capture { named, found }, faults);
        }
    }
    builder.play(m);
}

/// Reads the fields of a move. Returns `None` if one of them has a fault.
fn read_move(at: &Located<'_, '_>, builder: &mut Builder, faults: &mut Collector) -> Option<WrittenMove> {
    at.object(faults)?;
    let before = faults.count();
    let variant = builder.variant();
    if let Some(side) = at.get("color")
        && let Some(color) = color(&side, faults)
        && let Err(fault) = builder.check_turn(color)
    {
        side.fault(fault, faults);
    }
    let from = at.get("from").and_then(|from| square(&from, variant, faults));
    let same = at
        .get("same")
        .is_some_and(|same| same.boolean(faults) == Some(true));
    let to = match at.get("to") {
        Some(to) => square(&to, variant, faults),
        None if same => None,
        None => {
            at.fault(RecordFault::Missing("to"), faults);
            None
        }
    };
    let piece = match at.get("piece") {
        Some(piece) => kind(&piece, faults),
        None => {
            at.fault(RecordFault::Missing("piece"), faults);
            None
        }
    };
    let promotes = at.get("promote").and_then(|promote| promote.boolean(faults));
    let mut written = WrittenMove {
        to,
        kind: piece?,
        relative: None,
        motion: None,
        promotes,
        drops: false,
        from,
    };
    if let Some(relative) = at.get("relative") {
        for sign in relative.string(faults).unwrap_or_default().chars() {
            match sign {
                'L' => written.relative = Some(Relative::Left),
                'R' => written.relative = Some(Relative::Right),
                'C' => written.relative = Some(Relative::Straight),
                'U' => written.motion = Some(Motion::Up),
                'M' => written.motion = Some(Motion::Sideways),
                'D' => written.motion = Some(Motion::Down),
                'H' => written.drops = true,
                other => relative.fault(RecordFault::Value(snippet(&other.to_string())), faults),
            }
        }
    }
    // Converters write `promote: false` even where no promotion is possible, such as for a drop.
    if from.is_none() && written.promotes == Some(false) {
        written.promotes = None;
    }
    (faults.count() == before).then_some(written)
}
