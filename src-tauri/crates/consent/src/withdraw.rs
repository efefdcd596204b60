//! Withdraws pending approvals that nobody waits for any more.

use domain::{ConversationId, RequestId, ServerId};

use crate::{
    ApprovalRequest, ChangedPart, Consent,
    denied::{Unanswered, end_muted},
};

impl Consent {
    /// Withdraws the approval request for a change that nobody waits for any more. Returns whether there was one.
    pub fn withdraw_change(&self, server: ServerId, part: &ChangedPart) -> bool {
        self.withdraw_where(|request| {
            request
                .change()
                .is_some_and(|q| q.server == server && q.part() == *part)
        })
    }

    /// Withdraws the approval request for a server's launch. Returns whether there was one.
    pub fn withdraw_launch(&self, server: ServerId) -> bool {
        self.withdraw_where(|request| request.launch().is_some_and(|q| q.spec.server() == server))
    }

    /// Withdraws the approval request for the egress of a conversation. Returns whether there was one.
    pub fn withdraw_outflow(&self, conversation: ConversationId) -> bool {
        self.withdraw_where(|request| {
            request
                .outflow()
                .is_some_and(|q| q.conversation == conversation)
        })
    }

    /// Withdraws the approval request for a sign-in to a server. Returns whether there was one.
    pub fn withdraw_sign_in(&self, server: ServerId) -> bool {
        self.withdraw_where(|request| request.sign_in().is_some_and(|q| q.server == server))
    }

    /// Withdraws the approval requests for hosts that a server wants to reach. Returns whether there were any.
    pub fn withdraw_reach(&self, server: ServerId) -> bool {
        self.withdraw_where(|request| {
            let reach = request.reach();
            reach.is_some_and(|q| q.grant.server == server && !q.by_user)
        })
    }

    /// Withdraws the approval request for a server request that nobody waits for any more. Returns whether there was one. It
    /// counts as a denial: otherwise a server could ask for ever.
    pub fn withdraw_request(&self, id: RequestId) -> bool {
        let is_it = |request: &ApprovalRequest| request.server_request() == Some(id);
        let pending = self.prompts().into_iter().map(|prompt| prompt.question);
        let pending: Vec<ApprovalRequest> = pending.filter(is_it).collect();
        if !self.withdraw_where(is_it) {
            return false;
        }
        let mut state = self.lock();
        for request in &pending {
            state.count_unanswered(request, Unanswered::Withdrawn);
        }
        let muted = state.take_muted();
        drop(state);
        end_muted(muted);
        self.touch();
        true
    }

    /// A person started the server: what was denied to it before no longer mutes it.
    pub fn unmute_requests(&self, server: ServerId) {
        self.lock().request_denials.remove(&server);
    }
}
