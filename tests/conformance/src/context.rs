//! What the suite tells a client of a scenario in which the user has something at hand: an identifier, a secret, a key.

use host::Secret;
use serde_json::Value;

/// Where the suite says it.
const CONTEXT: &str = "MCP_CONFORMANCE_CONTEXT";

/// What the user has at hand.
pub(crate) enum Context {
    /// Nothing.
    Nothing,
    /// An identifier of this program, and a secret, for a sign-in in the browser.
    Client(String, Secret),
    /// The same, for a sign-in of the program itself.
    Program(String, Secret),
    /// An identifier of this program and the key that it signs with, PEM.
    Key(String, Secret),
    /// The token of a workload, which a file holds.
    Workload(String),
}

/// The arguments that the user has at hand for calls of tools, in order; none for a tool that is not named. What is null is left
/// out, as a form leaves out what nobody fills in.
pub(crate) fn calls() -> Vec<(String, String)> {
    let text = std::env::var(CONTEXT).unwrap_or_default();
    let context: Value = serde_json::from_str(&text).unwrap_or_default();
    let calls = context["toolCalls"].as_array().cloned().unwrap_or_default();
    let read = |mut call: Value| {
        let arguments = call["arguments"].as_object_mut()?;
        arguments.retain(|_, value| !value.is_null());
        let arguments = Value::Object(std::mem::take(arguments)).to_string();
        Some((call["name"].as_str()?.to_owned(), arguments))
    };
    calls.into_iter().filter_map(read).collect()
}

impl Context {
    pub(crate) fn read() -> Self {
        let text = std::env::var(CONTEXT).unwrap_or_default();
        let context: Value = serde_json::from_str(&text).unwrap_or_default();
        let get = |name: &str| context[name].as_str().map(str::to_owned);
        let scenario = get("name").unwrap_or_default();
        let (id, secret, key) = (
            get("client_id"),
            get("client_secret"),
            get("private_key_pem"),
        );
        match (scenario.as_str(), id, secret, key) {
            ("auth/client-credentials-jwt", Some(id), _, Some(key)) => {
                Self::Key(id, Secret::new(key))
            }
            ("auth/client-credentials-basic", Some(id), Some(secret), _) => {
                Self::Program(id, Secret::new(secret))
            }
            ("auth/pre-registration", Some(id), Some(secret), _) => {
                Self::Client(id, Secret::new(secret))
            }
            ("auth/wif-jwt-bearer", ..) => get("valid_jwt").map_or(Self::Nothing, Self::Workload),
            _other => Self::Nothing,
        }
    }
}
