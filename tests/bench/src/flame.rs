//! Stacks as a picture: each function as wide as its share, above what called it.

use std::{collections::BTreeMap, fmt::Write};

/// The picture's width, and the height of a row, in pixels.
const WIDTH: f64 = 1_600.0;
const ROW: f64 = 17.0;
/// What is narrower is left out, in pixels.
const LEAST: f64 = 0.8;
/// The width of a character of its texts, in pixels.
const CHARACTER: f64 = 6.6;

/// How often a function was on the stack, and what it called.
#[derive(Debug, Default)]
pub struct Flame {
    count: u64,
    calls: BTreeMap<String, Flame>,
}

impl Flame {
    /// Adds a stack that was seen so often, its outermost function first.
    pub fn add(&mut self, stack: &[String], count: u64) {
        let mut flame = self;
        flame.count += count;
        for name in stack {
            flame = flame.calls.entry(name.clone()).or_default();
            flame.count += count;
        }
    }

    /// Rows that are wide enough to be seen.
    fn rows(&self, pixels: f64) -> usize {
        let wide = |flame: &&Self| flame.count as f64 * pixels >= LEAST;
        let above = self.calls.values().filter(wide);
        1 + above.map(|flame| flame.rows(pixels)).max().unwrap_or(0)
    }
}

/// The picture of a flame graph.
pub fn svg(title: &str, flame: &Flame) -> String {
    let all = flame.count.max(1) as f64;
    let height = (flame.rows(WIDTH / all) as f64 + 1.0) * ROW;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"monospace\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let title = format!("{title}: {} samples", flame.count);
    draw(&mut out, &title, flame, (0.0, height - ROW), all);
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, name: &str, flame: &Flame, (x, y): (f64, f64), all: f64) {
    let width = flame.count as f64 / all * WIDTH;
    if width < LEAST {
        return;
    }
    let share = flame.count as f64 / all * 100.0;
    let (name, fill) = (escaped(name), color(name));
    let _ = write!(
        out,
        "<g><title>{name}: {share:.2} %</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
        ROW - 1.0
    );
    let room = (width / CHARACTER) as usize;
    if room > 3 {
        let short: String = shown(&name).chars().take(room).collect();
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{short}</text>",
            x + 2.0,
            y + 12.0
        );
    }
    out.push_str("</g>\n");
    let mut left = x;
    for (name, flame) in &flame.calls {
        draw(out, name, flame, (left, y - ROW), all);
        left += flame.count as f64 / all * WIDTH;
    }
}

/// A name without the modules before its last two parts, and without what would end in the middle of an entity.
fn shown(name: &str) -> String {
    let plain = name.replace("&lt;", "<").replace("&gt;", ">");
    let plain = plain.replace("&quot;", "\"").replace("&amp;", "&");
    let depth = plain.find('<').unwrap_or(plain.len());
    let head = plain.get(..depth).unwrap_or_default();
    let from = head.rmatch_indices("::").nth(1).map_or(0, |(at, _)| at + 2);
    let short = plain.get(from..).unwrap_or_default();
    short.replace(['<', '&'], "‹").replace('>', "›")
}

/// A warm color that is the same for the same name.
fn color(name: &str) -> String {
    let hash = name.bytes().fold(2_166_136_261_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(16_777_619)
    });
    format!("hsl({},80%,{}%)", hash % 50, 60 + hash / 64 % 20)
}

/// A text as it is written in XML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_is_as_wide_as_its_share() {
        let mut flame = Flame::default();
        let stack = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>();
        flame.add(&stack(&["main", "a<b>"]), 3);
        flame.add(&stack(&["main", "c"]), 1);
        let picture = svg("t", &flame);
        assert!(picture.contains(
            "<title>a&lt;b&gt;: 75.00 %</title><rect x=\"0.0\" y=\"17.0\" width=\"1200.0\""
        ));
        assert!(picture.contains("<title>c: 25.00 %</title><rect x=\"1200.0\""));
    }
}
