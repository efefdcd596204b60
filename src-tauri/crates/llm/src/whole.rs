//! Whether JSON that comes in pieces is complete, without reading it again for each piece.

/// The state of a scan. It tells where an object, a list or a string ends; whether it is JSON is checked once, at the end.
#[derive(Debug, Default)]
pub(crate) struct Whole {
    depth: usize,
    quoted: bool,
    escaped: bool,
    whole: bool,
}

impl Whole {
    /// Scans more.
    pub(crate) fn feed(&mut self, piece: &str) {
        for byte in piece.bytes() {
            if self.quoted {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.quoted = false;
                        self.whole |= self.depth == 0;
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.quoted = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.whole |= self.depth == 0;
                }
                _ => {}
            }
        }
    }

    /// Whether an object, a list or a string ended on the outside.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }
}
