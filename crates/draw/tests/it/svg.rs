//! Properties of every SVG picture, checked with an XML parser.

use std::collections::BTreeSet;

use crate::boards::{hand, loa, shogi, start};
use proptest::prelude::*;
use roxmltree::Document;
use yose_draw::{Coordinates, Diagram, HandEntry, Piece, Side, SvgOptions, TextOptions, ascii, kanji, svg};

/// Checks that a picture is well-formed, needs no font, has only known elements, resolves every
/// reference and uses every definition.
fn check(picture: &str) {
    let document = Document::parse(picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let (mut defined, mut used) = (BTreeSet::new(), BTreeSet::new());
    for node in document.descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        let known = [
            "svg", "title", "desc", "defs", "path", "use", "g", "rect", "circle",
        ];
        assert!(known.contains(&name), "<{name}>");
        if let Some(id) = node.attribute("id") {
            assert!(defined.insert(id), "{id} is defined twice");
        }
        if let Some(target) = node.attribute("href") {
            used.insert(
                target
                    .strip_prefix('#')
                    .expect("references stay inside the picture"),
            );
        }
    }
    assert_eq!(defined, used);
    assert!(!picture.contains("<text"));
}

fn draw(diagram: &Diagram) -> String {
    svg(diagram, &SvgOptions::default())
}

#[test]
fn pictures_are_sound() {
    let tsume = shogi(9, "7nl/6gk1/6+Bpp/9/9/4+p+l+n+s1/9/9/9")
        .with_hands(
            hand(&[("R", 1), ("G", 2)]),
            hand(&[("R", 1), ("P", 18), ("W", 2)]),
        )
        .with_to_move(Side::White)
        .with_title("詰将棋")
        .with_caption("23手詰");
    for diagram in [start(), tsume, shogi(3, "iej/1c1/1C1/J+CI"), loa(8), loa(3)] {
        check(&draw(&diagram));
        assert_eq!(draw(&diagram), draw(&diagram));
    }
}

#[test]
fn only_glyphs_in_use_are_included() {
    let picture = draw(&shogi(1, "P/p"));
    let document = Document::parse(&picture).unwrap();
    let ids: Vec<_> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    // 1, 一, 二, 歩: the second pawn is the first one turned by 180 degrees.
    assert_eq!(ids, ["yose-31", "yose-4e00", "yose-4e8c", "yose-6b69"]);
    assert!(
        picture.contains("<use href=\"#yose-6b69\" transform=\"translate(37 89)scale(.086)\"/>"),
        "{picture}"
    );
    assert!(
        picture.contains("<use href=\"#yose-6b69\" transform=\"translate(123 275)scale(-.086)\"/>"),
        "{picture}"
    );
}

#[test]
fn full_width_digits_share_outlines() {
    let diagram = shogi(1, "1").with_title("２2");
    assert_eq!(draw(&diagram).matches("id=\"yose-32\"").count(), 1);
}

#[test]
fn every_square_is_where_it_belongs() {
    let picture = draw(&loa(8).with_highlight(&[(1, 0)]).unwrap());
    let document = Document::parse(&picture).unwrap();
    let discs: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
        .collect();
    let white = discs
        .iter()
        .filter(|disc| disc.attribute("fill") == Some("#fff"))
        .count();
    assert_eq!((discs.len(), white), (24, 12));
    let (cx, cy) = (
        discs[0].attribute("cx").unwrap(),
        discs[0].attribute("cy").unwrap(),
    );
    let shade = document
        .descendants()
        .find(|node| node.attribute("fill") == Some("#d9b981"))
        .unwrap();
    let middle = |name| (shade.attribute(name).unwrap().parse::<i32>().unwrap() + 50).to_string();
    assert_eq!((cx, cy), (&*middle("x"), &*middle("y")));
}

#[test]
fn hostile_titles_are_escaped() {
    let title = "</title><script>alert(\"1\" & '2')</script>\0\u{1b}\u{ffff}\u{85}";
    let diagram = shogi(1, "1").with_title(title).with_caption("]]><!-- &bogus;");
    let picture = draw(&diagram);
    check(&picture);
    let document = Document::parse(&picture).unwrap();
    let read = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(
        read.unwrap().text(),
        Some("</title><script>alert(\"1\" & '2')</script>    ")
    );
}

#[test]
fn options() {
    let diagram = start();
    let bare = svg(
        &diagram,
        &SvgOptions::default()
            .with_paper(false)
            .with_turn(false)
            .with_cell(10),
    );
    check(&bare);
    assert!(!bare.contains("fill=\"#fff\""));
    assert!(!bare.contains("yose-756a"), "番 is drawn");
    assert!(draw(&diagram).contains("yose-756a"));
    let size = |picture: &str| {
        let document = Document::parse(picture).unwrap();
        document
            .root_element()
            .attribute("width")
            .unwrap()
            .parse::<i32>()
            .unwrap()
    };
    assert!(size(&bare) < size(&draw(&diagram)));
    check(&svg(&diagram, &SvgOptions::default().with_cell(0)));
    check(&svg(&diagram, &SvgOptions::default().with_cell(u16::MAX)));
}

#[test]
fn very_long_texts_are_drawn() {
    let long = "長い long ".repeat(2_000);
    let cells = vec![Some(Piece::new(Side::White, &long, &long))];
    let diagram = Diagram::new(Coordinates::Shogi, 1, 1, cells)
        .unwrap()
        .with_hands(vec![HandEntry::new(&long, "", u32::MAX)], vec![])
        .with_title("x".repeat(10_000))
        .with_caption(&long);
    check(&draw(&diagram));
}

fn piece() -> impl Strategy<Value = Option<Piece>> {
    let side = prop_oneof![Just(Side::Black), Just(Side::White)];
    // Arbitrary characters, and often characters of boards.
    let label = prop_oneof![any::<String>(), "[歩香成と金A-Z+<&\"' ]{0,3}"];
    prop_oneof![
        Just(None),
        side.clone().prop_map(|side| Some(Piece::disc(side))),
        (side, label.clone(), label).prop_map(|(side, kanji, ascii)| Some(Piece::new(side, kanji, ascii))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_a_renderer(
        (files, ranks, cells) in (1..=10u8, 1..=10u8).prop_flat_map(|(files, ranks)| {
            let cells = usize::from(files) * usize::from(ranks);
            (Just(files), Just(ranks), proptest::collection::vec(piece(), cells))
        }),
        shogi in any::<bool>(),
        hand in proptest::collection::vec((any::<String>(), any::<String>(), any::<u32>()), 0..4),
        title in any::<String>(),
        caption in any::<String>(),
        wide in any::<bool>(),
    ) {
        let coordinates = if shogi { Coordinates::Shogi } else { Coordinates::Chess };
        let hand: Vec<_> = hand.iter().map(|(kanji, ascii, count)| HandEntry::new(kanji, ascii, *count)).collect();
        let diagram = Diagram::new(coordinates, files, ranks, cells)
            .unwrap()
            .with_hands(hand.clone(), hand)
            .with_title(title)
            .with_caption(caption);
        check(&draw(&diagram));
        let text = ascii(&diagram);
        prop_assert!(text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)), "{text:?}");
        let options = TextOptions::default().with_ambiguous_wide(wide);
        let lines = kanji(&diagram, &options).lines().count();
        prop_assert_eq!(lines, text.lines().count());
    }
}
