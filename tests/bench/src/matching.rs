//! What it costs to look for a conversation's earlier results in the arguments of a call.

use std::{fs::File, io::Read, time::Instant};

use policy::matching::{Earlier, EarlierText, Given, find};

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
    /// Text that was searched before, as in every call of a conversation after the first.
    Text,
    /// The same, of JSON text with escapes: it is looked through once more without them.
    Json,
    /// Text that was not searched before: it is folded first.
    TextOnce,
    /// The same, of JSON text with escapes: it is decoded first.
    JsonOnce,
    /// Text that is only read once, in lower case: the floor.
    Floor,
}

/// Measures one search after the other.
pub fn measure(results: Results, count: usize) -> Result<Figures, BenchError> {
    let mut random = vec![0; EARLIER];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    let mut earlier = String::with_capacity(EARLIER + PART);
    let between = match results {
        Results::Text | Results::TextOnce | Results::Floor => " ",
        Results::Json | Results::JsonOnce => "\\n",
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
    let found_in = |text: &EarlierText| {
        let found = find(&[Earlier { from: 0, text }], &given);
        !found.origins().is_empty()
    };
    let many = EarlierText::many(earlier.as_str());
    found_in(&many);
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for _ in 0..count {
        let once = EarlierText::once(earlier.as_str());
        let begin = Instant::now();
        let found = match results {
            Results::Floor => !earlier.to_lowercase().is_empty(),
            Results::Text | Results::Json => found_in(&many),
            Results::TextOnce | Results::JsonOnce => found_in(&once),
        };
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
        if !found {
            return Err(BenchError::Unexpected("nothing was found".into()));
        }
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}
