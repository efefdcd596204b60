//! Tool results for a model endpoint at a terminal.

use host::api::OutflowApprovalView;

use super::{Scopes, Terminal};

impl Terminal for OutflowApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        let names: Vec<&str> = self.servers.iter().map(|s| s.name.as_str()).collect();
        out.push(format!(
            "Send tool results to {}?   leaves this machine",
            self.host
        ));
        out.push(format!("  to        {}", self.origin));
        out.push(format!("  model     {}", self.model));
        out.push(format!(
            "  data of   {}",
            domain::visible(&names.join(", "))
        ));
        out.push(
            "  So will later results of servers in this conversation. Nothing was sent yet."
                .to_owned(),
        );
    }

    fn scopes(&self) -> Scopes {
        Scopes::Outflow {
            standing: self.can_stand,
        }
    }
}
