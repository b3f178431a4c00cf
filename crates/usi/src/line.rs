//! Lines as they come in: any bytes, of any length.

use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a line that are looked at; a game of 10,000 moves needs 60 thousand.
const MOST: usize = 4 << 20;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it. What is not UTF-8 was replaced.
    Whole(String),
    /// The beginning of one that is too long.
    TooLong(String),
}

/// Reads lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    most: usize,
}

impl<R: Read> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input: BufReader::new(input),
            most: MOST,
        }
    }

    /// The next line; `None` at the end. What comes last is a line even without its end.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let read = (&mut self.input)
            .take(self.most as u64)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let cut = read == self.most && bytes.last() != Some(&b'\n') && self.skip()?;
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(if cut {
            Line::TooLong(text)
        } else {
            Line::Whole(text)
        }))
    }

    /// Skips the rest of a line; whether there was something to skip.
    fn skip(&mut self) -> io::Result<bool> {
        let mut skipped = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&b| b == b'\n');
            let length = end.map_or(bytes.len(), |at| at + 1);
            skipped |= end.unwrap_or(length) > 0;
            self.input.consume(length);
            if end.is_some() || length == 0 {
                return Ok(skipped);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], most: usize) -> Vec<Line> {
        let mut lines = Lines::new(bytes);
        lines.most = most;
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.to_owned())
    }

    #[test]
    fn ends_of_lines() {
        assert_eq!(
            lines(b"a\nb\r\n\n \r\nlast", 100),
            ["a", "b", "", " ", "last"].map(whole)
        );
        assert_eq!(lines(b"", 100), []);
    }

    #[test]
    fn what_is_not_utf8_is_replaced() {
        assert_eq!(lines(b"a\xffb\n", 100), [whole("a\u{fffd}b")]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        assert_eq!(
            lines(b"abcdefgh\nok\nabcd\nabcd\r\nabcde", 4),
            [
                Line::TooLong("abcd".to_owned()),
                whole("ok"),
                whole("abcd"),
                // The carriage return does not fit; nothing is lost, but it is not looked at.
                Line::TooLong("abcd".to_owned()),
                Line::TooLong("abcd".to_owned()),
            ]
        );
    }
}
