//! Tool results for a model endpoint at a terminal.

use host_api::OutflowApprovalView;

use messages::{Phrase, Value, phrases};

use super::{Scopes, Terminal};
use crate::words::say;

impl Terminal for OutflowApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        out.push(say(phrases::terminal_outflow_title(&self.host)));
        let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        row(phrases::terminal_outflow_to(&self.origin));
        row(phrases::terminal_outflow_model(&self.model));
        let servers = Value::list(self.servers.iter().map(|server| &server.name));
        row(phrases::terminal_outflow_data(servers));
        row(phrases::terminal_outflow_later());
    }

    fn scopes(&self) -> Scopes {
        Scopes::Outflow {
            standing: self.can_stand,
        }
    }
}
