//! Immutable snapshot of a server's state, shared with readers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use approvals::wording::{segments, tier};
use domain::{LaunchDigest, RemoteTransport, ToolDefinition};
use host_api::{ApiError, ErrorCode, ServerStateView, ServerTag, ServerView, ToolView};
use launcher::StderrRing;
use mcp::{Client, ServerInfo};
use messages::{Text, phrases};
use policy::Walls;
use store::ServerRecord;

use crate::{
    catalog,
    server::{
        account::{NoAccount, ServerAccount, why_none},
        book::ServerHistory,
        era::said,
        lists::Lists,
        offered::{Asleep, Offered},
        pins::Pins,
        sandbox::{Sandboxed, choice_view, running, walls_of},
    },
};

/// Maximum length of a tool's description for a window, in characters.
const MAX_DESCRIPTION: usize = 4_000;
/// Maximum length of a claimed name for a window, in characters.
const MAX_CLAIM: usize = 200;

/// Maximum number of capabilities for a window.
const MAX_CAPABILITIES: usize = 32;

/// A connection to a running server.
#[derive(Clone)]
pub(crate) struct Connection {
    /// The client.
    pub client: Client,
    /// The server's information about itself: unverified claims.
    pub info: Arc<ServerInfo>,
    /// The digest of its launch.
    pub launch: LaunchDigest,
    /// Its tools.
    pub tools: Arc<Vec<ToolDefinition>>,
    /// The comparison of its tools with the accepted definitions.
    pub pins: Arc<Pins>,
    /// Tools that could not be read, one line each.
    pub unreadable: Arc<Vec<Text>>,
    /// From when its tools are read again before a turn; none if it reports changes, or does not say.
    pub tools_until: Option<Instant>,
    /// When it connected, in milliseconds since the Unix epoch.
    pub since_ms: i64,
    /// The newer revision of its previous connection, if it now uses an older one.
    pub revision_before: Option<String>,
    /// How it is spoken to, and why.
    pub spoken: mcp::Spoken,
    /// Its offers besides tools.
    pub lists: Arc<Lists>,
}

impl Connection {
    /// Whether its tools were listed longer ago than the server lets them be used (2026-07-28, server/utilities/caching).
    pub fn tools_are_stale(&self) -> bool {
        self.tools_until
            .is_some_and(|until| until <= Instant::now())
    }
}

/// Returns until when a list of tools that was read now may be used.
pub(crate) fn usable_until(client: &Client, fresh_for: Option<Duration>) -> Option<Instant> {
    let told = client.tells_of_tools();
    fresh_for
        .filter(|_| !told)
        .map(|fresh| Instant::now() + fresh)
}

/// The state of a server at one moment.
#[derive(Clone)]
pub(crate) struct ServerSnapshot {
    /// Its stored settings.
    pub record: ServerRecord,
    /// Its state.
    pub state: ServerStateView,
    /// How many starts began. A reader can miss a start that ended quickly, and detects it by this count.
    pub starts: u64,
    /// Whether a stop was requested that its actor has not carried out yet.
    pub stopping: bool,
    /// Its connection while it is ready.
    pub connection: Option<Connection>,
    /// What was accepted of it, while it sleeps and while it starts from there.
    pub asleep: Option<Arc<Asleep>>,
    /// The end of its standard error, of this run or the last.
    pub stderr: Option<StderrRing>,
    /// The sandbox of its program while that runs.
    pub sandbox: Option<Arc<Sandboxed>>,
    /// Its history during this run.
    pub book: Arc<ServerHistory>,
    /// Its account, if it supports sign-in.
    pub account: Option<Arc<ServerAccount>>,
}

impl ServerSnapshot {
    /// Returns what the server offers to models; none if it is neither connected nor asleep.
    pub fn offered(&self) -> Option<Offered<'_>> {
        match (&self.connection, &self.asleep) {
            (Some(now), _) => Some(Offered::running(
                now.launch, &now.tools, &now.pins, &now.info,
            )),
            (None, Some(asleep)) => Some(Offered::asleep(asleep)),
            (None, None) => None,
        }
    }

    /// Returns what the system keeps the server from: as it runs, or as it will run, as far as that is known.
    pub fn walls(&self) -> Walls {
        match (&self.sandbox, &self.asleep) {
            (Some(sandbox), _) => walls_of(Some(sandbox)),
            (None, Some(asleep)) if self.connection.is_none() => asleep.walls(),
            (None, _) => Walls::None,
        }
    }
}

/// Whether the system lets a local server see nothing of the user but its folders: as it runs, or as it would start.
pub(crate) fn sees_only_its_folders(snapshot: &ServerSnapshot) -> bool {
    match (&snapshot.sandbox, &snapshot.connection) {
        (Some(sandbox), _) => sandbox.report.files.is_enforced(),
        (None, Some(_)) => false,
        (None, None) => {
            snapshot.record.url.is_none() && snapshot.record.confinement.unconfined.is_none()
        }
    }
}

/// Returns the name and fob.
pub(crate) fn tag(record: &ServerRecord) -> ServerTag {
    ServerTag {
        id: record.id.to_string(),
        name: record.name.clone(),
        fob: record.fob,
    }
}

/// Returns the account of a server, or why it has none.
pub(crate) fn account_of(snapshot: &ServerSnapshot) -> Result<Arc<ServerAccount>, ApiError> {
    if let Some(account) = &snapshot.account {
        return Ok(Arc::clone(account));
    }
    let name = &snapshot.record.name;
    let none = why_none(&snapshot.record).unwrap_or(NoAccount::Url);
    let message = phrases::host_no_account(name, none.why());
    Err(ApiError::new(ErrorCode::Invalid, message).hint(none.hint()))
}

/// Returns the view of a server.
pub(crate) fn server_view(snapshot: &ServerSnapshot) -> ServerView {
    let record = &snapshot.record;
    let connection = snapshot.connection.as_ref();
    let offered = snapshot.offered();
    let walls = snapshot.walls();
    let tools: Vec<ToolView> = offered
        .map(|c| {
            let tools = c.tools.iter();
            tools.map(|t| tool_view(t, c.pins, record, walls)).collect()
        })
        .unwrap_or_default();
    let for_models = || tools.iter().filter(|t| t.enabled && t.for_models && !t.new);
    let claim = |text: &str| {
        domain::visible(text)
            .chars()
            .take(MAX_CLAIM)
            .collect::<String>()
    };
    ServerView {
        tag: tag(record),
        state: snapshot.state.clone(),
        enabled: record.enabled,
        command: record.command.clone(),
        args: record.args.clone(),
        cwd: record.cwd.clone(),
        env_names: record.env.iter().map(|e| e.name.clone()).collect(),
        confinement: choice_view(record),
        sandbox: snapshot
            .sandbox
            .as_deref()
            .map(|own| Box::new(running(own))),
        sampling: record.sampling,
        elicitation: record.elicitation,
        url: record.url.clone(),
        header_names: record.headers.iter().map(|h| h.name.clone()).collect(),
        account: snapshot
            .account
            .as_ref()
            .map(|account| Box::new(account.view())),
        transport: transport(record),
        claimed_name: connection.map(|c| claim(c.info.name.as_data())),
        claimed_version: connection.map(|c| claim(c.info.version.as_data())),
        revision: connection
            .map(|c| c.info.protocol_version.clone())
            .or_else(|| record.last_revision.clone()),
        era: connection.map(|c| said(&c.spoken).into()),
        era_choice: record.era_choice.into(),
        capabilities: connection
            .map(|c| capabilities(&c.info))
            .unwrap_or_default(),
        model_tools: u32::try_from(for_models().count()).unwrap_or(u32::MAX),
        model_tokens: for_models().fold(0, |sum, tool| sum.saturating_add(tool.tokens)),
        tools,
        changed: offered.map_or(0, |c| u32::try_from(c.pins.count()).unwrap_or(u32::MAX)),
        new_tools: offered.map_or(0, |c| u32::try_from(c.pins.new.len()).unwrap_or(u32::MAX)),
        unreadable_tools: connection
            .map(|c| c.unreadable.to_vec())
            .unwrap_or_default(),
    }
}

/// Returns the transport, for display.
fn transport(record: &ServerRecord) -> Option<Text> {
    if record.url.is_none() {
        return Some(phrases::host_transport_stdio().into());
    }
    Some(match record.wire? {
        RemoteTransport::HttpSse => phrases::host_transport_sse().into(),
        RemoteTransport::StreamableHttp => phrases::host_transport_streamable().into(),
    })
}

/// Returns the names of a server's declared capabilities, escaped and limited.
pub(crate) fn capabilities(info: &ServerInfo) -> Vec<String> {
    let declared = domain::JsonObjectText::parse(&info.capabilities.raw)
        .map(|o| o.fields())
        .unwrap_or_default();
    declared
        .iter()
        .take(MAX_CAPABILITIES)
        .map(|(name, _)| domain::visible(name).chars().take(MAX_CLAIM).collect())
        .collect()
}

fn tool_view(now: &ToolDefinition, pins: &Pins, record: &ServerRecord, walls: Walls) -> ToolView {
    let tool = pins.accepted(now);
    let description: String = tool
        .description
        .as_deref()
        .unwrap_or_default()
        .chars()
        .take(MAX_DESCRIPTION)
        .collect();
    let (tier, tier_word) = tier(policy::effective_tier(
        None,
        &tool.annotations,
        false,
        walls,
    ));
    ToolView {
        name: domain::tool_label(&tool.tool.name),
        key: tool.tool.name.clone(),
        enabled: !record.tools_off.contains(&tool.tool.name),
        for_models: tool.is_for_models(),
        tokens: u32::try_from(catalog::tokens(tool)).unwrap_or(u32::MAX),
        description: segments(&description),
        tier,
        tier_word,
        changed: pins.changed(&tool.tool.name).is_some(),
        new: pins.is_new(&tool.tool.name),
    }
}
