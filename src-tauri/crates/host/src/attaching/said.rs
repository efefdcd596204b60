//! The messages of a prompt as parts of a request. Whichever role a server assigns to a message, its text is the server's.

use attachments::{Form, Part, Remark, Selection};
use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{Content, Provenance, ServerId};
use host_api::{ApiError, ErrorCode, PromptRoleView};
use mcp::{PromptMessage, PromptRole};
use messages::phrases;
use serde::{Deserialize, Serialize};

use super::taking::{Reads, refusal};
use crate::{
    content,
    state::{Attaching, Inspected, Source},
};

/// Maximum number of messages of a prompt that is inserted.
const MAX_MESSAGES: usize = 200;
/// Maximum number of images, sounds and files of a prompt. Each is read by a process of its own.
const MAX_MEDIA: usize = 20;
/// Maximum length of a URI in the description of a part, in bytes.
const MAX_URI: usize = 256;

/// The role that a server assigns to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SaidAs {
    User,
    Assistant,
    Other,
}

impl SaidAs {
    pub fn view(self) -> PromptRoleView {
        match self {
            Self::User => PromptRoleView::User,
            Self::Assistant => PromptRoleView::Assistant,
            Self::Other => PromptRoleView::Other,
        }
    }
}

/// What a part of a prompt is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Said {
    /// The position of its message, from 1.
    pub message: u32,
    /// How many messages the prompt has.
    pub of: u32,
    pub role: SaidAs,
    /// The URI of the embedded resource.
    pub uri: Option<String>,
    /// Its size, estimated.
    pub tokens: u64,
}

impl Said {
    /// Returns the origin of this part.
    pub fn origin(&self, server: ServerId, prompt: &str) -> Provenance {
        let role = match self.role {
            SaidAs::User => "the user",
            SaidAs::Assistant => "the assistant",
            SaidAs::Other => "an unknown role",
        };
        let resource = self.uri.as_deref().map_or(String::new(), |uri| {
            let uri = domain::visible(domain::cut(uri, MAX_URI)).replace('"', "'");
            format!(", embedded resource \"{uri}\"")
        });
        Provenance::Prompt {
            server,
            prompt: prompt.to_owned(),
            part: format!(
                "message {} of {} in the role of {role}{resource}",
                self.message, self.of
            ),
        }
    }
}

/// The messages of a prompt, as they are sent.
pub(super) struct Messages {
    pub parts: Vec<Part>,
    /// What each part is.
    pub said: Vec<Said>,
    /// The form that the fewest models take.
    pub form: Form,
    pub remarks: Vec<Remark>,
    /// How many pieces are left out, because they cannot be read.
    pub left_out: usize,
}

impl Messages {
    /// Reads the messages of a prompt. Images, sounds and files go through the confined reader.
    ///
    /// # Errors
    /// There are too many, or the reader is missing.
    pub async fn read(
        attaching: &Attaching,
        messages: &[PromptMessage],
        model: &Reads,
    ) -> Result<Self, ApiError> {
        if messages.len() > MAX_MESSAGES {
            let message = phrases::host_prompt_messages(messages.len(), MAX_MESSAGES);
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_prompt_other_arguments()));
        }
        let mut read = Self {
            parts: Vec::new(),
            said: Vec::new(),
            form: Form::Text,
            remarks: Vec::new(),
            left_out: 0,
        };
        let mut media = 0;
        for (number, message) in (1..).zip(messages) {
            let said = Said {
                message: number,
                of: saturated(messages.len()),
                role: match message.role {
                    PromptRole::User => SaidAs::User,
                    PromptRole::Assistant => SaidAs::Assistant,
                    PromptRole::Other => SaidAs::Other,
                },
                uri: None,
                tokens: 0,
            };
            match piece(&message.content) {
                Piece::Text(uri, text) => read.add_text(Said { uri, ..said }, text),
                Piece::Bytes(uri, bytes) if media < MAX_MEDIA => {
                    media += 1;
                    let said = Said { uri, ..said };
                    read.add_bytes(attaching, said, bytes, model).await?;
                }
                Piece::Bytes(..) | Piece::Unreadable => read.left_out += 1,
            }
        }
        Ok(read)
    }

    /// Returns its size in tokens, estimated.
    pub fn tokens(&self) -> u64 {
        self.said.iter().map(|said| said.tokens).sum()
    }

    fn add_text(&mut self, said: Said, text: String) {
        if !text.is_empty() {
            let tokens = context::estimated_tokens(&[&text]);
            self.said.push(Said { tokens, ..said });
            self.parts.push(Part::Text(text));
        }
    }

    /// Adds a file in the first form that the model takes.
    async fn add_bytes(
        &mut self,
        attaching: &Attaching,
        said: Said,
        bytes: Vec<u8>,
        model: &Reads,
    ) -> Result<(), ApiError> {
        let bytes = bytes.into();
        let name = said.uri.as_deref().unwrap_or_default();
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let Some(found) = readable(attaching.inspect(name, &bytes).await)? else {
            self.left_out += 1;
            return Ok(());
        };
        let taken = |form| refusal(model, form).is_none_or(|problem| !problem.refused);
        let mut offers = found.offers.iter();
        let offer = offers.find(|offer| taken(offer.form));
        let Some(offer) = offer.or(found.offers.first()) else {
            self.left_out += 1;
            return Ok(());
        };
        let selection = Selection {
            form: offer.form,
            section: offer.section,
            span: None,
        };
        let inspected = Inspected::new(
            found.clone(),
            bytes,
            Source::File {
                writers: Vec::new(),
            },
        );
        let Some(made) = readable(attaching.extract(&inspected, selection).await)? else {
            self.left_out += 1;
            return Ok(());
        };
        let share = made.tokens.div_ceil(made.parts.len().max(1) as u64);
        for part in made.parts {
            let tokens = share;
            self.said.push(Said {
                tokens,
                ..said.clone()
            });
            self.parts.push(part);
        }
        self.form = scarcer(self.form, selection.form);
        for remark in found.remarks.into_iter().chain(made.remarks) {
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
        Ok(())
    }
}

/// Returns what was read; none if the reader refused the content.
fn readable<T>(read: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.code == ErrorCode::Invalid => Ok(None),
        Err(error) => Err(error),
    }
}

/// The content of a message, with the URI of the resource that holds it.
enum Piece {
    Text(Option<String>, String),
    Bytes(Option<String>, Vec<u8>),
    Unreadable,
}

fn piece(of: &Content) -> Piece {
    match of {
        Content::Text { text, .. } => Piece::Text(None, text.clone()),
        Content::Image { data, .. } | Content::Audio { data, .. } => decoded(None, data),
        Content::Resource {
            uri,
            text: Some(text),
            ..
        } => Piece::Text(Some(uri.clone()), text.clone()),
        Content::Resource { uri, raw, .. } => match content::blob(raw) {
            Some(blob) => decoded(Some(uri.clone()), &blob),
            // A link is never followed.
            None => Piece::Text(None, format!("(link to the resource {uri})")),
        },
        Content::Unknown { .. } => Piece::Unreadable,
    }
}

fn decoded(uri: Option<String>, data: &str) -> Piece {
    STANDARD
        .decode(data)
        .map_or(Piece::Unreadable, |bytes| Piece::Bytes(uri, bytes))
}

/// Returns the form that fewer models take.
fn scarcer(one: Form, other: Form) -> Form {
    let rank = |form| match form {
        Form::Text => 0,
        Form::Image | Form::PageImages => 1,
        Form::Document => 2,
        Form::Audio => 3,
    };
    if rank(other) > rank(one) { other } else { one }
}

fn saturated(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
