//! Identifiers of calls: as their endpoint made them, or short names; each one once in a request.

use std::collections::{HashMap, HashSet};

use domain::Wire;

use crate::{AssistantPiece, ChatMessage, ChatRequest, Feature, json::identifier_char};

/// Letters and digits of a short identifier.
const SHORT: usize = 9;
/// Longest identifier that is given back as it came, in bytes.
const LONGEST: usize = 4 * 1024;

/// Gives every call and its result an identifier that the endpoint takes, the same in each later request.
pub(super) fn name(messages: &mut [ChatMessage], request: &ChatRequest, wire: Wire) {
    let short = request.lacks.has(Feature::LongIds);
    let taken = |id: &str| {
        !id.is_empty()
            && id.len() <= LONGEST
            && !short
            && (wire != Wire::AnthropicMessages || id.chars().all(|c| identifier_char(c) == c))
    };
    let mut used: HashSet<String> = HashSet::new();
    // The names of the calls of the latest answer, in order.
    let mut latest: Vec<(String, String)> = Vec::new();
    for message in messages {
        match message {
            ChatMessage::Assistant { pieces } => {
                latest.clear();
                for piece in pieces.iter_mut() {
                    let AssistantPiece::ToolUse(call) = piece else {
                        continue;
                    };
                    let given = call.provider_call_id.clone();
                    let name = unused(&given, taken(&given), &mut used);
                    call.provider_call_id.clone_from(&name);
                    latest.push((given, name));
                }
                let names: HashMap<&str, &str> = latest
                    .iter()
                    .rev()
                    .map(|(given, name)| (given.as_str(), name.as_str()))
                    .collect();
                for piece in pieces.iter_mut() {
                    if let AssistantPiece::State(state) = piece
                        && let Some(call) = &mut state.call
                        && let Some(name) = names.get(call.as_str())
                    {
                        *call = (*name).to_owned();
                    }
                }
            }
            ChatMessage::ToolResults(results) => {
                let mut names = latest.clone();
                for result in results {
                    if let Some(at) = names
                        .iter()
                        .position(|(given, _)| *given == result.provider_call_id)
                    {
                        result.provider_call_id = names.remove(at).1;
                    }
                }
            }
            ChatMessage::User(_) => {}
        }
    }
}

/// A name that no call of the request has yet.
fn unused(given: &str, taken: bool, used: &mut HashSet<String>) -> String {
    let mut name = if taken {
        given.to_owned()
    } else {
        short_id(given)
    };
    let mut times = 0_u32;
    while !used.insert(name.clone()) {
        times += 1;
        name = short_id(&format!("{given}\n{times}"));
    }
    name
}

/// Returns a short name for the identifier of a call: nine letters and digits, always the same.
#[must_use]
pub fn short_id(id: &str) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    // FNV-1a in 128 bits: it names, it does not protect.
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in id.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash ^= hash >> 64;
    let mut out = String::with_capacity(SHORT);
    for _ in 0..SHORT {
        let at = usize::try_from(hash % 62).unwrap_or_default();
        out.push(char::from(LETTERS.get(at).copied().unwrap_or(b'0')));
        hash /= 62;
    }
    out
}
