//! Twenty servers of npm and PyPI as people paste them: installed once, used without a network, updated, and used again.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use peers::Mirror;
use serde_json::Value;

use crate::terminal::command;

/// What people paste. Publishers may break some of them: these are more than have to work.
const LINES: [&str; 22] = [
    "npx -y @modelcontextprotocol/server-everything",
    "npx -y @modelcontextprotocol/server-memory",
    "npx -y @modelcontextprotocol/server-sequential-thinking",
    "npm exec -y @modelcontextprotocol/server-github",
    "npx -y @playwright/mcp",
    "npx -y @upstash/context7-mcp",
    "npx -y @notionhq/notion-mcp-server",
    "pnpm dlx chrome-devtools-mcp",
    "npx -y @modelcontextprotocol/server-puppeteer",
    "bunx firecrawl-mcp",
    "npx -y exa-mcp-server",
    "npx -y tavily-mcp",
    "npx -y @magicuidesign/mcp",
    "npx -y @cyanheads/git-mcp-server",
    "npx -y @eslint/mcp",
    "npx -y mcp-server-code-runner",
    "uvx mcp-server-time",
    "uvx mcp-server-fetch",
    "uvx mcp-server-git",
    "uv tool run duckduckgo-mcp-server",
    "pipx run arxiv-mcp-server",
    "uvx wikipedia-mcp",
];
const HAVE_TO_WORK: usize = 20;
/// How many are installed at the same time.
const AT_ONCE: usize = 4;
/// How long one command may take: most of it is download.
const LIMIT: Duration = Duration::from_secs(240);

/// The package that a line names.
fn package(line: &str) -> &str {
    line.rsplit(' ').next().unwrap_or(line)
}

/// Runs the program and returns what it printed.
async fn done(data: &Path, mirror: &Mirror, words: &[&str]) -> Result<Value, String> {
    let words = [&["--json", "--approve", "once"], words].concat();
    let mut command = command(data, &words);
    command
        .stderr(std::process::Stdio::piped())
        .envs(mirror.variables().unwrap());
    let output = tokio::time::timeout(LIMIT, command.output()).await;
    let output = output.map_err(|_| format!("{words:?} took too long"))?;
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(serde_json::from_slice(&output.stdout).unwrap_or_default());
    }
    Err(format!(
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// The version in use, and how many tools the server has when it runs confined, with no host allowed.
async fn used(data: &Path, mirror: &Mirror) -> Result<(String, usize), String> {
    let listed = done(data, mirror, &["tools", "list", "Guest"]).await?;
    let shown = done(data, mirror, &["servers", "package", "Guest"]).await?;
    let version = shown["package"]["version"].as_str();
    let tools = listed[0]["tools"].as_array().map_or(0, Vec::len);
    Ok((version.unwrap_or_default().to_owned(), tools))
}

/// A server, and the data of the program that it is added to.
struct Guest {
    line: &'static str,
    data: tempfile::TempDir,
}

/// What came of a step of one server: a part of its row in the table, or why it failed.
type Step = Result<String, String>;

impl Guest {
    async fn add(&self, mirror: &Mirror) -> Step {
        let mut words = vec!["servers", "add", "Guest"];
        words.push("--");
        words.extend(self.line.split(' '));
        self.in_use_after(mirror, &words).await
    }

    /// The update has to be another version: else nothing was tried.
    async fn update(&self, mirror: &Mirror) -> Step {
        let (before, _) = used(self.data.path(), mirror).await?;
        let words = ["servers", "package", "Guest", "--update"];
        let row = self.in_use_after(mirror, &words).await?;
        match row.contains(&before) {
            true => Err(format!("it is still version {before}")),
            false => Ok(row),
        }
    }

    async fn in_use_after(&self, mirror: &Mirror, words: &[&str]) -> Step {
        let begin = Instant::now();
        done(self.data.path(), mirror, words).await?;
        let took = begin.elapsed().as_secs();
        let (version, tools) = used(self.data.path(), mirror).await?;
        if tools == 0 {
            return Err("it has no tools".to_owned());
        }
        Ok(format!("{version:>11} in {took:>3} s, {tools:>3} tools"))
    }
}

async fn each<'a, F: Future<Output = Step>>(
    guests: &'a [Guest],
    run: impl FnMut(&'a Guest) -> F,
) -> Vec<Step> {
    let steps = stream::iter(guests).map(run).buffered(AT_ONCE);
    steps.collect().await
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_servers_are_installed_used_offline_and_updated() {
    let held: Vec<&str> = LINES.iter().map(|line| package(line)).collect();
    let mirror = Mirror::start(&held).unwrap();
    let guests: Vec<Guest> = LINES
        .iter()
        .map(|line| Guest {
            line,
            data: tempfile::tempdir().unwrap(),
        })
        .collect();
    let added = each(&guests, |guest| guest.add(&mirror)).await;
    mirror.publish().unwrap();
    let updated = each(&guests, |guest| guest.update(&mirror)).await;
    let mut work = 0;
    for ((guest, added), updated) in guests.iter().zip(&added).zip(&updated) {
        work += usize::from(added.is_ok() && updated.is_ok());
        let shown = |step: &Step| match step {
            Ok(row) => row.clone(),
            Err(why) => format!("FAILED: {why}"),
        };
        println!("{:<52} {} → {}", guest.line, shown(added), shown(updated));
    }
    assert!(
        work >= HAVE_TO_WORK,
        "{work} are installed, used and updated"
    );
}
