//! The reader of CSA, V2 to V3. Statements stand on separate lines or between commas.

use super::board::{Board, promotes_to, read_letters, read_place};
use super::{ENDING_COMMENT, KEYWORDS};
use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::handicap;
use crate::header::{self, is_header};
use crate::play::Play;
use crate::record::Record;
use crate::text::{self, Cursor, Line};
use crate::tree::Tree;
use crate::words;
use crate::written_move::{self, Refusal, legal, legal_drop};
use std::time::Duration;
use yose_board::{Color, Faults, Place};
use yose_shogi::Move;

/// Reads a CSA record of one game.
pub(crate) fn read(text: &str) -> Result<Record, Faults<RecordFault>> {
    let mut games = games(text);
    let first = games.next().unwrap_or_default();
    let second = games
        .next()
        .and_then(|game| game.into_iter().find(|line| says(*line)));
    read_game(&first, second)
}

/// Reads all games of a CSA file, each with the number of its first line. A line with only a slash
/// stands between two games.
pub(crate) fn read_all(text: &str) -> Vec<(usize, Result<Record, Faults<RecordFault>>)> {
    games(text)
        .enumerate()
        // Remarks after the last game are not a game.
        .filter(|(i, game)| *i == 0 || game.iter().any(|line| says(*line)))
        .map(|(_, game)| {
            let first = game.iter().find(|line| !line.text.trim().is_empty());
            (first.map_or(1, |line| line.number), read_game(&game, None))
        })
        .collect()
}

/// Whether a line says something about a game.
fn says(line: Line<'_>) -> bool {
    let text = line.text.trim();
    !text.is_empty() && !text.starts_with('\'')
}

/// The lines of each game.
fn games(text: &str) -> impl Iterator<Item = Vec<Line<'_>>> {
    let mut lines = text::lines(text).peekable();
    std::iter::from_fn(move || {
        lines.peek()?;
        Some(
            lines
                .by_ref()
                .take_while(|line| line.text.trim() != "/")
                .collect(),
        )
    })
}

/// Reads the lines of a game. `second` is the first line of a second game, which is a fault.
fn read_game(lines: &[Line<'_>], second: Option<Line<'_>>) -> Result<Record, Faults<RecordFault>> {
    let mut reader = Reader::default();
    let mut last = 1;
    for &line in lines {
        if reader.faults.is_full() {
            break;
        }
        if line.text.trim().is_empty() {
            continue;
        }
        last = line.number;
        reader.line(line);
    }
    if let Some(line) = second.filter(|_| !reader.faults.is_full()) {
        reader
            .faults
            .push(text::whole_line(line.number), RecordFault::SecondGame);
    }
    if reader.builder.is_none() {
        let fault = match reader.board.given {
            true => RecordFault::Truncated("the side to move, + or -,"),
            false => RecordFault::NoGame(": it has no start position (PI, P1 to P9, P+ or P-)"),
        };
        reader.faults.push(text::whole_line(last), fault);
        reader.board.finish(&mut reader.faults);
    }
    reader.record()
}

#[derive(Default)]
struct Reader {
    faults: Collector,
    board: Board,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    /// `Some` as soon as the side to move or a move was read.
    builder: Option<Builder>,
    /// Whether the last statement was an interruption. Then a comment may name the real ending.
    interrupted: bool,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        let cursor = Cursor::new(line);
        match line.text.chars().next() {
            Some('\'') => self.comment(line.text),
            Some('N' | '$') => self.header(cursor),
            Some('P' | '+' | '-' | '%' | 'T' | 'V') => self.statements(cursor),
            _ => crate::body::unexpected(line, &mut self.faults),
        }
    }

    /// Reads a comment. `'*` starts a comment for people; `'` alone starts one that programs skip.
    fn comment(&mut self, line: &str) {
        if let Some(text) = line.strip_prefix("'*") {
            let ending = match std::mem::take(&mut self.interrupted) {
                true => text.strip_prefix(ENDING_COMMENT).and_then(Ending::from_japanese),
                false => None,
            };
            let ending = ending.filter(|ending| !ending.is_csa() || *ending == Ending::Interrupted);
            match &mut self.builder {
                Some(builder) => match ending {
                    Some(ending) => builder.replace_ending(ending),
                    None => builder.comment(text),
                },
                None => self.comments.push(text.to_owned()),
            }
        }
    }

    fn header(&mut self, mut cursor: Cursor<'_>) {
        let start = cursor;
        let key = match cursor.bump() {
            Some('N') => match cursor.bump() {
                Some('+') => Some("先手"),
                Some('-') => Some("後手"),
                _ => None,
            },
            _ => {
                let key = cursor.take_while(|c| c != ':').trim();
                let known = KEYWORDS
                    .iter()
                    .find(|(csa, _)| *csa == key)
                    .map_or(key, |(_, kif)| *kif);
                (cursor.eat(':') && !key.is_empty()).then_some(known)
            }
        };
        match key {
            Some(key) if is_header(key, cursor.rest().trim()) => {
                self.headers
                    .push((key.to_owned(), cursor.rest().trim().to_owned()));
            }
            _ => {
                let (place, fault) = written_move::trailing(&start);
                self.faults.push(place, fault);
            }
        }
    }

    /// Reads statements between commas.
    fn statements(&mut self, mut cursor: Cursor<'_>) {
        loop {
            // A comment after a comma goes on to the end of the line.
            if cursor.peek() == Some('\'') {
                self.comment(cursor.rest());
                return;
            }
            let mut end = cursor;
            let statement = end.take_while(|c| c != ',');
            self.statement(cursor, statement);
            cursor = end;
            if !cursor.eat(',') || cursor.at_end() || self.faults.is_full() {
                return;
            }
        }
    }

    fn statement<'a>(&mut self, at: Cursor<'a>, text: &'a str) {
        // Only the statement, at its place in the line.
        let mut cursor = at.with_rest(text.trim_end());
        let start = cursor;
        match cursor.bump() {
            Some('V') => {
                if !matches!(
                    text.trim_end(),
                    "V1" | "V1.0" | "V2" | "V2.0" | "V2.1" | "V2.2" | "V3" | "V3.0"
                ) {
                    self.faults
                        .push(start.place(), RecordFault::Version(start.snippet()));
                }
            }
            Some('P') if self.builder.is_none() => self.board.statement(cursor, &mut self.faults),
            Some(sign @ ('+' | '-')) => {
                let color = if sign == '+' { Color::Black } else { Color::White };
                if cursor.at_end() {
                    self.turn(color, start);
                } else {
                    self.play(color, start, cursor);
                }
            }
            Some('%') => self.end(start, cursor),
            Some('T') => self.time(start, cursor),
            _ => {
                let (place, fault) = written_move::trailing(&start);
                self.faults.push(place, fault);
            }
        }
    }

    fn turn(&mut self, color: Color, start: Cursor<'_>) {
        if self.board.turn.is_some() || self.builder.is_some() {
            self.faults
                .push(start.place(), RecordFault::Twice("side to move"));
            return;
        }
        self.board.turn = Some(color);
        self.begin(start.place(), color);
    }

    /// Starts the moves: the start position must be known now. If the side to move is missing, it
    /// is `turn`.
    fn begin(&mut self, place: Place, turn: Color) -> &mut Builder {
        self.builder.get_or_insert_with(|| {
            if !self.board.given {
                let what = "the start position (PI, P1 to P9, P+ or P-)";
                self.faults.push(place.clone(), RecordFault::Missing(what));
            }
            if self.board.turn.is_none() {
                let what = "the side to move, a line of its own with + or -,";
                self.faults.push(place, RecordFault::Missing(what));
                self.board.turn = Some(turn);
            }
            let position = self.board.finish(&mut self.faults);
            Builder::new(position.filter(|_| self.board.given), self.board.setup.turn, None)
        })
    }

    /// Reads a move such as `+7776FU`. It names the piece after the move.
    fn play(&mut self, color: Color, start: Cursor<'_>, mut cursor: Cursor<'_>) {
        self.begin(start.place(), color);
        let Some(builder) = &mut self.builder else { return };
        let mut fault = |place, fault| self.faults.push(place, fault);
        if builder.ended() {
            fault(start.place(), builder.after_ending());
            builder.stop_checking();
        }
        let variant = builder.variant();
        let from = read_place(&mut cursor, variant);
        let to = read_place(&mut cursor, variant).flatten();
        let kind = read_letters(&mut cursor).and_then(words::csa_kind);
        let (Some(from), Some(to), Some(kind), true) = (from, to, kind, cursor.at_end()) else {
            let (what, found) = ("a move such as +7776FU", start.snippet());
            fault(start.place(), RecordFault::Expected { what, found });
            builder.skip_move();
            return;
        };
        if let Err(wrong) = builder.check_turn(color) {
            fault(start.place(), wrong);
        }
        let Some(position) = builder.position() else {
            builder.skip_move();
            return;
        };
        let text = start.snippet();
        let played: Result<Move, Refusal> = match from {
            None => legal_drop(position, kind, to, &text),
            Some(from) => {
                let before = position
                    .piece_on(from)
                    .filter(|p| p.color() == color)
                    .map(|p| p.kind());
                let promotes = before.and_then(|before| promotes_to(before, kind));
                match promotes {
                    Some(promotes) => legal(position, from, to, promotes, &text),
                    None => written_move::origin(position, from, kind, &text)
                        .map_err(Refusal::from)
                        .and_then(|()| legal(position, from, to, false, &text)),
                }
            }
        };
        match played {
            Ok(m) => builder.play(m),
            Err(refusal) => {
                fault(start.place(), refusal.fault);
                match refusal.illegal {
                    Some(m) => builder.skip_illegal(m, &self.faults),
                    None => builder.skip_move(),
                }
            }
        }
    }

    fn end(&mut self, start: Cursor<'_>, cursor: Cursor<'_>) {
        let word = cursor.rest();
        let good = !word.is_empty() && word.chars().all(Ending::is_letter);
        let place = start.place();
        let builder = self.begin(place.clone(), Color::Black);
        let ending = Ending::from_csa(word, builder.turn());
        if !good {
            let (place, fault) = written_move::trailing(&start);
            self.faults.push(place, fault);
            return;
        }
        // Servers repeat the ending that a player declared.
        if builder.last_ending() == Some(&ending) {
            return;
        }
        let known = ending.is_csa();
        let interrupted = ending == Ending::Interrupted;
        let ended = match &mut self.builder {
            Some(builder) => builder.end(ending, &mut self.faults),
            None => return,
        };
        self.interrupted = interrupted && ended.is_ok();
        if !known {
            self.faults
                .push(place.clone(), RecordFault::Special(cursor.snippet()));
        }
        if let Err(fault) = ended {
            self.faults.push(place, fault);
        }
    }

    /// Reads `T12`, or `T1.5` since V3: the time of the previous move.
    fn time(&mut self, start: Cursor<'_>, cursor: Cursor<'_>) {
        let text = cursor.rest();
        let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        let time = text.parse::<f64>().ok().filter(|_| plain);
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        match (time, &mut self.builder) {
            (None, _) => self
                .faults
                .push(start.place(), RecordFault::Time(start.snippet())),
            (Some(time), Some(builder)) if builder.ply() > 0 || builder.ended() => {
                // Times are kept to the millisecond, the precision of the format.
                builder.time(Some(Duration::from_millis(
                    time.as_millis().min(u64::MAX.into()) as u64
                )));
            }
            (Some(_), _) => {
                let (place, fault) = written_move::trailing(&start);
                self.faults.push(place, fault);
            }
        }
    }

    fn record(mut self) -> Result<Record, Faults<RecordFault>> {
        let mut tree = self.builder.map(|builder| builder.tree).unwrap_or_default();
        tree.node_mut(Tree::ROOT).comments.splice(0..0, self.comments);
        let setup = self.board.setup;
        let sides = handicap::side_names(&setup);
        for (key, _) in &mut self.headers {
            // In a handicap game the players have other names, but CSA has only one pair of names.
            match key.as_str() {
                "先手" => *key = sides[0].to_owned(),
                "後手" => *key = sides[1].to_owned(),
                _ => {}
            }
        }
        let mut record = Record {
            setup,
            headers: self.headers,
            tree,
        };
        header::set_ply(&mut record);
        self.faults.or(record)
    }
}
