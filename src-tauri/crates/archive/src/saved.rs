//! Read-only access to the conversations in a database file, intact or damaged, without the running store.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use messages::{Text, phrases};
use serde::{Serialize, Serializer};
use serde_json::Value;
use store::{Reading, StoreError};

/// A conversation.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Saved {
    pub id: String,
    /// A placeholder for text whose message or conversation is lost.
    #[serde(serialize_with = "english")]
    pub title: Text,
    pub created_ms: i64,
    pub updated_ms: i64,
    /// The end of its current branch.
    pub head: Option<String>,
}

/// A message without its text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedMessage {
    pub id: String,
    pub parent: Option<String>,
    pub role: String,
    pub model: Option<String>,
    pub status: String,
    pub created_ms: i64,
}

/// A part of a message.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedPart {
    pub kind: String,
    /// A placeholder for text on a damaged page.
    #[serde(serialize_with = "english")]
    pub text: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<SavedCall>,
}

/// A tool call.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedCall {
    pub server: String,
    pub tool: String,
    pub arguments: String,
    pub state: String,
    #[serde(serialize_with = "english_if_any")]
    pub reason: Option<Text>,
    pub result: Option<String>,
}

/// A summary of the messages up to one, which stay. The columns are those that [`Archive`] reads.
#[derive(Clone, Debug)]
pub(crate) struct SavedSummary {
    pub text: String,
    pub model: String,
    pub created_ms: i64,
    pub edited: bool,
    pub undone: bool,
}

/// The conversations of a file. Texts are read one at a time.
pub(crate) struct Archive {
    reading: Reading,
    /// Newest first.
    pub conversations: Vec<Saved>,
    /// The messages by conversation, in the order they were written.
    messages: HashMap<String, Vec<SavedMessage>>,
    /// By message: position in the message, row.
    parts: HashMap<String, Vec<(i64, i64)>>,
    calls: HashMap<String, i64>,
    /// The summaries by the last message that they replace, oldest first.
    summaries: HashMap<String, Vec<SavedSummary>>,
    /// The number of damaged regions that were skipped.
    pub holes: u64,
}

impl Archive {
    /// Opens a database file and reads what is intact.
    ///
    /// # Errors
    /// The file is not a database, its first page is damaged, or its schema is unknown to this version.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let mut this = Self {
            reading: Reading::open(path).await?,
            conversations: Vec::new(),
            messages: HashMap::new(),
            parts: HashMap::new(),
            calls: HashMap::new(),
            summaries: HashMap::new(),
            holes: 0,
        };
        this.load().await?;
        Ok(this)
    }

    /// Whether the latest changes (the write-ahead log) were read too.
    pub fn whole(&self) -> bool {
        self.reading.whole()
    }

    async fn load(&mut self) -> Result<(), StoreError> {
        let (mut found, mut gone) = (BTreeMap::new(), Vec::new());
        let columns = "id, title, created_ms, updated_ms, head_id, deleted_ms";
        let scan = self.reading.scan("conversations", columns, |(_, row)| {
            let id = text(&row[0]);
            if row[5].is_null() {
                let saved = Saved {
                    id: id.clone(),
                    title: text(&row[1]).into(),
                    created_ms: number(&row[2]),
                    updated_ms: number(&row[3]),
                    head: option(&row[4]),
                };
                found.insert(id, saved);
            } else {
                gone.push(id);
            }
        });
        self.holes += scan.await?.holes;

        let (mut owners, messages) = (HashMap::new(), &mut self.messages);
        let columns = "id, conversation_id, parent_id, role, model, status, created_ms";
        let scan = self.reading.scan("messages", columns, |(_, row)| {
            let (id, conversation) = (text(&row[0]), text(&row[1]));
            owners.insert(id.clone(), conversation.clone());
            messages
                .entry(conversation)
                .or_default()
                .push(SavedMessage {
                    id,
                    parent: option(&row[2]),
                    role: text(&row[3]),
                    model: option(&row[4]),
                    status: text(&row[5]),
                    created_ms: number(&row[6]),
                });
        });
        self.holes += scan.await?.holes;

        let parts = &mut self.parts;
        let scan = self
            .reading
            .scan("parts", "message_id, ordinal", |(row, columns)| {
                let place = (number(&columns[1]), row);
                parts.entry(text(&columns[0])).or_default().push(place);
            });
        self.holes += scan.await?.holes;
        let calls = &mut self.calls;
        let scan = self.reading.scan("calls", "id", |(row, columns)| {
            calls.insert(text(&columns[0]), row);
        });
        self.holes += scan.await?.holes;

        if self.reading.has("compactions").await? {
            self.load_summaries().await?;
        }
        for id in gone {
            self.messages.remove(&id);
        }
        self.adopt(&mut found, &owners);
        self.conversations = found.into_values().collect();
        self.conversations
            .sort_by_key(|c| std::cmp::Reverse(c.updated_ms));
        for messages in self.messages.values_mut() {
            messages.sort_by_key(|m| m.created_ms);
        }
        for parts in self.parts.values_mut() {
            parts.sort_unstable();
        }
        Ok(())
    }

    async fn load_summaries(&mut self) -> Result<(), StoreError> {
        let summaries = &mut self.summaries;
        let columns = "up_to, summary, model, created_ms, edited_ms, undone_ms";
        let scan = self.reading.scan("compactions", columns, |(_, row)| {
            let summary = SavedSummary {
                text: text(&row[1]),
                model: text(&row[2]),
                created_ms: number(&row[3]),
                edited: !row[4].is_null(),
                undone: !row[5].is_null(),
            };
            summaries.entry(text(&row[0])).or_default().push(summary);
        });
        self.holes += scan.await?.holes;
        Ok(())
    }

    /// Returns the summaries that end with a message.
    pub fn summaries(&self, message: &str) -> &[SavedSummary] {
        self.summaries.get(message).map_or(&[], Vec::as_slice)
    }

    /// Assigns orphaned messages and orphaned texts to a placeholder conversation.
    fn adopt(&mut self, found: &mut BTreeMap<String, Saved>, owners: &HashMap<String, String>) {
        if self.holes == 0 {
            return;
        }
        let lost: Vec<SavedMessage> = self
            .parts
            .keys()
            .filter(|id| !owners.contains_key(*id))
            .map(|id| SavedMessage {
                id: id.clone(),
                parent: None,
                role: "unknown".into(),
                model: None,
                status: "unknown".into(),
                created_ms: 0,
            })
            .collect();
        if !lost.is_empty() {
            self.messages.insert("lost".into(), lost);
        }
        for (id, messages) in &self.messages {
            let at = messages
                .iter()
                .map(|m| m.created_ms)
                .max()
                .unwrap_or_default();
            found.entry(id.clone()).or_insert_with(|| Saved {
                id: id.clone(),
                title: phrases::host_archive_lost().into(),
                created_ms: at,
                updated_ms: at,
                head: None,
            });
        }
    }

    /// Returns all messages of a conversation, in the order they were written.
    pub fn messages(&self, conversation: &str) -> Vec<SavedMessage> {
        self.messages.get(conversation).cloned().unwrap_or_default()
    }

    /// Returns the messages from the first to the current one; all of them where that path is broken.
    pub fn branch(&self, conversation: &Saved) -> Vec<SavedMessage> {
        let all = self.messages(&conversation.id);
        path(&all, conversation.head.clone()).unwrap_or(all)
    }

    /// Returns the parts of a message.
    ///
    /// # Errors
    /// The schema is unknown to this version.
    pub async fn parts(&mut self, message: &str) -> Result<Vec<SavedPart>, StoreError> {
        let mut parts = Vec::new();
        for (_, row) in self.parts.get(message).cloned().unwrap_or_default() {
            let Some(columns) = self.reading.row("parts", "kind, body", row).await? else {
                self.holes += 1;
                parts.push(SavedPart {
                    kind: "unreadable".into(),
                    text: phrases::host_archive_unreadable().into(),
                    call: None,
                });
                continue;
            };
            let (kind, text) = (text(&columns[0]), text(&columns[1]));
            let (call, text) = match kind.as_str() {
                "call" => (self.call(&text).await?, text.into()),
                // Opaque model state, which is useful to the model only.
                "opaque" => continue,
                "notice" => (None, Text::from_stored(&text)),
                _ => (None, text.into()),
            };
            parts.push(SavedPart { kind, text, call });
        }
        Ok(parts)
    }

    async fn call(&mut self, id: &str) -> Result<Option<SavedCall>, StoreError> {
        let Some(&row) = self.calls.get(id) else {
            return Ok(None);
        };
        let columns = "server_name, tool, arguments, state, reason, result";
        let Some(columns) = self.reading.row("calls", columns, row).await? else {
            self.holes += 1;
            return Ok(None);
        };
        Ok(Some(SavedCall {
            server: text(&columns[0]),
            tool: text(&columns[1]),
            arguments: text(&columns[2]),
            state: text(&columns[3]),
            reason: option(&columns[4]).as_deref().map(Text::from_stored),
            result: option(&columns[5]),
        }))
    }
}

/// Returns the state of a message or a call in words; an unknown one as it is stored.
pub(crate) fn state(stored: &str) -> Text {
    match stored {
        "streaming" => phrases::host_page_streaming().into(),
        "stopped" => phrases::host_page_stopped().into(),
        "failed" => phrases::host_page_failed().into(),
        "waiting" => phrases::host_page_waiting().into(),
        "running" => phrases::host_page_running().into(),
        "done" => phrases::host_page_done().into(),
        "denied" => phrases::host_page_denied().into(),
        "cancelled" => phrases::host_page_cancelled().into(),
        other => domain::visible(other).into(),
    }
}

/// Serializes a text in English: a file for programs has one language.
fn english<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(text)
}

fn english_if_any<S: Serializer>(text: &Option<Text>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_ref().map(Text::to_string).serialize(serializer)
}

/// Returns the path from the first message to `head`; none if it is empty, broken or cyclic.
fn path(all: &[SavedMessage], head: Option<String>) -> Option<Vec<SavedMessage>> {
    let by_id: HashMap<&str, &SavedMessage> = all.iter().map(|m| (m.id.as_str(), m)).collect();
    let (mut path, mut next) = (Vec::new(), head);
    while let Some(id) = next.take() {
        let message = by_id.get(id.as_str()).filter(|_| path.len() < all.len())?;
        next.clone_from(&message.parent);
        path.push((*message).clone());
    }
    path.reverse();
    (!path.is_empty()).then_some(path)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn option(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}
