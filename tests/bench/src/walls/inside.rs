//! Starts, calls, and what a server does to files: `launcher` starts the server, `mcp` speaks to it.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use launcher::Places;
use sandbox::{Access, Change, FolderChange, FolderGrant};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    FILE_CALL, GIT_CALL, GRANT, OPEN, Pair, REVOKE, START, Times, Walls, changed, micros, pair,
    said_micros,
};
use crate::{
    client::{Connected, connect_in},
    error::BenchError,
    full::folder,
};

const FILES: &str = "@modelcontextprotocol/server-filesystem";
const GIT: &str = "mcp_server_git";
/// Acts on a file in one block; a block is what is timed.
const ACTS: usize = 10_000;
/// Calls before those that count.
const WARM: usize = 20;

/// The places of a confined server, and a server of each kind in them.
struct Stage {
    folder: TempDir,
    work: PathBuf,
}

impl Stage {
    fn new() -> Result<Self, BenchError> {
        let folder = folder()?;
        let work = dunce::canonicalize(folder.path())?.join("work");
        std::fs::create_dir(&work)?;
        std::fs::write(work.join("note.txt"), "x".repeat(64))?;
        Ok(Self { folder, work })
    }

    fn places(&self) -> Result<Places, BenchError> {
        let home = dunce::canonicalize(self.folder.path())?.join("home");
        std::fs::create_dir_all(&home)?;
        Ok(Places {
            recorded: false,
            home,
            grants: vec![FolderGrant::new(&self.work, Access::Write)?],
            ports: Vec::new(),
        })
    }

    async fn connect(&self, server: &Server, in_sandbox: bool) -> Result<Connected, BenchError> {
        let places = in_sandbox.then(|| self.places()).transpose()?;
        let connected = connect_in(&server.program, server.args.clone(), places).await?;
        let full = connected.sandbox.as_ref().map(|report| report.method)
            == Some(sandbox::Method::Namespaces);
        if full == in_sandbox {
            Ok(connected)
        } else {
            Err(BenchError::Unexpected(format!(
                "this system confines otherwise: {:?}",
                connected.sandbox
            )))
        }
    }

    async fn both(&self, server: &Server) -> Result<[Connected; 2], BenchError> {
        Ok([
            self.connect(server, false).await?,
            self.connect(server, true).await?,
        ])
    }
}

struct Server {
    program: String,
    args: Vec<String>,
}

/// Measures it.
pub async fn measure(walls: &mut Walls, probe: &str, times: Times) -> Result<(), BenchError> {
    let stage = Stage::new()?;
    let probe = Server {
        program: probe.to_owned(),
        args: Vec::new(),
    };
    walls
        .pairs
        .push(starts(&stage, START, &probe, times.starts).await?);
    on_files(walls, &stage, &probe, times).await?;
    grants(walls, &stage, &probe, times.changes).await?;
    of_others(walls, &stage, times).await
}

async fn starts(
    stage: &Stage,
    what: &str,
    server: &Server,
    count: usize,
) -> Result<Pair, BenchError> {
    pair(what, count, |in_sandbox| async move {
        let connected = stage.connect(server, in_sandbox).await?;
        let taken = connected.started_in;
        connected.end().await;
        Ok(micros(taken))
    })
    .await
}

/// The same calls of the same tool in both ways.
async fn calls(
    what: &str,
    both: &[Connected; 2],
    tool: &str,
    arguments: &Value,
    count: usize,
    answer: fn(&str) -> Option<f64>,
) -> Result<Pair, BenchError> {
    let [plain, confined] = both;
    let tools = [plain.tool(tool).await?, confined.tool(tool).await?];
    let arguments = arguments.to_string();
    let (tools, arguments) = (&tools, &arguments);
    let call = |in_sandbox: bool| async move {
        let [plain_tool, confined_tool] = tools;
        let (server, tool) = if in_sandbox {
            (confined, confined_tool)
        } else {
            (plain, plain_tool)
        };
        let (text, taken) = server.call(tool, arguments).await?;
        match answer(&text) {
            Some(said) => Ok(said),
            None => Ok(micros(taken)),
        }
    };
    for _ in 0..WARM.min(count) {
        call(false).await?;
        call(true).await?;
    }
    pair(what, count, call).await
}

async fn on_files(
    walls: &mut Walls,
    stage: &Stage,
    probe: &Server,
    times: Times,
) -> Result<(), BenchError> {
    let both = stage.both(probe).await?;
    for (name, what) in [
        ("open", OPEN),
        ("stat", "stat"),
        ("read", "read of 64 bytes"),
    ] {
        let arguments = json!({
            "what": name,
            "path": stage.work.join("note.txt"),
            "count": ACTS.to_string(),
        });
        // A failure is negative, and shows.
        let said = |text: &str| Some(said_micros(text).unwrap_or(f64::NAN));
        let row = calls(what, &both, "measure", &arguments, times.blocks, said).await?;
        if row.plain_us.is_nan() || row.confined_us.is_nan() {
            return Err(BenchError::Unexpected(format!("{what} failed")));
        }
        walls.pairs.push(row);
    }
    end(both).await;
    Ok(())
}

/// Grants and revokes a folder of a running server, as its actor in the host does.
async fn grants(
    walls: &mut Walls,
    stage: &Stage,
    probe: &Server,
    count: usize,
) -> Result<(), BenchError> {
    let mut server = stage.connect(probe, true).await?;
    let other = dunce::canonicalize(stage.folder.path())?.join("other");
    std::fs::create_dir(&other)?;
    let (mut granted, mut revoked) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let grant = FolderChange::Grant(FolderGrant::new(&other, Access::Read)?);
        let revoke = FolderChange::Revoke(other.clone());
        for (change, taken) in [(grant, &mut granted), (revoke, &mut revoked)] {
            let begin = Instant::now();
            let done = server.process.change_folder(&change).await;
            taken.push(micros(begin.elapsed()));
            if done.map_err(BenchError::host)? != Change::Done {
                return Err(BenchError::Unexpected("a folder was held".into()));
            }
        }
    }
    server.end().await;
    walls.changes.push(changed(GRANT, granted));
    walls.changes.push(changed(REVOKE, revoked));
    Ok(())
}

/// Servers of others, where they are installed.
async fn of_others(walls: &mut Walls, stage: &Stage, times: Times) -> Result<(), BenchError> {
    let work = stage.work.display().to_string();
    let server = |found: Result<(PathBuf, Vec<String>), peers::PeerError>, more: &[&str]| {
        let (program, mut args) = found
            .inspect_err(|error| eprintln!("not measured: {error}"))
            .ok()?;
        args.extend(more.iter().map(|&word| word.to_owned()));
        Some(Server {
            program: program.display().to_string(),
            args,
        })
    };
    if let Some(files) = server(peers::node_server(FILES), &[&work]) {
        let what = "start until initialized, filesystem";
        let row = starts(stage, what, &files, times.slow_starts).await?;
        walls.pairs.push(row);
        let both = stage.both(&files).await?;
        let arguments = json!({ "path": stage.work.join("note.txt") });
        let tool = "read_text_file";
        let row = calls(FILE_CALL, &both, tool, &arguments, times.calls, |_| None).await?;
        walls.pairs.push(row);
        end(both).await;
    }
    if let Some(git) = server(peers::python_server(GIT), &["--repository", &work]) {
        repository(&stage.work)?;
        let what = "start until initialized, git";
        let row = starts(stage, what, &git, times.slow_starts).await?;
        walls.pairs.push(row);
        let both = stage.both(&git).await?;
        let arguments = json!({ "repo_path": work });
        let row = calls(
            GIT_CALL,
            &both,
            "git_status",
            &arguments,
            times.slow_calls,
            |_| None,
        );
        walls.pairs.push(row.await?);
        end(both).await;
    }
    Ok(())
}

async fn end([plain, confined]: [Connected; 2]) {
    plain.end().await;
    confined.end().await;
}

#[allow(
    clippy::disallowed_methods,
    reason = "std's Command; the launcher is for servers"
)]
fn repository(folder: &Path) -> Result<(), BenchError> {
    let status = Command::new("git")
        .args(["init", "--quiet"])
        .arg(folder)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(BenchError::Unexpected("git made no repository".into()))
    }
}
