//! View of a sign-in approval: the requesting server, and every address in full.

use consent::{SignInApproval, SignInClient, SignInDetail};
use host_api::{
    ApprovalKindView, ClientKindView, ReasonKind, ReasonView, ScopeAskedView, SignInApprovalView,
};
use messages::{Phrase, Text, phrases};

use crate::{
    Common, Servers, Show,
    wording::{reason, segments},
};

impl Show for SignInApproval {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_sign_in_title(domain::visible(&self.server_name))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        sign_in(self, facts)
    }

    fn logged(detail: &SignInDetail, subject: String) -> Text {
        phrases::host_logged_sign_in(domain::visible(&detail.sign_in), subject).into()
    }
}

/// Returns the view of a sign-in.
fn sign_in(q: &SignInApproval, facts: &Common) -> ApprovalKindView {
    let elsewhere = q.opens != q.server_origin;
    ApprovalKindView::SignIn {
        sign_in: SignInApprovalView {
            server: facts.servers.tag(q.server, &q.server_name),
            server_origin: domain::visible(&q.server_origin),
            opens: domain::visible(&q.opens),
            issuer: segments(&q.issuer),
            resource: segments(&q.resource),
            scopes: q
                .scopes
                .iter()
                .map(|scope| ScopeAskedView {
                    name: domain::visible(scope),
                    new: q.new_scopes.contains(scope),
                })
                .collect(),
            step_up: !q.new_scopes.is_empty(),
            elsewhere,
            client: match q.client {
                SignInClient::Entered => ClientKindView::Entered,
                SignInClient::Document => ClientKindView::Document,
                SignInClient::Registered => ClientKindView::Registered,
                SignInClient::Program => ClientKindView::Program,
            },
            reasons: reasons(q, elsewhere),
            keychain_available: facts.keychain_available,
        },
    }
}

fn reasons(q: &SignInApproval, elsewhere: bool) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if elsewhere {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_sign_in_elsewhere_lead(),
            phrases::host_sign_in_elsewhere(
                domain::visible(&q.opens),
                domain::visible(&q.server_origin),
            ),
        ));
    }
    if let Some(file) = &q.workload {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_sign_in_workload_lead(),
            phrases::host_sign_in_workload(domain::visible(file), domain::visible(&q.issuer)),
        ));
    }
    if let Some(old) = &q.moved_from {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_sign_in_moved_lead(),
            phrases::host_sign_in_moved(domain::visible(&q.issuer), domain::visible(old)),
        ));
    }
    if q.redeems != q.opens {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_sign_in_redeems_lead(),
            phrases::host_sign_in_redeems(domain::visible(&q.opens), domain::visible(&q.redeems)),
        ));
    }
    if !q.new_scopes.is_empty() {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_sign_in_more_lead(),
            phrases::host_sign_in_more(),
        ));
    }
    if q.scopes.is_empty() {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_sign_in_no_scope_lead(),
            phrases::host_sign_in_no_scope(),
        ));
    }
    if q.bound {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_sign_in_bound_lead(),
            phrases::host_sign_in_bound(),
        ));
    }
    if q.opens.contains("xn--") {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_sign_in_foreign_lead(),
            phrases::host_sign_in_foreign(),
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_one_place_whose_answer_goes_to_another_is_warned_about() {
        let question = |redeems: &str| SignInApproval {
            server: domain::ServerId::new(),
            server_name: "Far".into(),
            server_origin: "https://evil.example".into(),
            opens: "https://honest.example".into(),
            redeems: redeems.into(),
            issuer: "https://evil.example".into(),
            resource: "https://evil.example/mcp".into(),
            scopes: vec!["all".into()],
            new_scopes: vec![],
            bound: false,
            moved_from: None,
            workload: None,
            client: SignInClient::Registered,
        };
        let warned = |q: &SignInApproval| {
            let told = reasons(q, true).into_iter();
            told.filter(|r| r.kind == ReasonKind::Risk)
                .map(|r| r.rest)
                .collect::<Vec<_>>()
        };
        let mixed = warned(&question("https://evil.example"));
        assert!(
            matches!(&mixed[..], [one] if one.to_string().contains("https://evil.example receives")),
            "{mixed:?}"
        );
        assert!(warned(&question("https://honest.example")).is_empty());
        // So is a server that trusts another authorization server than before.
        let moved = SignInApproval {
            moved_from: Some("https://old.example".into()),
            ..question("https://honest.example")
        };
        assert!(
            matches!(&warned(&moved)[..], [one] if one.to_string().contains("https://old.example")),
        );
        let bound = |bound| {
            let q = SignInApproval {
                bound,
                ..question("https://honest.example")
            };
            reasons(&q, false).len()
        };
        assert_eq!(bound(true), bound(false) + 1);
    }
}
