//! A table on disk: a few lines of text that describe it, then one byte for each number.

use crate::error::TableError;
use crate::index::Index;
use crate::material::Material;
use crate::moves::PieceMoves;
use crate::table::Table;
use std::io::{Read, Write};

const MAGIC: &str = "yose table 1";
/// The largest size of a header.
const HEADER: usize = 4096;

/// A checksum of bytes (FNV-1a over words, then a final mix).
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        sum ^= sum >> 29;
    }
    for &byte in rest {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    sum ^ sum >> 32
}

impl Table {
    /// A file name that is unique to the table of a material: its board, its pieces, and a checksum
    /// of all facts that the values depend on.
    pub fn file_name(material: &Material) -> String {
        let variant = material.variant();
        format!(
            "{}x{}-{}-{:016x}.table",
            variant.files,
            variant.ranks,
            material.letters().replace(['(', ')', '+'], "_"),
            checksum(material.description().as_bytes())
        )
    }

    /// Writes the table.
    pub fn write(&self, out: &mut impl Write) -> Result<(), TableError> {
        let counts = self.counts;
        write!(
            out,
            "{MAGIC}\n{}\nentries {}\nmates {} stalemates {} moves {}\nchecksum {:016x}\n\n",
            self.material.description(),
            self.distances.len(),
            counts.mates,
            counts.stalemates,
            counts.moves,
            checksum(&self.distances),
        )?;
        out.write_all(&self.distances)?;
        out.flush()?;
        Ok(())
    }

    /// Reads the table of a material. A file of another material and a damaged file are errors.
    pub fn read(material: &Material, from: &mut impl Read) -> Result<Table, TableError> {
        let mut header = Vec::new();
        let mut byte = [0u8];
        while !header.ends_with(b"\n\n") {
            if header.len() == HEADER || from.read(&mut byte)? == 0 {
                return Err(TableError::NotATable("it does not begin as one"));
            }
            header.push(byte[0]);
        }
        let header = String::from_utf8(header).map_err(|_| TableError::NotATable("its header is no text"))?;
        let lines: Vec<&str> = header.lines().collect();
        let [magic, about, entries, ends, sum, ""] = lines[..] else {
            return Err(TableError::NotATable("its header has other lines"));
        };
        if magic != MAGIC {
            return Err(TableError::NotATable("it is of another version"));
        }
        let expected = material.description();
        if about != expected {
            return Err(TableError::OtherTable {
                found: about.to_owned(),
                expected,
            });
        }
        let bad = TableError::NotATable("a number in its header cannot be read");
        let number = |text: Option<&str>| text.and_then(|t| t.parse::<u64>().ok());
        let words: Vec<&str> = ends.split(' ').collect();
        let ["mates", mates, "stalemates", stalemates, "moves", moves] = words[..] else {
            return Err(bad);
        };
        let index = Index::new(material, &PieceMoves::new(material))?;
        let (Some(mates), Some(stalemates), Some(moves), Some(entries), Some(sum)) = (
            number(Some(mates)),
            number(Some(stalemates)),
            number(Some(moves)),
            number(entries.strip_prefix("entries ")),
            sum.strip_prefix("checksum ")
                .and_then(|t| u64::from_str_radix(t, 16).ok()),
        ) else {
            return Err(bad);
        };
        if entries != u64::from(index.size()) {
            return Err(TableError::NotATable("it has another number of entries"));
        }
        let mut distances = vec![0; index.size() as usize];
        from.read_exact(&mut distances)
            .map_err(|_| TableError::NotATable("it ends too early"))?;
        if from.read(&mut byte)? != 0 {
            return Err(TableError::NotATable("it goes on after its end"));
        }
        let found = checksum(&distances);
        if found != sum {
            return Err(TableError::Damaged { found, expected: sum });
        }
        let mut table = Table::from_parts(material.clone(), index, distances);
        table.counts.mates = mates;
        table.counts.stalemates = stalemates;
        table.counts.moves = moves;
        Ok(table)
    }
}
