//! The only path from a server's sampling request to the user's model: validated, counted, and approved exactly as displayed. The
//! reply is approved again before it is sent. The practice model is never used.

mod budget;
mod choice;
mod context;
mod desk;
mod edit;
mod model;
mod page;
mod record;
mod validate;

use std::sync::Arc;

use consent::{
    BlockEdit, DecidedBy, Denied, GrantScope, ReplyDecision, SamplingAnswer, SamplingApproval,
    SamplingDraft, SamplingReplyApproval,
};
use domain::{Round, RoundEnd, SamplingReply, SamplingRequest, ServerId};
use mcp::SamplingAsked;
use messages::{Phrase, Text, phrases};
use store::SamplingState;

pub(crate) use choice::{Candidate, choose};

use crate::{
    answering::{ended, note, question, sent, unless_gone},
    inner::Inner,
};

/// Why a request is refused without an approval. The reason is for the server and for its log.
enum Refused {
    /// It is invalid.
    Invalid(Phrase),
    /// It cannot be fulfilled.
    Cannot(Phrase),
}

/// A reason as a server gets it: in English.
fn for_server(why: Phrase) -> String {
    Text::from(why).to_string()
}

/// Handles a request until its reply is sent or it is withdrawn.
pub(crate) async fn answer(
    inner: &Arc<Inner>,
    server: ServerId,
    (mut asked, round): (SamplingAsked, Option<Round>),
) -> RoundEnd {
    let request = asked.request().as_data().clone();
    let (id, begun) = (request.id, inner.begin_sampling(server, request).await);
    let begun = match begun {
        Ok(begun) => begun,
        Err(Refused::Invalid(why)) => {
            let text = phrases::host_sampling_refused(why.clone());
            note(inner, server, text);
            asked.refuse(&for_server(why));
            return RoundEnd::NotGiven;
        }
        Err(Refused::Cannot(why)) => {
            let text = phrases::host_sampling_refused(why.clone());
            note(inner, server, text);
            asked.fail(&for_server(why));
            return RoundEnd::NotGiven;
        }
    };
    let deciding = inner
        .consent
        .decide(question(inner, server, (id, round), begun.clone()));
    let (mut prompt, mut draft) = match unless_gone(inner, id, deciding, asked.gone()).await {
        Ok(allowed) => (allowed.request.ask, allowed.approved.into_payload()),
        Err(denied) => {
            let state = state_of(&denied, SamplingState::Denied);
            inner.end_sampling(&begun, state, None, false).await;
            return reject(asked, &denied);
        }
    };
    loop {
        let answered = tokio::select! {
            answered = inner.ask_model(&draft) => answered,
            // Dropping the model request closes its connection.
            () = asked.gone() => {
                inner.end_sampling(&prompt, SamplingState::Withdrawn, None, true).await;
                return RoundEnd::Withdrawn;
            }
            () = inner.closing.cancelled() => {
                inner.end_sampling(&prompt, SamplingState::Withdrawn, None, true).await;
                asked.reject();
                return RoundEnd::Withdrawn;
            }
        };
        let answer = match answered {
            Ok(answer) => answer,
            Err(unanswered) => {
                let began = unanswered.began;
                inner
                    .end_sampling(&prompt, SamplingState::Failed, None, began)
                    .await;
                let text = phrases::host_sampling_unanswered(unanswered.error.message);
                note(inner, server, text);
                asked.fail("the model did not answer");
                return RoundEnd::NotGiven;
            }
        };
        let reply = match inner.reply_question(&prompt, &draft, answer).await {
            Ok(reply) => reply,
            Err(why) => {
                inner
                    .end_sampling(&prompt, SamplingState::Failed, None, true)
                    .await;
                asked.fail(&why);
                return RoundEnd::NotGiven;
            }
        };
        let deciding = inner.consent.decide_sampling_reply(question(
            inner,
            server,
            (id, round),
            reply.clone(),
        ));
        match unless_gone(inner, id, deciding, asked.gone()).await {
            Ok(ReplyDecision::Give(allowed)) => {
                let (state, given) = (SamplingState::Answered, &allowed.request.ask);
                inner.end_sampling(&prompt, state, Some(given), true).await;
                if allowed.scope == GrantScope::Standing && allowed.by.is_person() {
                    inner.review_no_answers(server).await;
                }
                sent(asked.answer(allowed.approved));
                return RoundEnd::Given;
            }
            Ok(ReplyDecision::Again(approved)) => {
                let state = SamplingState::KeptBack;
                inner.end_sampling(&prompt, state, Some(&reply), true).await;
                draft = approved.into_payload();
                prompt.again = true;
                if let Err(Refused::Cannot(why) | Refused::Invalid(why)) =
                    inner.count_sampling(&mut prompt).await
                {
                    let text = phrases::host_sampling_not_again(why.clone());
                    note(inner, server, text);
                    asked.fail(&for_server(why));
                    return RoundEnd::NotGiven;
                }
            }
            Err(denied) => {
                let state = state_of(&denied, SamplingState::KeptBack);
                inner.end_sampling(&prompt, state, Some(&reply), true).await;
                return reject(asked, &denied);
            }
        }
    }
}

fn reject(asked: SamplingAsked, denied: &Denied) -> RoundEnd {
    match denied.by {
        DecidedBy::QueueFull => asked.fail("too many approvals are pending"),
        DecidedBy::LedgerFailure => asked.fail("the decision could not be recorded"),
        DecidedBy::Person
        | DecidedBy::Terminal
        | DecidedBy::Unattended
        | DecidedBy::Dismissed
        | DecidedBy::Rule
        | DecidedBy::CommandLine
        | DecidedBy::Expiry
        | DecidedBy::Mute
        | DecidedBy::Repeat
        | DecidedBy::Withdrawn
        | DecidedBy::StopAll => asked.reject(),
    }
    ended(denied.by)
}

/// Returns the state of a denied request; `otherwise` if a person denied it.
fn state_of(denied: &Denied, otherwise: SamplingState) -> SamplingState {
    match denied.by {
        DecidedBy::Expiry => SamplingState::Expired,
        DecidedBy::Withdrawn | DecidedBy::StopAll => SamplingState::Withdrawn,
        DecidedBy::LedgerFailure | DecidedBy::QueueFull => SamplingState::Failed,
        DecidedBy::Person
        | DecidedBy::Terminal
        | DecidedBy::Unattended
        | DecidedBy::Dismissed
        | DecidedBy::Rule
        | DecidedBy::CommandLine
        | DecidedBy::Mute
        | DecidedBy::Repeat => otherwise,
    }
}

impl Inner {
    /// Validates a request, selects the model, and counts the request.
    async fn begin_sampling(
        &self,
        server: ServerId,
        mut request: SamplingRequest,
    ) -> Result<SamplingApproval, Refused> {
        validate::request(&mut request).map_err(Refused::Invalid)?;
        let unread = |error: host_api::ApiError| {
            tracing::warn!(%error.message, "the models for a server could not be read");
            Refused::Cannot(phrases::host_sampling_models_unread())
        };
        let mut candidates = self.candidates().await.map_err(unread)?;
        let in_use = self.in_use().await.map_err(unread)?;
        let why = choose(
            &mut candidates,
            &in_use,
            &request.hints,
            &request.priorities,
        );
        let Some((first, why)) = candidates.first().zip(why) else {
            return Err(Refused::Cannot(phrases::host_sampling_no_model()));
        };
        let (chosen, limit) = (first.model(), request.max_tokens.min(edit::MAX_TOKENS));
        let context = self.context_of(server, &request).await;
        let edit = edit::untouched(&request, limit);
        let sent = edit::applied(&request, None, &edit).map_err(Refused::Invalid)?;
        let mut question = SamplingApproval {
            asked: request,
            context,
            chosen: chosen.clone(),
            why,
            limit,
            today: 0,
            number: 0,
            edit,
            draft: SamplingDraft {
                request: sent,
                model: chosen,
            },
            again: false,
        };
        self.count_sampling(&mut question).await?;
        Ok(question)
    }

    /// Returns the approval request for the model's reply.
    async fn reply_question(
        &self,
        prompt: &SamplingApproval,
        draft: &SamplingDraft,
        answer: SamplingAnswer,
    ) -> Result<SamplingReplyApproval, String> {
        let limits = self.store.samplings().limits(draft.request.server).await;
        let limits = limits.map_err(|error| {
            tracing::error!(%error, "whether answers are reviewed could not be read");
            "the answer could not be reviewed".to_owned()
        })?;
        let reply = SamplingReply {
            request: draft.request.id,
            server: draft.request.server,
            content: answer.content.clone(),
            model: draft.model.model.clone(),
            stop_reason: answer.stop_reason,
        };
        Ok(SamplingReplyApproval {
            prompt: prompt.clone(),
            edit: vec![BlockEdit::Keep; answer.content.len()],
            answer,
            reply,
            standing: !limits.review,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_denial_has_its_word() {
        let of = |by| state_of(&Denied { by, note: None }, SamplingState::KeptBack).as_str();
        for (by, word) in [
            (DecidedBy::Person, "kept_back"),
            (DecidedBy::Dismissed, "kept_back"),
            (DecidedBy::Mute, "kept_back"),
            (DecidedBy::Expiry, "expired"),
            (DecidedBy::Withdrawn, "withdrawn"),
            (DecidedBy::StopAll, "withdrawn"),
            (DecidedBy::LedgerFailure, "failed"),
        ] {
            assert_eq!(of(by), word);
        }
    }
}
