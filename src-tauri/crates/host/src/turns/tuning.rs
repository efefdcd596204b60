//! How the model of a conversation is to answer: chosen by the user, and sent only as far as the model takes it.

use domain::{ConversationId, ProviderId};
use host_api::{ApiError, ErrorCode, TuningView};
use llm::{ChatRequest, Effort};
use messages::{Phrase, phrases};
use store::Tuning;

use super::offering::Model;
use crate::{
    inner::{Host, Inner},
    providers::Facts,
    state::Provider,
};

/// Highest temperature.
const MAX_TEMPERATURE: f64 = 2.0;
/// Shortest limit of an answer, in tokens.
const MIN_ANSWER: u32 = 16;
/// Longest limit of an answer of a model whose own is not known, in tokens.
const MAX_ANSWER: u32 = 1_000_000;

impl Host {
    /// Chooses how the model of a conversation is to answer; what is not chosen is left to the model.
    ///
    /// # Errors
    /// The conversation does not exist or has no model at an endpoint, or its model does not take a value.
    pub async fn set_conversation_tuning(
        &self,
        id: ConversationId,
        tuning: TuningView,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let record = inner.conversation(id).await?;
        let no_model = || {
            ApiError::new(ErrorCode::Invalid, phrases::host_turn_no_model())
                .hint(phrases::host_turn_no_model_hint())
        };
        let provider = record.provider.ok_or_else(no_model)?;
        let Model::Endpoint(provider) = Model::of(inner, provider, &record).await? else {
            return Err(no_model());
        };
        let facts = inner.facts_of(&provider).await?;
        let tuning = checked(tuning, &facts)?;
        let conversations = inner.store.conversations();
        conversations.set_tuning(id, &tuning).await?;
        inner.emit_conversation(id).await
    }
}

impl Inner {
    /// Checks how a model of an endpoint is to answer.
    pub(crate) async fn checked_tuning(
        &self,
        provider: ProviderId,
        model: Option<&str>,
        tuning: TuningView,
    ) -> Result<Tuning, ApiError> {
        let provider = self.provider(provider).await?.with_model(model);
        checked(tuning, &self.facts_of(&provider).await?)
    }

    /// Adds to a request how the model is to answer. What another model was given and this one does not take is left out.
    pub(super) async fn tune(
        &self,
        id: ConversationId,
        provider: &Provider,
        request: &mut ChatRequest,
    ) -> Result<(), ApiError> {
        let tuning = self.conversation(id).await?.tuning;
        if tuning == Tuning::default() {
            return Ok(());
        }
        apply(&tuning, &self.facts_of(provider).await?, request);
        Ok(())
    }
}

fn apply(tuning: &Tuning, facts: &Facts, request: &mut ChatRequest) {
    request.tuning.effort = effort_of(tuning, facts);
    request.tuning.temperature = tuning
        .temperature
        .filter(|_| facts.temperature != Some(false))
        .map(|hundredths| f64::from(hundredths) / 100.0);
    request.max_tokens = tuning
        .answer
        .map(|tokens| tokens.min(facts.answer.unwrap_or(MAX_ANSWER)));
}

fn effort_of(tuning: &Tuning, facts: &Facts) -> Option<Effort> {
    let wanted = tuning.effort.as_deref()?;
    let mut efforts = facts.efforts.iter().copied();
    efforts.find(|effort| effort.as_str() == wanted)
}

fn checked(view: TuningView, facts: &Facts) -> Result<Tuning, ApiError> {
    let invalid = |message: Phrase| Err(ApiError::new(ErrorCode::Invalid, message));
    if let Some(effort) = &view.effort
        && !facts.efforts.iter().any(|e| e.as_str() == effort)
    {
        return invalid(phrases::host_tuning_effort());
    }
    if let Some(temperature) = view.temperature {
        if facts.temperature == Some(false) {
            return invalid(phrases::host_tuning_no_temperature());
        }
        if !(0.0..=MAX_TEMPERATURE).contains(&temperature) {
            return invalid(phrases::host_tuning_temperature(MAX_TEMPERATURE));
        }
    }
    let most = facts.answer.unwrap_or(MAX_ANSWER);
    if view
        .answer
        .is_some_and(|tokens| !(MIN_ANSWER..=most).contains(&tokens))
    {
        return invalid(phrases::host_tuning_answer(MIN_ANSWER, most));
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 0 and 200"
    )]
    let hundredths = |temperature: f64| (temperature * 100.0).round() as u16;
    Ok(Tuning {
        effort: view.effort,
        temperature: view.temperature.map(hundredths),
        answer: view.answer,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn facts(efforts: &[Effort], temperature: Option<bool>) -> Facts {
        Facts {
            efforts: efforts.to_vec(),
            temperature,
            answer: Some(1_000),
            ..Facts::default()
        }
    }

    fn request() -> ChatRequest {
        ChatRequest {
            model: "m".into(),
            system: None,
            messages: Vec::new(),
            tools: Vec::new(),
            max_tokens: None,
            tuning: llm::Tuning::default(),
            lacks: llm::Lacks::default(),
            cache_key: None,
        }
    }

    #[test]
    fn value_that_the_model_does_not_take_is_refused() {
        let reasoning = facts(&[Effort::Low, Effort::High], Some(false));
        let view = |effort: Option<&str>, temperature, answer| TuningView {
            effort: effort.map(str::to_owned),
            temperature,
            answer,
        };
        assert!(checked(view(Some("high"), None, Some(1_000)), &reasoning).is_ok());
        for bad in [
            view(Some("max"), None, None),
            view(None, Some(0.5), None),
            view(None, None, Some(1_001)),
            view(None, None, Some(0)),
        ] {
            assert!(checked(bad.clone(), &reasoning).is_err(), "{bad:?}");
        }
        let unknown = Facts::default();
        assert!(checked(view(None, Some(2.0), Some(50_000)), &unknown).is_ok());
        for bad in [-0.1, 2.1, f64::NAN, f64::INFINITY] {
            assert!(checked(view(None, Some(bad), None), &unknown).is_err());
        }
    }

    #[test]
    fn choice_for_another_model_is_left_out_of_the_request() {
        let tuning = Tuning {
            effort: Some("high".into()),
            temperature: Some(50),
            answer: Some(2_000),
        };
        let mut sent = request();
        apply(&tuning, &facts(&[Effort::High], Some(true)), &mut sent);
        assert_eq!(sent.tuning.effort, Some(Effort::High));
        assert_eq!(sent.tuning.temperature, Some(0.5));
        assert_eq!(sent.max_tokens, Some(1_000));
        apply(&tuning, &facts(&[Effort::Low], Some(false)), &mut sent);
        assert_eq!((sent.tuning.effort, sent.tuning.temperature), (None, None));
    }
}
