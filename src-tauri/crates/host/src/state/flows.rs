//! What servers gave a conversation, and whose of it stands in what is about to be given to another. Labels decide whether a
//! flow is asked about; this explains it, and asks again where it finds text.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
};

use domain::{CallId, Content, ConversationId, JsonObjectText, LaunchDigest, ServerId, ToolCall};
use policy::matching::{Earlier, Given, Match, Matches, find};
use store::{CallRecord, Store, StoreError};

use crate::{
    api::{ApiError, ErrorCode},
    mutex::lock,
    pretty::pretty,
};

/// Most text that is looked through, in bytes, the newest first. Beyond it every server that gave some counts as found.
const LOOKED_THROUGH: usize = 16 * 1024 * 1024;
/// Conversations whose results are kept in memory, so that a call does not read all of them back.
const PASTS: usize = 4;
/// Calls whose marks are kept: as many as questions may wait.
const MARKED: usize = consent::MAX_WAITING;

/// What servers gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    given: Arc<Vec<(ServerId, Arc<str>)>>,
    servers: BTreeSet<ServerId>,
    /// The launches they gave it in; none where that was not kept.
    launches: BTreeSet<(ServerId, Option<LaunchDigest>)>,
    /// The bytes of all that is given.
    size: usize,
    /// There was more.
    cut: bool,
}

/// What some conversations were given.
#[derive(Debug, Default)]
struct Pasts {
    /// Those used last come last.
    kept: VecDeque<(ConversationId, Past)>,
    /// Counts what made any of them old: what was read before that is not kept.
    changes: u64,
}

impl Pasts {
    fn of(&mut self, conversation: ConversationId) -> Option<Past> {
        let at = self.kept.iter().position(|(id, _)| *id == conversation)?;
        let kept = self.kept.remove(at)?;
        let past = kept.1.clone();
        self.kept.push_back(kept);
        Some(past)
    }

    fn keep(&mut self, conversation: ConversationId, past: Past) {
        self.kept.retain(|(id, _)| *id != conversation);
        if self.kept.len() >= PASTS {
            self.kept.pop_front();
        }
        self.kept.push_back((conversation, past));
    }
}

/// The results that conversations hold, and the text of others in the calls that wait.
#[derive(Default)]
pub(crate) struct Flows {
    pasts: Mutex<Pasts>,
    marked: Mutex<Marked>,
}

impl Flows {
    /// Returns what servers gave a conversation.
    ///
    /// # Errors
    /// It cannot be read: the caller must deny.
    pub async fn past_of(
        &self,
        store: &Store,
        conversation: ConversationId,
    ) -> Result<Past, StoreError> {
        let changes = {
            let mut pasts = lock(&self.pasts);
            if let Some(past) = pasts.of(conversation) {
                return Ok(past);
            }
            pasts.changes
        };
        let past = Past::of(&store.calls().of_conversation(conversation).await?);
        let mut pasts = lock(&self.pasts);
        if pasts.changes == changes {
            pasts.keep(conversation, past.clone());
        }
        Ok(past)
    }

    /// Takes note of a call whose end is stored.
    pub fn grew(&self, call: &CallRecord) {
        let Some(conversation) = call.conversation else {
            return;
        };
        let mut pasts = lock(&self.pasts);
        pasts.changes += 1;
        if let Some(mut past) = pasts.of(conversation) {
            past.add(call);
            pasts.keep(conversation, past);
        }
    }

    /// Forgets what is kept of a conversation.
    pub fn forget(&self, conversation: ConversationId) {
        let mut pasts = lock(&self.pasts);
        pasts.changes += 1;
        pasts.kept.retain(|(id, _)| *id != conversation);
    }

    /// Returns the servers whose text is in the arguments of a call, and keeps where it is.
    ///
    /// # Errors
    /// The search did not come to its end: the caller must deny.
    pub async fn found_in(
        &self,
        past: Past,
        call: &ToolCall,
    ) -> Result<BTreeSet<ServerId>, ApiError> {
        let (found, marks) = past.found_in(call).await?;
        if let Some(marks) = marks {
            lock(&self.marked).keep(call, marks);
        }
        Ok(found)
    }

    /// Returns where the text of others is in the arguments of a call, if that was searched for.
    pub fn marks(&self, call: &ToolCall) -> Option<Arc<Marks>> {
        lock(&self.marked).of(call)
    }
}

/// Which parts of each argument are text of others, as the arguments are shown.
pub(crate) type Marks = Vec<Vec<Match<ServerId>>>;

/// Marks of calls whose questions may be on display, so that a look at a question searches nothing again.
#[derive(Debug, Default)]
struct Marked(VecDeque<(CallId, JsonObjectText, Arc<Marks>)>);

impl Marked {
    fn keep(&mut self, call: &ToolCall, marks: Marks) {
        self.0
            .retain(|(id, arguments, _)| *id != call.id || *arguments != call.arguments);
        if self.0.len() >= MARKED {
            self.0.pop_front();
        }
        self.0
            .push_back((call.id, call.arguments.clone(), Arc::new(marks)));
    }

    /// Those of a call with exactly these arguments.
    fn of(&self, call: &ToolCall) -> Option<Arc<Marks>> {
        let same = |kept: &&(CallId, JsonObjectText, Arc<Marks>)| {
            kept.0 == call.id && kept.1 == call.arguments
        };
        self.0.iter().find(same).map(|kept| Arc::clone(&kept.2))
    }
}

impl Past {
    /// Of the calls of a conversation.
    fn of(calls: &[CallRecord]) -> Self {
        let mut past = Self::default();
        // The newest first: what is too much is the oldest.
        calls.iter().rev().for_each(|call| past.add(call));
        past
    }

    /// What one call gave. A failure's words come from the server as well.
    fn add(&mut self, call: &CallRecord) {
        let answered = call.result.is_some() || (call.sent_ms.is_some() && call.ended_ms.is_some());
        let Some(server) = call.server.filter(|_| answered) else {
            return;
        };
        self.servers.insert(server);
        self.launches.insert((server, call.launch));
        let given = Arc::make_mut(&mut self.given);
        let mut keep = |text: &str| {
            let size = self.size + text.len();
            if size > LOOKED_THROUGH {
                self.cut = true;
            } else if !text.is_empty() {
                self.size = size;
                given.push((server, text.into()));
            }
        };
        keep(call.reason.as_deref().unwrap_or_default());
        let Some(result) = &call.result else { return };
        keep(result.structured.as_deref().unwrap_or_default());
        for content in &result.content {
            match content {
                Content::Text { text, .. } => keep(text),
                // What a picture shows is not text; its bytes may be passed on all the same.
                Content::Image { data, .. } | Content::Audio { data, .. } => keep(data),
                Content::Resource { uri, text, raw } => {
                    keep(uri);
                    keep(text.as_deref().unwrap_or(raw));
                }
                Content::Unknown { raw } => keep(raw),
            }
        }
    }

    /// Who gave something.
    pub fn servers(&self) -> BTreeSet<ServerId> {
        self.servers.clone()
    }

    /// Whether a server gave something when it was not started like this: by its launch it was another server then.
    pub fn given_by_another_launch(&self, server: ServerId, launch: LaunchDigest) -> bool {
        self.launches
            .iter()
            .any(|(from, started)| *from == server && *started != Some(launch))
    }

    /// Whose text is in the arguments of a call, and where; the latter only if it was searched for.
    async fn found_in(
        self,
        call: &ToolCall,
    ) -> Result<(BTreeSet<ServerId>, Option<Marks>), ApiError> {
        let to = call.tool.server;
        let others: BTreeSet<ServerId> =
            self.servers.iter().copied().filter(|s| *s != to).collect();
        if others.is_empty() {
            return Ok((others, None));
        }
        let arguments = call.arguments.clone();
        let (given, cut) = (self.given, self.cut);
        let search = tokio::task::spawn_blocking(move || search(&given, to, &arguments));
        let matches = search.await.map_err(|_| {
            ApiError::new(
                ErrorCode::Data,
                "The arguments could not be compared with what other servers gave.",
            )
        })?;
        let found = if cut || matches.too_long {
            others
        } else {
            matches.origins()
        };
        let mut marks = matches.found;
        // After the values come the names.
        marks.truncate(marks.len() / 2);
        Ok((found, Some(marks)))
    }
}

/// Looks for what others gave in the values of arguments, as they are shown, and then in their names.
fn search(
    given: &[(ServerId, Arc<str>)],
    to: ServerId,
    arguments: &JsonObjectText,
) -> Matches<ServerId> {
    let others = given.iter().filter(|(from, _)| *from != to);
    let earlier: Vec<Earlier<'_, ServerId>> = others
        .map(|(from, text)| Earlier { from: *from, text })
        .collect();
    let fields = arguments.fields();
    let values = fields.iter().map(|(_, raw)| shown(raw));
    let names = fields.iter().map(|(name, _)| (name.clone(), false));
    let all: Vec<(String, bool)> = values.chain(names).collect();
    let texts: Vec<Given<'_>> = all
        .iter()
        .map(|(text, json)| Given { text, json: *json })
        .collect();
    find(&earlier, &texts)
}

/// An argument as it is shown, and whether that is JSON text: text as its text, anything else as indented JSON.
pub(crate) fn shown(raw: &str) -> (String, bool) {
    let text: Option<String> = raw
        .starts_with('"')
        .then(|| serde_json::from_str(raw).ok())
        .flatten();
    match text {
        Some(text) => (text, false),
        None => (pretty(raw), true),
    }
}
