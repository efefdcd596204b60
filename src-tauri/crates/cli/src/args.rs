//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, error::ErrorKind};
use host_api::LogLevelView;
use messages::phrases;

use crate::{
    account::{ClientArgs, LoginArgs},
    adding::AddArgs,
    audit::AuditVerb,
    bundles::BundleArgs,
    chat::{ChatArgs, ModelsVerb},
    confinement::ConfinementArgs,
    context::ContextVerb,
    data::DataVerb,
    links::LinksVerb,
    options::{Approve, LanguageChoice, OnOff},
    output::{Failure, Output},
    packages::{PackageArgs, PackagesVerb},
    reach::ReachArgs,
    registry::RegistryVerb,
    roots::RootsVerb,
    rules::RulesVerb,
    sampling::SamplingVerb,
    sessions::SessionsArgs,
    tasks::TasksVerb,
    trial_runs::TrialArgs,
    usage::UsageArgs,
    words,
};

/// A careful host for MCP servers, in a terminal.
#[derive(Debug, Parser)]
#[command(name = "innkeeper-cli", version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    /// Where the data lives.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Print one JSON document on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    /// Who answers approval requests: you, nobody, or this command line for the one action that it names.
    #[arg(long, global = true, value_enum, default_value_t = Approve::Ask)]
    pub approve: Approve,
    /// Sign a server in with the token in a file, which the platform keeps there for programs on it (workload identity).
    #[arg(long = "workload-token", global = true, value_name = "SERVER=FILE")]
    pub workloads: Vec<String>,
    /// The language of notes, errors and approval requests. `--json` and this help stay English.
    #[arg(long, global = true, value_enum, default_value_t = LanguageChoice::System)]
    pub language: LanguageChoice,
    #[command(subcommand)]
    pub verb: Verb,
}

/// Reads the command line. `--help` and `--version` end the program here.
pub(crate) fn read() -> Result<Args, (Failure, Output)> {
    Args::try_parse().map_err(|error| {
        let json = std::env::args_os()
            .take_while(|word| word != "--")
            .any(|word| word == "--json");
        let kind = error.kind();
        let help = kind == ErrorKind::DisplayHelp || kind == ErrorKind::DisplayVersion;
        let nothing = kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if help || (nothing && !json) {
            error.exit();
        }
        words::speak(given_language().into());
        let failure = if nothing {
            Failure::usage(phrases::terminal_no_subcommand()).hint(phrases::terminal_hint_help())
        } else {
            usage(&error.to_string())
        };
        (failure, Output { json })
    })
}

/// The value of `--language` on a command line that could not be read.
fn given_language() -> LanguageChoice {
    let words: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .take_while(|word| word != "--")
        .collect();
    let after = words.windows(2).find_map(|pair| match pair {
        [option, value] if option == "--language" => Some(value.as_str()),
        [..] => None,
    });
    let joined = || {
        words
            .iter()
            .find_map(|word| word.strip_prefix("--language="))
    };
    let value = after.or_else(joined).unwrap_or_default();
    LanguageChoice::from_str(value, false).unwrap_or(LanguageChoice::System)
}

/// The parser's report, several paragraphs, as one line and a hint.
fn usage(report: &str) -> Failure {
    let mut paragraphs = report.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ")
    });
    let first = paragraphs.next().unwrap_or_default();
    let rest: Vec<String> = paragraphs.filter(|p| !p.is_empty()).collect();
    let first = first.strip_prefix("error: ").unwrap_or(&first);
    Failure::usage(first.to_owned()).hint(rest.join(" · "))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Add, list, remove and examine servers.
    Servers {
        #[command(subcommand)]
        verb: ServersVerb,
    },
    /// List and call tools.
    Tools {
        #[command(subcommand)]
        verb: ToolsVerb,
    },
    /// List and read what a server offers to read.
    Resources {
        #[command(subcommand)]
        verb: ResourcesVerb,
    },
    /// List a server's prompts, and see what one becomes.
    Prompts {
        #[command(subcommand)]
        verb: PromptsVerb,
    },
    /// See which values a server proposes for an argument.
    Complete(CompleteArgs),
    /// Start a server and print its log: its messages, its error output, and this program's notes.
    Logs(LogsArgs),
    /// Start a server and print each message that passes.
    Traffic(TrafficArgs),
    /// Show the installed packages of servers, or delete those that no server uses.
    Packages {
        #[command(subcommand)]
        verb: PackagesVerb,
    },
    /// Search a registry of servers, which is off until you switch it on. Its entries are claims of their publishers.
    Registry {
        #[command(subcommand)]
        verb: RegistryVerb,
    },
    /// Start a server and ask whether it answers.
    Ping {
        /// The server's name.
        server: String,
    },
    /// List models.
    Models {
        #[command(subcommand)]
        verb: ModelsVerb,
    },
    /// Send one message and print the answer.
    Chat(ChatArgs),
    /// Grant folder access to servers, revoke it, list it.
    Roots {
        #[command(subcommand)]
        verb: RootsVerb,
    },
    /// List, make, remove and try rules.
    Rules {
        #[command(subcommand)]
        verb: RulesVerb,
    },
    /// Let a server ask for answers of your model, or no longer, and see what it asked.
    Sampling {
        #[command(subcommand)]
        verb: SamplingVerb,
    },
    /// List, await and cancel calls that servers go on with as tasks, also after a restart.
    Tasks {
        #[command(subcommand)]
        verb: TasksVerb,
    },
    /// See what a model sees: the parts of a request.
    Context {
        #[command(subcommand)]
        verb: ContextVerb,
    },
    /// Say what requests to models took: tokens, and the cost where a price is known.
    Usage(UsageArgs),
    /// Search, verify and export the audit log.
    Audit {
        #[command(subcommand)]
        verb: AuditVerb,
    },
    /// Save conversations, servers without secrets, rules and the audit log to a new folder.
    Export {
        /// The folder to make it in.
        dir: PathBuf,
    },
    /// Say where the data is, and how large; list and restore the backups from before updates.
    Data {
        #[command(subcommand)]
        verb: Option<DataVerb>,
    },
    /// Have your desktop open `innkeeper:` links with the Innkeeper window, or no longer.
    Links {
        #[command(subcommand)]
        verb: LinksVerb,
    },
    /// Stop everything in the Innkeeper that runs on this data: answers, calls, pending approvals and servers.
    StopAll,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ServersVerb {
    /// Add a server: a program after `--`, one at a URL, or a bundle. It is reviewed; nothing is started or connected to.
    Add(Box<AddArgs>),
    /// List the servers.
    List,
    /// Switch a server on again.
    On {
        /// Its name.
        name: String,
    },
    /// Switch a server off: it does not start and is offered to no model.
    Off {
        /// Its name.
        name: String,
    },
    /// Let a server sleep when nobody uses it: it does not run, and starts when an approved call needs it. Without an option, after the time for all servers.
    Sleep {
        /// Its name.
        name: String,
        /// After so many minutes without use.
        #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..))]
        after: Option<u32>,
        /// Never: it runs while the program runs.
        #[arg(long, conflicts_with = "after")]
        never: bool,
    },
    /// Start a server that sleeps, and compare what it offers with what you accepted.
    Wake {
        /// Its name.
        name: String,
    },
    /// Let a server make requests to your model (sampling) or to you (elicitation). Each request still needs your approval. Without an option, show what it may request.
    #[command(alias = "asks")]
    Features {
        /// Its name.
        name: String,
        /// Answers of your model.
        #[arg(long, value_enum, value_name = "on|off")]
        sampling: Option<OnOff>,
        /// Requests for your input.
        #[arg(long, value_enum, value_name = "on|off")]
        elicitation: Option<OnOff>,
    },
    /// Choose whether a server is spoken to with sessions. Without a choice, show it.
    Sessions(SessionsArgs),
    /// Show the instructions of a server for models, and whether models read them.
    Instructions {
        /// Its name.
        name: String,
        /// Let models read them, as claims of that server, or not.
        #[arg(value_enum, value_name = "on|off")]
        for_models: Option<OnOff>,
    },
    /// Change the sandbox of a local server, and review its launch. Without an option, show its sandbox.
    Confinement(ConfinementArgs),
    /// Show the package of a server whose command is a package runner, update it, or go back to an older version.
    Package(PackageArgs),
    /// Start a local server with what it has, refuse everything else, and list what it looked for.
    Trial(TrialArgs),
    /// Read and check a bundle, and show what it says. Nothing is unpacked.
    Bundle(BundleArgs),
    /// Allow a confined server hosts, remove them, list them and its connections.
    Reach(ReachArgs),
    /// Add a copy of a server under the next free name, with its kept values; its launch is reviewed when it starts.
    Duplicate {
        /// Its name.
        name: String,
    },
    /// Remove a server with its secrets and grants.
    Remove {
        /// Its name.
        name: String,
    },
    /// Add servers from the file of another program; nothing is started.
    Import {
        /// The file: `mcpServers` or VS Code's `servers`; `-` reads standard input.
        file: PathBuf,
        /// Only these; every new and changed one that is not switched off if none is given.
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Show what would be added, and add nothing.
        #[arg(long)]
        dry_run: bool,
        /// A value for a variable or an input that the file leaves open. Other programs can see command lines: give no
        /// secret this way.
        #[arg(long = "set", value_name = "NAME=VALUE")]
        set: Vec<String>,
        /// Take no values from the file: read these variables from your own environment at each start.
        #[arg(long)]
        env_from: bool,
    },
    /// Start a server and say what was found.
    Doctor {
        /// Its name.
        name: String,
    },
    /// Sign in to a server at a URL: you see where and what for, then the address is opened in your browser.
    Login(LoginArgs),
    /// Sign out of a server: its tokens are deleted and, where that can be told, made void.
    Logout {
        /// Its name.
        name: String,
    },
    /// Use a client that you were given by hand where one signs in to a server; for that server and that place only.
    #[command(name = "oauth-client", alias = "client")]
    Client(ClientArgs),
    /// Say where one is signed in to a server, what for and until when.
    Auth {
        /// Its name.
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolsVerb {
    /// List the tools of one server or of all.
    List {
        /// The server's name.
        server: Option<String>,
    },
    /// Search the tools on offer to models, as a model does when they do not fit into a request.
    Find {
        /// What the tool should do, in a few words.
        query: String,
        /// Only tools of this server.
        #[arg(long, value_name = "NAME")]
        server: Option<String>,
    },
    /// Offer a tool to models again.
    On {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
    },
    /// Offer a tool to no model, and send no call of it.
    Off {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
    },
    /// Call one tool.
    Call {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
        /// The arguments, a JSON object.
        #[arg(value_name = "JSON", default_value = "{}")]
        arguments: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ResourcesVerb {
    /// List the resources of a server.
    List {
        /// The server's name.
        server: String,
    },
    /// List the templates of a server.
    Templates {
        /// The server's name.
        server: String,
    },
    /// Read one resource.
    Read {
        /// The server's name.
        server: String,
        /// The URI; a template if values are given.
        uri: String,
        /// A value of the template.
        #[arg(long, value_name = "NAME=VALUE")]
        set: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum PromptsVerb {
    /// List the prompts of a server.
    List {
        /// The server's name.
        server: String,
    },
    /// See what a prompt becomes.
    Get {
        /// The server's name.
        server: String,
        /// The prompt's name.
        name: String,
        /// An argument.
        #[arg(long, value_name = "NAME=VALUE")]
        set: Vec<String>,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompleteArgs {
    /// The server's name.
    pub server: String,
    /// The argument's name.
    pub argument: String,
    /// What it begins with.
    #[arg(default_value = "")]
    pub value: String,
    /// The prompt the argument is of.
    #[arg(long, value_name = "NAME", conflicts_with = "template")]
    pub prompt: Option<String>,
    /// The template the argument is a variable of.
    #[arg(long)]
    pub template: Option<String>,
    /// What was given for another argument.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LogsArgs {
    /// The server's name.
    pub server: String,
    /// The least grave messages it is asked for.
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// How long it is followed, in seconds.
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub seconds: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TrafficArgs {
    /// The server's name.
    pub server: String,
    /// How long it is followed, in seconds.
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub seconds: u64,
}

/// How grave a log message is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl From<Level> for LogLevelView {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Notice => Self::Notice,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
            Level::Critical => Self::Critical,
            Level::Alert => Self::Alert,
            Level::Emergency => Self::Emergency,
        }
    }
}
