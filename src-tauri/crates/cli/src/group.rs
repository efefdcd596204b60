//! Calls of one step at a terminal: a numbered list, and an answer that names some of them.

use std::collections::BTreeSet;

use domain::ApprovalId;
use host::Host;
use host_api::{AnswerView, CallsApprovalView, GroupedCallView, GroupedToolView};
use messages::{Phrase, phrases};

use crate::{
    approved_tool,
    approver::Terminal,
    input::read_line_where,
    output,
    text::{claim, describe_arguments, reason},
    words::{quoted, say},
};

/// What a person chose.
#[derive(Debug, PartialEq, Eq)]
enum Choice {
    /// These places of the list, from 0; never none.
    Allow(BTreeSet<usize>),
    /// None.
    Deny,
    /// The line says neither.
    Unclear,
}

impl Terminal for CallsApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe(self, out);
    }

    fn answer(&self, text: &str, _: &Host, _: ApprovalId) -> Option<AnswerView> {
        Some(answer(self, text))
    }

    fn in_conversation(&self) -> bool {
        true
    }

    fn unasked(&self, why: Phrase) -> Option<String> {
        let server = &self.server.name;
        let not_made = phrases::terminal_calls_not_made(self.calls.len(), server, why);
        let options = self.tools.iter().map(|tool| {
            let named = approved_tool::calls_of(server, &tool.name, tool.calls);
            format!("--approve-tool {}", domain::visible(&named))
        });
        let options: Vec<String> = options.collect();
        Some(format!("{} {}", say(not_made), options.join(" ")))
    }
}

/// Shows the list and reads which of it is allowed. A line that names what is not in the list is asked for again: it may be
/// a slip, and the other numbers on it were meant for calls.
fn answer(group: &CallsApprovalView, text: &str) -> AnswerView {
    let calls = group.calls.len();
    output::ask(&format!("\n{text}\n"));
    loop {
        let question = say(phrases::terminal_ask_calls(calls));
        let line = read_line_where(&question, |line| {
            matches!(read(line, calls), Choice::Allow(_))
        });
        match read(&line, calls) {
            Choice::Deny => return AnswerView::Deny { note: None },
            Choice::Unclear => {
                output::note(&say(phrases::terminal_calls_unclear(calls)));
            }
            Choice::Allow(places) => {
                let chosen = group.calls.iter().enumerate();
                let chosen = chosen.filter(|(at, _)| places.contains(at));
                return AnswerView::AllowCalls {
                    calls: chosen.map(|(_, call)| call.id.clone()).collect(),
                };
            }
        }
    }
}

/// Reads `all`, or numbers that are separated by spaces or commas.
fn read(line: &str, calls: usize) -> Choice {
    if line == "all" {
        return Choice::Allow((0..calls).collect());
    }
    let words = line.split([' ', ',']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words
        .map(|word| {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| word.parse().unwrap_or(usize::MAX))
        })
        .collect();
    match numbers {
        None => Choice::Deny,
        Some(numbers) if numbers.is_empty() => Choice::Deny,
        Some(numbers) if numbers.iter().any(|n| *n == 0 || *n > calls) => Choice::Unclear,
        Some(numbers) => Choice::Allow(numbers.iter().map(|n| n - 1).collect()),
    }
}

/// The list, each call in full.
fn describe(group: &CallsApprovalView, out: &mut Vec<String>) {
    out.push(say(phrases::terminal_calls_title(
        group.calls.len(),
        &group.tier_word,
        &group.server.name,
    )));
    let by = say(phrases::terminal_calls_by(&group.asked_by));
    out.push(format!("  {by}"));
    for tool in &group.tools {
        describe_tool(tool, out);
    }
    let reasons = group.reasons.iter();
    out.extend(reasons.map(|r| reason("  - ", &r.lead, &r.rest)));
    // Last, next to the answer: no text of a server comes between.
    let width = group.calls.len().to_string().len();
    for (at, call) in group.calls.iter().enumerate() {
        describe_call(at + 1, width, call, out);
    }
}

fn describe_call(number: usize, width: usize, call: &GroupedCallView, out: &mut Vec<String>) {
    let times = match call.times {
        1 => String::new(),
        times => format!("   {}", say(phrases::terminal_tool_times(times))),
    };
    out.push(format!("  {number:>width$}  {}{times}", quoted(&call.tool)));
    let indent = " ".repeat(width + 4);
    if call.arguments.is_empty() {
        out.push(format!("{indent}{}", say(phrases::terminal_no_arguments())));
    }
    describe_arguments(&call.arguments, &indent, out);
    let reasons = call.reasons.iter();
    let mark = format!("{indent}- ");
    out.extend(reasons.map(|r| reason(&mark, &r.lead, &r.rest)));
}

fn describe_tool(tool: &GroupedToolView, out: &mut Vec<String>) {
    let (name, lines) = (
        &tool.name,
        phrases::terminal_server_says_of_lines(&tool.name),
    );
    let line = |text: String| phrases::terminal_server_says_of(text, name);
    claim(&tool.description, line, lines, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(places: &[usize]) -> Choice {
        Choice::Allow(places.iter().copied().collect())
    }

    #[test]
    fn only_all_and_numbers_of_the_list_allow_something() {
        assert_eq!(read("all", 3), allowed(&[0, 1, 2]));
        assert_eq!(read("1 3", 3), allowed(&[0, 2]));
        assert_eq!(read("3,1, 1", 3), allowed(&[0, 2]));
        for line in ["", "n", "a", "y", "All", "1 n", "1-3", "-1", "1.", "²", "١"] {
            assert_eq!(read(line, 3), Choice::Deny, "{line}");
        }
        for line in ["0", "4", "1 4", "99999999999999999999999"] {
            assert_eq!(read(line, 3), Choice::Unclear, "{line}");
        }
    }
}
