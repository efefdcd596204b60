//! A tool call at a terminal.

use host_api::{ScopeView, ToolApprovalView};

use super::{Scopes, Terminal};
use crate::{
    approved_tool,
    text::{claim, describe_arguments, reason},
    words::say,
};
use messages::{Phrase, phrases};

/// Arguments of more lines than this have the title beneath them as well.
const LONG: usize = 12;

impl Terminal for ToolApprovalView {
    fn describe(&self, times: u32, out: &mut Vec<String>) {
        let server = &self.server.name;
        let title = phrases::terminal_tool_title(&self.tier_word, server, &self.tool);
        out.push(say(title));
        let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        row(phrases::terminal_tool_by(&self.asked_by));
        if times > 1 {
            row(phrases::terminal_tool_times(times));
        }
        let line = |text: String| phrases::terminal_server_says(text);
        let lines = phrases::terminal_server_says_lines();
        claim(&self.description, line, lines, out);
        let reasons = self.reasons.iter();
        out.extend(reasons.map(|r| reason("  - ", &r.lead, &r.rest)));
        let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        if let Some(why) = &self.narrowed {
            row(phrases::terminal_tool_narrowed(why));
        }
        if let Some(why) = &self.always_while {
            row(phrases::terminal_tool_always(why));
        }
        if !self.reading.is_empty() {
            row(phrases::terminal_tool_reading(server));
        }
        // Last, next to the answer: no text of a server comes between.
        let before = out.len();
        describe_arguments(&self.arguments, "  ", out);
        if out.len() - before > LONG {
            out.push(say(phrases::terminal_tool_title(
                &self.tier_word,
                server,
                &self.tool,
            )));
        }
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

    fn unasked(&self, why: Phrase) -> Option<String> {
        let (server, name) = (&self.server.name, &self.tool);
        let because = self.reasons.first().map_or_else(String::new, |reason| {
            format!("{} {}", reason.lead, reason.rest)
                .trim_end()
                .to_owned()
        });
        if !self.nameable {
            let not_called = phrases::terminal_call_not_nameable(because, server, name, why);
            return Some(say(not_called));
        }
        let not_called = phrases::terminal_call_not_made(because, server, name, why);
        let option = if self.in_conversation {
            let one = approved_tool::calls_of(&self.server.name, &self.key, 1);
            format!("--approve-tool {}", domain::visible(&one))
        } else {
            "--approve once".to_owned()
        };
        Some(format!("{} {option}", say(not_called)))
    }
}
