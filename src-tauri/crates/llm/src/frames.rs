//! Frames of an answer: the documents in its bytes, whatever form they came in.
//!
//! Endpoints send events (WHATWG HTML, section 9.2.6), events without the empty lines between them, one document a line, or one document in place of a stream, under any
//! content type. A frame is complete when its event is, when the next document begins, or when the bytes end. Nothing is dropped: a line that belongs to no event
//! continues the document before it, or it is counted and kept to be shown.

use crate::{LlmError, fields, json};

/// The end mark of many streams, which is no document.
pub(crate) const DONE: &str = "[DONE]";
/// How much is kept of lines in no frame, in bytes.
const STRAY: usize = 16 * 1024;

/// One document with the name of its event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The name; empty where none was given.
    pub(crate) event: String,
    /// The document.
    pub(crate) data: String,
}

/// Turns bytes, split in any way, into frames.
#[derive(Default)]
pub(crate) struct Frames {
    limit: usize,
    line: Vec<u8>,
    after_return: bool,
    begun: bool,
    pending: Frame,
    /// The pending data is one whole document.
    whole: bool,
    /// The pending document came without the name of a field; empty lines do not end it.
    bare: bool,
    stray_lines: u32,
    stray: String,
}

impl Frames {
    /// No line and no frame may have more than `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Takes bytes; the frames that they complete go to `out`.
    ///
    /// # Errors
    /// [`LlmError::TooLarge`]; nothing may be fed after it.
    pub(crate) fn feed(&mut self, bytes: &[u8], out: &mut Vec<Frame>) -> Result<(), LlmError> {
        for part in bytes.split_inclusive(|b| matches!(b, b'\n' | b'\r')) {
            if std::mem::take(&mut self.after_return) && part == b"\n" {
                continue;
            }
            let text = part
                .strip_suffix(b"\n")
                .or_else(|| part.strip_suffix(b"\r"));
            self.extend_line(text.unwrap_or(part))?;
            if text.is_some() {
                self.after_return = part.ends_with(b"\r");
                self.end_line(out)?;
            }
        }
        Ok(())
    }

    /// The bytes are over: what is pending is complete.
    ///
    /// # Errors
    /// As [`Frames::feed`].
    pub(crate) fn end(&mut self, out: &mut Vec<Frame>) -> Result<(), LlmError> {
        self.end_line(out)?;
        self.dispatch(out);
        Ok(())
    }

    /// How many lines were in no frame, and what they say, shortened.
    pub(crate) fn stray(&self) -> (u32, &str) {
        (self.stray_lines, &self.stray)
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), LlmError> {
        if self.line.len().saturating_add(bytes.len()) > self.limit {
            return Err(LlmError::too_large("one event", self.limit));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, out: &mut Vec<Frame>) -> Result<(), LlmError> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let line = if std::mem::replace(&mut self.begun, true) {
            &*text
        } else {
            text.trim_start_matches('\u{FEFF}')
        };
        self.take_line(line, out)?;
        // The buffer is used again for the next line.
        self.line = bytes;
        self.line.clear();
        Ok(())
    }

    fn take_line(&mut self, line: &str, out: &mut Vec<Frame>) -> Result<(), LlmError> {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => {
                if self.whole || self.bare {
                    self.dispatch(out);
                }
                self.add(value)?;
            }
            "event" => {
                // Named already: this is the next event.
                if self.whole && !self.pending.event.is_empty() {
                    self.dispatch(out);
                }
                value.clone_into(&mut self.pending.event);
            }
            "id" | "retry" => {}
            _ if line.trim().is_empty() => {
                if self.whole || !self.bare {
                    self.dispatch(out);
                } else {
                    self.add(line)?;
                }
            }
            "" => {}
            _ => self.take_other(line, out)?,
        }
        Ok(())
    }

    /// A line that is no field: more of a document, a document of its own, or neither.
    fn take_other(&mut self, line: &str, out: &mut Vec<Frame>) -> Result<(), LlmError> {
        if self.whole {
            self.dispatch(out);
        }
        if !self.pending.data.is_empty() || line.trim_start().starts_with(['{', '[']) {
            self.bare |= self.pending.data.is_empty();
            self.add(line)?;
            // Only where it may be: a document of many lines is not read again for each.
            if !self.whole && line.starts_with(['}', ']']) {
                self.whole = json::is_whole(&self.pending.data);
            }
            return Ok(());
        }
        self.stray_lines = self.stray_lines.saturating_add(1);
        if self.stray.len() + line.len() < STRAY {
            self.stray.push_str(line);
            self.stray.push('\n');
        }
        Ok(())
    }

    fn add(&mut self, value: &str) -> Result<(), LlmError> {
        let data = &mut self.pending.data;
        let size = data.len().saturating_add(value.len());
        if size.saturating_add(self.pending.event.len()) >= self.limit {
            return Err(LlmError::too_large("one event", self.limit));
        }
        let first = data.is_empty();
        if !first {
            data.push('\n');
        }
        data.push_str(value);
        self.whole = first && (value.trim() == DONE || fields::document(value).is_some());
        Ok(())
    }

    fn dispatch(&mut self, out: &mut Vec<Frame>) {
        let frame = std::mem::take(&mut self.pending);
        (self.whole, self.bare) = (false, false);
        if !frame.data.trim().is_empty() {
            out.push(frame);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<(String, String)> {
        let (mut frames, mut out) = (Frames::new(10_000), Vec::new());
        for part in parts {
            frames.feed(part, &mut out).unwrap();
        }
        frames.end(&mut out).unwrap();
        out.into_iter().map(|f| (f.event, f.data)).collect()
    }

    fn data(text: &str) -> Vec<String> {
        let frames = frames([text.as_bytes()]);
        frames.into_iter().map(|(_, data)| data).collect()
    }

    #[test]
    fn documents_are_found_in_every_form() {
        let two = [r#"{"a":1}"#, r#"{"b":2}"#];
        for form in [
            "data: {\"a\":1}\n\ndata: {\"b\":2}\n\n",
            "\u{FEFF}data:{\"a\":1}\r\n\r\ndata: {\"b\":2}\r\n\r\n",
            "data: {\"a\":1}\ndata: {\"b\":2}\n",
            "data: {\"a\":1}\rdata: {\"b\":2}",
            "{\"a\":1}\n{\"b\":2}",
            "event: message\ndata: {\"a\":1}\n: note\nid: 7\n\n{\"b\":2}\n\n",
        ] {
            assert_eq!(data(form), two, "{form:?}");
        }
        let many = "{\n \"a\": [\n\n1\n]\n}\n";
        assert_eq!(data(many), [many.trim_end()]);
        assert_eq!(data("data: {\ndata: }\n\n"), ["{\n}"]);
        assert_eq!(data("data: {\"a\":\n1}\n\n"), ["{\"a\":\n1}"]);
        assert_eq!(
            frames([
                b"data: {}\nevent: error\n\nevent: b\ndata: x\n\nevent: c\ndata: [DONE]".as_slice()
            ]),
            [("error", "{}"), ("b", "x"), ("c", "[DONE]")]
                .map(|(e, d)| (e.to_owned(), d.to_owned()))
        );
    }

    #[test]
    fn lines_in_no_frame_are_counted() {
        let (mut frames, mut out) = (Frames::new(1000), Vec::new());
        frames.feed(b"upstream\nfailed\n\n", &mut out).unwrap();
        assert_eq!((out.len(), frames.stray()), (0, (2, "upstream\nfailed\n")));
        assert!(frames.feed(&[b'x'; 1001], &mut out).is_err());
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_frames(
            lines in prop::collection::vec(prop::sample::select(vec![
                "data: {\"a\":\"\u{e9}\"}", "data:{", "data: }", "event: x", "", "{\"b\":1}", "}", "{", ": c", "odd", "data: [DONE]",
            ]), 0..12),
            end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let bytes = lines.join(end).into_bytes();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let parts = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
            prop_assert_eq!(frames(parts), frames([bytes.as_slice()]));
        }
    }
}
