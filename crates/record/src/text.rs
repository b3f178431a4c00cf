//! Lines of a text, and a cursor over one line that knows its place. The cursor counts columns
//! while it reads and never goes back to the start of the line. So even a line of fifty megabytes
//! takes linear time.

use yose_board::Place;

/// A line of a text, numbered from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
    /// Whether a line break follows. If not, the file may have been cut within the line.
    pub(crate) ended: bool,
}

impl<'a> Line<'a> {
    /// A text that is not a line of a file.
    pub(crate) fn alone(text: &'a str) -> Self {
        Line {
            number: 1,
            text,
            ended: true,
        }
    }
}

/// The place that means a whole line.
pub(crate) fn whole_line(line: usize) -> Place {
    Place::Line { line, column: 0 }
}

/// The text of a file without its byte order mark. Call it only on whole files: at the start of a
/// comment or of a header's value the same character is part of the text.
pub(crate) fn without_bom(file: &str) -> &str {
    file.strip_prefix('\u{feff}').unwrap_or(file)
}

/// The lines of a text. Each can end in LF, CR LF or CR.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        number += 1;
        let end = text.find(['\n', '\r']).unwrap_or(text.len());
        let (line, tail) = text.split_at(end);
        rest = match tail
            .strip_prefix("\r\n")
            .or_else(|| tail.strip_prefix(['\n', '\r']))
        {
            Some("") | None => None,
            tail => tail,
        };
        Some(Line {
            number,
            text: line,
            ended: !tail.is_empty(),
        })
    })
}

/// The value of a digit of half or full width.
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// The start of a text for a message: short, with control and direction characters escaped.
pub(crate) fn snippet(text: &str) -> String {
    const MAX_CHARS: usize = 30;
    let text = text.trim_end();
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == MAX_CHARS {
            out.push('…');
            break;
        }
        match c {
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// The place of the first NUL in a text. No record has one, but UTF-16 read as bytes is full of
/// them.
pub(crate) fn first_nul(text: &str) -> Option<Place> {
    let at = text.find('\0')?;
    let before = text.get(..at).unwrap_or_default();
    let last = lines(before).last()?;
    let (line, column) = match before.ends_with(['\n', '\r']) {
        true => (last.number + 1, 1),
        false => (last.number, last.text.chars().count() + 1),
    };
    Some(Place::Line { line, column })
}

/// The unread part of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(line: Line<'a>) -> Self {
        Cursor {
            rest: line.text,
            line: line.number,
            column: 1,
        }
    }

    /// The same place with less text. `text` must be a prefix of the unread part.
    pub(crate) fn with_rest(&self, text: &'a str) -> Self {
        Cursor { rest: text, ..*self }
    }

    pub(crate) fn place(&self) -> Place {
        Place::Line {
            line: self.line,
            column: self.column,
        }
    }

    pub(crate) fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn column(&self) -> usize {
        self.column
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn snippet(&self) -> String {
        snippet(self.rest)
    }

    pub(crate) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        self.column += 1;
        Some(c)
    }

    pub(crate) fn eat_if(&mut self, test: impl FnOnce(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| test(c)).and_then(|_| self.bump())
    }

    pub(crate) fn eat(&mut self, c: char) -> bool {
        self.eat_if(|x| x == c).is_some()
    }

    pub(crate) fn eat_str(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                self.column += prefix.chars().count();
                true
            }
            None => false,
        }
    }

    /// Skips white space of every width.
    pub(crate) fn skip_spaces(&mut self) {
        while self.eat_if(char::is_whitespace).is_some() {}
    }

    /// Reads the longest run of characters that pass a test.
    pub(crate) fn take_while(&mut self, mut test: impl FnMut(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.eat_if(&mut test).is_some() {}
        &start[..start.len() - self.rest.len()]
    }

    /// Reads a number in digits of either width. Numbers above `u32::MAX` become `u32::MAX`.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(d) = self.peek().and_then(digit) {
            self.bump();
            value = Some(value.unwrap_or(0u32).saturating_mul(10).saturating_add(d));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let read = |text| lines(text).map(|l| (l.number, l.text)).collect::<Vec<_>>();
        assert_eq!(
            read("a\r\nb\rc\n\nd"),
            [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]
        );
        assert_eq!(read("a\n"), [(1, "a")]);
        assert_eq!(
            read(without_bom("\u{feff}a\n\u{feff}b")),
            [(1, "a"), (2, "\u{feff}b")]
        );
        assert_eq!(read(""), [(1, "")]);
    }

    #[test]
    fn a_line_that_is_not_ended() {
        let read = |text| lines(text).map(|l| l.ended).collect::<Vec<_>>();
        assert_eq!(read("a\r\nb"), [true, false]);
        assert_eq!(read("a\r\n\r"), [true, true]);
        assert_eq!(read(""), [false]);
    }

    #[test]
    fn snippets_are_one_short_line() {
        assert_eq!(snippet("a\tb\nc\0\u{202e}d  "), "a\\tb\\nc\\u{0}\\u{202e}d");
        assert_eq!(snippet(&"歩".repeat(31)), format!("{}…", "歩".repeat(30)));
        assert_eq!(snippet(&"歩".repeat(30)), "歩".repeat(30));
    }

    #[test]
    fn the_cursor_counts_characters() {
        let mut cursor = Cursor::new(Line {
            number: 3,
            ..Line::alone("　１２手")
        });
        cursor.skip_spaces();
        assert_eq!(cursor.number(), Some(12));
        assert_eq!(cursor.place(), Place::Line { line: 3, column: 4 });
        assert_eq!(cursor.rest(), "手");
    }
}
