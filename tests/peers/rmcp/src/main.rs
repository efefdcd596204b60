//! A server of the official Rust SDK that offers everything the SDK lets a server of the stateful revisions offer, over
//! stdio. Its answers are written as the wire has them.

#![allow(deprecated, reason = "what the stateful revisions have is deprecated in the SDK")]

use std::{borrow::Cow, sync::Mutex};

use rmcp::{
    ErrorData, Peer, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams,
        CompleteResult, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
        UnsubscribeRequestParams,
    },
    service::RequestContext,
    transport::stdio,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const NOTE: &str = "note://today";

/// What the SDK makes of a result as it is on the wire.
fn made<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|e| ErrorData::internal_error(e.to_string(), None))
}

fn failed(error: impl ToString) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

#[derive(Default)]
struct State {
    note: String,
    level: Option<String>,
    subscribed: bool,
}

#[derive(Default)]
struct Notes(Mutex<State>);

impl Notes {
    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(|e| e.into_inner()))
    }

    /// Runs a tool; the text of its result, and its structured content.
    async fn run(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let peer = &context.peer;
        let text = |text: String| json!({ "content": [{ "type": "text", "text": text }] });
        match request.name.as_ref() {
            "sum" => {
                let numbers = arguments["numbers"].as_array().into_iter().flatten();
                let sum: f64 = numbers.filter_map(Value::as_f64).sum();
                Ok(json!({
                    "content": [{ "type": "text", "text": sum.to_string() }],
                    "structuredContent": { "sum": sum },
                }))
            }
            "write" => {
                let (note, subscribed) = self.with(|state| {
                    state.note = arguments["text"].as_str().unwrap_or_default().to_owned();
                    (state.note.clone(), state.subscribed)
                });
                let message = json!({ "level": "info", "logger": "notes", "data": { "written": note.len() } });
                peer.notify_logging_message(made(message)?)
                    .await
                    .map_err(failed)?;
                if subscribed {
                    peer.notify_resource_updated(made(json!({ "uri": NOTE }))?)
                        .await
                        .map_err(failed)?;
                }
                peer.notify_resource_list_changed().await.map_err(failed)?;
                Ok(text("written".into()))
            }
            "count" => count(context).await.map(text),
            "ask-model" => {
                let request = json!({
                    "messages": [{ "role": "user", "content": { "type": "text", "text": "Shorten the note." } }],
                    "maxTokens": 50,
                });
                let answer = peer.create_message(made(request)?).await.map_err(failed)?;
                Ok(text(serde_json::to_string(&answer).map_err(failed)?))
            }
            "ask-person" => {
                let request = json!({
                    "mode": "form",
                    "message": "What colour?",
                    "requestedSchema": {
                        "type": "object",
                        "properties": { "colour": { "type": "string", "enum": ["red", "green"] } },
                        "required": ["colour"],
                    },
                });
                let answer = peer
                    .create_elicitation(made(request)?)
                    .await
                    .map_err(failed)?;
                Ok(text(serde_json::to_string(&answer).map_err(failed)?))
            }
            "ask-roots" => {
                let roots = peer.list_roots().await.map_err(failed)?;
                Ok(text(serde_json::to_string(&roots).map_err(failed)?))
            }
            "level" => Ok(text(self.with(|s| s.level.clone()).unwrap_or_default())),
            "fail" => Ok(json!({
                "content": [{ "type": "text", "text": "the tool says no" }],
                "isError": true,
            })),
            other => Err(ErrorData::invalid_params(format!("no tool {other}"), None)),
        }
    }
}

/// Tells its progress where it was asked for.
async fn count(context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let Some(token) = context.meta.get_progress_token() else {
        return Ok("nobody wants to know".into());
    };
    for step in 1..=3 {
        let progress = json!({
            "progressToken": token, "progress": step, "total": 3, "message": format!("step {step}"),
        });
        context
            .peer
            .notify_progress(made(progress)?)
            .await
            .map_err(failed)?;
    }
    Ok("counted".into())
}

fn tools() -> Value {
    let none = json!({ "type": "object", "properties": {} });
    let tool = |name: &str, description: &str| json!({ "name": name, "description": description, "inputSchema": none });
    let mut sum = tool("sum", "Adds numbers");
    sum["inputSchema"] = json!({
        "type": "object",
        "properties": { "numbers": { "type": "array", "items": { "type": "number" } } },
        "required": ["numbers"],
    });
    sum["outputSchema"] = json!({
        "type": "object",
        "properties": { "sum": { "type": "number" } },
        "required": ["sum"],
    });
    sum["annotations"] = json!({ "readOnlyHint": true });
    let mut write = tool("write", "Writes the note of today");
    write["inputSchema"] = json!({
        "type": "object",
        "properties": { "text": { "type": "string" } },
        "required": ["text"],
    });
    json!([
        sum,
        write,
        tool("count", "Counts to three"),
        tool("ask-model", "Asks the model"),
        tool("ask-person", "Asks the person"),
        tool("ask-roots", "Asks for the folders"),
        tool("level", "The level of the log that was asked for"),
        tool("fail", "Always fails"),
    ])
}

impl ServerHandler for Notes {
    /// Those with sessions only: what its tools ask, they ask in messages of their own.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[
            ProtocolVersion::V_2024_11_05,
            ProtocolVersion::V_2025_03_26,
            ProtocolVersion::V_2025_06_18,
            ProtocolVersion::V_2025_11_25,
        ])
    }

    fn get_info(&self) -> ServerConfig {
        let info = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "tools": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
                "prompts": { "listChanged": true },
                "completions": {},
                "logging": {},
            },
            "serverInfo": { "name": "notes", "title": "Notes", "version": "1.0.0" },
            "instructions": "One note a day.",
        });
        serde_json::from_value(info).unwrap_or_default()
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Two pages: the second is asked for by the cursor of the first.
        let second = page.and_then(|page| page.cursor).is_some();
        let all = tools();
        let all = all.as_array().map_or(&[][..], Vec::as_slice);
        let (one, two) = all.split_at(all.len() / 2);
        if second {
            made(json!({ "tools": two }))
        } else {
            made(json!({ "tools": one, "nextCursor": "2" }))
        }
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let result: CallToolResult = made(self.run(request, &context).await?)?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        made(
            json!({ "resources": [{ "uri": NOTE, "name": "today", "title": "The note of today", "mimeType": "text/plain" }] }),
        )
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        made(
            json!({ "resourceTemplates": [{ "uriTemplate": "note://{day}", "name": "a day", "mimeType": "text/plain" }] }),
        )
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let text = match request.uri.as_str() {
            NOTE => self.with(|state| state.note.clone()),
            "note://monday" => "Nothing on Monday".into(),
            other => {
                return Err(ErrorData::resource_not_found(
                    format!("no note {other}"),
                    None,
                ));
            }
        };
        let contents = json!([{ "uri": request.uri, "mimeType": "text/plain", "text": text }]);
        let result: ReadResourceResult = made(json!({ "contents": contents }))?;
        Ok(result.into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.with(|state| state.subscribed |= request.uri == NOTE);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.with(|state| state.subscribed = false);
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        made(json!({ "prompts": [{
            "name": "summary", "description": "Sums up a day",
            "arguments": [{ "name": "day", "required": true }],
        }] }))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let day = arguments["day"].as_str().unwrap_or("today");
        let text = format!("Sum up {day}.");
        let result: GetPromptResult = made(
            json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] }),
        )?;
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let days = ["monday", "tuesday", "today"];
        let fits: Vec<_> = days
            .iter()
            .filter(|day| day.starts_with(&request.argument.value))
            .collect();
        made(json!({ "completion": { "values": fits, "total": fits.len(), "hasMore": false } }))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let level = serde_json::to_value(request.level).map_err(failed)?;
        self.with(|state| state.level = level.as_str().map(str::to_owned));
        tell_all(&context.peer).await
    }
}

/// Says that every list changed, so that each is read again.
async fn tell_all(peer: &Peer<RoleServer>) -> Result<(), ErrorData> {
    peer.notify_tool_list_changed().await.map_err(failed)?;
    peer.notify_prompt_list_changed().await.map_err(failed)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Notes::default().serve(stdio()).await?.waiting().await?;
    Ok(())
}
