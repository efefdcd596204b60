//! The practice model: what it says follows from what happened so far.

use std::time::Duration;

use async_stream::stream;
use bytes::Bytes;
use futures_util::Stream;
use serde_json::{Value, json};

/// The model's name, in each of its messages.
pub const MODEL: &str = "Practice model";
/// What it says of itself, in each of its messages.
pub const NOT_AN_AI: &str = "not an AI: it follows a script";

/// The time between two words.
const PACE: Duration = Duration::from_millis(18);
/// How much of the user's message is put into a call, in characters.
const QUOTED: usize = 400;

/// What became of the calls of one tool so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// There was none.
    #[default]
    None,
    /// One ran.
    Done,
    /// One was denied by a person, and none ran.
    Denied,
    /// Something else: expired, stopped, failed.
    Other,
}

/// What the practice model is told of its conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The user's last message.
    pub said: String,
    /// Whether the calls asked for in answer to it have ended, so that the model goes on.
    pub after_calls: bool,
    /// The calls of [`crate::COUNT_WORDS`] in answer to the last message if `after_calls`, else all of them.
    pub counted: Fate,
    /// The same for [`crate::KEEP_NOTE`].
    pub noted: Fate,
    /// The name by which [`crate::COUNT_WORDS`] is offered; none while the sample server is not ready.
    pub count_words: Option<String>,
    /// The name by which [`crate::KEEP_NOTE`] is offered.
    pub keep_note: Option<String>,
}

/// What it says, and the call that it asks for.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    text: &'static str,
    call: Option<(String, Value)>,
}

/// The answer, as the bytes of a streamed chat completion in the format of `OpenAI`.
pub fn answer(seen: &Seen) -> impl Stream<Item = Bytes> + Send + use<> {
    let line = line(seen);
    stream! {
        for word in words(line.text) {
            yield event(&json!({ "content": word }), None);
            tokio::time::sleep(PACE).await;
        }
        let finish = match &line.call {
            Some((name, arguments)) => {
                let call = json!({
                    "index": 0,
                    "id": "call_practice",
                    "type": "function",
                    "function": { "name": name, "arguments": arguments.to_string() },
                });
                yield event(&json!({ "tool_calls": [call] }), None);
                "tool_calls"
            }
            None => "stop",
        };
        yield event(&json!({}), Some(finish));
        yield Bytes::from_static(b"data: [DONE]\n\n");
    }
}

fn event(delta: &Value, finish: Option<&str>) -> Bytes {
    let chunk = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] });
    Bytes::from(format!("data: {chunk}\n\n"))
}

/// The opening of each message, then the text, word by word with the spaces kept.
fn words(text: &'static str) -> Vec<String> {
    let mut words = vec![format!("*Practice model, {NOT_AN_AI}.*\n\n")];
    words.extend(text.split_inclusive(' ').map(str::to_owned));
    words
}

fn line(seen: &Seen) -> Line {
    if seen.after_calls {
        return Line {
            text: after(seen),
            call: None,
        };
    }
    let (text, name, arguments) = match (seen.counted, seen.noted) {
        (Fate::Done, Fate::Denied) => {
            return Line {
                text: "That is the whole script. Add a model to chat for real: the guide above leads there.",
                call: None,
            };
        }
        (Fate::Done, Fate::None | Fate::Done | Fate::Other) => (
            "Now I ask for something that you deny: I would like to leave a note on the sample server. Read the approval request, then choose **Deny**. You may add a word about why, which I would be told.",
            &seen.keep_note,
            json!({ "title": "From the tour", "text": quoted(&seen.said) }),
        ),
        (Fate::None | Fate::Denied | Fate::Other, _) => (
            "I can count the words of your message with a tool of the sample server. Before a tool is used, you are asked, in a window of its own. Read what would be sent, then allow it.",
            &seen.count_words,
            json!({ "text": quoted(&seen.said) }),
        ),
    };
    match name {
        Some(name) => Line {
            text,
            call: Some((name.clone(), arguments)),
        },
        None => Line {
            text: "The sample server is not running, so there is no tool that I could ask for. Its launch waits for your answer, or it was stopped: open its page in the sidebar and start it. Then send your message again.",
            call: None,
        },
    }
}

/// What is said once a call has ended.
fn after(seen: &Seen) -> &'static str {
    match (seen.counted, seen.noted) {
        (Fate::Done, _) => {
            "You allowed it, so the sample server was given your message and nothing else. Open the line above to see what was sent and what came back.\n\nNow the other way round: send another message, and deny what I ask for."
        }
        (Fate::Denied, _) => {
            "You denied it, so nothing was sent. That is always a good answer. To see a call run, send a message and allow it this time."
        }
        (_, Fate::Denied) => {
            "You denied it, so nothing was sent: the sample server never heard of it, and its log has no line about it.\n\nOne thing is left. Each approval request, each of your answers and each call is written down, so that you can look it up. Open the **audit log** from the guide above."
        }
        (_, Fate::Done) => {
            "You allowed it, so the sample server keeps the note until it stops. To see that nothing happens without your yes, send a message and deny what I ask for."
        }
        (Fate::None | Fate::Other, Fate::None | Fate::Other) => {
            "That call did not come to its end; its line above says why. Send a message to try again."
        }
    }
}

/// The start of the user's message.
fn quoted(said: &str) -> String {
    said.trim().chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen() -> Seen {
        Seen {
            said: " How many words? ".into(),
            count_words: Some("a__count_words".into()),
            keep_note: Some("a__keep_note".into()),
            ..Seen::default()
        }
    }

    fn called(seen: &Seen) -> Option<String> {
        line(seen).call.map(|(name, _)| name)
    }

    #[test]
    fn it_asks_for_the_count_until_one_ran_then_for_a_note_until_one_was_denied() {
        for counted in [Fate::None, Fate::Denied, Fate::Other] {
            let asks = Seen { counted, ..seen() };
            assert_eq!(called(&asks).as_deref(), Some("a__count_words"));
        }
        for noted in [Fate::None, Fate::Done, Fate::Other] {
            let asks = Seen {
                counted: Fate::Done,
                noted,
                ..seen()
            };
            assert_eq!(called(&asks).as_deref(), Some("a__keep_note"));
        }
        let over = Seen {
            counted: Fate::Done,
            noted: Fate::Denied,
            ..seen()
        };
        assert_eq!(called(&over), None);
    }

    #[test]
    fn it_asks_for_nothing_after_a_call_or_without_the_server() {
        for counted in [Fate::None, Fate::Done, Fate::Denied, Fate::Other] {
            for noted in [Fate::None, Fate::Done, Fate::Denied, Fate::Other] {
                let after = Seen {
                    after_calls: true,
                    counted,
                    noted,
                    ..seen()
                };
                assert_eq!(called(&after), None);
            }
        }
        let away = Seen {
            count_words: None,
            keep_note: None,
            ..seen()
        };
        assert!(line(&away).text.contains("not running"));
    }

    #[test]
    fn each_message_says_what_it_is_and_a_call_holds_only_the_message() {
        assert!(words("x y")[0].contains(NOT_AN_AI));
        let (_, arguments) = line(&seen()).call.unwrap_or_default();
        assert_eq!(arguments, json!({ "text": "How many words?" }));
        let long = Seen {
            said: "é".repeat(QUOTED + 1),
            ..seen()
        };
        let (_, arguments) = line(&long).call.unwrap_or_default();
        assert_eq!(arguments["text"].as_str().map(str::len), Some(2 * QUOTED));
    }
}
