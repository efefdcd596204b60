//! What is said while an answer does not come: the wait for the model, and requests that are sent again. Each on a line of its own.

use std::time::Duration;

use domain::now_ms;
use host_api::{CallStateView, Event, MessageView, RetryView};
use messages::{Phrase, phrases};

use crate::{
    output::{note, print},
    words::say,
};

/// The silence after which the wait for the model is said.
pub(crate) const SILENT: Duration = Duration::from_secs(5);

/// The line of the terminal that the answer is written on, and what was said of its waits.
pub(crate) struct Line {
    /// Text stands on it.
    open: bool,
    /// The model's turn has come, and nothing of its answer.
    expected: bool,
    /// The wait for it was said.
    said: bool,
    /// The attempt whose wait was said.
    attempt: Option<u32>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            open: false,
            expected: true,
            said: false,
            attempt: None,
        }
    }
}

impl Line {
    /// Writes more of the answer.
    pub(crate) fn print(&mut self, text: &str) {
        print(text);
        self.open = !text.ends_with('\n');
    }

    /// Ends the line, so that what follows stands alone.
    pub(crate) fn end(&mut self) {
        if std::mem::take(&mut self.open) {
            print("\n");
        }
    }

    /// Takes notice of who is expected to do something.
    pub(crate) fn event<E>(&mut self, event: &Result<Event, E>) {
        match event {
            Ok(Event::Delta { .. }) => (self.expected, self.said) = (false, false),
            Ok(Event::Call { call, .. }) => {
                self.expected = !matches!(
                    call.state,
                    CallStateView::Waiting { .. } | CallStateView::Running { .. }
                );
            }
            Ok(_) | Err(_) => {}
        }
    }

    /// Nothing came for [`SILENT`].
    pub(crate) fn silent(&mut self) {
        if self.expected && !std::mem::replace(&mut self.said, true) {
            self.end();
            note(&say(phrases::terminal_wait_answer()));
        }
    }

    /// Says that a request is sent again later.
    pub(crate) fn waits(&mut self, message: &MessageView) {
        let Some(retry) = message.retry else {
            self.attempt = None;
            return;
        };
        if self.attempt.replace(retry.attempt) != Some(retry.attempt) {
            self.end();
            note(&say(wait(&retry)));
        }
    }
}

fn wait(retry: &RetryView) -> Phrase {
    let seconds = ((retry.until_ms - now_ms() as f64) / 1000.0)
        .max(0.0)
        .ceil();
    match (retry.loading, retry.most) {
        (true, _) | (false, None) => phrases::terminal_wait_loading(seconds),
        (false, Some(most)) if retry.status == 0 => {
            phrases::terminal_wait_closed(retry.attempt, most, seconds)
        }
        (false, Some(most)) => {
            phrases::terminal_wait_busy(retry.attempt, most, seconds, retry.status.to_string())
        }
    }
}
