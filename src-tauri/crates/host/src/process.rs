//! What a process does for its secrets before it has any: its log is scrubbed, and a crash leaves no image of its memory.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    io::{self, Write},
};

use tracing_subscriber::EnvFilter;

/// Begins the process of a shell: a log on standard error, of `level` and graver or as `RUST_LOG` says. Lines of the log
/// and of panics go through [`secrets::scrub`]; on Unix no core file is written, for it would hold what memory holds.
///
/// Call it once, first.
pub fn begin_process(level: &str) {
    without_core_files();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colours would stand between a name and its value.
        .with_ansi(false)
        .with_writer(|| Scrubbed::new(io::stderr()))
        .init();
    std::panic::set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        let mut text = format!("{panic}\n");
        if trace.status() == BacktraceStatus::Captured {
            text.push_str(&trace.to_string());
        }
        // Nobody may be there to read it.
        let _ = io::stderr().write_all(secrets::scrub(&text).as_bytes());
    }));
}

/// One line of the log on its way: what was written is scrubbed as a whole and passed on when the line is done.
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
        // A log that cannot be written has nowhere to say so.
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
    // A system that does not let a limit be lowered has its own reason; the program works all the same.
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
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            crate::mutex::lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_of_the_log_holds_no_secret_in_a_field_a_text_or_an_error() {
        let kept = Kept::default();
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
