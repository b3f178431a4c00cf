//! Names of the search crates as words in requests and replies: a policy is `usual`, a convention
//! `modern`, a class of cook `merging`.

use serde::{Deserialize, Deserializer, Serializer, de};
use yose_hisshi::MoveSet;
use yose_tsume::{Class, Convention, Policy};

/// A set of values, each with its word.
pub(crate) trait Worded: Copy + 'static {
    /// What the set is called in an error message.
    const WHAT: &'static str;
    /// Every value.
    const ALL: &'static [Self];
    /// The word of a value.
    fn word(self) -> &'static str;

    /// The value of a word.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }
}

impl Worded for Policy {
    const WHAT: &'static str = "policy";
    const ALL: &'static [Policy] = &Policy::ALL;
    fn word(self) -> &'static str {
        Policy::word(self)
    }
}

impl Worded for Convention {
    const WHAT: &'static str = "convention";
    const ALL: &'static [Convention] = &Convention::ALL;
    fn word(self) -> &'static str {
        Convention::word(self)
    }
}

impl Worded for MoveSet {
    const WHAT: &'static str = "set of moves";
    const ALL: &'static [MoveSet] = &[MoveSet::All, MoveSet::Paper];
    fn word(self) -> &'static str {
        MoveSet::word(self)
    }
}

impl Worded for yose_hisshi::Policy {
    const WHAT: &'static str = "policy for brinkmates";
    const ALL: &'static [yose_hisshi::Policy] = &yose_hisshi::Policy::ALL;
    fn word(self) -> &'static str {
        yose_hisshi::Policy::word(self)
    }
}

impl Worded for yose_hisshi::Class {
    const WHAT: &'static str = "class of cook";
    const ALL: &'static [yose_hisshi::Class] = &yose_hisshi::Class::ALL;
    fn word(self) -> &'static str {
        yose_hisshi::Class::word(self)
    }
}

impl Worded for Class {
    const WHAT: &'static str = "class of cook";
    const ALL: &'static [Class] = &[
        Class::Promotion,
        Class::Last,
        Class::Detour,
        Class::Indefinite,
        Class::Transposed,
        Class::Merging,
        Class::Converging,
        Class::Plain,
    ];
    fn word(self) -> &'static str {
        Class::word(self)
    }
}

fn unknown<E: de::Error>(what: &str, word: &str) -> E {
    E::custom(format!("no {what} is called `{word}`"))
}

/// `#[serde(with = "words::word")]`.
pub(crate) mod word {
    use super::{Deserialize, Deserializer, Serializer, Worded, unknown};

    pub fn serialize<T: Worded, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(value.word())
    }

    pub fn deserialize<'de, T: Worded, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let word = String::deserialize(from)?;
        T::named(&word).ok_or_else(|| unknown(T::WHAT, &word))
    }
}

/// `#[serde(default, with = "words::optional")]`.
pub(crate) mod optional {
    use super::{Deserialize, Deserializer, Serializer, Worded, unknown};

    pub fn serialize<T: Worded, S: Serializer>(value: &Option<T>, out: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => out.serialize_some(value.word()),
            None => out.serialize_none(),
        }
    }

    pub fn deserialize<'de, T: Worded, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        let Some(word) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        T::named(&word).map(Some).ok_or_else(|| unknown(T::WHAT, &word))
    }
}

/// The name and version of what picks the main line: `#[serde(with = "words::picks")]`.
pub(crate) mod picks {
    use super::{Convention, Deserialize, Deserializer, Serializer, unknown};

    pub fn serialize<S: Serializer>(value: &Convention, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(value.picks())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Convention, D::Error> {
        let word = String::deserialize(from)?;
        let named = Convention::ALL.into_iter().find(|c| c.picks() == word);
        named.ok_or_else(|| unknown("convention", &word))
    }
}
