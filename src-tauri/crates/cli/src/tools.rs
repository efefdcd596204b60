//! `tools list | find | on | off | call`.

use host::{DirectCall, Host};
use host_api::{ApiError, FoundToolView, ProviderView, SegmentView, ServerView};

use messages::phrases;

use crate::{
    args::ToolsVerb,
    ended::finish,
    options::Approve,
    output::{Failure, Output, note, print},
    reach::explained,
    words::{quoted, said, say},
};

pub(crate) async fn run(
    host: &Host,
    verb: &ToolsVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let allowed = approve == Approve::Once;
    match verb {
        ToolsVerb::List { server } => {
            let listed = start(host, server.as_deref(), allowed).await?;
            list(&listed, &host.providers().await?, output);
            first_error(listed)
        }
        ToolsVerb::Find { query, server } => {
            let started = start(host, server.as_deref(), allowed).await?;
            let found = host.find_tools(query, server.as_deref()).await?;
            output.rows(&found, found_line);
            if found.is_empty() && !output.json {
                note(&say(phrases::terminal_tools_none_found()));
            }
            first_error(started)
        }
        ToolsVerb::On { server, tool } => switch(host, server, tool, true, output).await,
        ToolsVerb::Off { server, tool } => switch(host, server, tool, false, output).await,
        ToolsVerb::Call {
            server,
            tool,
            arguments,
        } => {
            let (id, _) = host.server_named(server)?;
            object(arguments)?;
            let started = host.start_and_wait(id, allowed).await;
            started.map_err(|error| explained(host, id, error.into()))?;
            let direct = DirectCall {
                server: id,
                tool: tool.clone(),
                arguments: arguments.clone(),
                allowed,
            };
            let view = host.call_tool(direct).await?;
            finish(&view, output).map_err(|failure| explained(host, id, failure))
        }
    }
}

/// Starts the server of this name, or all that are enabled.
async fn start(host: &Host, server: Option<&str>, allowed: bool) -> Result<Vec<Listed>, Failure> {
    if let Some(name) = server {
        let (id, _) = host.server_named(name)?;
        let started = host.start_and_wait(id, allowed).await;
        let view = started.map_err(|error| explained(host, id, error.into()))?;
        return Ok(vec![Listed { view, error: None }]);
    }
    let mut listed = Vec::new();
    for view in host.servers().into_iter().filter(|s| s.enabled) {
        let (id, _) = host.server_named(&view.tag.name)?;
        // The command line allows the launch of a server only by naming it.
        listed.push(match host.start_and_wait(id, false).await {
            Ok(view) => Listed { view, error: None },
            Err(error) => Listed {
                view,
                error: Some(error),
            },
        });
    }
    Ok(listed)
}

/// Returns the first error of a start. One that does not start hides nothing of the others.
fn first_error(listed: Vec<Listed>) -> Result<(), Failure> {
    let failed = listed.into_iter().find_map(|one| one.error);
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// A tool that a search found, on one line.
fn found_line(one: &FoundToolView) -> String {
    let first = one.description.lines().next().unwrap_or_default();
    format!("{}/{}\t{first}", one.server.name, one.tool)
}

async fn switch(
    host: &Host,
    server: &str,
    tool: &str,
    enabled: bool,
    output: Output,
) -> Result<(), Failure> {
    let (id, view) = host.server_named(server)?;
    host.set_tool_enabled(id, tool, enabled).await?;
    let done = serde_json::json!({ "server": view.tag.name, "tool": tool, "enabled": enabled });
    output.one(&done, || {
        say(match enabled {
            true => phrases::terminal_tool_on(&view.tag.name, tool),
            false => phrases::terminal_tool_off(&view.tag.name, tool),
        })
    });
    Ok(())
}

/// Checks that the arguments are a JSON object, before anything is started for them.
fn object(arguments: &str) -> Result<(), Failure> {
    if arguments.trim().is_empty() {
        return Ok(());
    }
    domain::JsonObjectText::parse(arguments)
        .map(drop)
        .map_err(|error| {
            let example = r#"'{"path": "notes.txt"}'"#;
            Failure::usage(phrases::terminal_arguments_unsendable(error.to_string()))
                .hint(phrases::terminal_hint_arguments(example))
        })
}

/// A server that was started for its list, or why it was not.
struct Listed {
    view: ServerView,
    error: Option<ApiError>,
}

fn list(servers: &[Listed], providers: &[ProviderView], output: Output) {
    if output.json {
        let rows: Vec<serde_json::Value> = servers
            .iter()
            .map(|one| {
                let s = &one.view;
                serde_json::json!({
                    "server": s.tag.name,
                    "tools": s.tools,
                    "model_tools": s.model_tools,
                    "model_tokens": s.model_tokens,
                    "unreadable": s.unreadable_tools,
                    "error": one.error.as_ref().map(|e| &e.message),
                })
            })
            .collect();
        return output.one(&rows, String::new);
    }
    for server in servers.iter().map(|one| &one.view) {
        for tool in &server.tools {
            let first: String = tool
                .description
                .iter()
                .map(|segment| match segment {
                    SegmentView::Text { text, .. } => text.clone(),
                    SegmentView::Hidden { code, .. } => format!("⟨{code}⟩"),
                })
                .collect();
            let mark = match (tool.enabled, tool.for_models) {
                (false, _) => format!("{} ", say(phrases::terminal_off())),
                (true, false) => format!("{} ", say(phrases::terminal_tool_not_for_models())),
                (true, true) => String::new(),
            };
            print(&format!(
                "{}/{}\t{mark}{}\n",
                server.tag.name,
                domain::visible(&tool.name),
                first.lines().next().unwrap_or_default()
            ));
        }
        server
            .unreadable_tools
            .iter()
            .for_each(|line| note(&format!("{}: {}", quoted(&server.tag.name), said(line))));
    }
    let ready: Vec<&ServerView> = servers
        .iter()
        .filter(|one| one.error.is_none())
        .map(|one| &one.view)
        .collect();
    weigh(&ready, providers);
}

/// Says how many tools a model is offered, what they take in each request, and whether a model searches them.
fn weigh(servers: &[&ServerView], providers: &[ProviderView]) {
    let (mut tools, mut tokens) = (0u32, 0u32);
    for server in servers {
        tools = tools.saturating_add(server.model_tools);
        tokens = tokens.saturating_add(server.model_tokens);
        note(&say(phrases::terminal_tools_offered(
            server.model_tools,
            &server.tag.name,
            server.model_tokens,
            server.tools.len(),
        )));
    }
    if servers.len() > 1 {
        note(&say(phrases::terminal_tools_together(tokens, tools)));
    }
    for provider in providers.iter().filter(|p| p.max_tools < tools) {
        note(&say(phrases::terminal_tools_too_many(
            &provider.name,
            provider.max_tools,
            tools,
        )));
    }
}
