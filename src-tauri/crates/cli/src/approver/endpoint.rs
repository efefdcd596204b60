//! A model endpoint at a terminal.

use host_api::EndpointApprovalView;

use messages::phrases;

use super::Terminal;
use crate::words::say;

impl Terminal for EndpointApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        let what =
            phrases::terminal_endpoint_what(&self.base_url, &self.model, self.wire.to_string());
        out.push(say(phrases::terminal_endpoint_title(&self.origin)));
        out.push(format!("  {}", say(what)));
        if self.unencrypted {
            out.push(format!(
                "  {}",
                say(phrases::terminal_endpoint_unencrypted())
            ));
        }
    }
}
