//! Diagnosis of why a local program did not become a server, from its launch, its exit and its output.
//!
//! A server's output is matched here and nowhere else. The result is a [`Cause`] with the known fact and what to do. The output
//! itself is quoted as the server's claim.

mod cache;
mod cause;
mod evidence;
mod excerpt;
mod finding;
mod network;
mod runtime;

use std::time::Duration;

use host_api::{FailureKind, FailureView};
use launcher::ExitReport;

use cause::Cause;
pub(super) use evidence::Evidence;

impl Evidence<'_> {
    /// Completes a failure with the cause, if one was found, and the program's output.
    pub fn explain(&self, mut failure: FailureView) -> FailureView {
        let not_given = launcher::not_given(self.launch);
        if let Some(cause) = finding::find(self, &not_given) {
            let cause = self.shown(cause);
            failure.message = format!("{}: {}", failure.message, cause.why());
            failure.hint = cause.to_do();
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

    /// Returns the cause with secrets redacted.
    fn shown(&self, cause: Cause) -> Cause {
        cause.map_text(|text| self.veil.over(&domain::visible(&text)).0)
    }

    /// Returns the failure of a program that exited.
    pub fn ended(&self, exit: ExitReport) -> FailureView {
        let how = match (exit.code, exit.signal) {
            (Some(code), _) => format!("It exited with code {code}"),
            (None, Some(signal)) => format!("It was ended by signal {signal}"),
            (None, None) => "It ended".to_owned(),
        };
        let hint = "Its error output usually says what is missing.";
        let failure = super::failure::failure(
            FailureKind::Exited,
            format!("{how} before it was ready"),
            hint,
        );
        self.explain(failure)
    }

    /// Returns the failure of a program that did not answer in this time.
    pub fn silent(&self, after: Duration) -> FailureView {
        let time = match after.as_secs() {
            minutes @ 120.. => format!("{} minutes", minutes / 60),
            seconds => format!("{seconds} seconds"),
        };
        let hint = if self.run.is_some() {
            "Check that the package starts an MCP server over standard input and output. A slow download can take longer: raise “Time to introduce itself” of this server."
        } else {
            "Check that the command starts an MCP server over standard input and output, and look at its error output."
        };
        let message = format!("It did not answer within {time}");
        self.explain(super::failure::failure(
            FailureKind::TimedOut,
            message,
            hint,
        ))
    }
}

/// Describes variables that the user has set and that are not passed to the server, with the flags that add them; empty if there
/// are none.
pub(super) fn not_given_sentence(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let flags: Vec<String> = names
        .iter()
        .map(|name| format!("--env-from {name}"))
        .collect();
    format!(
        "Set for you and not given to it: {}. If it needs them, remove it and add it again with {}.",
        names.join(", "),
        flags.join(" ")
    )
}

/// Returns a failure as one text: what failed, why, and the server's output.
pub(super) fn in_one_text(failure: &FailureView) -> String {
    let mut text = failure.message.clone();
    if !failure.said.is_empty() {
        text.push_str(&format!(
            ". Its error output says: {}",
            excerpt::quoted(&failure.said)
        ));
    }
    if !failure.printed.is_empty() {
        text.push_str(&format!(
            ". It printed, which is no MCP message: {}",
            excerpt::quoted(&failure.printed)
        ));
    }
    text
}
