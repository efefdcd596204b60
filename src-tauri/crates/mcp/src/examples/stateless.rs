//! The examples that only the stateless revision has, and those of what this client sends: decoded where a server sends them, and
//! otherwise made anew by the code that sends them.

use std::collections::BTreeMap;

use domain::{RequestId, SamplingContent, SamplingReply, ServerId, StopReason};
use serde_json::{Map, Value, json};

use super::{parsed, raw, with};
use crate::{
    Bounds, CompletionFor, MayAsk,
    features::{
        completion::{Argument, CompleteParams, Context},
        elicitation,
        listing::ListParams,
        prompts::GetParams,
        resources::UriParams,
        sampling,
        tools::CallParams,
    },
    jsonrpc,
    session::{Outcome, Session, Stateless, Takes},
};

fn session() -> Stateless {
    let all = MayAsk {
        sampling: true,
        elicitation: true,
    };
    Stateless::new("1.0.0", all).unwrap()
}

/// The example of a result or a request of a server, decoded and written again; none if it is of another kind.
pub(super) fn received(kind: &str, example: &Value) -> Option<Value> {
    let bounds = Bounds::default();
    let (id, server) = (RequestId::new(), ServerId::new());
    Some(match kind {
        "DiscoverResult" => discovery(example),
        "InputRequiredResult" => needed(example),
        "InputRequests" => {
            let result = json!({ "resultType": "input_required", "inputRequests": example });
            needed(&result)["inputRequests"].clone()
        }
        "ListRootsRequest" | "ElicitRequest" | "CreateMessageRequest" => {
            let mut one = example.clone();
            let name = one.as_object_mut().unwrap().remove("id");
            let result = json!({ "resultType": "input_required", "inputRequests": { "a": one } });
            let mut read = needed(&result)["inputRequests"]["a"].clone();
            if let Some(name) = name {
                read["id"] = name;
            }
            read
        }
        "ElicitRequestFormParams" | "ElicitRequestURLParams" => {
            let read = elicitation::read(Some(&raw(example)), id, server, false).unwrap();
            parsed(&read.raw)
        }
        "CreateMessageRequestParams" => parsed(
            &sampling::read(Some(&raw(example)), id, server, &bounds)
                .unwrap()
                .raw,
        ),
        "SamplingMessage" => {
            // A result follows the use that it is of.
            let results = example["content"].as_array().cloned().unwrap_or_default();
            let used = results
                .iter()
                .filter(|block| block["type"] == "tool_result");
            let uses: Vec<Value> = used
                .map(|block| json!({ "type": "tool_use", "id": block["toolUseId"], "name": "a", "input": {} }))
                .collect();
            let mut messages = vec![example.clone()];
            if !uses.is_empty() {
                messages.insert(0, json!({ "role": "assistant", "content": uses }));
            }
            let around = json!({ "messages": messages, "maxTokens": 1,
                "tools": [{ "name": "a", "inputSchema": { "type": "object" } }] });
            let read = sampling::read(Some(&raw(&around)), id, server, &bounds).unwrap();
            parsed(&read.raw)["messages"]
                .as_array()
                .unwrap()
                .last()
                .unwrap()
                .clone()
        }
        "ModelPreferences" => {
            let said = json!({ "role": "user", "content": { "type": "text", "text": "" } });
            let around = json!({ "messages": [said], "maxTokens": 1, "modelPreferences": example });
            let read = sampling::read(Some(&raw(&around)), id, server, &bounds).unwrap();
            assert!(!read.hints.is_empty());
            parsed(&read.raw)["modelPreferences"].clone()
        }
        kind if kind.ends_with("Schema") => {
            let schema = json!({ "type": "object", "properties": { "a": example } });
            let around = json!({ "message": "", "requestedSchema": schema });
            let read = elicitation::read(Some(&raw(&around)), id, server, false).unwrap();
            parsed(&read.raw)["requestedSchema"]["properties"]["a"].clone()
        }
        "SubscriptionsListenResult" => {
            match session().outcome(&raw(example), Takes::default()).unwrap() {
                Outcome::Complete(result) => parsed(result.get()),
                Outcome::InputRequired(_) => Value::Null,
            }
        }
        "ServerCapabilities" => {
            let discovered =
                json!({ "supportedVersions": ["2026-07-28"], "capabilities": example });
            discovery(&discovered)["capabilities"].clone()
        }
        _ => return None,
    })
}

fn discovery(example: &Value) -> Value {
    let info = session().opened(&raw(example)).unwrap().info;
    let mut read = with(
        example,
        json!({
            "supportedVersions": [info.protocol_version],
            "capabilities": parsed(&info.capabilities.raw),
        }),
    );
    if let Some(said) = info.instructions {
        read["instructions"] = said.into_data().into();
    }
    let named = "io.modelcontextprotocol/serverInfo";
    if !example["_meta"][named].is_null() {
        read["_meta"][named] =
            json!({ "name": info.name.as_data(), "version": info.version.as_data() });
    }
    read
}

fn needed(example: &Value) -> Value {
    let result = raw(example);
    let Ok(Outcome::InputRequired(needed)) = session().outcome(
        &result,
        Takes {
            input: true,
            task: false,
        },
    ) else {
        panic!("{example}");
    };
    let mut read = with(example, json!({}));
    let asked: Map<String, Value> = needed
        .asked
        .into_iter()
        .map(|one| {
            let mut request = json!({ "method": one.method });
            if let Some(params) = one.params {
                request["params"] = parsed(params.get());
            }
            (one.key, request)
        })
        .collect();
    if !asked.is_empty() {
        read["inputRequests"] = asked.into();
    }
    if let Some(state) = needed.state {
        read["requestState"] = parsed(state.get());
    }
    read
}

/// The example of what a client sends, made anew from its values; none if it is of another kind. What a request says of its client
/// is the example's.
pub(super) fn sent(kind: &str, example: &Value) -> Option<Value> {
    let of_request = match kind {
        "PaginatedRequestParams" => Some("ListToolsRequest"),
        kind => kind
            .strip_suffix("Params")
            .filter(|kind| kind.ends_with("Request")),
    };
    if let Some(kind) = of_request {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "params": example });
        return Some(sent(kind, &request)?["params"].clone());
    }
    let method = match kind {
        "CallToolRequest" => "tools/call",
        "CompleteRequest" => "completion/complete",
        "GetPromptRequest" => "prompts/get",
        "ReadResourceRequest" => "resources/read",
        "ListToolsRequest" => "tools/list",
        "ListPromptsRequest" => "prompts/list",
        "ListResourcesRequest" => "resources/list",
        "ListResourceTemplatesRequest" => "resources/templates/list",
        "DiscoverRequest" => "server/discover",
        "SubscriptionsListenRequest" => "subscriptions/listen",
        _ => return answered(kind, example),
    };
    let mut made = parsed(&request(method, &example["params"]));
    made["id"] = example["id"].clone();
    made["params"]["_meta"] = example["params"]["_meta"].clone();
    if example.get("method").is_none() {
        made.as_object_mut().unwrap().remove("method");
    }
    Some(made)
}

fn texts(value: &Value) -> BTreeMap<String, String> {
    serde_json::from_value(value.clone()).unwrap_or_default()
}

fn request(method: &'static str, params: &Value) -> String {
    let session = session();
    let meta = session.meta(None);
    let text = |name: &str| params[name].as_str().unwrap_or_default().to_owned();
    match method {
        "tools/call" => {
            let (name, arguments) = (text("name"), raw(&params["arguments"]));
            let call = CallParams {
                meta: meta.clone(),
                name: &name,
                arguments: &arguments,
            };
            let first = jsonrpc::request(7, method, Some(&call)).unwrap();
            let given = params.get("inputResponses").map(|given| {
                let given = given.as_object().unwrap().iter();
                given.map(|(k, v)| (k.clone(), v.to_string())).collect()
            });
            let state = params.get("requestState").map(raw);
            jsonrpc::again(&first, 7, meta, given.as_ref(), state.as_deref())
        }
        "completion/complete" => {
            let name = params["ref"]["name"].as_str().unwrap().to_owned();
            let wanted_for = CompletionFor::Prompt { name };
            let (name, value) = (&params["argument"]["name"], &params["argument"]["value"]);
            let arguments = texts(&params["context"]["arguments"]);
            let params = CompleteParams {
                meta,
                wanted_for: &wanted_for,
                argument: Argument {
                    name: name.as_str().unwrap(),
                    value: value.as_str().unwrap(),
                },
                context: (!arguments.is_empty()).then_some(Context {
                    arguments: &arguments,
                }),
            };
            jsonrpc::request(7, method, Some(&params))
        }
        "prompts/get" => {
            let (name, arguments) = (text("name"), texts(&params["arguments"]));
            let params = GetParams {
                meta,
                name: &name,
                arguments: &arguments,
            };
            jsonrpc::request(7, method, Some(&params))
        }
        "resources/read" => {
            let uri = text("uri");
            let params = UriParams { meta, uri: &uri };
            jsonrpc::request(7, method, Some(&params))
        }
        "server/discover" => {
            jsonrpc::request(7, method, session.discover().unwrap().params.as_ref())
        }
        "subscriptions/listen" => {
            let wanted = &params["notifications"];
            let changes = json!({ "listChanged": true });
            let mut offered = json!({});
            for kind in ["tools", "prompts", "resources"] {
                if wanted[format!("{kind}ListChanged")] == true {
                    offered[kind] = changes.clone();
                }
            }
            let discovered =
                json!({ "supportedVersions": ["2026-07-28"], "capabilities": offered });
            let offered = session.opened(&raw(&discovered)).unwrap().info.capabilities;
            let uris = wanted["resourceSubscriptions"].clone();
            let uris = serde_json::from_value(uris).unwrap_or_default();
            let listening = session
                .listening(&offered, &uris, &Default::default())
                .unwrap();
            jsonrpc::request(7, method, listening.params.as_ref())
        }
        _ => {
            let params = ListParams {
                meta,
                cursor: params["cursor"].as_str(),
            };
            jsonrpc::request(7, method, Some(&params))
        }
    }
    .unwrap()
}

/// What a client answers inside a request.
fn answered(kind: &str, example: &Value) -> Option<Value> {
    let inside = |given: Value| {
        let call = json!({ "name": "a", "arguments": {}, "inputResponses": given });
        parsed(&request("tools/call", &call))["params"]["inputResponses"].clone()
    };
    Some(match kind {
        "InputResponses" => inside(example.clone()),
        "ElicitResult" | "ListRootsResult" => inside(json!({ "a": example }))["a"].clone(),
        "Root" => inside(json!({ "a": { "roots": [example] } }))["a"]["roots"][0].clone(),
        "CreateMessageResult" => {
            let blocks = &example["content"];
            let one = std::slice::from_ref(blocks);
            let blocks = blocks.as_array().map_or(one, Vec::as_slice);
            let reply = SamplingReply {
                request: RequestId::new(),
                server: ServerId::new(),
                content: blocks.iter().map(content).collect(),
                model: example["model"].as_str().unwrap().to_owned(),
                stop_reason: match example["stopReason"].as_str() {
                    Some("toolUse") => StopReason::ToolUse,
                    _ => StopReason::EndTurn,
                },
            };
            parsed(&sampling::write(&reply).unwrap())
        }
        _ => return None,
    })
}

fn content(block: &Value) -> SamplingContent {
    let text = |name: &str| block[name].as_str().unwrap().to_owned();
    match block["type"].as_str() {
        Some("tool_use") => SamplingContent::ToolUse {
            id: text("id"),
            name: text("name"),
            input: domain::JsonObjectText::parse(&block["input"].to_string()).unwrap(),
        },
        _ => SamplingContent::Text(text("text")),
    }
}
