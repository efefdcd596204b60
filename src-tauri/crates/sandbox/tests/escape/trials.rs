//! The list of tests: every user under which each is run.

use libtest_mimic::Trial;

use crate::{live, table};

/// A user without rights, as which a test that runs as root tries everything again. Not the one that the kernel shows where
/// a user has no number.
const USER: u32 = 10_001;

pub fn trials() -> Vec<Trial> {
    let root = rustix::process::geteuid().is_root();
    let users: &[(&str, u32)] = if root {
        &[("root", 0), ("user", USER)]
    } else {
        &[]
    };
    let mut trials = Vec::new();
    for (name, user) in users.iter().copied() {
        trials.push(Trial::test(
            format!("attempts_succeed_only_unconfined_as_{name}"),
            move || table::check(user),
        ));
        for scenario in live::SCENARIOS {
            trials.push(Trial::test(
                format!("{}_as_{name}", scenario.name),
                move || live::check(scenario, user),
            ));
        }
    }
    if !root {
        let user = rustix::process::geteuid().as_raw();
        trials.push(Trial::test("attempts_succeed_only_unconfined", move || {
            table::check(user)
        }));
        for scenario in live::SCENARIOS {
            trials.push(Trial::test(scenario.name, move || {
                live::check(scenario, user)
            }));
        }
    }
    trials
}
