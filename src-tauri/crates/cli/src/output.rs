//! What is printed: results on standard output, errors as one line and a hint on standard error.

use std::{
    io::{ErrorKind, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use host::api::{ApiError, ErrorCode};
use serde::Serialize;

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
    error: String,
    #[serde(rename = "exit_code")]
    code: u8,
    hint: Option<String>,
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(message: impl Into<String>, hint: &str) -> Self {
        Self {
            code: 2,
            error: message.into(),
            hint: Some(hint.into()),
        }
    }
    /// Somebody or something said no.
    pub fn denied(message: impl Into<String>) -> Self {
        Self {
            code: 3,
            error: message.into(),
            hint: None,
        }
    }
    /// A server or a model failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            code: 4,
            error: message.into(),
            hint: None,
        }
    }
    /// Stored data is the trouble.
    pub fn data(message: impl Into<String>) -> Self {
        Self {
            code: 6,
            error: message.into(),
            hint: None,
        }
    }
    /// Another failure, with this one's hint.
    pub fn instead(self, other: Self) -> Self {
        Self {
            hint: self.hint.or(other.hint),
            ..other
        }
    }
    /// The same with a hint.
    pub fn hint(mut self, hint: &str) -> Self {
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
                note(&format!(
                    "innkeeper-cli: the result could not be written: {error}"
                ));
            }
        }
    }

    /// Prints a failure and gives the exit code. It is the document, if there is none yet.
    pub fn fail(self, failure: &Failure) -> ExitCode {
        if self.json && !DOCUMENT.load(Ordering::Relaxed) {
            self.document(failure);
        }
        note(&format!(
            "innkeeper-cli: {}",
            domain::visible(&failure.error)
        ));
        if let Some(hint) = &failure.hint {
            note(&format!("  {}", domain::visible(hint)));
        }
        ExitCode::from(failure.code)
    }

    /// The end of a successful run, if everything printed has arrived.
    pub fn done(self) -> ExitCode {
        if LOST.load(Ordering::Relaxed) {
            return self.fail(&Failure::data("The output could not be written whole."));
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
