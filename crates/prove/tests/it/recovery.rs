//! A line is recovered by a look, then in a larger table, then in the own one. Each assertion names
//! a mutation that it finds.

use yose_andor::{Limits, Meter, Plies};
use yose_prove::recovery::{Recovered, Recovery, recover_line};

/// Writes down what it is asked, and answers one of the questions.
struct Script {
    mb: usize,
    answers: &'static str,
    asked: Vec<String>,
}

impl Script {
    fn tell(&mut self, what: String) -> Recovered<u8> {
        let line = what.starts_with(self.answers).then(|| vec![1, 2, 3]);
        self.asked.push(what);
        Ok(line)
    }
}

impl Recovery for Script {
    type Move = u8;
    fn megabytes(&self) -> usize {
        self.mb
    }
    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<u8> {
        self.tell(format!("known {length}, {} nodes", meter.left()))
    }
    fn line_again(&mut self, mb: usize, _: &mut Meter<'_>) -> Recovered<u8> {
        self.tell(format!("again in {mb} MB"))
    }
    fn line_in_full_table(&mut self, length: Plies, _: &mut Meter<'_>) -> Recovered<u8> {
        self.tell(format!("full {length}"))
    }
}

/// What is asked with 320,000 nodes, and whether a line comes of it.
fn asked(mb: usize, answers: &'static str) -> (Vec<String>, bool) {
    let limits = Limits {
        nodes: Some(320_000),
        ..Limits::default()
    };
    let mut quiet = |_| {};
    let mut script = Script {
        mb,
        answers,
        asked: Vec::new(),
    };
    let line = recover_line(&mut script, 9, &mut Meter::new(&limits, &mut quiet));
    (script.asked, line.is_some())
}

#[test]
fn a_look_comes_first_and_a_larger_table_second() {
    let look = "known 9, 10000 nodes".to_owned();
    // Fails if the look has all nodes, or if a line that it finds is not taken.
    assert_eq!(asked(1, "known"), (vec![look.clone()], true));
    // 320,000 nodes of 64 bytes are 19 MB. Fails if the own table is asked where it is smaller.
    let again = "again in 19 MB".to_owned();
    assert_eq!(asked(18, "again"), (vec![look.clone(), again], true));
    // Fails if a table that is no larger is filled.
    let full = "full 9".to_owned();
    assert_eq!(asked(19, "full"), (vec![look.clone(), full.clone()], true));
    assert_eq!(asked(19, "nothing"), (vec![look, full], false));
}
