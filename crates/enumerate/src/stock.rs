//! The pieces of a block (a rectangle of squares, `space.rs`) and their arrangements.
//!
//! A stock is a multiset of kinds that fills the cells of a block. A kind may have pieces of the
//! attacker, pieces of the defender, and pieces that may be either side's. A [`Share`] holds this
//! as one count and two limits for the attacker's part of it. So no arrangement is counted twice.
//!
//! Arrangements are numbered. An arrangement is a word and a choice of sides. A *word* has a letter
//! for each cell, the number of the share that stands there. Words are in lexical order. A *choice
//! of sides* (or of colours) says which of these pieces are the attacker's. An arrangement has the
//! number `word * colours + choice`, where `colours` is the number of choices for one word.

use yose_shogi::Kind;

/// The pieces of one kind, or the empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The kind; `None` for empty cells.
    pub kind: Option<Kind>,
    /// How many there are, of both sides together.
    pub count: u32,
    /// The least number of the attacker's: the pieces that must be the attacker's.
    pub least: u32,
    /// The largest number of the attacker's: those, and the pieces that may be either side's.
    pub most: u32,
}

/// A multiset of pieces that fills a number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    shares: Vec<Share>,
    /// For each share the possible choices of sides. Bit `i` of a mask says whether the piece in
    /// the `i`-th cell of this share is the attacker's.
    masks: Vec<Vec<u64>>,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content {
    /// The number of its share.
    pub share: u8,
    /// Whether it is the attacker's.
    pub ours: bool,
}

/// The binomial coefficient `n` over `k`. `None` if it is too large, or if `k` is larger than `n`.
pub fn choose(n: u32, k: u32) -> Option<u128> {
    let k = u128::from(k.min(n.checked_sub(k)?));
    let n = u128::from(n);
    (0..k).try_fold(1u128, |ways, i| Some(ways.checked_mul(n - i)? / (i + 1)))
}

/// The most choices of sides that one kind may have.
const MOST_MASKS: u128 = 1 << 20;

impl Stock {
    /// The stock of these shares in this number of cells; the other cells are empty. `None` if the
    /// pieces do not fit, or if there are too many of them: more than 20 of a kind, more than
    /// 2^20 choices of sides for one kind, or more than 63 empty cells.
    pub fn new(pieces: Vec<Share>, cells: u32) -> Option<Stock> {
        let filled: u32 = pieces.iter().map(|share| share.count).sum();
        let mut shares = pieces;
        let empty = cells.checked_sub(filled)?;
        if empty > 0 {
            shares.push(Share {
                kind: None,
                count: empty,
                least: 0,
                most: 0,
            });
        }
        let mut masks = Vec::new();
        for share in &shares {
            let ways = (share.least..=share.most)
                .try_fold(0, |sum: u128, n| sum.checked_add(choose(share.count, n)?));
            if ways? > MOST_MASKS || share.count > 63 || (share.kind.is_some() && share.count > 20) {
                return None;
            }
            masks.push(match share.kind {
                None => vec![0],
                Some(_) => (0..1u64 << share.count)
                    .filter(|mask| (share.least..=share.most).contains(&mask.count_ones()))
                    .collect(),
            });
        }
        Some(Stock { shares, masks })
    }

    /// The shares, empty cells last.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// How many cells it fills.
    pub fn cells(&self) -> u32 {
        self.shares.iter().map(|share| share.count).sum()
    }

    /// The number of words in which each letter comes as often as `counts` says.
    fn words(&self, counts: &[u32]) -> Option<u128> {
        let mut left: u32 = counts.iter().sum();
        counts.iter().try_fold(1u128, |ways, &count| {
            let these = choose(left, count)?;
            left -= count;
            ways.checked_mul(these)
        })
    }

    /// The number of choices of sides for one word.
    pub fn colours(&self) -> Option<u128> {
        self.masks
            .iter()
            .try_fold(1u128, |ways, masks| ways.checked_mul(masks.len() as u128))
    }

    /// The number of arrangements. `None` if it does not fit into the type.
    pub fn arrangements(&self) -> Option<u128> {
        let counts: Vec<u32> = self.shares.iter().map(|share| share.count).collect();
        self.words(&counts)?.checked_mul(self.colours()?)
    }

    /// The number of arrangements that are their own mirror image, if the mirror exchanges the
    /// cells of `pairs` pairs and leaves `singles` cells in place.
    pub fn symmetric(&self, pairs: u32, singles: u32) -> Option<u128> {
        self.symmetric_from(0, pairs, singles)
    }

    /// The same for the shares from number `at` on, with the pairs and singles that are still free.
    fn symmetric_from(&self, at: usize, pairs: u32, singles: u32) -> Option<u128> {
        let Some(share) = self.shares.get(at) else {
            return Some(u128::from(pairs == 0 && singles == 0));
        };
        let mut sum = 0u128;
        for p in 0..=pairs.min(share.count / 2) {
            let s = share.count - 2 * p;
            if s > singles {
                continue;
            }
            let mut ours = 0u128;
            for pair in 0..=p {
                for single in 0..=s {
                    if (share.least..=share.most).contains(&(2 * pair + single)) {
                        ours = ours.checked_add(choose(p, pair)?.checked_mul(choose(s, single)?)?)?;
                    }
                }
            }
            let ways = choose(pairs, p)?
                .checked_mul(choose(singles, s)?)?
                .checked_mul(ours)?
                .checked_mul(self.symmetric_from(at + 1, pairs - p, singles - s)?)?;
            sum = sum.checked_add(ways)?;
        }
        Some(sum)
    }

    /// The first word: kinds in order.
    pub fn first_word(&self) -> Vec<u8> {
        let letters = self.shares.iter().enumerate();
        letters
            .flat_map(|(i, share)| std::iter::repeat_n(i as u8, share.count as usize))
            .collect()
    }

    /// The word with this number, from 0. `None` if there are fewer words.
    pub fn word(&self, mut number: u128) -> Option<Vec<u8>> {
        let mut counts: Vec<u32> = self.shares.iter().map(|share| share.count).collect();
        let mut word = Vec::new();
        for _ in 0..self.cells() {
            let mut found = false;
            for letter in 0..counts.len() {
                if counts[letter] == 0 {
                    continue;
                }
                counts[letter] -= 1;
                let ways = self.words(&counts)?;
                if number < ways {
                    word.push(letter as u8);
                    found = true;
                    break;
                }
                number -= ways;
                counts[letter] += 1;
            }
            if !found {
                return None;
            }
        }
        Some(word)
    }

    /// Fills `out` with the arrangement of a word and a choice of sides, given by its number
    /// `colours`. There are at most 16 shares: shogi has 13 kinds besides the king.
    pub fn fill(&self, word: &[u8], mut colours: u64, out: &mut Vec<Content>) {
        let mut left = [0u64; 16];
        for (mask, choices) in left.iter_mut().zip(&self.masks) {
            let ways = choices.len() as u64;
            *mask = choices[(colours % ways) as usize];
            colours /= ways;
        }
        out.clear();
        for &share in word {
            let mask = &mut left[usize::from(share) & 15];
            out.push(Content {
                share,
                ours: *mask & 1 != 0,
            });
            *mask >>= 1;
        }
    }
}

/// The next word in order; `false` if there is none.
pub fn next_word(word: &mut [u8]) -> bool {
    let Some(i) = (1..word.len()).rev().find(|&i| word[i - 1] < word[i]) else {
        return false;
    };
    let Some(j) = (i..word.len()).rev().find(|&j| word[j] > word[i - 1]) else {
        return false;
    };
    word.swap(i - 1, j);
    word[i..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn share(kind: Kind, count: u32, least: u32, most: u32) -> Share {
        Share {
            kind: Some(kind),
            count,
            least,
            most,
        }
    }

    fn all(stock: &Stock) -> Vec<Vec<Content>> {
        let mut word = stock.first_word();
        let mut found = Vec::new();
        loop {
            for colours in 0..stock.colours().unwrap() as u64 {
                let mut out = Vec::new();
                stock.fill(&word, colours, &mut out);
                found.push(out);
            }
            if !next_word(&mut word) {
                return found;
            }
        }
    }

    #[test]
    fn every_arrangement_comes_once_and_is_counted() {
        let stocks = [
            Stock::new(vec![share(Kind::GOLD, 2, 0, 2), share(Kind::SILVER, 1, 1, 1)], 5).unwrap(),
            // One gold of the attacker's, one of either side, one of the defender's.
            Stock::new(vec![share(Kind::GOLD, 3, 1, 2)], 4).unwrap(),
            Stock::new(Vec::new(), 0).unwrap(),
            Stock::new(vec![share(Kind::GOLD, 4, 0, 4), share(Kind::SILVER, 2, 0, 2)], 6).unwrap(),
        ];
        for stock in stocks {
            let found = all(&stock);
            assert_eq!(found.len() as u128, stock.arrangements().unwrap());
            let different: HashSet<String> = found.iter().map(|a| format!("{a:?}")).collect();
            assert_eq!(different.len(), found.len());
            // Numbers find what the order gives.
            let ways = stock.colours().unwrap();
            for (n, arrangement) in found.iter().enumerate() {
                let word = stock.word(n as u128 / ways).unwrap();
                let mut out = Vec::new();
                stock.fill(&word, (n as u128 % ways) as u64, &mut out);
                assert_eq!(&out, arrangement);
            }
            // The mirror exchanges the first cell and the last, and so on.
            let cells = stock.cells();
            let own = |a: &&Vec<Content>| (0..a.len()).all(|i| a[i] == a[a.len() - 1 - i]);
            let symmetric = found.iter().filter(own).count() as u128;
            assert_eq!(stock.symmetric(cells / 2, cells % 2), Some(symmetric));
        }
    }

    #[test]
    fn kin_gin_has_as_many_arrangements_as_the_paper_says() {
        let stock = Stock::new(vec![share(Kind::GOLD, 4, 0, 4), share(Kind::SILVER, 4, 0, 4)], 8).unwrap();
        assert_eq!(stock.arrangements(), Some(17_920));
        assert_eq!(stock.symmetric(3, 2).map(|n| n < 17_920), Some(true));
    }
}
