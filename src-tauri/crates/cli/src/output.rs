//! What is printed: results on standard output, errors as one line and a hint on standard error.

use std::{
    io::{ErrorKind, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use host_api::{ApiError, ErrorCode};
use messages::{Phrase, Text, phrases};
use serde::Serialize;

use crate::words::said;

/// Whether the one document was printed.
static DOCUMENT: AtomicBool = AtomicBool::new(false);
/// Whether something that was to be printed is lost, other than by a reader who had enough.
static LOST: AtomicBool = AtomicBool::new(false);

/// How results are printed.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    /// As one JSON document.
    pub json: bool,
}

/// Why the program ends with another code than 0.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    error: Text,
    #[serde(rename = "exit_code")]
    code: u8,
    hint: Option<Text>,
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(message: impl Into<Text>) -> Self {
        Self::of(2, message)
    }
    /// Somebody or something said no.
    pub fn denied(message: impl Into<Text>) -> Self {
        Self::of(3, message)
    }
    /// A server or a model failed.
    pub fn failed(message: impl Into<Text>) -> Self {
        Self::of(4, message)
    }
    /// Stored data is the trouble.
    pub fn data(message: impl Into<Text>) -> Self {
        Self::of(6, message)
    }
    /// The sandbox of a server refused it a host, a file or something else, which is why the server failed.
    pub fn sandboxed(message: impl Into<Text>) -> Self {
        Self::of(7, message)
    }
    /// What failed.
    pub fn words(&self) -> Text {
        self.error.clone()
    }
    /// Whether a server failed.
    pub fn is_of_server(&self) -> bool {
        self.code == 4
    }
    fn of(code: u8, message: impl Into<Text>) -> Self {
        Self {
            code,
            error: message.into(),
            hint: None,
        }
    }
    /// The same in these words and without a hint, after more was printed.
    pub fn told(self, words: impl Into<Text>) -> Self {
        Self::of(self.code, words)
    }
    /// Another failure, with this one's hint.
    pub fn instead(self, other: Self) -> Self {
        Self {
            hint: self.hint.or(other.hint),
            ..other
        }
    }
    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<Text>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        let code = match error.code {
            ErrorCode::Invalid | ErrorCode::NotFound => 2,
            ErrorCode::Denied | ErrorCode::Stale => 3,
            ErrorCode::Server | ErrorCode::Model | ErrorCode::Key => 4,
            ErrorCode::Timeout => 5,
            ErrorCode::Keychain | ErrorCode::Data => 6,
        };
        Self {
            code,
            error: error.message,
            hint: error.hint,
        }
    }
}

impl Output {
    /// Prints one thing.
    pub fn one<T: Serialize>(self, value: &T, text: impl FnOnce() -> String) {
        if self.json {
            self.document(value);
        } else {
            let text = text();
            if !text.is_empty() {
                print(&format!("{text}\n"));
            }
        }
    }

    /// Prints a list, a line each.
    pub fn rows<T: Serialize>(self, rows: &[T], line: impl Fn(&T) -> String) {
        if self.json {
            self.document(&rows);
        } else {
            rows.iter()
                .for_each(|row| print(&format!("{}\n", line(row))));
        }
    }

    fn document<T: Serialize + ?Sized>(self, value: &T) {
        DOCUMENT.store(true, Ordering::Relaxed);
        match serde_json::to_string_pretty(value) {
            Ok(text) => print(&format!("{}\n", escaped(&text))),
            Err(error) => {
                LOST.store(true, Ordering::Relaxed);
                complain(phrases::terminal_result_not_written(error.to_string()));
            }
        }
    }

    /// Prints a failure and gives the exit code. It is the document, if there is none yet.
    pub fn fail(self, failure: &Failure) -> ExitCode {
        if self.json && !DOCUMENT.load(Ordering::Relaxed) {
            self.document(failure);
        }
        complain(failure.error.clone());
        if let Some(hint) = &failure.hint {
            note(&format!("  {}", said(hint)));
        }
        ExitCode::from(failure.code)
    }

    /// The end of a successful run, if everything printed has arrived.
    pub fn done(self) -> ExitCode {
        if LOST.load(Ordering::Relaxed) {
            return self.fail(&Failure::data(phrases::terminal_output_lost()));
        }
        ExitCode::SUCCESS
    }
}

/// Writes to standard output. A reader who closed the pipe had enough: that is no failure, and what is under way goes on.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let lost = error.kind() != ErrorKind::BrokenPipe;
        LOST.fetch_or(lost, Ordering::Relaxed);
    }
}

/// Writes a line to standard error, if anybody reads it.
pub(crate) fn note(line: &str) {
    ask(&format!("{line}\n"));
}

/// Writes a line of this program to standard error: an error, or what it does not do.
pub(crate) fn complain(words: impl Into<Text>) {
    note(&format!("innkeeper-cli: {}", said(&words.into())));
}

/// A size as people read it.
pub(crate) fn size(bytes: f64) -> Phrase {
    match bytes {
        b if b < 1e3 => phrases::terminal_size_bytes(b),
        b if b < 1e6 => phrases::terminal_size_kilobytes(b / 1e3),
        b if b < 1e9 => phrases::terminal_size_megabytes(b / 1e6),
        b => phrases::terminal_size_gigabytes(b / 1e9),
    }
}

/// Writes to standard error without a line break, for an answer on the same line.
pub(crate) fn ask(text: &str) {
    let mut err = std::io::stderr().lock();
    if let Err(error) = err.write_all(text.as_bytes()).and_then(|()| err.flush()) {
        tracing::debug!(%error, "standard error cannot be written");
    }
}

/// A JSON text whose hidden characters are escapes: the same document, and harmless on a terminal.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if domain::is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// A time of the log, in UTC.
pub(crate) fn time(ms: i64) -> String {
    domain::Utc::from_ms(ms).to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_hides_in_a_document() {
        let text = "a\u{1b}\u{9b}\u{202e}\u{e0041}\u{7f}é\nb";
        let json = super::escaped(&serde_json::json!({ text: [text] }).to_string());
        assert!(!json.chars().any(domain::is_hidden), "{json:?}");
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read[text][0], text);
    }
}
