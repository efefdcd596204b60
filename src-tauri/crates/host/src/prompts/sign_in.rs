//! What the question about a sign-in looks like: who wants it, and every address in full.

use consent::{SignInClient, SignInQuestion};
use secrets::KeychainStatus;

use super::{
    segments,
    view::{reason, server_tag},
};
use crate::{
    Inner,
    api::{ClientKindView, PromptKindView, ReasonView, ScopeAskedView, SignInPromptView},
};

/// The view of a sign-in.
pub(super) fn sign_in(inner: &Inner, q: &SignInQuestion) -> PromptKindView {
    let elsewhere = q.opens != q.server_origin;
    PromptKindView::SignIn {
        sign_in: SignInPromptView {
            server: server_tag(inner, q.server, &q.server_name),
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
            keychain_available: inner.keychain.status() == KeychainStatus::Available,
        },
    }
}

fn reasons(q: &SignInQuestion, elsewhere: bool) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if elsewhere {
        out.push(reason(
            "note",
            "You sign in elsewhere.",
            format!(
                "The server at {} says that one signs in at {}.",
                domain::visible(&q.server_origin),
                domain::visible(&q.opens)
            ),
        ));
    }
    if !q.new_scopes.is_empty() {
        out.push(reason(
            "risk",
            "It asks for more than it has.",
            "What is new is marked.",
        ));
    }
    if q.scopes.is_empty() {
        out.push(reason(
            "note",
            "It names no scope.",
            "The page you sign in at says what it will allow.",
        ));
    }
    if q.opens.contains("xn--") {
        out.push(reason(
            "risk",
            "The name of the page has letters of another script.",
            "It can look like a name you know and be another one.",
        ));
    }
    out
}
