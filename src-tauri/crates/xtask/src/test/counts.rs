//! How many tests passed, failed and were skipped, from what the test runners say.

use serde_json::Value;

/// A number of checks by their outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Held.
    pub passed: u64,
    /// Did not hold, hung, or could not run.
    pub failed: u64,
    /// Were not run.
    pub skipped: u64,
}

impl Counts {
    /// A step that is one check, and held.
    pub fn one_passed() -> Self {
        Self {
            passed: 1,
            ..Self::default()
        }
    }

    /// A step that is one check, and did not hold.
    pub fn one_failed() -> Self {
        Self {
            failed: 1,
            ..Self::default()
        }
    }

    /// A check that was left out.
    pub fn one_skipped() -> Self {
        Self {
            skipped: 1,
            ..Self::default()
        }
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

/// The counts in nextest's summary line, or nothing for another line. Skipped tests are left out: nextest counts
/// among them those that the filter left to another step.
///
/// `Summary [   1.2s] 7/9 tests run: 4 passed (1 slow, 1 leaky), 2 failed, 1 timed out, 3 skipped`
pub fn nextest(line: &str) -> Option<Counts> {
    let (_, rest) = line
        .trim_start()
        .strip_prefix("Summary [")?
        .split_once(']')?;
    let (run, parts) = rest.split_once(" run: ")?;
    let mut counts = Counts::default();
    for part in without_brackets(parts).split(',') {
        let (number, word) = part.trim().split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match word.trim() {
            "passed" => counts.passed += number,
            "skipped" => {}
            // "failed", "timed out", "exec failed", "failed due to leaks": whatever else there is, it did not pass.
            _ => counts.failed += number,
        }
    }
    // A run that was cut short: "7/9 tests".
    if let Some((done, all)) = run.trim().split(' ').next()?.split_once('/') {
        counts.failed += all.parse::<u64>().ok()?.saturating_sub(done.parse().ok()?);
    }
    Some(counts)
}

/// The counts in the last line of a test program of Rust, or nothing for another line.
///
/// `test result: ok. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s`
pub fn libtest(line: &str) -> Option<Counts> {
    let (_, parts) = line
        .trim()
        .strip_prefix("test result: ")?
        .split_once(". ")?;
    let mut counts = Counts::default();
    for part in parts.split(';') {
        let (number, word) = part.trim().split_once(' ')?;
        let Ok(number) = number.parse::<u64>() else {
            continue;
        };
        match word {
            "passed" => counts.passed += number,
            "failed" => counts.failed += number,
            "ignored" => counts.skipped += number,
            _ => {}
        }
    }
    Some(counts)
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let keep = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    let mut keep = keep;
    text.chars().filter(|c| keep(*c)).collect()
}

/// The counts in vitest's JSON report.
pub fn vitest(report: &Value) -> Option<Counts> {
    let number = |name: &str| report[name].as_u64();
    let failed = number("numFailedTests")?;
    // A file that does not load has no tests, and has failed all the same.
    let unloaded = if failed == 0 && report["success"] == Value::Bool(false) {
        1
    } else {
        0
    };
    Some(Counts {
        passed: number("numPassedTests")?,
        failed: failed + unloaded,
        skipped: number("numPendingTests")? + number("numTodoTests")?,
    })
}

/// The counts in the last line of the page checks.
pub fn pages(told: &Value) -> Option<Counts> {
    Some(Counts {
        passed: told["passed"].as_u64()?,
        failed: told["failed"].as_u64()?,
        skipped: 0,
    })
}

/// Tests that `nextest list --message-format json` says are marked `#[ignore]`, in the packages that `of` takes.
pub fn ignored(list: &Value, of: &dyn Fn(&str) -> bool) -> u64 {
    let suites = list["rust-suites"]
        .as_object()
        .into_iter()
        .flat_map(|suites| suites.values());
    let cases = suites
        .filter(|suite| suite["package-name"].as_str().is_some_and(of))
        .filter_map(|suite| suite["testcases"].as_object())
        .flat_map(|cases| cases.values());
    cases
        .map(|case| u64::from(case["ignored"] == Value::Bool(true)))
        .sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Counts {
        Counts {
            passed,
            failed,
            skipped,
        }
    }

    #[test]
    fn the_last_line_of_a_test_program() {
        let line = "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 4 filtered out; finished in 0.01s";
        let told = Counts {
            passed: 3,
            failed: 1,
            skipped: 2,
        };
        assert_eq!(libtest(line), Some(told));
        assert_eq!(libtest("test x ... ok"), None);
    }

    #[test]
    fn nextest_summaries() {
        let all = "     Summary [   0.012s] 3 tests run: 3 passed, 5 skipped";
        assert_eq!(nextest(all), Some(counts(3, 0, 0)));
        let one = "     Summary [   0.012s] 1 test run: 1 passed (1 slow, 1 leaky), 0 skipped";
        assert_eq!(nextest(one), Some(counts(1, 0, 0)));
        let bad = "Summary [ 61.0s] 9 tests run: 5 passed (1 slow), 2 failed (1 due to being leaky), 2 timed out, 1 skipped";
        assert_eq!(nextest(bad), Some(counts(5, 4, 0)));
        let cut = "Summary [ 61.0s] 7/9 tests run: 6 passed, 1 failed, 0 skipped";
        assert_eq!(nextest(cut), Some(counts(6, 3, 0)));
        assert_eq!(nextest("        PASS [   0.012s] a::b"), None);
    }

    #[test]
    fn vitest_reports() {
        let report = json!({ "success": false, "numPassedTests": 4, "numFailedTests": 0,
            "numPendingTests": 1, "numTodoTests": 2 });
        assert_eq!(vitest(&report), Some(counts(4, 1, 3)));
        assert_eq!(vitest(&json!({})), None);
    }

    #[test]
    fn page_checks_are_counted_one_by_one() {
        let told = json!({ "passed": 461, "failed": 2, "flaky": 1, "checks": [] });
        assert_eq!(pages(&told), Some(counts(461, 2, 0)));
        assert_eq!(pages(&json!({ "passed": "many" })), None);
    }

    #[test]
    fn only_ignored_tests_of_chosen_packages_are_skipped() {
        let list = json!({ "rust-suites": {
            "a": { "package-name": "a", "testcases": { "x": { "ignored": true }, "y": { "ignored": false } } },
            "e2e": { "package-name": "e2e", "testcases": { "z": { "ignored": true } } } } });
        assert_eq!(ignored(&list, &|package| package != "e2e"), 1);
    }
}
