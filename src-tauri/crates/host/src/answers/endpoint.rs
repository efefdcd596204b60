//! A model endpoint that is about to be added: asked for its models, and one of them chosen, before the answer counts.

use consent::{EndpointChange, GrantScope};
use domain::ApprovalId;

use crate::{
    answers::{checked, entered},
    api::{ApiError, ErrorCode},
    inner::Host,
    providers::checked_text,
};

impl Host {
    /// Asks the endpoint of a question for its models, with the key that was typed or the one that is kept for it. Nothing
    /// is kept. Returns the new revision.
    ///
    /// # Errors
    /// The question no longer waits, changed, or was not on display long enough; the endpoint refuses the key, has no list
    /// or does not answer.
    pub async fn ask_endpoint_models(
        &self,
        id: ApprovalId,
        revision: u32,
        key: Option<String>,
    ) -> Result<u32, ApiError> {
        let inner = &self.inner;
        // The key leaves this machine: like a yes, that takes a question that was read.
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
            ApiError::new(ErrorCode::Model, "The endpoint lists no models.")
                .hint("Type the name of the model as the endpoint knows it.")
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

    /// Chooses the model of an endpoint that is asked about. Returns the new revision.
    ///
    /// # Errors
    /// The question no longer waits or changed, or this is no name of a model.
    pub fn choose_endpoint_model(
        &self,
        id: ApprovalId,
        revision: u32,
        model: &str,
    ) -> Result<u32, ApiError> {
        let edited = EndpointChange {
            model: checked_text("model", model)?,
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
            .ok_or_else(|| ApiError::new(ErrorCode::Invalid, "This question is about no endpoint."))
    }
}
