//! What became of each step, the table at the end, and the last line.

use super::{counts::Counts, time::Took};

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All its checks hold.
    Passed(Counts),
    /// Some do not, or it could not run; with a reason.
    Failed(Counts, String),
    /// It was not run; with a reason. Counts as one skipped check.
    Skipped(String),
}

impl Outcome {
    /// A step for which no time was left.
    pub fn out_of_time() -> Self {
        Self::Failed(Counts::one_failed(), "no time was left".to_owned())
    }

    fn counts(&self) -> Counts {
        match self {
            Self::Passed(counts) => *counts,
            // A step that failed without a failed test has itself failed.
            Self::Failed(counts, _) => Counts {
                failed: counts.failed.max(1),
                ..*counts
            },
            Self::Skipped(_) => Counts {
                skipped: 1,
                ..Counts::default()
            },
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Passed(_) => "ok",
            Self::Failed(..) => "FAILED",
            Self::Skipped(_) => "skipped",
        }
    }

    fn reason(&self) -> &str {
        match self {
            Self::Passed(_) => "",
            Self::Failed(_, reason) | Self::Skipped(reason) => reason,
        }
    }
}

/// The steps so far.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(&'static str, Took, Outcome)>,
}

impl Report {
    /// Adds a step.
    pub fn add(&mut self, name: &'static str, took: Took, outcome: Outcome) {
        if outcome.word() != "ok" {
            println!("── {name} {}: {}", outcome.word(), outcome.reason());
        }
        self.rows.push((name, took, outcome));
    }

    /// The same, in the order of `names`.
    pub fn in_order(mut self, names: &[&str]) -> Self {
        let place = |row: &str| names.iter().position(|name| *name == row);
        self.rows.sort_by_key(|(row, ..)| place(row));
        self
    }

    /// The first of `needs` that was run and did not pass.
    pub fn unmet<'a>(&self, needs: &[&'a str]) -> Option<&'a str> {
        let bad = |name: &str| {
            self.rows
                .iter()
                .any(|(row, _, outcome)| *row == name && !matches!(outcome, Outcome::Passed(_)))
        };
        needs.iter().copied().find(|need| bad(need))
    }

    /// Whether no step failed.
    pub fn passed(&self) -> bool {
        self.total().failed == 0
    }

    fn total(&self) -> Counts {
        self.rows
            .iter()
            .fold(Counts::default(), |sum, (_, _, outcome)| {
                sum.plus(outcome.counts())
            })
    }

    /// What failed, whole, as the end of a long log is what people see; then the table, and the line that says it all, alone and last.
    pub fn print(&self) {
        for (name, _, outcome) in &self.rows {
            if let Outcome::Failed(_, reason) = outcome {
                println!("\n── {name} FAILED: {reason}");
            }
        }
        println!(
            "\n{:19} {:>7} {:>5} {:>7} {:>7} {:>8}",
            "step", "seconds", "busy", "passed", "failed", "skipped"
        );
        for (name, took, outcome) in &self.rows {
            let Counts {
                passed,
                failed,
                skipped,
            } = outcome.counts();
            let (word, reason) = (
                outcome.word(),
                outcome.reason().lines().next().unwrap_or_default(),
            );
            let seconds = took.time.as_secs_f64();
            let busy = took
                .busy
                .map_or_else(String::new, |share| format!("{share} %"));
            println!(
                "{name:19} {seconds:7.1} {busy:>5} {passed:7} {failed:7} {skipped:8}  {word} {reason}"
            );
        }
        println!("\n{}", self.last_line());
    }

    /// The counts of all steps, in the form that other programs read.
    pub fn last_line(&self) -> String {
        let Counts {
            passed,
            failed,
            skipped,
        } = self.total();
        format!("{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_in_the_last_line() {
        let mut report = Report::default();
        let tests = Counts {
            passed: 7,
            failed: 0,
            skipped: 2,
        };
        report.add("a", Took::default(), Outcome::Passed(Counts::one_passed()));
        report.add("b", Took::default(), Outcome::Passed(tests));
        assert!(report.passed());
        report.add(
            "c",
            Took::default(),
            Outcome::Failed(tests, "did not compile".to_owned()),
        );
        report.add("d", Took::default(), Outcome::Skipped("needs c".to_owned()));
        assert_eq!(report.last_line(), "15 passed, 1 failed, 5 skipped");
        assert!(!report.passed());
        assert_eq!(report.unmet(&["a", "d", "c"]), Some("d"));
    }
}
