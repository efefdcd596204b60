//! What prompt caches charge for ten tool steps: of a short conversation, and of one with 100,000 tokens.
//!
//! A token is four characters of the request's JSON. Prices are parts of the plain price of an input token. OpenAI and those like it (documentation of
//! prompt caching): the longest known beginning counts, from 1,024 tokens on, in steps of 128; reading costs 0.1. Anthropic (the same): a marker
//! ends what is written, and finds what was written at most 20 blocks before; reading costs 0.1, writing 1.25.

use std::collections::HashSet;

use host_api::WireView;
use serde_json::Value;

use super::{endpoint::Endpoint, provider, server};
use crate::context::{open, say};

const READ: f64 = 0.1;
const WRITE: f64 = 1.25;
const LEAST: usize = 1_024;
const STEP: usize = 128;
const BACK: usize = 20;
/// Most that is charged, as a part of the least that a client can be charged for requests of these sizes.
const MOST: f64 = 1.15;

/// The prompt in the order in which it is cached, each part with whether a marker ends there.
fn blocks(wire: WireView, body: &Value) -> Vec<(String, bool)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let plain = |value: Value| (value.to_string(), false);
    let mut out: Vec<(String, bool)> = Vec::new();
    match wire {
        WireView::OpenAiChat => {
            out.extend(list(&body["tools"]).into_iter().map(plain));
            out.extend(list(&body["messages"]).into_iter().map(plain));
        }
        WireView::OpenAiResponses => {
            out.extend(list(&body["tools"]).into_iter().map(plain));
            out.push(plain(body["instructions"].clone()));
            out.extend(list(&body["input"]).into_iter().map(plain));
        }
        WireView::AnthropicMessages => {
            out.extend(list(&body["tools"]).into_iter().map(marked));
            out.extend(list(&body["system"]).into_iter().map(marked));
            for message in list(&body["messages"]) {
                let role = message["role"].to_string();
                for block in list(&message["content"]) {
                    let (text, marker) = marked(block);
                    out.push((format!("{role}{text}"), marker));
                }
            }
            if let (Some(last), true) = (out.last_mut(), body.get("cache_control").is_some()) {
                last.1 = true;
            }
        }
    }
    out
}

/// A block without its marker, and whether it has one.
fn marked(mut block: Value) -> (String, bool) {
    let marker = block
        .as_object_mut()
        .is_some_and(|members| members.remove("cache_control").is_some());
    (block.to_string(), marker)
}

#[derive(Default)]
struct Cache {
    known: Vec<String>,
    written: HashSet<String>,
    charged: f64,
    floor: f64,
    before: usize,
}

impl Cache {
    fn ask(&mut self, wire: WireView, body: &Value) {
        let blocks = blocks(wire, body);
        let whole: String = blocks.iter().map(|(text, _)| text.as_str()).collect();
        let tokens = whole.len() / 4;
        let (read, write) = match wire {
            WireView::AnthropicMessages => self.marked(&blocks, &whole),
            WireView::OpenAiChat | WireView::OpenAiResponses => (self.begun(&whole), 0),
        };
        let (best, rest) = match wire {
            WireView::AnthropicMessages if tokens >= LEAST => (self.before, WRITE),
            WireView::AnthropicMessages => (0, 1.0),
            WireView::OpenAiChat | WireView::OpenAiResponses => (step(self.before), 1.0),
        };
        let price = |tokens: usize, price: f64| f64::from(u32::try_from(tokens).unwrap()) * price;
        self.charged += price(read, READ) + price(write, WRITE) + price(tokens - read - write, 1.0);
        self.floor += price(best, READ) + price(tokens - best, rest);
        self.before = tokens;
        self.known.push(whole);
    }

    fn begun(&self, whole: &str) -> usize {
        let same = |past: &String| {
            let pairs = past.bytes().zip(whole.bytes());
            pairs.take_while(|(one, other)| one == other).count()
        };
        step(self.known.iter().map(same).max().unwrap_or(0) / 4)
    }

    fn marked(&mut self, blocks: &[(String, bool)], whole: &str) -> (usize, usize) {
        let ends: Vec<usize> = blocks
            .iter()
            .scan(0, |end, (text, _)| {
                *end += text.len();
                Some(*end)
            })
            .collect();
        let markers: Vec<usize> = (0..blocks.len()).filter(|at| blocks[*at].1).collect();
        assert!(markers.len() <= 4, "at most four markers");
        let found = |at: &usize| {
            let mut back = (at.saturating_sub(BACK)..=*at).rev();
            back.find(|at| self.written.contains(&whole[..ends[*at]]))
        };
        let read = markers
            .iter()
            .filter_map(found)
            .map(|at| ends[at] / 4)
            .max();
        let read = read.unwrap_or(0);
        let end = markers.iter().map(|at| ends[*at]).max().unwrap_or(0);
        let write = (end / 4).saturating_sub(read);
        if end / 4 < LEAST {
            return (read, 0);
        }
        self.written
            .extend(markers.iter().map(|at| whole[..ends[*at]].to_owned()));
        (read, write)
    }
}

fn step(tokens: usize) -> usize {
    match tokens {
        LEAST.. => tokens / STEP * STEP,
        _ => 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_tool_steps_are_charged_little_more_than_the_least() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    server(&host).await;
    println!("wire               first message   requests  charged    least   ratio");
    for wire in [
        WireView::OpenAiChat,
        WireView::AnthropicMessages,
        WireView::OpenAiResponses,
    ] {
        for tokens in [2_000, 100_000] {
            let endpoint = Endpoint::calling(wire, 10);
            let provider = provider(&host, &endpoint).await;
            say(&host, None, provider, &"word ".repeat(tokens * 4 / 5)).await;
            let bodies = endpoint.seen().bodies;
            assert_eq!(bodies.len(), 11);
            let mut cache = Cache::default();
            for body in &bodies {
                cache.ask(wire, &serde_json::from_str(body).unwrap());
            }
            let ratio = cache.charged / cache.floor;
            println!(
                "{:18} {tokens:>8} tokens {:>10} {:>8.0} {:>8.0} {ratio:>7.2}",
                format!("{wire:?}"),
                bodies.len(),
                cache.charged,
                cache.floor,
            );
            assert!(ratio <= MOST, "{wire:?} {tokens}: {ratio}");
        }
    }
    host.close().await;
}

/// Without markers, and with a beginning that changes, the same requests cost a multiple.
#[test]
fn what_is_not_cached_is_charged() {
    let body = |at: usize, changed: usize| {
        let text = "word ".repeat(2_000 + at);
        serde_json::json!({ "input": [changed, text] })
    };
    let charged = |changes: bool| {
        let mut cache = Cache::default();
        for at in 0..10 {
            let changed = if changes { at } else { 0 };
            cache.ask(WireView::OpenAiResponses, &body(at, changed));
        }
        cache.charged / cache.floor
    };
    assert!(charged(false) < 1.1 && charged(true) > 3.0);
}
