//! What it costs to build the request of a long conversation.

use std::time::Instant;

use context::{
    AnswerPiece, Block, Budget, Call, End, Label, Message, Outcome, Snapshot, Text, Tool, assemble,
};
use domain::{CallId, ConversationId, MessageId, Provenance, ServerId};

use crate::{
    error::BenchError,
    load::{self, Figures},
};

/// Messages of the conversation.
const MESSAGES: usize = 10_000;
/// Tools on offer.
const TOOLS: usize = 40;
/// What a message says, in bytes.
const WORDS: usize = 120;
/// What a result says, in bytes.
const RESULT: usize = 400;

/// The size of the model's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Window {
    /// All of the conversation fits.
    Roomy,
    /// A twentieth of it fits.
    Narrow,
}

/// Builds the same request again and again.
pub fn measure(window: Window, count: usize) -> Result<Figures, BenchError> {
    let (words, result, claim) = (
        "w ".repeat(WORDS / 2),
        "r ".repeat(RESULT / 2),
        "It reads a file. ".repeat(20),
    );
    let server = ServerId::new();
    let names: Vec<String> = (0..TOOLS).map(|n| format!("Files_tool_{n}")).collect();
    let tool = |name| Tool {
        server: Some(server),
        name,
        alias: name,
        description: &claim,
        schema: "{\"type\":\"object\"}",
        deferred: false,
    };
    let snapshot = Snapshot {
        conversation: ConversationId::new(),
        model: "m",
        tools: names.iter().map(|name| tool(name)).collect(),
        project: None,
        instructions: Vec::new(),
        pinned: Vec::new(),
        summary: None,
        messages: (0..MESSAGES)
            .map(|at| message(at, server, &words, &result))
            .collect(),
    };
    let budget = Budget {
        window: (window == Window::Narrow).then_some(60_000),
        answer: 4_096,
        tools: 128,
        bytes: usize::MAX,
        result: 96 * 1024,
    };
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for _ in 0..count {
        let begin = Instant::now();
        let assembled = assemble(&snapshot, &budget);
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
        if assembled.manifest.parts.len() < TOOLS {
            return Err(BenchError::Unexpected("parts are missing".into()));
        }
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}

fn message<'a>(at: usize, server: ServerId, words: &'a str, result: &'a str) -> Message<'a> {
    let id = MessageId::new();
    if at.is_multiple_of(2) {
        let text = Text {
            text: words,
            origin: &Provenance::User,
            server_name: "",
        };
        return Message::User {
            id,
            texts: vec![text],
            attached: Vec::new(),
        };
    }
    let call = Call {
        id: CallId::new(),
        server: Some(server),
        provider_call_id: "call".into(),
        alias: "Files_tool_1",
        arguments: "{\"path\":\"notes.txt\"}",
        edited: None,
        end: End::Done {
            result: Outcome {
                blocks: vec![Block::Text(result)],
                structured: None,
                is_error: false,
                misfit: None,
            },
            reason: String::new(),
        },
    };
    Message::Answer {
        id,
        model: "m",
        read: Label::default(),
        pieces: vec![AnswerPiece::Text(words), AnswerPiece::Call(Box::new(call))],
    }
}
