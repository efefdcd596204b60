//! A link of a conversation, at a terminal.

use host_api::LinkApprovalView;
use messages::{Phrase, Value, phrases};

use super::{Scopes, Terminal};
use crate::{text::reason, words::say};

impl Terminal for LinkApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        out.push(say(phrases::terminal_link_title(&self.host)));
        let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        row(phrases::terminal_visit_site(&self.visit.origin));
        if let Some(letters) = &self.visit.letters {
            row(phrases::terminal_visit_letters(letters));
        }
        row(phrases::terminal_visit_address(&self.visit.url));
        if !self.carries.is_empty() {
            let names = self.carries.iter().map(|server| &server.name);
            row(phrases::terminal_link_carries(Value::list(names)));
        }
        let reasons = self.visit.reasons.iter();
        out.extend(reasons.map(|told| reason("  ! ", &told.lead, &told.rest)));
    }

    fn scopes(&self) -> Scopes {
        Scopes::Tool {
            conversation: self.can_conversation,
            always: false,
        }
    }

    fn in_conversation(&self) -> bool {
        true
    }
}
