//! Another program in the place of a server's, at a terminal.

use domain::ApprovalId;
use host::Host;
use host_api::{AnswerView, HeldView, ReplacementApprovalView};
use messages::phrases;

use super::Terminal;
use crate::{
    input::read_line,
    output,
    words::{said, say},
};

impl Terminal for ReplacementApprovalView {
    fn describe(&self, times: u32, out: &mut Vec<String>) {
        out.push(say(phrases::terminal_replacement_title(
            &self.launch.server.name,
        )));
        self.launch.describe(times, out);
        out.push(say(phrases::terminal_replacement_held()));
        out.extend(self.held.iter().map(|held| format!("  - {}", entry(held))));
    }

    /// Asks for the program first, then for each entry that can move.
    fn answer(&self, text: &str, _: &Host, _: ApprovalId) -> Option<AnswerView> {
        output::ask(&format!("\n{text}\n"));
        if read_line(&say(phrases::terminal_ask_accept())) != "y" {
            return Some(AnswerView::Deny { note: None });
        }
        let can_move = (0_u32..)
            .zip(&self.held)
            .filter(|(_, held)| held.stays.is_none());
        let moves = can_move.filter(|(_, held)| {
            output::ask(&format!("\n  {}\n", said(&held.what)));
            read_line(&say(phrases::terminal_ask_moves())) == "y"
        });
        Some(AnswerView::AllowMoving {
            moves: moves.map(|(at, _)| at).collect(),
        })
    }
}

fn entry(held: &HeldView) -> String {
    match &held.stays {
        Some(why) => say(phrases::terminal_replacement_stays(&held.what, why)),
        None => said(&held.what),
    }
}
