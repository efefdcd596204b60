//! `audit list | verify | export`.

use std::{
    io::{BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use clap::{Subcommand, ValueEnum};
use host::{AuditRowView, Host};
use host_api::{AuditDecidedView, AuditQuery};

use messages::{phrases, without_isolation};

use crate::{
    output::{self, Failure, Output},
    words::{said, say},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// How `audit export` is explained: what another program needs to check the chain.
const EXPORTED: &str = "One JSON object a line, oldest row first, with these fields, always the same: \
seq, at_ms, kind, server, conversation, call, subject, decision, detail, content_digest, salt, content, prev, hash. \
Digests and the salt are hexadecimal digits. Each row's prev is the hash of the row before it, zeros for the first. content and salt \
are null once a conversation was deleted; content_digest stays, and the chain can still be checked. docs/audit-log.md says how hash and \
content_digest are made. A log that is in use, damaged or newer is exported too; damaged places are counted, and the exit code is 6.";

#[derive(Debug, Subcommand)]
pub(crate) enum AuditVerb {
    /// The newest rows, newest first.
    List(ListArgs),
    /// Check that no row was changed, dropped or moved; exit code 6 if one was.
    Verify,
    /// Write every row as JSON Lines.
    #[command(after_help = EXPORTED)]
    Export {
        /// The file to write, which must not be there yet; standard output if not given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// How many.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
    /// Only rows with this in their subject, server, decision or arguments.
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Only what was decided so.
    #[arg(long, value_enum)]
    decision: Option<Decision>,
    /// Only rows about this server, by your name for it.
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// Only rows of the last so many days.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    days: Option<u32>,
    /// Only rows before this one, for the next page.
    #[arg(long, value_name = "ROW")]
    before: Option<u32>,
}

/// Who decided, or what.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Decision {
    /// You allowed it.
    Allowed,
    /// A rule decided, either way.
    ByRule,
    /// It was denied, by whomever.
    Denied,
}

pub(crate) async fn run(host: &Host, verb: &AuditVerb, output: Output) -> Result<(), Failure> {
    match verb {
        AuditVerb::List(wanted) => list(host, wanted, output).await,
        AuditVerb::Verify => verify(host, output).await,
        // Done before the host was opened.
        AuditVerb::Export { .. } => Ok(()),
    }
}

async fn list(host: &Host, wanted: &ListArgs, output: Output) -> Result<(), Failure> {
    let server = match &wanted.server {
        None => None,
        Some(name) => Some(host.server_named(name)?.0.to_string()),
    };
    let since = wanted
        .days
        .map(|days| (domain::now_ms() - i64::from(days) * DAY_MS) as f64);
    let query = AuditQuery {
        text: wanted.search.clone().unwrap_or_default(),
        decided: wanted.decision.map(|decision| match decision {
            Decision::Allowed => AuditDecidedView::Person,
            Decision::ByRule => AuditDecidedView::Rule,
            Decision::Denied => AuditDecidedView::Denied,
        }),
        server,
        since_ms: since,
        before: wanted.before,
    };
    let rows = host.audit_find(&query, wanted.limit).await?;
    output.rows(&rows, line);
    Ok(())
}

fn line(row: &AuditRowView) -> String {
    // In a column, isolation marks would be counted.
    let verdict = match row.verdict.is_empty() {
        true => "-".to_owned(),
        false => without_isolation(&said(&row.verdict)),
    };
    format!(
        "{:>6}  {}  {:<9} {:<26} {}",
        row.seq,
        output::time(row.at_ms),
        row.kind,
        verdict,
        domain::visible(&row.subject)
    )
}

async fn verify(host: &Host, output: Output) -> Result<(), Failure> {
    let verdict = host.audit_verify().await?;
    output.one(&verdict, || {
        say(phrases::terminal_audit_verified(
            verdict.rows,
            &verdict.message,
        ))
    });
    if verdict.intact {
        Ok(())
    } else {
        Err(Failure::data(verdict.message).hint(phrases::terminal_hint_audit_damaged()))
    }
}

/// Writes the log to a file or to standard output, as JSON Lines either way. It reads the file and takes no lock.
pub(crate) async fn export(
    data_dir: &Path,
    out: Option<&Path>,
    output: Output,
) -> Result<(), Failure> {
    let holes = match out {
        Some(out) => {
            let saved = archive::audit_save(data_dir, out, false).await?;
            output.one(&saved, || {
                say(phrases::terminal_audit_saved(&saved.file, saved.rows))
            });
            saved.holes
        }
        None => {
            let mut out = BufWriter::new(Reader(std::io::stdout().lock()));
            let (_, holes) = archive::audit_write(data_dir, &mut out).await?;
            let lost = |_| Failure::data(phrases::terminal_output_lost());
            out.flush().map_err(lost)?;
            holes
        }
    };
    if holes == 0 {
        Ok(())
    } else {
        Err(Failure::data(phrases::terminal_audit_holes(holes))
            .hint(phrases::terminal_hint_audit_holes()))
    }
}

/// Standard output. A reader who closed the pipe had enough: that is no failure.
struct Reader<W>(W);

impl<W: Write> Write for Reader<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            other => other,
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}
