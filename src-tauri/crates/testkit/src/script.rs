//! What a scripted server does: a table of acts, readable from JSON. An unknown word in it is an error.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Deserialize;
use serde_json::Value;

/// The behaviour of a server. The default is a well-behaved one with every [`Tool`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Script {
    /// How `initialize` is answered.
    pub initialize: Initialize,
    /// The protocol version answered; none echoes the one offered.
    pub version: Option<String>,
    /// What is written before anything else.
    pub at_start: Vec<Act>,
    /// What is done once the client said that it is initialized.
    pub on_initialized: Vec<Act>,
    /// Declared beside the capabilities it has anyway, by their names.
    pub capabilities: BTreeMap<String, Value>,
    /// What is done at a request or notification, by its method, instead of anything else.
    pub on_request: BTreeMap<String, Vec<Act>>,
    /// Instead of a tool's own doing, by its name.
    pub on_call: BTreeMap<String, Vec<Act>>,
    /// Definitions listed beside the built-in tools, as they are.
    pub extra_tools: Vec<Value>,
    /// A file with a JSON array of definitions that is read at each listing, and listed instead of all others.
    pub tools_file: Option<PathBuf>,
    /// What the server says of how to use it.
    pub instructions: Option<String>,
    /// How many tools a page of the listing has; none lists all at once.
    pub page_size: Option<usize>,
    /// Where the listing's cursors lead.
    pub paging: Paging,
    /// The file that `write_marker` appends a line to.
    pub marker: Option<PathBuf>,
    /// What the program does beside speaking; for `testkit-server` only.
    pub process: Process,
}

/// How `initialize` is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Initialize {
    /// As it should be.
    #[default]
    Answer,
    /// Never.
    Never,
    /// With a JSON-RPC error.
    Error,
    /// In a batch of one.
    InBatch,
    /// After so many milliseconds.
    AfterMs(u64),
}

/// Where a listing's cursors lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    /// To the end.
    #[default]
    Honest,
    /// Ever on, a new cursor each time.
    Endless,
    /// In a circle.
    Circle,
}

/// One act of a server. In texts, `$id` stands for the identifier of the request at hand.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Writes this line.
    Line(String),
    /// Answers the request at hand with the result in this file, as it is then.
    AnswerFile(PathBuf),
    /// Appends these words to the marker file.
    Mark(String),
    /// Writes a line of this many bytes, without a JSON value in it.
    LongLine(usize),
    /// Writes the answer to the request at hand, its result a text of this many bytes.
    LongAnswer(usize),
    /// Writes the same in pieces, without ever holding it: for what is larger than memory.
    HugeAnswer(u64),
    /// Asks the client, and answers the request at hand with the client's answer as text, result or error.
    Ask {
        /// The method.
        method: String,
        /// Its parameters.
        params: Value,
    },
    /// Writes the answer to the request at hand, nested so deep.
    DeepAnswer(usize),
    /// Answers the request at hand with this result.
    Answer(Value),
    /// Sends this line so many times.
    Flood {
        /// The line.
        line: String,
        /// How often.
        times: usize,
    },
    /// Waits so many milliseconds.
    WaitMs(u64),
    /// Stops reading for ever, and keeps the connection open.
    StopReading,
    /// Ends the connection (the program: with this exit code).
    Crash(i32),
}

/// How the program misbehaves as a process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Process {
    /// Lives on when its input ends.
    pub ignore_eof: bool,
    /// Lives on at SIGTERM.
    pub ignore_sigterm: bool,
    /// Starts a program that ignores SIGTERM too, and writes its process id to this file.
    pub grandchild: Option<PathBuf>,
    /// Writes these lines to its error output at the start.
    pub stderr: Vec<String>,
}

/// The built-in tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Gives its arguments back as text.
    Echo,
    /// Takes `steps` steps of `ms` milliseconds, with progress; stops when cancelled.
    Slow,
    /// Says that it failed.
    Fail,
    /// Gives a picture of one pixel.
    Image,
    /// Appends its `text` as a line to the script's marker file.
    WriteMarker,
}

impl Tool {
    /// All of them, in the order of the listing.
    pub const ALL: [Self; 5] = [
        Self::Echo,
        Self::Slow,
        Self::Fail,
        Self::Image,
        Self::WriteMarker,
    ];

    /// Its name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::Slow => "slow",
            Self::Fail => "fail",
            Self::Image => "image",
            Self::WriteMarker => "write_marker",
        }
    }

    /// The tool of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Its definition, as listed.
    #[must_use]
    pub fn definition(self) -> Value {
        let (description, properties) = match self {
            Self::Echo => (
                "Gives its arguments back",
                serde_json::json!({"text": {"type": "string"}}),
            ),
            Self::Slow => (
                "Takes its time",
                serde_json::json!({"steps": {"type": "integer"}, "ms": {"type": "integer"}}),
            ),
            Self::Fail => ("Fails", serde_json::json!({})),
            Self::Image => ("Gives a picture", serde_json::json!({})),
            Self::WriteMarker => (
                "Appends a line to a file",
                serde_json::json!({"text": {"type": "string"}}),
            ),
        };
        serde_json::json!({
            "name": self.name(),
            "description": description,
            "inputSchema": {"type": "object", "properties": properties},
        })
    }
}
