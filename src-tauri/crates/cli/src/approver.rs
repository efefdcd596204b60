//! Approval requests at a terminal: shows each in full and reads `y`, `c`, or anything else for no.

use std::io::{BufRead, IsTerminal};

use host::{
    Host, Unasked,
    api::{
        AnswerView, ApprovalKindView, ApprovalView, LaunchApprovalView, OutflowApprovalView,
        RemoteApprovalView, ScopeView, ToolApprovalView,
    },
};
use messages::{Phrase, Value, phrases};
use tokio::task::JoinHandle;

use crate::{
    account, approved_tool, asked, group,
    input::read_line,
    options::Approve,
    output::{self, complain, note},
    roots, rules, sampling,
    text::{claim, describe_arguments, plain, reason},
    words::{Words, quoted, say, screen},
};

/// Answers every approval request until aborted.
pub(crate) fn spawn(host: &Host, approve: Approve) -> JoinHandle<()> {
    let host = host.clone();
    let can_ask = approve == Approve::Ask
        && std::io::stdin().is_terminal()
        && std::io::stderr().is_terminal();
    tokio::spawn(async move {
        let mut queue = host.prompts();
        while let Some(mut prompts) = queue.recv().await {
            // What is shown is what waits now, not what waited before an answer.
            while let Ok(newer) = queue.try_recv() {
                prompts = newer;
            }
            let Some(prompt) = prompts.into_iter().next() else {
                continue;
            };
            if can_ask {
                if let Some(answer) = ask(&host, &prompt).await {
                    answer_one(&host, &prompt, answer).await;
                }
            } else {
                leave_unasked(&host, &prompt, approve);
            }
        }
    })
}

fn deny() -> AnswerView {
    AnswerView::Deny { note: None }
}

/// Says that nobody is asked, and what to do; nothing is allowed.
fn leave_unasked(host: &Host, prompt: &ApprovalView, approve: Approve) {
    let Ok(id) = prompt.id.parse() else { return };
    let (why, words) = match approve {
        Approve::Ask => (Unasked::NoTerminal, phrases::terminal_no_terminal()),
        Approve::Deny => (Unasked::CommandLine, phrases::terminal_approve_deny()),
        Approve::Once => (Unasked::CommandLine, phrases::terminal_approve_once()),
    };
    let in_conversation = matches!(&prompt.kind, ApprovalKindView::Tool { tool } if tool.in_conversation)
        || matches!(prompt.kind, ApprovalKindView::Calls { .. });
    // One that was answered or withdrawn meanwhile needs no words; what the command line is for, the program's end says.
    let left = host.leave_unasked(id, why).is_ok();
    if left && (approve == Approve::Ask || in_conversation) {
        note(&format!("innkeeper-cli: {}", unasked_note(prompt, words)));
    }
}

/// What was not allowed, why nobody was asked, and what would allow it. The options to copy are at the end, without marks.
fn unasked_note(prompt: &ApprovalView, why: Phrase) -> String {
    if let ApprovalKindView::Calls { calls } = &prompt.kind {
        let server = &calls.server.name;
        let not_made = phrases::terminal_calls_not_made(calls.calls.len(), server, why);
        let options = calls.tools.iter().map(|tool| {
            let named = approved_tool::calls_of(server, &tool.name, tool.calls);
            format!("--approve-tool {}", domain::visible(&named))
        });
        let options: Vec<String> = options.collect();
        return format!("{} {}", say(not_made), options.join(" "));
    }
    let ApprovalKindView::Tool { tool } = &prompt.kind else {
        return say(phrases::terminal_denied(why));
    };
    let (server, name) = (&tool.server.name, &tool.tool);
    let because = tool.reasons.first().map_or_else(String::new, |reason| {
        format!("{} {}", reason.lead, reason.rest)
            .trim_end()
            .to_owned()
    });
    if !tool.nameable {
        let not_called = phrases::terminal_call_not_nameable(because, server, name, why);
        return say(not_called);
    }
    let not_called = phrases::terminal_call_not_made(because, server, name, why);
    let option = if tool.in_conversation {
        let one = approved_tool::calls_of(&tool.server.name, &tool.key, 1);
        format!("--approve-tool {}", domain::visible(&one))
    } else {
        "--approve once".to_owned()
    };
    format!("{} {option}", say(not_called))
}

async fn answer_one(host: &Host, prompt: &ApprovalView, answer: AnswerView) {
    let Ok(id) = prompt.id.parse() else { return };
    if let Err(error) = host.answer_prompt(id, prompt.revision, answer).await {
        complain(Words::Given(error.message));
    }
}

/// The answer to an approval request; none where it changed meanwhile: it comes again.
async fn ask(host: &Host, prompt: &ApprovalView) -> Option<AnswerView> {
    let id = prompt.id.parse().ok()?;
    host.prompt_shown(id, prompt.revision).ok()?;
    let (text, missing, scope) = (describe(prompt), missing(prompt), scopes(prompt));
    let elicitation = if let ApprovalKindView::Elicitation { elicitation } = &prompt.kind {
        Some(elicitation.clone())
    } else {
        None
    };
    let root = if let ApprovalKindView::Root { root } = &prompt.kind {
        Some(root.clone())
    } else {
        None
    };
    let group = if let ApprovalKindView::Calls { calls } = &prompt.kind {
        Some(calls.clone())
    } else {
        None
    };
    let check = host.clone();
    let read = tokio::task::spawn_blocking(move || match (elicitation, root, group) {
        (_, _, Some(group)) => group::answer(&group, &text),
        (_, Some(root), None) => roots::answer(&root, &text),
        (Some(elicitation), None, None) => {
            output::ask(&format!("\n{text}\n"));
            // What can no longer be checked is refused when it is sent.
            let check = |content: &str| check.check_form(id, content).unwrap_or_default();
            let said = read_line(&asked::question(&elicitation));
            asked::answer(&elicitation, &said, &check)
        }
        (None, None, None) => read_answer(&text, &missing, scope),
    });
    Some(read.await.unwrap_or_else(|_| deny()))
}

fn read_answer(text: &str, missing: &[String], scopes: Scopes) -> AnswerView {
    output::ask(&format!("\n{text}\n"));
    match scopes.read(&read_line(&say(scopes.question()))) {
        Some(scope) => allow(scope, missing),
        None => deny(),
    }
}

fn allow(scope: ScopeView, missing: &[String]) -> AnswerView {
    let mut values = Vec::new();
    for name in missing {
        output::ask(&format!("{} ", say(phrases::terminal_ask_value(name))));
        let mut value = String::new();
        if std::io::stdin().lock().read_line(&mut value).is_err() || value.trim_end().is_empty() {
            return deny();
        }
        values.push((
            name.clone(),
            value.trim_end_matches(['\n', '\r']).to_owned(),
        ));
    }
    AnswerView::Allow {
        scope,
        values,
        key: None,
    }
}

#[derive(Clone, Copy)]
enum Scopes {
    Tool { conversation: bool, always: bool },
    Standing,
    Outflow { standing: bool },
}

impl Scopes {
    fn question(self) -> Phrase {
        match self {
            Self::Tool { always: true, .. } => phrases::terminal_ask_always(),
            Self::Tool {
                conversation: true, ..
            } => phrases::terminal_ask_conversation(),
            Self::Tool { .. } => phrases::terminal_ask_once(),
            Self::Standing => phrases::terminal_ask_accept(),
            Self::Outflow { standing: true } => phrases::terminal_ask_outflow_always(),
            Self::Outflow { standing: false } => phrases::terminal_ask_outflow(),
        }
    }

    fn read(self, answer: &str) -> Option<ScopeView> {
        match (self, answer) {
            (Self::Tool { .. }, "y") => Some(ScopeView::Once),
            (
                Self::Tool {
                    conversation: true, ..
                },
                "c",
            ) => Some(ScopeView::Conversation),
            (Self::Tool { always: true, .. }, "a") => Some(ScopeView::Standing),
            (Self::Standing, "y") | (Self::Outflow { standing: true }, "a") => {
                Some(ScopeView::Standing)
            }
            (Self::Outflow { .. }, "y") => Some(ScopeView::Conversation),
            _other => None,
        }
    }
}

fn scopes(prompt: &ApprovalView) -> Scopes {
    match &prompt.kind {
        ApprovalKindView::Tool { tool } => Scopes::Tool {
            conversation: tool.scopes.contains(&ScopeView::Conversation),
            always: tool.scopes.contains(&ScopeView::Standing),
        },
        ApprovalKindView::Calls { .. }
        | ApprovalKindView::Sampling { .. }
        | ApprovalKindView::Elicitation { .. }
        | ApprovalKindView::SignIn { .. } => Scopes::Tool {
            conversation: false,
            always: false,
        },
        ApprovalKindView::Launch { .. }
        | ApprovalKindView::Endpoint { .. }
        | ApprovalKindView::Feature { .. }
        | ApprovalKindView::Authority { .. }
        | ApprovalKindView::Change { .. }
        | ApprovalKindView::Root { .. }
        | ApprovalKindView::Client { .. } => Scopes::Standing,
        ApprovalKindView::Outflow { outflow } => Scopes::Outflow {
            standing: outflow.can_stand,
        },
    }
}

fn missing(prompt: &ApprovalView) -> Vec<String> {
    let ApprovalKindView::Launch { launch } = &prompt.kind else {
        return Vec::new();
    };
    let missing = launch.env.iter().filter(|e| e.missing);
    missing.map(|e| e.name.clone()).collect()
}

/// The same facts as the consent window shows.
fn describe(prompt: &ApprovalView) -> String {
    let mut out = Vec::new();
    match &prompt.kind {
        ApprovalKindView::Tool { tool } => describe_tool(tool, prompt.times, &mut out),
        ApprovalKindView::Calls { calls } => group::describe(calls, &mut out),
        ApprovalKindView::Launch { launch } => match &launch.remote {
            Some(remote) => describe_remote(launch, remote, &mut out),
            None => describe_local(launch, &mut out),
        },
        ApprovalKindView::Outflow { outflow } => describe_outflow(outflow, &mut out),
        ApprovalKindView::Sampling { sampling: asked } => sampling::describe(asked, &mut out),
        ApprovalKindView::Elicitation { elicitation } => {
            asked::describe_elicitation(elicitation, &mut out);
        }
        ApprovalKindView::Feature { feature } => asked::describe_feature(feature, &mut out),
        ApprovalKindView::SignIn { sign_in } => account::describe(sign_in, &mut out),
        ApprovalKindView::Root { root } => roots::describe(root, &mut out),
        ApprovalKindView::Change { change } => asked::describe_change(change, &mut out),
        ApprovalKindView::Client { client } => account::describe_client(client, &mut out),
        ApprovalKindView::Authority { authority } => rules::describe(authority, &mut out),
        ApprovalKindView::Endpoint { endpoint } => {
            let what = phrases::terminal_endpoint_what(
                &endpoint.base_url,
                &endpoint.model,
                endpoint.wire.to_string(),
            );
            out.push(say(phrases::terminal_endpoint_title(&endpoint.origin)));
            out.push(format!("  {}", say(what)));
        }
    }
    screen(&out)
}

fn describe_tool(tool: &ToolApprovalView, times: u32, out: &mut Vec<String>) {
    let server = &tool.server.name;
    let title = phrases::terminal_tool_title(&tool.tier_word, server, &tool.tool);
    out.push(say(title));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_tool_by(&tool.asked_by));
    if times > 1 {
        row(phrases::terminal_tool_times(times));
    }
    describe_arguments(&tool.arguments, "  ", out);
    let reasons = tool.reasons.iter();
    out.extend(reasons.map(|r| reason("  - ", &r.lead, &r.rest)));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    if let Some(why) = &tool.narrowed {
        row(phrases::terminal_tool_narrowed(why));
    }
    if !tool.reading.is_empty() {
        row(phrases::terminal_tool_reading(server));
    }
    let line = |text: String| phrases::terminal_server_says(text);
    let lines = phrases::terminal_server_says_lines();
    claim(&tool.description, line, lines, out);
}

fn describe_outflow(outflow: &OutflowApprovalView, out: &mut Vec<String>) {
    out.push(say(phrases::terminal_outflow_title(&outflow.host)));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_outflow_to(&outflow.origin));
    row(phrases::terminal_outflow_model(&outflow.model));
    let servers = Value::list(outflow.servers.iter().map(|server| &server.name));
    row(phrases::terminal_outflow_data(servers));
    row(phrases::terminal_outflow_later());
}

fn describe_local(launch: &LaunchApprovalView, out: &mut Vec<String>) {
    let server = &launch.server.name;
    out.push(say(match launch.changed {
        true => phrases::terminal_launch_title_changed(server),
        false => phrases::terminal_launch_title(server),
    }));
    out.extend(launch.changes.iter().map(asked::describe_line));
    let words = launch.argv.iter().enumerate();
    out.extend(words.map(|(i, word)| format!("  {i}  {}", quoted(&plain(word)))));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_launch_program(&launch.program));
    if let Some(target) = &launch.target {
        row(phrases::terminal_launch_target(target));
    }
    row(phrases::terminal_launch_folder(&launch.cwd));
    let names = Value::list(launch.env.iter().map(|variable| &variable.name));
    row(phrases::terminal_launch_gets(names));
    let warnings = launch.warnings.iter();
    out.extend(warnings.map(|w| reason("  ! ", &w.lead, &w.rest)));
    let reach = say(phrases::terminal_launch_reach());
    out.push(format!("  {reach}"));
}

fn describe_remote(
    launch: &LaunchApprovalView,
    remote: &RemoteApprovalView,
    out: &mut Vec<String>,
) {
    let (origin, server) = (&remote.origin, &launch.server.name);
    out.push(say(match launch.changed {
        true => phrases::terminal_remote_title_changed(origin, server),
        false => phrases::terminal_remote_title(origin, server),
    }));
    out.extend(launch.changes.iter().map(asked::describe_line));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_remote_url(plain(&remote.url)));
    for header in &launch.env {
        row(phrases::terminal_remote_header(
            &header.name,
            header.source.to_string(),
        ));
    }
    let warnings = launch.warnings.iter();
    out.extend(warnings.map(|w| reason("  ! ", &w.lead, &w.rest)));
    let reach = say(phrases::terminal_remote_reach());
    out.push(format!("  {reach}"));
}
