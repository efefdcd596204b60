//! A hostile server tries to get out, in one way at a time: without any sandbox, where it must succeed, and in both kinds of
//! sandbox, where it must not. As root, each is tried as root and as a normal user.
//!
//! This program has its own `main`, because it is also the guard (which has one thread only) and the server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod attempts;
mod guard;
mod live;
mod raw;
mod scene;
mod server;
mod table;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// A user without rights, as which a test that runs as root tries everything again. Not the one that the kernel shows where
/// a user has no number.
const USER: u32 = 10_001;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    match words[..] {
        ["guard", plan] => return guard::run(plan),
        ["live", scenario, scene] => return live::run(scenario, scene),
        ["attempt", name, scene] => return attempts::run(name, scene),
        ["serve"] => return server::serve(),
        ["victim", user] => return server::be_victim(user),
        ["works", user] => return server::what_works(user),
        ["raised"] => return server::tell_rights(),
        _ => {}
    }
    // One at a time: a file that another thread copies is busy when this one starts it.
    let arguments = Arguments {
        test_threads: Some(1),
        ..Arguments::from_args()
    };
    libtest_mimic::run(&arguments, trials()).exit_code()
}

fn trials() -> Vec<Trial> {
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
