//! The engine: one loop that owns the state, reads lines and events of jobs, and does all the
//! printing.

use crate::command::{Ask, Bounds, Command, GoFault, Hold};
use crate::error::UsiError;
use crate::info::{self, Answer};
use crate::line::{Line, Lines};
use crate::setting::{Asked, HASH_MOST, Settings};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use yose_ask::{Game, Job, Pace, Problem, Reply, Request, Resources};

/// How many events may wait. A GUI that talks faster than it is heard has to wait too.
const WAITING: usize = 64;

/// Time between two progress reports.
const PAUSE: Duration = Duration::from_secs(1);

/// The most unanswered `go`s. A script that asks more has to wait until the first of them are
/// answered, so memory does not grow with the input. What a script says after them, `stop` too, is
/// heard when there is room again.
const MOST_QUEUED: usize = 10_000;

/// How long `quit` waits for the answers of what it stops: a GUI does not wait for ever.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Runs the engine until `quit` or the end of the input, and what was asked before is answered.
/// Positions are read as ones of `game`; `print` is given lines with their ends, and is to let them
/// out at once.
///
/// The thread that reads `input` ends when that does: after `quit` it may outlive this function.
pub fn run(
    input: impl Read + Send + 'static,
    game: Game,
    print: impl FnMut(&str) -> io::Result<()>,
) -> Result<(), UsiError> {
    let (sender, events) = sync_channel(WAITING);
    let heard = sender.clone();
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || hear(input, &heard))
        .map_err(UsiError::Thread)?;
    let mut engine = Engine {
        print,
        game,
        settings: Settings::default(),
        position: Err("no position was given".to_owned()),
        queue: VecDeque::new(),
        resources: resources(),
        sender,
    };
    let patience = loop {
        // The engine holds a sender itself: there is always somebody who may send.
        match events.recv() {
            Ok(Event::Line(line)) => {
                if engine.line(line)? == Next::Quit {
                    engine.stop(|_| true)?;
                    break Some(Instant::now() + LAST_WORDS);
                }
            }
            Ok(Event::Job) => {}
            Ok(Event::End(Err(error))) => return Err(UsiError::Input(error)),
            Ok(Event::End(Ok(()))) | Err(_) => {
                engine.stop(Go::is_endless)?;
                break None;
            }
        }
        engine.follow()?;
    };
    engine.follow()?;
    while !engine.queue.is_empty() {
        let event = match patience {
            None => events.recv().ok(),
            Some(end) => events
                .recv_timeout(end.saturating_duration_since(Instant::now()))
                .ok(),
        };
        // Lines after `quit` are not heard.
        if event.is_none() {
            break;
        }
        engine.follow()?;
    }
    Ok(())
}

/// Any size of table that can be set fits: jobs run one after the other.
fn resources() -> Arc<Resources> {
    Arc::new(Resources::new(HASH_MOST as usize))
}

/// What the engine wakes up for.
enum Event {
    Line(Line),
    /// The input is at its end, or cannot be read.
    End(io::Result<()>),
    /// The first job has something new.
    Job,
}

/// Sends every line of the input. Nobody listens any more once the engine has quit.
fn hear(input: impl Read, heard: &SyncSender<Event>) {
    let mut lines = Lines::new(input);
    let end = loop {
        match lines.next() {
            Ok(Some(line)) => {
                if heard.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let _ = heard.send(Event::End(end));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

struct Engine<P> {
    print: P,
    game: Game,
    settings: Settings,
    /// The position, or why there is none.
    position: Result<Problem, String>,
    /// Every `go` that is not answered yet, in order. Only the first is being worked on. Each has
    /// the position and the settings of the moment when it was asked.
    queue: VecDeque<Go>,
    resources: Arc<Resources>,
    sender: SyncSender<Event>,
}

/// One `go`.
struct Go {
    ask: Ask,
    /// What is asked about the position.
    asked: Asked,
    hold: Hold,
    /// Whether a limit of time or nodes ends the search.
    has_limit: bool,
    is_stopped: bool,
    state: State,
}

enum State {
    Waiting(Box<Request>),
    Searching(Job),
    Done(Answer),
}

impl Go {
    fn new(ask: Ask, position: Result<Problem, String>, settings: &Settings, bounds: Bounds) -> Go {
        Go {
            ask,
            asked: settings.asked,
            hold: bounds.hold,
            has_limit: bounds.time.is_some() || bounds.nodes.is_some(),
            is_stopped: false,
            state: match position {
                // Of a line only its first move is played.
                Ok(problem) => State::Waiting(Box::new(settings.request(&problem, bounds, ask == Ask::Move))),
                Err(why) => State::Done(Answer::refused(ask, &why)),
            },
        }
    }

    /// Whether only `stop` or another command brings its answer.
    fn is_endless(&self) -> bool {
        !self.has_limit || self.hold != Hold::No
    }

    /// Asks it to come to its end.
    fn stop(&mut self) {
        self.hold = Hold::No;
        self.is_stopped = true;
        if let State::Searching(job) = &self.state {
            job.cancel();
        }
    }
}

impl<P: FnMut(&str) -> io::Result<()>> Engine<P> {
    fn say(&mut self, line: &str) -> Result<(), UsiError> {
        (self.print)(&format!("{line}\n")).map_err(UsiError::Output)
    }

    fn say_all(&mut self, lines: &[String]) -> Result<(), UsiError> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn line(&mut self, line: Line) -> Result<Next, UsiError> {
        match line {
            Line::Whole(text) => self.command(Command::read(&text)),
            Line::TooLong(head) => {
                let why = "the line is too long; its end was not read";
                self.say(&info::string(why))?;
                match Command::read(&head) {
                    // Half of the moves lead to another position.
                    Command::Position(_) => {
                        self.position = Err(format!("no position: {why}"));
                        Ok(Next::Continue)
                    }
                    command => self.command(command),
                }
            }
        }
    }

    fn command(&mut self, command: Command) -> Result<Next, UsiError> {
        match command {
            Command::Nothing | Command::Ignored => {}
            Command::Usi => self.introduce()?,
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { name, value } => {
                if let Err(fault) = self.settings.set(&name, &value) {
                    self.say(&info::string(&fault.to_string()))?;
                }
            }
            Command::Position(text) => self.set_position(&text)?,
            Command::Go { ask, bounds } => self.go(ask, bounds)?,
            Command::Stop => self.stop(|_| true)?,
            Command::PonderHit => {
                for go in &mut self.queue {
                    if go.hold == Hold::PonderHit {
                        go.hold = Hold::No;
                    }
                }
                self.advance()?;
            }
            Command::Quit => return Ok(Next::Quit),
            Command::Unknown(word) => self.say(&info::string(&format!("unknown command: {word}")))?,
        }
        Ok(Next::Continue)
    }

    fn introduce(&mut self) -> Result<(), UsiError> {
        self.say(concat!("id name yose ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the yose authors")?;
        self.say_all(&Settings::describe())?;
        self.say("usiok")
    }

    fn set_position(&mut self, text: &str) -> Result<(), UsiError> {
        let problem = Problem::position(text, self.game);
        let faults = problem.content.as_ref().err().map(info::faults);
        self.position = match faults {
            None => Ok(problem),
            Some(_) => Err("no position: the last one could not be read".to_owned()),
        };
        self.say_all(&faults.unwrap_or_default())
    }

    /// A `go` waits for those before it that have a limit, and stops those that have none.
    fn go(&mut self, ask: Ask, bounds: Result<Bounds, GoFault>) -> Result<(), UsiError> {
        self.stop(Go::is_endless)?;
        self.make_room()?;
        let (position, bounds) = match bounds {
            Ok(bounds) => (self.position.clone(), bounds),
            Err(fault) => (Err(fault.to_string()), Bounds::default()),
        };
        self.queue
            .push_back(Go::new(ask, position, &self.settings, bounds));
        self.advance()
    }

    /// Stops the searches of which this is true.
    fn stop(&mut self, which: impl Fn(&Go) -> bool) -> Result<(), UsiError> {
        self.queue.iter_mut().filter(|go| which(go)).for_each(Go::stop);
        self.advance()
    }

    /// Waits until one more `go` fits into the queue. Every `go` in the queue comes to its end by
    /// itself: those without a limit were stopped.
    fn make_room(&mut self) -> Result<(), UsiError> {
        while self.queue.len() >= MOST_QUEUED {
            self.follow()?;
            let reply = match self.queue.front() {
                Some(Go {
                    state: State::Searching(job),
                    ..
                }) => job.wait(),
                _ => None,
            };
            match reply {
                Some(reply) => self.replied(&reply)?,
                None => break,
            }
        }
        Ok(())
    }

    /// Takes the new events of the first job.
    fn follow(&mut self) -> Result<(), UsiError> {
        while let Some(Go {
            state: State::Searching(job),
            asked,
            ..
        }) = self.queue.front()
        {
            let asked = *asked;
            match job.take_event() {
                Some(yose_ask::Event::Progress(progress)) => {
                    self.say_all(&info::progress(&progress, asked))?;
                }
                Some(yose_ask::Event::Found { .. }) => {}
                Some(yose_ask::Event::Reply(reply)) => self.replied(&reply)?,
                None => break,
            }
        }
        Ok(())
    }

    /// The first job has its reply.
    fn replied(&mut self, reply: &Reply) -> Result<(), UsiError> {
        if let Some(go) = self.queue.front_mut() {
            go.state = State::Done(Answer::of(go.ask, reply));
        }
        self.advance()
    }

    /// Answers and begins jobs as far as that can be done now.
    fn advance(&mut self) -> Result<(), UsiError> {
        while let Some(go) = self.queue.front_mut() {
            match &mut go.state {
                State::Searching(_) => break,
                State::Waiting(request) => {
                    let sender = self.sender.clone();
                    // The queue may be full of lines. After each line the engine looks at the job,
                    // so nothing is lost.
                    let wake = move || drop(sender.try_send(Event::Job));
                    let request = Request::clone(request);
                    go.state = match Job::start(request, &self.resources, Pace::Every(PAUSE), wake) {
                        Ok(job) => {
                            if go.is_stopped {
                                job.cancel();
                            }
                            State::Searching(job)
                        }
                        Err(error) => State::Done(Answer::refused(go.ask, &error.to_string())),
                    };
                }
                State::Done(answer) => {
                    let info = mem::take(&mut answer.info);
                    let answer = (go.hold == Hold::No).then(|| mem::take(&mut answer.line));
                    self.say_all(&info)?;
                    let Some(answer) = answer else { break };
                    self.queue.pop_front();
                    self.say(&answer)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    const MATE: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    /// What the engine says to an input, in full.
    fn said(input: &[u8]) -> String {
        let mut said = String::new();
        run(Cursor::new(input.to_vec()), Game::Any, |line| {
            said.push_str(line);
            Ok(())
        })
        .unwrap();
        said
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(said(b"isready"), "readyok\n");
        assert_eq!(said(b"isready\nquit\nisready\n"), "readyok\n");
        assert_eq!(said(b""), "");
    }

    /// What was asked is answered before the end: at the end of the input in its own time, at
    /// `quit` at once.
    #[test]
    fn the_end_waits_for_answers() {
        const MOVES: &str = "\ncheckmate G*5b\n";
        let hard = "position sfen 9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
        for (input, end) in [
            (format!("{MATE}\ngo mate 60000\n"), MOVES),
            (format!("{MATE}\ngo mate nodes 100000"), MOVES),
            (
                format!("{hard}\ngo mate nodes 3000\n{MATE}\ngo mate 60000"),
                MOVES,
            ),
            (format!("{hard}\ngo mate infinite\n"), "\ncheckmate timeout\n"),
            (format!("{hard}\ngo mate 60000\nquit\n"), "\ncheckmate timeout\n"),
            (format!("{hard}\ngo infinite\n"), "\nbestmove resign\n"),
        ] {
            let said = said(input.as_bytes());
            assert!(said.ends_with(end), "{input}: {said}");
        }
    }

    /// A `go` stops what has no limit, and waits for what has one: a `ponderhit` gives a limit.
    #[test]
    fn limits_are_waited_for() {
        let hard = "position sfen 9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
        for (go, why) in [
            ("go mate", "interrupted"),
            ("go mate infinite", "interrupted"),
            ("go mate nodes 3000", "nodes"),
            ("go mate 50", "time"),
            ("go ponder nodes 3000\nponderhit", "nodes"),
        ] {
            let said = said(format!("{hard}\n{go}\n{MATE}\ngo mate 600000\n").as_bytes());
            assert!(
                said.contains(&format!("info string stopped ({why})")),
                "{go}: {said}"
            );
            assert!(said.ends_with("\ncheckmate G*5b\n"), "{go}: {said}");
        }
    }

    /// More questions than the queue takes: all are answered, in order.
    #[test]
    fn a_full_queue_loses_nothing() {
        let mut said = Vec::new();
        let many = MOST_QUEUED + 100;
        let hard = "position sfen 9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
        let input = format!(
            "{hard}\ngo mate nodes 3000\nposition x\n{}",
            "go mate\n".repeat(many)
        );
        run(Cursor::new(input), Game::Any, |line| {
            said.extend(line.starts_with("checkmate").then(|| line.to_owned()));
            Ok(())
        })
        .unwrap();
        assert_eq!(said, vec!["checkmate timeout\n"; many + 1]);
    }

    #[test]
    fn an_output_that_is_closed_ends_it() {
        let closed = run(Cursor::new("isready\n"), Game::Any, |_| {
            Err(io::ErrorKind::BrokenPipe.into())
        });
        assert!(matches!(closed, Err(UsiError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe));
    }

    #[test]
    fn an_input_that_breaks_is_an_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::InvalidInput.into())
            }
        }
        let broken = run(Broken, Game::Any, |_| Ok(()));
        assert!(matches!(broken, Err(UsiError::Input(_))));
    }

    fn first_reply<P>(engine: &Engine<P>) -> Reply {
        match engine.queue.front() {
            Some(Go {
                state: State::Searching(job),
                ..
            }) => job.wait().unwrap(),
            _ => panic!("no search"),
        }
    }

    /// A search that breaks down is answered too, and the next one is not harmed.
    #[test]
    fn a_search_that_breaks_down_has_an_answer() {
        let mut said = String::new();
        let (sender, _events) = sync_channel(WAITING);
        let mut engine = Engine {
            print: |line: &str| {
                said.push_str(line);
                Ok(())
            },
            game: Game::Any,
            settings: Settings::default(),
            position: Err("none".to_owned()),
            queue: VecDeque::new(),
            resources: resources(),
            sender,
        };
        for line in [MATE, "go mate", "go mate"] {
            engine.line(Line::Whole(line.to_owned())).unwrap();
        }
        // In place of what the first search says.
        let mut reply = first_reply(&engine);
        if let Reply::Solve(reply) = &mut reply {
            reply.answer.verdict = yose_ask::Verdict::Unknown;
            reply.answer.reason = Some(yose_ask::Reason::Fault);
        }
        engine.replied(&reply).unwrap();
        let reply = first_reply(&engine);
        engine.replied(&reply).unwrap();
        assert!(engine.queue.is_empty());
        drop(engine);
        let answers: Vec<&str> = said.lines().filter(|line| line.starts_with("check")).collect();
        assert_eq!(answers, ["checkmate timeout", "checkmate G*5b"]);
        assert!(said.starts_with("info string the search broke down"));
    }

    proptest! {
        /// Any bytes at all: no panic, no error.
        #[test]
        fn any_input_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let said = said(&bytes);
            prop_assert!(said.lines().all(|line| !line.is_empty()));
        }

        #[test]
        fn any_order_of_commands_is_survived(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "go", "go mate 5", "go mate x", "stop", "stop", "ponderhit", "go infinite", "go ponder", "usi",
                    "position startpos", MATE, "position x", "isready", "setoption name Threads value 3", "", "\r",
                ]),
                0..30,
            )
        ) {
            let said = said(words.join("\n").as_bytes());
            let count = |begin: &str| said.lines().filter(|line| line.starts_with(begin)).count();
            let asked = |begin: &str| words.iter().filter(|word| word.starts_with(begin)).count();
            prop_assert_eq!(count("checkmate"), asked("go mate"));
            prop_assert_eq!(count("bestmove"), asked("go") - asked("go mate"));
            prop_assert_eq!(count("readyok"), asked("isready"));
        }
    }
}
