//! CSA: reader and writer.

mod board;
mod read;
mod write;

pub(crate) use read::{read, read_all};
pub(crate) use write::write;

/// Starts the comment after `%CHUDAN` that names an ending for which CSA has no word.
const ENDING_COMMENT: &str = "結果：";

/// The keywords of CSA and the headers of KIF. All other names stay unchanged.
const KEYWORDS: [(&str, &str); 6] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
];
