//! Pending changes of a folder, at a terminal.

use domain::ApprovalId;
use host::Host;
use host_api::{AnswerView, ApplyApprovalView};
use messages::phrases;

use super::Terminal;
use crate::{input::read_line, output, staged, text::plain, words::say};

impl Terminal for ApplyApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        let count = self.chosen.len();
        let folder = plain(&self.folder);
        out.push(say(phrases::terminal_apply_title(
            count,
            folder,
            &self.server.name,
        )));
        let (chosen, others): (Vec<_>, Vec<_>) = self
            .changes
            .iter()
            .partition(|change| self.chosen.contains(&change.key));
        out.extend(chosen.into_iter().map(staged::line));
        if !others.is_empty() {
            out.push(say(phrases::terminal_apply_others(others.len())));
            out.extend(others.into_iter().map(staged::line));
        }
        staged::rest(self.more, out);
        out.push(say(phrases::terminal_apply_note()));
    }

    fn answer(&self, text: &str, _: &Host, _: ApprovalId) -> Option<AnswerView> {
        output::ask(&format!("\n{text}\n"));
        if read_line(&say(phrases::terminal_ask_apply())) != "y" {
            return Some(AnswerView::Deny { note: None });
        }
        Some(AnswerView::ApplyChanges {
            changes: self.chosen.clone(),
        })
    }
}
