//! Elicitation: a server's request for input from the user. A form is sent only after its values fit the schema; a page is only
//! opened.

use std::sync::Arc;

use approvals::forms::{
    form,
    secrecy::{self, Secrecy},
};
use consent::{DecidedBy, ElicitationApproval, SchemaCheck};
use domain::{
    ApprovalId, ElicitationAsk, ElicitationRequest, FormField, JsonObjectText, Round, RoundEnd,
    ServerId,
};
use host_api::{ApiError, ErrorCode, FieldProblemView};
use mcp::ElicitationAsked;
use messages::{Phrase, phrases};
use url::Url;

use crate::{
    answering::{ended, note, question, sent, unless_gone},
    inner::{Host, Inner},
    state::may_open,
};

/// Maximum size of a filled-in form, in bytes.
const MAX_CONTENT: usize = 256 * 1024;

/// Handles a request until its reply is sent or it is withdrawn.
pub(super) async fn answer(
    inner: &Arc<Inner>,
    server: ServerId,
    (mut asked, round): (ElicitationAsked, Option<Round>),
) -> RoundEnd {
    let request = asked.request().as_data().clone();
    let (id, page) = (request.id, page(&request));
    let why = refusal(&request);
    let ask = ElicitationApproval {
        request,
        content: None,
        refused: why.as_ref().map(Refusal::wire),
    };
    let deciding = inner
        .consent
        .decide(question(inner, server, (id, round), ask));
    let decided = unless_gone(inner, id, deciding, asked.gone()).await;
    let allowed = match decided {
        Ok(allowed) => allowed,
        Err(denied) => {
            match (why, denied.by) {
                (Some(why), _) => {
                    note_refused(inner, server, &why);
                    asked.refuse(&why.wire());
                }
                (
                    None,
                    DecidedBy::Person
                    | DecidedBy::Terminal
                    | DecidedBy::Mute
                    | DecidedBy::Repeat
                    | DecidedBy::Rule,
                ) => asked.decline(),
                (
                    None,
                    DecidedBy::Dismissed
                    | DecidedBy::CommandLine
                    | DecidedBy::Unattended
                    | DecidedBy::Expiry
                    | DecidedBy::QueueFull
                    | DecidedBy::Withdrawn
                    | DecidedBy::StopAll
                    | DecidedBy::LedgerFailure,
                ) => asked.cancel(),
            }
            return ended(denied.by);
        }
    };
    // The server learns of the consent only if the page could be opened.
    if let Some(page) = page
        && !open(inner, server, page)
    {
        asked.cancel();
        return RoundEnd::NotGiven;
    }
    sent(asked.accept(allowed.approved));
    RoundEnd::Given
}

/// The result of a page visit that a server requires before it performs a call.
pub(crate) enum Visited {
    /// The page was opened; its origin.
    Opened(String),
    /// A person denied it, or nobody decided.
    Not,
    /// It was refused without an approval request, with the reason as a sentence.
    Refused(Phrase),
}

/// Requests approval of a page visit that a call needs. The approval is withdrawn when the call is cancelled.
pub(crate) async fn visit_for_call(
    inner: &Inner,
    server: ServerId,
    request: ElicitationRequest,
    gone: impl Future<Output = ()>,
) -> Visited {
    let (id, page, why) = (request.id, page(&request), refusal(&request));
    let ask = ElicitationApproval {
        request,
        content: None,
        refused: why.as_ref().map(Refusal::wire),
    };
    let deciding = inner
        .consent
        .decide(question(inner, server, (id, None), ask));
    let decided = unless_gone(inner, id, deciding, gone).await;
    if let Some(why) = why {
        note_refused(inner, server, &why);
        return Visited::Refused(why.text());
    }
    match (decided, page) {
        (Ok(_), Some((url, name))) => {
            let origin = url.origin().ascii_serialization();
            match open(inner, server, (url, name)) {
                true => Visited::Opened(origin),
                false => Visited::Refused(phrases::host_refused_unopened()),
            }
        }
        (Ok(_) | Err(_), _) => Visited::Not,
    }
}

/// Notes in the server's log and on its page that a request was refused.
fn note_refused(inner: &Inner, server: ServerId, why: &Refusal) {
    note(inner, server, phrases::host_form_refused_log(why.text()));
    if let Some(handle) = inner.servers.get(server) {
        handle.snapshot().book.refused.note(why.text());
        inner.tell_server(&handle);
    }
}

/// Opens an approved page, and records the visit so that the server can report its completion.
fn open(inner: &Inner, server: ServerId, (url, name): (Url, String)) -> bool {
    if !inner.browser.open(&url) {
        note(inner, server, "The page it sent you to could not be opened");
        return false;
    }
    if let Some(handle) = inner.servers.get(server) {
        let origin = url.origin().ascii_serialization();
        handle.snapshot().book.visits.opened(name, origin);
    }
    true
}

/// Returns the page of a request, and the server's name for the visit.
fn page(request: &ElicitationRequest) -> Option<(Url, String)> {
    match &request.ask {
        ElicitationAsk::Url { url, elicitation } => {
            Some((Url::parse(url).ok()?, elicitation.clone()))
        }
        ElicitationAsk::Form { .. } => None,
    }
}

/// Why a request is refused without an approval.
enum Refusal {
    /// A field of the form requests a secret; its name.
    Field(String),
    /// The message above the form requests a secret.
    Message,
    /// The address of the page is not one that is opened.
    Address,
}

impl Refusal {
    /// For the server and the logs.
    fn wire(&self) -> String {
        match self {
            Self::Field(name) => format!(
                "the field \"{}\" looks like a secret, which is never requested in a form",
                domain::visible(name)
            ),
            Self::Message => "its words request a secret, which is never sent in a form".to_owned(),
            Self::Address => {
                "only https addresses without a user name are opened (http on this machine)"
                    .to_owned()
            }
        }
    }

    /// For the user, as a sentence.
    fn text(&self) -> Phrase {
        match self {
            Self::Field(name) => phrases::host_refused_field(domain::visible(name)),
            Self::Message => phrases::host_refused_message(),
            Self::Address => phrases::host_refused_address(),
        }
    }
}

/// Returns why a request is refused without an approval, if it is.
fn refusal(request: &ElicitationRequest) -> Option<Refusal> {
    match &request.ask {
        ElicitationAsk::Form { fields, .. } => {
            let field = fields.iter().find(|f| secrecy::of(f) == Secrecy::Asks);
            if let Some(field) = field {
                return Some(Refusal::Field(field.name.clone()));
            }
            let message = secrecy::of_message(&request.message, fields);
            (message == Secrecy::Asks).then_some(Refusal::Message)
        }
        ElicitationAsk::Url { url, .. } => {
            let parsed = Url::parse(url).ok();
            let opens = parsed.is_some_and(|url| may_open(&url));
            (!opens).then_some(Refusal::Address)
        }
    }
}

impl Host {
    /// Validates a form field by field. Nothing is sent. The approval's expiry is extended, since a person is filling in the form.
    ///
    /// # Errors
    /// The approval is no longer pending or has no form, or the values are not a JSON object.
    pub fn check_form(
        &self,
        id: ApprovalId,
        content: &str,
    ) -> Result<Vec<FieldProblemView>, ApiError> {
        let (_, fields) = self.form(id)?;
        let content = filled(content)?;
        self.inner.consent.attended(id);
        Ok(form::problems(&fields, &content))
    }

    /// Sends a filled-in form, once its values fit the request.
    ///
    /// # Errors
    /// The approval is no longer pending, was not on display long enough or has no form, or the values do not fit. In the last case
    /// it stays pending.
    pub(crate) async fn fill_form(
        &self,
        id: ApprovalId,
        revision: u32,
        content: &str,
    ) -> Result<(), ApiError> {
        let (schema, fields) = self.form(id)?;
        let content = filled(content)?;
        let misfits = form::problems(&fields, &content);
        if let Some(first) = misfits.first() {
            let field = fields.iter().find(|f| f.name == first.name);
            let title = field.and_then(|f| f.title.as_deref());
            let title = domain::visible(title.unwrap_or(&first.name));
            return Err(invalid(match misfits.len() {
                1 => phrases::host_form_problem(title, &first.why),
                all => phrases::host_form_problems(all - 1, title, &first.why),
            }));
        }
        // The server's schema may have constraints that the form's fields do not show.
        match schema_check::check(&schema, &content).await {
            SchemaCheck::Fits => {}
            SchemaCheck::Broken(problems) => {
                return Err(invalid(phrases::host_form_misfit(problems.join("; "))));
            }
            SchemaCheck::NotChecked(why) => {
                let why = approvals::tool::unchecked(why);
                return Err(invalid(phrases::host_form_unchecked(why))
                    .hint(phrases::host_form_unchecked_hint()));
            }
        }
        Ok(self.inner.consent.fill(id, revision, content)?)
    }

    /// Returns the schema and the fields of a pending form.
    fn form(&self, id: ApprovalId) -> Result<(String, Vec<FormField>), ApiError> {
        let prompt = self.prompt(id)?;
        if let Some(asked) = prompt.question.elicitation()
            && let ElicitationAsk::Form { schema, fields } = &asked.ask.request.ask
        {
            return Ok((schema.clone(), fields.clone()));
        }
        Err(invalid(phrases::host_form_none()))
    }
}

fn filled(content: &str) -> Result<JsonObjectText, ApiError> {
    if content.len() > MAX_CONTENT {
        return Err(invalid(phrases::host_form_too_large(MAX_CONTENT / 1024)));
    }
    JsonObjectText::parse(content)
        .map_err(|e| invalid(phrases::host_form_unsendable(e.to_string())))
}

fn invalid(message: Phrase) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}
