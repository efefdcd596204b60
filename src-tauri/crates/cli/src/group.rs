//! Calls of one step at a terminal: a numbered list, and an answer that names some of them.

use std::collections::BTreeSet;

use domain::ApprovalId;
use host::{
    Host,
    api::{AnswerView, CallsApprovalView, GroupedCallView, GroupedToolView},
};

use crate::{
    approved_tool,
    approver::Terminal,
    input::read_line_where,
    output,
    text::{describe_arguments, plain},
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

    fn unasked(&self, why: &str) -> Option<String> {
        let server = &self.server.name;
        let options = self.tools.iter().map(|tool| {
            let named = approved_tool::calls_of(server, &tool.name, tool.calls);
            format!("--approve-tool {}", domain::visible(&named))
        });
        Some(format!(
            "{} calls of {} were not made: {why}. Run it at a terminal, or allow exactly these calls: {}",
            self.calls.len(),
            domain::visible(server),
            options.collect::<Vec<_>>().join(" ")
        ))
    }
}

/// Shows the list and reads which of it is allowed. A line that names what is not in the list is asked for again: it may be
/// a slip, and the other numbers on it were meant for calls.
fn answer(group: &CallsApprovalView, text: &str) -> AnswerView {
    let calls = group.calls.len();
    output::ask(&format!("\n{text}\n"));
    loop {
        let question =
            format!("Allow which? a all {calls}, numbers such as 1 3, anything else denies:");
        let line = read_line_where(&question, |line| {
            matches!(read(line, calls), Choice::Allow(_))
        });
        match read(&line, calls) {
            Choice::Deny => return AnswerView::Deny { note: None },
            Choice::Unclear => {
                output::note(&format!(
                    "There are calls 1 to {calls}. Nothing was answered yet."
                ));
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

/// Reads `a`, or numbers that are separated by spaces or commas.
fn read(line: &str, calls: usize) -> Choice {
    if line == "a" {
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
    out.push(format!(
        "Make {} calls through {}?   T{} {}",
        group.calls.len(),
        group.server.name,
        group.tier,
        group.tier_word
    ));
    out.push(format!("  requested in one step by {}", group.asked_by));
    let width = group.calls.len().to_string().len();
    for (at, call) in group.calls.iter().enumerate() {
        describe_call(at + 1, width, call, out);
    }
    let reasons = group.reasons.iter();
    out.extend(reasons.map(|r| domain::visible(&format!("  - {} {}", r.lead, r.rest))));
    out.extend(group.tools.iter().map(describe_tool));
}

fn describe_call(number: usize, width: usize, call: &GroupedCallView, out: &mut Vec<String>) {
    let times = match call.times {
        1 => String::new(),
        times => format!("   {times} times exactly this: the answer is for all of them"),
    };
    out.push(format!("  {number:>width$}  {}{times}", call.tool));
    let indent = " ".repeat(width + 4);
    if call.arguments.is_empty() {
        out.push(format!("{indent}no arguments"));
    }
    describe_arguments(&call.arguments, &indent, out);
    let reasons = call.reasons.iter();
    out.extend(reasons.map(|r| domain::visible(&format!("{indent}- {} {}", r.lead, r.rest))));
}

fn describe_tool(tool: &GroupedToolView) -> String {
    let says = plain(&tool.description).replace('\n', "\n    ");
    format!("  The server says of {}: “{says}”", tool.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(places: &[usize]) -> Choice {
        Choice::Allow(places.iter().copied().collect())
    }

    #[test]
    fn only_numbers_of_the_list_and_a_allow_something() {
        assert_eq!(read("a", 3), allowed(&[0, 1, 2]));
        assert_eq!(read("1 3", 3), allowed(&[0, 2]));
        assert_eq!(read("3,1, 1", 3), allowed(&[0, 2]));
        for line in ["", "n", "y", "A", "all", "1 n", "1-3", "-1", "1.", "²", "١"] {
            assert_eq!(read(line, 3), Choice::Deny, "{line}");
        }
        for line in ["0", "4", "1 4", "99999999999999999999999"] {
            assert_eq!(read(line, 3), Choice::Unclear, "{line}");
        }
    }
}
