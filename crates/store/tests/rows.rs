//! The files hold the same rows, as readers that know nothing of the writers see them.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use rusqlite::types::ValueRef;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yose_enumerate::store::{Catalogue, Filter, Format, OfGrade, Results};
use yose_enumerate::summary::Summary;
use yose_enumerate::{Groups, Space, Terms, Worker};
use yose_store::Database;

const SPACE: &str = r#"
name = "small"
cooks-from = 3
[[block]]
size = "3x2"
corners = "1-2 x 1"
either = "2G2S"
"#;

/// A row: what every column holds, nothing as nothing.
type Row = Vec<Option<String>>;

/// Reads comma-separated values by the rules of RFC 4180. An empty field holds nothing.
fn csv(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap();
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => field.extend(letters.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(std::mem::take(&mut field)),
            ('\n', false) => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            (other, _) => field.push(other),
        }
    }
    assert!(
        row.is_empty() && field.is_empty() && !quoted,
        "the file ends with a line"
    );
    let told = |field: String| (!field.is_empty()).then_some(field);
    rows.into_iter()
        .map(|row: Vec<String>| row.into_iter().map(told).collect())
        .collect()
}

fn sqlite(path: &Path) -> Vec<Row> {
    let database = rusqlite::Connection::open(path).unwrap();
    let sound: String = database
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
    let mut query = database
        .prepare("SELECT * FROM problems ORDER BY number")
        .unwrap();
    let names: Row = query.column_names().map(|name| Some(name.to_owned())).collect();
    let many = names.len();
    let mut rows = vec![names];
    let mut found = query.query([]).unwrap();
    while let Some(row) = found.next().unwrap() {
        let value = |i| match row.get_ref(i).unwrap() {
            ValueRef::Null => None,
            ValueRef::Integer(n) => Some(n.to_string()),
            ValueRef::Text(text) => Some(String::from_utf8(text.to_vec()).unwrap()),
            other => panic!("{other:?}"),
        };
        rows.push((0..many).map(value).collect());
    }
    rows
}

fn parquet(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    let names = schema
        .get_fields()
        .iter()
        .map(|field| Some(field.name().to_owned()));
    let mut rows: Vec<Row> = vec![names.collect()];
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let value = |(_, field): (&String, &Field)| match field {
            Field::Null => None,
            Field::Long(n) => Some(n.to_string()),
            Field::Str(text) => Some(text.clone()),
            other => panic!("{other:?}"),
        };
        rows.push(row.get_column_iter().map(value).collect());
    }
    rows
}

/// Empty texts are the one thing that comma-separated values cannot tell from nothing.
fn without_empty(rows: Vec<Row>) -> Vec<Row> {
    let told = |field: Option<String>| field.filter(|text| !text.is_empty());
    rows.into_iter()
        .map(|row| row.into_iter().map(told).collect())
        .collect()
}

/// A catalogue lists what the rows say, whatever is asked for and however it is paged.
fn listed(database: &Path, rows: &[Row], summary: &Summary) {
    let catalogue = Database::open(database).unwrap();
    let about = catalogue.about();
    assert_eq!((about.mates, about.never), (summary.mates, summary.never));
    let of_length =
        |n: &u32| about.lengths[n].a + about.lengths[n].b + about.lengths[n].c + about.lengths[n].none;
    for (length, line) in &summary.lengths {
        assert_eq!(of_length(length), line.mates);
        assert_eq!(about.lengths[length].a, line.complete.one);
        assert_eq!(about.lengths[length].b, line.minor.one);
    }
    let column = |name: &str| {
        rows[0]
            .iter()
            .position(|head| head.as_deref() == Some(name))
            .unwrap()
    };
    let [number, length, grade, alike] = ["number", "length", "grade", "alike"].map(column);
    let longest = *about.lengths.keys().last().unwrap();
    let filters = [
        Filter::default(),
        Filter {
            least: Some(3),
            ..Filter::default()
        },
        Filter {
            least: Some(longest),
            most: Some(longest),
            ..Filter::default()
        },
        Filter {
            grade: OfGrade::of_word("A"),
            ..Filter::default()
        },
        Filter {
            grade: OfGrade::of_word("C"),
            distinct: true,
            ..Filter::default()
        },
        Filter {
            least: Some(longest + 2),
            ..Filter::default()
        },
    ];
    let mut seen = Vec::new();
    for filter in filters {
        let mut expected: Vec<(std::cmp::Reverse<u32>, u64)> = rows[1..]
            .iter()
            .filter_map(|row| {
                let plies: u32 = row[length].as_ref()?.parse().ok()?;
                let id: u64 = row[number].as_ref()?.parse().ok()?;
                let is_first = row[alike].is_none() || row[alike] == row[number];
                let fits = filter.least.is_none_or(|least| plies >= least)
                    && filter.most.is_none_or(|most| plies <= most)
                    && filter
                        .grade
                        .is_none_or(|g| row[grade].as_deref() == Some(g.word()))
                    && (is_first || !filter.distinct);
                fits.then_some((std::cmp::Reverse(plies), id))
            })
            .collect();
        expected.sort_unstable();
        let (all, first) = catalogue.mates(&filter, 0, 7).unwrap();
        let (_, rest) = catalogue.mates(&filter, 7, u64::MAX).unwrap();
        assert_eq!(all as usize, expected.len(), "{filter:?}");
        assert_eq!(first.len(), expected.len().min(7));
        let found = first.iter().chain(&rest);
        let found: Vec<_> = found
            .map(|mate| (std::cmp::Reverse(mate.length), mate.number))
            .collect();
        assert_eq!(found, expected, "{filter:?}");
        seen.push(found.len());
    }
    assert!(seen[..3].iter().all(|&n| n > 0) && seen[5] == 0, "{seen:?}");
}

#[test]
fn every_format_holds_the_same_rows() {
    let space = Space::read(SPACE).unwrap();
    let terms = Terms {
        hash_mb: 16,
        disproofs: Some(50),
        ..Terms::default()
    };
    let parts = yose_tsume::with_big_stack(|| {
        let worker = Worker::new(&space, &terms, Arc::default());
        let frames = space.frames().iter().enumerate();
        let told = |_: &yose_shogi::Shogi| Ok("a certificate, \"quoted\"\n".to_owned());
        frames
            .map(|(i, frame)| worker.frame(i, frame, &told).unwrap().0)
            .collect::<Vec<_>>()
    })
    .unwrap();
    let groups = Groups::new(&space, &parts);
    let summary = Summary::new(&space, &parts, &groups);
    let terms = terms.text();
    let results = Results {
        space: &space,
        terms: &terms,
        parts: &parts,
        groups: &groups,
        summary: &summary,
    };
    let folder = std::env::temp_dir().join(format!("yose-stores-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |format: Format| -> PathBuf {
        let path = folder.join(format.ending());
        yose_store::write(&results, format, &path).unwrap();
        path
    };
    let rows = csv(&write(Format::Csv));
    assert_eq!(rows.len() as u64, summary.problems + 1);
    assert!(summary.mates > 10 && summary.never > 10, "{summary:?}");
    let graded = rows[0]
        .iter()
        .position(|name| name.as_deref() == Some("grade"))
        .unwrap();
    assert!(rows.iter().filter(|row| row[graded].is_some()).count() > 2);
    let database = write(Format::Sqlite);
    assert_eq!(without_empty(sqlite(&database)), rows);
    assert_eq!(without_empty(parquet(&write(Format::Parquet))), rows);
    listed(&database, &rows, &summary);
    // The certificates are those of the parts.
    let database = rusqlite::Connection::open(database).unwrap();
    let mut query = database
        .prepare("SELECT number, certificate FROM disproofs ORDER BY number")
        .unwrap();
    let stored: Vec<(i64, String)> = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let told: Vec<(i64, String)> = parts
        .iter()
        .flat_map(|part| &part.disproofs)
        .map(|(number, text)| (*number as i64, text.clone()))
        .collect();
    assert!(!told.is_empty());
    assert_eq!(stored, told);
    drop(query);
    drop(database);
    std::fs::remove_dir_all(&folder).unwrap();
}
