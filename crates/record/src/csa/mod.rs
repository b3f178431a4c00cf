//! CSA.

mod board;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// Begins the comment behind `%CHUDAN` that names an ending for which CSA has no word.
const UNSAID: &str = "結果：";

/// CSA's keywords and KIF's headers. What is in neither list keeps its name.
const KEYWORDS: [(&str, &str); 6] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
];
