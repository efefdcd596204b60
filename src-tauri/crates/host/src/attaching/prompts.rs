//! Prompts of servers: got with arguments, reviewed, and inserted as an attachment that carries their server as origin.

use attachments::{AttachError, Kind, Span, Unit};
use domain::{AttachmentId, ConversationId, Provenance, ServerId};
use host_api::{
    ApiError, AttachmentView, ErrorCode, GivenValue, PreparedPartView, PreparedPromptView,
};
use mcp::{PromptResult, PromptTemplate};
use messages::{Text, phrases};

use super::{
    facts::Facts,
    said::{Messages, Said},
    taking::{AttachFor, Problem, Reads, refusal},
    view::{self, data, unstored},
};
use crate::{
    content,
    inner::{Host, Inner},
    ledger::{self, About, AttachedKind, Event},
    problems::refused,
    server::Connection,
    servers::{described, given, request_failed},
    state::PreparedPrompt,
};

/// Maximum number of names that an error lists.
const NAMED: usize = 20;

impl Host {
    /// Gets a prompt of a server with these arguments, for review. Nothing of it enters a conversation.
    ///
    /// # Errors
    /// The server is not ready or is off in the conversation, it has no such prompt, a required argument is missing, or the server did not
    /// return it.
    pub async fn inspect_prompt(
        &self,
        server: ServerId,
        name: &str,
        arguments: &[GivenValue],
        to: &AttachFor,
    ) -> Result<PreparedPromptView, ApiError> {
        let inner = &self.inner;
        inner.check_on(to.conversation, server).await?;
        let (snapshot, connection) = inner.servers.ready(server)?;
        let of = &snapshot.record.name;
        let prompts = connection.lists.prompts(&connection.client).await;
        let prompts = prompts
            .map_err(|error| request_failed(of, phrases::host_request_failed_prompts, error))?;
        check_arguments(of, &prompts.items, name, arguments)?;
        let values = given(arguments)?;
        let got = connection.client.get_prompt(name, &values).await;
        let got = got
            .map_err(|error| request_failed(of, phrases::host_request_failed_prompt, error))?
            .into_data();
        let model = inner.reader_of(to).await?;
        let read = Messages::read(&inner.attaching, &got.messages, &model).await?;
        inner.prepared_view(&Got { server, name, got }, &connection, read, &model)
    }

    /// Makes a prompt that was reviewed part of the next message.
    ///
    /// # Errors
    /// It was got too long ago, the server is off in the conversation, the model does not take it, it is too large, or it could not be
    /// recorded or stored.
    pub async fn insert_prompt(
        &self,
        prepared: &str,
        to: &AttachFor,
    ) -> Result<AttachmentView, ApiError> {
        let inner = &self.inner;
        let prepared = inner.attaching.prepared(prepared)?;
        inner.check_on(to.conversation, prepared.server).await?;
        let model = inner.reader_of(to).await?;
        if let Some(problem) = problem(&prepared, &model).filter(|problem| problem.refused) {
            return Err(ApiError::new(ErrorCode::Invalid, problem.why));
        }
        let content = super::reading::written(prepared.parts.to_vec())?;
        let record = store::NewAttachment {
            conversation: to.conversation,
            digest: super::reading::digest(&content),
            content,
            name: prepared.name.clone(),
            origin: Provenance::Prompt {
                server: prepared.server,
                prompt: prepared.name.clone(),
                part: String::new(),
            },
            launch: Some(prepared.launch),
            facts: prepared.facts,
            pinned: false,
        };
        inner.record_attached(&record, prepared.tokens).await?;
        let added = inner.store.attachments().add(&record).await;
        let id = added.map_err(unstored)?;
        let record = inner.store.attachments().get(id).await?;
        Ok(inner.attachment_view(&record, Some(&model)))
    }
}

/// A prompt that a server returned.
struct Got<'a> {
    server: ServerId,
    name: &'a str,
    got: PromptResult,
}

/// Returns why a model may not take a prompt, or does not.
fn problem(prepared: &PreparedPrompt, model: &Reads) -> Option<Problem> {
    if prepared.tokens > model.most_tokens {
        let name = domain::visible(&prepared.name);
        let why = phrases::host_attach_over_limit(model.most_tokens, name, prepared.tokens);
        return Some(Problem {
            why: why.into(),
            refused: true,
        });
    }
    refusal(model, prepared.form)
}

/// Checks that a prompt is listed, and its arguments.
fn check_arguments(
    server: &str,
    prompts: &[PromptTemplate],
    name: &str,
    arguments: &[GivenValue],
) -> Result<(), ApiError> {
    let invalid = |message, names: String| {
        Err(
            ApiError::new(ErrorCode::Invalid, message).hint(match names.as_str() {
                "" => phrases::host_prompt_takes_none(),
                _ => phrases::host_prompt_takes(names),
            }),
        )
    };
    let shown = content::line(name);
    let Some(prompt) = prompts.iter().find(|prompt| prompt.name == name) else {
        let names = named(prompts.iter().map(|prompt| &prompt.name));
        let error = ApiError::new(
            ErrorCode::NotFound,
            phrases::host_prompt_unknown(shown, server),
        );
        return Err(error.hint(match names.as_str() {
            "" => phrases::host_prompt_none(),
            _ => phrases::host_prompt_offered(names),
        }));
    };
    let all = named(prompt.arguments.iter().map(|argument| &argument.name));
    let has = |name: &str| {
        arguments
            .iter()
            .any(|one| one.name == name && !one.value.is_empty())
    };
    let missing = prompt
        .arguments
        .iter()
        .filter(|one| one.required && !has(&one.name));
    let missing = named(missing.map(|argument| &argument.name));
    if !missing.is_empty() {
        return invalid(phrases::host_prompt_missing(missing, shown), all);
    }
    let known = |one: &&GivenValue| prompt.arguments.iter().any(|known| known.name == one.name);
    match arguments.iter().find(|one| !known(one)) {
        Some(one) => {
            let message = phrases::host_prompt_argument(content::line(&one.name), shown);
            invalid(message, all)
        }
        None => Ok(()),
    }
}

/// Returns names on one line, the first ones.
fn named<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut names: Vec<&String> = names.take(NAMED + 1).collect();
    let more = names.len() > NAMED;
    names.truncate(NAMED);
    let mut shown: Vec<String> = names.into_iter().map(|name| content::line(name)).collect();
    if more {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

impl Inner {
    /// Checks that a server is on in a conversation.
    async fn check_on(
        &self,
        conversation: Option<ConversationId>,
        server: ServerId,
    ) -> Result<(), ApiError> {
        let Some(id) = conversation else {
            return Ok(());
        };
        if !self.conversation(id).await?.servers_off.contains(&server) {
            return Ok(());
        }
        let name = self.servers.tag(server, "a removed server").name;
        Err(
            ApiError::new(ErrorCode::Invalid, phrases::host_prompt_server_off(name))
                .hint(phrases::host_prompt_server_off_hint()),
        )
    }

    /// Keeps a prompt until it is inserted, and returns it for review.
    fn prepared_view(
        &self,
        Got { server, name, got }: &Got<'_>,
        connection: &Connection,
        read: Messages,
        model: &Reads,
    ) -> Result<PreparedPromptView, ApiError> {
        if read.parts.is_empty() {
            return Err(refused(&AttachError::Empty));
        }
        let tokens = read.tokens();
        let parts = read.parts.iter().zip(&read.said).map(part_view).collect();
        let mut remarks: Vec<Text> = read.remarks.iter().map(view::remark).collect();
        if read.left_out > 0 {
            remarks.push(phrases::host_prompt_left_out(read.left_out).into());
        }
        let prepared = PreparedPrompt {
            id: AttachmentId::new().to_string(),
            server: *server,
            launch: connection.launch,
            name: (*name).to_owned(),
            form: read.form,
            tokens,
            facts: facts(&read)?,
            parts: read.parts.into(),
        };
        let problem = problem(&prepared, model);
        let view = PreparedPromptView {
            id: prepared.id.clone(),
            name: content::line(name),
            server: self.attached_from(*server),
            description: described(got.description.as_deref()),
            parts,
            tokens: view::saturate(tokens),
            remarks,
            refused: problem.as_ref().is_some_and(|problem| problem.refused),
            problem: problem.map(|problem| problem.why),
        };
        self.attaching.prepared.keep(prepared);
        Ok(view)
    }

    /// Records in the audit log that something of a server becomes part of a conversation.
    ///
    /// # Errors
    /// It could not be recorded; then it must not be attached.
    pub(super) async fn record_attached(
        &self,
        record: &store::NewAttachment,
        tokens: u64,
    ) -> Result<(), ApiError> {
        let kind = match &record.origin {
            Provenance::Resource { .. } => AttachedKind::Resource,
            Provenance::Prompt { .. } => AttachedKind::Prompt,
            Provenance::User
            | Provenance::File { .. }
            | Provenance::Model { .. }
            | Provenance::Tool { .. }
            | Provenance::Definition { .. }
            | Provenance::Instructions { .. }
            | Provenance::Host => return Ok(()),
        };
        let about = About {
            server: record.origin.server(),
            conversation: record.conversation,
            ..About::of(content::line(&record.name))
        };
        let event = Event::Attached {
            kind,
            digest: record.digest.clone(),
            tokens,
        };
        Ok(ledger::record(&self.audit, about, event).await?)
    }
}

/// Returns the parts of a stored prompt; none for anything else.
pub(super) fn part_views(
    record: &store::AttachmentRecord,
    parts: &[attachments::Part],
) -> Vec<PreparedPartView> {
    let facts: Option<Facts> = serde_json::from_str(&record.facts).ok();
    let said = facts.map(|facts| facts.said).unwrap_or_default();
    if said.len() != parts.len() {
        return Vec::new();
    }
    parts.iter().zip(&said).map(part_view).collect()
}

fn part_view((part, said): (&attachments::Part, &Said)) -> PreparedPartView {
    PreparedPartView {
        message: said.message,
        role: said.role.view(),
        uri: said.uri.as_deref().map(content::line),
        content: content::view(&data(part)),
    }
}

/// Returns what is stored of a prompt beside its content.
fn facts(read: &Messages) -> Result<String, ApiError> {
    let all = Span { first: 1, last: 1 };
    let facts = Facts {
        kind: Kind::Text {
            encoding: "UTF-8".to_owned(),
        },
        form: read.form,
        section: 0,
        range: None,
        title: String::new(),
        taken: all,
        total: 1,
        unit: Unit::Files,
        tokens: read.tokens(),
        remarks: read.remarks.clone(),
        changed: false,
        said: read.said.clone(),
    };
    serde_json::to_string(&facts).map_err(super::reading::unwritten)
}
