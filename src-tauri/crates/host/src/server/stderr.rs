//! The standard error of a server, written to its log line by line.

use std::sync::Arc;

use launcher::StderrRing;

use super::{
    book::ServerHistory,
    log::{LOOKED_AT, ROW_BYTES, ServerLog},
};

/// Copies each line of a server's standard error to its log, until the stream ends.
pub(crate) fn follow_stderr(ring: &StderrRing, book: &Arc<ServerHistory>) {
    let (ring, book) = (ring.clone(), Arc::clone(book));
    tokio::spawn(async move {
        let mut changed = ring.changed();
        let (mut seen, mut line, mut skipping) = (0, Vec::new(), false);
        loop {
            let open = changed.changed().await.is_ok();
            let piece = ring.after(seen);
            seen = piece.total;
            if piece.missed > 0 {
                // A partial line could begin in the middle of a secret.
                line.clear();
                skipping = true;
            }
            let mut unseen = piece.missed;
            for part in piece.bytes.split_inclusive(|byte| *byte == b'\n') {
                let room = (LOOKED_AT * ROW_BYTES + 1).saturating_sub(line.len());
                let taken = if skipping { 0 } else { part.len().min(room) };
                line.extend_from_slice(&part[..taken]);
                unseen += (part.len() - taken) as u64;
                if part.ends_with(b"\n") {
                    stderr_line(&book.log, &std::mem::take(&mut line));
                    skipping = false;
                }
            }
            book.log.missed_stderr(unseen);
            if !open {
                stderr_line(&book.log, &line);
                return;
            }
        }
    });
}

fn stderr_line(log: &ServerLog, line: &[u8]) {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    if !text.trim().is_empty() {
        log.stderr(text);
    }
}
