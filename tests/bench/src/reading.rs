//! What it costs to read an attached file in a process of its own.

use std::{sync::Arc, time::Instant};

use attachments::{Form, Limits, Reader, Selection, Span};

use crate::{
    error::BenchError,
    load::{self, Figures},
    profile,
};

/// Rows of the larger file, each of 64 bytes.
const ROWS: usize = 16 * 1024;

/// The size of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Size {
    /// One line: what the process itself costs.
    Line,
    /// 1 MiB of rows.
    Rows,
}

/// Reads the text of the same file again and again.
pub fn measure(size: Size, count: usize) -> Result<Figures, BenchError> {
    let unexpected = |error: attachments::AttachError| BenchError::Unexpected(error.to_string());
    let text = match size {
        Size::Line => "One line of text.\n".to_owned(),
        Size::Rows => format!("{},{}\n", "a".repeat(31), "b".repeat(31)).repeat(ROWS),
    };
    let bytes: Arc<[u8]> = text.into_bytes().into();
    let reader = Reader::at("/proc/self/exe", Limits::default());
    // A process of its own can leave nothing behind: for a profile, this one reads.
    let inside = std::env::var_os(profile::FILE).is_some();
    let limits = Limits::default();
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for _ in 0..count {
        let begin = Instant::now();
        let found = match inside {
            true => attachments::inspect("file", &bytes, &limits),
            false => reader.inspect("file", &bytes),
        };
        let found = found.map_err(unexpected)?;
        let offer = found.offers.iter().find(|offer| offer.form == Form::Text);
        let all = offer.and_then(|offer| Span::new(1, offer.total));
        let all = all.ok_or_else(|| BenchError::Unexpected("no text is offered".into()))?;
        let selection = Selection::range(Form::Text, all);
        let made = match inside {
            true => attachments::extract("file", &bytes, selection, &limits),
            false => reader.extract("file", &bytes, selection),
        };
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
        if made.map_err(unexpected)?.parts.is_empty() {
            return Err(BenchError::Unexpected("the text is missing".into()));
        }
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}
