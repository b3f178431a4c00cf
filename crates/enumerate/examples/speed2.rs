//! Trial.
use std::time::Instant;
use yose_andor::{Combine, EVER, Options, Outcome, Search, Table, turns};
use yose_enumerate::Space;
use yose_mate::{Limits, Meter, Question, Techniques, Tsume, deep};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let get = |name: &str, default: usize| args.iter().find_map(|a| a.strip_prefix(&format!("{name}="))).map_or(default, |v| v.parse().unwrap());
    let (from, step, limit, mb, share) = (get("from", 0), get("step", 1), get("take", 9), get("mb", 512), get("share", 2));
    let space = Space::built_in("kin-gin").unwrap().unwrap();
    let d = Options::default();
    let comb = |n| if n == 1 { Combine::Sum } else { Combine::Weak };
    let options = Options {
        control: get("control", 1) == 1,
        share_numbers: get("numbers", 1) == 1,
        late: get("late", 1) == 1,
        judge: get("judge", 1) == 1,
        pieces: get("pieces", 1) == 1,
        replay: get("replay", 1) == 1,
        cut_worse: get("cut", 1) == 1,
        turns: get("turns", 0) == 1,
        epsilon: get("eps", 2) as u32,
        prover: comb(get("prover", 0)),
        defender: comb(get("defender", 0)),
        ..d
    };
    let tech = Techniques { estimates: get("est", 1) == 1, mate_in_one: get("m1", 1) == 1 };
    deep(|| {
        let start = Instant::now();
        let (mut problems, mut mates, mut nodes, mut sum, mut hard) = (0, 0, 0, 0u64, 0u64);
        let limits = Limits { hash_mb: mb, ..Limits::default() };
        let mut table = Table::new(mb);
        for frame in space.frames().iter().skip(from).step_by(step).take(limit) {
            let mut list = Vec::new();
            space.each(frame, |(_, p)| { if let Some(p) = p { list.push(p.clone()); } true });
            if share == 1 { table = Table::new(mb); table.share_numbers(options.share_numbers); }
            let root = Question::new(&Tsume::new(list[0].clone()).unwrap(), tech);
            let mut search = Search::new(root.clone(), &table, options);
            let mut quiet = |_| {};
            let mut meter = Meter::new(&limits, &mut quiet);
            for p in &list {
                problems += 1;
                if share == 0 { table.renew(); }
                let mut within = EVER;
                let mut best = None;
                let before = meter.nodes();
                let ladder = get("ladder", 0) as u16;
                if ladder > 0 {
                    let mut n = 1;
                    while n <= ladder && best.is_none() {
                        *search.query() = root.of(p.clone());
                        if let Outcome::Proved(k) = search.within(n, &mut meter).unwrap() { best = Some(k); mates += 1; sum += u64::from(k); }
                        n += 2;
                    }
                    if best.is_some() { continue; }
                }
                loop {
                    *search.query() = root.of(p.clone());
                    match turns::within(&mut search, within, 0, &mut meter).unwrap() {
                        Outcome::Proved(n) => { best = Some(n); if n <= 1 { break; } within = n - 2; }
                        Outcome::Disproved(_) => break,
                    }
                }
                if meter.nodes() - before > 5000 { hard += meter.nodes() - before; }
                if let Some(n) = best { mates += 1; sum += u64::from(n); }
            }
            nodes += meter.nodes();
        }
        println!("{:?} {problems} problems {mates} mates {sum} {nodes} nodes ({hard} hard) used {} {:.2} s", &args[1..], table.used(), start.elapsed().as_secs_f64());
    });
}
