//! A whole reply as it is stored, and the calls that it requests.

use consent::Requester;
use domain::{CallId, ToolIntent};
use host_api::ApiError;
use llm::{CallItem, CallProblem, Finish, Item};
use messages::{Phrase, Text, phrases};
use serde_json::Value;
use store::{CallState, NewPart, PartKind};

use super::{MOST_BAD, Received, StreamedMessage};
use crate::{
    calls::{self, Asked, CallRequest, Target},
    catalog::Catalog,
    turns::offering::Model,
};

/// Most of a schema that a model is told about a bad call, in bytes.
const MAX_SCHEMA: usize = 800;

impl StreamedMessage<'_> {
    /// Stores a whole reply in the order of the wire, in place of what was shown while it came. Resolves each requested call and stores it as pending. `bad` counts
    /// the replies in a row whose calls are all unusable.
    pub(super) async fn keep(
        &mut self,
        received: Received,
        catalog: &Catalog,
        model: &Model,
        bad: &mut u32,
    ) -> Result<Vec<CallRequest>, ApiError> {
        self.store_live().await?;
        self.live = None;
        let Received { items, finish } = received;
        let (mut wishes, mut parts) = (Vec::new(), Vec::with_capacity(items.len()));
        for item in items {
            let part = match item {
                Item::Text(text) => self.part(PartKind::Text, text),
                Item::Reasoning(text) => self.part(PartKind::Reasoning, text),
                Item::State(state) => self.part(PartKind::Opaque, state.to_stored()),
                Item::Call(call) => self.begin_call(call, &finish, catalog, &mut wishes).await?,
            };
            parts.push(part);
        }
        let as_text = wishes.is_empty() && parts.iter().any(|part| is_call_as_text(part, catalog));
        let endpoint = model.endpoint();
        let messages = self.inner.store.messages();
        let stored = messages.complete(self.message, endpoint.as_deref(), &parts);
        if let Err(error) = stored.await {
            return Err(self.give_up(&wishes, error.into()).await);
        }
        let unusable = |wish: &CallRequest| matches!(wish.target, Asked::Failed(_));
        *bad = match !wishes.is_empty() && wishes.iter().all(unusable) {
            true => *bad + 1,
            false => 0,
        };
        let ended = match finish {
            Finish::Stop | Finish::ToolUse => None,
            Finish::Nothing => Some(phrases::host_turn_nothing()),
            Finish::Length => Some(phrases::host_turn_cut_off()),
            Finish::Refused => Some(phrases::host_turn_refused()),
            Finish::Other(_) => Some(phrases::host_turn_ended()),
        };
        let too_bad = (*bad >= MOST_BAD).then(|| phrases::host_turn_bad_calls(MOST_BAD));
        let as_text = as_text.then(phrases::host_turn_call_as_text);
        let cut = self.cut_by_endpoint();
        for notice in [ended, too_bad, as_text, cut].into_iter().flatten() {
            self.notice(&Text::from(notice).stored()).await?;
        }
        Ok(wishes)
    }

    /// Stores a call as pending, and returns its part.
    async fn begin_call(
        &mut self,
        call: CallItem,
        finish: &Finish,
        catalog: &Catalog,
        wishes: &mut Vec<CallRequest>,
    ) -> Result<NewPart, ApiError> {
        self.weigh(&call.intent);
        let mut wish = self.wish(call, finish, catalog).await;
        let part = self.part(PartKind::Call, wish.id.to_string());
        let begun = calls::begin(self.inner, &mut wish).await;
        wishes.push(wish);
        match begun {
            Ok(()) => Ok(part),
            Err(error) => Err(self.give_up(wishes, error).await),
        }
    }

    /// Returns the call that a model requests: of the real tool, also if it is named through `call_tool`. Answers a search. A call that cannot be what the
    /// model meant fails, and the model is told why.
    async fn wish(&self, call: CallItem, finish: &Finish, catalog: &Catalog) -> CallRequest {
        let CallItem { intent, problem } = call;
        let object = unwrapped(&intent.arguments).filter(|_| problem.is_none());
        let intent = match object {
            Some(arguments) => ToolIntent {
                arguments,
                ..intent
            },
            None => intent,
        };
        let problem = problem_of(&intent, problem, finish, catalog);
        let calls::Resolved {
            target,
            alias,
            arguments,
            wrapper,
        } = calls::resolve(catalog, &intent);
        let target = match (problem, target) {
            (Some(why), _) | (None, Target::Nothing(why)) => Asked::Failed(why.into()),
            (None, Target::Tool(entry)) => Asked::Tool(entry),
            (None, Target::Search) => match self.inner.find_tools(catalog, &arguments).await {
                Ok(found) => Asked::Answered(Box::new(found)),
                Err(why) => Asked::Failed(why),
            },
        };
        CallRequest {
            id: CallId::new(),
            conversation: Some(self.conversation),
            message: Some(self.message),
            target,
            alias,
            wrapper,
            provider_call_id: intent.provider_call_id,
            arguments,
            asked_by: Requester::Model(self.model.clone()),
            stored: None,
        }
    }

    /// Ends calls that were begun and will not be sent.
    async fn give_up(&self, begun: &[CallRequest], error: ApiError) -> ApiError {
        for wish in begun {
            let reason = phrases::host_call_unstored(error.to_string());
            let reason = Text::from(reason).stored();
            let calls = self.inner.store.calls();
            if let Err(error) = calls
                .finish_call(wish.id, CallState::Failed, Some(&reason), None)
                .await
            {
                tracing::error!(%error, "a call that was given up could not be ended");
            }
        }
        error
    }
}

/// Whether a text is an object that names a tool on offer. Calls by their marks are left out by the reader, and said there.
fn is_call_as_text(part: &NewPart, catalog: &Catalog) -> bool {
    let names_tool = || {
        let value = serde_json::from_str::<Value>(part.body.trim_start()).ok()?;
        catalog.offered(value.get("name")?.as_str()?)
    };
    part.kind == PartKind::Text && names_tool().is_some()
}

/// Returns the object that arguments hold as text: some models write it so. Only once, and only an object.
fn unwrapped(arguments: &str) -> Option<String> {
    let inner: String = serde_json::from_str(arguments).ok()?;
    is_object(&inner).then_some(inner)
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns why a call must not run, for the model and the user. An answer that reached its longest length explains what is unfinished in it.
fn problem_of(
    intent: &ToolIntent,
    problem: Option<CallProblem>,
    finish: &Finish,
    catalog: &Catalog,
) -> Option<Phrase> {
    let cut = || *finish == Finish::Length;
    match problem {
        Some(CallProblem::NoName) => return Some(phrases::host_call_no_name()),
        Some(CallProblem::Ambiguous) => return Some(phrases::host_call_ambiguous()),
        Some(CallProblem::Unfinished) if cut() => return Some(phrases::host_call_cut()),
        Some(CallProblem::Unfinished) | None => {}
    }
    let arguments = intent.arguments.trim();
    if problem.is_none() && (arguments.is_empty() || is_object(arguments)) {
        return None;
    }
    let schema = catalog
        .resolve(&intent.alias)
        .map_or("{}", |entry| &entry.definition.input_schema);
    let said = match serde_json::from_str::<Value>(arguments) {
        Ok(_) => phrases::host_call_not_object(domain::cut(schema, MAX_SCHEMA)),
        Err(_) => phrases::host_call_unfinished(domain::cut(schema, MAX_SCHEMA)),
    };
    Some(said)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_that_holds_an_object_is_unwrapped_once() {
        for (arguments, wanted) in [
            (r#""{\"x\": 1}""#, Some(r#"{"x": 1}"#)),
            (r#"{"x":1}"#, None),
            (r#""[1]""#, None),
            (r#""\"{}\"""#, None),
            (r#""{\"x\"""#, None),
            ("null", None),
        ] {
            assert_eq!(unwrapped(arguments).as_deref(), wanted);
        }
    }

    proptest! {
        /// No arguments are invented: what runs is what the model wrote, or the object that its text holds, byte for byte.
        #[test]
        fn arguments_are_those_of_the_model_or_the_object_in_its_text(arguments in any::<String>()) {
            let object = format!("{{{}: 1e400}}", Value::from(arguments.as_str()));
            prop_assert_eq!(unwrapped(&object), None);
            let text = Value::from(object.as_str()).to_string();
            prop_assert_eq!(unwrapped(&text), Some(object));
        }
    }
}
