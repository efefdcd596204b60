//! A host that is killed a hundred times, at moments of chance, has kept every word it gave.
//!
//! A child process lives a day: it talks to a model, asks a person, calls tools side by side, and says a line for each thing
//! once it has been told that it is kept. It is killed, what it left is looked at, and the next day begins on the same data.
//! A power cut is a kill after which the files are as they were when they were last synchronized.
//! `INNKEEPER_TEST_SEED` repeats the moments of a run, and `INNKEEPER_TEST_DEATHS` says how many deaths each folder has.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for one thing")]
#![cfg(target_os = "linux")]

mod day;
mod endpoint;
mod lane;
mod power;
mod proof;

use std::{path::Path, thread};

use endpoint::Endpoint;
use lane::{Death, Lane, Lot};

/// Tells the binary of this test to live a day in this folder.
const FOLDER: &str = "INNKEEPER_TEST_KILLED_FOLDER";
/// Tells this test which moments to choose.
const SEED: &str = "INNKEEPER_TEST_SEED";
/// Folders that are worked on side by side: most of a day is waiting.
const LANES: u64 = 10;
/// Deaths in each of them.
const DEATHS: usize = 10;
/// Tells this test how many deaths each folder has.
const MORE: &str = "INNKEEPER_TEST_DEATHS";
/// Folders of which the power is cut.
const CUT_LANES: u64 = 4;
/// The test that a child runs.
const CHILD: &str = "killed::killed_a_hundred_times";

#[test]
fn killed_a_hundred_times() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return day::live(Path::new(&folder));
    }
    let lot = run(LANES, Death::Kill);
    // Otherwise nothing was shown.
    assert!(lot.deaths >= 100);
    assert!(lot.kept > 200, "hardly anything was kept");
    assert!(lot.unknown > 20, "hardly any call was under way");
    assert!(lot.grants >= DEATHS, "hardly anything was granted");
    assert_eq!(lot.lost, 0);
}

#[test]
fn power_cuts_take_no_decision() {
    let lot = run(CUT_LANES, Death::PowerCut);
    assert!(lot.kept > 50, "hardly anything was kept");
    assert!(lot.unknown > 4, "hardly any call was under way");
    // A power cut that takes nothing is none.
    assert!(lot.lost > 0, "nothing was ever lost");
}

/// Shows that the test above can fail.
#[test]
#[should_panic(expected = "was sent without its row")]
fn power_cuts_take_decisions_that_are_not_synchronized() {
    let endpoint = Endpoint::start();
    let death = Death::Blind("audit.db-wal");
    Lane::new(endpoint.base(), seed(), death).run(DEATHS);
}

/// Lives and dies in so many folders at once; what was seen in all of them.
fn run(lanes: u64, death: Death) -> Lot {
    let seed = seed();
    let deaths = std::env::var(MORE).map_or(DEATHS, |given| given.parse().unwrap());
    let endpoint = Endpoint::start();
    let lots: Vec<Lot> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes)
            .map(|number| {
                let lane = Lane::new(endpoint.base(), seed.wrapping_add(number), death);
                scope.spawn(move || lane.run(deaths))
            })
            .collect();
        lanes.into_iter().map(|lane| lane.join().unwrap()).collect()
    });
    let total = |of: fn(&Lot) -> usize| lots.iter().map(of).sum::<usize>();
    let lot = Lot {
        deaths: total(|lot| lot.deaths),
        kept: total(|lot| lot.kept),
        grants: total(|lot| lot.grants),
        unknown: total(|lot| lot.unknown),
        lost: total(|lot| lot.lost),
    };
    println!("{lot:#?}");
    lot
}

/// What the moments of a run depend on.
fn seed() -> u64 {
    let seed = match std::env::var(SEED) {
        Ok(given) => given.parse().unwrap(),
        Err(_) => u64::from(std::process::id()) ^ domain::now_ms().unsigned_abs() << 20,
    };
    println!("{SEED}={seed}");
    seed
}
