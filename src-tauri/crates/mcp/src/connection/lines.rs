//! Text that arrived: messages, and what is none. On standard output a message may be written over several lines.

use lenient::Depth;
use tokio::time::Instant;

use super::{
    Connection,
    held::{Continued, Held},
};
use crate::{
    Wire, jsonrpc,
    transport::{Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    pub(super) fn on_text(&mut self, text: String) {
        let text = match self.partial.held.take() {
            None => text,
            Some(held) => match self.continued(held, text) {
                Some(text) => text,
                None => return,
            },
        };
        let bounds = self.bounds.clone();
        jsonrpc::decode(&text, &bounds, &mut |message| self.on_message(message));
    }

    /// Keeps a message that did not end, until its other lines come. Over HTTP a message is whole.
    pub(super) fn hold(&mut self, text: &str) {
        if self.outgoing.wire() != Wire::Stdio {
            return self.on_message(jsonrpc::broken(text));
        }
        self.partial.held = Some(Held::new(text));
    }

    /// When a message that did not end counts as cut off.
    pub(super) fn held_until(&self) -> Option<Instant> {
        self.partial.held.as_ref().map(|held| held.until)
    }

    /// Gives up the message that did not end.
    pub(super) fn give_up_held(&mut self) {
        if let Some(held) = self.partial.held.take() {
            self.on_message(jsonrpc::broken(&held.text));
        }
    }

    /// Adds a line to a message that did not end; gives what is to be decoded now.
    fn continued(&mut self, held: Held, line: String) -> Option<String> {
        // A line that is a message of its own is not part of another one.
        let whole = Depth::default().end_in(&line) == Some(line.trim_end().len());
        let anew = whole && line.starts_with('{') && line.contains("\"jsonrpc\"");
        if anew || held.text.len() + line.len() >= self.bounds.message_bytes {
            self.on_message(jsonrpc::broken(&held.text));
            return Some(line);
        }
        match held.add(&line) {
            Continued::Ended(text) => return Some(text),
            Continued::CutOff(text) => self.on_message(jsonrpc::broken(&text)),
            Continued::Goes(held) => self.partial.held = Some(held),
        }
        None
    }
}
