//! What researchers named when the server started: enumerations, tables of small games, files of
//! answers. A request chooses among them by a number and never names a file.

use crate::error::Refusal;
use crate::jobs::LanguageQuery;
use crate::routes::Site;
use crate::server::StartError;
use crate::settings::Settings;
use crate::solved::{Solved, State as TableState};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::io::BufRead;
use std::sync::Arc;
use yose_ask::{Game, Subject};
use yose_enumerate::store::{Catalogue, Filter, OfGrade};
use yose_interface::language;
use yose_present::Language;
use yose_present::distribution::{self, Answers, ByLength, Of};
use yose_present::explore::lookup::{Looked, Lookup, look_up};
use yose_present::walk::walk;

/// Problems of one page of a gallery.
const PAGE: u64 = 24;

/// Something with the name that people see.
#[derive(Debug)]
struct Named<T> {
    name: String,
    what: T,
}

/// Everything that was named.
#[derive(Debug, Default)]
pub struct Research {
    enumerations: Vec<Arc<Named<Box<dyn Catalogue>>>>,
    tables: Vec<Arc<Solved>>,
    answers: Vec<Arc<Named<Answers>>>,
}

/// The name of a file without its folder and its ending.
fn stem(path: &std::path::Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

impl Research {
    /// Opens what the settings name. Tables are made when the server runs.
    ///
    /// # Errors
    /// A file cannot be read or is something else; a table is of no game.
    pub fn open(settings: &Settings) -> Result<Research, StartError> {
        let fault = |path: &std::path::Path, error: String| StartError::File {
            path: path.to_owned(),
            error,
        };
        let mut research = Research::default();
        for path in &settings.enumerations {
            let what = yose_batch::store::catalogue(path).map_err(|error| fault(path, error.to_string()))?;
            let name = what.about().space.clone();
            research.enumerations.push(Arc::new(Named { name, what }));
        }
        for path in &settings.answers {
            let what = read_answers(path).map_err(|error| fault(path, error.to_string()))?;
            if what.count == 0 {
                return Err(fault(path, "it holds no answers (`--json`)".to_owned()));
            }
            let name = stem(path);
            research.answers.push(Arc::new(Named { name, what }));
        }
        for name in &settings.tables {
            let solved = Solved::new(name).map_err(|why| StartError::Table {
                name: name.clone(),
                why,
            })?;
            research.tables.push(Arc::new(solved));
        }
        Ok(research)
    }

    /// The tables.
    pub fn tables(&self) -> &[Arc<Solved>] {
        &self.tables
    }
}

fn read_answers(path: &std::path::Path) -> std::io::Result<Answers> {
    let mut answers = Answers::default();
    for line in std::io::BufReader::new(std::fs::File::open(path)?).lines() {
        answers.add(&line?);
    }
    Ok(answers)
}

fn numbered<T>(list: &[Arc<T>], number: usize, what: &str) -> Result<Arc<T>, Refusal> {
    list.get(number).cloned().ok_or_else(|| Refusal::absent(what))
}

/// An enumeration as JSON has it.
#[derive(Debug, Serialize)]
struct EnumerationBody {
    name: String,
    diagrams: u64,
    problems: u64,
    mates: u64,
    never: u64,
    undecided: u64,
    /// Mates of each length: of grade A, B, C and not graded.
    lengths: ByLength,
}

/// A table as JSON has it.
#[derive(Debug, Serialize)]
struct TableBody {
    name: String,
    rules: String,
    position: String,
    #[serde(flatten)]
    state: TableState,
}

/// A file of answers as JSON has it.
#[derive(Debug, Serialize)]
struct AnswersBody {
    name: String,
    count: u64,
    unreadable: u64,
    verdicts: std::collections::BTreeMap<String, u64>,
}

/// Everything as JSON has it.
#[derive(Debug, Serialize)]
pub struct Overview {
    enumerations: Vec<EnumerationBody>,
    tables: Vec<TableBody>,
    answers: Vec<AnswersBody>,
    /// Whether a server with runs was named: `/api/runs` shows them.
    runs: bool,
}

fn lengths(catalogue: &dyn Catalogue) -> ByLength {
    let lengths = catalogue.about().lengths.iter();
    lengths
        .map(|(&length, of)| (length, [of.a, of.b, of.c, of.none]))
        .collect()
}

/// `GET /api/research`: what was named when the server started.
pub async fn overview(State(site): State<Arc<Site>>) -> Json<Overview> {
    let research = &site.research;
    let enumerations = research.enumerations.iter().map(|one| {
        let about = one.what.about();
        EnumerationBody {
            name: one.name.clone(),
            diagrams: about.diagrams,
            problems: about.problems,
            mates: about.mates,
            never: about.never,
            undecided: about.undecided,
            lengths: lengths(one.what.as_ref()),
        }
    });
    let tables = research.tables.iter().map(|table| TableBody {
        name: table.name().to_owned(),
        rules: table.rules(),
        position: table.position(),
        state: table.state(),
    });
    let answers = research.answers.iter().map(|one| AnswersBody {
        name: one.name.clone(),
        count: one.what.count,
        unreadable: one.what.unreadable,
        verdicts: one.what.verdicts.clone(),
    });
    Json(Overview {
        enumerations: enumerations.collect(),
        tables: tables.collect(),
        answers: answers.collect(),
        runs: site.runs.is_some(),
    })
}

/// Which problems of an enumeration.
#[derive(Debug, Default, Deserialize)]
pub struct GalleryQuery {
    least: Option<u32>,
    most: Option<u32>,
    grade: Option<String>,
    #[serde(default)]
    distinct: bool,
    #[serde(default)]
    page: u64,
    language: Option<String>,
}

/// A problem of a gallery.
#[derive(Debug, Serialize)]
struct ProblemBody {
    number: u64,
    position: String,
    length: u32,
    grade: Option<String>,
    line: Vec<String>,
    /// The moves as books print them.
    text: Vec<String>,
}

/// One page of a gallery.
#[derive(Debug, Serialize)]
pub struct GalleryBody {
    /// How many problems pass the filter.
    all: u64,
    /// The page, from 0, and how many there are.
    page: u64,
    pages: u64,
    problems: Vec<ProblemBody>,
}

/// `GET /api/enumerations/N`: problems of an enumeration by length and grade, a page at a time.
pub async fn gallery(
    State(site): State<Arc<Site>>,
    Path(number): Path<usize>,
    Query(query): Query<GalleryQuery>,
) -> Result<Json<GalleryBody>, Refusal> {
    let one = numbered(&site.research.enumerations, number, "enumeration")?;
    let grade = match query.grade.as_deref() {
        None | Some("") => None,
        Some(word) => {
            let grade = OfGrade::of_word(word);
            Some(grade.ok_or_else(|| Refusal::bad("a grade is A, B or C"))?)
        }
    };
    let filter = Filter {
        least: query.least,
        most: query.most,
        grade,
        distinct: query.distinct,
    };
    let language = language(query.language.as_deref());
    let body = tokio::task::spawn_blocking(move || {
        let from = query.page.saturating_mul(PAGE);
        let (all, problems) = one
            .what
            .mates(&filter, from, PAGE)
            .map_err(|error| Refusal::broken(error.to_string()))?;
        let problems = problems.into_iter().map(|mate| {
            let line: Vec<String> = mate.line.split_whitespace().map(str::to_owned).collect();
            let subject = Subject::read(&mate.sfen, Game::Any);
            let steps = walk(&subject, &line, language).map(|walk| walk.steps);
            let text = steps.map(|steps| steps.into_iter().map(|step| step.choice.text).collect());
            ProblemBody {
                number: mate.number,
                position: mate.sfen,
                length: mate.length,
                grade: mate.grade,
                text: text.unwrap_or_else(|_| line.clone()),
                line,
            }
        });
        Ok::<_, Refusal>(GalleryBody {
            all,
            page: query.page,
            pages: all.div_ceil(PAGE),
            problems: problems.collect(),
        })
    });
    Ok(Json(body.await??))
}

fn picture(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}

fn named(query: &LanguageQuery) -> Language {
    language(query.language.as_deref())
}

/// `GET /api/enumerations/N/plot`: its mates by length and grade, as a picture.
pub async fn mates_plot(
    State(site): State<Arc<Site>>,
    Path(number): Path<usize>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response, Refusal> {
    let one = numbered(&site.research.enumerations, number, "enumeration")?;
    let lengths = lengths(one.what.as_ref());
    Ok(picture(distribution::of_mates(
        &one.name,
        &lengths,
        named(&query),
    )))
}

/// `POST /api/tables/N`: a position of a table, each move with its value and distance.
pub async fn look(
    State(site): State<Arc<Site>>,
    Path(number): Path<usize>,
    Json(asked): Json<Lookup>,
) -> Result<Json<Looked>, Refusal> {
    let one = numbered(&site.research.tables, number, "table")?;
    let table = one.table().ok_or_else(|| Refusal::absent("finished table"))?;
    let looked = tokio::task::spawn_blocking(move || {
        let language = language(asked.language.as_deref());
        look_up(&table, one.subject(), &asked.moves, language)
    });
    let looked = looked.await?.map_err(yose_interface::Refusal::from)?;
    Ok(Json(looked))
}

/// `GET /api/tables/N/plot`: its positions by distance, as a picture.
pub async fn table_plot(
    State(site): State<Arc<Site>>,
    Path(number): Path<usize>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response, Refusal> {
    let one = numbered(&site.research.tables, number, "table")?;
    let table = one.table().ok_or_else(|| Refusal::absent("finished table"))?;
    let language = named(&query);
    let plot = tokio::task::spawn_blocking(move || distribution::of_table(one.name(), &table, language));
    Ok(picture(plot.await?))
}

/// Which plot of a file of answers.
#[derive(Debug, Default, Deserialize)]
pub struct PlotQuery {
    #[serde(default)]
    of: Of,
    language: Option<String>,
}

/// `GET /api/answers/N/plot`: the lengths or the effort of its answers, as a picture.
pub async fn answers_plot(
    State(site): State<Arc<Site>>,
    Path(number): Path<usize>,
    Query(query): Query<PlotQuery>,
) -> Result<Response, Refusal> {
    let one = numbered(&site.research.answers, number, "file of answers")?;
    let language = language(query.language.as_deref());
    Ok(picture(one.what.plot(&one.name, query.of, language)))
}
