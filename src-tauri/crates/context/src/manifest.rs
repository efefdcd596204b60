//! The account of one request: its parts in order, and what was left out of it.

use std::{collections::BTreeSet, fmt, str::FromStr, sync::Arc};

use domain::{MessageId, Provenance, ServerId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// The host's own system text.
    System,
    /// The name, description and schema of a tool.
    Tool,
    /// Instructions of the user for the conversations of a project.
    Project,
    /// A server's instructions, in a frame.
    Instructions,
    /// A summary in place of earlier messages, in a frame.
    Summary,
    /// Words of the user.
    Message,
    /// Data that the user attached, in a frame.
    Attachment,
    /// Text of a model.
    Answer,
    /// State of the provider, sent back unchanged.
    State,
    /// A tool call of the model: its name and arguments.
    Call,
    /// Text of a tool result.
    Result,
    /// An image of a tool result.
    Image,
    /// A note of the host: inside a tool result, or at the end of a request for a summary.
    Note,
}

impl PartKind {
    /// Returns the group in which a window is shown.
    #[must_use]
    pub fn group(self) -> Group {
        match self {
            Self::System | Self::Project => Group::System,
            Self::Tool | Self::Instructions => Group::Tools,
            Self::Attachment => Group::Attachments,
            Self::Summary
            | Self::Message
            | Self::Answer
            | Self::State
            | Self::Call
            | Self::Result
            | Self::Image
            | Self::Note => Group::History,
        }
    }
}

/// A group of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The system text, and the instructions of a project.
    System,
    /// What servers say of themselves: tool definitions and instructions.
    Tools,
    /// Attached data.
    Attachments,
    /// The conversation.
    History,
}

/// The servers whose data a part holds or was written from. Copies share one set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeSet<ServerId>", into = "BTreeSet<ServerId>")]
pub struct Label(Arc<BTreeSet<ServerId>>);

impl Label {
    /// Returns the servers.
    #[must_use]
    pub fn servers(&self) -> &BTreeSet<ServerId> {
        &self.0
    }

    /// Adds the servers of another label.
    pub fn add(&mut self, other: &Self) {
        if !other.0.is_subset(&self.0) {
            Arc::make_mut(&mut self.0).extend(other.0.iter().copied());
        }
    }
}

impl From<BTreeSet<ServerId>> for Label {
    fn from(servers: BTreeSet<ServerId>) -> Self {
        Self(Arc::new(servers))
    }
}

impl From<Label> for BTreeSet<ServerId> {
    fn from(label: Label) -> Self {
        Arc::unwrap_or_clone(label.0)
    }
}

impl FromIterator<ServerId> for Label {
    fn from_iter<I: IntoIterator<Item = ServerId>>(servers: I) -> Self {
        Self(Arc::new(servers.into_iter().collect()))
    }
}

/// The SHA-256 of a part's content as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartDigest([u8; 32]);

impl PartDigest {
    /// Returns the digest of a content of several texts: a text alone, the alias, description and schema of a tool, the alias
    /// and arguments of a call, the media type and base64 of an image.
    #[must_use]
    pub fn of(texts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                hash.update([0]);
            }
            hash.update(text.as_bytes());
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for PartDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PartDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartDigest({self})")
    }
}

impl FromStr for PartDigest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a digest has 64 hexadecimal digits";
        if text.len() != 64 || !text.is_ascii() {
            return Err(WRONG);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * at..2 * at + 2).unwrap_or_default();
            *byte = u8::from_str_radix(digits, 16).map_err(|_| WRONG)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for PartDigest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartDigest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Why a part is as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It is sent whole.
    Whole,
    /// It is longer than one text of a result may be.
    ResultLimit,
    /// More tools are on offer than the request may have.
    ToolLimit,
    /// The request would not fit the model's window or its largest size.
    Budget,
    /// The endpoint keeps it and the model reads it only where a result refers to it. It takes no room in the window.
    Deferred,
}

impl Reason {
    /// Whether something of the part is not sent.
    #[must_use]
    pub fn omits(self) -> bool {
        match self {
            Self::Whole | Self::Deferred => false,
            Self::ResultLimit | Self::ToolLimit | Self::Budget => true,
        }
    }
}

/// A part of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its origin.
    pub origin: Provenance,
    /// The servers whose data it holds or was written from.
    pub label: Label,
    /// The message it belongs to, or the last one that a summary replaces; none for the system text, tools and what is pinned.
    pub message: Option<MessageId>,
    /// The name that the model sees, of a tool, a call or a result; empty for other kinds.
    pub name: String,
    /// Its size in tokens, estimated.
    pub tokens: u64,
    /// Its size, in bytes.
    pub bytes: usize,
    /// The digest of its content.
    pub digest: PartDigest,
    /// Whether a later request of the conversation can begin with the same parts up to this one.
    pub cacheable: bool,
    /// Why it is shortened, if it is.
    pub reason: Reason,
}

/// A part that was left out or shortened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Omission {
    /// What it is.
    pub kind: PartKind,
    /// Its origin.
    pub origin: Provenance,
    /// The message it belongs to; none for tools.
    pub message: Option<MessageId>,
    /// The name that the model would see, of a tool, a call or a result.
    pub name: String,
    /// Its whole size, in bytes.
    pub bytes: usize,
    /// How many bytes of it are sent; 0 if it was left out.
    pub kept: usize,
    /// Why.
    pub reason: Reason,
}

/// The account of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The parts, in the order of the request.
    pub parts: Vec<Part>,
    /// What was left out or shortened.
    pub omitted: Vec<Omission>,
}

impl Manifest {
    /// Returns the size of all parts, in tokens, estimated.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.parts.iter().map(|part| part.tokens).sum()
    }

    /// Returns the size of all parts, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.bytes).sum()
    }

    /// Returns the servers whose text is in the request, tool definitions included.
    #[must_use]
    pub fn label(&self) -> Label {
        let mut all = Label::default();
        self.parts.iter().for_each(|part| all.add(&part.label));
        all
    }

    /// Whether the budget left something out or shortened it.
    #[must_use]
    pub fn exceeded(&self) -> bool {
        self.omitted.iter().any(|one| one.reason == Reason::Budget)
    }

    /// Whether the budget cut the user's own words in a message, which only happens when nothing else is left to leave out.
    #[must_use]
    pub fn cuts_words_of(&self, message: MessageId) -> bool {
        let words = |one: &Omission| one.kind == PartKind::Message && one.reason == Reason::Budget;
        let mut cut = self.omitted.iter().filter(|one| words(one));
        cut.any(|one| one.message == Some(message))
    }

    /// Returns how many parts at the beginning repeat those of an earlier request. Deferred tools count as repeated: the model reads them elsewhere.
    #[must_use]
    pub fn repeats(&self, earlier: &Self) -> usize {
        let is_read = |part: &&Part| part.reason != Reason::Deferred;
        let mut before = earlier.parts.iter().filter(is_read);
        let mut same = |own: &&Part| {
            !is_read(own)
                || before
                    .next()
                    .is_some_and(|other| (own.kind, own.digest) == (other.kind, other.digest))
        };
        self.parts.iter().take_while(|own| same(own)).count()
    }
}
