//! Named start positions: the even game and the handicaps of KIF and JKF.

use yose_shogi::notation::sfen;
use yose_shogi::{SHOGI, Setup, Variant};

/// A named start position.
pub(crate) struct Handicap {
    /// The name in KIF.
    pub(crate) name: &'static str,
    /// The name in JKF.
    pub(crate) preset: &'static str,
    /// The first two ranks, which belong to White.
    ranks: &'static str,
}

const fn handicap(name: &'static str, preset: &'static str, ranks: &'static str) -> Handicap {
    Handicap { name, preset, ranks }
}

const ALL: [Handicap; 16] = [
    handicap("平手", "HIRATE", "lnsgkgsnl/1r5b1"),
    handicap("香落ち", "KY", "lnsgkgsn1/1r5b1"),
    handicap("右香落ち", "KY_R", "1nsgkgsnl/1r5b1"),
    handicap("角落ち", "KA", "lnsgkgsnl/1r7"),
    handicap("飛車落ち", "HI", "lnsgkgsnl/7b1"),
    handicap("飛香落ち", "HIKY", "lnsgkgsn1/7b1"),
    handicap("二枚落ち", "2", "lnsgkgsnl/9"),
    handicap("三枚落ち", "3", "lnsgkgsn1/9"),
    handicap("四枚落ち", "4", "1nsgkgsn1/9"),
    handicap("五枚落ち", "5", "2sgkgsn1/9"),
    handicap("左五枚落ち", "5_L", "1nsgkgs2/9"),
    handicap("六枚落ち", "6", "2sgkgs2/9"),
    handicap("左七枚落ち", "7_L", "2sgkg3/9"),
    handicap("右七枚落ち", "7_R", "3gkgs2/9"),
    handicap("八枚落ち", "8", "3gkg3/9"),
    handicap("十枚落ち", "10", "4k4/9"),
];

/// Other spellings that occur in files.
const ALIASES: [(&str, &str); 6] = [
    ("左香落ち", "香落ち"),
    ("飛落ち", "飛車落ち"),
    ("右五枚落ち", "五枚落ち"),
    ("七枚落ち左", "左七枚落ち"),
    ("七枚落ち右", "右七枚落ち"),
    ("互先", "平手"),
];

impl Handicap {
    /// The even game.
    pub(crate) fn even() -> &'static Handicap {
        &ALL[0]
    }

    /// The start position with this name in KIF. The last kana may be missing.
    pub(crate) fn by_name(name: &str) -> Option<&'static Handicap> {
        let full = if name.ends_with('落') {
            format!("{name}ち")
        } else {
            name.to_owned()
        };
        let full = ALIASES
            .iter()
            .find(|(alias, _)| *alias == full)
            .map_or(full.as_str(), |(_, name)| name);
        ALL.iter().find(|h| h.name == full)
    }

    /// The start position with this name in JKF.
    pub(crate) fn by_preset(preset: &str) -> Option<&'static Handicap> {
        ALL.iter().find(|h| h.preset == preset)
    }

    /// The named start position that equals `setup`, if its next move is move 1.
    pub(crate) fn of(setup: &Setup) -> Option<&'static Handicap> {
        let text = sfen::write_setup(setup);
        ALL.iter().find(|h| h.sfen() == text)
    }

    /// Whether every program knows the name. Some read the other names as the even game or refuse
    /// them, so a board is written as well.
    pub(crate) fn is_widely_known(&self) -> bool {
        !["3", "5", "5_L", "7_L", "7_R"].contains(&self.preset)
    }

    /// Whether White gives odds. Then White moves first.
    pub(crate) fn gives_odds(&self) -> bool {
        self.preset != "HIRATE"
    }

    fn sfen(&self) -> String {
        let turn = if self.gives_odds() { 'w' } else { 'b' };
        format!(
            "{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1",
            self.ranks
        )
    }

    /// The start position as a setup.
    pub(crate) fn setup(&self) -> Setup {
        // A test reads every SFEN above, so this never returns the empty board.
        sfen::read_as(&self.sfen(), &SHOGI).unwrap_or_else(|_| Setup::empty(&SHOGI))
    }
}

/// The name of minishogi in KIF. JKF has no preset for it.
pub(crate) const MINISHOGI_NAME: &str = "5五将棋";

/// Minishogi. `None` never happens: its rules are built in.
pub(crate) fn minishogi() -> Option<&'static Variant> {
    Variant::by_name("minishogi").ok()
}

/// Whether a name in KIF means minishogi.
pub(crate) fn is_minishogi(name: &str) -> bool {
    ["5五将棋", "５五将棋", "五五将棋", "5五", "５五"].contains(&name)
}

/// Whether records hold games of this variant: 9x9 shogi and minishogi. Both have the pieces of the
/// standard army, and their rules follow from the size of the board. The rules of other boards
/// (where pieces promote, which pieces there are) have no place in a record.
pub(crate) fn is_recorded(variant: &'static Variant) -> bool {
    variant == &SHOGI || minishogi().is_some_and(|mini| mini == variant)
}

/// The game that is played on a board of this size.
pub(crate) fn by_size(files: usize, ranks: usize) -> Option<&'static Variant> {
    match (files, ranks) {
        (9, 9) => Some(&SHOGI),
        (5, 5) => minishogi(),
        _ => None,
    }
}

/// The start position of minishogi.
pub(crate) fn minishogi_start() -> Option<Setup> {
    let mini = minishogi()?;
    sfen::read_as(mini.start?, mini).ok()
}

/// The names of the sides: 下手 and 上手 in a handicap game.
pub(crate) fn side_names(setup: &Setup) -> [&'static str; 2] {
    match Handicap::of(setup) {
        Some(handicap) if handicap.gives_odds() => ["下手", "上手"],
        _ => ["先手", "後手"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_is_found_again() {
        for handicap in &ALL {
            let setup = handicap.setup();
            assert!(setup.validate().is_ok(), "{}", handicap.name);
            assert_eq!(Handicap::of(&setup).map(|h| h.name), Some(handicap.name));
            assert_eq!(
                Handicap::by_name(handicap.name).map(|h| h.preset),
                Some(handicap.preset)
            );
        }
        assert_eq!(Handicap::by_name("二枚落").map(|h| h.preset), Some("2"));
        assert!(Handicap::by_name("九枚落ち").is_none());
    }
}
