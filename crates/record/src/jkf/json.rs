//! JSON values that keep the order of their members. The value type of `serde_json` does not keep
//! it, but headers have an order.

use crate::fault::{Collector, RecordFault};
use crate::text::snippet;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use yose_board::Place;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Json::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(member) = members.next_entry()? {
            object.push(member);
        }
        Ok(Json::Object(object))
    }
}

/// A value and the path that leads to it. The text of a path is built only for a fault.
#[derive(Clone, Copy)]
pub(super) struct Located<'j, 'p> {
    pub(super) value: &'j Json,
    path: Path<'j, 'p>,
}

#[derive(Clone, Copy)]
enum Path<'j, 'p> {
    Root(&'p str),
    Key(&'p Located<'j, 'p>, &'p str),
    Index(&'p Located<'j, 'p>, usize),
}

impl<'j, 'p> Located<'j, 'p> {
    /// A value with the path that leads to it.
    pub(super) fn new(value: &'j Json, path: &'p str) -> Located<'j, 'p> {
        Located {
            value,
            path: Path::Root(path),
        }
    }

    pub(super) fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            match at.path {
                Path::Root(root) => {
                    steps.push(root.to_owned());
                    break;
                }
                Path::Key(parent, key) => {
                    let dot = if matches!(parent.path, Path::Root("")) {
                        ""
                    } else {
                        "."
                    };
                    steps.push(format!("{dot}{}", snippet(key)));
                    at = parent;
                }
                Path::Index(parent, index) => {
                    steps.push(format!("[{index}]"));
                    at = parent;
                }
            }
        }
        steps.reverse();
        steps.concat()
    }

    pub(super) fn place(&self) -> Place {
        match self.path() {
            path if path.is_empty() => Place::Whole,
            path => Place::Path(path),
        }
    }

    pub(super) fn fault(&self, fault: RecordFault, faults: &mut Collector) {
        faults.push(self.place(), fault);
    }

    /// A member of an object. `null` counts as absent.
    pub(super) fn get<'q>(&'q self, key: &'q str) -> Option<Located<'j, 'q>> {
        let Json::Object(members) = self.value else {
            return None;
        };
        let (_, value) = members.iter().find(|(name, _)| name == key)?;
        if *value == Json::Null {
            return None;
        }
        Some(Located {
            value,
            path: Path::Key(self, key),
        })
    }

    /// An item of an array, which the caller has already found.
    pub(super) fn item<'q>(&'q self, index: usize, value: &'j Json) -> Located<'j, 'q> {
        Located {
            value,
            path: Path::Index(self, index),
        }
    }

    /// A member of an object, which the caller has already found.
    pub(super) fn member<'q>(&'q self, key: &'q str, value: &'j Json) -> Located<'j, 'q> {
        Located {
            value,
            path: Path::Key(self, key),
        }
    }

    pub(super) fn array(&self, faults: &mut Collector) -> Option<&'j [Json]> {
        match self.value {
            Json::Array(items) => Some(items),
            _ => self.wrong("an array", faults),
        }
    }

    pub(super) fn object(&self, faults: &mut Collector) -> Option<&'j [(String, Json)]> {
        match self.value {
            Json::Object(members) => Some(members),
            _ => self.wrong("an object", faults),
        }
    }

    pub(super) fn string(&self, faults: &mut Collector) -> Option<&'j str> {
        match self.value {
            Json::String(text) if text.contains('\0') => {
                self.fault(RecordFault::Nul, faults);
                None
            }
            Json::String(text) => Some(text),
            _ => self.wrong("a string", faults),
        }
    }

    pub(super) fn boolean(&self, faults: &mut Collector) -> Option<bool> {
        match self.value {
            Json::Bool(value) => Some(*value),
            _ => self.wrong("true or false", faults),
        }
    }

    /// A whole number from 0 to a million.
    pub(super) fn whole(&self, faults: &mut Collector) -> Option<u32> {
        match self.value {
            Json::Number(n) if (0.0..=1e6).contains(n) && n.fract() == 0.0 => Some(*n as u32),
            _ => self.wrong("a whole number from 0", faults),
        }
    }

    /// A number from 0 to a billion.
    pub(super) fn number(&self, faults: &mut Collector) -> Option<f64> {
        match self.value {
            Json::Number(n) if (0.0..=1e9).contains(n) => Some(*n),
            _ => self.wrong("a number from 0", faults),
        }
    }

    fn wrong<T>(&self, what: &'static str, faults: &mut Collector) -> Option<T> {
        self.fault(RecordFault::Type(what), faults);
        None
    }
}
