//! Plots as SVG: counts as bars, and points over a logarithmic scale.
//!
//! Words are text elements in the font of whoever looks, because the names of axes may hold any
//! character. The same numbers give the same bytes.

use crate::clean::clean;
use crate::svg::escape;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 88.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 56.0;

/// The room of a colour in the legend, and the gap before the next one.
const SIGN: f64 = 20.0;
const GAP: f64 = 16.0;

/// The colours of the parts of a bar, the lowest part first.
const COLOURS: [&str; 4] = ["#1d5c4d", "#c58b1b", "#8a3b2a", "#8d8778"];

/// More bars than this have no count above them, and not each has its name below.
const ROOMY: usize = 14;

/// The words around a plot.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Above the plot.
    pub title: &'a str,
    /// Below the horizontal axis.
    pub x: &'a str,
    /// Beside the vertical axis.
    pub y: &'a str,
}

/// One bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The name below the bar.
    pub name: String,
    /// The counts of its parts, the lowest part first.
    pub counts: Vec<u64>,
}

/// Draws counts as bars. `parts` names what the parts of a bar are; with fewer than two of them
/// there is no legend.
pub fn bars(words: &Words<'_>, parts: &[&str], bars: &[Bar]) -> String {
    let total = |bar: &Bar| bar.counts.iter().sum::<u64>();
    let step = nice_step(bars.iter().map(total).max().unwrap_or(0));
    let most = bars.iter().map(total).max().unwrap_or(0).div_ceil(step).max(1) * step;
    let y = |count: u64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count as f64 / most as f64;
    let mut svg = frame(words);
    for level in (0..=most).step_by(step as usize) {
        level_line(&mut svg, y(level), &level.to_string());
    }
    let room = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    let every = bars.len().div_ceil(ROOMY).max(1);
    for (i, bar) in bars.iter().enumerate() {
        let left = LEFT + room * (i as f64 + 0.1);
        let middle = LEFT + room * (i as f64 + 0.5);
        let mut below = 0;
        for (part, &count) in bar.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (low, high) = (y(below), y(below + count));
            let colour = COLOURS[part % COLOURS.len()];
            let _ = writeln!(
                svg,
                "<path d=\"M{left:.2} {low:.2}V{high:.2}h{:.2}V{low:.2}z\" fill=\"{colour}\"/>",
                room * 0.8
            );
            below += count;
        }
        if bars.len() <= ROOMY && below > 0 {
            middle_text(&mut svg, middle, y(below) - 4.0, &below.to_string());
        }
        if i % every == 0 {
            middle_text(&mut svg, middle, HEIGHT - BOTTOM + 20.0, &bar.name);
        }
    }
    if parts.len() > 1 {
        legend(&mut svg, parts);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws points. The vertical axis is logarithmic and reaches at least over these powers of ten;
/// the horizontal axis begins at 0 and reaches at least to `least`.
pub fn scatter(words: &Words<'_>, points: &[(u32, f64)], powers: (i32, i32), least: u32) -> String {
    let most = points.iter().map(|point| point.0).max().unwrap_or(1).max(least) + 2;
    let levels = points
        .iter()
        .filter(|point| point.1.is_finite() && point.1 > 0.0)
        .map(|point| point.1.log10());
    let low = levels.clone().fold(f64::from(powers.0), f64::min).floor();
    let high = levels.fold(f64::from(powers.1), f64::max).ceil().max(low + 1.0);
    let x = |at: f64| LEFT + (WIDTH - LEFT - RIGHT) * at / f64::from(most);
    let y = |value: f64| {
        let level = (value.max(10f64.powf(low)).log10() - low) / (high - low);
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * level
    };
    let mut svg = frame(words);
    for power in low as i32..=high as i32 {
        level_line(&mut svg, y(10f64.powi(power)), &format!("1e{power}"));
    }
    let every = nice_step(u64::from(most) * 2) as usize / 2;
    for at in (0..=most).step_by(every.max(1)) {
        middle_text(
            &mut svg,
            x(f64::from(at)),
            HEIGHT - BOTTOM + 20.0,
            &at.to_string(),
        );
    }
    for &(at, value) in points {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"3\" fill=\"none\" stroke=\"#036\"/>",
            x(f64::from(at)),
            y(value)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The distance of about five lines on an axis up to `most`: 1, 2 or 5 times a power of ten.
fn nice_step(most: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for digit in [1, 2, 5] {
            let step = power.saturating_mul(digit);
            if most / step <= 5 || step == u64::MAX {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

fn safe(text: &str) -> String {
    escape(&clean(text))
}

/// The start of a picture, with its words.
fn frame(words: &Words<'_>) -> String {
    let [title, x, y] = [words.title, words.x, words.y].map(safe);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#222\">\n\
         <title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{0}\" y=\"20\" text-anchor=\"middle\" font-size=\"18\">{title}</text>\n\
         <text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{x}</text>\n\
         <text x=\"20\" y=\"{2}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {2})\">{y}</text>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
        (TOP + HEIGHT - BOTTOM) / 2.0,
    )
}

fn level_line(svg: &mut String, at: f64, name: &str) {
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {at:.2}H{}\" stroke=\"#ccc\"/><text x=\"{}\" y=\"{:.2}\" text-anchor=\"end\">{name}</text>",
        WIDTH - RIGHT,
        LEFT - 6.0,
        at + 5.0
    );
}

fn middle_text(svg: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"middle\">{}</text>",
        safe(text)
    );
}

/// The names of the parts beside their colours. Each has the room that its name needs; names that
/// are too long together are pressed.
fn legend(svg: &mut String, parts: &[&str]) {
    let words: f64 = parts.iter().map(|part| width(part)).sum();
    let signs = parts.len() as f64 * (SIGN + GAP);
    let pressed = ((WIDTH - LEFT - RIGHT - signs) / words).min(1.0);
    let mut left = LEFT;
    for (i, part) in parts.iter().enumerate() {
        let room = width(part) * pressed;
        let length = match pressed < 1.0 {
            true => format!(" textLength=\"{room:.2}\" lengthAdjust=\"spacingAndGlyphs\""),
            false => String::new(),
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.2}\" y=\"30\" width=\"14\" height=\"14\" fill=\"{}\"/><text x=\"{:.2}\" y=\"43\"{length}>{}</text>",
            COLOURS[i % COLOURS.len()],
            left + SIGN,
            safe(part)
        );
        left += SIGN + room + GAP;
    }
}

/// The room of a text in the font of whoever looks, with some to spare.
fn width(text: &str) -> f64 {
    let room = |c: char| match c {
        ' ' | '.' | ',' | ':' | 'i' | 'j' | 'l' | 't' | 'f' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' => 1.0,
        c if c.is_ascii_uppercase() => 0.75,
        c if c.is_ascii() => 0.65,
        _ => 1.0,
    };
    16.0 * text.chars().map(room).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words<'static> = Words {
        title: "a < b & c",
        x: "手数",
        y: "mates",
    };

    fn bar(name: &str, counts: &[u64]) -> Bar {
        Bar {
            name: name.to_owned(),
            counts: counts.to_vec(),
        }
    }

    /// The heights of the filled parts, in the order of drawing.
    fn heights(svg: &str) -> Vec<f64> {
        let document = roxmltree::Document::parse(svg).unwrap();
        let paths = document.descendants().filter(|node| node.has_tag_name("path"));
        let filled = paths.filter(|path| path.has_attribute("fill"));
        filled
            .map(|path| {
                let path = path.attribute("d").unwrap();
                let (start, rest) = path.split_once('V').unwrap();
                let low: f64 = start.split(' ').nth(1).unwrap().parse().unwrap();
                let high: f64 = rest.split('h').next().unwrap().parse().unwrap();
                low - high
            })
            .collect()
    }

    #[test]
    fn a_bar_is_as_high_as_its_count() {
        let svg = bars(&WORDS, &["A", "B"], &[bar("1", &[10, 30]), bar("3", &[20, 0])]);
        let heights = heights(&svg);
        assert_eq!(heights.len(), 3, "a part without a count is not drawn");
        assert!((heights[1] / heights[0] - 3.0).abs() < 0.01, "{heights:?}");
        assert!((heights[2] / heights[0] - 2.0).abs() < 0.01, "{heights:?}");
        assert!(
            svg.contains(">40<") && svg.contains(">20<"),
            "counts stand above the bars"
        );
        assert!(svg.contains("a &lt; b &amp; c"));
    }

    /// Every name of the legend ends before the next colour, and the last one inside the picture.
    #[test]
    fn names_of_the_legend_do_not_overlap() {
        for parts in [
            ["A: complete", "B: minor cooks", "C: cooked", "not graded"],
            ["A：完全作", "B：軽微な余詰", "C：余詰", "評価なし"],
            [
                "a very long name",
                "another very long name",
                "one more",
                "and the longest of all names",
            ],
        ] {
            let svg = bars(&WORDS, &parts, &[bar("1", &[1, 1, 1, 1])]);
            let document = roxmltree::Document::parse(&svg).unwrap();
            let number = |node: roxmltree::Node<'_, '_>, name| -> Option<f64> {
                node.attribute(name).and_then(|value| value.parse().ok())
            };
            let texts = document.descendants().filter(|node| node.has_tag_name("text"));
            let ends: Vec<(f64, f64)> = texts
                .filter(|text| text.attribute("y") == Some("43"))
                .map(|text| {
                    let from = number(text, "x").unwrap();
                    let long = width(text.text().unwrap());
                    (from, from + number(text, "textLength").unwrap_or(long))
                })
                .collect();
            assert_eq!(ends.len(), parts.len());
            for pair in ends.windows(2) {
                assert!(pair[0].1 + SIGN <= pair[1].0, "{ends:?}");
            }
            assert!(ends.last().unwrap().1 <= WIDTH - RIGHT, "{ends:?}");
        }
    }

    #[test]
    fn points_on_one_power_of_ten_are_level() {
        let svg = scatter(
            &WORDS,
            &[(3, 100.0), (9, 100.0), (9, 1000.0), (5, 0.0)],
            (0, 1),
            1,
        );
        let document = roxmltree::Document::parse(&svg).unwrap();
        let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
        let places: Vec<(f64, f64)> = circles
            .map(|circle| {
                let at = |name| circle.attribute(name).unwrap().parse().unwrap();
                (at("cx"), at("cy"))
            })
            .collect();
        assert_eq!(places[0].1, places[1].1);
        assert_eq!(places[1].0, places[2].0);
        assert!(places[2].1 < places[1].1, "more is higher");
        assert!(
            places.iter().all(|place| place.1 <= HEIGHT - BOTTOM),
            "{places:?}"
        );
    }

    #[test]
    fn nothing_is_a_plot_too() {
        for svg in [bars(&WORDS, &[], &[]), scatter(&WORDS, &[], (0, 3), 1)] {
            assert!(roxmltree::Document::parse(&svg).is_ok(), "{svg}");
        }
        let large = [bar("x", &[u64::MAX / 8])];
        assert!(roxmltree::Document::parse(&bars(&WORDS, &[], &large)).is_ok());
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [0, 5, 6, 10, 12, 37, 4000].map(nice_step),
            [1, 1, 2, 2, 5, 10, 1000]
        );
    }
}
