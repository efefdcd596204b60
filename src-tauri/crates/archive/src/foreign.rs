//! Conversations in files that other programs and this one export: ChatGPT's and Claude's `conversations.json`, and JSON Lines of this program.
//!
//! A file is hostile until it is read: sizes are bounded, unknown fields are ignored, and a conversation that does not parse costs itself alone.

use std::collections::{HashMap, HashSet, VecDeque};

use domain::{Utc, is_hidden};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Largest file, in bytes.
pub const MAX_FILE: u64 = 512 * 1024 * 1024;
/// Most conversations of a file.
const MAX_CONVERSATIONS: usize = 50_000;
/// Most messages of a conversation.
const MAX_MESSAGES: usize = 20_000;
/// Longest text of a message, in bytes. The rest is cut.
const MAX_TEXT: usize = 1024 * 1024;
/// Longest title, in characters.
const MAX_TITLE: usize = 120;
/// Longest name of a model, in characters.
const MAX_MODEL: usize = 80;

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// The conversations, in the order of the file.
    pub conversations: Vec<ForeignConversation>,
    /// How many could not be read, or had no words.
    pub left_out: u32,
}

/// A conversation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignConversation {
    /// Its title, on one line; empty if it has none.
    pub title: String,
    /// Its messages; each comes after its parent.
    pub messages: Vec<ForeignMessage>,
    /// The end of its current branch: an index of [`Self::messages`].
    pub head: usize,
}

/// A message of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignMessage {
    /// The message before it: an index of an earlier one.
    pub parent: Option<usize>,
    /// Whether a person wrote it.
    pub by_user: bool,
    /// The model that wrote it.
    pub model: Option<String>,
    /// Its text. Tool calls are named in it; their results are left out.
    pub text: String,
    /// When it was written, in milliseconds since the Unix epoch; 0 if the file does not say.
    pub created_ms: i64,
}

/// Reads the conversations of an exported file.
///
/// # Errors
/// It is in no known format.
pub fn read(bytes: &[u8]) -> Result<Foreign, ApiError> {
    let text = std::str::from_utf8(bytes).map_err(|_| unknown())?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('[') {
        return read_list(text);
    }
    if text.starts_with('{') {
        return read_lines(text);
    }
    Err(unknown())
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_foreign_unknown())
        .hint(phrases::host_foreign_unknown_hint())
}

/// A conversation of ChatGPT, or of Claude.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(borrow, default)]
    mapping: Option<HashMap<String, Node<'a>>>,
    #[serde(default)]
    current_node: Option<String>,
    #[serde(borrow, default)]
    chat_messages: Option<Vec<&'a RawValue>>,
}

fn read_list(text: &str) -> Result<Foreign, ApiError> {
    let entries: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| unknown())?;
    let mut found = Foreign::default();
    let mut known = entries.is_empty();
    for raw in entries.iter().take(MAX_CONVERSATIONS) {
        let entry: Option<Entry<'_>> = serde_json::from_str(raw.get()).ok();
        let read = entry.and_then(|entry| {
            known |= entry.mapping.is_some() || entry.chat_messages.is_some();
            let title = entry.title.or(entry.name).unwrap_or_default();
            let (messages, head) = match (entry.mapping, entry.chat_messages) {
                (Some(mapping), _) => of_nodes(&mapping, entry.current_node.as_deref()),
                (None, Some(messages)) => of_chain(&messages),
                (None, None) => return None,
            };
            conversation(&title, messages, head)
        });
        found.add(read);
    }
    found.left_out += over(entries.len());
    match known {
        true => Ok(found),
        false => Err(unknown()),
    }
}

/// How many of so many conversations are beyond the limit.
fn over(count: usize) -> u32 {
    u32::try_from(count.saturating_sub(MAX_CONVERSATIONS)).unwrap_or(u32::MAX)
}

impl Foreign {
    fn add(&mut self, read: Option<ForeignConversation>) {
        match read {
            Some(conversation) => self.conversations.push(conversation),
            None => self.left_out += 1,
        }
    }
}

fn conversation(
    title: &str,
    messages: Vec<ForeignMessage>,
    head: Option<usize>,
) -> Option<ForeignConversation> {
    let head = head.or_else(|| messages.len().checked_sub(1))?;
    Some(ForeignConversation {
        title: line(title, MAX_TITLE),
        messages,
        head,
    })
}

fn line(text: &str, most: usize) -> String {
    let shown = text.chars().map(|c| match c {
        '\n' | '\r' | '\t' => ' ',
        c => c,
    });
    let line: String = shown.filter(|c| !is_hidden(*c)).take(most).collect();
    line.trim().to_owned()
}

/// Returns a text that is kept whole up to its limit.
fn cut(mut text: String) -> String {
    if text.len() > MAX_TEXT {
        let end = (0..=MAX_TEXT).rev().find(|at| text.is_char_boundary(*at));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}

/// A node of ChatGPT's tree.
#[derive(Deserialize)]
struct Node<'a> {
    #[serde(default)]
    parent: Option<String>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct NodeMessage {
    author: Author,
    #[serde(default)]
    create_time: Option<f64>,
    #[serde(default)]
    content: Option<NodeContent>,
    #[serde(default)]
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Author {
    role: String,
}

#[derive(Deserialize)]
struct NodeContent {
    #[serde(default)]
    content_type: String,
    #[serde(default)]
    parts: Vec<serde_json::Value>,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    model_slug: Option<String>,
    #[serde(default)]
    is_visually_hidden_from_conversation: Option<bool>,
}

/// Returns the messages of a tree of nodes, with the end of its current branch. Nodes without words of a person or a model are passed over.
fn of_nodes(
    mapping: &HashMap<String, Node<'_>>,
    current: Option<&str>,
) -> (Vec<ForeignMessage>, Option<usize>) {
    let mut order: Vec<(i64, &str, ForeignMessage)> = mapping
        .iter()
        .filter_map(|(id, node)| {
            let message: NodeMessage = serde_json::from_str(node.message?.get()).ok()?;
            let message = of_node(message)?;
            Some((message.created_ms, id.as_str(), message))
        })
        .collect();
    order.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    order.truncate(MAX_MESSAGES);
    let kept: HashSet<&str> = order.iter().map(|(_, id, _)| *id).collect();
    let above = nearest_above(mapping, &kept);
    let mut below: HashMap<Option<&str>, Vec<usize>> = HashMap::new();
    for (at, (_, id, _)) in order.iter().enumerate() {
        let parent = above.get(id).copied().flatten();
        below.entry(parent).or_default().push(at);
    }
    let ids: Vec<&str> = order.iter().map(|(_, id, _)| *id).collect();
    let mut waiting: Vec<Option<ForeignMessage>> = order
        .into_iter()
        .map(|(_, _, message)| Some(message))
        .collect();
    let mut messages = Vec::with_capacity(waiting.len());
    let mut places: HashMap<&str, usize> = HashMap::new();
    // From the beginnings down, so that each comes after its parent. A circle has no beginning.
    let mut next: VecDeque<(Option<usize>, usize)> = VecDeque::new();
    next.extend(
        below
            .remove(&None)
            .into_iter()
            .flatten()
            .map(|at| (None, at)),
    );
    while let Some((parent, at)) = next.pop_front() {
        let (Some(id), Some(message)) = (ids.get(at), waiting.get_mut(at).and_then(Option::take))
        else {
            continue;
        };
        let place = messages.len();
        places.insert(id, place);
        messages.push(ForeignMessage { parent, ..message });
        let children = below.remove(&Some(*id)).into_iter().flatten();
        next.extend(children.map(|child| (Some(place), child)));
    }
    let head = current.and_then(|id| match places.get(id) {
        Some(place) => Some(*place),
        None => places.get(above.get(id).copied().flatten()?).copied(),
    });
    (messages, head)
}

/// Returns, for each node, the nearest one above it that is kept; none where a tree or a circle ends without one.
fn nearest_above<'a>(
    mapping: &'a HashMap<String, Node<'_>>,
    kept: &HashSet<&'a str>,
) -> HashMap<&'a str, Option<&'a str>> {
    let mut above: HashMap<&str, Option<&str>> = HashMap::new();
    for id in mapping.keys() {
        let mut walked = Vec::new();
        let mut seen = HashSet::new();
        let mut at = id.as_str();
        let found = loop {
            if let Some(known) = above.get(at) {
                break *known;
            }
            if !seen.insert(at) {
                break None;
            }
            walked.push(at);
            match mapping.get(at).and_then(|node| node.parent.as_deref()) {
                Some(parent) if kept.contains(parent) => break Some(parent),
                Some(parent) => at = parent,
                None => break None,
            }
        };
        for node in walked {
            above.insert(node, found);
        }
    }
    above
}

fn of_node(message: NodeMessage) -> Option<ForeignMessage> {
    let metadata = message.metadata.unwrap_or_default();
    let by_user = match message.author.role.as_str() {
        "user" => true,
        "assistant" => false,
        _ => return None,
    };
    if metadata.is_visually_hidden_from_conversation == Some(true) {
        return None;
    }
    let content = message.content?;
    if !matches!(content.content_type.as_str(), "text" | "multimodal_text") {
        return None;
    }
    let texts: Vec<&str> = content
        .parts
        .iter()
        .filter_map(|part| part.as_str())
        .collect();
    let text = texts.join("\n\n");
    (!text.trim().is_empty()).then(|| ForeignMessage {
        parent: None,
        by_user,
        model: metadata.model_slug.map(|model| line(&model, MAX_MODEL)),
        text: cut(text),
        created_ms: message.create_time.map_or(0, seconds),
    })
}

#[allow(clippy::cast_possible_truncation, reason = "saturates")]
fn seconds(time: f64) -> i64 {
    (time * 1_000.0) as i64
}

#[derive(Deserialize)]
struct ChainMessage {
    sender: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    content: Vec<ChainContent>,
    #[serde(default)]
    created_at: Option<String>,
}

#[derive(Deserialize)]
struct ChainContent {
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    text: Option<String>,
}

/// Returns the messages of a list, each after the one before.
fn of_chain(all: &[&RawValue]) -> (Vec<ForeignMessage>, Option<usize>) {
    let mut messages: Vec<ForeignMessage> = Vec::new();
    for raw in all.iter().take(MAX_MESSAGES) {
        let Ok(message) = serde_json::from_str::<ChainMessage>(raw.get()) else {
            continue;
        };
        let by_user = match message.sender.as_str() {
            "human" => true,
            "assistant" => false,
            _ => continue,
        };
        let blocks = message.content.into_iter();
        let texts: Vec<String> = blocks
            .filter(|block| block.kind == "text")
            .filter_map(|block| block.text)
            .collect();
        let text = match texts.is_empty() {
            true => message.text,
            false => texts.join("\n\n"),
        };
        if text.trim().is_empty() {
            continue;
        }
        let time = message
            .created_at
            .as_deref()
            .and_then(Utc::parse)
            .map(|t| t.ms());
        messages.push(ForeignMessage {
            parent: messages.len().checked_sub(1),
            by_user,
            model: None,
            text: cut(text),
            created_ms: time.unwrap_or_default(),
        });
    }
    (messages, None)
}

/// A line of this program's own export.
#[derive(Deserialize)]
struct Line {
    conversation: LineConversation,
    message: LineMessage,
    #[serde(default)]
    parts: Vec<LinePart>,
}

#[derive(Deserialize)]
struct LineConversation {
    id: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    head: Option<String>,
}

#[derive(Deserialize)]
struct LineMessage {
    id: String,
    #[serde(default)]
    parent: Option<String>,
    role: String,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    created_ms: i64,
}

#[derive(Deserialize)]
struct LinePart {
    kind: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    call: Option<LineCall>,
}

#[derive(Deserialize)]
struct LineCall {
    #[serde(default)]
    server: String,
    #[serde(default)]
    tool: String,
}

/// The messages of a conversation while its lines are read.
struct Lines {
    title: String,
    head: Option<String>,
    places: HashMap<String, Option<usize>>,
    messages: Vec<ForeignMessage>,
}

fn read_lines(text: &str) -> Result<Foreign, ApiError> {
    let mut order: Vec<Lines> = Vec::new();
    let mut by_id: HashMap<String, usize> = HashMap::new();
    let mut found = Foreign::default();
    let mut known = false;
    for raw in text.lines().filter(|line| !line.trim().is_empty()) {
        let Ok(line) = serde_json::from_str::<Line>(raw) else {
            found.left_out += u32::from(known);
            continue;
        };
        known = true;
        let next = order.len();
        let at = *by_id.entry(line.conversation.id).or_insert(next);
        if at == next {
            order.push(Lines {
                title: line.conversation.title,
                head: line.conversation.head,
                places: HashMap::new(),
                messages: Vec::new(),
            });
        }
        if let Some(lines) = order.get_mut(at) {
            lines.take(line.message, &line.parts);
        }
    }
    if !known {
        return Err(unknown());
    }
    let count = order.len();
    for lines in order.into_iter().take(MAX_CONVERSATIONS) {
        let head = lines
            .head
            .and_then(|id| lines.places.get(&id).copied().flatten());
        found.add(conversation(&lines.title, lines.messages, head));
    }
    found.left_out += over(count);
    Ok(found)
}

impl Lines {
    fn take(&mut self, message: LineMessage, parts: &[LinePart]) {
        let parent = message
            .parent
            .and_then(|id| self.places.get(&id).copied().flatten());
        let by_user = message.role == "user";
        let texts: Vec<String> = parts.iter().filter_map(words).collect();
        let text = texts.join("\n\n");
        // The messages after one without words follow the one before it.
        if text.trim().is_empty() || self.messages.len() >= MAX_MESSAGES {
            self.places.insert(message.id, parent);
            return;
        }
        self.places.insert(message.id, Some(self.messages.len()));
        self.messages.push(ForeignMessage {
            parent,
            by_user,
            model: message.model.map(|model| line(&model, MAX_MODEL)),
            text: cut(text),
            created_ms: message.created_ms,
        });
    }
}

/// Returns the words of a part: its text, or the name of the tool that was called.
fn words(part: &LinePart) -> Option<String> {
    match (part.kind.as_str(), &part.call) {
        ("text", _) => Some(part.text.clone()),
        (_, Some(call)) => {
            let name = |text: &str| line(text, MAX_MODEL);
            Some(format!("[{}: {}]", name(&call.server), name(&call.tool)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
