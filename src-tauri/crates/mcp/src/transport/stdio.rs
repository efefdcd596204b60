//! Newline-delimited messages over two byte streams (2025-03-26, basic/transports, "stdio").

use std::{collections::VecDeque, io};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{End, Frame, OutboundFrame, Receive, TransportWriter};
use crate::bounds::EDGE_BYTES;

/// How much is read at once, in bytes.
const READ_BYTES: usize = 64 * 1024;
/// How much is written at once, in bytes: no more than a pipe takes.
const WRITE_BYTES: usize = 64 * 1024;

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

    fn at_hand(&mut self) -> Option<Frame> {
        self.ready.pop_front()
    }
}

/// Sends lines to a server's input; those that wait together leave together.
pub(crate) struct StdioSender<W> {
    writer: W,
    /// How many bytes of the first message have left; the line break counts as its last.
    written: usize,
    /// How many messages have left whole and are not reported yet.
    whole: usize,
    /// What the next write takes, from where the last one ended.
    lines: Vec<u8>,
    /// Where each message that `lines` completes ends in it.
    ends: Vec<usize>,
}

impl<W> StdioSender<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self {
            writer,
            written: 0,
            whole: 0,
            lines: Vec::with_capacity(WRITE_BYTES),
            ends: Vec::new(),
        }
    }

    /// So many bytes of `lines` have left.
    fn left(&mut self, bytes: usize) {
        self.whole = self.ends.partition_point(|end| *end <= bytes);
        self.written = match self.whole.checked_sub(1) {
            Some(last) => bytes - self.ends[last],
            None => self.written + bytes,
        };
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> TransportWriter for StdioSender<W> {
    fn load<'a>(&mut self, messages: impl Iterator<Item = OutboundFrame<'a>>) {
        if self.whole > 0 {
            return;
        }
        self.lines.clear();
        self.ends.clear();
        let mut skip = self.written;
        for message in messages {
            let text = message.text.as_bytes().get(skip..).unwrap_or_default();
            let room = WRITE_BYTES - self.lines.len();
            if text.len() >= room {
                self.lines.extend_from_slice(&text[..room]);
                return;
            }
            self.lines.extend_from_slice(text);
            self.lines.push(b'\n');
            self.ends.push(self.lines.len());
            skip = 0;
        }
    }

    async fn send(&mut self) -> io::Result<usize> {
        if self.whole == 0 {
            // A dropped `write` has written nothing, so `written` stays true.
            match self.writer.write(&self.lines).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                bytes => self.left(bytes),
            }
        }
        if self.whole > 0 {
            self.writer.flush().await?;
        }
        Ok(std::mem::take(&mut self.whole))
    }

    fn begun(&self) -> usize {
        self.whole + usize::from(self.written > 0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::{
        pin::Pin,
        task::{Context, Poll},
    };

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

    /// Takes so many bytes with each write.
    struct Narrow(usize, Vec<u8>);

    impl AsyncWrite for Narrow {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            let taken = bytes.len().min(self.0);
            self.1.extend_from_slice(&bytes[..taken]);
            Poll::Ready(Ok(taken))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn every_message_leaves_once_whatever_a_write_takes() {
        let long = "x".repeat(WRITE_BYTES + 10);
        let exact = "y".repeat(WRITE_BYTES - 1);
        let messages = ["{}", "", &long, "a", &exact, "b"];
        let wanted: String = messages.iter().map(|m| format!("{m}\n")).collect();
        for takes in [7, 1_000, WRITE_BYTES, usize::MAX] {
            let mut sender = StdioSender::new(Narrow(takes, Vec::new()));
            let mut sent = 0;
            while sent < messages.len() {
                let letters = messages[sent..].iter().map(|text| OutboundFrame {
                    headers: &[],
                    text,
                    request: None,
                    again: false,
                });
                sender.load(letters);
                sent += sender.send().await.unwrap();
                let out = sender.writer.1.len();
                let whole: usize = messages[..sent].iter().map(|m| m.len() + 1).sum();
                assert_eq!(sender.begun(), usize::from(out > whole), "{takes}");
            }
            assert!(sender.writer.1 == wanted.as_bytes(), "{takes}");
        }
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
                    f @ (Frame::Text(_) | Frame::BadUtf8(_) | Frame::TooLongEnd { .. }
                    | Frame::Failed { .. } | Frame::Paused { .. } | Frame::SessionGone { .. }) => f,
                }).collect()
            };
            prop_assert_eq!(plain(frames(limit, &parts)), plain(frames(limit, &[&bytes])));
        }
    }
}
