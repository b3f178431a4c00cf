//! Exact text, character by character.

use crate::boards::{hand, loa, shogi, start};
use yose_draw::{Coordinates, Diagram, Labels, Piece, Side, TextOptions, ascii, kanji};

fn plain(diagram: &Diagram) -> String {
    kanji(diagram, &TextOptions::default())
}

/// Expected texts start on a separate line, so that the first line keeps its blanks.
fn block(text: String) -> String {
    format!("\n{text}")
}

#[test]
fn the_initial_position_is_the_board_of_a_kif_file() {
    let expected = "
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
先手番
";
    assert_eq!(block(plain(&start())), expected);
}

#[test]
fn the_initial_position_in_ascii() {
    let expected = "
White in hand: -
   9  8  7  6  5  4  3  2  1
+----------------------------+
|  l  n  s  g  k  g  s  n  l | a
|  .  r  .  .  .  .  .  b  . | b
|  p  p  p  p  p  p  p  p  p | c
|  .  .  .  .  .  .  .  .  . | d
|  .  .  .  .  .  .  .  .  . | e
|  .  .  .  .  .  .  .  .  . | f
|  P  P  P  P  P  P  P  P  P | g
|  .  B  .  .  .  .  .  R  . | h
|  L  N  S  G  K  G  S  N  L | i
+----------------------------+
Black in hand: -
Black to move
";
    assert_eq!(block(ascii(&start())), expected);
}

fn problem() -> Diagram {
    shogi(5, "2+p1k/4+r/2+B2/+L+N+S2")
        .with_hands(
            hand(&[("G", 1), ("S", 2)]),
            hand(&[("R", 1), ("N", 0), ("P", 18)]),
        )
        .with_to_move(Side::White)
        .with_title("第一番")
        .with_caption("5手詰")
        .with_caption("mate in 5")
}

#[test]
fn hands_titles_and_captions() {
    let expected = "
第一番
後手の持駒：飛　歩十八
  ５ ４ ３ ２ １
+---------------+
| ・ ・vと ・v玉|一
| ・ ・ ・ ・v龍|二
| ・ ・ 馬 ・ ・|三
| 杏 圭 全 ・ ・|四
+---------------+
先手の持駒：金　銀二
後手番
5手詰
mate in 5
";
    assert_eq!(block(plain(&problem())), expected);
    let expected = "
???
White in hand: r 18p
   5  4  3  2  1
+----------------+
|  .  . +p  .  k | a
|  .  .  .  . +r | b
|  .  . +B  .  . | c
| +L +N +S  .  . | d
+----------------+
Black in hand: G 2S
White to move
5??
mate in 5
";
    assert_eq!(block(ascii(&problem())), expected);
}

/// The words around a board in the other language. The pieces stay as they are.
#[test]
fn labels_in_two_languages() {
    let english = TextOptions::default().with_labels(Labels::English);
    let japanese = TextOptions::default().with_labels(Labels::Japanese);
    let expected = "
第一番
White in hand: 飛 歩18
   5  4  3  2  1
+---------------+
| ・ ・vと ・v玉| a
| ・ ・ ・ ・v龍| b
| ・ ・ 馬 ・ ・| c
| 杏 圭 全 ・ ・| d
+---------------+
Black in hand: 金 銀2
White to move
5手詰
mate in 5
";
    assert_eq!(block(kanji(&problem(), &english)), expected);
    assert_eq!(kanji(&problem(), &japanese), plain(&problem()));
    assert!(kanji(&start(), &english).starts_with("White in hand: -\n"));
    assert_eq!(kanji(&loa(5), &english), plain(&loa(5)));
    assert!(kanji(&loa(5), &japanese).ends_with("    a b c d e\n● 黒の手番\n"));
}

#[test]
fn lines_of_action() {
    let expected = "
  +-----------+
5 | · ● ● ● · |
4 | ○ · · · ○ |
3 | ○ · · · ○ |
2 | ○ · · · ○ |
1 | · ● ● ● · |
  +-----------+
    a b c d e
● Black to move
";
    assert_eq!(block(plain(&loa(5))), expected);
    // A terminal that shows each of ● ○ · two columns wide needs a wider frame around the same
    // characters.
    let expected = "
  +----------+
3 | · ● · |
2 | ○ · ○ |
1 | · ● · |
  +----------+
    a  b  c
● Black to move
";
    let options = TextOptions::default().with_ambiguous_wide(true);
    assert_eq!(block(kanji(&loa(3), &options)), expected);
    let expected = "
  +-------+
3 | . X . |
2 | o . o |
1 | . X . |
  +-------+
    a b c
Black to move
";
    assert_eq!(block(ascii(&loa(3))), expected);
}

#[test]
fn ranks_of_two_digits_line_up() {
    let text = plain(&loa(10));
    assert!(text.starts_with("   +---------------------+\n10 | · ●"), "{text}");
    assert!(text.contains("\n 9 | ○ ·"), "{text}");
    assert!(text.contains("\n     a b c d e f g h i j\n"), "{text}");
    let wide = Diagram::new(Coordinates::Shogi, 11, 1, vec![None; 11]).unwrap();
    assert!(plain(&wide).starts_with("  11 10 ９ ８"), "{}", plain(&wide));
}

#[test]
fn labels_of_any_width_line_up() {
    let cells = vec![
        Some(Piece::new(Side::White, "成香", "+L")),
        Some(Piece::new(Side::Black, "", "W")),
        Some(Piece::new(Side::White, "", "Fo")),
        None,
    ];
    let diagram = Diagram::new(Coordinates::Shogi, 2, 2, cells).unwrap();
    let expected = "
  ２   １
+----------+
|v成香 W   |一
|vFo   ・  |二
+----------+
";
    assert_eq!(block(plain(&diagram)), expected);
    let expected = "
   2  1
+-------+
| +l  W | a
| fo  . | b
+-------+
";
    assert_eq!(block(ascii(&diagram)), expected);
}

#[test]
fn the_last_move_is_shown_in_reverse_video_when_asked() {
    let diagram = shogi(2, "1P/k1").with_highlight(&[(1, 0), (1, 1)]).unwrap();
    let options = TextOptions::default().with_ansi(true);
    let expected = "  ２ １\n+------+\n| ・\x1b[7m 歩\x1b[0m|一\n|v玉\x1b[7m ・\x1b[0m|二\n+------+\n";
    assert_eq!(kanji(&diagram, &options), expected);
    assert!(!plain(&diagram).contains('\x1b'));
}

#[test]
fn escape_sequences_from_outside_stay_outside() {
    let piece = Piece::new(Side::Black, "\x1b[", "\x1b");
    let diagram = Diagram::new(Coordinates::Shogi, 1, 1, vec![Some(piece)])
        .unwrap()
        .with_title("\x1b[2Jtitle\n\u{202e}end")
        .with_caption("\u{9b}31m");
    for text in [plain(&diagram), ascii(&diagram)] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
    assert!(plain(&diagram).starts_with(" [2Jtitle  end\n"));
}

#[test]
fn an_occupied_square_never_looks_empty() {
    for blank in ["", " ", "\n", "\u{200b}\u{200b}", "\u{3000}"] {
        let cells = vec![Some(Piece::new(Side::White, blank, blank))];
        let diagram = Diagram::new(Coordinates::Shogi, 1, 1, cells).unwrap();
        assert_eq!(plain(&diagram), "  １\n+---+\n|v? |一\n+---+\n");
        assert_eq!(ascii(&diagram), "   1\n+----+\n|  ? | a\n+----+\n");
    }
}
