//! How long the acts of several programs took, by the share of acts that took no longer, as a picture.

use std::fmt::Write;

use crate::{flame::escaped, load::TAIL, report::Measured, tables::micros};

/// The picture, and the part of it with the curves, in pixels.
const SIZE: (f64, f64) = (760.0, 420.0);
const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 520.0;
const BOTTOM: f64 = 380.0;
/// One for each curve, in turn; all can be told apart from each other on white.
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f",
];

/// The curves of these cases; none if none has more than one figure.
pub fn svg(title: &str, cases: &[&Measured]) -> Option<String> {
    let cases: Vec<_> = cases
        .iter()
        .filter(|c| c.tail_us.len() == TAIL.len())
        .collect();
    let values = || {
        cases
            .iter()
            .flat_map(|c| &c.tail_us)
            .filter(|us| **us > 0.0)
    };
    let least = values().copied().reduce(f64::min)?.log10().floor();
    let most = values()
        .copied()
        .reduce(f64::max)?
        .log10()
        .ceil()
        .max(least + 1.0);
    let x = |at: usize| LEFT + (RIGHT - LEFT) * at as f64 / (TAIL.len() - 1) as f64;
    let y = |us: f64| BOTTOM - (BOTTOM - TOP) * (us.max(1e-3).log10() - least) / (most - least);
    let (width, height) = SIZE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{}</text>\n",
        escaped(title)
    );
    for power in least as i32..=most as i32 {
        let us = 10f64.powi(power);
        let (at, label) = (y(us), amount(us));
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (at, share) in TAIL.iter().enumerate() {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">p{}</text>",
            x(at),
            BOTTOM + 18.0,
            (share * 1000.0).round() / 10.0
        );
    }
    for (number, case) in cases.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let points = case.tail_us.iter().enumerate();
        let points: Vec<String> = points
            .map(|(at, us)| format!("{:.1},{:.1}", x(at), y(*us)))
            .collect();
        let below = TOP + 12.0 + 18.0 * number as f64;
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <path d=\"M{} {:.1}h18\" stroke=\"{color}\" stroke-width=\"3\"/><text x=\"{}\" y=\"{below:.1}\">{}</text>",
            points.join(" "),
            RIGHT + 14.0,
            below - 4.0,
            RIGHT + 38.0,
            escaped(case.name)
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

/// A time in a unit that keeps it short.
fn amount(us: f64) -> String {
    match us {
        ..1_000.0 => format!("{} µs", micros(us).trim_end_matches(".0")),
        ..1_000_000.0 => format!("{:.0} ms", us / 1e3),
        _ => format!("{:.0} s", us / 1e6),
    }
}
