//! The process that reads: the same results as in this process, and bounds that hold.

use std::{path::Path, sync::Arc};

use attachments::{
    AttachError, Form, ImageLimits, Limits, Reader, ReaderLimits, Selection, extract, inspect,
};

use crate::corpus;

pub fn reader(limits: Limits) -> Reader {
    Reader::at(env!("CARGO_BIN_EXE_innkeeper-reader"), limits)
}

fn with(reader: ReaderLimits) -> Limits {
    Limits {
        reader,
        ..Limits::default()
    }
}

#[test]
fn reader_returns_what_this_process_reads() {
    let image = ImageLimits {
        longest_side: 200,
        ..ImageLimits::default()
    };
    let limits = Limits {
        image,
        ..Limits::default()
    };
    let reader = reader(limits);
    for (name, bytes) in corpus::all() {
        let shared: Arc<[u8]> = bytes.clone().into();
        let found = reader.inspect(&name, &shared);
        assert_eq!(found, inspect(&name, &bytes, &limits), "{name}");
        for form in [
            Form::Text,
            Form::Image,
            Form::PageImages,
            Form::Document,
            Form::Audio,
        ] {
            let selection = Selection::all(form);
            let made = reader.extract(&name, &shared, selection);
            assert_eq!(
                made,
                extract(&name, &bytes, selection, &limits),
                "{name} {form}"
            );
        }
    }
}

#[test]
fn reader_without_time_is_stopped() {
    let limits = with(ReaderLimits {
        wait_ms: 0,
        ..ReaderLimits::default()
    });
    let error = reader(limits).inspect("x", &corpus::file("three.pdf").into());
    assert_eq!(error, Err(AttachError::OutOfTime));
}

#[test]
fn program_that_is_no_reader_gives_an_error() {
    let bytes: Arc<[u8]> = corpus::file("three.pdf").into();
    let run = |program: &str, wait_ms| {
        let limits = with(ReaderLimits {
            wait_ms,
            output_bytes: 1000,
            ..ReaderLimits::default()
        });
        Reader::at(program, limits)
            .inspect("x", &bytes)
            .unwrap_err()
    };
    let missing = run("/nowhere/reader", 10_000);
    assert!(
        matches!(missing, AttachError::ReaderNotStarted { .. }),
        "{missing}"
    );
    if Path::new("/bin/false").exists() {
        assert_eq!(run("/bin/false", 10_000), AttachError::ReaderCrashed);
    }
    if Path::new("/usr/bin/yes").exists() {
        // It never stops to talk.
        assert_eq!(run("/usr/bin/yes", 300), AttachError::OutOfTime);
    }
}

#[test]
fn file_over_the_limit_starts_no_reader() {
    let limits = Limits {
        file_bytes: 10,
        ..Limits::default()
    };
    let error = Reader::at("/nowhere/reader", limits).inspect("x", &vec![b'a'; 11].into());
    assert_eq!(
        error,
        Err(AttachError::TooLarge {
            bytes: 11,
            limit: 10
        })
    );
}
