//! Requests and replies of every question go through JSON and come back the same.

use std::sync::Arc;
use yose_ask::check::ParametersBody;
use yose_ask::question::{
    Author, Candidates, Check, Frame, Hisshi, KillerStart, KillerTrees, LoaSearch, LoaSolve, Solve,
    SpaceText, Threat, Threats, Value, ValueMethod, Verify,
};
use yose_ask::{
    Game, Limits, Name, Pace, Policy, Problem, Question, Reply, Request, Resources, Subject, Verdict, run,
};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const COOKED: &str = "5/3+R1/K2G1/2k2/5 b r2bg2s2p";
const NO_MATE: &str = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";
const LOA: &str = "5/1b1b1/5/w3w/2w2 b";
const SPACE: &str = include_str!("../../../cli/tests/files/tiny.toml");

fn position(text: &str) -> Subject {
    Subject::read(text, Game::Any)
}

fn request(id: &str, question: Question) -> Request {
    Request {
        name: Name {
            id: Some(id.to_owned()),
            input: "as typed".to_owned(),
            file: Some("problems.tsv".to_owned()),
            line: Some(3),
        },
        question,
        limits: Limits {
            hash_mb: 16,
            ..Limits::default()
        },
    }
}

fn reply(request: &Request) -> Reply {
    let resources = Resources::new(1024);
    run(request, &resources, &Arc::default(), Pace::Silent, &mut |_| {})
}

/// A question of every kind, with settings that are not the usual ones.
fn questions() -> Vec<Question> {
    let mut certificate = None;
    let solve = Solve {
        certificate: true,
        ..Solve::new(position(MATE))
    };
    if let Reply::Solve(mut solved) = reply(&request("", Question::Solve(solve.clone()))) {
        certificate = solved.certificate.take();
    }
    let Some(yose_ask::certificate::Certified::Texts(texts)) = certificate else {
        panic!("there is a mate")
    };
    let cooked = Check {
        policy: Policy::None,
        parameters: ParametersBody {
            most: Some(3),
            ..ParametersBody::default()
        },
        author: Some(Author::Said("3".to_owned())),
        roles: true,
        vary: true,
        variations: true,
        ..Check::new(position(COOKED))
    };
    let line = Check {
        author: Some(Author::Line(vec!["G*5b".to_owned()])),
        variations: true,
        ..Check::new(position(MATE))
    };
    let value = |text: &str, method| Value {
        position: position(text),
        method,
        certificate: true,
    };
    let candidates = ValueMethod::Candidates(Candidates {
        entries: 1 << 16,
        depth: 512,
        candidates: 1000,
        interleaved: true,
        clear_numbers: false,
        share_numbers: true,
        countermeasure: None,
        delete_influenced: true,
    });
    let loa = LoaSolve {
        position: position(LOA),
        first: true,
        search: Some(LoaSearch::Dfpn),
        killer: KillerTrees {
            start: KillerStart::Height(3, 9),
            pass: true,
            dual: false,
        },
        threats: Threats::Any,
        certificate: true,
    };
    vec![
        Question::Solve(solve),
        Question::Solve(Solve::new(position(NO_MATE))),
        Question::Solve(Solve::new(position("not a/position"))),
        Question::Hisshi(Hisshi::new(position(MATE))),
        Question::Hisshi(Hisshi {
            moves: yose_ask::MoveSet::Paper,
            first: true,
            ..Hisshi::new(position("4k4/9/9/9/9/9/9/9/9 b GS 1"))
        }),
        Question::Hisshi(Hisshi {
            policy: yose_ask::HisshiPolicy::Kept,
            ..Hisshi::new(position("8k/8g/9/8G/9/9/8L/9/9 b Gp 1"))
        }),
        Question::Threat(Threat::new(position("8k/9/7G1/9/9/9/9/9/9 w Gg 1"))),
        Question::Threat(Threat {
            brinkmate_nodes: Some(0),
            played: Some("G*3c".to_owned()),
            ..Threat::new(position("8k/9/7G1/9/9/9/9/9/9 w Gg 1"))
        }),
        Question::Hisshi(Hisshi {
            cooks: true,
            solution: Some(Author::Said("G*2d 1a2a 3d3c".to_owned())),
            ..Hisshi::new(position("8k/9/9/6G2/9/9/9/9/9 b G 1"))
        }),
        Question::Hisshi(Hisshi {
            cooks: true,
            ..Hisshi::new(position(MATE))
        }),
        Question::Check(cooked),
        Question::Check(line),
        Question::Value(value("3x4:-KG:1", ValueMethod::Table)),
        Question::Value(value("3x4:-KG:1", candidates)),
        Question::Value(value("loa:3x3", ValueMethod::Auto)),
        Question::LoaSolve(LoaSolve {
            search: None,
            ..loa.clone()
        }),
        Question::LoaSolve(loa),
        Question::Verify(Verify {
            certificate: texts[0].clone(),
        }),
        Question::Verify(Verify {
            certificate: "nothing".to_owned(),
        }),
        Question::Frame(Frame {
            space: SpaceText::read(SPACE).unwrap(),
            frame: 0,
            parameters: ParametersBody::default(),
            disproofs: Some(2),
            one_in: Some(yose_enumerate::OneIn { every: 3, seed: 4 }),
        }),
    ]
}

#[test]
fn every_question_and_its_reply_come_back_the_same() {
    for question in questions() {
        let request = request("one", question);
        let text = serde_json::to_string(&request).unwrap();
        let again: Request = serde_json::from_str(&text).unwrap();
        assert_eq!(again, request, "{text}");
        assert_eq!(again.fingerprint(), request.fingerprint());

        let reply = reply(&request);
        let text = serde_json::to_string(&reply).unwrap();
        let again: Reply = serde_json::from_str(&text).unwrap();
        assert_eq!(again, reply, "{text}");
        // The line that programs read comes back without what stands beside the answer.
        let line = reply.line();
        let again: Reply = serde_json::from_str(&line).unwrap();
        assert_eq!(again.line(), line);
        assert_eq!(again.verdict(), reply.verdict());
        // What was not worked on has the same shape.
        let skipped = Reply::skipped(&request);
        let again: Reply = serde_json::from_str(&skipped.line()).unwrap();
        assert_eq!(again, skipped);
    }
}

#[test]
fn what_stands_beside_the_answer_is_not_in_its_line() {
    let solve = Solve {
        certificate: true,
        ..Solve::new(position(MATE))
    };
    let check = Check {
        variations: true,
        ..Check::new(position(MATE))
    };
    for (question, field) in [
        (Question::Solve(solve), "\"certificate\":"),
        (Question::Check(check), "\"every_variation\":"),
    ] {
        let reply = reply(&request("one", question));
        assert!(serde_json::to_string(&reply).unwrap().contains(field));
        assert!(!reply.line().contains(field));
    }
}

#[test]
fn the_fingerprint_is_of_position_and_question_alone() {
    let ask = |text: &str| request("one", Question::Check(Check::new(position(text))));
    let first = ask(MATE);
    let mut same = first.clone();
    same.name = Name::default();
    same.limits = Limits {
        nodes: Some(7),
        threads: 3,
        hash_mb: 1,
        ..Limits::default()
    };
    assert_eq!(same.fingerprint(), first.fingerprint());
    let mut others = vec![ask(NO_MATE)];
    let edits: [fn(&mut Check); 6] = [
        |check| check.policy = Policy::Strict,
        |check| check.roles = true,
        |check| check.vary = true,
        |check| check.parameters.d = 5,
        |check| check.author = Some(Author::Said("1".to_owned())),
        |check| check.variations = true,
    ];
    for edit in edits {
        let mut other = first.clone();
        if let Question::Check(check) = &mut other.question {
            edit(check);
        }
        others.push(other);
    }
    let solve = Question::Solve(Solve::new(position(MATE)));
    others.push(request("one", solve));
    let mut seen = vec![first.fingerprint()];
    for other in others {
        assert!(!seen.contains(&other.fingerprint()), "{other:?}");
        seen.push(other.fingerprint());
    }
}

/// Rules are part of the position, also those of a file, which no name stands for.
#[test]
fn positions_of_any_game_come_back_the_same() {
    let rules = "name = \"other\"\nfiles = 5\nranks = 5\n[rules]\nnifu = false\n";
    let game = Game::read(rules).unwrap();
    let games = [Game::Any, game, Game::named("minishogi").unwrap()];
    let mut texts = Vec::new();
    for game in games {
        let subject = Subject::of(&Problem::position(COOKED, game));
        let text = serde_json::to_string(&subject).unwrap();
        assert_eq!(serde_json::from_str::<Subject>(&text).unwrap(), subject, "{text}");
        texts.push(text);
    }
    assert_ne!(texts[0], texts[1]);
    // A text that is no position is a subject whose reply lists the faults.
    let typed: Subject = serde_json::from_str("{\"position\":\"9/9 b\"}").unwrap();
    let reply = reply(&request("bad", Question::Solve(Solve::new(typed))));
    assert_eq!(reply.verdict(), Verdict::Invalid);
    // What people type is as good as what we write.
    let typed: Subject = serde_json::from_str("{\"position\":\"startpos moves 7g7f\"}").unwrap();
    assert_eq!(typed, position("startpos moves 7g7f"));
}
