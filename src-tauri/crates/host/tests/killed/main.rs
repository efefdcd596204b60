//! A host that is killed a hundred times, at moments of chance, has kept every word it gave.
//!
//! A child process lives a day: it talks to a model, asks a person, calls tools side by side, and says a line for each thing
//! once it has been told that it is kept. It is killed, what it left is looked at, and the next day begins on the same data.
//! `INNKEEPER_TEST_SEED` repeats the moments of a run.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for one thing")]
#![cfg(target_os = "linux")]

mod day;
mod endpoint;
mod lane;
mod proof;

use std::{path::Path, thread};

use endpoint::Endpoint;
use lane::{Lane, Lot};

/// Tells the binary of this test to live a day in this folder.
const FOLDER: &str = "INNKEEPER_TEST_KILLED_FOLDER";
/// Tells this test which moments to choose.
const SEED: &str = "INNKEEPER_TEST_SEED";
/// Folders that are worked on side by side: most of a day is waiting.
const LANES: u64 = 10;
/// Deaths in each of them.
const DEATHS: usize = 10;

#[test]
fn killed_a_hundred_times() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return day::live(Path::new(&folder));
    }
    let seed = match std::env::var(SEED) {
        Ok(given) => given.parse().unwrap(),
        Err(_) => u64::from(std::process::id()) ^ domain::now_ms().unsigned_abs() << 20,
    };
    println!("{SEED}={seed}");
    let endpoint = Endpoint::start();
    let lots: Vec<Lot> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES)
            .map(|number| {
                let lane = Lane::new(endpoint.base(), seed.wrapping_add(number));
                scope.spawn(move || lane.run(DEATHS))
            })
            .collect();
        lanes.into_iter().map(|lane| lane.join().unwrap()).collect()
    });
    let total = |of: fn(&Lot) -> usize| lots.iter().map(of).sum::<usize>();
    println!("{lots:#?}");
    // Otherwise nothing was shown.
    assert_eq!(total(|lot| lot.deaths), 100);
    assert!(total(|lot| lot.kept) > 200, "hardly anything was kept");
    assert!(
        total(|lot| lot.unknown) > 20,
        "hardly any call was under way"
    );
    assert!(
        total(|lot| lot.grants) >= DEATHS,
        "hardly anything was granted"
    );
}
