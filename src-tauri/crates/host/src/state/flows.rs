//! Tracks data flow between servers: which servers returned data to a conversation, and whose text the arguments of a call contain.
//! Labels decide whether a flow needs approval. This search explains the decision, and requires approval again where it finds text.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
};

use approvals::{Marks, shown};
use attachments::Part;
use domain::{CallId, Content, ConversationId, JsonObjectText, LaunchDigest, ServerId, ToolCall};
use host_api::{ApiError, ErrorCode};
use messages::{Text, phrases};
use policy::matching::{Earlier, EarlierText, Given, Match, Matches, find};
use store::{AttachedContent, AttachmentState, CallRecord, Store, StoreError};

use super::definitions::{self, Definitions, Described, InDefinitions};
use crate::mutex::lock;

/// Maximum text that is searched, in bytes, the newest first. Beyond it every server that returned data counts as found.
const LOOKED_THROUGH: usize = 16 * 1024 * 1024;
/// Maximum text of one conversation, in bytes, for which searches keep its folded and decoded forms: at most eight times as much memory.
const PREPARED: usize = 4 * 1024 * 1024;
/// Number of conversations whose results are cached, so that a call need not read them again.
const PASTS: usize = 4;
/// Number of calls whose marks are cached: the maximum number of pending approvals.
const MARKED: usize = consent::MAX_WAITING;

/// The data that servers returned to a conversation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    given: Arc<Vec<(ServerId, Arc<EarlierText>)>>,
    servers: BTreeSet<ServerId>,
    /// The launches of the servers that returned it; none where the launch was not recorded.
    launches: BTreeSet<(ServerId, Option<LaunchDigest>)>,
    /// The total size in bytes.
    size: usize,
    /// Whether data was dropped at the limit.
    cut: bool,
}

/// The cached data of some conversations.
#[derive(Debug, Default)]
struct Pasts {
    /// The most recently used conversation is last.
    kept: VecDeque<(ConversationId, Past)>,
    /// Counts invalidations: data read before one is not cached.
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

/// The cached results of conversations, and the marks of pending calls.
#[derive(Default)]
pub(crate) struct Flows {
    pasts: Mutex<Pasts>,
    marked: Mutex<Marked>,
    /// What the definitions of all servers say.
    pub defined: Definitions,
}

impl Flows {
    /// Returns the data that servers returned to a conversation.
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
        let mut past = Past::of(&store.calls().of_conversation(conversation).await?);
        past.add_attached(store, conversation).await?;
        let mut pasts = lock(&self.pasts);
        if pasts.changes == changes {
            pasts.keep(conversation, past.clone());
        }
        Ok(past)
    }

    /// Adds the result of a call whose end is stored.
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

    /// Removes a conversation from the cache.
    pub fn forget(&self, conversation: ConversationId) {
        let mut pasts = lock(&self.pasts);
        pasts.changes += 1;
        pasts.kept.retain(|(id, _)| *id != conversation);
    }

    /// Returns the servers whose text is in the arguments of a call, and caches its positions.
    ///
    /// # Errors
    /// The search did not complete: the caller must deny.
    pub async fn found_in(
        &self,
        past: Past,
        described: Vec<Described>,
        call: &ToolCall,
    ) -> Result<FoundInCall, ApiError> {
        let (found, marks) = past.found_in(described, call).await?;
        if let Some(marks) = marks {
            lock(&self.marked).keep(call, marks);
        }
        Ok(found)
    }

    /// Returns the positions of other servers' text in the arguments of a call, if a search was made.
    pub fn marks(&self, call: &ToolCall) -> Option<Arc<Marks>> {
        lock(&self.marked).of(call)
    }
}

/// Cached marks of calls with a pending approval, so that displaying it needs no new search.
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

    /// Returns the marks of a call with exactly these arguments.
    fn of(&self, call: &ToolCall) -> Option<Arc<Marks>> {
        let same = |kept: &&(CallId, JsonObjectText, Arc<Marks>)| {
            kept.0 == call.id && kept.1 == call.arguments
        };
        self.0.iter().find(same).map(|kept| Arc::clone(&kept.2))
    }
}

impl Past {
    /// Collects the data of a conversation's calls.
    fn of(calls: &[CallRecord]) -> Self {
        let mut past = Self::default();
        // The newest first, so that the oldest data is dropped at the limit.
        calls.iter().rev().for_each(|call| past.add(call));
        past
    }

    /// Adds what the user attached of servers: resources, prompts, and files that servers could write.
    async fn add_attached(
        &mut self,
        store: &Store,
        conversation: ConversationId,
    ) -> Result<(), StoreError> {
        for one in store.attachments().of_conversation(conversation).await? {
            let servers = one.origin.data_of();
            if servers.is_empty() || one.state == AttachmentState::Draft {
                continue;
            }
            // What a server wrote into a file tells nothing of its launch.
            if let Some(server) = one.origin.server() {
                self.launches.insert((server, one.launch));
            }
            let content = store.attachments().content(&one.digest).await?;
            for server in servers {
                self.servers.insert(server);
                match &content {
                    AttachedContent::Text(text) => self.keep(server, text),
                    AttachedContent::Media(json) => self.keep_parts(server, json),
                }
                self.keep(server, &one.name);
            }
        }
        Ok(())
    }

    /// Keeps the parts of an attachment: JSON would hide line breaks and quotes of their texts from the search.
    fn keep_parts(&mut self, server: ServerId, json: &str) {
        let Ok(parts) = serde_json::from_str::<Vec<Part>>(json) else {
            return self.keep(server, json);
        };
        for part in &parts {
            let (Part::Text(body)
            | Part::Image { data: body, .. }
            | Part::Audio { data: body, .. }
            | Part::Pdf { data: body }) = part;
            self.keep(server, body);
        }
    }

    /// Keeps a text of a server, until the limit.
    fn keep(&mut self, server: ServerId, text: &str) {
        let size = self.size + text.len();
        if size > LOOKED_THROUGH {
            self.cut = true;
        } else if !text.is_empty() {
            self.size = size;
            let text = match size > PREPARED {
                true => EarlierText::once(text),
                false => EarlierText::many(text),
            };
            Arc::make_mut(&mut self.given).push((server, Arc::new(text)));
        }
    }

    /// Adds the data of one call. The text of a failure comes from the server too.
    fn add(&mut self, call: &CallRecord) {
        let answered = call.result.is_some() || (call.sent_ms.is_some() && call.ended_ms.is_some());
        let Some(server) = call.server.filter(|_| answered) else {
            return;
        };
        self.servers.insert(server);
        self.launches.insert((server, call.launch));
        let mut keep = |text: &str| self.keep(server, text);
        let reason = call.reason.as_deref().map(Text::from_stored);
        keep(&reason.unwrap_or_default().to_string());
        let Some(result) = &call.result else { return };
        keep(result.structured.as_deref().unwrap_or_default());
        for content in &result.content {
            match content {
                Content::Text { text, .. } => keep(text),
                // Text inside an image is not searched, but its bytes may be forwarded.
                Content::Image { data, .. } | Content::Audio { data, .. } => keep(data),
                Content::Resource { uri, text, raw } => {
                    keep(uri);
                    keep(text.as_deref().unwrap_or(raw));
                }
                Content::Unknown { raw } => keep(raw),
            }
        }
    }

    /// Returns the servers that returned data.
    pub fn servers(&self) -> BTreeSet<ServerId> {
        self.servers.clone()
    }

    /// Whether a server returned data under another launch, and so counts as another server.
    pub fn given_by_another_launch(&self, server: ServerId, launch: LaunchDigest) -> bool {
        self.launches
            .iter()
            .any(|(from, started)| *from == server && *started != Some(launch))
    }

    /// Returns the servers whose text is in a text that leaves this machine, and its positions. Every server counts if not all of
    /// what they returned could be searched.
    ///
    /// # Errors
    /// The search did not complete: the caller must deny.
    pub async fn found_in_text(
        self,
        described: Vec<Described>,
        text: &str,
    ) -> Result<TextOrigins, ApiError> {
        let (given, texts) = (self.given, vec![(text.to_owned(), false)]);
        let search = move || {
            let texts = as_given(&texts);
            let defined = definitions::search(&described, None, &texts);
            (search(given.iter(), &texts), defined)
        };
        let (matches, defined) = searching(search).await?;
        let mut from = if self.cut || matches.too_long {
            self.servers
        } else {
            matches.origins()
        };
        from.extend(defined.from);
        let marks = merged(matches.found, defined.marks);
        Ok(TextOrigins {
            from,
            marks: marks.into_iter().next().unwrap_or_default(),
        })
    }

    /// Returns the servers whose text is in the arguments of a call, and the positions; the latter only after a search.
    async fn found_in(
        self,
        described: Vec<Described>,
        call: &ToolCall,
    ) -> Result<(FoundInCall, Option<Marks>), ApiError> {
        let to = call.tool.server;
        let others: BTreeSet<ServerId> =
            self.servers.iter().copied().filter(|s| *s != to).collect();
        if others.is_empty() && described.iter().all(|d| d.is_of(to)) {
            return Ok((FoundInCall::default(), None));
        }
        let arguments = call.arguments.clone();
        let given = self.given;
        let search = move || search_arguments(&given, &described, to, &arguments);
        let (matches, defined) = searching(search).await?;
        let data = if self.cut || matches.too_long {
            others
        } else {
            matches.origins()
        };
        let mut marks = merged(matches.found, defined.marks);
        // The second half belongs to the names.
        marks.truncate(marks.len() / 2);
        let found = FoundInCall {
            data,
            definitions: defined.from,
        };
        Ok((found, Some(marks)))
    }
}

/// The servers whose text is in the arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundInCall {
    /// Those that returned it.
    pub data: BTreeSet<ServerId>,
    /// Those whose definitions or instructions contain it.
    pub definitions: BTreeSet<ServerId>,
}

/// Adds marks to others where they overlap none, so that each part has one.
fn merged(mut marks: Marks, more: Marks) -> Marks {
    for (marks, more) in marks.iter_mut().zip(more) {
        let free = |new: &Match<ServerId>| {
            let apart =
                |mark: &Match<ServerId>| mark.at.end <= new.at.start || new.at.end <= mark.at.start;
            marks.iter().all(apart)
        };
        let new: Vec<_> = more.into_iter().filter(free).collect();
        marks.extend(new);
        marks.sort_by_key(|mark| mark.at.start);
    }
    marks
}

/// Text of servers in a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextOrigins {
    /// The servers whose text it contains, or may contain.
    pub from: BTreeSet<ServerId>,
    /// The positions.
    pub marks: Vec<Match<ServerId>>,
}

/// Runs a search on a thread for blocking work.
async fn searching<T: Send + 'static>(
    search: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let search = tokio::task::spawn_blocking(search);
    search
        .await
        .map_err(|_| ApiError::new(ErrorCode::Data, phrases::host_flows_failed()))
}

/// Searches for other servers' text in the displayed values of arguments, and then in their names.
fn search_arguments(
    given: &[(ServerId, Arc<EarlierText>)],
    described: &[Described],
    to: ServerId,
    arguments: &JsonObjectText,
) -> (Matches<ServerId>, InDefinitions) {
    let others = given.iter().filter(|(from, _)| *from != to);
    let fields = arguments.fields();
    let values = fields.iter().map(|(_, raw)| shown(raw));
    let names = fields.iter().map(|(name, _)| (name.clone(), false));
    let all: Vec<(String, bool)> = values.chain(names).collect();
    let texts = as_given(&all);
    (
        search(others, &texts),
        definitions::search(described, Some(to), &texts),
    )
}

/// Returns texts, each with whether it is JSON, as the search takes them.
fn as_given(texts: &[(String, bool)]) -> Vec<Given<'_>> {
    let texts = texts.iter();
    texts
        .map(|(text, json)| Given { text, json: *json })
        .collect()
}

/// Searches for text that servers returned in texts.
fn search<'a>(
    given: impl Iterator<Item = &'a (ServerId, Arc<EarlierText>)>,
    texts: &[Given<'_>],
) -> Matches<ServerId> {
    let earlier: Vec<Earlier<'_, ServerId>> = given
        .map(|(from, text)| Earlier { from: *from, text })
        .collect();
    find(&earlier, texts)
}
