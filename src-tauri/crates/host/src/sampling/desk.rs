//! A person's edits of a sampling request or reply in the consent window, before the decision. An edit applies only to the revision
//! that was on display.

use approvals::estimate::most;
use consent::{
    AnswerError, ApprovalAnswer, BlockEdit, PendingApproval, SamplingDraft, SamplingEdit,
};
use domain::ApprovalId;
use host_api::{ApiError, ErrorCode, FeatureView};
use messages::{Phrase, phrases};

use super::edit;
use crate::inner::Host;

impl Host {
    /// Edits a pending request, always relative to the server's original. Returns the new revision.
    ///
    /// # Errors
    /// It is not pending or has another revision; the edited request cannot be sent; or it would exceed the server's daily limit.
    pub async fn edit_sampling(
        &self,
        id: ApprovalId,
        revision: u32,
        wanted: host_api::SamplingEdit,
    ) -> Result<u32, ApiError> {
        let prompt = self.sampling_prompt(id, revision)?;
        let now = prompt.question.sampling().ok_or(AnswerError::NotEditable)?;
        let mut question = now.ask.clone();
        let chosen = question.chosen.provider.to_string();
        let model = match wanted.provider.filter(|id| *id != chosen) {
            None => question.chosen.clone(),
            Some(id) => {
                let all = self.inner.candidates().await?;
                let found = all.iter().find(|c| c.provider.id.to_string() == id);
                found.map(super::Candidate::model).ok_or_else(|| {
                    ApiError::new(ErrorCode::NotFound, phrases::host_sampling_model_gone())
                })?
            }
        };
        let own = (model.provider != question.chosen.provider).then_some(model.provider);
        let edit = SamplingEdit {
            provider: own,
            system: wanted.system,
            blocks: wanted
                .blocks
                .into_iter()
                .map(|blocks| blocks.into_iter().map(block).collect())
                .collect(),
            tools: wanted.tools,
            max_tokens: wanted.max_tokens,
            context: wanted.context,
        };
        let request = edit::applied(&question.asked, question.context.as_ref(), &edit)
            .map_err(cannot_be_sent)?;
        let tokens = most(&request);
        let reserved = self
            .inner
            .store
            .samplings()
            .reserve(question.asked.server, question.number, tokens)
            .await?;
        if let Err(left) = reserved {
            let message = phrases::host_sampling_over_budget(left, tokens);
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_sampling_over_budget_hint()));
        }
        question.edit = edit;
        question.draft = SamplingDraft { request, model };
        Ok(self.inner.consent.revise_sampling(id, revision, question)?)
    }

    /// Edits a pending reply, always relative to the model's original. Returns the new revision.
    ///
    /// # Errors
    /// It is not pending or has another revision, or the edited reply cannot be sent.
    pub fn edit_sampling_reply(
        &self,
        id: ApprovalId,
        revision: u32,
        blocks: Vec<host_api::BlockEdit>,
    ) -> Result<u32, ApiError> {
        let prompt = self.sampling_prompt(id, revision)?;
        let now = prompt.question.sampling_reply();
        let mut question = now.ok_or(AnswerError::NotEditable)?.ask.clone();
        let edits: Vec<BlockEdit> = blocks.into_iter().map(block).collect();
        question.reply =
            edit::answered(&question.answer, &edits, &question.reply).map_err(cannot_be_sent)?;
        question.edit = edits;
        Ok(self
            .inner
            .consent
            .revise_sampling_reply(id, revision, question)?)
    }

    /// Sends the request to the model again instead of sending its reply. This counts as another request.
    ///
    /// # Errors
    /// The reply is not pending, has another revision, or was not on display long enough; or the server's limits are exceeded. The
    /// reply then stays pending.
    pub async fn ask_sampling_again(&self, id: ApprovalId, revision: u32) -> Result<(), ApiError> {
        let prompt = self.sampling_prompt(id, revision)?;
        let now = prompt.question.sampling_reply();
        let request = &now
            .ok_or(AnswerError::NotEditable)?
            .ask
            .prompt
            .draft
            .request;
        let (view, used) = self.inner.sampling_budget(request.server).await?;
        // The usage of the first reply counts once it is withheld; until then its estimate counts.
        let over = used.minute >= u64::from(view.minute_limit)
            || used.day + most(request) > u64::from(view.day_limit);
        if over {
            let message = phrases::host_sampling_again_over();
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_sampling_again_hint()));
        }
        Ok(self
            .inner
            .consent
            .answer(id, revision, ApprovalAnswer::Again)?)
    }

    /// Denies the request, and disables sampling for the server.
    ///
    /// # Errors
    /// The approval is not pending, or the switch could not be stored; the request is denied all the same.
    pub async fn switch_sampling_off(&self, id: ApprovalId) -> Result<(), ApiError> {
        let prompt = self.prompt(id)?;
        let asked = prompt.question.sampling().map(|it| it.server);
        let replied = prompt.question.sampling_reply().map(|it| it.server);
        let server = asked.or(replied).ok_or(AnswerError::NotEditable)?;
        let deny = ApprovalAnswer::Deny { note: None };
        self.inner.consent.answer(id, prompt.revision, deny)?;
        self.set_server_feature(server, FeatureView::Sampling, false, false)
            .await
    }

    /// Returns a pending sampling approval at the revision on display.
    fn sampling_prompt(&self, id: ApprovalId, revision: u32) -> Result<PendingApproval, ApiError> {
        let prompt = self.prompt(id)?;
        if prompt.revision != revision {
            return Err(AnswerError::OtherRevision.into());
        }
        Ok(prompt)
    }
}

fn block(edit: host_api::BlockEdit) -> BlockEdit {
    match edit {
        host_api::BlockEdit::Keep => BlockEdit::Keep,
        host_api::BlockEdit::LeaveOut => BlockEdit::LeaveOut,
        host_api::BlockEdit::Text { text } => BlockEdit::Text(text),
    }
}

fn cannot_be_sent(why: Phrase) -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_sampling_cannot_send(why))
}
