//! FEN: reading inverts writing, writing inverts reading, and no text causes a panic.

use proptest::prelude::*;
use yose_loa::{AnyPosition, Color, Move, Setup, Size, fen};

fn setups() -> impl Strategy<Value = Setup> {
    (3u8..=9, 3u8..=9).prop_flat_map(|(files, ranks)| {
        let size = Size::new(files, ranks).unwrap();
        (
            proptest::collection::vec(0u8..4, size.area() as usize),
            any::<bool>(),
        )
            .prop_map(move |(cells, white)| {
                let mut setup = Setup::empty(size);
                setup.turn = if white { Color::White } else { Color::Black };
                for (square, cell) in size.squares().zip(cells) {
                    match cell {
                        0 => setup.stones.push((size.name(square), Color::Black)),
                        1 => setup.stones.push((size.name(square), Color::White)),
                        _ => {}
                    }
                }
                setup
            })
    })
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(setup in setups()) {
        if let Ok(position) = setup.validate() {
            let text = position.to_string();
            prop_assert_eq!(text.parse::<AnyPosition>(), Ok(position));
            prop_assert_eq!(&text.parse::<AnyPosition>().unwrap().to_string(), &text);
            let typed = yose_loa::with_position!(position, |position| Setup::from(&position));
            let mut stones = setup.stones.clone();
            stones.sort_by_key(|(name, _)| (name.rank, name.file));
            prop_assert_eq!(typed, Setup { stones, ..setup });
        }
    }

    #[test]
    fn arbitrary_texts_never_panic(text in any::<String>(), name in any::<String>()) {
        let _ = fen::read(&text);
        let _ = text.parse::<AnyPosition>();
        let _ = text.parse::<Size>();
        let _ = Move::parse(&text, Size::STANDARD);
        let _ = Size::STANDARD.named(&name);
    }

    /// Texts that look like a FEN. If one is read, writing gives the same text, apart from white
    /// space.
    #[test]
    fn what_is_read_is_written_back(text in "[bwBW0-9/x]{0,40} ?[bwx]?( b)?") {
        if let Ok(position) = text.parse::<AnyPosition>() {
            prop_assert_eq!(position.to_string(), text.trim());
        }
    }

    #[test]
    fn fen_like_texts_of_three_files(text in "([bw3]|[bw12][bw12]|[bw1]{3})(/([bw3]|[bw12][bw12]|[bw1]{3})){2,3} [bw]") {
        if let Ok(position) = text.parse::<AnyPosition>() {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}

#[test]
fn space_around_words_is_allowed() {
    let position: AnyPosition = "  b2/3/2w \t w\n".parse().unwrap();
    assert_eq!(position.to_string(), "b2/3/2w w");
}

/// Long inputs are refused. Their sizes do not overflow a byte.
#[test]
fn huge_boards_are_refused() {
    for text in [
        format!("{} b", "b".repeat(1000)),
        format!("3{} w", "/3".repeat(1000)),
        "9/".repeat(300),
    ] {
        assert!(text.parse::<AnyPosition>().is_err());
    }
}
