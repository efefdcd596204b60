//! Measures this host against the floor, against other clients, and against what it must not cost more than.
//! `cargo xtask bench` builds it and all it needs, and runs it.

mod aims;
mod assembling;
mod client;
mod commit;
mod cores;
mod error;
mod finding;
mod flame;
mod full;
mod known;
mod load;
mod matching;
mod neighbour;
mod plan;
mod plot;
mod profile;
mod reading;
mod record;
mod report;
mod rounds;
mod soak;
mod start;
mod stop;
mod storm;
mod stream;
mod tables;
mod tools;
mod walls;
mod window;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use error::BenchError;
use load::{Load, Target};

#[derive(Parser)]
#[command(name = "bench", about = "Measures this host")]
struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// Measures in rounds and prints tables.
    Run(Choice),
    /// One load through this workspace's client alone.
    Client(LoadArgs),
    /// The same, spoken to without a session.
    ClientStateless(LoadArgs),
    /// One load through the whole host.
    Full(LoadArgs),
    /// Durable commits, bare and of the audit log.
    Commit(commit::Kind),
    /// The host's cost of a chunk of a streamed answer.
    Stream(stream::Answer),
    /// What of it the connection takes.
    StreamFloor(stream::Answer),
    /// A model endpoint for `stream`.
    Model(stream::Answer),
    /// Searches of a conversation's earlier results in the arguments of a call.
    Matching {
        /// What they are.
        #[arg(value_enum)]
        results: matching::Results,
        /// How often.
        count: usize,
    },
    /// Searches of 10,000 tool definitions.
    Tools {
        /// What is measured.
        #[arg(value_enum)]
        work: tools::Work,
        /// How often.
        count: usize,
    },
    /// Searches of 200,000 messages.
    Finding {
        /// What is looked for.
        #[arg(value_enum)]
        wanted: finding::Wanted,
        /// How often.
        count: usize,
    },
    /// Reads an attached file.
    Reading {
        /// The size of the file.
        #[arg(value_enum)]
        size: reading::Size,
        /// How often.
        count: usize,
    },
    /// Requests of a conversation of 10,000 messages.
    Assembling {
        /// How much of it fits.
        #[arg(value_enum)]
        window: assembling::Window,
        /// How often.
        count: usize,
    },
    /// Stops of everything, so many.
    Stop {
        /// How many.
        count: usize,
    },
    /// A server for `stop`.
    Busy,
    /// One load through the client alone while another server floods.
    Neighbour(NeighbourArgs),
    /// What the sandbox costs.
    Walls {
        /// Where the helpers were built.
        helpers: PathBuf,
        /// Less often.
        #[arg(long)]
        quick: bool,
    },
    /// Something large to fetch for `walls`.
    Origin,
    /// Fills a data folder with servers that are known and asleep.
    Known {
        /// The folder.
        data: PathBuf,
        /// How many.
        servers: usize,
        /// Their program.
        program: String,
    },
    /// A long day of use.
    Soak {
        /// How many parts of it.
        parts: usize,
        /// The program of its servers.
        program: PathBuf,
    },
    /// Many servers at rest.
    Idle {
        /// How many.
        servers: usize,
        /// Their program.
        program: PathBuf,
    },
}

#[derive(clap::Args)]
struct Choice {
    /// Measure only these.
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    /// Fewer and shorter rounds.
    #[arg(long)]
    quick: bool,
    /// Also write every figure to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where the helpers were built.
    #[arg(long, value_name = "DIR")]
    helpers: PathBuf,
    /// The empty app and this app, built for release.
    #[arg(long, num_args = 2, value_names = ["EMPTY", "APP"])]
    apps: Vec<PathBuf>,
    /// Also keep it in `RESULTS.md`, beside what was measured before.
    #[arg(long)]
    record: bool,
    /// Instead of measuring, leave a flame graph of each case in this folder.
    #[arg(long, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// What drives the app's window in a storm, built for release beside it.
    #[arg(long, value_name = "FILE")]
    storms: Option<PathBuf>,
}

impl Choice {
    /// Whether a group is to be measured.
    fn has(&self, group: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == group)
    }
}

#[derive(clap::Args)]
struct NeighbourArgs {
    /// Where the flood goes.
    #[arg(long, value_enum)]
    beside: neighbour::Beside,
    /// The server that floods.
    #[arg(long, value_name = "FILE")]
    flood: PathBuf,
    #[command(flatten)]
    load: LoadArgs,
}

#[derive(clap::Args)]
struct LoadArgs {
    count: usize,
    at_once: usize,
    warm: usize,
    #[arg(last = true, required = true)]
    server: Vec<String>,
}

impl LoadArgs {
    fn split(self) -> Result<(Load, Target), BenchError> {
        let load = Load {
            count: self.count,
            at_once: self.at_once,
            warm: self.warm,
        };
        Ok((load, Target::new(self.server)?))
    }
}

fn main() -> ExitCode {
    // The host that is measured starts its servers under this program.
    host::run_guard_if_asked();
    attachments::run_reader_if_asked();
    match measured() {
        // What still runs in the background is not waited for: everything measured is over.
        Ok(()) => std::process::exit(0),
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measured() -> Result<(), BenchError> {
    let act = Args::parse().act;
    let profile = profile::Profile::begin_if_asked()?;
    self::act(act)?;
    profile.map_or(Ok(()), profile::Profile::end)
}

fn act(act: Act) -> Result<(), BenchError> {
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
    };
    match act {
        Act::Run(choice) => return rounds::run(&choice),
        Act::Model(answer) => return stream::serve(&answer),
        Act::Busy => return stop::serve(),
        Act::Origin => return walls::serve(),
        Act::Matching { results, count } => load::print(&matching::measure(results, count)?)?,
        Act::Tools { work, count } => load::print(&tools::measure(work, count)?)?,
        Act::Finding { wanted, count } => {
            load::print(&runtime()?.block_on(finding::measure(wanted, count))?)?;
        }
        Act::Reading { size, count } => load::print(&reading::measure(size, count)?)?,
        Act::Assembling { window, count } => load::print(&assembling::measure(window, count)?)?,
        Act::Client(args) => {
            let (load, target) = args.split()?;
            let measured = client::measure(load, target, mcp::Era::Stateful);
            load::print(&runtime()?.block_on(measured)?)?;
        }
        Act::ClientStateless(args) => {
            let (load, target) = args.split()?;
            let measured = client::measure(load, target, mcp::Era::Stateless);
            load::print(&runtime()?.block_on(measured)?)?;
        }
        Act::Full(args) => {
            let (load, target) = args.split()?;
            load::print(&runtime()?.block_on(full::measure(load, target))?)?;
        }
        Act::Commit(kind) => load::print(&runtime()?.block_on(commit::measure(&kind))?)?,
        Act::Stop { count } => load::print(&runtime()?.block_on(stop::measure(count))?)?,
        Act::Neighbour(args) => {
            let (load, target) = args.load.split()?;
            let measured = neighbour::measure(load, target, args.beside, &args.flood);
            load::print(&runtime()?.block_on(measured)?)?
        }
        Act::Idle { servers, program } => {
            let idle = runtime()?.block_on(neighbour::idle(servers, program))?;
            println!("{}", serde_json::to_string(&idle)?);
        }
        Act::Soak { parts, program } => {
            let soak = runtime()?.block_on(soak::measure(parts, &program))?;
            println!("{}", serde_json::to_string(&soak)?);
        }
        Act::Walls { helpers, quick } => {
            let walls = runtime()?.block_on(walls::measure(helpers, quick))?;
            println!("{}", serde_json::to_string(&walls)?);
        }
        Act::Known {
            data,
            servers,
            program,
        } => runtime()?.block_on(known::seed(data, servers, &program))?,
        Act::StreamFloor(answer) => {
            load::print(&runtime()?.block_on(stream::floor(&answer))?)?;
        }
        Act::Stream(answer) => load::print(&runtime()?.block_on(stream::measure(&answer))?)?,
    }
    Ok(())
}
