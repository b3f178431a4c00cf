//! Images of a setup: mirrored, with the sides exchanged, or both. They are the same problem.

use crate::problems::exchange_sides;
use yose_shogi::Setup;
use yose_shogi::notation::sfen;

/// The mirror image: the files in reverse.
pub fn mirrored(setup: &Setup) -> Setup {
    let mut image = setup.clone();
    let ranks = usize::from(setup.variant.ranks);
    let files = setup.board.chunks(ranks).rev();
    image.board = files.flatten().copied().collect();
    image
}

/// The setup and its three images. Some of them may be equal.
pub fn images(setup: &Setup) -> [Setup; 4] {
    let exchanged = exchange_sides(setup);
    [setup.clone(), mirrored(setup), mirrored(&exchanged), exchanged]
}

/// One text for a setup and its images: the least of their SFENs.
pub fn class_of_images(setup: &Setup) -> String {
    let [text, others @ ..] = images(setup).map(|image| sfen::write_setup(&image));
    others.into_iter().fold(text, Ord::min)
}
