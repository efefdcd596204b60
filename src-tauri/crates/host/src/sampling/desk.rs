//! What a person makes of a request or of an answer in the consent window, before they decide. It counts only for the revision
//! that was on display.

use consent::{
    AnswerError, ApprovalAnswer, BlockEdit, PendingApproval, SamplingDraft, SamplingEdit,
};
use domain::ApprovalId;

use super::{budget, edit};
use crate::{
    api::{self, ApiError, ErrorCode, FeatureView},
    inner::Host,
    wording::grouped,
};

impl Host {
    /// Changes a request that waits, always in relation to what the server asked. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting or another revision; what is left cannot be sent; or it would use more than is left of the server's day.
    pub async fn edit_sampling(
        &self,
        id: ApprovalId,
        revision: u32,
        wanted: api::SamplingEdit,
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
                    ApiError::new(ErrorCode::NotFound, "There is no such model any more.")
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
        let tokens = budget::most(&request);
        let reserved = self
            .inner
            .store
            .samplings()
            .reserve(question.asked.server, question.number, tokens)
            .await?;
        if let Err(left) = reserved {
            let message = format!(
                "This may use {} tokens, and {} are left of the server's budget for today.",
                grouped(tokens),
                grouped(left)
            );
            return Err(ApiError::new(ErrorCode::Invalid, message).hint(
                "Shorten it, allow a shorter answer, or raise the budget on the server's page.",
            ));
        }
        question.edit = edit;
        question.draft = SamplingDraft { request, model };
        Ok(self.inner.consent.revise_sampling(id, revision, question)?)
    }

    /// Changes an answer that waits, always in relation to what the model said. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting or another revision, or what is left cannot be sent.
    pub fn edit_sampling_reply(
        &self,
        id: ApprovalId,
        revision: u32,
        blocks: Vec<api::BlockEdit>,
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

    /// Has the model asked the same once more, in place of giving its answer. It counts as another request.
    ///
    /// # Errors
    /// Not waiting, another revision, or not on display long enough; or it is more than the server may. The answer then still
    /// waits.
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
        // What the first answer used counts from when it is kept back: until then the estimate stands in for it.
        let over = used.minute >= u64::from(view.minute_limit)
            || used.day + budget::most(request) > u64::from(view.day_limit);
        if over {
            let message = "That would be more than the server's budget. The answer still waits.";
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint("Wait a minute, or raise the budget on the server's page."));
        }
        Ok(self
            .inner
            .consent
            .answer(id, revision, ApprovalAnswer::Again)?)
    }

    /// Denies, and lets the server ask for no answers any more.
    ///
    /// # Errors
    /// Not waiting, or the switch could not be stored; it is denied then all the same.
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

    /// A prompt at the revision that somebody looks at.
    fn sampling_prompt(&self, id: ApprovalId, revision: u32) -> Result<PendingApproval, ApiError> {
        let prompt = self.prompt(id)?;
        if prompt.revision != revision {
            return Err(AnswerError::OtherRevision.into());
        }
        Ok(prompt)
    }
}

fn block(edit: api::BlockEdit) -> BlockEdit {
    match edit {
        api::BlockEdit::Keep => BlockEdit::Keep,
        api::BlockEdit::LeaveOut => BlockEdit::LeaveOut,
        api::BlockEdit::Text { text } => BlockEdit::Text(text),
    }
}

fn cannot_be_sent(why: String) -> ApiError {
    ApiError::new(ErrorCode::Invalid, format!("This cannot be sent: {why}."))
}
