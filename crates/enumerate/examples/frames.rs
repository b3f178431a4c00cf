//! CPU seconds and nodes of some frames of a space:
//! `cargo run --release -p yose-enumerate --example frames -- kin-gin 0 23`.
use std::sync::Arc;
use std::time::Instant;
use yose_enumerate::{Space, Terms, Worker};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: usize| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let name = args.get(1).map_or("kin-gin", String::as_str);
    let Some(Ok(space)) = Space::built_in(name) else {
        return;
    };
    let terms = Terms {
        disproofs: None,
        hash_mb: number(4, 512),
        ..Terms::default()
    };
    let _ = yose_tsume::with_big_stack(|| {
        let start = Instant::now();
        let worker = Worker::new(&space, &terms, Arc::default());
        let (mut problems, mut mates, mut graded, mut all) = (0, 0, 0, 0);
        for (i, frame) in space
            .frames()
            .iter()
            .enumerate()
            .skip(number(2, 0))
            .step_by(number(3, 23))
        {
            if let Ok((part, nodes)) = worker.frame(i, frame, &|_| Ok(String::new())) {
                problems += part.never.len() + part.mates.len();
                mates += part.mates.len();
                graded += part.mates.iter().filter(|mate| mate.graded.is_some()).count();
                all += nodes;
            }
        }
        println!(
            "{problems} problems, {mates} mates, {graded} graded, {all} nodes, {:.2} s",
            start.elapsed().as_secs_f64()
        );
    });
}
