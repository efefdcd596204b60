//! The reason why an answer ended, in any endpoint's word for it.

use crate::{Finish, error::shown};

/// What a reason means; none where the word says nothing.
pub(crate) fn read(reason: &str) -> Option<Finish> {
    let mut word: String = reason
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    for prefix in ["finishreason", "stopreason"] {
        if let Some(rest) = word.strip_prefix(prefix) {
            word = rest.to_owned();
        }
    }
    let has = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
    Some(match word.as_str() {
        "null" | "none" | "unspecified" => return None,
        "" if reason.trim().is_empty() => return None,
        _ if has(&["malformed"]) => Finish::Other(shown(reason)),
        _ if has(&["tool", "function"]) => Finish::ToolUse,
        _ if has(&[
            "length",
            "maxtokens",
            "maxoutput",
            "limit",
            "truncat",
            "contextwindow",
            "incomplete",
        ]) =>
        {
            Finish::Length
        }
        _ if has(&[
            "filter",
            "safety",
            "refus",
            "recitation",
            "blocklist",
            "blocked",
            "prohibited",
            "spii",
            "sensitive",
            "moderation",
            "guardrail",
        ]) =>
        {
            Finish::Refused
        }
        "stop" | "eos" | "eostoken" | "endturn" | "endofturn" | "stopsequence" | "stoptoken"
        | "complete" | "completed" | "done" | "finish" | "finished" | "end" | "success"
        | "normal" => Finish::Stop,
        _ => Finish::Other(shown(reason)),
    })
}

/// Whether a reason says that the endpoint failed, and not that the answer ended.
pub(crate) fn is_failure(reason: &str) -> bool {
    let word = reason.to_ascii_lowercase();
    word.contains("error") || word.contains("insufficient") || word.contains("fail")
}

/// Puts a later reason over an earlier one: the first counts, unless a later one says that something is missing.
pub(crate) fn merge(known: &mut Option<Finish>, next: Option<Finish>) {
    let ordinary = matches!(known, None | Some(Finish::Stop | Finish::ToolUse));
    match next {
        Some(next @ (Finish::Length | Finish::Refused)) if ordinary => *known = Some(next),
        Some(next) if known.is_none() => *known = Some(next),
        Some(_) | None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_in_any_spelling() {
        for (words, meant) in [
            (
                &[
                    "stop",
                    "STOP",
                    "eos",
                    "end_turn",
                    "stop_sequence",
                    "FINISH_REASON_STOP",
                ][..],
                Some(Finish::Stop),
            ),
            (
                &["tool_calls", "toolUse", "TOOL_CALL", "function_call"],
                Some(Finish::ToolUse),
            ),
            (
                &[
                    "length",
                    "MAX_TOKENS",
                    "max_output_tokens",
                    "model_length",
                    "model_context_window_exceeded",
                ],
                Some(Finish::Length),
            ),
            (
                &[
                    "content_filter",
                    "SAFETY",
                    "refusal",
                    "RECITATION",
                    "content-filtered",
                    "sensitive",
                ],
                Some(Finish::Refused),
            ),
            (&["", "null", " "], None),
        ] {
            for word in words {
                assert_eq!(read(word), meant, "{word}");
            }
        }
        assert_eq!(read("odd"), Some(Finish::Other("odd".into())));
        assert_eq!(
            read("MALFORMED_FUNCTION_CALL"),
            Some(Finish::Other("MALFORMED_FUNCTION_CALL".into()))
        );
        assert!(
            is_failure("network_error")
                && is_failure("insufficient_system_resource")
                && !is_failure("stop")
        );
    }
}
