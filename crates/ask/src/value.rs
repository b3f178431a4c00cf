//! `value`: who wins a position of a small game, in how many plies, by which line? By full table or
//! by search. Lines of Action is in `loa/value.rs`.

use crate::answer::Answer;
use crate::certificate::{AnyCertificate, Certified, NoCertificate, search, table};
use crate::invalid::Invalid;
use crate::progress::Doing;
use crate::question::{Candidates, Value as Asked, ValueMethod};
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::subject::Subject;
use crate::tables::NoTable;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use yose_andor::Clock;
use yose_shogi::notation::usi;
use yose_shogi::{AnyPosition, Geometry, Move, Position, Setup, with_position};
use yose_tablebase::{Material, Table, Value};
use yose_tsume::Progress;
use yose_value::{Deletion, GameValue, Method, Oracle, Switches, Valuation};

/// The fields of `value`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueBody {
    /// Plies to the end of the game; null for a draw.
    pub distance: Option<u32>,
    /// Whether the distance is the shortest win against the longest resistance.
    pub exact: Option<bool>,
    /// The line to the end, as USI moves; null for a draw.
    pub line: Option<Vec<String>>,
    /// Nodes searched; by table, positions of the table that was made for this answer, 0 if it was
    /// there already.
    pub nodes: u64,
    /// What the search did, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<EffortBody>,
    /// Time used.
    pub seconds: f64,
}

/// What a search for a value did: the paper's columns, and those of the closed-set search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffortBody {
    /// Times the root was searched again, because a cycle candidate was won.
    pub researches: u32,
    /// Check searches of candidates.
    pub checks: u32,
    /// The most candidates at a time.
    pub candidates: u32,
    /// The deepest line.
    pub depth: u32,
    /// Positions of the graph, of both questions.
    pub graph: u64,
    /// Positions of the closed sets.
    pub closed: u64,
}

impl<M> From<&yose_prove::value::Valuation<M>> for EffortBody {
    fn from(found: &yose_prove::value::Valuation<M>) -> Self {
        EffortBody {
            researches: found.counters.researches,
            checks: found.counters.checks,
            candidates: found.counters.candidates,
            depth: found.counters.depth,
            graph: found.closed.positions,
            closed: found.closed.closed,
        }
    }
}

/// The reply to `value`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueReply {
    /// The object that programs read.
    #[serde(flatten)]
    pub answer: Answer<ValueBody>,
    /// Why there is no value, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A table that could not be kept, or a stored table that was of no use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The certificate, if the request asked for one and there is a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
}

impl From<Answer<ValueBody>> for ValueReply {
    fn from(answer: Answer<ValueBody>) -> Self {
        ValueReply {
            answer,
            why: None,
            warning: None,
            certificate: None,
        }
    }
}

impl ValueReply {
    /// The reply where a limit or the input left no table.
    pub(crate) fn without_table(name: &Name, error: &NoTable, body: ValueBody) -> ValueReply {
        match error.reason() {
            None => Answer::invalid(name, &Invalid::whole(error), ValueBody::default()).into(),
            Some(reason) => ValueReply {
                why: Some(error.to_string()),
                ..Answer::unknown(name, reason, body).into()
            },
        }
    }
}

/// A full table as the search asks it.
struct Probe(Arc<Table>);

impl<G: Geometry> Oracle<G> for Probe {
    fn value(&self, position: &Position<G>) -> Option<GameValue> {
        self.0.value(position).map(|value| match value {
            Value::Win(n) => GameValue::Win(u32::from(n)),
            Value::Loss(n) => GameValue::Loss(u32::from(n)),
            Value::Draw => GameValue::Draw,
        })
    }
}

impl From<Candidates> for Switches {
    fn from(asked: Candidates) -> Self {
        Switches {
            entries: asked.entries,
            depth: asked.depth,
            candidates: asked.candidates,
            interleaved: asked.interleaved,
            clear_numbers: asked.clear_numbers,
            share_numbers: asked.share_numbers,
            countermeasure: asked.countermeasure,
            deletion: match asked.delete_influenced {
                true => Deletion::Influenced,
                false => Deletion::All,
            },
        }
    }
}

/// The search of a method; `None` if a table comes first.
pub(crate) fn search_of(method: ValueMethod) -> Option<Method> {
    match method {
        ValueMethod::Auto | ValueMethod::Table => None,
        ValueMethod::Search => Some(Method::Search),
        ValueMethod::Candidates(candidates) => Some(Method::Paper(candidates.into())),
    }
}

/// A method that finds no room for a table and may search.
pub(crate) fn may_search(method: ValueMethod, error: &NoTable) -> bool {
    method == ValueMethod::Auto && error.reason() == Some(Reason::Memory)
}

/// Answers the question.
pub(crate) fn answer(name: &Name, asked: &Asked, run: &mut Run<'_>) -> ValueReply {
    let setup = match &asked.position {
        Subject::Loa { position, rules } => {
            return crate::loa::value::answer(name, asked, (*position, *rules), run);
        }
        Subject::Shogi(setup) => setup,
        Subject::Invalid(invalid) => {
            return Answer::invalid(name, invalid, ValueBody::default()).into();
        }
    };
    let position = match setup.validate() {
        Ok(position) => position,
        Err(faults) => {
            return Answer::invalid(name, &Invalid::from(faults), ValueBody::default()).into();
        }
    };
    let problem = Problem {
        name,
        setup,
        position,
        certificate: asked.certificate,
    };
    match search_of(asked.method) {
        Some(method) => problem.by_search(method, run),
        None => problem.by_table(asked.method, run),
    }
}

/// A position of shogi whose value is asked for.
struct Problem<'a> {
    name: &'a Name,
    setup: &'a Setup,
    position: AnyPosition,
    certificate: bool,
}

impl Problem<'_> {
    fn text(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&m| usi::write(m, self.setup.variant)).collect()
    }

    /// By the table of all positions of the pieces.
    fn by_table(&self, method: ValueMethod, run: &mut Run<'_>) -> ValueReply {
        let clock = Clock::start();
        let mut body = ValueBody::default();
        let mut warning = None;
        let (limits, tables) = (run.search_limits(), &run.resources.tables);
        let mut report = |stage: &str, _| run.note(0, Some(Doing::Table), || stage.to_owned());
        let found = Material::of(&self.position)
            .map_err(NoTable::from)
            .and_then(|material| tables.get(&material, &limits, &mut report, &mut warning));
        let (table, nodes) = match found {
            Ok(found) => found,
            Err(error) if may_search(method, &error) => return self.by_search(Method::Search, run),
            Err(error) => {
                body.seconds = seconds(clock.elapsed());
                return ValueReply {
                    warning,
                    ..ValueReply::without_table(self.name, &error, body)
                };
            }
        };
        body.nodes = nodes;
        let (value, moves) = with_position!(&self.position, |p| (table.value(p), table.line(p)));
        body.seconds = seconds(clock.elapsed());
        // Every valid position of the material is in its table.
        let Some(value) = value else {
            let what = "the position is not in the table of its pieces";
            return Answer::invalid(self.name, &Invalid::whole(what), ValueBody::default()).into();
        };
        body.distance = value.distance().map(u32::from);
        body.exact = Some(true);
        body.line = (value != Value::Draw).then(|| self.text(&moves));
        ValueReply {
            warning,
            certificate: self.certificate.then(|| self.certify_by(&table)),
            ..Answer::new(self.name, verdict_of(value), body).into()
        }
    }

    fn certify_by(&self, table: &Table) -> Certified {
        let certificates = with_position!(&self.position, |p| table::certify(table, p));
        certified(certificates)
    }

    /// By search, which asks a stored table of these pieces where there is one.
    fn by_search(&self, method: Method, run: &mut Run<'_>) -> ValueReply {
        let mut warning = None;
        let table = match (method, Material::of(&self.position)) {
            (Method::Search, Ok(material)) => run.resources.tables.known(&material, &mut warning),
            _ => None,
        };
        let limits = run.search_limits();
        let mut report =
            |progress: Progress| run.note(progress.nodes, None, || format!("{} nodes", progress.nodes));
        let found = with_position!(&self.position, |p| {
            let oracle = table
                .clone()
                .map(|table| Arc::new(Probe(table)) as Arc<dyn Oracle<_>>);
            yose_value::value::find_with(p, method, oracle.as_ref(), &limits, &mut report)
        });
        let mut reply = searched(self.name, &found, |m| usi::write(*m, self.setup.variant));
        if let Some(table) = &table
            && matches!(found.value, GameValue::Win(_) | GameValue::Loss(_))
        {
            // A search that asks a table is content with any line that wins. Distance and line are
            // those of the table.
            let (value, moves) = with_position!(&self.position, |p| (table.value(p), table.line(p)));
            let body = &mut reply.answer.body;
            body.distance = value.and_then(Value::distance).map(u32::from);
            body.exact = Some(true);
            body.line = Some(self.text(&moves));
        }
        if self.certificate && reply.answer.verdict != Verdict::Unknown {
            reply.certificate = Some(match &table {
                // Where a table was asked the table has the evidence.
                Some(table) => self.certify_by(table),
                None => self.certify_found(&found, run),
            });
        }
        ValueReply { warning, ..reply }
    }

    fn certify_found(&self, found: &Valuation, run: &Run<'_>) -> Certified {
        let limits = run.search_limits();
        certified(with_position!(&self.position, |p| search::certify(
            p, found, &limits
        )))
    }
}

fn certified(certificates: Result<Vec<yose_verify::certificate::Certificate>, NoCertificate>) -> Certified {
    let certificates: Result<Vec<AnyCertificate>, NoCertificate> =
        certificates.map(|all| all.into_iter().map(AnyCertificate::Plain).collect());
    Certified::of(certificates.as_ref())
}

fn verdict_of(value: Value) -> Verdict {
    match value {
        Value::Win(_) => Verdict::Win,
        Value::Loss(_) => Verdict::Loss,
        Value::Draw => Verdict::Draw,
    }
}

/// The reply of a search.
pub(crate) fn searched<M>(
    name: &Name,
    found: &yose_prove::value::Valuation<M>,
    text: impl Fn(&M) -> String,
) -> ValueReply {
    let mut body = ValueBody {
        nodes: found.nodes,
        seconds: seconds(found.elapsed),
        effort: Some(found.into()),
        ..ValueBody::default()
    };
    let verdict = match found.value {
        GameValue::Win(_) => Verdict::Win,
        GameValue::Loss(_) => Verdict::Loss,
        GameValue::Draw => Verdict::Draw,
        GameValue::Unknown(reason) => {
            return ValueReply {
                why: Some(format!("stopped ({}) after {} nodes", reason.word(), found.nodes)),
                ..Answer::unknown(name, reason.into(), body).into()
            };
        }
    };
    if let GameValue::Win(plies) | GameValue::Loss(plies) = found.value {
        body.distance = Some(plies);
        // Nothing is shorter than a win with the first move.
        body.exact = Some(plies <= 1);
        if !found.line.is_empty() {
            body.line = Some(found.line.iter().map(text).collect());
        }
    } else {
        body.exact = Some(true);
    }
    Answer::new(name, verdict, body).into()
}
