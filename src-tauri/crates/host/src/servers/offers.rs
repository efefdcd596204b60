//! The offers of servers besides tools, for a server's page: resources, prompts, completions, log levels.
//!
//! Each request goes to the server that owns the item; a server's URI is sent back to that server only.

use std::collections::BTreeMap;

use approvals::wording::segments;
use domain::ServerId;
use host_api::{
    ApiError, CompleteFor, CompletionView, ErrorCode, GivenValue, LogLevelView, PromptArgumentView,
    PromptMessageView, PromptResultView, PromptRoleView, ResourceReadView, ResourceView,
    ResourcesView, ServerPromptView, ServerPromptsView, TemplateView,
};
use mcp::{CompletionFor, PromptRole, Stopped, TemplateError, Unreadable};
use messages::{Phrase, Text, phrases};

use super::page::failed;
use crate::{
    content::{self, line},
    inner::Host,
    problems::{not_answered, stopped},
    server::{SUBSCRIPTIONS, level},
};

/// Maximum length of a description for a window, in bytes.
const DESCRIPTION_BYTES: usize = 16 * 1024;
/// Maximum number of values in one request.
const GIVEN: usize = 128;
/// Maximum length of a value in a request, in bytes.
const VALUE_BYTES: usize = 256 * 1024;
/// Maximum number of notes on one list.
const NOTES: usize = 100;

impl Host {
    /// Returns the resources and templates of a server, cached or freshly listed.
    ///
    /// # Errors
    /// The server is not ready or offers none, or its resources could not be listed. Unavailable templates are only noted.
    pub async fn resources(&self, id: ServerId) -> Result<ResourcesView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let lists = &connection.lists;
        let resources = lists.resources(&connection.client).await.map_err(|e| {
            failed(
                &snapshot.record.name,
                phrases::host_request_failed_resources,
                e,
            )
        })?;
        let mut notes = unreadable(phrases::host_unreadable_resource, &resources.unreadable);
        notes.extend(rest(resources.stopped.as_ref()));
        let templates = match lists.templates(&connection.client).await {
            Ok(templates) => {
                notes.extend(unreadable(
                    phrases::host_unreadable_template,
                    &templates.unreadable,
                ));
                // Servers with resources need not have templates.
                let offered = templates.stopped.as_ref();
                notes.extend(rest(offered.filter(|why| **why != Stopped::NotOffered)));
                templates.items.clone()
            }
            Err(error) => {
                notes.push(phrases::host_templates_not_listed(not_answered(&error)).into());
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
            completes: connection.info.capabilities.completions,
            notes,
        })
    }

    /// Reads a resource through the server that owns it.
    ///
    /// # Errors
    /// The server is not ready, offers no resources, or did not return this one.
    pub async fn read_resource(
        &self,
        id: ServerId,
        uri: &str,
    ) -> Result<ResourceReadView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let read = connection.client.read_resource(uri).await;
        let contents = read
            .map_err(|e| {
                failed(
                    &snapshot.record.name,
                    phrases::host_request_failed_resource,
                    e,
                )
            })?
            .into_data();
        Ok(ResourceReadView {
            contents: contents.iter().map(content::view).collect(),
        })
    }

    /// Expands a template of a server to a URI (RFC 6570). Nothing is sent.
    ///
    /// # Errors
    /// There is no such server, the template is invalid, or the URI would be too long.
    pub fn expand_template(
        &self,
        id: ServerId,
        template: &str,
        values: &[GivenValue],
    ) -> Result<String, ApiError> {
        self.inner.servers.handle(id)?;
        mcp::expand(template, &given(values)?).map_err(|error| {
            let message = phrases::host_template_unusable(bad_template(&error));
            ApiError::new(ErrorCode::Invalid, message)
        })
    }

    /// Subscribes to a resource, or ends the subscription. It ends with the connection.
    ///
    /// # Errors
    /// The server is not ready, does not support subscriptions or refused it, or there are too many.
    pub async fn subscribe_resource(
        &self,
        id: ServerId,
        uri: &str,
        on: bool,
    ) -> Result<(), ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        if !connection.lists.subscribe(uri, on) {
            let message = phrases::host_max_subscriptions(SUBSCRIPTIONS);
            return Err(
                ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_hint_unfollow())
            );
        }
        let asked = if on {
            connection.client.subscribe(uri).await
        } else {
            connection.client.unsubscribe(uri).await
        };
        asked.map_err(|error| {
            // A refused subscription is not recorded. After a refused end, updates may still arrive.
            if on {
                connection.lists.subscribe(uri, false);
            }
            failed(
                &snapshot.record.name,
                phrases::host_request_failed_subscription,
                error,
            )
        })
    }

    /// Returns the prompts of a server, cached or freshly listed.
    ///
    /// # Errors
    /// The server is not ready or offers none, or they could not be listed.
    pub async fn server_prompts(&self, id: ServerId) -> Result<ServerPromptsView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let prompts = connection
            .lists
            .prompts(&connection.client)
            .await
            .map_err(|e| {
                failed(
                    &snapshot.record.name,
                    phrases::host_request_failed_prompts,
                    e,
                )
            })?;
        Ok(ServerPromptsView {
            prompts: prompts.items.iter().map(prompt_view).collect(),
            notes: {
                let mut notes = unreadable(phrases::host_unreadable_prompt, &prompts.unreadable);
                notes.extend(rest(prompts.stopped.as_ref()));
                notes
            },
        })
    }

    /// Returns the result of a prompt of a server with these arguments.
    ///
    /// # Errors
    /// The server is not ready, offers no prompts, or did not return this one.
    pub async fn get_prompt(
        &self,
        id: ServerId,
        name: &str,
        arguments: &[GivenValue],
    ) -> Result<PromptResultView, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let got = connection.client.get_prompt(name, &given(arguments)?).await;
        let got = got
            .map_err(|e| {
                failed(
                    &snapshot.record.name,
                    phrases::host_request_failed_prompt,
                    e,
                )
            })?
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

    /// Returns completion values of a server for an argument; `context` has the values of the others. Results are cached until
    /// something of the server changes.
    ///
    /// # Errors
    /// The server is not ready, does not support completions, or did not answer.
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
            .map_err(|e| {
                failed(
                    &snapshot.record.name,
                    phrases::host_request_failed_values,
                    e,
                )
            })?;
        let view = CompletionView {
            values: proposed.values,
            total: proposed.total.map(|t| u32::try_from(t).unwrap_or(u32::MAX)),
            has_more: proposed.has_more,
        };
        connection.lists.keep_completion(wish, view.clone());
        Ok(view)
    }

    /// Sets the minimum log level of a server, now and on each later connection while this program runs.
    ///
    /// # Errors
    /// It is not ready, does not support log levels, or refused it.
    pub async fn set_log_level(&self, id: ServerId, wanted: LogLevelView) -> Result<(), ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        let wanted = level(wanted);
        connection
            .client
            .set_log_level(wanted)
            .await
            .map_err(|e| failed(&snapshot.record.name, phrases::host_request_failed_level, e))?;
        snapshot.book.log.keep_level(wanted);
        Ok(())
    }
}

/// Returns a prompt as its server describes it.
pub(crate) fn prompt_view(prompt: &mcp::PromptTemplate) -> ServerPromptView {
    ServerPromptView {
        name: line(&prompt.name),
        key: prompt.name.clone(),
        title: prompt.title.as_deref().map(line),
        description: words(prompt.description.as_deref()),
        arguments: prompt
            .arguments
            .iter()
            .map(|a| PromptArgumentView {
                name: line(&a.name),
                key: a.name.clone(),
                description: words(a.description.as_deref()),
                required: a.required,
            })
            .collect(),
    }
}

/// Returns the values by name, after checking their limits.
pub(crate) fn given(values: &[GivenValue]) -> Result<BTreeMap<String, String>, ApiError> {
    let large = |v: &GivenValue| v.name.len() > VALUE_BYTES || v.value.len() > VALUE_BYTES;
    if values.len() > GIVEN || values.iter().any(large) {
        let message = phrases::host_max_values(GIVEN);
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
        Err(error) => (Vec::new(), Some(bad_template(error).into())),
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

/// Returns why a template cannot be used.
fn bad_template(error: &TemplateError) -> Phrase {
    match error {
        TemplateError::Malformed => phrases::host_template_malformed(),
        TemplateError::TooManyVariables => {
            phrases::host_template_variables(mcp::bounds::TEMPLATE_VARIABLES)
        }
        TemplateError::TooLong => phrases::host_template_long(mcp::bounds::URI_BYTES),
    }
}

/// Returns a description of a server for a window.
pub(crate) fn words(text: Option<&str>) -> Vec<host_api::SegmentView> {
    text.map(|t| segments(domain::cut(t, DESCRIPTION_BYTES)))
        .unwrap_or_default()
}

/// Says why a list ended before its end.
fn rest(why: Option<&Stopped>) -> Option<Text> {
    why.map(|why| phrases::host_list_rest(stopped(why)).into())
}

/// Describes items that could not be read, one sentence each, and how many more there are.
/// `sentence` takes the position from 1 and the reason.
fn unreadable(sentence: fn(usize, String) -> Phrase, items: &[Unreadable]) -> Vec<Text> {
    let first = items.iter().take(NOTES);
    let mut notes: Vec<Text> = first
        .map(|u| sentence(u.index + 1, u.reason.clone()).into())
        .collect();
    if items.len() > NOTES {
        notes.push(phrases::host_unreadable_more(items.len() - NOTES).into());
    }
    notes
}
