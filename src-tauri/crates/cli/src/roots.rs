//! Folder access of servers: `roots grant | revoke | list`.

use std::path::PathBuf;

use clap::Subcommand;
use domain::ApprovalId;
use host::{
    Host,
    api::{
        AnswerView, ApiError, ErrorCode, RootAccessView, RootApprovalView, RootChoiceView,
        RootPassView, RootRowView,
    },
};
use serde_json::json;

use crate::{
    approver::Terminal,
    input::read_line,
    options::Approve,
    output::{self, Failure, Output},
    text::plain_line,
};

/// The note of every list and approval request.
const TOLD: &str = "A server is told to work there. Nothing confines it to these folders yet.";

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
    /// Take a folder back. It counts at once.
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
            name,
            argument,
            variable,
        } => {
            let (id, _) = host.server_named(server)?;
            let chosen = RootChoiceView {
                name: name.clone().unwrap_or_default(),
                access: if *write {
                    RootAccessView::Write
                } else {
                    RootAccessView::Read
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
            output.one(&json!({ "granted": path }), || "Granted.".to_owned());
            Ok(())
        }
        RootsVerb::Revoke { server, folder } => {
            let (id, _) = host.server_named(server)?;
            let path = whole(folder)?;
            // A folder that is gone has no other path than the one it was granted by.
            let real = folder.canonicalize().ok();
            let real = real.and_then(|real| real.to_str().map(str::to_owned));
            let held = host.roots(id)?.roots;
            let known = |path: &String| held.iter().any(|root| root.key == *path);
            let key = real.filter(known).unwrap_or(path);
            host.revoke_root(id, &key).await?;
            output.one(&json!({ "revoked": key }), || "Revoked.".to_owned());
            Ok(())
        }
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
            .map_err(|_| ApiError::new(ErrorCode::NotFound, "There is no such server."))?;
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
            lines.push("No folder is granted.".to_owned());
        } else {
            lines.push(TOLD.to_owned());
        }
        domain::visible_block(&lines.join("\n"))
    });
    Ok(())
}

fn line(server: &str, root: &RootRowView) -> String {
    let pass = match &root.pass {
        RootPassView::Asked => String::new(),
        RootPassView::Argument => ", as its last argument".to_owned(),
        RootPassView::Variable { name } => format!(", as {name}"),
    };
    let trouble = root.trouble.as_deref();
    let trouble = trouble.map_or_else(String::new, |why| format!(" (withdrawn: {why})"));
    format!(
        "{server}  {}  {}{pass}  “{}”, since {}{trouble}",
        root.path,
        access(root.access),
        root.name,
        output::time(root.since_ms as i64)
    )
}

fn access(access: RootAccessView) -> &'static str {
    match access {
        RootAccessView::Read => "read",
        RootAccessView::Write => "read and write",
    }
}

/// A path as a whole path, its links as they are.
fn whole(folder: &std::path::Path) -> Result<String, Failure> {
    let whole = std::path::absolute(folder)
        .map_err(|error| Failure::usage(format!("No folder is named: {error}."), ""))?;
    let text = whole.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::usage("The name of the folder is not valid Unicode.", ""))
}

/// The same facts as the consent window shows.
fn describe(root: &RootApprovalView, out: &mut Vec<String>) {
    out.push(format!("Let {} into this folder?", root.server.name));
    out.push(format!("  folder  {}", plain_line(&root.path)));
    if let Some(picked) = &root.picked {
        out.push(format!("  It is where {} leads.", plain_line(picked)));
    }
    let more = if root.more { "more than " } else { "" };
    out.push(format!("  holds   {more}{} files", root.files));
    out.push(format!("  for     {}", access(root.access)));
    out.push(format!("  named   “{}”", root.name));
    match &root.pass {
        RootPassView::Asked => {}
        RootPassView::Argument => {
            out.push("  Also as its last argument: it starts anew.".to_owned());
        }
        RootPassView::Variable { name } => {
            out.push(format!("  Also as its variable {name}: it starts anew."));
        }
    }
    out.extend(root.risk.iter().map(|risk| format!("  ! {risk}.")));
    out.extend(
        root.secrets
            .iter()
            .map(|found| format!("  ! {} ({})", found.path, found.what)),
    );
    if root.more_secrets > 0 {
        out.push(format!(
            "  ! and {} more that look like secrets",
            root.more_secrets
        ));
    }
    for other in &root.others {
        out.push(format!(
            "  It also has {} ({})",
            other.path,
            access(other.access)
        ));
    }
    out.push("  No other server learns of it. You can revoke it at any time.".to_owned());
    out.push(format!("  {TOLD}"));
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
        Some(name) => read_line(&format!(
            "Type {} to grant it all the same, anything else does not:",
            domain::visible(name)
        )),
        None => read_line("Grant it? y grants, anything else does not:"),
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
