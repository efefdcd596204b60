//! Resolution of the name in a model's call: to a tool, the tool inside `call_tool`, or a search. It is resolved before anything else happens
//! to the call, so validation, policy, pins, flows, approval, audit and rules see the real tool with its own arguments.

use domain::ToolIntent;
use messages::{Phrase, phrases};
use serde::Deserialize;
use serde_json::value::RawValue;
use tool_search::{CALL_TOOL, FIND_TOOLS};

use crate::catalog::{Catalog, Entry, is_host_tool};

/// A model's call with the tool that it names.
pub(crate) struct Resolved {
    /// The target of the name.
    pub target: Target,
    /// The alias of the tool, or the name that the model wrote.
    pub alias: String,
    /// The arguments of the target, as the model wrote them.
    pub arguments: String,
    /// The arguments of `call_tool` as the model wrote them, if it called the tool through that.
    pub wrapper: Option<String>,
}

/// The target of a name.
pub(crate) enum Target {
    /// A tool of a server.
    Tool(Box<Entry>),
    /// The host's search.
    Search,
    /// Nothing that can be called, with the reason for the model and the user.
    Nothing(Phrase),
}

/// The arguments of `call_tool`. A field that is given twice or unknown is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrapper<'a> {
    tool: String,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

/// Resolves a model's call in the catalog of its turn. Through `call_tool`, only tools on offer are reached.
pub(crate) fn resolve(catalog: &Catalog, intent: &ToolIntent) -> Resolved {
    let as_written = |target| Resolved {
        target,
        alias: intent.alias.clone(),
        arguments: intent.arguments.clone(),
        wrapper: None,
    };
    match intent.alias.as_str() {
        FIND_TOOLS => as_written(Target::Search),
        CALL_TOOL => unwrapped(catalog, &intent.arguments)
            .unwrap_or_else(|why| as_written(Target::Nothing(why))),
        alias => as_written(match catalog.resolve(alias) {
            Some(entry) => Target::Tool(Box::new(entry.clone())),
            None => Target::Nothing(phrases::host_call_unknown_tool(domain::visible(alias))),
        }),
    }
}

/// Returns the call inside the arguments of `call_tool`.
///
/// # Errors
/// Why there is none, for the model and the user.
fn unwrapped(catalog: &Catalog, text: &str) -> Result<Resolved, Phrase> {
    let wrapper: Wrapper<'_> = serde_json::from_str(text)
        .map_err(|error| phrases::host_call_wrapper_unreadable(error.to_string()))?;
    let alias = wrapper.tool;
    if is_host_tool(&alias) {
        return Err(phrases::host_call_wrapper_nested(domain::visible(&alias)));
    }
    let entry = catalog
        .offered(&alias)
        .ok_or_else(|| phrases::host_call_wrapper_unknown(domain::visible(&alias)))?;
    Ok(Resolved {
        target: Target::Tool(Box::new(entry.clone())),
        alias,
        arguments: wrapper
            .arguments
            .map_or_else(|| "{}".to_owned(), |raw| raw.get().to_owned()),
        wrapper: Some(text.to_owned()),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use domain::{
        Annotations, DefinitionDigest, LaunchSpec, RemoteLaunch, ServerId, ToolDefinition, ToolRef,
    };
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::catalog::{Letters, Names};

    /// A catalog of a server `S` with these tools, each on offer or not.
    fn catalog(tools: &[(String, bool)]) -> Catalog {
        let server = ServerId::new();
        let entry = |(name, offered): &(String, bool)| Entry {
            server_name: "S".into(),
            launch: LaunchSpec::Remote(RemoteLaunch {
                server,
                url: "https://h.example".into(),
                headers: vec![],
            })
            .digest(),
            definition: ToolDefinition {
                tool: ToolRef {
                    server,
                    name: name.clone(),
                },
                title: None,
                description: None,
                input_schema: "{}".into(),
                output_schema: None,
                annotations: Annotations::default(),
                raw: "{}".into(),
                digest: DefinitionDigest::of("{}").unwrap(),
            },
            offered: *offered,
        };
        let names = Names::new([(server, "S")], Letters::Ascii);
        Catalog::new(tools.iter().map(entry).collect(), &names)
    }

    fn wrapped(catalog: &Catalog, arguments: impl Into<String>) -> Resolved {
        let intent = ToolIntent {
            provider_call_id: "c".into(),
            alias: CALL_TOOL.into(),
            arguments: arguments.into(),
        };
        resolve(catalog, &intent)
    }

    #[test]
    fn wrapper_yields_the_tool_with_its_own_arguments_verbatim() {
        let catalog = catalog(&[("read".into(), true), ("hidden".into(), false)]);
        let text = r#"{ "tool": "S_read", "arguments": {"n": 1e400, "a": "b"} }"#;
        let found = wrapped(&catalog, text);
        assert!(
            matches!(&found.target, Target::Tool(entry) if entry.definition.tool.name == "read")
        );
        assert_eq!(found.alias, "S_read");
        assert_eq!(found.arguments, r#"{"n": 1e400, "a": "b"}"#);
        assert_eq!(found.wrapper.as_deref(), Some(text));
        for refused in [
            r#"{"tool":"S_hidden","arguments":{}}"#,
            r#"{"tool":"S_none","arguments":{}}"#,
            r#"{"tool":"call_tool","arguments":{"tool":"S_read","arguments":{}}}"#,
            r#"{"tool":"Find_Tools","arguments":{"queries":["x"]}}"#,
            r#"{"tool":"S_read","tool":"S_hidden","arguments":{}}"#,
            r#"{"tool":"S_read","path":"x"}"#,
            r#"{"arguments":{}}"#,
            "",
        ] {
            let found = wrapped(&catalog, refused);
            assert!(matches!(found.target, Target::Nothing(_)), "{refused}");
            assert_eq!(
                (found.alias.as_str(), found.arguments.as_str()),
                (CALL_TOOL, refused)
            );
        }
    }

    proptest! {
        #[test]
        fn wrapper_never_yields_a_tool_that_is_not_on_offer(
            tools in prop::collection::btree_map("[a-c_]{1,3}", any::<bool>(), 0..12),
            named in "(S_)?[a-cS_]{0,4}|call_tool|find_tools",
            more in ".{0,8}",
        ) {
            let tools: Vec<(String, bool)> = tools.into_iter().collect();
            let catalog = catalog(&tools);
            let arguments = json!({ "tool": format!("{named}{}", if more.len() > 6 { &more } else { "" }), "arguments": { "a": more } });
            if let Target::Tool(entry) = wrapped(&catalog, arguments.to_string()).target {
                prop_assert!(entry.offered);
                prop_assert!(tools.contains(&(entry.definition.tool.name.clone(), true)));
            }
        }
    }
}
