//! What the tests stand on: a server, workers, a run, and the files of a single machine.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yose_ask::question::SpaceText;
use yose_batch::Interrupt;
use yose_batch::elsewhere::{Elsewhere, Secret, ServerOptions, Settings, Task, Work, WorkerOptions};
use yose_batch::enumerate::{EnumerateError, EnumerateOptions, Enumerated, Step, enumerate};
use yose_enumerate::Terms;
use yose_enumerate::run::Shard;
use yose_enumerate::store::Format;
use yose_nats::NatsFault;
use yose_nats::server::Server;
use yose_nats::sign_of_life::SignOfLife;
use yose_nats::worker::Worker;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_yose-nats");
const SPACE: &str = include_str!("../../../cli/tests/files/tiny.toml");
const FINAL: [&str; 6] = ["sqlite", "parquet", "csv", "md", "differing.tsv", "html"];

/// Longer than anything takes on a busy machine.
pub const LONG: Duration = Duration::from_secs(100);

/// The server's program: named by `NATS_SERVER`, installed by `cargo xtask test`, or in the path.
pub fn server_program() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/nats");
    let places = [
        std::env::var_os("NATS_SERVER").map(PathBuf::from),
        Some(target.join("bin/nats-server")),
        Some(PathBuf::from("nats-server")),
        Some(PathBuf::from("/usr/sbin/nats-server")),
    ];
    places.into_iter().flatten().find(|path| {
        let version = Command::new(path).arg("--version").output();
        // Debian's 2.9 does not answer in the shapes that the client reads.
        version.is_ok_and(|output| {
            output.status.success() && !String::from_utf8_lossy(&output.stdout).contains("v2.9.")
        })
    })
}

/// The program, or a visible word that the test is left out.
macro_rules! server_or_skip {
    () => {
        match crate::bed::server_program() {
            Some(program) => program,
            None => {
                println!("SKIPPED: no nats-server; `cargo xtask test` installs one");
                return;
            }
        }
    };
}
pub(crate) use server_or_skip;

static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// A folder of its own for a test, gone afterwards.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("nats-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server on loopback with a store of its own.
pub struct TestServer {
    program: PathBuf,
    child: Option<Child>,
    pub port: u16,
    folder: Folder,
    arguments: Vec<String>,
}

impl TestServer {
    pub fn start(program: PathBuf) -> TestServer {
        TestServer::with_config(program, "")
    }

    /// With more lines of configuration.
    pub fn with_config(program: PathBuf, config: &str) -> TestServer {
        let folder = Folder::new();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let file = folder.0.join("server.conf");
        let store = folder.0.join("store");
        let text = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {:?} }}\n{config}\n",
            store.display().to_string()
        );
        fs::write(&file, text).unwrap();
        let mut server = TestServer {
            program,
            child: None,
            port,
            folder,
            arguments: vec!["-c".to_owned(), file.display().to_string()],
        };
        server.up();
        server
    }

    /// Starts the server (again).
    pub fn up(&mut self) {
        let log = fs::File::create(self.folder.0.join("log")).unwrap();
        let child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.child = Some(child);
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let log = || fs::read_to_string(self.folder.0.join("log")).unwrap_or_default();
            assert!(start.elapsed() < LONG, "the server does not start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server.
    pub fn down(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    pub fn options(&self) -> ServerOptions {
        at(self.port)
    }
}

/// The server at a port of this machine.
pub fn at(port: u16) -> ServerOptions {
    ServerOptions {
        url: format!("nats://127.0.0.1:{port}"),
        ..ServerOptions::default()
    }
}

/// The same server for a user.
pub fn as_user(options: &ServerOptions, user: &str) -> ServerOptions {
    ServerOptions {
        user: Some(user.to_owned()),
        password: Some(Secret(format!("{user}-word"))),
        ..options.clone()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.down();
    }
}

/// A worker as a process of its own.
pub struct WorkerProcess {
    pub child: Child,
    stdin: Option<ChildStdin>,
}

impl WorkerProcess {
    pub fn start(server: &ServerOptions, name: &str) -> WorkerProcess {
        let task = Task {
            in_japanese: false,
            server: server.clone(),
            work: Work::Work(worker_options(name)),
        };
        let mut child = Command::new(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{}", serde_json::to_string(&task).unwrap()).unwrap();
        WorkerProcess {
            child,
            stdin: Some(stdin),
        }
    }

    /// Waits for the end and returns what the worker said.
    pub fn wait(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        let mut err = self.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut err, &mut said).unwrap();
        let code = self.child.wait().unwrap().code();
        (code, said)
    }

    /// Lets the worker leave.
    pub fn leave(mut self) -> (Option<i32>, String) {
        self.stdin.take();
        self.wait()
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn worker_options(name: &str) -> WorkerOptions {
    WorkerOptions {
        name: Some(name.to_owned()),
        threads: 1,
        memory_mb: Some(256),
        idle: None,
    }
}

/// A worker on a thread of the test.
pub struct WorkerThread {
    thread: Option<JoinHandle<Result<SignOfLife, NatsFault>>>,
    stop: watch::Sender<bool>,
}

impl WorkerThread {
    pub fn start(worker: Worker) -> WorkerThread {
        let (sender, stop) = watch::channel(false);
        let thread = std::thread::spawn(move || block_on(worker.run(stop)));
        WorkerThread {
            thread: Some(thread),
            stop: sender,
        }
    }

    /// Waits until it ends by itself.
    pub fn wait(mut self) -> Result<SignOfLife, NatsFault> {
        self.thread.take().unwrap().join().unwrap()
    }

    pub fn leave(self) -> Result<SignOfLife, NatsFault> {
        let _ = self.stop.send(true);
        self.wait()
    }
}

pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(future)
}

/// How a run of the tests is done: small pieces, short patience.
pub fn settings() -> Settings {
    Settings {
        piece: Some(2),
        recheck: 0.2,
        lost_after: 2.0,
        tries: 3,
        volume: None,
    }
}

pub fn space() -> SpaceText {
    SpaceText::read(SPACE).unwrap()
}

/// The options of a run into a folder.
pub fn options(folder: &Path, server: Option<(ServerOptions, Settings)>) -> EnumerateOptions {
    EnumerateOptions {
        terms: Terms {
            hash_mb: 16,
            disproofs: Some(40),
            ..Terms::default()
        },
        shard: Shard::WHOLE,
        sample: None,
        threads: 1,
        folder: folder.to_owned(),
        formats: vec![Format::Sqlite, Format::Parquet, Format::Csv],
        gallery: 24,
        resume: false,
        force: false,
        elsewhere: server.map(|(server, settings)| Elsewhere {
            program: PathBuf::from(PROGRAM),
            server,
            settings,
        }),
        interrupt: Interrupt::default(),
    }
}

/// A run that goes on while the test does something.
pub struct Running {
    thread: JoinHandle<(Result<Enumerated, EnumerateError>, Vec<String>)>,
    pub interrupt: Interrupt,
    /// Pieces done so far.
    pub done: Arc<AtomicUsize>,
}

impl Running {
    pub fn start(options: EnumerateOptions) -> Running {
        let interrupt = options.interrupt.clone();
        let done = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&done);
        let thread = std::thread::spawn(move || {
            let mut notes = Vec::new();
            let result = enumerate(&space(), &options, &mut |step| match step {
                Step::Note(text) => notes.push(text),
                Step::Pieces { done, .. } => counter.store(done, Ordering::SeqCst),
                Step::Frame(_) => {}
            });
            (result, notes)
        });
        Running {
            thread,
            interrupt,
            done,
        }
    }

    /// Waits until so many pieces are done.
    pub fn until_done(&self, pieces: usize) {
        let start = Instant::now();
        while self.done.load(Ordering::SeqCst) < pieces && !self.thread.is_finished() {
            assert!(start.elapsed() < LONG, "nothing gets done");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn wait(self) -> (Result<Enumerated, EnumerateError>, Vec<String>) {
        let start = Instant::now();
        while !self.thread.is_finished() {
            if start.elapsed() > LONG {
                self.interrupt.request();
            }
            assert!(start.elapsed() < 2 * LONG, "the run does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        self.thread.join().unwrap()
    }

    /// Waits for a run that must succeed. Its notes.
    pub fn finish(self) -> Vec<String> {
        let (result, notes) = self.wait();
        let enumerated = result.unwrap_or_else(|error| panic!("{error}; {notes:?}"));
        let text = enumerated.text();
        assert!(text.contains("0 undecided"), "{text} {notes:?}");
        notes
    }
}

/// The files that a single machine makes.
fn single() -> &'static BTreeMap<&'static str, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<&'static str, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::new();
        enumerate(&space(), &options(&folder.0, None), &mut |_| {}).unwrap();
        let read = |ending| fs::read(folder.0.join(format!("tiny.{ending}"))).unwrap();
        FINAL.into_iter().map(|ending| (ending, read(ending))).collect()
    })
}

/// The folder has the files of a single machine and the log, and nothing else.
pub fn assert_same_files(folder: &Path) {
    for (ending, expected) in single() {
        let found = fs::read(folder.join(format!("tiny.{ending}"))).unwrap();
        assert!(!expected.is_empty());
        assert!(found == *expected, "tiny.{ending} differs");
    }
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<String> = FINAL.iter().map(|ending| format!("tiny.{ending}")).collect();
    expected.push("tiny.log".to_owned());
    expected.sort();
    assert_eq!(names, expected);
}

/// No final file is there.
pub fn assert_no_files(folder: &Path) {
    for ending in FINAL {
        assert!(!folder.join(format!("tiny.{ending}")).exists(), "{ending}");
    }
}

/// The number of messages in a stream of the server.
pub fn messages(server: &ServerOptions, stream: &str) -> u64 {
    block_on(async {
        let server = Server::connect(server, "test").await.unwrap();
        match server.jetstream.get_stream(stream).await {
            Ok(stream) => stream.cached_info().state.messages,
            Err(_) => 0,
        }
    })
}

/// Waits until some worker has taken a piece and not given it back.
pub fn until_in_work(server: &ServerOptions, least: usize) {
    block_on(async {
        let server = Server::connect(server, "test").await.unwrap();
        let start = Instant::now();
        loop {
            if let Ok(queue) = server.queue(yose_nats::piece::ENGINE).await
                && queue.cached_info().num_ack_pending >= least
            {
                return;
            }
            assert!(start.elapsed() < LONG, "nobody takes a piece");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
}
