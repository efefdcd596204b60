//! A model endpoint at a terminal.

use host::api::EndpointApprovalView;

use super::Terminal;

impl Terminal for EndpointApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        out.push(format!("Send conversations to {}?", self.origin));
        out.push(format!(
            "  {} at {}, model {}",
            self.wire, self.base_url, self.model
        ));
    }
}
