//! The signature of the program: node counts and hashes of all its answers, on data of the
//! repository.
//!
//! `signature [PROGRAM]` runs the `yose` binary (by default the one beside this program) as a user
//! does, so that two versions can be compared whatever changed inside. It uses one thread and no
//! time limit: the same program prints the same table on every machine. A change that is not meant
//! to change the search prints the same table before and after.
//!
//! | column | what is hashed |
//! | --- | --- |
//! | `verdicts` | verdict, length, lower bound, exactness, grade, distance and reason |
//! | `lines` | every other field of the answer: the line, cooks, variations, flaws |
//! | `evidence` | the bytes of certificates and result files |

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use yose_testkit::suite;

/// Fields that say what was proved.
const VERDICTS: [&str; 8] = [
    "verdict", "length", "longest", "lower", "exact", "grade", "distance", "reason",
];
/// Fields that differ from run to run or from machine to machine.
const IGNORED: [&str; 6] = ["schema", "input", "source", "seconds", "nodes", "files"];

/// A hash that is the same on every machine: FNV-1a, 64 bits.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.0 = (self.0 ^ 0xff).wrapping_mul(0x0100_0000_01b3);
    }
}

/// One row of the table.
struct Row {
    answers: usize,
    nodes: u64,
    verdicts: Hash,
    lines: Hash,
    evidence: Hash,
}

impl Row {
    fn new() -> Self {
        Row {
            answers: 0,
            nodes: 0,
            verdicts: Hash::new(),
            lines: Hash::new(),
            evidence: Hash::new(),
        }
    }

    /// Adds the answers of one run to the row: one JSON object per line.
    fn take(&mut self, text: &str) -> Result<(), String> {
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).map_err(|e| format!("{e} in: {line}"))?;
            let fields = value.as_object().ok_or("an answer is not an object")?;
            self.answers += 1;
            self.nodes += value["nodes"].as_u64().unwrap_or(0);
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort();
            for name in names {
                let hash = match name.as_str() {
                    name if VERDICTS.contains(&name) => &mut self.verdicts,
                    name if IGNORED.contains(&name) => continue,
                    _ => &mut self.lines,
                };
                hash.add(name.as_bytes());
                hash.add(fields[name].to_string().as_bytes());
            }
        }
        Ok(())
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {:016x} | {:016x} | {:016x} |",
            self.answers, self.nodes, self.verdicts.0, self.lines.0, self.evidence.0
        );
    }
}

/// A temporary folder, removed when dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder.
    pub fn new() -> std::io::Result<Folder> {
        let path = std::env::temp_dir().join(format!("yose-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, text: &str) -> std::io::Result<PathBuf> {
        let path = self.0.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program under test, and a folder for its input and output.
struct Program {
    path: PathBuf,
    folder: Folder,
}

impl Program {
    /// The output of a run. Exit status 1 (something is unknown) is accepted like 0. Exit status 2
    /// is accepted with `--certificate`, because there may be no certificate.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let worst = if arguments.contains(&"--certificate") {
            2
        } else {
            1
        };
        let output = Command::new(&self.path)
            .args(arguments)
            .output()
            .map_err(|e| format!("{}: {e}", self.path.display()))?;
        if !output
            .status
            .code()
            .is_some_and(|code| (0..=worst).contains(&code))
        {
            let told = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {}\n{told}", arguments.join(" "), output.status));
        }
        String::from_utf8(output.stdout).map_err(|e| e.to_string())
    }

    /// Asks about a list of positions, given as a file.
    fn ask(&self, row: &mut Row, arguments: &[&str], positions: &[String]) -> Result<(), String> {
        let text = positions.join("\n");
        let file = self
            .folder
            .write("positions.txt", &text)
            .map_err(|e| e.to_string())?;
        let file = file.display().to_string();
        let mut all = arguments.to_vec();
        all.extend(["--json", &file]);
        row.take(&self.run(&all)?)
    }

    /// Asks about one position at a time, each with its certificate.
    fn certify(&self, row: &mut Row, arguments: &[&str], positions: &[String]) -> Result<(), String> {
        for position in positions {
            let file = self.folder.0.join("certificate");
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(file.with_extension("2"));
            let name = file.display().to_string();
            let mut all = arguments.to_vec();
            all.extend(["--json", "--certificate", &name, position]);
            row.take(&self.run(&all)?)?;
            row.evidence.add(&std::fs::read(&file).unwrap_or_default());
        }
        Ok(())
    }
}

/// Every `one_in`-th mate problem with these rules.
pub fn problems(rules: &str, one_in: usize) -> Vec<String> {
    suite::rows("tsume/generated.tsv")
        .into_iter()
        .filter(|row| row[0] == rules)
        .step_by(one_in)
        .map(|row| row[1].clone())
        .collect()
}

/// The Lines of Action positions.
pub fn lines_of_action() -> Vec<String> {
    suite::rows("loa/random.txt")
        .into_iter()
        .map(|row| row[0].clone())
        .collect()
}

/// Every `one_in`-th brinkmate problem.
pub fn brinkmates(one_in: usize) -> Vec<String> {
    suite::rows("hisshi.tsv")
        .into_iter()
        .step_by(one_in)
        .map(|row| row[1].clone())
        .collect()
}

fn table(program: &Program) -> Result<(), String> {
    let mates = problems("shogi", 23);
    let few = problems("shogi", 700);
    let row = |name: &str, work: &dyn Fn(&mut Row) -> Result<(), String>| {
        let mut row = Row::new();
        work(&mut row)?;
        row.print(name);
        Ok::<(), String>(())
    };
    for (name, options) in [
        ("mates, first", ["--first", "--futile=none"]),
        ("mates, shortest", ["--hash=64", "--futile=none"]),
        ("mates, small table", ["--hash=1", "--futile=none"]),
        ("mates, usual", ["--hash=64", "--futile=usual"]),
        ("mates, immediate", ["--hash=64", "--futile=immediate"]),
        ("mates, classical", ["--hash=64", "--convention=classical"]),
    ] {
        row(name, &|row| {
            let arguments = [&["solve", "--nodes=300000"], &options[..]].concat();
            program.ask(row, &arguments, &mates)
        })?;
    }
    row("mates, other boards", &|row| {
        for rules in suite::VARIANTS {
            let file = suite::path("variants").join(rules).display().to_string();
            let option = format!("--rules={}", if rules.ends_with(".toml") { &file } else { rules });
            let list = problems(rules, if rules == "shogi" { 300 } else { 25 });
            if !list.is_empty() {
                program.ask(row, &["solve", "--hash=16", "--nodes=300000", &option], &list)?;
            }
        }
        Ok(())
    })?;
    row("certificates, none", &|row| {
        program.certify(row, &["solve", "--hash=64", "--futile=none"], &few)
    })?;
    row("certificates, usual", &|row| {
        program.certify(row, &["solve", "--hash=64", "--futile=usual"], &few)
    })?;
    for (name, one_in, options) in [
        ("brinkmates, first", 3, &["--first", "--hash=64"][..]),
        ("brinkmates, shortest", 3, &["--hash=64"]),
        ("brinkmates, small table", 3, &["--hash=1"]),
        ("brinkmates, few nodes", 3, &["--hash=1", "--nodes=2000"]),
        ("brinkmates, likely moves", 6, &["--hash=64", "--moves=paper"]),
        ("brinkmates, kept", 6, &["--hash=64", "--futile=kept"]),
        ("brinkmates, returned", 6, &["--hash=64", "--futile=returned"]),
        (
            "brinkmates, cooks",
            12,
            &["--hash=64", "--nodes=100000", "--cooks"],
        ),
    ] {
        row(name, &|row| {
            program.ask(row, &[&["hisshi"], options].concat(), &brinkmates(one_in))
        })?;
    }
    row("certificates, brinkmates", &|row| {
        program.certify(row, &["hisshi", "--hash=64"], &brinkmates(20))
    })?;
    row("check", &|row| {
        program.ask(
            row,
            &["check", "--hash=64", "--nodes=50000"],
            &problems("shogi", 250),
        )
    })?;
    row("check, classical, roles", &|row| {
        let arguments = [
            "check",
            "--hash=16",
            "--nodes=20000",
            "--convention=classical",
            "--roles",
        ];
        program.ask(row, &arguments, &problems("shogi", 1200))
    })?;
    row("enumerate", &|row| {
        let space = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/tests/files/tiny.toml");
        let out = program.folder.0.join("tiny");
        let (space, folder) = (space.display().to_string(), out.display().to_string());
        let arguments = [
            "enumerate",
            "--json",
            "--overwrite",
            "--disproofs=40",
            "--threads=1",
        ];
        let files = ["--format=sqlite,parquet,csv", "--out", &folder, &space];
        row.take(&program.run(&[&arguments[..], &files].concat())?)?;
        for ending in ["sqlite", "parquet", "csv", "md", "differing.tsv", "html"] {
            let path = out.join(format!("tiny.{ending}"));
            row.evidence
                .add(&std::fs::read(&path).map_err(|e| e.to_string())?);
        }
        Ok(())
    })?;
    let starts = [
        "3x4:BKR:1",
        "3x4:SKB:1",
        "3x4:GKN:1",
        "3x4:RKP:1",
        "3x4:LKN:2",
        "dobutsu",
    ]
    .map(String::from);
    row("value, table", &|row| {
        program.certify(row, &["value", "--method=table"], &starts[..4])
    })?;
    row("value, search", &|row| {
        let arguments = ["value", "--method=search", "--nodes=2000000", "--hash=256"];
        program.certify(row, &arguments, &starts)
    })?;
    row("value, paper", &|row| {
        let arguments = ["value", "--method=paper", "--nodes=200000"];
        program.ask(row, &arguments, &starts)
    })?;
    let loa = lines_of_action();
    for (name, options) in [
        ("Lines of Action, first", &["--first"][..]),
        ("Lines of Action, shortest", &[]),
        ("Lines of Action, threats only", &["--threats=only"]),
        ("Lines of Action, deepening", &["--search=deepening"]),
        ("Lines of Action, PDS", &["--search=pds"]),
        ("Lines of Action, df-pn", &["--search=dfpn"]),
    ] {
        row(name, &|row| {
            let arguments = [&["loa", "solve", "--hash=64", "--nodes=40000"], options].concat();
            program.ask(row, &arguments, &loa)
        })?;
    }
    row("certificates, Lines of Action", &|row| {
        let arguments = ["loa", "solve", "--hash=64", "--nodes=20000"];
        program.certify(row, &arguments, &loa[..loa.len() / 2])
    })
}

/// Prints the table.
pub fn run(arguments: &[&str]) -> bool {
    let beside = || -> Option<PathBuf> {
        let me = std::env::current_exe().ok()?;
        Some(
            me.with_file_name("yose")
                .with_extension(std::env::consts::EXE_EXTENSION),
        )
    };
    let path = match arguments {
        [] => beside(),
        [path] => Some(PathBuf::from(path)),
        _ => None,
    };
    let Some(path) = path else {
        eprintln!("signature [PROGRAM]");
        return false;
    };
    let folder = match Folder::new() {
        Ok(folder) => folder,
        Err(e) => {
            eprintln!("the temporary folder: {e}");
            return false;
        }
    };
    println!("| | answers | nodes | verdicts | lines | evidence |");
    println!("| --- | ---: | ---: | --- | --- | --- |");
    let program = Program { path, folder };
    let printed = table(&program);
    if let Err(what) = &printed {
        eprintln!("{what}");
    }
    printed.is_ok()
}
