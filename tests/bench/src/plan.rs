//! What is measured: each case by its name, how it is run, and what it is compared with.

use std::{path::PathBuf, process::Command};

use crate::{error::BenchError, stream::FAST};

/// The length of the echoed message, in bytes.
pub const MESSAGE: usize = 64;
/// Calls before those that count.
const WARM: usize = 200;

/// The group of searches for text that crosses servers.
pub const MATCHING: &str = "matching";
/// The group of model requests of a long conversation.
pub const ASSEMBLING: &str = "assembling";
/// All of the conversation fits the window.
pub const ALL_FITS: &str = "all of it fits";
/// Earlier results that are text.
pub const OF_TEXT: &str = "results that are text";
/// Earlier results that are JSON text.
pub const OF_JSON: &str = "results that are JSON with escapes";
/// The group of attached files.
pub const READING: &str = "reading";
/// The group of searches for tools.
pub const TOOLS: &str = "tools";
/// The group of searches for messages.
pub const FINDING: &str = "finding";
/// A search for what every message has.
pub const EVERYWHERE: &str = "a word in every message";
/// A search with the phrasings of a model.
pub const PHRASED: &str = "search, several phrasings";
/// One durable row of a small table, on its own: what a call costs at least that is recorded before it is sent.
pub const ROW: &str = "SQLite, one row";
/// Rows of the audit log, each durable, 64 at once: what a call costs at least that is recorded before it is sent.
pub const ROWS: &str = "the log's rows, 64 at once";
/// The group of streamed answers; the window adds its part.
pub const STREAM: &str = "stream";
/// The group of a flood next door.
pub const NEIGHBOUR: &str = "neighbour";
/// The group that is no case: many servers at rest.
pub const IDLE: &str = "idle";
/// How many those are.
pub const IDLE_SERVERS: usize = 100;
/// The group that is no case: a long day of use.
pub const SOAK: &str = "soak";
/// The group that is no case: the real window in a storm.
pub const STORM: &str = "storm";
/// The group that is no case: what the sandbox costs.
pub const SANDBOX: &str = "sandbox";
/// The group of the kill switch.
pub const STOP: &str = "stop";
/// Its one case.
pub const STOP_ALL: &str = "10 busy servers, 20 calls, a turn";
/// The group that is no case: two apps.
pub const START: &str = "start";

/// A group of cases, by the name for `--only`.
pub const GROUPS: &[(&str, &str)] = &[
    (
        "echo",
        "Echo round trips over stdio, against the same server",
    ),
    (
        NEIGHBOUR,
        "Echo round trips, one at a time, while another server floods",
    ),
    (IDLE, "Servers at rest, over stdio"),
    ("commit", "What durability costs on this disk"),
    (
        MATCHING,
        "Looking for 1 MiB of a conversation's earlier results in 800 bytes of arguments",
    ),
    (TOOLS, "Searching 10,000 tool definitions"),
    (FINDING, "Searching 200,000 messages"),
    (
        READING,
        "Reading the text of an attached file, twice a process of its own",
    ),
    (
        ASSEMBLING,
        "Building the request of a conversation of 10,000 messages with 5,000 results, and its account",
    ),
    (STREAM, "The host's cost of a chunk of a streamed answer"),
    (
        SANDBOX,
        "The same server without a sandbox and in one, in turn",
    ),
    (STOP, "From \"stop everything\" until nothing runs"),
    (
        SOAK,
        "Eight hours of use in a few minutes, without a window: 10,000 calls, 500 turns, 200 restarts of servers, 50 openings",
    ),
    (
        STORM,
        "The real window while a server says all it may: from a click to the frame that shows it",
    ),
    (
        START,
        "Start and memory, release builds, on an X server without a screen",
    ),
];

/// One program, run once per round.
pub struct Case {
    /// Its group.
    pub group: &'static str,
    /// Its name in the table.
    pub name: &'static str,
    /// How many at once; the other column of a stream is how long the answer is.
    pub at_once: usize,
    /// How many acts count.
    pub count: usize,
    /// The cores it and what it starts have; all of them if none.
    pub cores: Option<usize>,
    /// How it is started.
    pub command: Box<dyn Fn(usize) -> Result<Command, BenchError> + Send + Sync>,
}

/// The names of the clients and paths, in the order of the table.
pub const FLOOR: &str = "floor (C, nothing read)";
/// This workspace's client.
pub const OURS: &str = "Innkeeper's client";
/// The same without a session (2026-07-28).
pub const OURS_STATELESS: &str = "Innkeeper's client, without a session";
/// The client that most Rust programs use.
pub const RMCP: &str = "rmcp 3.8.0";
/// This workspace's host.
pub const FULL: &str = "Innkeeper, full path";

/// What of a chunk the connection takes, read with the same library.
pub const CONNECTION: &str = "the connection alone, after 1 KB";
/// The same at the pace that a window has to keep up with.
pub const CONNECTION_FASTEST: &str = "the connection alone, 1,000 a second";
/// That pace.
const FASTEST: u32 = 1_000;
/// A chunk of a short answer at that pace.
pub const SHORT_FASTEST: &str = "after 1 KB, 1,000 a second";
/// A chunk of a short answer.
pub const SHORT: &str = "after 1 KB";
/// A chunk of a long answer.
pub const LONG: &str = "after 1 MB";

/// A flood that another program reads.
pub const FLOOD_ELSEWHERE: &str = "a flood, read elsewhere";
/// A flood that a client of the same process reads.
pub const FLOOD_IN_HOST: &str = "a flood, in the host";

/// Where the helpers are.
pub struct Helpers(pub PathBuf);

impl Helpers {
    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

/// The folder of the benchmark's sources.
pub fn here() -> PathBuf {
    peers::root().join("tests/bench")
}

/// Every case.
pub fn cases(helpers: &Helpers) -> Vec<Case> {
    let mut all = Vec::new();
    for at_once in [1, 64] {
        let mut echo = |name, count, program: PathBuf, before: Vec<String>| {
            let server = helpers.at("fastecho");
            all.push(Case {
                group: "echo",
                name,
                at_once,
                count,
                // One at a time, client and server never work at the same time: on two cores the wake-up of an idle core
                // would be measured.
                cores: Some(if at_once == 1 { 1 } else { 2 }),
                command: Box::new(move |count| {
                    let mut command = Command::new(&program);
                    command
                        .args(&before)
                        .args([count, at_once, WARM].map(|n| n.to_string()))
                        .arg("--")
                        .arg(&server)
                        .env("MSG", "x".repeat(MESSAGE));
                    Ok(command)
                }),
            });
        };
        let own = |act: &str| vec![act.to_owned()];
        let script = here().join("clients/ts.mjs").display().to_string();
        let python = peers::python().unwrap_or_else(|_| "python3".into());
        let in_python = here().join("clients/py.py").display().to_string();
        let this = std::env::current_exe().unwrap_or_default();
        echo(FLOOR, 20_000, helpers.at("floor"), vec![]);
        echo(OURS, 20_000, this.clone(), own("client"));
        let stateless = own("client-stateless");
        echo(OURS_STATELESS, 20_000, this.clone(), stateless);
        echo(RMCP, 20_000, helpers.at("bench-rmcp"), vec![]);
        echo("TypeScript SDK 1.32.2", 5_000, "node".into(), vec![script]);
        echo("Python SDK 2.3.0", 1_000, python, vec![in_python]);
        let full = if at_once == 1 { 600 } else { 12_000 };
        echo(FULL, full, this, own("full"));
    }
    for (beside, name) in [
        ("nothing", "no flood"),
        ("elsewhere", FLOOD_ELSEWHERE),
        ("host", FLOOD_IN_HOST),
    ] {
        let (echo, flood) = (helpers.at("fastecho"), helpers.at("flood"));
        all.push(Case {
            group: NEIGHBOUR,
            name,
            at_once: 1,
            count: 10_000,
            // The neighbour has one core, the flood and who reads it another: what is left is what a process shares.
            cores: Some(1),
            command: Box::new(move |count| {
                let mut command = Command::new(std::env::current_exe()?);
                command
                    .args(["neighbour", "--beside", beside, "--flood"])
                    .arg(&flood)
                    .args([count, 1, WARM].map(|n| n.to_string()))
                    .arg("--")
                    .arg(&echo)
                    .env("MSG", "x".repeat(MESSAGE));
                Ok(command)
            }),
        });
    }
    all.push(own(
        "commit",
        "fdatasync of 4 KB",
        1,
        400,
        &["commit", "--bare"],
    ));
    all.push(own("commit", ROW, 1, 400, &["commit"]));
    let together = ["commit", "--at-once", "64"];
    all.push(own("commit", ROWS, 64, 6_000, &together));
    for (name, results) in [
        ("floor (read once, in lower case)", "floor"),
        (OF_TEXT, "text"),
        (OF_JSON, "json"),
        ("text, searched for the first time", "text-once"),
        (
            "JSON with escapes, searched for the first time",
            "json-once",
        ),
    ] {
        all.push(own(MATCHING, name, 1, 100, &["matching", results]));
    }
    for (name, work) in [
        ("search, one phrasing", "one"),
        (PHRASED, "several"),
        ("replace one server", "replace"),
    ] {
        all.push(own(TOOLS, name, 1, 420, &["tools", work]));
    }
    for (name, wanted) in [
        (EVERYWHERE, "everywhere"),
        ("a word in few messages", "rare"),
        ("two words, the second half typed", "typed"),
    ] {
        all.push(own(FINDING, name, 1, 100, &["finding", wanted]));
    }
    for (name, size) in [("one line", "line"), ("1 MiB of rows", "rows")] {
        all.push(own(READING, name, 1, 50, &["reading", size]));
    }
    for (name, window) in [(ALL_FITS, "roomy"), ("a twentieth of it fits", "narrow")] {
        all.push(own(ASSEMBLING, name, 1, 100, &["assembling", window]));
    }
    all.push(own(STOP, STOP_ALL, 1, 5, &["stop"]));
    let (fast, fastest) = (FAST.to_string(), FASTEST.to_string());
    for (name, act, before, pace, count) in [
        (CONNECTION, "stream-floor", "1024", &fast, 400),
        (SHORT, "stream", "1024", &fast, 400),
        (LONG, "stream", "1048576", &fast, 400),
        (CONNECTION_FASTEST, "stream-floor", "1024", &fastest, 2_000),
        (SHORT_FASTEST, "stream", "1024", &fastest, 2_000),
    ] {
        all.push(own(STREAM, name, 1, count, &[act, before, pace]));
    }
    all
}

/// A case of this program itself; the count comes last on its command line.
fn own(
    group: &'static str,
    name: &'static str,
    at_once: usize,
    count: usize,
    args: &[&str],
) -> Case {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    Case {
        group,
        name,
        at_once,
        count,
        cores: None,
        command: Box::new(move |count| {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(&args).arg(count.to_string());
            Ok(command)
        }),
    }
}
