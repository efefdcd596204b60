//! Record of each sampling request: counted before its approval, updated with its outcome, and written before it is sent.

use approvals::{
    estimate::{most, of_block, of_request, price},
    wording::small,
};
use consent::{SamplingApproval, SamplingReplyApproval};
use domain::ServerId;
use host_api::Event;
use messages::phrases;
use store::{Begun, NewSampling, SamplingEnd, SamplingLimits, SamplingState};

use super::{Refused, budget};
use crate::{inner::Inner, providers::notes_view};

impl Inner {
    /// Counts a request before its approval, or refuses it if it exceeds the server's limits.
    pub(super) async fn count_sampling(
        &self,
        question: &mut SamplingApproval,
    ) -> Result<(), Refused> {
        let (draft, server) = (&question.draft, question.asked.server);
        let begun = self
            .store
            .samplings()
            .begin(NewSampling {
                server,
                model: &draft.model.model,
                origin: &draft.model.origin,
                tokens: most(&draft.request),
            })
            .await
            .map_err(|error| {
                tracing::error!(%error, "a request for a model could not be counted");
                Refused::Cannot(phrases::host_sampling_not_counted())
            })?;
        self.sampling_changed(server);
        if let Begun::Yes { id, today } = begun {
            (question.number, question.today) = (id, small(today));
        }
        match budget::refusal(begun) {
            Some(why) => Err(Refused::Cannot(why)),
            None => Ok(()),
        }
    }

    /// Records the outcome of a request. `began`: the model may have charged for it, so that at least the estimate counts.
    pub(super) async fn end_sampling(
        &self,
        question: &SamplingApproval,
        state: SamplingState,
        reply: Option<&SamplingReplyApproval>,
        began: bool,
    ) {
        let (model, request) = (&question.draft.model, &question.draft.request);
        let used = |answer: &consent::SamplingAnswer| {
            let input = answer.input_tokens.unwrap_or_else(|| of_request(request));
            let written = answer.content.iter().map(of_block).sum();
            input.saturating_add(answer.output_tokens.unwrap_or(written))
        };
        let answer = reply.map(|reply| &reply.answer);
        let tokens = match answer {
            Some(answer) => used(answer),
            None if began => most(request),
            None => 0,
        };
        let cost = match answer.map(|a| (a.input_tokens, a.output_tokens)) {
            Some((Some(input), Some(output))) => {
                let notes = self.notes_of(model).await;
                price(&notes_view(&notes), input as f64, output as f64)
            }
            Some(_) | None => None,
        };
        let end = SamplingEnd {
            state,
            model: &model.model,
            origin: &model.origin,
            edited: question.edits() > 0 || reply.is_some_and(|reply| reply.edits() > 0),
            tokens,
            input_tokens: answer.and_then(|a| a.input_tokens),
            output_tokens: answer.and_then(|a| a.output_tokens),
            cost,
            took_ms: answer.map(|a| a.took_ms),
        };
        if let Err(error) = self.store.samplings().finish(question.number, end).await {
            // The estimate remains counted.
            tracing::error!(%error, "the end of a request for a model could not be kept");
        }
        self.sampling_changed(question.asked.server);
    }

    /// Disables the review of replies for a server: a person chose so with an answer. Replies that call tools are still reviewed.
    pub(super) async fn review_no_answers(&self, server: ServerId) {
        let _one_at_a_time = self.servers.switch().await;
        let kept = async {
            let limits = self.store.samplings().limits(server).await?;
            let limits = SamplingLimits {
                review: false,
                ..limits
            };
            self.store.samplings().set_limits(server, limits).await
        };
        if let Err(error) = kept.await {
            tracing::error!(%error, "that answers need no review could not be kept");
        }
        self.sampling_changed(server);
    }

    pub(super) fn sampling_changed(&self, server: ServerId) {
        self.emit(Event::Sampling {
            server: server.to_string(),
        });
    }
}
