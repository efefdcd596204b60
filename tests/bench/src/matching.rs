//! What it costs to look for a conversation's earlier results in the arguments of a call.

use std::{fs::File, io::Read, time::Instant};

use policy::matching::{Earlier, Given, find};

use crate::{
    error::BenchError,
    load::{self, Figures},
};

/// How much was given earlier, in bytes.
const EARLIER: usize = 1024 * 1024;
/// What the arguments take of it, and what they say besides, in bytes.
const PART: usize = 400;
/// The words of the results.
const WORDS: [&str; 12] = [
    "ledger",
    "invoice",
    "the",
    "paid",
    "to",
    "Lindqvist",
    "of",
    "2026-03-17",
    "12 400,50",
    "and",
    "archive",
    "ö",
];

/// Where the words come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Results {
    /// Text.
    Text,
    /// JSON text, with escapes: it is looked through once more without them.
    Json,
    /// Text that is only read once, in lower case: the floor.
    Floor,
}

/// Measures one search after the other.
pub fn measure(results: Results, count: usize) -> Result<Figures, BenchError> {
    let mut random = vec![0; EARLIER];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    let mut earlier = String::with_capacity(EARLIER + PART);
    let between = match results {
        Results::Text | Results::Floor => " ",
        Results::Json => "\\n",
    };
    for byte in random {
        earlier.push_str(WORDS[usize::from(byte) % WORDS.len()]);
        earlier.push_str(between);
        if earlier.len() >= EARLIER {
            break;
        }
    }
    let from = earlier.floor_char_boundary(EARLIER / 2);
    let to = earlier.floor_char_boundary(EARLIER / 2 + PART);
    let given = format!(
        "{} {}",
        "Words of my own. ".repeat(PART / 17),
        &earlier[from..to]
    );
    let given = [Given {
        text: &given,
        json: false,
    }];
    let all = [Earlier {
        from: 0,
        text: &earlier,
    }];
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for _ in 0..count {
        let begin = Instant::now();
        let found = match results {
            Results::Floor => !earlier.to_lowercase().is_empty(),
            Results::Text | Results::Json => !find(&all, &given).origins().is_empty(),
        };
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
        if !found {
            return Err(BenchError::Unexpected("nothing was found".into()));
        }
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}
