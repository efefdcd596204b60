//! The window's part of a chunk: from the frame that takes it to the end of layout and paint. The interface measures itself in a
//! real browser; this asks it to, and reads what it says.

use std::{process::Command, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{error::BenchError, rounds::output};

/// The interface's measurement.
const SCRIPT: &str = "ui/bench/stream.mjs";

/// How long it may take: each kind of text is written at the pace of frames, short and long, several times.
const LIMIT: Duration = Duration::from_secs(10 * 60);

/// What it says.
#[derive(Debug, Serialize, Deserialize)]
pub struct Window {
    /// The browser.
    pub engine: String,
    /// The ratio that is wanted at most.
    pub aim: f64,
    /// For each kind of text.
    pub results: Vec<Kind>,
}

/// A kind of text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub kind: String,
    /// A chunk after a short answer, in milliseconds.
    pub small_ms: f64,
    /// A chunk after a long one.
    pub large_ms: f64,
    /// The one to the other.
    pub ratio: f64,
}

/// Measures it, where the interface can.
pub fn measure(quick: bool) -> Result<Window, BenchError> {
    let script = peers::root().join(SCRIPT);
    let mut command = Command::new("node");
    command.arg(script).args(["--json", "--engine", "webkit"]);
    command.args(["--rounds", if quick { "1" } else { "2" }]);
    let said = output(command, LIMIT)?;
    let line = said.lines().last().unwrap_or_default();
    Ok(serde_json::from_str(line)?)
}
