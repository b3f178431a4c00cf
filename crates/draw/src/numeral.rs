//! Numbers in kanji, for ranks and hands.

const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// `n` in kanji (十八, 二十), or in digits for 0 and for 100 or more.
pub(crate) fn kanji(n: u32) -> String {
    let ones = DIGITS[(n % 10) as usize];
    match n / 10 {
        0 if n > 0 => ones.to_owned(),
        1 => format!("十{ones}"),
        tens @ 2..=9 => format!("{}十{ones}", DIGITS[tens as usize]),
        _ => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::kanji;

    #[test]
    fn numerals() {
        let cases = [
            (1, "一"),
            (9, "九"),
            (10, "十"),
            (18, "十八"),
            (20, "二十"),
            (99, "九十九"),
            (100, "100"),
            (0, "0"),
        ];
        for (n, text) in cases {
            assert_eq!(kanji(n), text);
        }
    }
}
