//! A server's log: its log messages, lines of its standard error, and this program's notes, in the order they arrived.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::now_ms;
use host_api::{CountView, LogLevelView, LogPageView, LogRowView, LogSourceView};
use mcp::LogLevel;
use messages::{Text, phrases};
use tokio::sync::watch;

use domain::cut;

use crate::{mutex::lock, server::redactor::SecretRedactor};

/// Maximum number of stored rows.
const ROWS: usize = 2_000;
/// Maximum size of all stored text, in bytes.
const BYTES: usize = 1024 * 1024;
/// Maximum length of one row's text, in bytes.
pub(super) const ROW_BYTES: usize = 8 * 1024;
/// The search for secrets covers this multiple of a row's stored text.
pub(super) const LOOKED_AT: usize = 4;
/// Maximum length of a logger name, in bytes.
const LOGGER_BYTES: usize = 200;

/// The last rows, limited in number and bytes.
pub(crate) struct ServerLog {
    veil: Arc<SecretRedactor>,
    state: Mutex<State>,
    /// The sequence number of the next row.
    next: watch::Sender<u64>,
    /// Whether a task waits for the next row.
    asked: AtomicBool,
}

#[derive(Default)]
struct State {
    rows: VecDeque<LogRowView>,
    bytes: usize,
    dropped: Dropped,
    /// The log level requested from the server.
    level: Option<LogLevel>,
}

/// Counts of dropped rows.
#[derive(Clone, Copy, Default)]
struct Dropped {
    rows: u64,
    stderr_bytes: u64,
    logs: u64,
    updates: u64,
    requests: u64,
}

impl ServerLog {
    pub(crate) fn new(veil: Arc<SecretRedactor>) -> Self {
        Self {
            veil,
            state: Mutex::default(),
            next: watch::Sender::new(1),
            asked: AtomicBool::new(false),
        }
    }

    /// Adds a note of this program.
    pub fn note(&self, level: LogLevelView, text: impl Into<Text>) {
        let shown = |text: &str| cut_and_hidden(&self.veil, text, ROW_BYTES);
        let text = match text.into() {
            Text::Message(phrase) => Text::Message(phrase.with_texts(&shown)),
            Text::Given(text) => Text::Given(shown(&text)),
        };
        self.push(LogSourceView::Innkeeper, level, None, text);
    }

    /// Subscribes to the sequence number of the next row.
    pub fn next(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// Reserves the single waiting slot for the next row. Returns whether it was free.
    pub fn begin_to_wait(&self) -> bool {
        !self.asked.swap(true, Ordering::SeqCst)
    }

    /// Releases the waiting slot.
    pub fn end_to_wait(&self) {
        self.asked.store(false, Ordering::SeqCst);
    }

    /// Adds a line of the server's standard error.
    pub(super) fn stderr(&self, line: &str) {
        let text = Text::Given(cut_and_hidden(&self.veil, line, ROW_BYTES));
        self.push(LogSourceView::Stderr, LogLevelView::Info, None, text);
    }

    /// Adds a count of bytes of standard error that were not read in time.
    pub(super) fn missed_stderr(&self, bytes: u64) {
        lock(&self.state).dropped.stderr_bytes += bytes;
    }

    /// Adds a log message of the server.
    pub fn message(&self, level: LogLevel, logger: Option<&str>, data: &str) {
        // A JSON string is shown without quotation marks; other values are shown as JSON.
        let text: Option<String> = serde_json::from_str(data).ok();
        let text = cut_and_hidden(&self.veil, text.as_deref().unwrap_or(data), ROW_BYTES);
        let logger = logger.map(|l| cut_and_hidden(&self.veil, l, LOGGER_BYTES));
        self.push(LogSourceView::Server, view(level), logger, text.into());
    }

    /// Adds a count of messages that were not read in time.
    pub fn dropped(&self, dropped: mcp::Dropped) {
        let kept = &mut lock(&self.state).dropped;
        kept.logs += dropped.logs;
        kept.updates += dropped.updates;
        kept.requests += dropped.requests;
    }

    /// Adds a row whose texts are redacted.
    fn push(&self, source: LogSourceView, level: LogLevelView, logger: Option<String>, text: Text) {
        let size = size_of(&text);
        let mut state = lock(&self.state);
        state.bytes += size;
        // One lock covers number and row, so that rows are stored in the order of their numbers.
        let seq = *self.next.borrow();
        state.rows.push_back(LogRowView {
            seq: seq as f64,
            at_ms: now_ms() as f64,
            level,
            source,
            logger,
            text,
        });
        while state.rows.len() > ROWS || state.bytes > BYTES {
            let Some(row) = state.rows.pop_front() else {
                break;
            };
            state.bytes -= size_of(&row.text);
            state.dropped.rows += 1;
        }
        self.next.send_replace(seq + 1);
        drop(state);
    }

    /// Returns the rows after the one with this number.
    pub fn page(&self, after: f64, takes_level: bool) -> LogPageView {
        let state = lock(&self.state);
        let dropped = state.dropped;
        let counts = [
            (phrases::host_dropped_rows(), dropped.rows),
            (phrases::host_dropped_stderr(), dropped.stderr_bytes),
            (phrases::host_dropped_logs(), dropped.logs),
            (phrases::host_dropped_updates(), dropped.updates),
            (phrases::host_dropped_requests(), dropped.requests),
        ];
        LogPageView {
            rows: state
                .rows
                .iter()
                .filter(|row| row.seq > after)
                .cloned()
                .collect(),
            dropped: counts
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(what, count)| CountView {
                    what: what.into(),
                    count: u32::try_from(count).unwrap_or(u32::MAX),
                })
                .collect(),
            level: state.level.map(view),
            takes_level,
        }
    }

    /// Returns the log level requested from the server, for a request on its next connection.
    pub fn level(&self) -> Option<LogLevel> {
        lock(&self.state).level
    }

    pub(crate) fn keep_level(&self, level: LogLevel) {
        lock(&self.state).level = Some(level);
    }
}

/// Returns the size of a row's text: of a note, that of its English text.
fn size_of(text: &Text) -> usize {
    match text {
        Text::Message(_) => text.to_string().len(),
        Text::Given(text) => text.len(),
    }
}

fn cut_and_hidden(veil: &SecretRedactor, text: &str, bytes: usize) -> String {
    // Overlong text is truncated before the search.
    let first = cut(text, bytes * LOOKED_AT);
    let (hidden, _) = if first.len() < text.len() {
        veil.over_cut(first)
    } else {
        veil.over(first)
    };
    let kept = cut(&hidden, bytes);
    let end = if kept.len() < hidden.len() { "…" } else { "" };
    domain::visible_block(kept) + end
}

/// Converts a level for a window.
fn view(level: LogLevel) -> LogLevelView {
    match level {
        LogLevel::Debug => LogLevelView::Debug,
        LogLevel::Info => LogLevelView::Info,
        LogLevel::Notice => LogLevelView::Notice,
        LogLevel::Warning => LogLevelView::Warning,
        LogLevel::Error => LogLevelView::Error,
        LogLevel::Critical => LogLevelView::Critical,
        LogLevel::Alert => LogLevelView::Alert,
        LogLevel::Emergency => LogLevelView::Emergency,
    }
}

/// Converts a level from a window.
pub(crate) fn level(view: LogLevelView) -> LogLevel {
    match view {
        LogLevelView::Debug => LogLevel::Debug,
        LogLevelView::Info => LogLevel::Info,
        LogLevelView::Notice => LogLevel::Notice,
        LogLevelView::Warning => LogLevel::Warning,
        LogLevelView::Error => LogLevel::Error,
        LogLevelView::Critical => LogLevel::Critical,
        LogLevelView::Alert => LogLevel::Alert,
        LogLevelView::Emergency => LogLevel::Emergency,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_bounded_numbered_and_counted() {
        let log = ServerLog::new(Arc::default());
        for n in 0..ROWS + 10 {
            log.message(LogLevel::Info, Some("a"), &format!("{n}"));
        }
        let page = log.page(0.0, false);
        assert_eq!(page.rows.len(), ROWS);
        assert_eq!(page.rows[0].text, "10");
        assert!(page.rows.windows(2).all(|w| w[1].seq == w[0].seq + 1.0));
        assert_eq!(page.dropped[0].count, 10);
        log.message(LogLevel::Error, None, r#""it\nbroke\u202e""#);
        let last = log.page(page.rows[ROWS - 1].seq, true);
        assert_eq!(last.rows.len(), 1);
        assert_eq!(last.rows[0].text, "it\nbroke⟨U+202E⟩");
        for _ in 0..300 {
            log.note(LogLevelView::Info, "x".repeat(2 * ROW_BYTES));
        }
        let bytes: usize = log
            .page(0.0, false)
            .rows
            .iter()
            .map(|r| size_of(&r.text))
            .sum();
        assert!(bytes <= BYTES, "{bytes}");
    }
}
