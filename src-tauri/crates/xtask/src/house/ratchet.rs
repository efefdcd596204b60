//! Figures that may only shrink. The file beside the crate holds those of today: a larger figure fails, and so does a smaller
//! one until it is lowered in the file, by `cargo xtask house --accept`. A figure that is not in the file is 0.

use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::{failure::Failure, place};

/// Figures by name.
pub type Figures = BTreeMap<String, usize>;

/// The checked-in file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The figures of today.
    pub figures: Figures,
    /// Why a figure was raised by hand, by its name.
    pub raised: BTreeMap<String, String>,
}

/// Where the file is.
pub fn file() -> PathBuf {
    place::root().join("src-tauri/crates/xtask/house.json")
}

impl Baseline {
    /// Reads the file.
    pub fn read() -> Result<Self, Failure> {
        Ok(serde_json::from_slice(&std::fs::read(file())?)?)
    }

    /// Writes the file.
    pub fn write(&self) -> Result<(), Failure> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(std::fs::write(file(), text)?)
    }

    /// The figures that are not those of the file, in words; `hint` may say what to do about one that grew.
    pub fn differences(
        &self,
        now: &Figures,
        hint: fn(&str) -> Option<&'static str>,
    ) -> Vec<String> {
        let names = self
            .figures
            .keys()
            .chain(now.keys().filter(|name| !self.figures.contains_key(*name)));
        let figure = |of: &Figures, name: &String| of.get(name).copied().unwrap_or(0);
        let line = |name: &String| {
            let (before, now) = (figure(&self.figures, name), figure(now, name));
            match now.cmp(&before) {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => {
                    let more = hint(name).map_or_else(String::new, |hint| format!("; {hint}"));
                    Some(format!(
                        "{name}: {now}, and at most {before} are accepted{more}"
                    ))
                }
                std::cmp::Ordering::Less => Some(format!(
                    "{name}: {now}, fewer than the {before} accepted; lower it: cargo xtask house --accept"
                )),
            }
        };
        names.filter_map(line).collect()
    }

    /// Lowers every figure that is smaller now; none is raised. A reason whose figure is gone goes, too.
    pub fn lower(&mut self, now: &Figures) {
        for (name, figure) in &mut self.figures {
            *figure = (*figure).min(now.get(name).copied().unwrap_or(0));
        }
        self.figures.retain(|_, figure| *figure > 0);
        self.raised
            .retain(|name, _| self.figures.contains_key(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(of: &[(&str, usize)]) -> Figures {
        of.iter()
            .map(|(name, figure)| ((*name).to_owned(), *figure))
            .collect()
    }

    #[test]
    fn a_figure_may_neither_grow_nor_shrink_unnoticed() {
        let baseline = Baseline {
            figures: figures(&[("a", 3), ("b", 2), ("gone", 1)]),
            ..Baseline::default()
        };
        let wrong = baseline.differences(&figures(&[("a", 3), ("b", 1), ("c", 1)]), |_| None);
        assert_eq!(wrong.len(), 3, "{wrong:#?}");
        assert!(wrong[0].starts_with("b: 1, fewer than the 2"), "{wrong:#?}");
        assert!(wrong[2].starts_with("c: 1, and at most 0"), "{wrong:#?}");
    }

    #[test]
    fn accepting_only_lowers() {
        let mut baseline = Baseline {
            figures: figures(&[("a", 3), ("b", 2), ("gone", 1)]),
            raised: [("gone".to_owned(), "why".to_owned())].into(),
        };
        baseline.lower(&figures(&[("a", 4), ("b", 1), ("c", 1)]));
        assert_eq!(baseline.figures, figures(&[("a", 3), ("b", 1)]));
        assert!(baseline.raised.is_empty());
    }
}
