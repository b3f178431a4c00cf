//! A scatter plot as SVG. The x axis shows steps, the logarithmic y axis shows seconds.

use std::fmt::Write;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 50.0;

/// Draws points of (steps, seconds).
pub(super) fn scatter(title: &str, points: &[(u16, f64)]) -> String {
    let most = points.iter().map(|p| p.0).max().unwrap_or(1).max(27) + 2;
    // The y axis runs from a tenth of a millisecond to a thousand seconds.
    let (low, high) = (-4.0, 3.0);
    let x = |steps: f64| LEFT + (WIDTH - LEFT - 20.0) * steps / f64::from(most);
    let y = |seconds: f64| {
        let level = (seconds.max(1e-4).log10() - low) / (high - low);
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 30.0) * level
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"18\" text-anchor=\"middle\" font-size=\"13\">{title}</text>\n",
        WIDTH / 2.0
    );
    for power in low as i32..=high as i32 {
        let at = y(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            WIDTH - 20.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for steps in (5..most).step_by(2) {
        let at = x(f64::from(steps));
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{steps}</text>",
            HEIGHT - BOTTOM + 16.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">steps</text>\
         <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">seconds</text>",
        WIDTH / 2.0,
        HEIGHT - 12.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
    for &(steps, seconds) in points {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"none\" stroke=\"#036\"/>",
            x(f64::from(steps)),
            y(seconds)
        );
    }
    svg.push_str("</svg>\n");
    svg
}
