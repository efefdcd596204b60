//! Whether what the client sends is what the protocol's own schema of its revision describes.
//!
//! The schemas stand in `schema/`, as the specification publishes them (MIT licence), written without white space.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The published schemas by revision.
const PUBLISHED: [(&str, &str); 5] = [
    ("2024-11-05", include_str!("../schema/2024-11-05.json")),
    ("2025-03-26", include_str!("../schema/2025-03-26.json")),
    ("2025-06-18", include_str!("../schema/2025-06-18.json")),
    ("2025-11-25", include_str!("../schema/2025-11-25.json")),
    (STATELESS, include_str!("../schema/2026-07-28.json")),
];
/// The revision whose requests each name it.
const STATELESS: &str = "2026-07-28";
/// Where they name it.
const NAMED: &str = "io.modelcontextprotocol/protocolVersion";
/// The request that finds out what a server speaks.
const PROBE: &str = "server/discover";
/// What a client answers, by the method it was asked with.
const RESULTS: [(&str, &str); 4] = [
    ("ping", "EmptyResult"),
    ("roots/list", "ListRootsResult"),
    ("sampling/createMessage", "CreateMessageResult"),
    ("elicitation/create", "ElicitResult"),
];
/// Problems that are told of one message.
const MAX_PROBLEMS: usize = 5;

/// A published schema.
struct Published {
    schema: Value,
    /// The field that has its definitions.
    definitions: &'static str,
}

impl Published {
    fn read(text: &str) -> Option<Self> {
        let schema: Value = serde_json::from_str(text).ok()?;
        let definitions = ["$defs", "definitions"]
            .into_iter()
            .find(|key| schema.get(key).is_some())?;
        Some(Self {
            schema,
            definitions,
        })
    }

    fn all(&self) -> Option<&Map<String, Value>> {
        self.schema[self.definitions].as_object()
    }

    /// A schema that refers to one definition.
    fn root(&self, name: &str) -> Value {
        let definitions = self.definitions;
        json!({
            "$schema": self.schema["$schema"],
            "$ref": format!("#/{definitions}/{name}"),
            definitions: self.schema[definitions],
        })
    }
}

/// A schema that is compiled when it is first used: a test server checks a few kinds of messages, and compiling all takes a second.
struct Check {
    root: Root,
    compiled: OnceLock<Validator>,
}

enum Root {
    /// A definition of a published schema.
    Named(Arc<Published>, String),
    Whole(Value),
}

impl Check {
    fn new(root: Root) -> Self {
        Self {
            root,
            compiled: OnceLock::new(),
        }
    }

    /// A definition, if the schema has it.
    fn named(published: &Arc<Published>, name: &str) -> Option<Self> {
        published.all()?.get(name)?;
        Some(Self::new(Root::Named(
            Arc::clone(published),
            name.to_owned(),
        )))
    }

    fn get(&self) -> &Validator {
        self.compiled.get_or_init(|| {
            let built = match &self.root {
                Root::Named(published, name) => jsonschema::options().build(&published.root(name)),
                Root::Whole(schema) => jsonschema::options().build(schema),
            };
            #[expect(clippy::panic, reason = "the schemas are part of this crate")]
            built.unwrap_or_else(|error| panic!("a schema cannot be compiled: {error}"))
        })
    }
}

/// One revision's schema, to check what a client sends.
struct Revision {
    /// Requests and notifications by method.
    sent: BTreeMap<String, Check>,
    /// Results by the method that was asked.
    results: BTreeMap<&'static str, Check>,
    /// The envelopes.
    request: Check,
    notification: Check,
    error: Check,
}

impl Revision {
    fn read(text: &str) -> Option<Self> {
        let published = Arc::new(Published::read(text)?);
        let all = published.all()?;
        let check = |name: &str| Check::named(&published, name);
        let mut sent = BTreeMap::new();
        for union in ["ClientRequest", "ClientNotification"] {
            let Some(several) = all.get(union)?["anyOf"].as_array() else {
                sent.insert(method_of(all, union)?, check(union)?);
                continue;
            };
            for one in several {
                let name = one["$ref"].as_str()?.rsplit('/').next()?;
                sent.insert(method_of(all, name)?, check(name)?);
            }
        }
        if all.contains_key("SubscriptionsListenRequest") {
            add_tasks(&mut sent);
        }
        // A revision without sampling or elicitation has no result for them.
        let results = RESULTS
            .into_iter()
            .filter_map(|(method, name)| Some((method, check(name)?)))
            .collect();
        Some(Self {
            sent,
            results,
            request: check("JSONRPCRequest")?,
            notification: check("JSONRPCNotification")?,
            error: check("JSONRPCError").or_else(|| check("JSONRPCErrorResponse"))?,
        })
    }
}

/// Adds the requests of the extension for tasks, as it publishes them.
fn add_tasks(sent: &mut BTreeMap<String, Check>) {
    let text = json!({ "type": "string" });
    for (method, more) in [
        ("tasks/get", json!({})),
        ("tasks/cancel", json!({})),
        (
            "tasks/update",
            json!({ "inputResponses": { "type": "object", "minProperties": 1 } }),
        ),
    ] {
        let mut properties = json!({ "_meta": { "type": "object" }, "taskId": text });
        let mut required = vec!["taskId", "_meta"];
        for (name, schema) in more.as_object().into_iter().flatten() {
            properties[name] = schema.clone();
            required.push(name);
        }
        let params = json!({ "type": "object", "properties": properties, "required": required,
            "additionalProperties": false });
        let schema = json!({ "type": "object", "properties": { "params": params },
            "required": ["params"] });
        sent.insert(method.to_owned(), Check::new(Root::Whole(schema)));
    }
}

fn method_of(all: &Map<String, Value>, name: &str) -> Option<String> {
    Some(
        all.get(name)?["properties"]["method"]["const"]
            .as_str()?
            .to_owned(),
    )
}

/// The schema of a revision; none if it is not known here.
fn revision(named: &str) -> Option<&'static Revision> {
    static READ: [OnceLock<Revision>; PUBLISHED.len()] =
        [const { OnceLock::new() }; PUBLISHED.len()];
    let at = PUBLISHED.iter().position(|(name, _)| *name == named)?;
    let (name, text) = PUBLISHED.get(at)?;
    Some(READ.get(at)?.get_or_init(|| {
        #[expect(clippy::panic, reason = "the schemas are part of this crate")]
        Revision::read(text).unwrap_or_else(|| panic!("the schema of {name} is not as it was"))
    }))
}

/// Follows what passes on one connection and says what the client sent against the schema of its revision.
#[derive(Debug, Default)]
pub struct SchemaCheck {
    revision: Option<String>,
    /// The methods of the server's requests that wait for an answer, by their id as JSON.
    asked: BTreeMap<String, String>,
}

impl SchemaCheck {
    /// What is wrong with the body of a POST to an MCP endpoint; empty if it is none. Its revision is that of its header, if it has one.
    pub(crate) fn posted(revision: Option<&str>, body: &str) -> Vec<String> {
        let Ok(body) = serde_json::from_str::<Value>(body) else {
            return Vec::new();
        };
        let one = std::slice::from_ref(&body);
        let messages = body.as_array().map_or(one, Vec::as_slice).iter();
        let messages = messages.filter(|message| message.get("jsonrpc").is_some());
        let mut check = Self {
            revision: revision.map(str::to_owned),
            asked: BTreeMap::new(),
        };
        messages
            .flat_map(|message| {
                let wrong = check.client_sent(&message.to_string());
                wrong
                    .into_iter()
                    .map(move |wrong| format!("{wrong}: {message}"))
            })
            .collect()
    }

    /// Takes what the server sent: the revision it chose, and what it asks.
    pub fn server_sent(&mut self, line: &str) {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return;
        };
        let one = std::slice::from_ref(&message);
        for message in message.as_array().map_or(one, Vec::as_slice) {
            if let Some(version) = message["result"]["protocolVersion"].as_str() {
                self.revision.get_or_insert_with(|| version.to_owned());
            }
            if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
                self.asked.insert(id.to_string(), method.to_owned());
            }
        }
    }

    /// What is wrong with a message of the client; empty if nothing is, or if its revision is not known here.
    pub fn client_sent(&mut self, line: &str) -> Vec<String> {
        let message: Value = match serde_json::from_str(line) {
            Ok(message) => message,
            Err(error) => return vec![format!("no JSON: {error}")],
        };
        let offered = message["params"]["protocolVersion"].as_str();
        let meta = message["params"]["_meta"][NAMED].as_str();
        if meta == Some(STATELESS) && message["method"] != PROBE {
            self.revision.get_or_insert_with(|| STATELESS.to_owned());
        }
        let of_session = self.revision.as_deref();
        let named = meta.or(of_session).or(offered).unwrap_or("2025-11-25");
        let Some(revision) = revision(named) else {
            return Vec::new();
        };
        let id = message.get("id");
        let (envelope, body, value) = match (message["method"].as_str(), id) {
            (Some(method), _) => {
                let envelope = if id.is_some() {
                    &revision.request
                } else {
                    &revision.notification
                };
                let Some(body) = revision.sent.get(method) else {
                    return vec![format!("{named} knows no {method} of a client")];
                };
                (Some(envelope), Some(body), &message)
            }
            (None, Some(id)) if message.get("result").is_some() => {
                let method = self.asked.remove(&id.to_string());
                let body = method.and_then(|method| revision.results.get(method.as_str()));
                (None, body, &message["result"])
            }
            (None, _) => (Some(&revision.error), None, &message),
        };
        let checks = [envelope.map(|e| (e, &message)), body.map(|b| (b, value))];
        checks
            .into_iter()
            .flatten()
            .flat_map(|(check, value)| check.get().iter_errors(value))
            .map(|error| format!("{named}, {}: {error}", error.instance_path()))
            .take(MAX_PROBLEMS)
            .collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::SchemaCheck;

    #[test]
    fn every_schema_compiles() {
        for (name, _) in super::PUBLISHED {
            let revision = super::revision(name).unwrap();
            let bodies = revision.sent.values().chain(revision.results.values());
            let envelopes = [&revision.request, &revision.notification, &revision.error];
            let compiled = bodies.chain(envelopes).map(super::Check::get).count();
            assert!(compiled > 15, "{name}: {compiled}");
        }
    }

    #[test]
    fn a_wrong_message_is_found_in_each_revision() {
        for (revision, _) in super::PUBLISHED {
            if revision == super::STATELESS {
                continue;
            }
            let mut check = SchemaCheck::default();
            let initialize = |extra: &str| {
                format!(
                    r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{{}}{extra}}}}}"#
                )
            };
            let whole = initialize(r#","clientInfo":{"name":"a","version":"1"}"#);
            assert_eq!(check.client_sent(&whole), Vec::<String>::new());
            assert_ne!(check.client_sent(&initialize("")), Vec::<String>::new());
            check.server_sent(&format!(
                r#"{{"id":1,"result":{{"protocolVersion":"{revision}"}}}}"#
            ));
            let call =
                r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{}}}"#;
            assert_ne!(check.client_sent(call), Vec::<String>::new(), "no name");
            check.server_sent(r#"{"jsonrpc":"2.0","id":"r","method":"roots/list"}"#);
            let roots = r#"{"jsonrpc":"2.0","id":"r","result":{"roots":[{}]}}"#;
            assert_ne!(check.client_sent(roots), Vec::<String>::new(), "no uri");
        }
    }

    #[test]
    fn what_is_posted_is_checked_if_it_is_a_message_of_the_protocol() {
        let posted = SchemaCheck::posted;
        let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{}}}"#;
        assert_ne!(
            posted(Some("2025-06-18"), call),
            Vec::<String>::new(),
            "no name"
        );
        assert_ne!(
            posted(Some("2025-03-26"), &format!("[{call}]")),
            Vec::<String>::new()
        );
        let token = r#"{"grant_type":"refresh_token"}"#;
        assert_eq!(posted(None, token), Vec::<String>::new());
    }

    #[test]
    fn a_request_of_the_stateless_revision_needs_its_meta() {
        let mut check = SchemaCheck::default();
        let list = |meta: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28"{meta}}}}}}}"#
            )
        };
        let capabilities = r#","io.modelcontextprotocol/clientCapabilities":{}"#;
        assert_eq!(check.client_sent(&list(capabilities)), Vec::<String>::new());
        assert_ne!(check.client_sent(&list("")), Vec::<String>::new());
        let bare = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
        assert_ne!(check.client_sent(bare), Vec::<String>::new(), "no _meta");
        let greeting = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_ne!(check.client_sent(greeting), Vec::<String>::new());
    }
}
