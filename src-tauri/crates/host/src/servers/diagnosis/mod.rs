//! Diagnosis of why a local program did not become a server, from its launch, its exit and its output.
//!
//! A server's output is matched here and nowhere else. The result is a [`Cause`] with the known fact and what to do. The output
//! itself is quoted as the server's claim.

mod barrier;
mod cache;
mod cause;
mod confinement;
mod evidence;
mod excerpt;
mod finding;
mod network;
mod runtime;

use std::time::Duration;

use host_api::{FailureKind, FailureView};
use launcher::ExitReport;
use messages::{Phrase, Text, Value, phrases};

use cause::{Cause, options};
pub(super) use confinement::limits_hit;
pub(super) use evidence::Evidence;

impl Evidence<'_> {
    /// Completes a failure with the cause, if one was found, and the program's output.
    pub fn explain(&self, mut failure: FailureView) -> FailureView {
        let not_given = launcher::not_given(self.launch);
        if let Some(cause) = finding::find(self, &not_given) {
            let cause = self.shown(cause);
            failure.message = phrases::host_because(cause.why(), &failure.message).into();
            failure.hint = cause.to_do().into();
        } else if failure.kind != FailureKind::Protocol {
            // A known cause names the variables that it is about; others would only distract from it.
            failure.not_given = not_given.into_iter().map(str::to_owned).collect();
        }
        let hidden = |line: String| self.veil.over(&line).0;
        let said = excerpt::of_stderr(self.stderr);
        failure.said = said.into_iter().map(hidden).collect();
        let printed = self.printed.iter().map(|line| excerpt::clipped(line));
        failure.printed = printed.map(hidden).collect();
        failure.stderr = self.veil.over(&super::failure::tail(self.stderr)).0;
        failure
    }

    /// Returns what of its sandbox stopped the program, and what to do.
    pub fn barrier(&self) -> Option<Text> {
        let cause = self.shown(confinement::find(self)?);
        Some(phrases::host_call_sandboxed(cause.to_do(), cause.why()).into())
    }

    /// Returns the cause with secrets redacted.
    fn shown(&self, cause: Cause) -> Cause {
        cause.map_text(|text| self.veil.over(&domain::visible(&text)).0)
    }

    /// Returns the failure of a program that exited.
    pub fn ended(&self, exit: ExitReport) -> FailureView {
        let message = match (exit.code, exit.signal) {
            (Some(code), _) => phrases::host_exited_early(code.to_string()),
            (None, Some(signal)) => phrases::host_killed_early(signal.to_string()),
            (None, None) => phrases::host_ended_early(),
        };
        let hint = phrases::host_hint_output_says();
        let failure = super::failure::failure(FailureKind::Exited, message, hint);
        self.explain(failure)
    }

    /// Returns the failure of a program that did not answer in this time.
    pub fn silent(&self, after: Duration) -> FailureView {
        let message = match after.as_secs() {
            minutes @ 120.. => phrases::host_silent_minutes(minutes / 60),
            seconds => phrases::host_silent_seconds(seconds),
        };
        let hint = if self.run.is_some() {
            phrases::host_hint_silent_package(phrases::limit_start())
        } else {
            phrases::host_hint_silent_command()
        };
        self.explain(super::failure::failure(
            FailureKind::TimedOut,
            message,
            hint,
        ))
    }
}

/// Returns the limit of its sandbox that the last output of a confined program names, if it names one.
pub(crate) fn stopped_at_limit(stderr: &str) -> Option<Phrase> {
    let (limit, _) = limits_hit(stderr).into_iter().next()?;
    Some(limit.why())
}

/// Returns what to do about a failure, with the variables that the user has set and that are not passed to the server.
pub(super) fn hint_of(failure: &FailureView) -> Text {
    let names = &failure.not_given;
    if names.is_empty() {
        return failure.hint.clone();
    }
    let list = Value::list(names);
    phrases::host_hint_not_passed(&failure.hint, list, options(names)).into()
}

/// Returns a failure as one text: what failed, why, and the server's output.
pub(super) fn in_one_text(failure: &FailureView) -> Text {
    let mut text = failure.message.clone();
    if !failure.said.is_empty() {
        text = phrases::host_failure_said(text, excerpt::quoted(&failure.said)).into();
    }
    if !failure.printed.is_empty() {
        text = phrases::host_failure_printed(text, excerpt::quoted(&failure.printed)).into();
    }
    text
}
