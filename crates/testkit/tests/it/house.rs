//! The repository keeps its own rules: comments fit the page, links and the map of
//! `ARCHITECTURE.md` lead to existing files, tables of the README are readable, and no text refers
//! to documents that are not in the repository.
//!
//! Every test lists all violations, not only the first.

use std::fs;
use std::path::{Path, PathBuf};

/// The widest comment line, and the widest cell of a table in the README.
const WIDEST: usize = 100;

/// The most terms a glossary may have to be learned in one reading.
const MOST_TERMS: usize = 20;

/// Names of documents that are not in the repository. They are in two parts, because this file is
/// searched too.
const ABSENT: [[&str; 2]; 2] = [["DESIGN", ".md"], ["Seed", " 00"]];

/// The folder of third-party sets, which is beside the repository and may be absent.
const SHARED: &str = "../shared";

/// The widest indentation of a folder in the tree of the map.
const DEEPEST: usize = 6;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The files with this extension below a folder of the repository, relative to the root. Build
/// output and hidden folders are left out.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        let full = root().join(&folder);
        let entries = fs::read_dir(&full).unwrap_or_else(|e| panic!("{}: {e}", full.display()));
        for entry in entries {
            let entry = entry.unwrap_or_else(|e| panic!("{}: {e}", full.display()));
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if entry.path().is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Fails with all violations of a rule, if there are any.
fn none(rule: &str, violations: &[String]) {
    let count = violations.len();
    assert!(
        violations.is_empty(),
        "{rule}, but there are {count} violations:\n{}",
        violations.join("\n")
    );
}

/// The columns that a text takes in a terminal: two for a character of the Chinese, Japanese and
/// Korean scripts and their full-width forms, one for any other.
fn columns(text: &str) -> usize {
    let wide = |c: char| {
        matches!(u32::from(c),
            0x1100..=0x115f
            | 0x2e80..=0x303e
            | 0x3041..=0xa4cf
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x1f300..=0x1f64f
            | 0x20000..=0x3fffd)
    };
    text.chars().map(|c| 1 + usize::from(wide(c))).sum()
}

/// The lines of a Markdown section, without its heading; `None` if no heading starts like this.
fn section<'a>(text: &'a str, heading: &str) -> Option<Vec<&'a str>> {
    let mut lines = text.lines();
    lines.by_ref().find(|line| line.starts_with(heading))?;
    Some(lines.take_while(|line| !line.starts_with("## ")).collect())
}

/// The cells of a row of a Markdown table; `None` if the line is no row, or separates the header
/// from the rows.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?;
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in inner.chars() {
        if c == '|' && !escaped {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    // The last cell ends with a bar too.
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    let separates = cells.iter().all(|cell| {
        let cell = cell.trim();
        cell.contains('-') && cell.chars().all(|c| matches!(c, '-' | ':'))
    });
    (!separates).then(|| cells.into_iter().map(|cell| cell.trim().to_owned()).collect())
}

/// The rows of the tables in a section of `ARCHITECTURE.md`, without the headers. Panics if the
/// section or its table is missing.
fn architecture_table(heading: &str) -> Vec<Vec<String>> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let lines = section(&text, heading)
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no section that starts with `{heading}`"));
    let rows = table_rows(&lines);
    assert!(
        !rows.is_empty(),
        "the section `{heading}` of ARCHITECTURE.md has no table with rows"
    );
    rows
}

/// The rows of all tables among the lines, without the headers.
fn table_rows(lines: &[&str]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut in_table = false;
    for line in lines {
        let is_row = line.trim_start().starts_with('|');
        // The first row of a table is its header.
        if let Some(cells) = cells(line).filter(|_| in_table) {
            rows.push(cells);
        }
        in_table = is_row;
    }
    rows
}

/// The texts between backticks.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether code names a file or a folder, and not a command, an option or an item of Rust.
fn is_path(code: &str) -> bool {
    let extensions = ["rs", "md", "toml", "tsv", "txt"];
    let extension = Path::new(code).extension().and_then(|e| e.to_str());
    !code.contains(char::is_whitespace)
        && !code.contains("::")
        && (code.contains('/') || extension.is_some_and(|e| extensions.contains(&e)))
}

/// The page of `docs/` that a word of prose names, without the punctuation around it.
fn page_of_docs(word: &str) -> Option<&str> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
    word.starts_with("docs/").then_some(word)
}

/// The folders of a tree that is drawn by indentation: the first word of a line names a folder
/// with a slash at its end, below the last line that is indented less. Lines that are indented
/// further than [`DEEPEST`] go on with the text of the line before.
fn tree_paths(lines: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    let mut above: Vec<(usize, &str)> = Vec::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        let folder = line
            .split_whitespace()
            .next()
            .and_then(|word| word.strip_suffix('/'));
        let Some(folder) = folder.filter(|_| (4..=DEEPEST).contains(&indent)) else {
            continue;
        };
        above.retain(|&(other, _)| other < indent);
        above.push((indent, folder));
        let names: Vec<&str> = above.iter().map(|&(_, name)| name).collect();
        paths.push(names.join("/"));
    }
    paths
}

/// The targets of the links in a Markdown text, with their line numbers. Code is left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut fenced = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced || line.trim_start().starts_with("```") {
            continue;
        }
        // The parts at even places are outside of backticks; code in the text of a link is lost,
        // the target is not.
        let prose: String = line.split('`').step_by(2).collect();
        let inline = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        let mut targets: Vec<&str> = inline.map(|(target, _)| target).collect();
        let definition = prose.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        targets.extend(definition.map(|(_, target)| target));
        let first_word = |target: &str| target.split_whitespace().next().map(str::to_owned);
        let targets = targets.into_iter().filter_map(first_word);
        links.extend(targets.map(|target| (number + 1, target)));
    }
    links
}

/// The file that a relative link leads to, without the anchor; `None` for links into the same page
/// or the web.
fn relative(target: &str) -> Option<&str> {
    let file = target.split('#').next().unwrap_or_default();
    let in_web = ["http:", "https:", "mailto:"]
        .iter()
        .any(|scheme| target.starts_with(scheme));
    (!file.is_empty() && !in_web).then_some(file)
}

#[test]
fn the_map_names_existing_paths() {
    let mut violations = Vec::new();
    for row in architecture_table("## Where do I change") {
        let text = row.join(" ");
        let paths: Vec<&str> = code_spans(&text)
            .into_iter()
            .filter(|code| is_path(code))
            .collect();
        if paths.is_empty() {
            violations.push(format!("a row names no path in backticks: {text}"));
        }
        for path in paths {
            if !root().join(path).exists() {
                violations.push(format!("`{path}` does not exist"));
            }
        }
    }
    none(
        "Paths in the table \"Where do I change\" of ARCHITECTURE.md exist from the root on",
        &violations,
    );
}

/// Paths in the prose of the map: in backticks, or pages of `docs/` without them. A path starts at
/// the root or at `crates/`, so that it can be found.
#[test]
fn every_section_of_the_map_names_existing_paths() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let outside: String = text.split('`').step_by(2).collect();
    let pages = outside.split_whitespace().filter_map(page_of_docs);
    let in_code = code_spans(&text).into_iter().filter(|code| is_path(code));
    let paths: Vec<&str> = in_code.chain(pages).filter(|path| *path != SHARED).collect();
    assert!(paths.len() > 60, "only {} paths found", paths.len());
    let exists = |path: &str| root().join(path).exists() || root().join("crates").join(path).exists();
    let missing = paths.iter().filter(|path| !exists(path));
    let violations: Vec<String> = missing.map(|path| format!("`{path}` does not exist")).collect();
    none(
        "Paths in ARCHITECTURE.md exist from the root or from `crates/` on",
        &violations,
    );
}

#[test]
fn the_tree_of_the_map_lists_every_crate() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let lines = section(&text, "## The crates").expect("the map has a section about the crates");
    let (listed, missing): (Vec<String>, Vec<String>) = tree_paths(&lines)
        .into_iter()
        .partition(|path| root().join(path).is_dir());
    none("Folders in the tree of ARCHITECTURE.md exist", &missing);
    let manifests = files("crates", "toml");
    let crates = manifests.iter().filter(|path| path.ends_with("Cargo.toml"));
    let folders = crates.filter_map(|path| path.parent()?.to_str());
    let unlisted = folders.filter(|folder| !listed.iter().any(|path| path == folder));
    let unlisted: Vec<String> = unlisted.map(str::to_owned).collect();
    none("The tree of ARCHITECTURE.md lists every crate", &unlisted);
}

#[test]
fn comments_fit_the_page() {
    let mut violations = Vec::new();
    for folder in ["crates", "bench", "xtask"] {
        let sources = files(folder, "rs");
        assert!(!sources.is_empty(), "{folder} has sources");
        for path in sources {
            for (number, line) in read(&root().join(&path)).lines().enumerate() {
                let width = columns(line);
                if line.trim_start().starts_with("//") && width > WIDEST {
                    violations.push(format!("{}:{}: {width} columns", path.display(), number + 1));
                }
            }
        }
    }
    none("Comment lines have at most 100 columns", &violations);
}

#[test]
fn nothing_refers_to_absent_documents() {
    let mut violations = Vec::new();
    for path in [files("", "rs"), files("", "md")].concat() {
        for (number, line) in read(&root().join(&path)).lines().enumerate() {
            for name in ABSENT.map(|parts| parts.concat()) {
                if line.contains(&name) {
                    violations.push(format!("{}:{}: {name}", path.display(), number + 1));
                }
            }
        }
    }
    none("Texts refer only to documents of the repository", &violations);
}

#[test]
fn the_glossary_is_short() {
    let rows = architecture_table("## Glossary");
    let terms = rows.len();
    assert!(
        terms <= MOST_TERMS,
        "the glossary of ARCHITECTURE.md has {terms} rows, more than {MOST_TERMS}"
    );
    let words: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let mut violations = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if word.contains(',') || words[..i].contains(word) {
            violations.push((*word).to_owned());
        }
    }
    none(
        "A row of the glossary explains one word, and each word once",
        &violations,
    );
}

#[test]
fn tables_of_the_readme_are_readable() {
    let mut violations = Vec::new();
    for file in ["README.md", "README.ja.md"] {
        let text = read(&root().join(file));
        let rows = text.lines().enumerate();
        let rows = rows.filter_map(|(number, line)| Some((number + 1, cells(line)?)));
        for (number, cells) in rows {
            for cell in cells {
                let length = cell.chars().count();
                if length > WIDEST {
                    violations.push(format!("{file}:{number}: {length} characters"));
                }
            }
        }
    }
    none("Cells of tables have at most 100 characters", &violations);
}

#[test]
fn links_lead_to_files() {
    let mut violations = Vec::new();
    let mut checked = 0;
    let pages = files("", "md");
    for path in pages.iter().filter(|path| !path.starts_with("fuzz/corpora")) {
        let full = root().join(path);
        for (number, target) in links(&read(&full)) {
            let Some(file) = relative(&target) else { continue };
            checked += 1;
            if !full.with_file_name(file).exists() {
                violations.push(format!("{}:{number}: {target}", path.display()));
            }
        }
    }
    assert!(checked > 10, "only {checked} relative links found");
    none("Relative links lead to existing files", &violations);
}

/// The front page of this crate lists every file of `tests/it`, and no other.
#[test]
fn the_front_page_lists_every_test_file() {
    let page = read(&root().join("crates/testkit/src/lib.rs"));
    let lines = page.lines().filter_map(|line| line.strip_prefix("//! "));
    let lines: Vec<&str> = lines.skip_while(|line| !line.contains("tests/it")).collect();
    let rows = table_rows(&lines);
    let mut listed: Vec<String> = rows.iter().map(|row| row[0].replace('`', "")).collect();
    listed.sort();
    let name = |path: &PathBuf| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let mut present: Vec<String> = files("crates/testkit/tests/it", "rs")
        .iter()
        .filter_map(name)
        .collect();
    present.retain(|name| name != "main");
    present.sort();
    assert_eq!(listed, present);
}

/// `test = false` spares a second copy of a library. A test inside that library would not run.
#[test]
fn no_test_is_in_a_crate_whose_tests_are_not_built() {
    let mut crates = 0;
    let mut violations = Vec::new();
    for manifest in ["crates", "bench", "xtask"]
        .iter()
        .flat_map(|folder| files(folder, "toml"))
    {
        let is_manifest = manifest.file_name().is_some_and(|name| name == "Cargo.toml");
        if !is_manifest || !read(&root().join(&manifest)).contains("\ntest = false\n") {
            continue;
        }
        crates += 1;
        let sources = manifest.with_file_name("src");
        for file in files(&sources.to_string_lossy(), "rs") {
            if read(&root().join(&file)).contains("#[test]") {
                violations.push(format!("{} has a test", file.display()));
            }
        }
    }
    assert!(crates > 5, "{crates}");
    none("crates with `test = false` have no tests inside", &violations);
}

/// The functions above find what they look for.
/// A file with a test that is left out by default has a row in the guide, whose command runs that
/// file: it names the package, a test program that is there, and words that fit the file, or none.
#[test]
fn every_long_test_has_a_command() {
    let guide = read(&root().join("docs/guide/testing.md"));
    let rows = table_rows(&section(&guide, "## Long tests").unwrap_or_default());
    let commands: Vec<Vec<String>> = rows
        .iter()
        .filter_map(|row| code_spans(row.get(1)?).first().copied())
        .map(|command| command.split(' ').map(str::to_owned).collect())
        .collect();
    let mut violations = Vec::new();
    for file in files("crates", "rs") {
        // In two parts, because this file is searched too.
        if !read(&root().join(&file)).contains(&["#[ign", "ore"].concat()) {
            continue;
        }
        let parts: Vec<&str> = file.iter().filter_map(|part| part.to_str()).collect();
        let [_, package, "tests", program, module] = parts[..] else {
            violations.push(format!("{}: not in a test program", file.display()));
            continue;
        };
        let package = format!("yose-{package}");
        let module = module.trim_end_matches(".rs");
        let after = |command: &[String], option: &str| {
            let at = command.iter().position(|word| word == option)?;
            command.get(at + 1).cloned()
        };
        let runs = commands.iter().any(|command| {
            let named = after(command, "--test");
            let words = command.iter().skip(2).filter(|word| {
                !word.starts_with("--") && *word != "-p" && **word != package && Some(*word) != named.as_ref()
            });
            let words: Vec<&str> = words.map(|word| word.trim_end_matches("::")).collect();
            after(command, "-p").as_ref() == Some(&package)
                && named.is_none_or(|named| named == program)
                && (words.is_empty() || words.contains(&module))
        });
        if !runs {
            violations.push(file.display().to_string());
        }
    }
    none(
        "a long test has its command in docs/guide/testing.md",
        &violations,
    );
}

#[test]
fn the_helpers_see_violations() {
    assert_eq!(columns("// 詰 ▲２三金"), 13);
    let page =
        "# A\n## Glossary\ntext\n| a | b |\n| --- | :-- |\n| `x/y.rs` | 1 \\| 2 |\n| z | |\n## B\n| c |";
    let lines = section(page, "## Glossary").unwrap();
    assert_eq!(lines.len(), 5);
    let rows = table_rows(&lines);
    assert_eq!(rows, [vec!["`x/y.rs`", "1 \\| 2"], vec!["z", ""]]);
    assert_eq!(section(page, "## Nothing"), None);
    assert_eq!(code_spans("a `b` c `d/e`"), ["b", "d/e"]);
    assert!(is_path("crates/shogi") && is_path("Cargo.toml"));
    assert!(!is_path("yose solve a/b") && !is_path("Table::build") && !is_path("--rest"));
    assert_eq!(page_of_docs("(docs/lab/speed.md)."), Some("docs/lab/speed.md"));
    assert_eq!(page_of_docs("documents"), None);
    let tree = [
        "a/ no tree",
        "    b/",
        "      c/    text d/",
        "            g/ is text",
        "    e/  f",
    ];
    assert_eq!(tree_paths(&tree), ["b", "b/c", "e"]);
    let text =
        "[a](b.md#c) `[d](e.md)` [`f`](g.md \"title\")\n```\n[h](i.md)\n```\n[j]: k.md\n[l](https://m)";
    let targets: Vec<(usize, String)> = links(text);
    let expected = [(1, "b.md#c"), (1, "g.md"), (5, "k.md"), (6, "https://m")];
    assert_eq!(
        targets,
        expected.map(|(number, target)| (number, target.to_owned()))
    );
    assert_eq!(relative("b.md#c"), Some("b.md"));
    assert_eq!((relative("#c"), relative("https://m")), (None, None));
}
