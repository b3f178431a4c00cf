//! KIF records with threats as comments: of a brinkmate, and of a whole game.

use crate::language::Language;
use crate::line::{moves, row};
use crate::phrase::{Comment, Known, Phrase, View};
use crate::record::{add, place};
use crate::threat::{played, spoken, view};
use yose_ask::hisshi::HisshiReply;
use yose_ask::problem::main_moves;
use yose_ask::question::{Hisshi, Threat};
use yose_ask::threat::{MoveResult, ThreatReply};
use yose_ask::{Content, Invalid, Problem, Verdict};
use yose_record::{Ending, Format, Record, Step, Tree};
use yose_shogi::{Geometry, Position, Setup, with_position};

/// The most parries that a comment names.
const NAMED: usize = 12;

/// The reply to `hisshi` as a KIF record: the line, and after each quiet move the mate that it
/// threatens.
///
/// # Errors
/// The board has no KIF notation, or the position was invalid.
pub fn hisshi(hisshi: &Hisshi, reply: &HisshiReply, language: Language) -> Result<String, Invalid> {
    let setup = hisshi.position.shogi()?;
    let answer = &reply.answer;
    if answer.verdict == Verdict::Invalid {
        return Err(Invalid {
            faults: answer.faults.clone(),
        });
    }
    let position = setup.validate().map_err(Invalid::from)?;
    let body = &answer.body;
    let line = moves(body.line.as_deref().unwrap_or_default(), setup);
    let mut record = Record::new(setup.clone());
    let tree = &mut record.tree;
    let known = body
        .length
        .map(|length| (length, Known::of(length, body.exact, body.lower)));
    let told = Comment::Hisshi(answer.verdict, known, answer.reason);
    tree.node_mut(Tree::ROOT).comments.push(told.text(language));
    let end = add(tree, Tree::ROOT, &line, "");
    if answer.verdict == Verdict::Mate && !line.is_empty() {
        tree.add(end, Step::End(Ending::Mate));
    }
    for threat in body.threats.iter().flatten() {
        let before = &line[..threat.at.min(line.len())];
        let comment = match &threat.line {
            Some(mate) => with_position!(&position, |p| {
                let mut at = p.clone();
                for &m in before {
                    at.make(m);
                }
                let mate = after_pass(&at, setup, mate, language);
                Comment::Threat(&mate, threat.line.as_ref().map_or(0, Vec::len)).text(language)
            }),
            None => Phrase::ThreatNotFound.text(language).trim_start().to_owned(),
        };
        let node = place(tree, threat.at);
        tree.node_mut(node).comments.push(comment);
    }
    yose_record::write(&record, Format::Kif).map_err(Invalid::whole)
}

/// The mate after a pass, on one row.
fn after_pass<G: Geometry>(at: &Position<G>, setup: &Setup, mate: &[String], language: Language) -> String {
    let mut passed = at.clone();
    passed.pass();
    row(&passed, &[], &moves(mate, setup), language)
}

/// A game as a KIF record, with what was threatened at each ply and which parries were overlooked.
/// `plies` are the questions about positions of the game, each with the number of moves before it
/// and its reply. The record keeps its headers, its variations and its own comments.
///
/// # Errors
/// The game has no KIF notation, or its input was invalid.
pub fn game(
    game: &Problem,
    plies: &[(usize, Threat, ThreatReply)],
    language: Language,
) -> Result<String, Invalid> {
    let mut record = match &game.content {
        Ok(Content::Record(record)) => Record::clone(record),
        Ok(Content::Shogi { setup, moves }) => {
            let mut record = Record::new(setup.clone());
            add(&mut record.tree, Tree::ROOT, moves, "");
            record
        }
        Ok(Content::Loa { .. }) => return Err(yose_ask::InputFault::NotShogi.into()),
        Err(invalid) => return Err(invalid.clone()),
    };
    let last = main_moves(&record).len();
    for (ply, threat, reply) in plies {
        if reply.answer.verdict == Verdict::Invalid || *ply > last {
            continue;
        }
        let setup = threat.position.shogi()?;
        let position = setup.validate().map_err(Invalid::from)?;
        let (before, after) = with_position!(&position, |p| {
            (
                comments(p, setup, reply, language),
                verdict_on_move(p, reply, language),
            )
        });
        let node = place(&record.tree, *ply);
        record.tree.node_mut(node).comments.extend(before);
        if *ply < last {
            let node = place(&record.tree, ply + 1);
            record.tree.node_mut(node).comments.extend(after);
        }
    }
    yose_record::write(&record, Format::Kif).map_err(Invalid::whole)
}

/// The comments on a position: what is threatened, and what parries it.
fn comments<G: Geometry>(
    p: &Position<G>,
    setup: &Setup,
    reply: &ThreatReply,
    language: Language,
) -> Vec<String> {
    let body = &reply.answer.body;
    let view = view(reply, p.in_check());
    let parries: &[String] = body.parries.as_deref().unwrap_or_default();
    let open = body.undecided.as_ref().map_or(0, Vec::len);
    match view {
        View::Safe => return Vec::new(),
        // A check is no news unless some replies do not parry.
        View::Check(parries, all) if parries == all => return Vec::new(),
        _ => {}
    }
    let mut lines = vec![Comment::View(view).text(language)];
    if let Some(mate) = &body.line {
        let told = after_pass(p, setup, mate, language);
        lines.push(Comment::Threat(&told, mate.len()).text(language));
    }
    if !parries.is_empty() {
        let words: Vec<String> = parries
            .iter()
            .take(NAMED)
            .map(|word| spoken(p, word, language))
            .collect();
        let words = words.join(match language {
            Language::English => " ",
            Language::Japanese => "",
        });
        let more = parries.len().saturating_sub(NAMED);
        lines.push(Comment::Parries(&words, more, open).text(language));
    }
    lines
}

/// The comment on the move that was played.
fn verdict_on_move<G: Geometry>(p: &Position<G>, reply: &ThreatReply, language: Language) -> Option<String> {
    let body = &reply.answer.body;
    let found = body.played_move()?;
    let threatened = matches!(reply.answer.verdict, Verdict::Threat);
    match found.result {
        MoveResult::Parry if threatened && found.counter == Some(true) => {
            Some(Comment::Counter.text(language))
        }
        _ => played(p, body, language),
    }
}
