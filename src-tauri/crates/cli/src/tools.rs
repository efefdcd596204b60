//! `tools list | call`.

use host::{
    DirectCall, Host,
    api::{
        ApiError, CallStateView, CallView, ContentView, DecidedByView, ProviderView, SegmentView,
        ServerView,
    },
};

use crate::{
    args::ToolsVerb,
    options::Approve,
    output::{Failure, Output, note, print},
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
            if let Some(name) = server {
                let (id, _) = host.server_named(name)?;
                let view = host.start_and_wait(id, allowed).await?;
                list(
                    &[Listed { view, error: None }],
                    &host.providers().await?,
                    output,
                );
                return Ok(());
            }
            let mut listed = Vec::new();
            for view in host.servers().into_iter().filter(|s| s.enabled) {
                let (id, _) = host.server_named(&view.tag.name)?;
                listed.push(match host.start_and_wait(id, allowed).await {
                    Ok(view) => Listed { view, error: None },
                    Err(error) => Listed {
                        view,
                        error: Some(error),
                    },
                });
            }
            list(&listed, &host.providers().await?, output);
            // One that does not start hides nothing of the others.
            let failed = listed.into_iter().find_map(|one| one.error);
            failed.map_or(Ok(()), |error| Err(error.into()))
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
            host.start_and_wait(id, allowed).await?;
            let direct = DirectCall {
                server: id,
                tool: tool.clone(),
                arguments: arguments.clone(),
                allowed,
            };
            let view = host.call_tool(direct).await?;
            finish(&view, output)
        }
    }
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
        let tool = domain::visible(tool);
        format!(
            "{}/{tool} is {}.",
            view.tag.name,
            if enabled { "on" } else { "off" }
        )
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
            Failure::usage(
                format!("The arguments cannot be sent: {error}."),
                r#"Give a JSON object, as in '{"path": "notes.txt"}'."#,
            )
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
            print(&format!(
                "{}/{}\t{}{}\n",
                server.tag.name,
                domain::visible(&tool.name),
                match (tool.enabled, tool.for_models) {
                    (false, _) => "(off) ",
                    (true, false) => "(not for models) ",
                    (true, true) => "",
                },
                first.lines().next().unwrap_or_default()
            ));
        }
        server
            .unreadable_tools
            .iter()
            .for_each(|line| note(&format!("{}: {}", server.tag.name, domain::visible(line))));
    }
    let ready: Vec<&ServerView> = servers
        .iter()
        .filter(|one| one.error.is_none())
        .map(|one| &one.view)
        .collect();
    weigh(&ready, providers);
}

/// Says how many tools a model is offered, what they take in each request, and whether an endpoint takes fewer.
fn weigh(servers: &[&ServerView], providers: &[ProviderView]) {
    let (mut tools, mut tokens) = (0u32, 0u32);
    for server in servers {
        tools = tools.saturating_add(server.model_tools);
        tokens = tokens.saturating_add(server.model_tokens);
        note(&format!(
            "{}: {} of {} tools on offer to models, about {} tokens in each request",
            domain::visible(&server.tag.name),
            server.model_tools,
            server.tools.len(),
            server.model_tokens
        ));
    }
    if servers.len() > 1 {
        note(&format!(
            "Together: {tools} tools, about {tokens} tokens in each request"
        ));
    }
    for provider in providers.iter().filter(|p| p.max_tools < tools) {
        note(&format!(
            "{} takes at most {} tools: {} are left out of each request. Switch some off with `tools off SERVER TOOL`.",
            domain::visible(&provider.name),
            provider.max_tools,
            tools - provider.max_tools
        ));
    }
}

/// Prints how a call ended; an end other than done is a failure.
pub(crate) fn finish(view: &CallView, output: Output) -> Result<(), Failure> {
    output.one(view, || text(view));
    outcome(view)
}

fn outcome(view: &CallView) -> Result<(), Failure> {
    match &view.state {
        CallStateView::Done {
            tool_error: false, ..
        } => Ok(()),
        CallStateView::Done {
            tool_error: true, ..
        } => Err(Failure::failed("The tool says that it failed.")),
        CallStateView::Denied { reason, by } => {
            let failure = Failure::denied(reason);
            Err(match by {
                Some(DecidedByView::Unattended) => {
                    failure.hint("--approve once allows exactly this call.")
                }
                _ => failure,
            })
        }
        CallStateView::Failed { reason, .. } | CallStateView::Cancelled { reason } => {
            Err(Failure::failed(reason))
        }
        CallStateView::Unknown { reason } => {
            Err(Failure::failed(reason).hint("Check what it did before you repeat it."))
        }
        CallStateView::Waiting { .. } | CallStateView::Running { .. } => {
            Err(Failure::failed("The call has not ended."))
        }
    }
}

/// A call's result as text; control characters from the server are written out already.
pub(crate) fn text(view: &CallView) -> String {
    let blocks = view.result.iter().map(block_text);
    let structured = view
        .structured
        .iter()
        .filter(|_| view.result.is_empty())
        .map(|structured| cut_text(&structured.json, structured.cut));
    let misfit = view
        .misfit
        .iter()
        .map(|why| format!("(does not fit its declared schema: {why})"));
    let all = blocks.chain(structured).chain(misfit);
    all.collect::<Vec<_>>().join("\n")
}

/// A block of a server's result, for a terminal.
pub(crate) fn block_text(block: &ContentView) -> String {
    match block {
        ContentView::Text { text, cut } => cut_text(text, *cut),
        ContentView::Image {
            mime_type,
            width,
            height,
            ..
        } => format!("({mime_type}, {width} × {height})"),
        ContentView::Audio {
            mime_type, bytes, ..
        } => format!("({mime_type}, {bytes} bytes)"),
        ContentView::Resource { uri, body, .. } => format!("({uri})\n{}", block_text(body)),
        ContentView::Link { uri, name, .. } => format!("({name}: {uri}, not opened)"),
        ContentView::Data { what, bytes, why } => {
            format!("({what}, {bytes} bytes, not shown: {why})")
        }
        ContentView::Other { raw, cut } => cut_text(raw, *cut),
    }
}

fn cut_text(text: &str, cut: bool) -> String {
    if cut {
        format!("{text}\n(cut)")
    } else {
        text.to_owned()
    }
}
