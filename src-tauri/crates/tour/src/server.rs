//! The sample server: MCP over stdio, revisions 2024-11-05 to 2025-11-25, two tools, nothing kept beyond its life.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// The one argument of a process that is to be the sample server.
pub const SAMPLE_SERVER_ARG: &str = "--sample-server";
/// Its tool that counts the words of a text.
pub const COUNT_WORDS: &str = "count_words";
/// Its tool that keeps a note.
pub const KEEP_NOTE: &str = "keep_note";

/// Longest message that is read, in bytes.
const MAX_LINE: u64 = 1024 * 1024;
/// The most notes that are kept.
const MAX_NOTES: usize = 100;
/// Revisions it speaks, the newest last.
const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;

/// Becomes the sample server, and never returns, if this process was started as one. To be called before any thread,
/// runtime or window.
pub fn run_sample_server_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|arg| arg == SAMPLE_SERVER_ARG) && args.next().is_none() {
        let ended = serve(io::stdin().lock(), io::stdout().lock(), io::stderr());
        std::process::exit(i32::from(ended.is_err()));
    }
}

/// Answers messages until `input` ends. What is done is said on `log`.
fn serve(mut input: impl BufRead, mut output: impl Write, mut log: impl Write) -> io::Result<()> {
    let mut server = Server::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if let Some(reply) = server.take(&line, &mut log) {
            writeln!(output, "{reply}")?;
            output.flush()?;
        }
    }
}

/// A request's answer: a result, or a code with a message.
type Reply = Result<Value, (i64, String)>;

#[derive(Default)]
struct Server {
    notes: Vec<String>,
}

impl Server {
    fn take(&mut self, line: &[u8], log: &mut impl Write) -> Option<Value> {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            return Some(reply(&Value::Null, Err((PARSE_ERROR, "not JSON".into()))));
        };
        let Some(method) = message["method"].as_str() else {
            // An answer to something it never asked.
            let id = message.get("id").unwrap_or(&Value::Null);
            let lost = message.get("result").or(message.get("error")).is_none();
            return lost.then(|| reply(id, Err((INVALID_REQUEST, "no method".into()))));
        };
        let id = message.get("id")?;
        Some(reply(id, self.answer(method, &message["params"], log)))
    }

    fn answer(&mut self, method: &str, params: &Value, log: &mut impl Write) -> Reply {
        match method {
            "initialize" => Ok(initialize(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": tools() })),
            "tools/call" => self.call(params, log),
            other => Err((METHOD_NOT_FOUND, format!("no method {other}"))),
        }
    }

    fn call(&mut self, params: &Value, log: &mut impl Write) -> Reply {
        let name = params["name"].as_str().unwrap_or_default();
        let text = |field: &str| {
            let found = params["arguments"][field].as_str();
            found.ok_or((INVALID_PARAMS, format!("{field} must be text")))
        };
        // Its log is for the person on the tour; whether it can be written changes nothing.
        match name {
            COUNT_WORDS => {
                let text = text("text")?;
                let (words, characters) = (text.split_whitespace().count(), text.chars().count());
                let _ = writeln!(log, "{COUNT_WORDS} was called: {words} words");
                Ok(json!({
                    "content": [{ "type": "text", "text": format!("{words} words, {characters} characters. I was given: “{text}”") }],
                    "structuredContent": { "words": words, "characters": characters },
                }))
            }
            KEEP_NOTE => {
                let (title, text) = (text("title")?, text("text")?);
                if self.notes.len() >= MAX_NOTES {
                    let full = json!({ "type": "text", "text": format!("There are {MAX_NOTES} notes already.") });
                    return Ok(json!({ "content": [full], "isError": true }));
                }
                self.notes.push(format!("{title}: {text}"));
                let kept = self.notes.len();
                let _ = writeln!(log, "{KEEP_NOTE} was called: note {kept} is kept");
                Ok(
                    json!({ "content": [{ "type": "text", "text": format!("Note {kept} is kept until this server stops.") }] }),
                )
            }
            other => Err((INVALID_PARAMS, format!("no tool {other}"))),
        }
    }
}

fn reply(id: &Value, answer: Reply) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

fn initialize(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str().unwrap_or_default();
    let known = REVISIONS.into_iter().find(|revision| *revision == asked);
    json!({
        "protocolVersion": known.unwrap_or(REVISIONS[REVISIONS.len() - 1]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "innkeeper-sample", "title": "Sample server", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "A server to practise on. It counts words and keeps notes in its memory until it stops.",
    })
}

fn tools() -> Value {
    json!([
        {
            "name": COUNT_WORDS,
            "description": "Counts the words and characters of a text.",
            "inputSchema": {
                "type": "object",
                "properties": { "text": { "type": "string", "description": "The text to count in" } },
                "required": ["text"],
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        },
        {
            "name": KEEP_NOTE,
            "description": "Keeps a note in this server's memory until it stops.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "title": { "type": "string", "description": "The note's title" },
                    "text": { "type": "string", "description": "The note" },
                },
                "required": ["title", "text"],
                "additionalProperties": false,
            },
            "annotations": { "destructiveHint": false, "openWorldHint": false },
        },
    ])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn talk(lines: &[Value]) -> (Vec<Value>, String) {
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let (mut output, mut log) = (Vec::new(), Vec::new());
        serve(input.as_bytes(), &mut output, &mut log).unwrap();
        let output = String::from_utf8(output).unwrap();
        let replies = output.lines().map(|l| serde_json::from_str(l).unwrap());
        (replies.collect(), String::from_utf8(log).unwrap())
    }

    fn request(id: u32, method: &str, params: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    #[test]
    fn it_counts_keeps_and_logs_what_it_was_asked_for() {
        let (replies, log) = talk(&[
            request(1, "initialize", json!({ "protocolVersion": "2025-03-26" })),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            request(
                2,
                "tools/call",
                json!({ "name": COUNT_WORDS, "arguments": { "text": "one two" } }),
            ),
            request(
                3,
                "tools/call",
                json!({ "name": KEEP_NOTE, "arguments": { "title": "a", "text": "b" } }),
            ),
        ]);
        assert_eq!(replies.len(), 3);
        assert_eq!(replies[0]["result"]["protocolVersion"], "2025-03-26");
        assert_eq!(replies[1]["result"]["structuredContent"]["words"], 2);
        assert!(log.contains("count_words was called: 2 words"));
        assert!(log.contains("note 1 is kept"));
    }

    #[test]
    fn what_it_cannot_do_is_an_error_and_it_goes_on() {
        let (mut output, mut log) = (Vec::new(), Vec::new());
        let input = b"nonsense\n{\"id\":1}\n{\"id\":2,\"result\":{}}\n";
        serve(&input[..], &mut output, &mut log).unwrap();
        assert_eq!(output.iter().filter(|b| **b == b'\n').count(), 2);
        let (replies, log) = talk(&[
            request(1, "prompts/list", json!({})),
            request(
                2,
                "tools/call",
                json!({ "name": COUNT_WORDS, "arguments": { "text": 7 } }),
            ),
            request(3, "tools/call", json!({ "name": "rm" })),
            request(4, "ping", Value::Null),
        ]);
        let codes: Vec<Option<i64>> = replies
            .iter()
            .map(|r| r["error"]["code"].as_i64())
            .collect();
        let expected = [METHOD_NOT_FOUND, INVALID_PARAMS, INVALID_PARAMS];
        assert_eq!(codes[..3], expected.map(Some));
        assert_eq!((codes[3], log.as_str()), (None, ""));
        let endless = vec![b'x'; usize::try_from(MAX_LINE).unwrap() + 1];
        assert!(serve(&endless[..], Vec::new(), Vec::new()).is_err());
    }
}
