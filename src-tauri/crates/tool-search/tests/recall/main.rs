//! How often a right tool is among the first hits, over the definitions of real servers.
//!
//! `cargo nextest run -p tool-search -E 'test(recall)' --no-capture` prints the figures. `RECALL_MISSES=tuning` also prints what
//! was missed of the tuning set. What the definitions are and where they come from: `README.md` beside this file.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::sync::Arc;

use tool_search::StaticModel;

mod corpus;
mod figures;

use figures::{Asked, Split, measure};

/// The servers that one person might use.
const EVERYDAY: &[&str] = &[include_str!("everyday.jsonl")];
/// These and further ones, with several for one purpose.
const ALL: &[&str] = &[
    include_str!("everyday.jsonl"),
    include_str!("further.jsonl"),
];

#[test]
fn recall_over_everyday_servers_reaches_its_floor() {
    let corpus = corpus::index(EVERYDAY);
    assert!(corpus.tools >= 500 && corpus.servers >= 25);
    let raw = measure(&corpus, Asked::AsWritten);
    let phrased = measure(&corpus, Asked::Phrased);
    raw.print("everyday servers, as written", &corpus);
    phrased.print("everyday servers, phrased by a model", &corpus);
    let floor = |figures: &figures::Figures, split, first, five| {
        let (at_1, at_5) = figures.total(split);
        assert!(
            at_1 >= first && at_5 >= five,
            "{split:?}: {at_1:.2}, {at_5:.2}"
        );
    };
    floor(&raw, Split::HeldOut, 0.45, 0.71);
    floor(&phrased, Split::HeldOut, 0.80, 0.94);
}

#[test]
fn recall_over_all_servers_reaches_its_floor() {
    let corpus = corpus::index(ALL);
    assert!(corpus.tools >= 2_800);
    let raw = measure(&corpus, Asked::AsWritten);
    let phrased = measure(&corpus, Asked::Phrased);
    raw.print("all servers, as written", &corpus);
    phrased.print("all servers, phrased by a model", &corpus);
    assert!(raw.total(Split::HeldOut).1 >= 0.65);
    assert!(phrased.total(Split::HeldOut).1 >= 0.94);
}

/// Prints recall with a static model. `RECALL_MODEL` is the folder of `model.safetensors` and `tokenizer.json`.
#[test]
#[ignore = "needs a model: RECALL_MODEL=FOLDER"]
fn recall_with_a_static_model_is_printed() {
    let folder = std::env::var_os("RECALL_MODEL").expect("RECALL_MODEL=FOLDER");
    let model = Arc::new(StaticModel::load(folder.as_ref()).unwrap());
    for (title, files) in [("everyday", EVERYDAY), ("all", ALL)] {
        let corpus = corpus::index_with(files, Some(Arc::clone(&model)));
        for asked in [Asked::AsWritten, Asked::Phrased] {
            let figures = measure(&corpus, asked);
            figures.print(
                &format!("{title} servers, with a model, {asked:?}"),
                &corpus,
            );
        }
    }
}
