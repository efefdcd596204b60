//! Process setup before any secret is in memory: log redaction, and no core dumps.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    io::{self, Write},
};

use tracing_subscriber::EnvFilter;

/// Initializes the process of a shell: logging to standard error at `level`, or as `RUST_LOG` says. Log lines and panic messages
/// pass through [`secrets::scrub`]. On Unix core dumps are disabled, since they would contain the memory.
///
/// Call it once, before everything else.
pub fn begin_process(level: &str) {
    without_core_files();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Color codes could separate a name from its value.
        .with_ansi(false)
        .with_writer(|| Scrubbed::new(io::stderr()))
        .init();
    std::panic::set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        let mut text = format!("{panic}\n");
        if trace.status() == BacktraceStatus::Captured {
            text.push_str(&trace.to_string());
        }
        // Standard error may be closed.
        let _ = io::stderr().write_all(secrets::scrub(&text).as_bytes());
    }));
}

/// A log line in progress. It is redacted as a whole and written when it is complete.
struct Scrubbed<W: Write> {
    line: Vec<u8>,
    to: W,
}

impl<W: Write> Scrubbed<W> {
    fn new(to: W) -> Self {
        Self {
            line: Vec::new(),
            to,
        }
    }
}

impl<W: Write> Write for Scrubbed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = secrets::scrub(&String::from_utf8_lossy(&std::mem::take(&mut self.line)));
        self.to.write_all(line.as_bytes())?;
        self.to.flush()
    }
}

impl<W: Write> Drop for Scrubbed<W> {
    fn drop(&mut self) {
        // A failure to write the log cannot be logged.
        let _ = self.flush();
    }
}

#[cfg(unix)]
fn without_core_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = Rlimit {
        current: Some(0),
        ..getrlimit(Resource::Core)
    };
    // Some systems refuse to lower a limit; the program works without it.
    let _ = setrlimit(Resource::Core, limit);
}

#[cfg(not(unix))]
fn without_core_files() {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Captured(Arc<Mutex<Vec<u8>>>);

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            crate::mutex::lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_of_the_log_holds_no_secret_in_a_field_a_text_or_an_error() {
        let kept = Captured::default();
        let to = kept.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || Scrubbed::new(to.clone()))
            .finish();
        let held = secrets::Secret::new("plain-words-that-are-a-secret".into());
        tracing::subscriber::with_default(subscriber, || {
            tracing::error!(code = "canary-1", "signed in");
            tracing::error!(access_token = ?Some("canary-2"), status_code = 401, "refused");
            tracing::error!("GET /callback?code=canary-3&state=x Authorization: Bearer canary-4");
            tracing::error!(error = %format!("sent {}", held.expose()), "failed");
        });
        let said = String::from_utf8(crate::mutex::lock(&kept.0).clone()).unwrap();
        assert!(
            !said.contains("canary") && !said.contains("plain-words"),
            "{said}"
        );
        assert_eq!(said.matches("(redacted)").count(), 5, "{said}");
        assert!(
            said.contains("status_code=401") && said.contains("refused"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 4, "{said}");
    }
}
