//! Approval requests at a terminal: shows each in full and reads `y`, `c`, or anything else for no.

use std::io::{BufRead, IsTerminal};

use domain::ApprovalId;
use host::{Host, Unasked};
use host_api::{AnswerView, ApprovalKindView, ApprovalView, ScopeView};
use messages::{Phrase, phrases};
use tokio::task::JoinHandle;

use crate::{
    input::{read_line, read_line_where},
    options::Approve,
    output::{self, complain, note},
    words::{said, say, screen},
};

mod apply;
mod endpoint;
mod launch;
mod link;
mod outflow;
mod reach;
mod replacement;
mod tool;

/// An approval kind at a terminal.
pub(crate) trait Terminal {
    /// The same facts as the consent window shows, in lines. `times` calls ask exactly this.
    fn describe(&self, times: u32, out: &mut Vec<String>);

    /// What an answer may allow.
    fn scopes(&self) -> Scopes {
        Scopes::Standing
    }

    /// Names of the values that are entered with the answer.
    fn missing(&self) -> Vec<String> {
        Vec::new()
    }

    /// Names of what is accepted one by one, each by typing it.
    fn ticks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Shows the description and reads an answer of its own kind; none where the answer is a scope.
    fn answer(&self, text: &str, host: &Host, id: ApprovalId) -> Option<AnswerView> {
        let _ = (text, host, id);
        None
    }

    /// Whether a model wants it, in a conversation.
    fn in_conversation(&self) -> bool {
        false
    }

    /// What was not allowed and what would allow it, where nobody was asked for this reason.
    fn unasked(&self, why: Phrase) -> Option<String> {
        let _ = why;
        None
    }
}

/// The kinds.
fn terminal(kind: &ApprovalKindView) -> &dyn Terminal {
    match kind {
        ApprovalKindView::Tool { tool } => &**tool,
        ApprovalKindView::Calls { calls } => &**calls,
        ApprovalKindView::Launch { launch } => &**launch,
        ApprovalKindView::Replacement { replacement } => &**replacement,
        ApprovalKindView::Outflow { outflow } => outflow,
        ApprovalKindView::Sampling { sampling } => &**sampling,
        ApprovalKindView::Elicitation { elicitation } => elicitation,
        ApprovalKindView::Feature { feature } => feature,
        ApprovalKindView::SignIn { sign_in } => sign_in,
        ApprovalKindView::Root { root } => &**root,
        ApprovalKindView::Apply { apply } => &**apply,
        ApprovalKindView::Reach { reach } => &**reach,
        ApprovalKindView::Change { change } => change,
        ApprovalKindView::Client { client } => client,
        ApprovalKindView::Link { link } => &**link,
        ApprovalKindView::Authority { authority } => authority,
        ApprovalKindView::Endpoint { endpoint } => endpoint,
    }
}

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
    let kind = terminal(&prompt.kind);
    // One that was answered or withdrawn meanwhile needs no words; what the command line is for, the program's end says.
    let left = host.leave_unasked(id, why).is_ok();
    if left && (approve == Approve::Ask || kind.in_conversation()) {
        let words = kind
            .unasked(words.clone())
            .unwrap_or_else(|| say(phrases::terminal_denied(words)));
        note(&format!("innkeeper-cli: {words}"));
    }
}

async fn answer_one(host: &Host, prompt: &ApprovalView, answer: AnswerView) {
    let Ok(id) = prompt.id.parse() else { return };
    if let Err(error) = host.answer_prompt(id, prompt.revision, answer).await {
        complain(error.message);
    }
}

/// The answer to an approval request; none where it changed meanwhile: it comes again.
async fn ask(host: &Host, prompt: &ApprovalView) -> Option<AnswerView> {
    let id = prompt.id.parse().ok()?;
    host.prompt_shown(id, prompt.revision).ok()?;
    let (host, prompt) = (host.clone(), prompt.clone());
    let read = tokio::task::spawn_blocking(move || read_answer(&host, id, &prompt));
    Some(read.await.unwrap_or_else(|_| deny()))
}

fn read_answer(host: &Host, id: ApprovalId, prompt: &ApprovalView) -> AnswerView {
    let kind = terminal(&prompt.kind);
    let mut lines = Vec::new();
    kind.describe(prompt.times, &mut lines);
    lines.extend(prompt.part_of.iter().map(said));
    let text = screen(&lines);
    if let Some(answer) = kind.answer(&text, host, id) {
        return answer;
    }
    output::ask(&format!("\n{text}\n"));
    let scopes = kind.scopes();
    match scopes.read(&read_line(&say(scopes.question()))) {
        Some(scope) => match ticked(&kind.ticks()) {
            Some(ticks) => allow(scope, &kind.missing(), ticks),
            None => deny(),
        },
        None => deny(),
    }
}

/// Has each name typed; none if one is not. Returns the values of the answer that say so.
fn ticked(names: &[String]) -> Option<Vec<(String, String)>> {
    let mut ticks = Vec::new();
    for name in names {
        let question = say(phrases::terminal_ask_tick(name));
        if read_line_where(&question, |line| line == name) != *name {
            return None;
        }
        ticks.push((format!("tick:{name}"), String::new()));
    }
    Some(ticks)
}

fn allow(scope: ScopeView, missing: &[String], mut values: Vec<(String, String)>) -> AnswerView {
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

/// What an answer may allow.
#[derive(Clone, Copy)]
pub(crate) enum Scopes {
    /// One action, a conversation, or always.
    Tool {
        /// Whether the conversation is offered.
        conversation: bool,
        /// Whether always is offered.
        always: bool,
    },
    /// Until what was accepted changes.
    Standing,
    /// One connection, as long as the server runs, or always.
    Reach,
    /// A conversation, or always to this endpoint.
    Outflow {
        /// Whether always is offered.
        standing: bool,
    },
}

/// One action, and nothing beyond it.
pub(crate) const ONCE: Scopes = Scopes::Tool {
    conversation: false,
    always: false,
};

impl Scopes {
    fn question(self) -> Phrase {
        match self {
            Self::Tool { always: true, .. } => phrases::terminal_ask_always(),
            Self::Tool {
                conversation: true, ..
            } => phrases::terminal_ask_conversation(),
            Self::Tool { .. } => phrases::terminal_ask_once(),
            Self::Standing => phrases::terminal_ask_accept(),
            Self::Reach => phrases::terminal_ask_reach(),
            Self::Outflow { standing: true } => phrases::terminal_ask_outflow_always(),
            Self::Outflow { standing: false } => phrases::terminal_ask_outflow(),
        }
    }

    fn read(self, answer: &str) -> Option<ScopeView> {
        match (self, answer) {
            (Self::Tool { .. } | Self::Reach, "y") => Some(ScopeView::Once),
            (Self::Reach, "r") => Some(ScopeView::Run),
            (
                Self::Tool {
                    conversation: true, ..
                },
                "c",
            ) => Some(ScopeView::Conversation),
            (Self::Tool { always: true, .. } | Self::Reach, "a") => Some(ScopeView::Standing),
            (Self::Standing, "y") | (Self::Outflow { standing: true }, "a") => {
                Some(ScopeView::Standing)
            }
            (Self::Outflow { .. }, "y") => Some(ScopeView::Conversation),
            _other => None,
        }
    }
}
