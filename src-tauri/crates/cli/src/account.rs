//! `servers login | logout | auth`: signing in to a server from a terminal.

use std::io::{BufRead, IsTerminal, Read};

use domain::ServerId;
use host::{Host, OwnClient, Secret, SignInRequest};
use host_api::{
    AccountStateView, AccountView, ClientApprovalView, ClientKindView, SignInApprovalView,
    SignInStepView,
};
use messages::{Phrase, phrases};
use tokio::sync::mpsc;

use crate::{
    approver::{ONCE, Scopes, Terminal},
    options::Approve,
    output::{Failure, Output, note, time},
    text::{plain, reason},
    words::{said, say},
};

/// Longest line that is read, in bytes.
const LONGEST_LINE: u64 = 8 * 1024;

#[derive(Debug, clap::Args)]
pub(crate) struct LoginArgs {
    /// Its name.
    pub name: String,
    /// A scope to ask for beside those the server wants.
    #[arg(long = "scope", value_name = "SCOPE")]
    pub scopes: Vec<String>,
    /// Open no browser: the address is only printed.
    #[arg(long)]
    pub no_browser: bool,
    /// The browser is on another machine: open none here, and read the address it came back to from standard input.
    #[arg(long)]
    pub paste: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ClientArgs {
    /// The server's name.
    pub name: String,
    /// The client ID, as you were given it.
    #[arg(long, required_unless_present = "forget")]
    pub id: Option<String>,
    /// Read the client secret, one line of standard input; it never stands on the command line.
    #[arg(long, requires = "id")]
    pub secret_stdin: bool,
    /// Forget the client that was entered.
    #[arg(long, conflicts_with_all = ["id", "secret_stdin"])]
    pub forget: bool,
}

impl LoginArgs {
    /// Whether pages that a person agreed to are opened in a browser of this machine.
    pub(crate) fn opens_browser(&self) -> bool {
        !self.no_browser && !self.paste
    }
}

/// Takes the files with tokens that the command line names.
pub(crate) fn use_workloads(
    host: &Host,
    named: &[String],
    approve: Approve,
) -> Result<(), Failure> {
    for one in named {
        let parts = one.rsplit_once('=').filter(|(_, file)| !file.is_empty());
        let Some((name, file)) = parts else {
            return Err(Failure::usage(phrases::terminal_workload_form(one)));
        };
        let file = std::path::absolute(file)
            .map_err(|error| Failure::data(phrases::terminal_workload_path(error.to_string())))?;
        let (id, _) = host.server_named(name)?;
        host.use_workload_token(id, file, approve == Approve::Once)?;
    }
    Ok(())
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
                    note(&say(phrases::terminal_paste()));
                    pasted = Some(lines());
                }
            }
            Some(line) = next(&mut pasted) => {
                if let Err(error) = host.paste_callback(id, &line) {
                    note(&said(&error.message));
                    error.hint.iter().for_each(|hint| note(&said(hint)));
                }
            }
        }
    }
    let view = host.account(id)?;
    output.one(&view, || {
        let said = say(phrases::terminal_signed_in(&wanted.name));
        match view.lasts {
            true => said,
            false => with_memory_note(said),
        }
    });
    Ok(())
}

/// A sentence, and that nothing of it outlasts this command.
fn with_memory_note(said: String) -> String {
    format!("{said} {}", say(phrases::terminal_memory_only()))
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
        let said = say(match wanted.forget {
            true => phrases::terminal_client_forgotten(issuer, &wanted.name),
            false => phrases::terminal_client_used(issuer, &wanted.name),
        });
        if view.lasts || wanted.forget {
            said
        } else {
            with_memory_note(said)
        }
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
        return Err(Failure::usage(phrases::terminal_no_client_secret())
            .hint(phrases::terminal_hint_client_secret()));
    }
    Ok(Secret::new(text.to_owned()))
}

pub(crate) async fn logout(host: &Host, name: &str, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    let told = host.sign_out(id).await?;
    let view = host.account(id)?;
    output.one(&view, || {
        say(match told {
            true => phrases::terminal_signed_out_told(name),
            false => phrases::terminal_signed_out(name),
        })
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
        AccountStateView::Never => phrases::terminal_account_never(),
        AccountStateView::SignedOut => phrases::terminal_account_out(),
        AccountStateView::SignedIn => phrases::terminal_account_in(),
    }];
    out.extend(view.issuer.iter().map(phrases::terminal_account_at));
    out.push(phrases::terminal_account_for(&view.resource));
    if view.state == AccountStateView::SignedIn {
        let scopes = view.scopes.join(" ");
        out.push(phrases::terminal_account_scopes(scopes));
    }
    if let Some(since) = view.since_ms {
        out.push(phrases::terminal_account_since(time(since as i64)));
    }
    if let Some(ends) = view.expires_at_ms {
        let at = time(ends as i64);
        out.push(match view.renews {
            true => phrases::terminal_account_renewed(at),
            false => phrases::terminal_account_ends(at),
        });
    }
    if view.bound {
        out.push(phrases::terminal_account_bound());
    }
    let client = view.client.map(known);
    out.extend(client.map(phrases::terminal_account_known_as));
    if !view.lasts {
        out.push(phrases::terminal_account_memory());
    }
    out.into_iter().map(say).collect::<Vec<_>>().join("\n")
}

fn known(client: ClientKindView) -> Phrase {
    match client {
        ClientKindView::Entered => phrases::terminal_client_entered(),
        ClientKindView::Document => phrases::terminal_client_document(),
        ClientKindView::Registered => phrases::terminal_client_registered(),
        ClientKindView::Program => phrases::terminal_client_program(),
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
    let id = client.id.as_deref().map(plain).unwrap_or_default();
    let server = &client.server.name;
    out.push(say(match id.is_empty() {
        true => phrases::terminal_client_forget(server),
        false => phrases::terminal_client_title(server),
    }));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_sign_in_server(&client.server_origin));
    row(phrases::terminal_sign_in_issuer(plain(&client.issuer)));
    if !id.is_empty() {
        row(phrases::terminal_sign_in_client(id));
        row(phrases::terminal_client_only());
    }
}

/// What a sign-in means.
fn describe(sign_in: &SignInApprovalView, out: &mut Vec<String>) {
    let (server, page) = (&sign_in.server.name, &sign_in.opens);
    out.push(say(phrases::terminal_sign_in_title(page, server)));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_sign_in_server(&sign_in.server_origin));
    row(phrases::terminal_sign_in_issuer(plain(&sign_in.issuer)));
    row(phrases::terminal_sign_in_for(plain(&sign_in.resource)));
    for scope in &sign_in.scopes {
        row(match scope.new && sign_in.step_up {
            true => phrases::terminal_sign_in_scope_new(&scope.name),
            false => phrases::terminal_sign_in_scope(&scope.name),
        });
    }
    row(phrases::terminal_sign_in_known_as(known(sign_in.client)));
    let reasons = sign_in.reasons.iter();
    out.extend(reasons.map(|why| reason("  - ", &why.lead, &why.rest)));
    let then = say(phrases::terminal_sign_in_then());
    out.push(format!("  {then}"));
}
