//! What is kept of a message that has not ended.

use lenient::Depth;
use tokio::time::Instant;

use crate::bounds::MULTILINE;

/// What is kept between two frames.
#[derive(Default)]
pub(super) struct Partial {
    /// A message that is written over several lines.
    pub(super) held: Option<Held>,
    /// An over-long frame is being skipped, and the request it answers is not known yet.
    pub(super) over_long_unsettled: bool,
}

/// The first lines of a message.
pub(super) struct Held {
    pub(super) text: String,
    depth: Depth,
    /// When it counts as cut off.
    pub(super) until: Instant,
}

/// What a line makes of a message that did not end.
pub(super) enum Continued {
    /// It goes on.
    Goes(Held),
    /// It is whole.
    Ended(String),
    /// It was cut off.
    CutOff(String),
}

impl Held {
    pub(super) fn new(text: &str) -> Self {
        let mut depth = Depth::default();
        depth.end_in(text);
        Self {
            text: text.to_owned(),
            depth,
            until: Instant::now() + MULTILINE,
        }
    }

    pub(super) fn add(mut self, line: &str) -> Continued {
        let ended = self.depth.end_in(line).is_some();
        self.text.push('\n');
        self.text.push_str(line);
        match (ended, self.depth.is_in_string()) {
            (true, _) => Continued::Ended(self.text),
            // Nobody breaks a line there.
            (false, true) => Continued::CutOff(self.text),
            (false, false) => Continued::Goes(self),
        }
    }
}
