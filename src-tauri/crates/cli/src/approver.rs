//! Approval requests at a terminal: shows each in full and reads `y`, `c`, or anything else for no.

use std::io::{BufRead, IsTerminal};

use host::{
    Host, Unasked,
    api::{
        AnswerView, ApprovalKindView, ApprovalView, LaunchApprovalView, RemoteApprovalView,
        ScopeView,
    },
};
use tokio::task::JoinHandle;

use crate::{
    account, approved_tool, asked, group,
    input::read_line,
    options::Approve,
    output::{self, note},
    roots, rules, sampling,
    text::{describe_arguments, plain, plain_line},
    words::screen,
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
        Approve::Ask => (Unasked::NoTerminal, "there is no terminal to ask at"),
        Approve::Deny => (Unasked::CommandLine, "--approve deny answers with no"),
        Approve::Once => (
            Unasked::CommandLine,
            "--approve once allows only the action it names",
        ),
    };
    let in_conversation = matches!(&prompt.kind, ApprovalKindView::Tool { tool } if tool.in_conversation)
        || matches!(prompt.kind, ApprovalKindView::Calls { .. });
    // One that was answered or withdrawn meanwhile needs no words; what the command line is for, the program's end says.
    let left = host.leave_unasked(id, why).is_ok();
    if left && (approve == Approve::Ask || in_conversation) {
        note(&format!("innkeeper-cli: {}", unasked_note(prompt, words)));
    }
}

/// What was not allowed, why nobody was asked, and what would allow it.
fn unasked_note(prompt: &ApprovalView, why: &str) -> String {
    if let ApprovalKindView::Calls { calls } = &prompt.kind {
        let server = &calls.server.name;
        let options = calls.tools.iter().map(|tool| {
            let named = approved_tool::calls_of(server, &tool.name, tool.calls);
            format!("--approve-tool {}", domain::visible(&named))
        });
        return format!(
            "{} calls of {} were not made: {why}. Run it at a terminal, or allow exactly these calls: {}",
            calls.calls.len(),
            domain::visible(server),
            options.collect::<Vec<_>>().join(" ")
        );
    }
    let ApprovalKindView::Tool { tool } = &prompt.kind else {
        return format!("{why}, so this is denied (see --approve)");
    };
    let (server, name) = (domain::visible(&tool.server.name), &tool.tool);
    let denied = format!("“{name}” of {server} was not called: {why}.");
    let because = tool.reasons.first().map_or_else(String::new, |reason| {
        domain::visible(format!("{} {}", reason.lead, reason.rest).trim_end())
    });
    if !tool.nameable {
        return format!("{denied} {because} No command line allows that: run this at a terminal.");
    }
    let option = if tool.in_conversation {
        let one = approved_tool::calls_of(&tool.server.name, &tool.key, 1);
        format!("--approve-tool {}", domain::visible(&one))
    } else {
        "--approve once".to_owned()
    };
    format!("{denied} {because} Run it at a terminal, or allow exactly this call: {option}")
}

async fn answer_one(host: &Host, prompt: &ApprovalView, answer: AnswerView) {
    let Ok(id) = prompt.id.parse() else { return };
    if let Err(error) = host.answer_prompt(id, prompt.revision, answer).await {
        note(&format!(
            "innkeeper-cli: {}",
            domain::visible(&error.message)
        ));
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
    match scopes.read(&read_line(scopes.question())) {
        Some(scope) => allow(scope, missing),
        None => deny(),
    }
}

fn allow(scope: ScopeView, missing: &[String]) -> AnswerView {
    let mut values = Vec::new();
    for name in missing {
        output::ask(&format!(
            "Value of {name} (shown as you type, kept in the keychain): "
        ));
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
    fn question(self) -> &'static str {
        match self {
            Self::Tool { always: true, .. } => {
                "Allow? y once, c for this conversation, a always, anything else denies:"
            }
            Self::Tool {
                conversation: true, ..
            } => "Allow? y once, c for this conversation, anything else denies:",
            Self::Tool { .. } => "Allow? y once, anything else denies:",
            Self::Standing => "Accept? y accepts, anything else denies:",
            Self::Outflow { standing: true } => {
                "Send it? y in this conversation, a always to this endpoint, anything else stops here:"
            }
            Self::Outflow { standing: false } => {
                "Send it? y in this conversation, anything else stops here:"
            }
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
        ApprovalKindView::Tool { tool } => {
            out.push(format!(
                "Run “{}” through {}?   {}",
                tool.tool, tool.server.name, tool.tier_word
            ));
            out.push(format!("  asked for by {}", tool.asked_by));
            if prompt.times > 1 {
                let times = prompt.times;
                out.push(format!(
                    "  {times} calls ask exactly this: the answer is for all of them"
                ));
            }
            describe_arguments(&tool.arguments, "  ", &mut out);
            out.extend(
                tool.reasons
                    .iter()
                    .map(|r| domain::visible(&format!("  - {} {}", r.lead, r.rest))),
            );
            out.extend(
                tool.narrowed
                    .iter()
                    .map(|why| format!("  - Offered less: {why}.")),
            );
            if !tool.reading.is_empty() {
                let name = &tool.server.name;
                out.push(format!(
                    "  - To count its tools that say they only read as “Reads”: rules trust {name} on"
                ));
            }
            out.push(format!(
                "  The server says: “{}”",
                plain(&tool.description).replace('\n', "\n    ")
            ));
        }
        ApprovalKindView::Calls { calls } => group::describe(calls, &mut out),
        ApprovalKindView::Launch { launch } => match &launch.remote {
            Some(remote) => describe_remote(launch, remote, &mut out),
            None => describe_local(launch, &mut out),
        },
        ApprovalKindView::Outflow { outflow } => {
            let names: Vec<&str> = outflow.servers.iter().map(|s| s.name.as_str()).collect();
            out.push(format!(
                "Send tool results to {}?   leaves this machine",
                outflow.host
            ));
            out.push(format!("  to        {}", outflow.origin));
            out.push(format!("  model     {}", outflow.model));
            out.push(format!(
                "  data of   {}",
                domain::visible(&names.join(", "))
            ));
            out.push(
                "  So will later results of servers in this conversation. Nothing was sent yet."
                    .to_owned(),
            );
        }
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
            out.push(format!("Send conversations to {}?", endpoint.origin));
            out.push(format!(
                "  {} at {}, model {}",
                endpoint.wire, endpoint.base_url, endpoint.model
            ));
        }
    }
    screen(&out)
}

fn describe_local(launch: &LaunchApprovalView, out: &mut Vec<String>) {
    let changed = if launch.changed {
        " It would start differently than you accepted."
    } else {
        ""
    };
    out.push(format!(
        "Start {}?   runs code on this machine, as you.{changed}",
        launch.server.name
    ));
    out.extend(launch.changes.iter().map(asked::describe_line));
    out.extend(
        launch
            .argv
            .iter()
            .enumerate()
            .map(|(i, word)| format!("  {i}  {}", plain_line(word))),
    );
    out.push(format!("  program   {}", launch.program));
    out.extend(launch.target.iter().map(|t| format!("  leads to  {t}")));
    out.push(format!("  works in  {}", launch.cwd));
    let names: Vec<&str> = launch.env.iter().map(|e| e.name.as_str()).collect();
    out.push(format!("  gets      {}", names.join(" ")));
    out.extend(
        launch
            .warnings
            .iter()
            .map(|w| format!("  ! {} {}", w.lead, w.rest)),
    );
    out.push("  It can reach whatever you can: it is not confined.".to_owned());
}

fn describe_remote(
    launch: &LaunchApprovalView,
    remote: &RemoteApprovalView,
    out: &mut Vec<String>,
) {
    let changed = if launch.changed {
        " It differs from what you accepted."
    } else {
        ""
    };
    out.push(format!(
        "Connect to {}?   for {}.{changed}",
        remote.origin, launch.server.name
    ));
    out.extend(launch.changes.iter().map(asked::describe_line));
    out.push(format!("  URL       {}", plain_line(&remote.url)));
    for header in &launch.env {
        out.push(format!("  header    {}, {}", header.name, header.source));
    }
    out.extend(
        launch
            .warnings
            .iter()
            .map(|w| format!("  ! {} {}", w.lead, w.rest)),
    );
    out.push(
        "  It gets what its tools are called with, and nothing of this machine besides.".to_owned(),
    );
}
