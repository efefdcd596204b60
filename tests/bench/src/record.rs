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

/// A figure, and what it was before.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Beside<T> {
    now: T,
    before: Option<T>,
}

/// An aim as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptAim {
    wanted: String,
    measured: String,
    met: String,
}

/// Everything that was measured last: by group, name and how many at once; and by the name of an aim.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Memory {
    /// Where and when the last of it was measured.
    line: String,
    cases: BTreeMap<String, Beside<Kept>>,
    aims: BTreeMap<String, Beside<KeptAim>>,
}

impl Memory {
    /// Takes in a report. What was not measured this time stays as it is.
    fn take(&mut self, report: &Report) {
        self.line = report.line();
        for measured in &report.measured {
            let now = Kept {
                p50_us: measured.p50_us,
                p99_us: measured.p99_us,
                rate: measured.rate,
                cpu_us: measured.cpu_us,
            };
            put(&mut self.cases, key(measured), now);
        }
        for aim in &report.aims {
            let [what, wanted, measured, met] = aim.row();
            let now = KeptAim {
                wanted,
                measured,
                met,
            };
            put(&mut self.aims, what, now);
        }
    }
}

fn put<T>(all: &mut BTreeMap<String, Beside<T>>, key: String, now: T) {
    let before = all.remove(&key).map(|old| old.now);
    all.insert(key, Beside { now, before });
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
    let mut kept: Memory = match fs::read_to_string(&memory) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Memory::default(),
        Err(error) => return Err(error.into()),
    };
    kept.take(report);
    let results = home.join("RESULTS.md");
    let text = fs::read_to_string(&results)?;
    let text = replaced(&text, &section(&kept, home))
        .ok_or_else(|| BenchError::Unexpected(format!("RESULTS.md lacks `{BEGIN}` and `{END}`")))?;
    fs::write(&results, text)?;
    Ok(fs::write(
        &memory,
        serde_json::to_string_pretty(&kept)? + "\n",
    )?)
}

/// A document with another text between the marks.
fn replaced(document: &str, section: &str) -> Option<String> {
    let (head, rest) = document.split_once(BEGIN)?;
    let (_, tail) = rest.split_once(END)?;
    Some(format!("{head}{BEGIN}\n\n{section}\n{END}{tail}"))
}

fn section(kept: &Memory, home: &Path) -> String {
    let mut out = format!("{}\n", kept.line);
    let beside = |now: String, before: Option<String>| [now, before.unwrap_or_else(|| "–".into())];
    for (group, about) in plan::GROUPS {
        let of = kept.cases.iter().filter_map(|(key, case)| {
            let (of, rest) = key.split_once('/')?;
            let (name, at_once) = rest.rsplit_once('/')?;
            (of == *group).then_some((name, at_once, case))
        });
        let of: Vec<Vec<String>> = of
            .map(|(name, at_once, case)| {
                let pair = |of: fn(&Kept) -> f64, show: fn(f64) -> String| {
                    beside(show(of(&case.now)), case.before.as_ref().map(of).map(show))
                };
                let mut row = vec![name.to_owned(), at_once.to_owned()];
                row.extend(pair(|k| k.p50_us, micros));
                row.extend(pair(|k| k.p99_us, micros));
                row.extend(pair(|k| k.rate, whole));
                row.extend(pair(|k| k.cpu_us, micros));
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
        let file = format!("plots/{group}-{at_once}.svg");
        if home.join(&file).exists() {
            out.push_str(&format!("\n![{title}]({file})\n"));
        }
    }
    let aims = kept.aims.iter().map(|(what, aim)| {
        let old = aim.before.as_ref().map(|old| old.measured.clone());
        let [measured, old] = beside(aim.now.measured.clone(), old);
        let (wanted, met) = (aim.now.wanted.clone(), aim.now.met.clone());
        vec![what.clone(), wanted, measured, old, met]
    });
    let aims: Vec<Vec<String>> = aims.collect();
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

    #[test]
    fn figure_stands_beside_the_one_before() {
        let mut kept = Memory::default();
        for p50_us in [1.0, 2.0] {
            let case = Kept {
                p50_us,
                p99_us: 9.0,
                rate: 7.0,
                cpu_us: 5.0,
            };
            put(&mut kept.cases, "commit/a row/1".into(), case);
        }
        let text = section(&kept, Path::new("/nowhere"));
        assert!(
            text.contains("| a row |       1 |    2.0 |    1.0 |"),
            "{text}"
        );
    }
}
