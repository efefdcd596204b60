//! Which messages a summary replaces.

use std::collections::HashMap;

use context::Manifest;
use domain::MessageId;
use store::Role;

use crate::turns::request::Records;

/// The last messages that a compaction leaves as they are, where it may choose.
const KEPT: usize = 4;

/// A message that no summary replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    pub message: MessageId,
    /// Whether the user wrote it, so that a turn begins with it.
    pub by_user: bool,
    /// Its size in a request, in tokens, estimated.
    pub tokens: u64,
}

/// Returns the messages of a branch after its summary, with their sizes in a request.
pub(super) fn weights(records: &Records, manifest: &Manifest) -> Vec<Weight> {
    let mut tokens: HashMap<MessageId, u64> = HashMap::new();
    for part in &manifest.parts {
        if let Some(message) = part.message {
            *tokens.entry(message).or_default() += part.tokens;
        }
    }
    let summarized = records.summary.as_ref().map(|summary| summary.up_to);
    let last = records.path.iter().position(|m| Some(m.id) == summarized);
    let after = records.path.iter().skip(last.map_or(0, |at| at + 1));
    after
        .map(|message| Weight {
            message: message.id,
            by_user: message.role == Role::User,
            tokens: tokens.get(&message.id).copied().unwrap_or_default(),
        })
        .collect()
}

/// Returns the last message to summarize, so that what stays begins with a message of the user: at least the last [`KEPT`] messages if they take at most `kept` tokens, otherwise
/// fewer, and at least the last turn. None if there is only one turn.
pub(super) fn automatic_end(messages: &[Weight], kept: u64) -> Option<MessageId> {
    let size = |from: usize| -> u64 { messages.iter().skip(from).map(|m| m.tokens).sum() };
    let starts: Vec<usize> = (1..messages.len())
        .filter(|at| messages.get(*at).is_some_and(|m| m.by_user))
        .collect();
    let whole = |at: &&usize| messages.len() - **at >= KEPT && size(**at) <= kept;
    let small = |at: &&usize| size(**at) <= kept;
    let first = starts
        .iter()
        .rfind(whole)
        .or_else(|| starts.iter().find(small))
        .or(starts.last())?;
    messages.get(first - 1).map(|message| message.message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn turns(sizes: &[&[u64]]) -> Vec<Weight> {
        let turn = |sizes: &&[u64]| {
            let weight = |(at, tokens): (usize, &u64)| Weight {
                message: MessageId::new(),
                by_user: at == 0,
                tokens: *tokens,
            };
            sizes.iter().enumerate().map(weight).collect::<Vec<_>>()
        };
        sizes.iter().flat_map(turn).collect()
    }

    fn end(messages: &[Weight], kept: u64) -> Option<usize> {
        let end = automatic_end(messages, kept)?;
        messages.iter().position(|m| m.message == end)
    }

    #[test]
    fn last_messages_stay_from_the_beginning_of_a_turn() {
        let messages = turns(&[&[1, 1], &[1, 1], &[1, 1, 1], &[1, 1]]);
        assert_eq!(
            end(&messages, 100),
            Some(3),
            "five messages stay: two turns"
        );
        assert_eq!(
            end(&messages, 2),
            Some(6),
            "the last turn alone has two tokens"
        );
        assert_eq!(
            end(&messages, 0),
            Some(6),
            "the last turn stays whatever its size"
        );
    }

    #[test]
    fn short_conversation_keeps_as_many_messages_as_fit() {
        assert_eq!(end(&turns(&[&[9, 9], &[1]]), 100), Some(1));
        assert_eq!(end(&turns(&[&[9, 9], &[9, 9], &[1]]), 100), Some(1));
        assert_eq!(end(&turns(&[&[9, 9], &[9, 9], &[1]]), 10), Some(3));
    }

    #[test]
    fn one_turn_has_nothing_to_summarize() {
        assert_eq!(end(&turns(&[&[9, 9, 9]]), 100), None);
        assert_eq!(end(&[], 100), None);
    }
}
