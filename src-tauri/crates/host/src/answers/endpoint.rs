//! Model list and model choice of an endpoint whose approval is pending.

use consent::{EndpointChange, GrantScope};
use domain::ApprovalId;
use host_api::{ApiError, ErrorCode};
use messages::phrases;

use crate::{
    answers::{checked, entered},
    inner::Host,
    providers::checked_model,
};

impl Host {
    /// Requests the model list of a pending endpoint, with the typed key or the stored one. Nothing is stored. Returns the new
    /// revision.
    ///
    /// # Errors
    /// The approval is no longer pending, changed, or was not on display long enough; the endpoint refuses the key, has no list or
    /// does not answer.
    pub async fn ask_endpoint_models(
        &self,
        id: ApprovalId,
        revision: u32,
        key: Option<String>,
    ) -> Result<u32, ApiError> {
        let inner = &self.inner;
        // The key leaves this machine, so the approval must have been on display long enough, as for an allow.
        inner
            .consent
            .can_allow(id, revision, &GrantScope::Standing)?;
        let change = self.endpoint_asked(id)?;
        let key = match entered(&key) {
            Some(key) => Some(checked(key)?),
            None if change.has_key => inner.kept_key(change.provider, &change.base_url).await?,
            None => None,
        };
        let listed = inner.models_of(&change, key.as_ref()).await?;
        let models = listed.filter(|models| !models.is_empty()).ok_or_else(|| {
            ApiError::new(ErrorCode::Model, phrases::host_answer_no_models())
                .hint(phrases::host_answer_no_models_hint())
        })?;
        let model = match (change.model.as_str(), models.as_slice()) {
            ("", [only]) => only.clone(),
            (model, _) => model.to_owned(),
        };
        let edited = EndpointChange {
            model,
            models,
            ..change
        };
        Ok(inner.consent.revise_endpoint(id, revision, edited)?)
    }

    /// Selects the model of a pending endpoint. Returns the new revision.
    ///
    /// # Errors
    /// The approval is no longer pending or changed, or the name is not a model name.
    pub fn choose_endpoint_model(
        &self,
        id: ApprovalId,
        revision: u32,
        model: &str,
    ) -> Result<u32, ApiError> {
        let edited = EndpointChange {
            model: checked_model(model)?,
            ..self.endpoint_asked(id)?
        };
        Ok(self.inner.consent.revise_endpoint(id, revision, edited)?)
    }

    fn endpoint_asked(&self, id: ApprovalId) -> Result<EndpointChange, ApiError> {
        let prompt = self.prompt(id)?;
        prompt
            .question
            .endpoint()
            .cloned()
            .ok_or_else(|| ApiError::new(ErrorCode::Invalid, phrases::host_answer_not_endpoint()))
    }
}
