//! Keeps what was measured: the measured part of `RESULTS.md` with what was measured before beside it, and the curves.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use crate::{
    error::BenchError,
    plan, plot,
    report::{Measured, Report},
    tables::{micros, rows, whole},
};

/// What stands around the measured part.
const BEGIN: &str = "<!-- measured: written by `cargo xtask bench --record` -->";
const END: &str = "<!-- end of what is measured -->";
/// The groups whose curves are kept, and how many at once.
const CURVES: [(&str, usize, &str); 4] = [
    ("echo", 1, "Echo round trips, one at a time"),
    ("echo", 64, "Echo round trips, 64 at once"),
    (
        plan::NEIGHBOUR,
        1,
        "Echo round trips while another server floods",
    ),
    ("commit", 1, "Durable commits"),
];

/// The figures of one case.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Kept {
    p50_us: f64,
    p99_us: f64,
    rate: f64,
    cpu_us: f64,
}

/// What is kept for the next time, by group, name and how many at once; and by the name of an aim.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Memory {
    cases: BTreeMap<String, Kept>,
    aims: BTreeMap<String, String>,
}

fn key(measured: &Measured) -> String {
    format!("{}/{}/{}", measured.group, measured.name, measured.at_once)
}

/// Keeps a report in the folder of `RESULTS.md`. What was not measured this time stays as it is.
pub fn keep(report: &Report, home: &Path) -> Result<(), BenchError> {
    let plots = home.join("plots");
    fs::create_dir_all(&plots)?;
    for (group, at_once, title) in CURVES {
        let cases = report.measured.iter();
        let cases: Vec<&Measured> = cases
            .filter(|m| m.group == group && m.at_once == at_once)
            .collect();
        if let Some(svg) = plot::svg(title, &cases) {
            fs::write(plots.join(format!("{group}-{at_once}.svg")), svg)?;
        }
    }
    let memory = home.join("measured.json");
    let before = match fs::read_to_string(&memory) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Memory::default(),
        Err(error) => return Err(error.into()),
    };
    let results = home.join("RESULTS.md");
    let text = fs::read_to_string(&results)?;
    let text = replaced(&text, &section(report, &before))
        .ok_or_else(|| BenchError::Unexpected(format!("RESULTS.md lacks `{BEGIN}` and `{END}`")))?;
    fs::write(&results, text)?;
    let mut now = before;
    for measured in &report.measured {
        let kept = Kept {
            p50_us: measured.p50_us,
            p99_us: measured.p99_us,
            rate: measured.rate,
            cpu_us: measured.cpu_us,
        };
        now.cases.insert(key(measured), kept);
    }
    let aims = report.aims.iter();
    now.aims
        .extend(aims.map(|aim| (aim.what.to_owned(), aim.measured.clone())));
    Ok(fs::write(
        &memory,
        serde_json::to_string_pretty(&now)? + "\n",
    )?)
}

/// A document with another text between the marks.
fn replaced(document: &str, section: &str) -> Option<String> {
    let (head, rest) = document.split_once(BEGIN)?;
    let (_, tail) = rest.split_once(END)?;
    Some(format!("{head}{BEGIN}\n\n{section}\n{END}{tail}"))
}

fn section(report: &Report, before: &Memory) -> String {
    let mut out = format!("{}\n", report.line());
    let beside = |now: String, before: Option<String>| [now, before.unwrap_or_else(|| "–".into())];
    for (group, about) in plan::GROUPS {
        let of = report.measured.iter().filter(|m| m.group == *group);
        let of: Vec<Vec<String>> = of
            .map(|m| {
                let old = before.cases.get(&key(m));
                let pair = |now: f64, old: Option<f64>, show: fn(f64) -> String| {
                    beside(show(now), old.map(show))
                };
                let mut row = vec![m.name.to_owned(), m.at_once.to_string()];
                row.extend(pair(m.p50_us, old.map(|o| o.p50_us), micros));
                row.extend(pair(m.p99_us, old.map(|o| o.p99_us), micros));
                row.extend(pair(m.rate, old.map(|o| o.rate), whole));
                row.extend(pair(m.cpu_us, old.map(|o| o.cpu_us), micros));
                row
            })
            .collect();
        if !of.is_empty() {
            let head = [
                "What", "At once", "p50 µs", "before", "p99 µs", "before", "A second", "before",
                "CPU µs", "before",
            ];
            out.push_str(&format!("\n{about}:\n\n{}", rows(&head, &of)));
        }
    }
    for (group, at_once, title) in CURVES {
        let is_of = |m: &Measured| m.group == group && m.at_once == at_once;
        if report.measured.iter().any(is_of) {
            out.push_str(&format!("\n![{title}](plots/{group}-{at_once}.svg)\n"));
        }
    }
    let aims: Vec<Vec<String>> = report
        .aims
        .iter()
        .map(|aim| {
            let [what, wanted, measured, met] = aim.row();
            let [measured, old] = beside(measured, before.aims.get(aim.what).cloned());
            vec![what, wanted, measured, old, met]
        })
        .collect();
    if !aims.is_empty() {
        let head = ["Target", "Wanted", "Measured", "before", ""];
        out.push_str(&format!("\n{}", rows(&head, &aims)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_is_replaced() {
        let document = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let new = replaced(&document, "new").unwrap_or_default();
        assert_eq!(new, format!("a\n{BEGIN}\n\nnew\n{END}\nb\n"));
        assert_eq!(replaced(&new, "new"), Some(new));
        assert_eq!(replaced("a", "new"), None);
    }
}
