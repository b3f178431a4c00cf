//! The rules of a game as the independent referee of `yose-verify` has them: rules and armies
//! translated as data. The referee depends on no other crate, so the translation is here.

use yose_shogi::{Promotion, Stalemate, Variant};
use yose_verify::shogi as slow;

/// The referee's rules of a variant. For the pieces of shogi the referee uses its own army, so that
/// even the data are independent; for other armies the data are translated and only the code is.
///
/// # Errors
/// The fault that the referee finds in the army.
pub fn rules(variant: &Variant) -> Result<slow::Rules, slow::Error> {
    let ours = &variant.rules;
    let standard = yose_shogi::Army::STANDARD;
    let moves_like_shogi = variant.army.iter().zip(standard.iter()).all(|((_, a), (_, b))| {
        (a.symbol, a.steps, a.slides, a.promotes, a.pawn) == (b.symbol, b.steps, b.slides, b.promotes, b.pawn)
    });
    let army = if moves_like_shogi && variant.army.len == standard.len {
        slow::Army::standard()
    } else {
        translated(variant)?
    };
    Ok(slow::Rules {
        army,
        promotion_zone: usize::from(ours.zone),
        promotion_compulsory: ours.promotion == Promotion::Compulsory,
        nifu_forbidden: ours.nifu,
        drop_pawn_mate_forbidden: ours.pawn_drop_mate,
        dead_ends_forbidden: ours.dead_ends,
        dead_end_attacks: ours.dead_end_attacks,
        stalemate_loses: ours.stalemate == Stalemate::Loses,
        try_rule: ours.try_rule,
    })
}

fn translated(variant: &Variant) -> Result<slow::Army, slow::Error> {
    let army = &variant.army;
    let kinds = army
        .iter()
        .map(|(_, spec)| {
            let name = |kind: yose_shogi::Kind| army.spec(kind).symbol.to_owned();
            // Ours: files count to the left, ranks towards the own side. Theirs: right and forward.
            let steps = (-2i8..=2)
                .flat_map(|rank| (-2i8..=2).map(move |file| (file, rank)))
                .filter(|&(file, rank)| spec.steps & yose_shogi::army::step(file, rank) != 0)
                .map(|(file, rank)| (-file, -rank))
                .collect();
            let slides = yose_shogi::army::direction::STEPS
                .iter()
                .enumerate()
                .filter(|(d, _)| spec.slides & (1 << d) != 0)
                .map(|(_, &(file, rank))| (-file, -rank))
                .collect();
            slow::Kind {
                name: spec.symbol.to_owned(),
                steps,
                slides,
                promotes_to: spec.promotes.map(name),
                captured_as: spec.in_hand.map(name),
                royal: spec.royal,
                pawn: spec.pawn,
            }
        })
        .collect();
    slow::Army::new(kinds)
}
