//! Bytes to text and back. Japanese records come in Shift_JIS, in UTF-8 with or without a byte
//! order mark, and sometimes in EUC-JP or UTF-16. Undecodable bytes are a fault with a place,
//! because a replacement character could stand for a piece.

use crate::fault::RecordFault;
use encoding_rs::{DecoderResult, EUC_JP, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use thiserror::Error;
use yose_board::{Faults, Place};

/// Decodes a file. In this order the encoding is: the one of the byte order mark, UTF-8 if the
/// bytes are valid UTF-8, the one that the first lines declare (`encoding=`), EUC-JP if the bytes
/// look like it, Shift_JIS.
///
/// A file that is UTF-8 up to an incomplete last character was cut. It is a fault, and no other
/// encoding is tried.
pub fn decode(bytes: &[u8]) -> Result<String, Faults<RecordFault>> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_strictly(encoding, bytes.get(length..).unwrap_or_default())
            .map_err(|bad| bad.fault(encoding));
    }
    let as_utf8 = match decode_strictly(UTF_8, bytes) {
        Ok(text) => return Ok(text),
        Err(bad) => bad,
    };
    if let Some(encoding) = declared(bytes) {
        return decode_strictly(encoding, bytes).map_err(|bad| bad.fault(encoding));
    }
    if as_utf8.truncated {
        return Err(as_utf8.fault(UTF_8));
    }
    if looks_like_euc_jp(bytes)
        && let Ok(text) = decode_strictly(EUC_JP, bytes)
    {
        return Ok(text);
    }
    decode_strictly(SHIFT_JIS, bytes).map_err(|as_sjis| {
        // The encoding that decodes more of the file is the likely one.
        if as_utf8.at > as_sjis.at {
            as_utf8.fault(UTF_8)
        } else {
            as_sjis.fault(SHIFT_JIS)
        }
    })
}

/// Whether bytes look like EUC-JP. Its characters are pairs of bytes of the upper half, and common
/// characters (signs, kana and the first level of kanji) begin with A1 to CF. Most characters of
/// Shift_JIS begin with 81 to 9F. Only its half-width katakana lie in the same range as EUC-JP.
/// Most words of them have an odd length, a byte from D0 on at the wrong place, or a voiced sound.
fn looks_like_euc_jp(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let mut pairs = 0;
    let only_katakana = bytes.iter().all(|b| b.is_ascii() || (0xa1..=0xdf).contains(b));
    if only_katakana && has_voiced_katakana(bytes) {
        return false;
    }
    while let [first, tail @ ..] = rest {
        if first.is_ascii() {
            rest = tail;
            continue;
        }
        let [second, after @ ..] = tail else {
            return false;
        };
        match (*first, *second) {
            // A half-width katakana, or a common character.
            (0x8e, 0xa1..=0xdf) | (0xa1..=0xcf, 0xa1..=0xfe) => {}
            _ => return false,
        }
        pairs += 1;
        rest = after;
    }
    pairs > 0
}

/// Whether there are marks of voiced sounds in half-width katakana (DE and DF), and all of them
/// stand after a sound that can be voiced.
fn has_voiced_katakana(bytes: &[u8]) -> bool {
    let mut marks = bytes
        .windows(2)
        .filter(|pair| matches!(pair[1], 0xde | 0xdf))
        .peekable();
    marks.peek().is_some()
        && marks.all(|pair| match pair[1] {
            0xde => matches!(pair[0], 0xb3 | 0xb6..=0xc4 | 0xca..=0xce),
            _ => matches!(pair[0], 0xca..=0xce),
        })
}

/// The text of a file that declares UTF-8 and is Shift_JIS: already its first character outside
/// ASCII is not UTF-8.
pub(crate) fn decode_undeclared(bytes: &[u8]) -> Option<String> {
    let first = bytes.iter().position(|b| !b.is_ascii())?;
    let wrong = declared(bytes) == Some(UTF_8)
        && decode_strictly(UTF_8, bytes).is_err_and(|bad| bad.at == first && !bad.truncated);
    wrong.then(|| decode_strictly(SHIFT_JIS, bytes).ok()).flatten()
}

/// The encoding that a comment line at the start declares: `# KIF version=2.0 encoding=UTF-8` or
/// `'CSA encoding=SHIFT_JIS`. A declaration of UTF-16 is ignored, because the declaration itself is
/// read byte by byte.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(1024))?;
    let word = b"encoding=";
    head.split(|b| matches!(b, b'\n' | b'\r'))
        .take(8)
        .filter(|line| matches!(line.first(), Some(b'#' | b'\'')))
        .find_map(|line| {
            let at = line
                .windows(word.len())
                .position(|w| w.eq_ignore_ascii_case(word))?;
            let label = line.get(at + word.len()..)?;
            let end = label
                .iter()
                .position(|b| b.is_ascii_whitespace())
                .unwrap_or(label.len());
            Encoding::for_label(label.get(..end)?)
        })
        .filter(|encoding| encoding.is_ascii_compatible())
}

/// Where decoding failed.
struct DecodeFailure {
    /// How many bytes were decoded.
    at: usize,
    line: usize,
    column: usize,
    byte: usize,
    value: u8,
    /// Whether the bytes are UTF-8 that ends within a character.
    truncated: bool,
}

impl DecodeFailure {
    fn fault(&self, encoding: &'static Encoding) -> Faults<RecordFault> {
        let place = Place::Line {
            line: self.line,
            column: self.column,
        };
        let fault = match self.truncated {
            true => RecordFault::CutCharacter,
            false => RecordFault::Undecodable {
                encoding: encoding.name(),
                value: self.value,
                byte: self.byte,
            },
        };
        Faults::one(place, fault)
    }
}

fn decode_strictly(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, DecodeFailure> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let capacity = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(capacity.unwrap_or(bytes.len()));
    let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    let DecoderResult::Malformed(bad, after) = result else {
        return Ok(text);
    };
    let at = read.saturating_sub(usize::from(bad) + usize::from(after));
    let start = text.rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let tail = text.get(start..).unwrap_or_default();
    let (tail_bytes, _, _) = encoding.encode(tail);
    let width = if encoding == UTF_16LE || encoding == UTF_16BE {
        tail.encode_utf16().count() * 2
    } else {
        tail_bytes.len()
    };
    Err(DecodeFailure {
        at,
        line: crate::text::lines(&text).count() + usize::from(start == text.len() && start > 0),
        column: tail.chars().count() + 1,
        byte: width + 1,
        value: bytes.get(at).copied().unwrap_or_default(),
        truncated: encoding == UTF_8 && std::str::from_utf8(bytes).is_err_and(|e| e.error_len().is_none()),
    })
}

/// A character that Shift_JIS does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Shift_JIS has no `{}` (U+{code:04X})", .0.escape_debug(), code = *.0 as u32)]
pub struct Unencodable(pub char);

/// Encodes a text as Shift_JIS (Windows code page 932), or lists every character that Shift_JIS
/// does not have.
///
/// Three signs have two codes in Unicode and one in JIS: 〜, ‖ and — become ～, ∥ and ―.
/// The yen sign and the overline are refused, because they would be read back as a backslash and a
/// tilde. If the first line declares UTF-8, as [`crate::write()`] does, it declares Shift_JIS in
/// the result.
pub fn to_shift_jis(text: &str) -> Result<Vec<u8>, Faults<Unencodable>> {
    let (first, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
    let first = match first.starts_with(['#', '\'']) {
        true => first.replace("encoding=UTF-8", "encoding=SHIFT_JIS"),
        false => first.to_owned(),
    };
    let mapped: String = first
        .chars()
        .chain(rest.chars())
        .map(|c| match c {
            '\u{301c}' => '\u{ff5e}',
            '\u{2016}' => '\u{2225}',
            '\u{2014}' => '\u{2015}',
            c => c,
        })
        .collect();
    let (bytes, _, unmappable) = SHIFT_JIS.encode(&mapped);
    if !unmappable && !mapped.contains(['\u{a5}', '\u{203e}']) {
        return Ok(bytes.into_owned());
    }
    let mut faults = Faults::new();
    for line in crate::text::lines(&mapped) {
        for (i, c) in line.text.chars().enumerate() {
            let lost = matches!(c, '\u{a5}' | '\u{203e}');
            if lost || SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2 {
                let place = Place::Line {
                    line: line.number,
                    column: i + 1,
                };
                faults.push(place, Unencodable(c));
            }
        }
    }
    faults.or(bytes.into_owned())
}
