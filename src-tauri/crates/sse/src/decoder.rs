//! The decoder: lines out of bytes, fields out of lines, events out of fields.

use std::time::Duration;

use crate::{DEFAULT_EVENT, Event, SseError, buffer::append};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Turns bytes, split in any way, into events.
///
/// Bytes that are not UTF-8 become U+FFFD. An event that is not closed by an empty line when the stream ends is not an
/// event (WHATWG HTML 9.2.6); there is nothing to call at the end.
#[derive(Debug)]
pub struct Decoder {
    limit: usize,
    line: Vec<u8>,
    /// The last byte was a CR: a LF that follows belongs to it.
    after_cr: bool,
    first_line: bool,
    data: Vec<u8>,
    has_data: bool,
    event: Vec<u8>,
    last_id: Vec<u8>,
    retry: Option<Duration>,
    failed: bool,
}

impl Decoder {
    /// A decoder that refuses an event with more than `max_event_bytes`: no line may be longer, and data, type and ID
    /// of one event together may not be.
    #[must_use]
    pub fn new(max_event_bytes: usize) -> Self {
        Self {
            limit: max_event_bytes,
            line: Vec::new(),
            after_cr: false,
            first_line: true,
            data: Vec::new(),
            has_data: false,
            event: Vec::new(),
            last_id: Vec::new(),
            retry: None,
            failed: false,
        }
    }

    /// The events that `bytes` complete, decoded as the iterator is asked.
    ///
    /// The iterator ends after an error. Bytes that it was not asked for are lost when it is dropped.
    #[must_use = "bytes are decoded only as the iterator is asked"]
    pub fn feed<'a>(&'a mut self, bytes: &'a [u8]) -> Events<'a> {
        Events {
            decoder: self,
            rest: bytes,
        }
    }

    /// The last event ID of the stream, also from an event without data; `None` where it is empty.
    #[must_use]
    pub fn last_event_id(&self) -> Option<String> {
        (!self.last_id.is_empty()).then(|| text(self.last_id.clone()))
    }

    /// How many bytes of an event that is not complete are held.
    #[must_use]
    pub fn buffered(&self) -> usize {
        self.line.len() + self.data.len()
    }

    /// How long to wait before connecting again, if the server said so.
    #[must_use]
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Takes bytes from `rest` until an event is complete.
    fn advance(&mut self, rest: &mut &[u8]) -> Result<Option<Event>, SseError> {
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_cr) && rest[0] == b'\n' {
                *rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let (part, tail) = rest.split_at(end.unwrap_or(rest.len()));
            *rest = tail;
            if !append(&mut self.line, part, self.limit) {
                return Err(self.too_large());
            }
            let Some((ending, tail)) = tail.split_first() else {
                break;
            };
            *rest = tail;
            self.after_cr = *ending == b'\r';
            if let Some(event) = self.end_line()? {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The line is complete: a field, a comment, or the empty line that closes an event.
    fn end_line(&mut self) -> Result<Option<Event>, SseError> {
        let mut line = std::mem::take(&mut self.line);
        let mut bytes = line.as_slice();
        if std::mem::take(&mut self.first_line) {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        let done = if bytes.is_empty() {
            self.dispatch()
        } else {
            let (name, value) = field(bytes);
            self.take_field(name, value)?;
            None
        };
        // The buffer is used again for the next line.
        line.clear();
        self.line = line;
        Ok(done)
    }

    fn take_field(&mut self, name: &[u8], value: &[u8]) -> Result<(), SseError> {
        let fits = match name {
            b"data" => {
                let room = room(self.limit, &self.event, &self.last_id);
                (!std::mem::replace(&mut self.has_data, true)
                    || append(&mut self.data, b"\n", room))
                    && append_text(&mut self.data, value, room)
            }
            b"event" => {
                let room = room(self.limit, &self.data, &self.last_id);
                self.event.clear();
                append_text(&mut self.event, value, room)
            }
            b"id" if !value.contains(&0) => {
                let room = room(self.limit, &self.data, &self.event);
                self.last_id.clear();
                append_text(&mut self.last_id, value, room)
            }
            b"retry" => {
                self.retry = milliseconds(value).or(self.retry);
                true
            }
            // A comment has an empty name; other fields are ignored.
            _ => true,
        };
        if fits { Ok(()) } else { Err(self.too_large()) }
    }

    fn too_large(&mut self) -> SseError {
        *self = Self {
            failed: true,
            ..Self::new(self.limit)
        };
        SseError::TooLarge { limit: self.limit }
    }

    fn dispatch(&mut self) -> Option<Event> {
        let data = std::mem::take(&mut self.data);
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.has_data).then(|| Event {
            event: if event.is_empty() {
                DEFAULT_EVENT.to_owned()
            } else {
                text(event)
            },
            data: text(data),
            id: self.last_event_id(),
        })
    }
}

/// The events in the bytes of one [`Decoder::feed`].
#[derive(Debug)]
pub struct Events<'a> {
    decoder: &'a mut Decoder,
    rest: &'a [u8],
}

impl Iterator for Events<'_> {
    type Item = Result<Event, SseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.decoder.failed {
            return None;
        }
        self.decoder.advance(&mut self.rest).transpose()
    }
}

/// What is left of the limit for one part of an event beside the two others.
fn room(limit: usize, one: &[u8], other: &[u8]) -> usize {
    limit.saturating_sub(one.len()).saturating_sub(other.len())
}

/// Splits a line at its first colon; one space after the colon belongs to neither side.
fn field(line: &[u8]) -> (&[u8], &[u8]) {
    match line.iter().position(|b| *b == b':') {
        None => (line, b""),
        Some(colon) => {
            let value = &line[colon + 1..];
            (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
        }
    }
}

/// Appends bytes as UTF-8, each invalid sequence as U+FFFD.
fn append_text(buffer: &mut Vec<u8>, bytes: &[u8], limit: usize) -> bool {
    bytes.utf8_chunks().all(|chunk| {
        append(buffer, chunk.valid().as_bytes(), limit)
            && (chunk.invalid().is_empty() || append(buffer, "\u{FFFD}".as_bytes(), limit))
    })
}

/// The buffers hold UTF-8 only, so nothing is replaced here and nothing is copied.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// ASCII digits only; a number too large to wait for is ignored.
fn milliseconds(value: &[u8]) -> Option<Duration> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits = std::str::from_utf8(value).ok()?;
    digits.parse().ok().map(Duration::from_millis)
}
