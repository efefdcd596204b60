//! A server's question to the user: a form whose values fit its schema before they leave, or a page to visit.

use std::sync::Arc;

use consent::{DecidedBy, RequestAsk, SchemaCheck};
use domain::{ElicitationAsk, ElicitationRequest, JsonObjectText, PromptId, ServerId};
use mcp::ElicitationAsked;
use url::Url;

use super::{
    note, question,
    secrecy::{self, Secrecy},
    sent, unless_gone,
};
use crate::{
    Host, Inner,
    api::{ApiError, ErrorCode},
    requests::may_open,
    schema,
};

/// Takes a question to its end.
pub(super) async fn answer(inner: &Arc<Inner>, server: ServerId, mut asked: ElicitationAsked) {
    let request = asked.request().as_data().clone();
    let (id, page) = (request.id, page(&request));
    let refused = refusal(&request);
    let why = refused.clone();
    let ask = RequestAsk::Elicitation {
        request,
        content: None,
        refused,
    };
    let deciding = inner
        .consent
        .decide_elicitation(question(inner, server, id, ask));
    let decided = unless_gone(inner, id, deciding, asked.gone()).await;
    let allowed = match decided {
        Ok(allowed) => allowed,
        Err(denied) => {
            return match (why, denied.by) {
                (Some(why), _) => {
                    note(inner, server, &format!("Its question was refused: {why}"));
                    asked.refuse(&why);
                }
                (
                    None,
                    DecidedBy::Person | DecidedBy::Mute | DecidedBy::Repeat | DecidedBy::Rule,
                ) => asked.decline(),
                (
                    None,
                    DecidedBy::Dismissed
                    | DecidedBy::CommandLine
                    | DecidedBy::Expiry
                    | DecidedBy::QueueFull
                    | DecidedBy::Withdrawn
                    | DecidedBy::StopAll
                    | DecidedBy::LedgerFailure,
                ) => asked.cancel(),
            };
        }
    };
    // The server learns that the user agreed only if the page could be opened.
    if let Some(page) = page
        && !inner.opener.open(&page)
    {
        note(inner, server, "The page it sent you to could not be opened");
        return asked.cancel();
    }
    sent(asked.accept(allowed.approved));
}

fn page(request: &ElicitationRequest) -> Option<Url> {
    match &request.ask {
        ElicitationAsk::Url { url, .. } => Url::parse(url).ok(),
        ElicitationAsk::Form { .. } => None,
    }
}

/// Why a question is not asked at all, in words for the server and the log.
fn refusal(request: &ElicitationRequest) -> Option<String> {
    match &request.ask {
        ElicitationAsk::Form { fields, .. } => fields
            .iter()
            .find(|f| secrecy::of(f) == Secrecy::Asks)
            .map(|field| {
                format!(
                    "the field \"{}\" looks like a secret, which is never asked for in a form",
                    domain::visible(&field.name)
                )
            }),
        ElicitationAsk::Url { url, .. } => {
            let parsed = Url::parse(url).ok();
            let opens = parsed.is_some_and(|url| may_open(&url));
            (!opens).then(|| {
                "only https addresses without a user name are opened (http on this machine)"
                    .to_owned()
            })
        }
    }
}

impl Host {
    /// Sends a filled form, once its values fit what the server asked for.
    ///
    /// # Errors
    /// The question no longer waits, was not on display long enough, is no form, or the values do not fit; it then still waits.
    pub(crate) async fn fill_form(
        &self,
        id: PromptId,
        revision: u32,
        content: &str,
    ) -> Result<(), ApiError> {
        let invalid = |message: String| ApiError::new(ErrorCode::Invalid, message);
        let prompt = self.prompt(id)?;
        let schema = match prompt.question.request().map(|q| &q.ask) {
            Some(RequestAsk::Elicitation { request, .. }) => match &request.ask {
                ElicitationAsk::Form { schema, .. } => Some(schema.clone()),
                ElicitationAsk::Url { .. } => None,
            },
            Some(RequestAsk::Roots(_) | RequestAsk::Sampling(_) | RequestAsk::SamplingReply(_))
            | None => None,
        };
        let schema = schema.ok_or_else(|| invalid("This question has no form.".into()))?;
        let content = JsonObjectText::parse(content)
            .map_err(|e| invalid(format!("This cannot be sent: {e}.")))?;
        match schema::check(&schema, &content).await {
            SchemaCheck::Fits => {}
            SchemaCheck::Broken(problems) => {
                return Err(invalid(format!(
                    "This does not fit what is asked for: {}.",
                    problems.join("; ")
                )));
            }
            SchemaCheck::NotChecked(why) => {
                return Err(invalid(format!("This could not be checked: {why}."))
                    .hint("Decline it: what cannot be checked is not sent."));
            }
        }
        Ok(self.inner.consent.fill(id, revision, content)?)
    }
}
