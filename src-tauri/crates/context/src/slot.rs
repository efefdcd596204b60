//! A part before its request is fitted into a budget.

use std::borrow::Cow;

use domain::{ConversationId, MessageId, Provenance};

use crate::{
    Label, Omission, Part, PartDigest, PartKind, Reason,
    frame::enclosed,
    snapshot::{Call, Tool},
    tokens::{BLOCK_FRAME, IMAGE_TOKENS, TOOL_FRAME, estimated_tokens},
};

/// Maximum length of a description sent to a model, in characters.
pub const MAX_DESCRIPTION: usize = 4_000;

/// Returns the description of a tool as it is sent.
pub(crate) fn claim(tool: &Tool<'_>) -> String {
    let claim = domain::visible_block(tool.description);
    claim.chars().take(MAX_DESCRIPTION).collect()
}

/// A size in both measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub tokens: u64,
    pub bytes: usize,
}

/// The content of a part.
#[derive(Clone, Debug)]
pub(crate) enum Body<'a> {
    /// Text that is sent up to `most` bytes, with a note of what was cut.
    Text { text: Cow<'a, str>, most: usize },
    /// Data in a frame, sent up to `most` bytes. The head says on the first line what it is.
    Framed {
        key: ConversationId,
        head: String,
        text: Cow<'a, str>,
        most: usize,
    },
    /// An image in base64.
    Image {
        mime_type: &'static str,
        data: Cow<'a, str>,
    },
    /// An image, a sound or a PDF that the user attached, in base64.
    Media {
        mime_type: &'a str,
        name: &'a str,
        data: Cow<'a, str>,
        tokens: u64,
    },
    /// The name and arguments of a call.
    Call(&'a Call<'a>),
    /// A tool with its description as sent.
    Tool(Tool<'a>, String),
    /// A deferred tool in the place where the model reads it, with its description.
    Reference(Tool<'a>, String),
}

/// A part before it is fitted into a budget.
#[derive(Clone, Debug)]
pub(crate) struct Slot<'a> {
    pub kind: PartKind,
    pub origin: Provenance,
    pub label: Label,
    pub name: &'a str,
    pub body: Body<'a>,
    pub reason: Reason,
    /// Its size as it would be sent now.
    pub size: Size,
}

/// A part with the message that it belongs to.
pub(crate) type Entry<'a> = (Option<MessageId>, Slot<'a>);

impl<'a> Slot<'a> {
    pub fn new(kind: PartKind, origin: Provenance, body: Body<'a>) -> Self {
        let size = body.size();
        let label = origin.data_of().into_iter().collect();
        let cut = body.whole() > body.most();
        let deferred = matches!(&body, Body::Tool(tool, _) if tool.deferred);
        let reason = match (deferred, cut) {
            (true, _) => Reason::Deferred,
            (false, true) => Reason::ResultLimit,
            (false, false) => Reason::Whole,
        };
        Self {
            kind,
            origin,
            label,
            name: "",
            body,
            reason,
            size,
        }
    }

    pub fn named(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    pub fn labelled(self, label: &Label) -> Self {
        Self {
            label: label.clone(),
            ..self
        }
    }

    /// Sends at most `most` bytes of its text from now on. Returns the size before.
    pub fn shorten(&mut self, limit: usize) -> Size {
        let before = self.size;
        match &mut self.body {
            Body::Text { most, .. } | Body::Framed { most, .. } => *most = limit.min(*most),
            Body::Image { .. }
            | Body::Media { .. }
            | Body::Call(_)
            | Body::Tool(..)
            | Body::Reference(..) => {
                return before;
            }
        }
        let after = self.body.size();
        if after.bytes < before.bytes {
            self.size = after;
            self.reason = Reason::Budget;
        }
        before
    }

    /// Returns the account of this part as sent.
    pub fn part(&self, message: Option<MessageId>, cacheable: bool, digest: PartDigest) -> Part {
        Part {
            kind: self.kind,
            origin: self.origin.clone(),
            label: self.label.clone(),
            message,
            name: self.name.to_owned(),
            tokens: self.size.tokens,
            bytes: self.size.bytes,
            digest,
            cacheable,
            reason: self.reason,
        }
    }

    /// Returns the account of this part as left out for a reason, or as shortened.
    pub fn omission(&self, message: Option<MessageId>, dropped: Option<Reason>) -> Omission {
        Omission {
            kind: self.kind,
            origin: self.origin.clone(),
            message,
            name: self.name.to_owned(),
            bytes: self.body.whole(),
            kept: match dropped {
                Some(_) => 0,
                None => self.body.most().min(self.body.whole()),
            },
            reason: dropped.unwrap_or(self.reason),
        }
    }
}

impl Body<'_> {
    /// Returns the size of the content before anything is cut, in bytes.
    fn whole(&self) -> usize {
        match self {
            Self::Text { text, .. } => text.len(),
            Self::Framed { text, .. } => text.len(),
            Self::Image { .. }
            | Self::Media { .. }
            | Self::Call(_)
            | Self::Tool(..)
            | Self::Reference(..) => self.size().bytes,
        }
    }

    fn most(&self) -> usize {
        match self {
            Self::Text { most, .. } | Self::Framed { most, .. } => *most,
            Self::Image { .. }
            | Self::Media { .. }
            | Self::Call(_)
            | Self::Tool(..)
            | Self::Reference(..) => usize::MAX,
        }
    }

    /// Whether it is a text, which can be shortened.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text { .. } | Self::Framed { .. })
    }

    /// Returns the text as sent, of a part that is one text.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text { text, most } => bounded(text, *most),
            Self::Framed {
                key,
                head,
                text,
                most,
            } => enclosed(*key, head, &bounded(text, *most)).into(),
            Self::Image { .. }
            | Self::Media { .. }
            | Self::Call(_)
            | Self::Tool(..)
            | Self::Reference(..) => Cow::Borrowed(""),
        }
    }

    fn size(&self) -> Size {
        match self {
            Self::Text { .. } | Self::Framed { .. } => size_of(BLOCK_FRAME, &[&self.text()]),
            Self::Image { mime_type, data } => Size {
                tokens: IMAGE_TOKENS,
                bytes: mime_type.len() + data.len(),
            },
            Self::Media {
                mime_type,
                data,
                tokens,
                ..
            } => Size {
                tokens: *tokens,
                bytes: mime_type.len() + data.len(),
            },
            Self::Call(call) => size_of(TOOL_FRAME, &[call.alias, call.arguments]),
            Self::Tool(tool, claim) => {
                let size = size_of(TOOL_FRAME, &[tool.alias, claim, tool.schema]);
                match tool.deferred {
                    true => Size { tokens: 0, ..size },
                    false => size,
                }
            }
            Self::Reference(tool, claim) => Size {
                bytes: tool.alias.len(),
                ..size_of(TOOL_FRAME, &[tool.alias, claim, tool.schema])
            },
        }
    }

    /// Returns the digest of the content as sent.
    pub fn digest(&self) -> PartDigest {
        match self {
            Self::Text { .. } | Self::Framed { .. } => PartDigest::of(&[&self.text()]),
            Self::Image { mime_type, data } => PartDigest::of(&[mime_type, data]),
            Self::Media {
                mime_type, data, ..
            } => PartDigest::of(&[mime_type, data]),
            Self::Call(call) => PartDigest::of(&[call.alias, call.arguments]),
            Self::Tool(tool, claim) | Self::Reference(tool, claim) => {
                PartDigest::of(&[tool.alias, claim, tool.schema])
            }
        }
    }
}

fn size_of(frame: u64, texts: &[&str]) -> Size {
    Size {
        tokens: frame + estimated_tokens(texts),
        bytes: texts.iter().map(|text| text.len()).sum(),
    }
}

/// Returns a text, or its beginning and its end with a note of how much was cut. Of logs and of what programs print, the end says most.
fn bounded(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let kept = domain::cut(text, most - most / 4);
    let end = &text[text.ceil_char_boundary(text.len() - most / 4)..];
    let (shown, whole) = (kept.len() + end.len(), text.len());
    format!("{kept}\n(cut: {shown} of {whole} bytes; the end follows)\n{end}").into()
}
