//! What every parser promises for any bytes: it returns a valid value or faults with places, it
//! never panics, and what was written is read back. The fuzz targets and the property tests call
//! the same functions.

use yose_record::{Format, Record};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Setup, Variant, with_position};
use yose_usi::{Ask, Command};

/// Runs a parser on bytes and checks its promises.
pub type Parser = fn(&[u8]);

/// The parsers by name. `cargo xtask fuzz NAME` and the folders of `fuzz/corpora` use the same
/// names.
pub const ALL: [(&str, Parser); 10] = [
    ("sfen", sfen_text),
    ("usi", usi_text),
    ("kif", |bytes| record(bytes, Format::Kif)),
    ("ki2", |bytes| record(bytes, Format::Ki2)),
    ("csa", |bytes| record(bytes, Format::Csa)),
    ("jkf", |bytes| record(bytes, Format::Jkf)),
    ("loa", loa_text),
    ("variant", variant_text),
    ("command", command_line),
    ("certificate", certificate_file),
];

/// Checks the promises of the parser with this name.
pub fn run(name: &str, bytes: &[u8]) {
    if let Some((_, parser)) = ALL.iter().find(|(known, _)| *known == name) {
        parser(bytes);
    }
}

/// A list of faults is never empty, and every fault has a text.
fn check_faults<K: std::fmt::Display>(faults: &yose_board::Faults<K>) {
    assert!(!faults.is_empty(), "an error without a fault");
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
}

/// A setup that was read is written and read back, whether it is a valid position or not.
fn check_setup(setup: &Setup) {
    let text = sfen::write_setup(setup);
    let again = sfen::read_as(&text, setup.variant).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(&again, setup, "{text}");
    match setup.validate() {
        Ok(position) => with_position!(position, |p| {
            assert_eq!(sfen::write(&p, setup.ply), text);
            assert_eq!(p.legal_moves().len(), p.legal_by_trial().len(), "{text}");
            assert_eq!(p.checking_moves().len(), p.checks_by_trial().len(), "{text}");
        }),
        Err(faults) => check_faults(&faults),
    }
}

/// SFEN of any size, and read as a few fixed variants.
pub fn sfen_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match sfen::read(text) {
        Ok(setup) => check_setup(&setup),
        Err(faults) => check_faults(&faults),
    }
    for name in ["shogi", "minishogi", "dobutsu", "3x4:BKR:1"] {
        if let Ok(variant) = Variant::by_name(name) {
            match sfen::read_as(text, variant) {
                Ok(setup) => check_setup(&setup),
                Err(faults) => check_faults(&faults),
            }
        }
    }
}

/// USI moves, and USI positions with moves.
pub fn usi_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match usi::read_position(text, None) {
        Ok((setup, moves)) => {
            let again = usi::read_position(&usi::write_position(&setup, &moves), Some(setup.variant));
            assert_eq!(again, Ok((setup, moves)), "{text}");
        }
        Err(faults) => check_faults(&faults),
    }
    for name in ["shogi", "3x4:BKR:1"] {
        if let Ok(variant) = Variant::by_name(name) {
            for word in text.split_whitespace().take(64) {
                if let Ok(m) = usi::read(word, variant) {
                    assert_eq!(usi::write(m, variant), word);
                }
            }
        }
    }
}

/// A record, read in one format and written in all of them.
pub fn record(bytes: &[u8], format: Format) {
    match yose_record::read(bytes, Some(format)) {
        Ok(record) => check_written(&record),
        Err(faults) => check_faults(&faults),
    }
    // The parser also finds the format by itself.
    if let Err(faults) = yose_record::read(bytes, None) {
        check_faults(&faults);
    }
}

/// A record that was read can be written in every format and read back. There are three exceptions:
/// CSA has no variations, JKF cannot nest variations deeper than readers of JSON allow, and KI2 has
/// no name for an illegal move that no piece makes.
fn check_written(record: &Record) {
    for format in Format::ALL {
        let record = match format {
            Format::Csa => &record.main_line_only(),
            _ => record,
        };
        let text = match yose_record::write(record, format) {
            Ok(text) => text,
            Err(yose_record::WriteError::Nesting(_) | yose_record::WriteError::Unnamed { .. }) => continue,
            Err(error) => panic!("{format:?} does not write what was read: {error}"),
        };
        match yose_record::read_str(&text, Some(format)) {
            Ok(again) => {
                assert_same(&again, record, &text);
                assert_eq!(
                    yose_record::write(&again, format).as_ref(),
                    Ok(&text),
                    "{format:?}"
                );
            }
            Err(faults) => panic!("{format:?} does not read what it wrote: {faults}\n{text}"),
        }
        // Shift_JIS says the same, if it has the characters. Bytes that are valid UTF-8 too are
        // read as UTF-8, whatever encoding the file declares: files that were converted to UTF-8
        // and still declare Shift_JIS are far more frequent than Shift_JIS that happens to be valid
        // UTF-8.
        if let Ok(bytes) = yose_record::to_shift_jis(&text)
            && (bytes.is_ascii() || std::str::from_utf8(&bytes).is_err())
        {
            match yose_record::read(&bytes, Some(format)) {
                Ok(again) => assert_same(&again, record, &text),
                Err(faults) => panic!("{format:?} does not read its own Shift_JIS: {faults}\n{text}"),
            }
        }
    }
}

fn assert_same(again: &Record, record: &Record, text: &str) {
    assert_eq!(again.setup, record.setup, "{text}");
    assert_eq!(again.tree.len(), record.tree.len(), "{text}");
    let steps = |r: &Record| -> Vec<_> {
        let line = r.tree.main_line();
        line.map(|id| r.tree.node(id).step().cloned()).collect()
    };
    assert_eq!(steps(again), steps(record), "{text}");
}

/// FEN of Lines of Action.
pub fn loa_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match text.parse::<yose_loa::AnyPosition>() {
        Ok(position) => {
            let again = position.to_string().parse::<yose_loa::AnyPosition>();
            assert_eq!(again.as_ref(), Ok(&position), "{text}");
            yose_loa::with_position!(position, |p| {
                for &m in &p.legal_moves() {
                    assert_eq!(p.after(m).computed_key(), p.key_after(m), "{text}");
                }
            });
        }
        Err(faults) => check_faults(&faults),
    }
}

/// Lines from a GUI: every line is a command, and the command keeps the contents of the line.
pub fn command_line(bytes: &[u8]) {
    // The engine reads lines, and replaces bytes that are not UTF-8.
    let text = String::from_utf8_lossy(bytes);
    for line in text.split('\n').take(32) {
        let command = Command::read(line);
        let first = line.split_whitespace().next();
        match &command {
            Command::Nothing => assert_eq!(first, None),
            Command::Unknown(word) => assert_eq!(first, Some(word.as_str())),
            Command::SetOption { name, value } => {
                let again = Command::read(&format!("setoption name {name} value {value}"));
                assert_eq!(again, command, "{line}");
            }
            Command::Position(text) => {
                assert_eq!(text.chars().count(), line.chars().count(), "columns stay");
                let problem = yose_ask::Problem::position(text, yose_ask::Game::Any);
                if let Err(invalid) = problem.content {
                    assert!(!invalid.faults.is_empty(), "{line}");
                }
            }
            Command::Go { ask, bounds } => match bounds {
                Ok(bounds) if *ask == Ask::Move => {
                    assert!(bounds.time.is_some(), "yose does not play: {line}")
                }
                Ok(_) => {}
                Err(fault) => assert!(!fault.to_string().is_empty()),
            },
            Command::Usi
            | Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Ignored
            | Command::Quit => {}
        }
        // Blanks around a line do not matter, except in positions, whose faults name columns.
        if !matches!(command, Command::Position(_)) {
            assert_eq!(Command::read(&format!(" \t{line} \r")), command, "{line}");
        }
    }
}

/// Certificates: a certificate that was read is written and read back, and is accepted or rejected
/// for a reason.
pub fn certificate_file(bytes: &[u8]) {
    match yose_verify::certificate::decode(bytes) {
        Err(fault) => assert!(fault.line > 0 && fault.column > 0 && !fault.to_string().is_empty()),
        Ok(certificate) => {
            let text = certificate.to_text();
            assert_eq!(text.parse().as_ref(), Ok(&certificate), "{text}");
            match yose_verify::certificate::check(&certificate) {
                Ok(accepted) => assert_eq!(accepted.records, certificate.records()),
                Err(rejected) => assert!(!rejected.to_string().is_empty()),
            }
        }
    }
}

/// Variant files. Every accepted variant stays in memory, so `cargo xtask fuzz` limits the runs of
/// one process.
pub fn variant_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match yose_shogi::variant_file::read(text) {
        Ok(variant) => {
            if let Some(start) = variant.start() {
                with_position!(start, |p| {
                    let mut p = p;
                    // Play a short game from the start: each byte of the file chooses a move.
                    for &byte in bytes.iter().rev().take(12) {
                        let place = sfen::write(&p, 1);
                        let moves = p.legal_moves();
                        assert_eq!(moves.len(), p.legal_by_trial().len(), "{place}\n{text}");
                        let checks = p.checks_by_trial();
                        assert_eq!(p.checking_moves().len(), checks.len(), "{place}\n{text}");
                        let Some(&m) = moves.get(usize::from(byte) % moves.len().max(1)) else {
                            break;
                        };
                        p.make(m);
                    }
                });
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
