//! What a question looks like: everything in full, as plain text.

use consent::{
    EndpointChange, LaunchQuestion, OutflowAuthority, OutflowQuestion, Prompt, Question,
    SchemaCheck, ToolQuestion,
};
use domain::{
    EnvSource, HeaderEntry, HeaderSource, LaunchSpec, LocalLaunch, RemoteLaunch, ServerId,
};
use policy::{Evaluation, Reason, Tier};
use secrets::KeychainStatus;

use crate::{
    Inner,
    api::{
        EndpointPromptView, EnvView, LaunchPromptView, OutflowPromptView, PromptKindView,
        PromptView, ReasonView, RemotePromptView, ScopeView, ServerTag, ToolPromptView,
    },
    lock,
    pretty::pretty,
    prompts::{arguments::arguments, client, requests, segments, sign_in},
    servers::{origin_of, tag, where_to},
};

/// The view of a question.
pub(crate) async fn prompt_view(inner: &Inner, prompt: &Prompt) -> PromptView {
    let kind = match &prompt.question {
        Question::Tool(q) => PromptKindView::Tool {
            tool: tool(inner, q).await,
        },
        Question::Launch(q) => PromptKindView::Launch {
            launch: launch(inner, q),
        },
        Question::Outflow(q) => PromptKindView::Outflow {
            outflow: outflow(inner, q),
        },
        Question::Endpoint(change) => PromptKindView::Endpoint {
            endpoint: endpoint(inner, change),
        },
        Question::Request(q) => requests::request(inner, q),
        Question::Feature(change) => requests::feature(inner, change),
        Question::SignIn(q) => sign_in::sign_in(inner, q),
        Question::Client(q) => client::client(inner, q),
    };
    PromptView {
        id: prompt.id.to_string(),
        revision: prompt.revision,
        expires_at_ms: prompt.expires_at_ms as f64,
        arm_ms: u32::try_from(consent::ARM_TIME.as_millis()).unwrap_or(u32::MAX),
        kind,
    }
}

/// The user's name for a server.
pub(crate) fn server_name(inner: &Inner, id: ServerId) -> String {
    server_tag(inner, id, "a removed server").name
}

pub(crate) fn server_tag(inner: &Inner, id: ServerId, otherwise: &str) -> ServerTag {
    lock(&inner.servers).get(&id).map_or_else(
        || ServerTag {
            id: id.to_string(),
            name: otherwise.to_owned(),
            fob: 6,
        },
        |handle| tag(&handle.snapshot().record),
    )
}

async fn tool(inner: &Inner, q: &ToolQuestion) -> ToolPromptView {
    let (tier, tier_word) = tier(q.evaluation.tier);
    let conversation = match q.call.conversation {
        Some(id) => inner
            .store
            .conversations()
            .get(id)
            .await
            .ok()
            .flatten()
            .map(|c| c.title),
        None => None,
    };
    let mut scopes = vec![ScopeView::Once];
    if q.call.conversation.is_some() && !q.edited() {
        scopes.push(ScopeView::Conversation);
    }
    ToolPromptView {
        server: server_tag(inner, q.call.tool.server, "a removed server"),
        tool: domain::tool_label(&q.call.tool.name),
        title: segments(q.definition.title.as_deref().unwrap_or_default()),
        description: segments(q.definition.description.as_deref().unwrap_or_default()),
        asked_by: domain::visible(&q.asked_by),
        conversation,
        tier,
        tier_word,
        reasons: reasons(inner, q),
        reach: reach(inner, q.call.tool.server),
        arguments: arguments(inner, &q.call),
        json: pretty(q.call.arguments.as_str()),
        asked_json: pretty(q.asked.as_str()),
        edited: q.edited(),
        bytes: u32::try_from(q.call.arguments.as_str().len()).unwrap_or(u32::MAX),
        not_checked: match &q.schema {
            SchemaCheck::NotChecked(why) => Some(why.clone()),
            SchemaCheck::Fits | SchemaCheck::Broken(_) => None,
        },
        digest: q.call.definition.short(),
        scopes,
    }
}

/// The tier's number and word.
pub(crate) fn tier(tier: Tier) -> (u32, String) {
    let (number, word) = match tier {
        Tier::T1 => (1, "reads"),
        Tier::T2 => (2, "writes"),
        Tier::T3 => (3, "may send outward"),
        Tier::T4 => (4, "destroys, runs or spends"),
    };
    (number, word.to_owned())
}

pub(super) fn reason(kind: &str, lead: impl Into<String>, rest: impl Into<String>) -> ReasonView {
    ReasonView {
        kind: kind.into(),
        lead: lead.into(),
        rest: rest.into(),
    }
}

/// Why it is asked, the deciding reason first.
pub(crate) fn reasons(inner: &Inner, q: &ToolQuestion) -> Vec<ReasonView> {
    let mut out = reasons_of(inner, &q.evaluation, q.call.tool.server);
    if let SchemaCheck::NotChecked(why) = &q.schema {
        out.push(reason(
            "schema",
            "The arguments were not checked:",
            why.clone(),
        ));
    }
    out
}

/// Reasons of a decision about a call to a server, in words.
pub(crate) fn reasons_of(inner: &Inner, evaluation: &Evaluation, to: ServerId) -> Vec<ReasonView> {
    evaluation
        .reasons
        .iter()
        .map(|why| match why {
            Reason::Flow { from } if *from == to => reason(
                "flow",
                "This conversation holds data of this server.",
                "Text in it may have led the model to this call. It asks even where you allowed the tool.",
            ),
            Reason::Flow { from } => reason(
                "flow",
                "Data may cross servers.",
                format!("This conversation holds data of {}. It asks even where you allowed the tool.", server_name(inner, *from)),
            ),
            Reason::Carries { from } => reason(
                "flow",
                format!("Text of {} stands in it.", server_name(inner, *from)),
                "It is marked. It asks each time, whatever you allowed.",
            ),
            Reason::NoRule => reason("no_rule", "No rule covers it.", "You have not allowed this tool here."),
            Reason::Risk { tier: Tier::T4 } => {
                reason("risk", "It may destroy, run something or spend.", "The server itself says so.")
            }
            Reason::Risk { tier: Tier::T3 } => reason(
                "risk",
                "It may send or change things.",
                "Nothing shows that it only reads, so it is treated as if it did.",
            ),
            Reason::Risk { tier: Tier::T2 } => reason("risk", "It writes.", ""),
            Reason::Risk { tier: Tier::T1 } => reason("risk", "It reads.", ""),
            Reason::HarmlessClaim => {
                reason("claim", "That does not count:", "the server calls this tool harmless.")
            }
            Reason::Edited => reason("edited", "You changed the arguments.", "An edited call is allowed once."),
            Reason::AskedByRule { .. } => reason("rule", "A rule of yours asks.", ""),
            Reason::AllowedByRule { .. } => reason("rule", "A rule of yours allows it.", ""),
            Reason::DeniedByRule { .. } => reason("rule", "A rule of yours denies it.", ""),
            Reason::UnreadableRule { .. } => reason("rule", "A stored rule cannot be read.", "It denies to be safe."),
        })
        .collect()
}

fn reach(inner: &Inner, server: ServerId) -> Vec<String> {
    let command = lock(&inner.servers)
        .get(&server)
        .map(|h| h.snapshot().record.command.clone());
    let program = command.map_or_else(String::new, |command| {
        format!(" ({})", domain::visible(&command))
    });
    vec![
        format!("A program on this machine{program}"),
        "Your files, your network and other programs, as far as you can: it is not confined"
            .to_owned(),
    ]
}

pub(super) fn count(n: usize, word: &str) -> String {
    let mut digits = n.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    format!("{digits} {word}{}", if n == 1 { "" } else { "s" })
}

fn launch(inner: &Inner, q: &LaunchQuestion) -> LaunchPromptView {
    let server = server_tag(inner, q.spec.server(), &q.server_name);
    let changed = q
        .authority
        .standing
        .is_some_and(|standing| standing != q.spec.digest());
    let keychain_available = inner.keychain.status() == KeychainStatus::Available;
    match &q.spec {
        LaunchSpec::Local(local) => LaunchPromptView {
            server,
            changed,
            remote: None,
            argv: std::iter::once(&local.command)
                .chain(&local.args)
                .map(|word| segments(word))
                .collect(),
            program: domain::visible(&local.program.path.to_string_lossy()),
            target: local
                .program
                .target
                .as_ref()
                .map(|t| domain::visible(&t.to_string_lossy())),
            found: if local.program.searched.is_empty() {
                "Given as a path".to_owned()
            } else {
                format!(
                    "First in {} of the search path",
                    count(local.program.searched.len(), "folder")
                )
            },
            cwd: domain::visible(&local.cwd.to_string_lossy()),
            env: env(local, &q.missing_values),
            warnings: warnings(local),
            keychain_available,
        },
        LaunchSpec::Remote(remote) => LaunchPromptView {
            server,
            changed,
            remote: Some(RemotePromptView {
                origin: origin_of(&remote.url),
                url: segments(&remote.url),
                this_machine: where_to(&remote.url).this_machine,
            }),
            argv: Vec::new(),
            program: String::new(),
            target: None,
            found: String::new(),
            cwd: String::new(),
            env: headers(remote, &q.missing_values),
            warnings: remote_warnings(remote),
            keychain_available,
        },
    }
}

/// The headers that go with every request.
fn headers(remote: &RemoteLaunch, missing: &[String]) -> Vec<EnvView> {
    let view = |header: &HeaderEntry| EnvView {
        name: header.name.clone(),
        source: match &header.source {
            HeaderSource::Keychain => "kept for this server alone".into(),
            HeaderSource::Host(variable) => {
                format!(
                    "your own variable {}, read at each connection",
                    domain::visible(variable)
                )
            }
        },
        missing: missing.contains(&header.name),
    };
    remote.headers.iter().map(view).collect()
}

/// What deserves a second look before a URL is connected to.
fn remote_warnings(remote: &RemoteLaunch) -> Vec<ReasonView> {
    let reach = where_to(&remote.url);
    let mut out = Vec::new();
    if !reach.encrypted && !reach.this_machine {
        out.push(reason(
            "risk",
            "It is not encrypted.".to_owned(),
            "Whoever is on the way can read and change what passes: arguments, results, and what tools claim.",
        ));
    }
    if reach.private {
        out.push(reason(
            "risk",
            "It is an address of a private network.".to_owned(),
            "Devices and services of this network answer there, and another network may have another one at the same address.",
        ));
    }
    if reach.this_machine {
        out.push(reason(
            "note",
            "It is on this machine.".to_owned(),
            "Whatever program listens there answers.",
        ));
    }
    out
}

fn env(local: &LocalLaunch, missing: &[String]) -> Vec<EnvView> {
    let inherited = launcher::INHERITED.iter().map(|name| EnvView {
        name: (*name).to_owned(),
        source: "your own, where it is set".into(),
        missing: false,
    });
    let chosen = local.env.iter().map(|entry| EnvView {
        name: entry.name.clone(),
        source: match entry.source {
            EnvSource::Keychain => "kept for this server alone".into(),
            EnvSource::Host => "your own, read at each start".into(),
        },
        missing: missing.contains(&entry.name),
    });
    let path = EnvView {
        name: "PATH".to_owned(),
        source: "the search path".into(),
        missing: false,
    };
    chosen.chain([path]).chain(inherited).collect()
}

/// Programs that fetch and run a package by name.
const FETCHERS: [&str; 7] = ["npx", "bunx", "pnpx", "uvx", "pipx", "deno", "docker"];
/// Variables that can load other code into a program.
const LOADERS: [&str; 8] = [
    "NODE_OPTIONS",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYOPT",
    "PERL5OPT",
    "DYLD_INSERT_LIBRARIES",
];
/// Shells: what they run stands in their arguments.
const SHELLS: [&str; 7] = ["sh", "bash", "zsh", "dash", "fish", "cmd", "powershell"];

fn warnings(local: &LocalLaunch) -> Vec<ReasonView> {
    let name = local
        .program
        .path
        .file_stem()
        .map(|n| n.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let mut out = Vec::new();
    if FETCHERS.contains(&name.as_str()) {
        out.push(reason(
            "risk",
            format!("{name} may download this package when it starts."),
            "What it gets can change from one start to the next.",
        ));
    }
    if local.args.iter().any(|arg| arg.ends_with("@latest")) {
        out.push(reason(
            "risk",
            "“latest” runs whatever is newest, each time.",
            "",
        ));
    }
    if SHELLS.contains(&name.as_str()) {
        out.push(reason(
            "risk",
            "This starts a shell.",
            "It can run anything that its arguments say.",
        ));
    }
    for entry in local
        .env
        .iter()
        .filter(|e| LOADERS.contains(&e.name.as_str()))
    {
        out.push(reason(
            "risk",
            format!("{} can load other code into it.", entry.name),
            "",
        ));
    }
    let words = std::iter::once(&local.command).chain(&local.args);
    let hidden: usize = words
        .map(|w| w.chars().filter(|c| domain::is_hidden(*c)).count())
        .sum();
    if hidden > 0 {
        out.push(reason(
            "hidden",
            format!("{} in the command.", count(hidden, "hidden character")),
            "They are written out below.",
        ));
    }
    out
}

pub(super) fn outflow(inner: &Inner, q: &OutflowQuestion) -> OutflowPromptView {
    OutflowPromptView {
        host: crate::outflow::host_of(&q.origin),
        origin: domain::visible(&q.origin),
        model: domain::visible(&q.model),
        servers: q
            .servers
            .iter()
            .map(|(id, name)| server_tag(inner, *id, name))
            .collect(),
        can_stand: q.authority != OutflowAuthority::Conversation,
    }
}

fn endpoint(inner: &Inner, change: &EndpointChange) -> EndpointPromptView {
    let origin = url::Url::parse(&change.base_url)
        .map(|u| u.origin().ascii_serialization())
        .unwrap_or_default();
    EndpointPromptView {
        name: domain::visible(&change.name),
        wire: if change.wire == "anthropic_messages" {
            "Anthropic Messages"
        } else {
            "OpenAI-compatible chat"
        }
        .to_owned(),
        origin,
        base_url: domain::visible(&change.base_url),
        model: domain::visible(&change.model),
        on_this_machine: change.on_this_machine,
        has_key: change.has_key,
        keychain_available: inner.keychain.status() == KeychainStatus::Available,
    }
}
