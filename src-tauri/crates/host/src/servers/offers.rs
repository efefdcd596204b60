//! What servers offer beside tools, for who looks at one server: resources, prompts, values for arguments, a level of logging.
//!
//! Each is asked of the server it belongs to and of no other; a URI of a server goes back to that server alone.

use std::collections::BTreeMap;

use domain::ServerId;
use mcp::{CompletionFor, PromptRole, Unreadable};

use super::page::failed;
use crate::{
    api::{
        ApiError, CompleteFor, CompletionView, ErrorCode, GivenValue, LogLevelView,
        PromptArgumentView, PromptMessageView, PromptResultView, PromptRoleView, ResourceReadView,
        ResourceView, ResourcesView, ServerPromptView, ServerPromptsView, TemplateView,
    },
    content::{self, cut, line},
    inner::Host,
    server::{SUBSCRIPTIONS, level},
    wording::segments,
};

/// Longest description that a window is given, in bytes.
const DESCRIPTION_BYTES: usize = 16 * 1024;
/// Most values that are given at once.
const GIVEN: usize = 128;
/// Longest value that is given, in bytes.
const VALUE_BYTES: usize = 256 * 1024;
/// Most notes of one list.
const NOTES: usize = 100;

impl Host {
    /// The resources and templates of a server, as they were read last or as it lists them now.
    ///
    /// # Errors
    /// The server is not ready or offers none, or its resources could not be listed. Templates that could not be are a
    /// note.
    pub async fn resources(&self, id: ServerId) -> Result<ResourcesView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let lists = &connection.lists;
        let resources = lists
            .resources(&connection.client)
            .await
            .map_err(|e| failed(&snapshot.record.name, "list its resources", e))?;
        let mut notes = unreadable("resource", &resources.unreadable);
        let templates = match lists.templates(&connection.client).await {
            Ok(templates) => {
                notes.extend(unreadable("template", &templates.unreadable));
                templates.items.clone()
            }
            Err(error) => {
                notes.push(format!("Its templates could not be listed: {error}."));
                Vec::new()
            }
        };
        let subscribed = lists.subscribed();
        let capability = connection.info.capabilities.resources;
        Ok(ResourcesView {
            resources: resources
                .items
                .iter()
                .map(|r| ResourceView {
                    uri: line(&r.uri),
                    key: r.uri.clone(),
                    name: line(&r.name),
                    title: r.title.as_deref().map(line),
                    description: words(r.description.as_deref()),
                    mime: r.mime_type.as_deref().map(line),
                    bytes: r.size,
                    subscribed: subscribed.contains(&r.uri),
                })
                .collect(),
            templates: templates.iter().map(template_view).collect(),
            can_subscribe: capability.is_some_and(|r| r.subscribe),
            notes,
        })
    }

    /// Reads a resource through the server that it belongs to.
    ///
    /// # Errors
    /// The server is not ready, offers no resources, or did not give this one.
    pub async fn read_resource(
        &self,
        id: ServerId,
        uri: &str,
    ) -> Result<ResourceReadView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let read = connection.client.read_resource(uri).await;
        let contents = read
            .map_err(|e| failed(&snapshot.record.name, "give this resource", e))?
            .into_data();
        Ok(ResourceReadView {
            contents: contents.iter().map(content::view).collect(),
        })
    }

    /// The URI that a template of a server makes of these values (RFC 6570). Nothing is sent.
    ///
    /// # Errors
    /// There is no such server, it is no template, or the URI would be too long.
    pub fn expand_template(
        &self,
        id: ServerId,
        template: &str,
        values: &[GivenValue],
    ) -> Result<String, ApiError> {
        self.inner.servers.handle(id)?;
        mcp::expand(template, &given(values)?).map_err(|error| {
            let message = format!("This template cannot be used: {error}.");
            ApiError::new(ErrorCode::Invalid, message)
        })
    }

    /// Follows the changes of a resource, or stops that. It ends with the connection.
    ///
    /// # Errors
    /// The server is not ready, does not offer that or refused it, or too many are followed.
    pub async fn subscribe_resource(
        &self,
        id: ServerId,
        uri: &str,
        on: bool,
    ) -> Result<(), ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        if !connection.lists.subscribe(uri, on) {
            let message = format!("At most {SUBSCRIPTIONS} resources of a server are followed.");
            return Err(ApiError::new(ErrorCode::Invalid, message).hint("Stop following another."));
        }
        let asked = if on {
            connection.client.subscribe(uri).await
        } else {
            connection.client.unsubscribe(uri).await
        };
        asked.map_err(|error| {
            // What the server did not take is not followed; what it did not end may still be told.
            if on {
                connection.lists.subscribe(uri, false);
            }
            failed(&snapshot.record.name, "follow this resource", error)
        })
    }

    /// The prompts of a server, as they were read last or as it lists them now.
    ///
    /// # Errors
    /// The server is not ready or offers none, or they could not be listed.
    pub async fn server_prompts(&self, id: ServerId) -> Result<ServerPromptsView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let prompts = connection
            .lists
            .prompts(&connection.client)
            .await
            .map_err(|e| failed(&snapshot.record.name, "list its prompts", e))?;
        Ok(ServerPromptsView {
            prompts: prompts
                .items
                .iter()
                .map(|p| ServerPromptView {
                    name: line(&p.name),
                    key: p.name.clone(),
                    title: p.title.as_deref().map(line),
                    description: words(p.description.as_deref()),
                    arguments: p
                        .arguments
                        .iter()
                        .map(|a| PromptArgumentView {
                            name: line(&a.name),
                            key: a.name.clone(),
                            description: words(a.description.as_deref()),
                            required: a.required,
                        })
                        .collect(),
                })
                .collect(),
            notes: unreadable("prompt", &prompts.unreadable),
        })
    }

    /// What a prompt of a server becomes with these arguments.
    ///
    /// # Errors
    /// The server is not ready, offers no prompts, or did not give this one.
    pub async fn get_prompt(
        &self,
        id: ServerId,
        name: &str,
        arguments: &[GivenValue],
    ) -> Result<PromptResultView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let got = connection.client.get_prompt(name, &given(arguments)?).await;
        let got = got
            .map_err(|e| failed(&snapshot.record.name, "give this prompt", e))?
            .into_data();
        Ok(PromptResultView {
            description: words(got.description.as_deref()),
            messages: got
                .messages
                .iter()
                .map(|m| PromptMessageView {
                    role: match m.role {
                        PromptRole::User => PromptRoleView::User,
                        PromptRole::Assistant => PromptRoleView::Assistant,
                        PromptRole::Other => PromptRoleView::Other,
                    },
                    content: content::view(&m.content),
                })
                .collect(),
        })
    }

    /// Values that a server proposes for an argument; `context` are those of the others. The same question is asked
    /// once, until something of the server changes.
    ///
    /// # Errors
    /// The server is not ready, does not offer that, or did not answer.
    pub async fn complete(
        &self,
        id: ServerId,
        reference: CompleteFor,
        argument: GivenValue,
        context: Vec<GivenValue>,
    ) -> Result<CompletionView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let others = given(&context)?;
        given(std::slice::from_ref(&argument))?;
        let wish = (reference, argument, context);
        if let Some(known) = connection.lists.completion(&wish) {
            return Ok(known);
        }
        let wanted_for = match &wish.0 {
            CompleteFor::Prompt { name } => CompletionFor::Prompt { name: name.clone() },
            CompleteFor::Template { uri_template } => CompletionFor::Template {
                uri: uri_template.clone(),
            },
        };
        let proposed = connection
            .client
            .complete(&wanted_for, &wish.1.name, &wish.1.value, &others)
            .await
            .map_err(|e| failed(&snapshot.record.name, "propose values", e))?;
        let view = CompletionView {
            values: proposed.values,
            total: proposed.total.map(|t| u32::try_from(t).unwrap_or(u32::MAX)),
            has_more: proposed.has_more,
        };
        connection.lists.keep_completion(wish, view.clone());
        Ok(view)
    }

    /// Asks a server to log what is at least this grave, now and on each later connection while this program runs.
    ///
    /// # Errors
    /// It is not ready, takes no level, or refused it.
    pub async fn set_log_level(&self, id: ServerId, wanted: LogLevelView) -> Result<(), ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let wanted = level(wanted);
        connection
            .client
            .set_log_level(wanted)
            .await
            .map_err(|e| failed(&snapshot.record.name, "set its level of logging", e))?;
        snapshot.book.log.keep_level(wanted);
        Ok(())
    }
}

/// What was given, by name; bounded.
fn given(values: &[GivenValue]) -> Result<BTreeMap<String, String>, ApiError> {
    let large = |v: &GivenValue| v.name.len() > VALUE_BYTES || v.value.len() > VALUE_BYTES;
    if values.len() > GIVEN || values.iter().any(large) {
        let message = format!("At most {GIVEN} values of at most 256 KiB each can be given.");
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    Ok(values
        .iter()
        .map(|v| (v.name.clone(), v.value.clone()))
        .collect())
}

fn template_view(template: &mcp::ResourceTemplate) -> TemplateView {
    let (variables, problem) = match &template.variables {
        Ok(names) => (names.clone(), None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    TemplateView {
        uri_template: line(&template.uri_template),
        key: template.uri_template.clone(),
        name: line(&template.name),
        title: template.title.as_deref().map(line),
        description: words(template.description.as_deref()),
        mime: template.mime_type.as_deref().map(line),
        variables,
        problem,
    }
}

fn words(text: Option<&str>) -> Vec<crate::api::SegmentView> {
    text.map(|t| segments(cut(t, DESCRIPTION_BYTES)))
        .unwrap_or_default()
}

/// Items that could not be read, a sentence each, and how many more there are.
fn unreadable(what: &str, items: &[Unreadable]) -> Vec<String> {
    let sentence = |u: &Unreadable| {
        format!(
            "A {what} could not be read (number {}): {}.",
            u.index + 1,
            u.reason
        )
    };
    let mut notes: Vec<String> = items.iter().take(NOTES).map(sentence).collect();
    if items.len() > NOTES {
        notes.push(format!("{} more could not be read.", items.len() - NOTES));
    }
    notes
}
