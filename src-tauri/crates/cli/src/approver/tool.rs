//! A tool call at a terminal.

use host::api::{ScopeView, ToolApprovalView};

use super::{Scopes, Terminal};
use crate::{
    approved_tool,
    text::{describe_arguments, plain},
};

impl Terminal for ToolApprovalView {
    fn describe(&self, times: u32, out: &mut Vec<String>) {
        out.push(format!(
            "Run “{}” through {}?   {}",
            self.tool, self.server.name, self.tier_word
        ));
        out.push(format!("  asked for by {}", self.asked_by));
        if times > 1 {
            out.push(format!(
                "  {times} calls ask exactly this: the answer is for all of them"
            ));
        }
        describe_arguments(&self.arguments, "  ", out);
        out.extend(
            self.reasons
                .iter()
                .map(|r| domain::visible(&format!("  - {} {}", r.lead, r.rest))),
        );
        out.extend(
            self.narrowed
                .iter()
                .map(|why| format!("  - Offered less: {why}.")),
        );
        if !self.reading.is_empty() {
            let name = &self.server.name;
            out.push(format!(
                "  - To count its tools that say they only read as “Reads”: rules trust {name} on"
            ));
        }
        out.push(format!(
            "  The server says: “{}”",
            plain(&self.description).replace('\n', "\n    ")
        ));
    }

    fn scopes(&self) -> Scopes {
        Scopes::Tool {
            conversation: self.scopes.contains(&ScopeView::Conversation),
            always: self.scopes.contains(&ScopeView::Standing),
        }
    }

    fn in_conversation(&self) -> bool {
        self.in_conversation
    }

    fn unasked(&self, why: &str) -> Option<String> {
        let (server, name) = (domain::visible(&self.server.name), &self.tool);
        let denied = format!("“{name}” of {server} was not called: {why}.");
        let because = self.reasons.first().map_or_else(String::new, |reason| {
            domain::visible(format!("{} {}", reason.lead, reason.rest).trim_end())
        });
        if !self.nameable {
            return Some(format!(
                "{denied} {because} No command line allows that: run this at a terminal."
            ));
        }
        let option = if self.in_conversation {
            let one = approved_tool::calls_of(&self.server.name, &self.key, 1);
            format!("--approve-tool {}", domain::visible(&one))
        } else {
            "--approve once".to_owned()
        };
        Some(format!(
            "{denied} {because} Run it at a terminal, or allow exactly this call: {option}"
        ))
    }
}
