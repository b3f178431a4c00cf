//! Every switch of the search: it changes the work and no answer.

use crate::suite::{Problem, problems};
use yose_andor::{Combine, Game};
use yose_hisshi::{Hisshi, Limits, MoveSet, Question, Solution, SolverSettings, Verdict, solve};
use yose_shogi::notation::sfen;
use yose_shogi::{AnyPosition, with_position};

fn ask(position: &AnyPosition, settings: &SolverSettings) -> Solution {
    let limits = Limits {
        nodes: Some(2_000_000),
        hash_mb: 32,
        ..Limits::default()
    };
    with_position!(position, |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap();
        solve(&hisshi, settings, &limits, &mut |_| {})
    })
}

/// One switch turned the other way.
type Switch = (&'static str, fn(&mut SolverSettings));

const SWITCHES: [Switch; 17] = [
    ("cost", |s| s.techniques.quiet_cost = 0),
    ("threat first", |s| s.techniques.threat_first = false),
    ("stages", |s| s.techniques.stages = false),
    ("attackers", |s| s.techniques.attackers_count = true),
    ("across the flag", |s| s.techniques.across_flag = false),
    ("dominance", |s| s.techniques.mates.dominance = false),
    ("neither", |s| {
        s.techniques.across_flag = false;
        s.techniques.mates.dominance = false;
    }),
    ("estimates", |s| s.techniques.mates.estimates = false),
    ("mate in one", |s| s.techniques.mates.mate_in_one = false),
    ("late", |s| s.search.late = false),
    ("pieces", |s| s.search.generalise = false),
    ("share", |s| s.search.share_numbers = false),
    ("worse", |s| s.search.cut_worse = false),
    ("replay", |s| s.search.replay = true),
    ("threats", |s| s.search.replay_threats = false),
    ("counting", |s| {
        s.search.defender = Combine::Groups;
        s.search.prover = Combine::Groups;
        s.bounded = Combine::Groups;
        s.techniques.by_direction = true;
    }),
    ("bounded", |s| s.bounded = Combine::Sum),
];

/// Fails if a switch changes a verdict or a length.
#[test]
fn no_switch_changes_an_answer() {
    let none = [
        "9/9/9/9/9/9/4g4/7K1/9 w sp 1",
        "4k4/9/2G3G2/9/9/9/9/9/9 b - 1",
        "8k/9/9/7S1/9/9/9/9/9 b P 1",
    ];
    let none = none.map(|text| sfen::position(text).unwrap().0);
    let some: Vec<Problem> = problems().into_iter().step_by(60).collect();
    assert!(some.iter().any(|p| p.length >= 7));
    let usual = SolverSettings::default();
    for (name, switch) in SWITCHES {
        let mut settings = usual;
        switch(&mut settings);
        for problem in &some {
            let found = ask(&problem.position, &settings);
            let right = Verdict::Hisshi {
                length: problem.length,
                exact: true,
            };
            assert_eq!(found.verdict, right, "{name} {}", problem.id);
        }
        for position in &none {
            let found = ask(position, &settings).verdict;
            assert_eq!(found, Verdict::None, "{name} {position:?}");
        }
    }
}

/// Fails if a check, the pass or a reply has a cost, or a quiet attack has none.
#[test]
fn quiet_attacks_and_nothing_else_have_a_cost() {
    let (position, _) = sfen::position("4k4/9/9/9/9/9/9/9/9 b GS 1").unwrap();
    with_position!(&position, |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap();
        let mut at = Question::new(&hisshi, MoveSet::All, SolverSettings::default().techniques);
        let mut moves = Vec::new();
        at.expand(&mut moves);
        let (mut checks, mut quiet) = (0, 0);
        for edge in &moves {
            let undo = at.make(edge.mv);
            let check = at.position().in_check();
            assert_eq!(edge.cost, if check { 0 } else { 2 }, "{:?}", edge.mv);
            checks += usize::from(check);
            quiet += usize::from(!check);
            let mut replies = Vec::new();
            at.expand(&mut replies);
            assert!(replies.iter().all(|reply| reply.cost == 0));
            at.unmake(edge.mv, undo);
        }
        assert!(checks > 0 && quiet > 0);
    });
}

/// Fails if a cost is added to a proved child: then no number before a quiet move becomes 0.
#[test]
fn brinkmates_are_proved_through_moves_of_any_cost() {
    let mut settings = SolverSettings::default();
    settings.techniques.quiet_cost = u16::MAX;
    for problem in problems().into_iter().filter(|p| p.length == 3).step_by(40) {
        let found = ask(&problem.position, &settings);
        let right = Verdict::Hisshi {
            length: 3,
            exact: true,
        };
        assert_eq!(found.verdict, right, "{}", problem.id);
    }
}

/// Fails if a threat is not played against the replies that wait, or if that proves none of them.
#[test]
fn a_replayed_threat_saves_nodes() {
    let problems = problems();
    for id in ["game-3-054", "game-5-015", "game-3-058"] {
        let problem = problems.iter().find(|p| p.id == id).expect(id);
        let mut settings = SolverSettings {
            first: true,
            ..SolverSettings::default()
        };
        let with = ask(&problem.position, &settings);
        settings.search.replay_threats = false;
        let without = ask(&problem.position, &settings);
        assert!(matches!(with.verdict, Verdict::Hisshi { .. }), "{id}");
        assert!(
            4 * with.nodes < 3 * without.nodes,
            "{id}: {} {}",
            with.nodes,
            without.nodes
        );
    }
}

/// Fails if a position after a pass has the entries of the same position before one where facts do
/// not cross the flag, or entries of its own where they do.
#[test]
fn keys_tell_whether_facts_cross_the_flag() {
    let (position, _) = sfen::position("8k/9/7G1/9/9/9/9/9/9 b G 1").unwrap();
    with_position!(&position, |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap();
        for across in [true, false] {
            let mut settings = SolverSettings::default();
            settings.techniques.across_flag = across;
            let mut at = Question::new(&hisshi, MoveSet::All, settings.techniques);
            let mut moves = Vec::new();
            at.expand(&mut moves);
            let (before, quiet) = (at.key(), moves.iter().find(|m| m.cost > 0).unwrap().mv);
            let mut black = at.clone();
            black.make(quiet);
            let mut replies = Vec::new();
            black.expand(&mut replies);
            let pass = replies[0];
            assert_eq!(pass.mv, None);
            let undo = black.make(None);
            assert_eq!(black.key(), pass.key);
            // The same board, Black to move, without a pass on the path.
            let mut other = p.clone();
            other.make(quiet.unwrap());
            other.pass();
            let plain = Question::new(&Hisshi::new(other).unwrap(), MoveSet::All, settings.techniques);
            assert_eq!(black.key() == plain.key(), across);
            // Every check after the pass has the key that its edge says.
            let mut checks = Vec::new();
            black.expand_first(true, &mut checks);
            assert!(!checks.is_empty());
            for check in checks {
                let undo = black.make(check.mv);
                assert_eq!(black.key(), check.key);
                black.unmake(check.mv, undo);
            }
            black.unmake(None, undo);
            assert_eq!(at.key(), before);
        }
    });
}
