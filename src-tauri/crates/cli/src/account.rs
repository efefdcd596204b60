//! `servers login | logout | auth`: signing in to a server from a terminal.

use std::io::{BufRead, IsTerminal, Read};

use domain::ServerId;
use host::{
    Host, OwnClient, Secret, SignInRequest,
    api::{
        AccountStateView, AccountView, ClientApprovalView, ClientKindView, SignInApprovalView,
        SignInStepView,
    },
};
use tokio::sync::mpsc;

use crate::{
    approver::{ONCE, Scopes, Terminal},
    args::{ClientArgs, LoginArgs, ServersVerb, Verb},
    options::Approve,
    output::{Failure, Output, note, time},
    text::plain_line,
};

/// What is said where nothing outlasts this command.
const MEMORY_ONLY: &str = " It is kept in memory and forgotten now: there is no keychain.";
/// Longest line that is read, in bytes.
const LONGEST_LINE: u64 = 8 * 1024;

/// Whether pages that a person agreed to are opened in a browser of this machine.
pub(crate) fn opens_browser(verb: &Verb) -> bool {
    if let Verb::Servers {
        verb: ServersVerb::Login(login),
    } = verb
    {
        return !login.no_browser && !login.paste;
    }
    false
}

pub(crate) async fn login(
    host: &Host,
    wanted: &LoginArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    host.account(id)?;
    let wish = SignInRequest::new(wanted.scopes.clone(), approve == Approve::Once);
    let reads = wanted.paste || std::io::stdin().is_terminal();
    let mut events = host.events();
    let mut pasted = None;
    let mut signing = Box::pin(host.sign_in(id, wish));
    loop {
        tokio::select! {
            ended = &mut signing => {
                ended?;
                break;
            }
            // Whatever happened: how far it is stands in the account.
            _event = events.recv() => {
                if reads && pasted.is_none() && waits_for_browser(host, id) {
                    note("It waits for the browser to come back. Or paste the address it ended on here.");
                    pasted = Some(lines());
                }
            }
            Some(line) = next(&mut pasted) => {
                if let Err(error) = host.paste_callback(id, &line) {
                    let hint = error.hint.as_deref().unwrap_or_default();
                    note(&domain::visible(&format!("{} {hint}", error.message)));
                }
            }
        }
    }
    let view = host.account(id)?;
    output.one(&view, || {
        let rest = if view.lasts { "" } else { MEMORY_ONLY };
        format!("Signed in to {}.{rest}", wanted.name)
    });
    Ok(())
}

fn waits_for_browser(host: &Host, id: ServerId) -> bool {
    let step = host.account(id).ok().and_then(|view| view.step);
    matches!(step, Some(SignInStepView::Browser { .. }))
}

/// The lines of standard input, read on a thread of their own: it cannot be told to stop, and the program's end does not wait
/// for it.
fn lines() -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if !line.trim().is_empty() && send.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receive
}

/// The next line; at the end of the input, or without one, never.
async fn next(lines: &mut Option<mpsc::Receiver<String>>) -> Option<String> {
    let line = match lines {
        Some(lines) => lines.recv().await,
        None => None,
    };
    match line {
        Some(line) => Some(line),
        None => std::future::pending().await,
    }
}

pub(crate) async fn client(
    host: &Host,
    wanted: &ClientArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    let given = OwnClient {
        id: wanted.id.clone().unwrap_or_default(),
        secret: if wanted.secret_stdin {
            Some(secret_line()?)
        } else {
            None
        },
    };
    let issuer = host
        .propose_client(id, Some(given), approve == Approve::Once)
        .await?;
    let view = host.account(id)?;
    output.one(&view, || {
        let issuer = domain::visible(&issuer);
        let mut said = match wanted.forget {
            true => format!("Forgot your own client for {} at {issuer}.", wanted.name),
            false => format!("{} uses your own client at {issuer}.", wanted.name),
        };
        if !view.lasts && !wanted.forget {
            said.push_str(MEMORY_ONLY);
        }
        said
    });
    Ok(())
}

/// One line of standard input, which is nobody's to see.
fn secret_line() -> Result<Secret, Failure> {
    let mut line = String::new();
    let read = std::io::stdin()
        .lock()
        .take(LONGEST_LINE)
        .read_line(&mut line);
    let line = Secret::new(line);
    let text = line.expose().trim();
    if read.is_err() || text.is_empty() {
        let hint = "Give it as one line, for example with <file.";
        return Err(Failure::usage(
            "There is no client secret on standard input.",
            hint,
        ));
    }
    Ok(Secret::new(text.to_owned()))
}

pub(crate) async fn logout(host: &Host, name: &str, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    let told = host.sign_out(id).await?;
    let view = host.account(id)?;
    output.one(&view, || {
        let rest = if told {
            "Where you had signed in was told."
        } else {
            "Where you had signed in was not told: it offers no way, or there was nothing to tell."
        };
        format!("Signed out of {name}. Its tokens are deleted here. {rest}")
    });
    Ok(())
}

pub(crate) async fn show(host: &Host, name: &str, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    let view = host.read_account(id).await?;
    output.one(&view, || text(&view));
    Ok(())
}

fn text(view: &AccountView) -> String {
    let mut out = vec![match view.state {
        AccountStateView::Never => "Not signed in.".to_owned(),
        AccountStateView::SignedOut => "Signed out.".to_owned(),
        AccountStateView::SignedIn => "Signed in.".to_owned(),
    }];
    out.extend(
        view.issuer
            .iter()
            .map(|issuer| format!("at         {issuer}")),
    );
    out.push(format!("for        {}", view.resource));
    if view.state == AccountStateView::SignedIn {
        out.push(format!("scopes     {}", view.scopes.join(" ")));
    }
    if let Some(since) = view.since_ms {
        out.push(format!("since      {}", time(since as i64)));
    }
    if let Some(ends) = view.expires_at_ms {
        let renewed = if view.renews {
            ", renewed automatically before"
        } else {
            ""
        };
        out.push(format!("ends       {}{renewed}", time(ends as i64)));
    }
    out.extend(
        view.client
            .map(|client| format!("known as   {}", known(client))),
    );
    if !view.lasts {
        out.push("kept in    memory only: there is no unlocked keychain".to_owned());
    }
    out.join("\n")
}

fn known(client: ClientKindView) -> &'static str {
    match client {
        ClientKindView::Entered => "the client ID you entered",
        ClientKindView::Document => "the public document about Innkeeper",
        ClientKindView::Registered => "a client it registered there for this server",
        ClientKindView::Program => "itself, with the secret or key you entered",
    }
}

impl Terminal for ClientApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe_client(self, out);
    }
}

impl Terminal for SignInApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe(self, out);
    }

    fn scopes(&self) -> Scopes {
        ONCE
    }
}

/// What keeping a client means.
fn describe_client(client: &ClientApprovalView, out: &mut Vec<String>) {
    let id = client.id.as_deref().map(plain_line).unwrap_or_default();
    out.push(if id.is_empty() {
        format!("Forget your own client for {}?", client.server.name)
    } else {
        format!("Use your own client for {}?", client.server.name)
    });
    out.push(format!("  server    {}", client.server_origin));
    out.push(format!("  issuer    {}", plain_line(&client.issuer)));
    if !id.is_empty() {
        out.push(format!("  client    {id}"));
        out.push("  It is used for this server and that issuer only.".to_owned());
    }
}

/// What a sign-in means.
fn describe(sign_in: &SignInApprovalView, out: &mut Vec<String>) {
    out.push(format!(
        "Sign in to {}?   opens {} in your browser",
        sign_in.server.name, sign_in.opens
    ));
    out.push(format!("  server    {}", sign_in.server_origin));
    out.push(format!("  issuer    {}", plain_line(&sign_in.issuer)));
    out.push(format!("  for       {}", plain_line(&sign_in.resource)));
    for scope in &sign_in.scopes {
        let new = if scope.new && sign_in.step_up {
            "   new"
        } else {
            ""
        };
        out.push(format!("  scope     {}{new}", scope.name));
    }
    out.push(format!("  known as  {}", known(sign_in.client)));
    out.extend(
        sign_in
            .reasons
            .iter()
            .map(|why| domain::visible(&format!("  - {} {}", why.lead, why.rest))),
    );
    out.push(
        "  Nothing was opened yet. You type your password in the browser, never here.".to_owned(),
    );
}
