//! Lines that a person types.

use std::{
    io::BufRead,
    time::{Duration, Instant},
};

use messages::phrases;

use crate::{
    output::{self, note},
    words::say,
};

/// The least time between showing an approval request and a yes to it.
const READING: Duration = Duration::from_millis(600);

/// A line that was typed after the approval request could be read; empty at the end of input.
pub(crate) fn read_line(question: &str) -> String {
    read_line_where(question, |line| ["y", "a", "c"].contains(&line))
}

/// The same, where `allows` says which lines allow something and need the time to read.
pub(crate) fn read_line_where(question: &str, allows: impl Fn(&str) -> bool) -> String {
    loop {
        // What was typed before the request was shown does not count.
        discard_typed();
        output::ask(&format!("{question} "));
        let shown = Instant::now();
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(read) if read > 0 => {}
            Ok(_) | Err(_) => return String::new(),
        }
        if !allows(line.trim()) || shown.elapsed() >= READING {
            return line.trim().to_owned();
        }
        note(&say(phrases::terminal_too_quick()));
    }
}

/// Drops what waits to be read at the terminal.
fn discard_typed() {
    #[cfg(unix)]
    if let Err(error) =
        rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush)
    {
        tracing::debug!(%error, "what was typed ahead could not be dropped");
    }
}
