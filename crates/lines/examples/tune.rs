use yose_andor::*;
use yose_lines::*;
use yose_loa::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string("/work/shared/data/loa/problems122.txt").unwrap();
    let exact = args.iter().any(|a| a == "exact");
    let opt = |name: &str| {
        args.iter()
            .find_map(|a| a.strip_prefix(&format!("{name}=")).map(|v| v.to_owned()))
    };
    let mut options = Options {
        replay: false,
        turns: false,
        judge: false,
        ..Options::default()
    };
    if let Some(e) = opt("epsilon") {
        options.epsilon = e.parse().unwrap();
    }
    if let Some(e) = opt("defender") {
        options.defender = if e == "sum" { Combine::Sum } else { Combine::Weak };
    }
    if let Some(e) = opt("prover") {
        options.prover = if e == "sum" { Combine::Sum } else { Combine::Weak };
    }
    if args.iter().any(|a| a == "kth") {
        options.killer.start = yose_andor::Start::Always;
    }
    if args.iter().any(|a| a == "pass") {
        options.killer.pass = true;
    }
    if let Some(e) = opt("control") {
        options.control = e == "on";
    }
    let mut all = vec![];
    let start = std::time::Instant::now();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let c: Vec<&str> = line.split('\t').collect();
        let p: Position<Standard> = c[1].parse().unwrap();
        let limits = Limits {
            nodes: Some(5_000_000),
            ..Limits::default()
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&limits, &mut quiet);
        let table = Table::new(64);
        let q = Asked::new(p, Rules::PAPER)
            .unwrap()
            .question(Techniques::default());
        if let Some(most) = opt("id") {
            let most: u16 = most.parse().unwrap();
            let n: u16 = c[2].parse().unwrap();
            if n > most {
                continue;
            }
            let plain = args.iter().any(|a| a == "plain");
            let t = Techniques {
                prune: !plain && !args.iter().any(|a| a == "noprune"),
                glance: !plain,
                estimates: false,
            };
            let limits = Limits::default();
            let mut meter = Meter::new(&limits, &mut quiet);
            let q = Asked::new(p, Rules::PAPER).unwrap().question(t);
            let mut killer = Killer::default();
            if args.iter().any(|a| a == "kth") {
                killer.start = Start::Always;
            }
            if args.iter().any(|a| a == "pass") {
                killer.pass = true;
            }
            if args.iter().any(|a| a == "dual") {
                killer.dual = true;
            }
            if args.iter().any(|a| a == "lambda") {
                let mut s = Deepening::new(
                    Lambda::new(q, Order::First),
                    opt("hash").map_or(64, |h| h.parse().unwrap()),
                )
                .with_killer(killer);
                let t0 = std::time::Instant::now();
                let r = s.within(EVER, &mut meter);
                let secs = t0.elapsed().as_secs_f64();
                all.push(s.query().query().made());
                if args.iter().any(|a| a == "v") {
                    println!(
                        "{} {} {:?} nodes {} made {} {:.3} {:.1}M/s",
                        c[0],
                        c[2],
                        r,
                        meter.nodes(),
                        s.query().query().made(),
                        secs,
                        s.query().query().made() as f64 / secs / 1e6
                    );
                }
                if r != Ok(Outcome::Proved(n)) {
                    println!("WRONG {} {:?}", c[0], r);
                }
                continue;
            }
            let mut s = Deepening::new(q, opt("hash").map_or(64, |h| h.parse().unwrap())).with_killer(killer);
            let t0 = std::time::Instant::now();
            let r = s.within(EVER, &mut meter);
            let secs = t0.elapsed().as_secs_f64();
            all.push(s.query().made());
            if args.iter().any(|a| a == "v") {
                println!(
                    "{} {} {:?} nodes {} made {} {:.3} {:.1}M/s",
                    c[0],
                    c[2],
                    r,
                    meter.nodes(),
                    s.query().made(),
                    secs,
                    s.query().made() as f64 / secs / 1e6
                );
            }
            if r != Ok(Outcome::Proved(n)) {
                println!("WRONG {} {:?}", c[0], r);
            }
            continue;
        }
        if args.iter().any(|a| a == "solve") {
            let only: u16 = opt("most").map_or(99, |m| m.parse().unwrap());
            let n: u16 = c[2].parse().unwrap();
            if n > only {
                continue;
            }
            let limits = Limits {
                time: Some(std::time::Duration::from_secs(
                    opt("time").map_or(60, |t| t.parse().unwrap()),
                )),
                ..Limits::default()
            };
            let asked = Asked::new(p, Rules::PAPER).unwrap();
            let manner = Manner {
                first: args.iter().any(|a| a == "first"),
                ..Manner::default()
            };
            let sol = Solver::new(&asked, &manner, 512).solve(&limits, &mut |_| {});
            all.push(sol.nodes);
            println!(
                "{} {} {} {:?} lower {} line {} nodes {} moves {} {:.3}",
                c[0],
                c[2],
                c[3],
                sol.verdict,
                sol.lower,
                sol.line.len(),
                sol.nodes,
                sol.moves,
                sol.elapsed.as_secs_f64()
            );
            if let yose_lines::Verdict::Win { length, exact: true } = sol.verdict {
                if c[3] == "exact" && length != n as u32
                    || length > n as u32
                    || length as usize != sol.line.len()
                {
                    println!("WRONG");
                }
            }
            continue;
        }
        let mut s = Search::new(q, &table, options);
        let t0 = std::time::Instant::now();
        let mut r = s.within(EVER, &mut meter);
        let first = meter.nodes();
        all.push(first);
        if exact {
            let mut best = None;
            loop {
                match r {
                    Ok(Outcome::Proved(n)) => {
                        best = Some(n);
                        if n <= 1 {
                            break;
                        }
                        r = s.within(n - 1, &mut meter);
                    }
                    _ => break,
                }
            }
            println!(
                "{} {} {} best {:?} last {:?} first {} all {} {:.3}",
                c[0],
                c[2],
                c[3],
                best,
                r,
                first,
                meter.nodes(),
                t0.elapsed().as_secs_f64()
            );
            let n: u16 = c[2].parse().unwrap();
            if matches!(r, Ok(Outcome::Disproved(_))) {
                if c[3] == "exact" && best != Some(n) || best.unwrap() > n {
                    println!("WRONG");
                }
            }
        } else if args.iter().any(|a| a == "v") {
            println!("{} {} {:?} {}", c[0], c[2], r, first);
        }
    }
    all.sort();
    let n = all.len();
    println!(
        "avg {:.0} median {} p90 {} max {} within 10/30/100/1000k: {:?} {:.2} s",
        all.iter().sum::<u64>() as f64 / n as f64,
        all[n / 2],
        all[n * 9 / 10],
        all[n - 1],
        [10_000u64, 30_000, 100_000, 1_000_000].map(|k| all.iter().filter(|&&x| x <= k).count()),
        start.elapsed().as_secs_f64()
    );
}
