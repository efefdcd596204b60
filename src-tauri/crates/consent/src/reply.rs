//! Decides about a model's reply to a server: it is given, withheld, or asked for once more.

use crate::{
    Allowed, ApprovalRequest, Approved, Consent, Denied, RequestApproval, SamplingApproval,
    SamplingDraft, SamplingReplyApproval,
};

/// A person's decision about a model's reply, unless it is withheld.
#[derive(Debug)]
pub enum ReplyDecision {
    /// The server gets it.
    Give(Allowed<RequestApproval<SamplingReplyApproval>>),
    /// The model is asked the same once more.
    Again(Box<Approved<SamplingDraft>>),
}

impl Consent {
    /// Decides whether a server gets the model's reply, or the model is asked the same once more.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_sampling_reply(
        &self,
        request: RequestApproval<SamplingReplyApproval>,
    ) -> Result<ReplyDecision, Denied> {
        let decided = self.settle_or_ask(request, false).await;
        if !decided.again {
            let given = self
                .conclude::<RequestApproval<SamplingReplyApproval>>(decided)
                .await;
            return given.map(ReplyDecision::Give);
        }
        let decided = decided.about(|request| {
            let ApprovalRequest::SamplingReply(reply) = request else {
                return;
            };
            *request = ApprovalRequest::from(RequestApproval {
                id: reply.id,
                server: reply.server,
                server_name: reply.server_name.clone(),
                round: reply.round.clone(),
                ask: SamplingApproval {
                    again: true,
                    ..reply.ask.prompt.clone()
                },
            });
        });
        let allowed = self
            .conclude::<RequestApproval<SamplingApproval>>(decided)
            .await?;
        Ok(ReplyDecision::Again(Box::new(allowed.approved)))
    }
}
