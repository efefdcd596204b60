//! A host that a confined server wants to reach, at a terminal.

use host_api::ReachApprovalView;
use messages::{Phrase, Value, phrases};

use super::{Scopes, Terminal};
use crate::words::say;

impl Terminal for ReachApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        let server = &self.server.name;
        out.push(say(match self.by_user {
            true => phrases::terminal_reach_yours(server),
            false => phrases::terminal_reach_title(server),
        }));
        let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        row(phrases::terminal_reach_host(self.to()));
        if self.punycode {
            row(phrases::terminal_reach_punycode());
        }
        if let Some(what) = &self.address {
            row(phrases::terminal_reach_address(what));
        }
        for call in &self.calls {
            row(phrases::terminal_reach_call(&call.tool));
        }
        if !self.holds.is_empty() {
            let names = self.holds.iter().map(|server| &server.name);
            row(phrases::terminal_reach_holds(Value::list(names)));
        }
        if self.first {
            row(phrases::terminal_reach_first());
        }
    }

    fn scopes(&self) -> Scopes {
        match self.by_user {
            true => Scopes::Standing,
            false => Scopes::Reach,
        }
    }

    fn in_conversation(&self) -> bool {
        !self.by_user
    }

    fn unasked(&self, why: Phrase) -> Option<String> {
        let unasked = phrases::terminal_reach_unasked(
            self.to(),
            domain::in_double_quotes(&self.server.name),
            why,
        );
        (!self.by_user).then(|| say(unasked))
    }
}
