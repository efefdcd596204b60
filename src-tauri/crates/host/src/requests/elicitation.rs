//! A server's question to the user: a form whose values fit its schema before they leave, or a page to visit.

use std::sync::Arc;

use consent::{DecidedBy, RequestAsk, SchemaCheck};
use domain::{ElicitationAsk, ElicitationRequest, FormField, JsonObjectText, PromptId, ServerId};
use mcp::ElicitationAsked;
use url::Url;

use super::{note, question, sent, unless_gone};
use crate::{
    Host, Inner,
    api::{ApiError, ErrorCode},
    redact,
    requests::may_open,
    schema,
};

/// Words of forms that ask for a secret, beside those of the log; compared in lower case without white space, `_` and `-`.
const SECRET_WORDS: [&str; 14] = [
    "accesskey",
    "bankaccount",
    "cardnumber",
    "creditcard",
    "cvc",
    "cvv",
    "iban",
    "mnemonic",
    "onetimecode",
    "pincode",
    "recoverycode",
    "seedphrase",
    "socialsecurity",
    "verificationcode",
];

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
                (None, DecidedBy::Person | DecidedBy::Mute | DecidedBy::Rule) => asked.decline(),
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
        ElicitationAsk::Form { fields, .. } => fields.iter().find(|f| is_secret(f)).map(|field| {
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

/// Whether a field asks for what belongs into no form, by any of its words.
fn is_secret(field: &FormField) -> bool {
    let texts = [
        Some(&field.name),
        field.title.as_ref(),
        field.description.as_ref(),
    ];
    texts.into_iter().flatten().any(|text| {
        let joined: String = text
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect();
        let words = text
            .split(|c: char| !c.is_alphanumeric())
            .map(str::to_lowercase);
        redact::is_secret(text)
            || redact::is_secret(&joined)
            || SECRET_WORDS.iter().any(|word| joined.contains(word))
            || words
                .into_iter()
                .any(|word| ["pin", "otp", "ssn", "pwd"].contains(&word.as_str()))
    })
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
        let schema = match &prompt.question {
            consent::Question::Request(q) => match &q.ask {
                RequestAsk::Elicitation { request, .. } => match &request.ask {
                    ElicitationAsk::Form { schema, .. } => Some(schema.clone()),
                    ElicitationAsk::Url { .. } => None,
                },
                RequestAsk::Roots(_)
                | RequestAsk::Sampling { .. }
                | RequestAsk::SamplingReply { .. } => None,
            },
            consent::Question::Tool(_)
            | consent::Question::Launch(_)
            | consent::Question::Endpoint(_)
            | consent::Question::Outflow(_)
            | consent::Question::Feature(_)
            | consent::Question::SignIn(_) => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, title: Option<&str>, description: Option<&str>) -> FormField {
        FormField {
            name: name.into(),
            title: title.map(Into::into),
            description: description.map(Into::into),
            required: false,
            kind: domain::FieldKind::Boolean { default: None },
        }
    }

    #[test]
    fn secrets_are_known_by_any_word() {
        for secret in [
            field("user_password", None, None),
            field("a", Some("API key"), None),
            field("b", None, Some("The PIN of your card")),
            field("cardNumber", None, None),
            field("c", Some("Seed phrase"), None),
        ] {
            assert!(is_secret(&secret), "{secret:?}");
        }
        for plain in [
            field("name", Some("Your name"), Some("As on the invitation")),
            field("spinner", Some("Pinned colour"), None),
        ] {
            assert!(!is_secret(&plain), "{plain:?}");
        }
    }
}
