//! Folder access of servers: `roots grant | revoke | list`.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use domain::{ApprovalId, ServerId};
use host::Host;
use host_api::{
    AnswerView, RootAccessView, RootApprovalView, RootChoiceView, RootPassView, RootRowView,
};
use messages::{Phrase, Value, phrases, without_isolation};
use serde_json::json;

use crate::{
    approver::Terminal,
    input::read_line,
    options::Approve,
    output::{self, Failure, Output},
    staged,
    text::plain,
    words::say,
};

#[derive(Debug, Subcommand)]
pub(crate) enum RootsVerb {
    /// Print the folders of a server, or of all.
    List {
        /// The server's name.
        server: Option<String>,
    },
    /// Grant a folder to a server. You confirm it at this terminal; `--approve once` confirms it by the command line
    /// itself, unless the folder holds secrets.
    Grant {
        /// The server's name.
        server: String,
        /// The folder.
        folder: PathBuf,
        /// It is also to create, change and delete there.
        #[arg(long)]
        write: bool,
        /// The same, but you review its changes before they reach the folder (`roots pending`, `roots apply`).
        #[arg(long, conflicts_with = "write")]
        review: bool,
        /// The name that the server sees; the folder's own without it.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Also start the server with the folder as its last argument, if it does not ask for roots.
        #[arg(long, conflicts_with = "variable")]
        argument: bool,
        /// Also start the server with the folder in this environment variable.
        #[arg(long, value_name = "VARIABLE")]
        variable: Option<String>,
    },
    /// Print the changes that a server made in folders under review, which are not in the folders yet.
    Pending {
        /// The server's name.
        server: String,
        /// The folder; all without it.
        folder: Option<PathBuf>,
        /// Also print the lines that differ.
        #[arg(long)]
        diff: bool,
    },
    /// Copy pending changes into the folder, at most the first 1,000. You confirm them at this terminal; `--approve once` confirms them
    /// by the command line itself.
    Apply {
        /// The server's name.
        server: String,
        /// The folder.
        folder: PathBuf,
        /// Only this file or folder, relative to the folder; repeatable.
        #[arg(long, value_name = "PATH")]
        only: Vec<String>,
    },
    /// Drop pending changes. The server sees your files again.
    Discard {
        /// The server's name.
        server: String,
        /// The folder.
        folder: PathBuf,
        /// Only this file or folder, relative to the folder; repeatable.
        #[arg(long, value_name = "PATH", required_unless_present = "all")]
        only: Vec<String>,
        /// Every pending change of the folder.
        #[arg(long, conflicts_with = "only")]
        all: bool,
    },
    /// Take a folder back. It counts at once. Pending changes of a folder under review stay pending.
    Revoke {
        /// The server's name.
        server: String,
        /// The folder.
        folder: PathBuf,
    },
}

pub(crate) async fn run(
    host: &Host,
    verb: &RootsVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        RootsVerb::List { server } => list(host, server.as_deref(), output).await,
        RootsVerb::Grant {
            server,
            folder,
            write,
            review,
            name,
            argument,
            variable,
        } => {
            let (id, _) = host.server_named(server)?;
            let chosen = RootChoiceView {
                name: name.clone().unwrap_or_default(),
                access: match (write, review) {
                    (true, _) => RootAccessView::Write,
                    (false, true) => RootAccessView::Staged,
                    (false, false) => RootAccessView::Read,
                },
                pass: match (argument, variable) {
                    (true, _) => RootPassView::Argument,
                    (false, Some(name)) => RootPassView::Variable { name: name.clone() },
                    (false, None) => RootPassView::Asked,
                },
                typed: String::new(),
            };
            let path = whole(folder)?;
            host.grant_root(id, &path, Some(chosen), approve == Approve::Once)
                .await?;
            output.one(&json!({ "granted": path }), || {
                say(phrases::terminal_root_granted())
            });
            Ok(())
        }
        RootsVerb::Revoke { server, folder } => {
            let (id, _) = host.server_named(server)?;
            let key = key_of(host, id, folder)?;
            host.revoke_root(id, &key).await?;
            output.one(&json!({ "revoked": key }), || {
                say(phrases::terminal_root_revoked())
            });
            Ok(())
        }
        RootsVerb::Pending {
            server,
            folder,
            diff,
        } => {
            let (id, _) = host.server_named(server)?;
            let folder = folder.as_deref().map(real).transpose()?;
            staged::pending(host, id, folder.as_deref(), *diff, output).await
        }
        RootsVerb::Apply {
            server,
            folder,
            only,
        } => {
            let (id, _) = host.server_named(server)?;
            staged::apply(host, id, &real(folder)?, only, approve, output).await
        }
        RootsVerb::Discard {
            server,
            folder,
            only,
            all: _,
        } => {
            let (id, _) = host.server_named(server)?;
            staged::discard(host, id, &real(folder)?, only, output).await
        }
    }
}

/// The path by which a folder was granted.
fn key_of(host: &Host, id: ServerId, folder: &Path) -> Result<String, Failure> {
    let path = whole(folder)?;
    // A folder that is gone has no other path than the one it was granted by.
    let real = real(folder)?;
    let held = host.roots(id)?.roots;
    let known = held.iter().any(|root| root.key == real);
    Ok(if known { real } else { path })
}

/// A path without links, as far as it exists.
fn real(folder: &Path) -> Result<String, Failure> {
    let real = dunce::canonicalize(folder).ok();
    match real.and_then(|real| real.to_str().map(str::to_owned)) {
        Some(real) => Ok(real),
        None => whole(folder),
    }
}

async fn list(host: &Host, server: Option<&str>, output: Output) -> Result<(), Failure> {
    let servers = match server {
        Some(name) => vec![host.server_named(name)?.1],
        None => host.state().await?.servers,
    };
    let mut found = Vec::new();
    for view in servers {
        let id = view
            .tag
            .id
            .parse()
            .map_err(|_| Failure::usage(phrases::terminal_unknown_server()))?;
        found.push((view.tag.name, host.roots(id)?.roots));
    }
    let all: Vec<_> = found
        .iter()
        .map(|(name, roots)| json!({ "server": name, "roots": roots }))
        .collect();
    output.one(&json!({ "servers": all }), || {
        let mut lines: Vec<String> = found
            .iter()
            .flat_map(|(name, roots)| roots.iter().map(move |root| line(name, root)))
            .collect();
        if lines.is_empty() {
            lines.push(say(phrases::terminal_roots_none()));
        } else {
            lines.push(say(phrases::terminal_roots_told()));
        }
        lines.join("\n")
    });
    Ok(())
}

fn line(server: &str, root: &RootRowView) -> String {
    let (path, access, name) = (&root.path, access(root.access), &root.name);
    let since = output::time(root.since_ms as i64);
    let line = say(match &root.pass {
        RootPassView::Asked => phrases::terminal_root_row(access, name, path, server, since),
        RootPassView::Argument => {
            phrases::terminal_root_row_argument(access, name, path, server, since)
        }
        RootPassView::Variable { name: variable } => {
            phrases::terminal_root_row_variable(access, name, path, server, since, variable)
        }
    });
    match &root.trouble {
        Some(why) => format!("{line} {}", say(phrases::terminal_root_withdrawn(why))),
        None => line,
    }
}

fn access(access: RootAccessView) -> Phrase {
    match access {
        RootAccessView::Read => phrases::terminal_root_read(),
        RootAccessView::Staged => phrases::terminal_root_staged(),
        RootAccessView::Write => phrases::terminal_root_write(),
    }
}

/// A path as a whole path, its links as they are.
fn whole(folder: &std::path::Path) -> Result<String, Failure> {
    // What a message named may have been copied with its marks.
    let copied = folder.to_str().map(without_isolation);
    let folder = match &copied {
        Some(copied) if !folder.exists() => std::path::Path::new(copied),
        Some(_) | None => folder,
    };
    let whole = std::path::absolute(folder)
        .map_err(|error| Failure::usage(phrases::terminal_root_no_path(error.to_string())))?;
    let text = whole.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::usage(phrases::terminal_root_not_unicode()))
}

/// The same facts as the consent window shows.
fn describe(root: &RootApprovalView, out: &mut Vec<String>) {
    out.push(say(phrases::terminal_root_title(&root.server.name)));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_root_folder(plain(&root.path)));
    if let Some(picked) = &root.picked {
        row(phrases::terminal_root_link(plain(picked)));
    }
    row(match root.more {
        true => phrases::terminal_root_holds_more(root.files),
        false => phrases::terminal_root_holds(root.files),
    });
    row(phrases::terminal_root_for(access(root.access)));
    row(phrases::terminal_root_named(&root.name));
    match &root.pass {
        RootPassView::Asked => {}
        RootPassView::Argument => row(phrases::terminal_root_argument()),
        RootPassView::Variable { name } => row(phrases::terminal_root_variable(name)),
    }
    if let Some(risk) = &root.risk {
        row(phrases::terminal_root_risk(risk));
    }
    for found in &root.secrets {
        row(phrases::terminal_root_secret(&found.path, &found.what));
    }
    if root.more_secrets > 0 {
        row(phrases::terminal_root_secrets_more(root.more_secrets));
    }
    if root.access != RootAccessView::Read && !root.holds.is_empty() {
        let names = root.holds.iter().map(|server| &server.name);
        row(phrases::terminal_root_was_sent(Value::list(names)));
    }
    for other in &root.others {
        let access = access(other.access);
        row(phrases::terminal_root_other(access, &other.path));
    }
    row(phrases::terminal_root_private());
    row(phrases::terminal_roots_told());
}

impl Terminal for RootApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        describe(self, out);
    }

    fn answer(&self, text: &str, _: &Host, _: ApprovalId) -> Option<AnswerView> {
        Some(answer(self, text))
    }
}

/// Shows the approval request and reads the answer: `y`, or the folder's name where that must be typed.
fn answer(root: &RootApprovalView, text: &str) -> AnswerView {
    output::ask(&format!("\n{text}\n"));
    let said = match &root.typed {
        Some(name) => read_line(&say(phrases::terminal_ask_root_typed(name))),
        None => read_line(&say(phrases::terminal_ask_root())),
    };
    let granted = match &root.typed {
        Some(name) => said == name.trim(),
        None => said == "y",
    };
    if !granted {
        return AnswerView::Deny { note: None };
    }
    AnswerView::AllowRoot {
        choice: RootChoiceView {
            name: root.name.clone(),
            access: root.access,
            pass: root.pass.clone(),
            typed: root.typed.clone().unwrap_or_default(),
        },
    }
}
