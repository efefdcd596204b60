//! Newline-delimited messages over two byte streams (2025-03-26, basic/transports, "stdio").

use std::{collections::VecDeque, io};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{Deliver, End, Frame, Receive};
use crate::bounds::EDGE_BYTES;

/// How much is read at once, in bytes.
const READ_BYTES: usize = 64 * 1024;

/// Cuts a byte stream into lines. Never holds more than one line of `limit` bytes.
pub(crate) struct LineFramer {
    limit: usize,
    line: Vec<u8>,
    /// Set while an over-long line is skipped: its last bytes so far.
    skipping: Option<Vec<u8>>,
}

impl LineFramer {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            skipping: None,
        }
    }

    /// Takes the next bytes of the stream and appends the frames they complete.
    pub(crate) fn push(&mut self, mut bytes: &[u8], out: &mut VecDeque<Frame>) {
        while !bytes.is_empty() {
            let end = bytes.iter().position(|b| *b == b'\n');
            let (part, rest) = match end {
                Some(at) => (&bytes[..at], &bytes[at + 1..]),
                None => (bytes, &bytes[bytes.len()..]),
            };
            self.extend(part, out);
            if end.is_some() {
                self.end_line(out);
            }
            bytes = rest;
        }
    }

    /// The stream ended: what is left is a line too.
    pub(crate) fn finish(&mut self, out: &mut VecDeque<Frame>) {
        self.end_line(out);
    }

    fn extend(&mut self, part: &[u8], out: &mut VecDeque<Frame>) {
        if let Some(tail) = &mut self.skipping {
            return keep_tail(tail, part);
        }
        // One byte more than the limit, so that a carriage return does not count.
        if self.line.len() + part.len() <= self.limit + 1 {
            self.line.extend_from_slice(part);
            return;
        }
        let line = std::mem::take(&mut self.line);
        self.skip(&line, part, out);
    }

    fn skip(&mut self, line: &[u8], part: &[u8], out: &mut VecDeque<Frame>) {
        let mut head = line[..line.len().min(EDGE_BYTES)].to_vec();
        head.extend_from_slice(&part[..part.len().min(EDGE_BYTES - head.len())]);
        let mut tail = Vec::new();
        keep_tail(&mut tail, line);
        keep_tail(&mut tail, part);
        out.push_back(Frame::TooLong { head });
        self.skipping = Some(tail);
    }

    fn end_line(&mut self, out: &mut VecDeque<Frame>) {
        if let Some(tail) = self.skipping.take() {
            out.push_back(Frame::TooLongEnd { tail });
            return;
        }
        let mut line = std::mem::take(&mut self.line);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.len() > self.limit {
            self.skip(&line, &[], out);
            return self.end_line(out);
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        out.push_back(match String::from_utf8(line) {
            Ok(text) => Frame::Text(text),
            Err(error) => Frame::BadUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        });
    }
}

fn keep_tail(tail: &mut Vec<u8>, part: &[u8]) {
    let part = &part[part.len().saturating_sub(EDGE_BYTES)..];
    let surplus = (tail.len() + part.len()).saturating_sub(EDGE_BYTES);
    tail.drain(..surplus);
    tail.extend_from_slice(part);
}

/// Receives lines from a server's output.
pub(crate) struct StdioReceiver<R> {
    reader: R,
    framer: LineFramer,
    ready: VecDeque<Frame>,
    buffer: Box<[u8]>,
    end: Option<End>,
}

impl<R> StdioReceiver<R> {
    /// `limit`: the longest line, in bytes.
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self {
            reader,
            framer: LineFramer::new(limit),
            ready: VecDeque::new(),
            buffer: vec![0; READ_BYTES].into_boxed_slice(),
            end: None,
        }
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Receive for StdioReceiver<R> {
    async fn receive(&mut self) -> Result<Frame, End> {
        loop {
            if let Some(frame) = self.ready.pop_front() {
                return Ok(frame);
            }
            if let Some(end) = self.end {
                return Err(end);
            }
            match self.reader.read(&mut self.buffer).await {
                Ok(0) => {
                    self.end = Some(End::Closed);
                    self.framer.finish(&mut self.ready);
                }
                Ok(n) => self.framer.push(&self.buffer[..n], &mut self.ready),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.end = Some(End::Failed(error.kind())),
            }
        }
    }
}

/// Sends lines to a server's input.
pub(crate) struct StdioSender<W> {
    writer: W,
    /// How many bytes of the current line are written; the line break counts as its last.
    written: usize,
}

impl<W> StdioSender<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self { writer, written: 0 }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Deliver for StdioSender<W> {
    async fn send(&mut self, message: &str) -> io::Result<()> {
        let bytes = message.as_bytes();
        while self.written <= bytes.len() {
            let left = if self.written < bytes.len() {
                &bytes[self.written..]
            } else {
                b"\n".as_slice()
            };
            // A dropped `write` has written nothing, so `written` stays true.
            match self.writer.write(left).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                n => self.written += n,
            }
        }
        self.writer.flush().await?;
        self.written = 0;
        Ok(())
    }

    fn in_progress(&self) -> bool {
        self.written > 0
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use proptest::prelude::*;

    use super::*;

    fn frames(limit: usize, parts: &[&[u8]]) -> Vec<Frame> {
        let mut framer = LineFramer::new(limit);
        let mut out = VecDeque::new();
        for part in parts {
            framer.push(part, &mut out);
            assert!(
                framer.line.len() <= limit + 1,
                "never buffers more than one line"
            );
            assert!(
                framer
                    .skipping
                    .as_ref()
                    .is_none_or(|t| t.len() <= EDGE_BYTES)
            );
        }
        framer.finish(&mut out);
        out.into()
    }

    #[test]
    fn lines_of_every_kind() {
        let got = frames(10, &[b"{}\r\n\n  \n0123456789\r\n0123456789A\n\xff\nlast"]);
        assert_eq!(
            got,
            vec![
                Frame::Text("{}".into()),
                Frame::Text("0123456789".into()),
                Frame::TooLong {
                    head: b"0123456789A".to_vec()
                },
                Frame::TooLongEnd {
                    tail: b"0123456789A".to_vec()
                },
                Frame::BadUtf8("\u{fffd}".into()),
                Frame::Text("last".into()),
            ]
        );
    }

    #[test]
    fn an_over_long_line_is_announced_before_it_ends() {
        let mut framer = LineFramer::new(8);
        let mut out = VecDeque::new();
        framer.push(&[b'x'; 100], &mut out);
        assert_eq!(out.len(), 1);
        framer.push(&[b'y'; 10_000], &mut out);
        framer.push(b"\nok\n", &mut out);
        assert_eq!(
            out[1],
            Frame::TooLongEnd {
                tail: vec![b'y'; EDGE_BYTES]
            }
        );
        assert_eq!(out[2], Frame::Text("ok".into()));
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_frames(
            bytes in prop::collection::vec(prop::sample::select(b"{}\"a\n\r\xff\xc3\xa9 ".to_vec()), 0..200),
            cuts in prop::collection::vec(0usize..200, 0..8),
            limit in 1usize..20,
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut parts = Vec::new();
            let mut from = 0;
            for cut in cuts {
                parts.push(&bytes[from..cut]);
                from = cut;
            }
            parts.push(&bytes[from..]);
            // Where an over-long line is announced depends on the split; what was in its head may too.
            let plain = |frames: Vec<Frame>| -> Vec<Frame> {
                frames.into_iter().map(|f| match f {
                    Frame::TooLong { .. } => Frame::TooLong { head: vec![] },
                    f @ (Frame::Text(_) | Frame::BadUtf8(_) | Frame::TooLongEnd { .. }) => f,
                }).collect()
            };
            prop_assert_eq!(plain(frames(limit, &parts)), plain(frames(limit, &[&bytes])));
        }
    }
}
