//! The account of a request as it is stored: chunks of parts, and facts.

use std::collections::BTreeMap;

use context::{Assembled, Budget, Content, Manifest, Omission, Part, PartKind};
use domain::{ConversationId, MessageId};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{NewRequest, RequestPurpose, RequestRecord};

use crate::inner::Inner;

/// Parts of a chunk. A smaller chunk is written more often, a larger one is rewritten whole when the last part changes.
const CHUNK: usize = 32;
/// Maximum number of omissions that are stored.
const MAX_OMITTED: usize = 200;

/// What is stored of a request beside its parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The limits it was built within.
    pub budget: Budget,
    /// What was left out or shortened, at most [`MAX_OMITTED`].
    pub omitted: Vec<Omission>,
    /// How many more were left out or shortened.
    pub omitted_more: u32,
}

impl Facts {
    pub fn of(budget: Budget, manifest: &Manifest) -> Self {
        let listed = manifest.omitted.len().min(MAX_OMITTED);
        Self {
            budget,
            omitted: manifest.omitted.iter().take(listed).cloned().collect(),
            omitted_more: u32::try_from(manifest.omitted.len() - listed).unwrap_or(u32::MAX),
        }
    }
}

/// A part as it is stored, with its content if that is stored nowhere else.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    part: Part,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<String>,
}

/// The account of a request.
pub(super) struct Account {
    pub model: String,
    pub manifest: Manifest,
    pub facts: Facts,
    /// The contents of the system text, of tools, of instructions and of a summary, by place.
    pub texts: BTreeMap<usize, Vec<String>>,
}

/// Reads a stored account; none if it does not parse.
pub(super) fn read(record: &RequestRecord, chunks: &[String]) -> Option<Account> {
    let facts: Facts = serde_json::from_str(&record.facts).ok()?;
    let mut manifest = Manifest {
        parts: Vec::new(),
        omitted: facts.omitted.clone(),
    };
    let mut texts = BTreeMap::new();
    for chunk in chunks {
        let stored: Vec<Stored> = serde_json::from_str(chunk).ok()?;
        for one in stored {
            if !one.texts.is_empty() {
                texts.insert(manifest.parts.len(), one.texts);
            }
            manifest.parts.push(one.part);
        }
    }
    Some(Account {
        model: record.model.clone(),
        manifest,
        facts,
        texts,
    })
}

/// Returns the content that the stored texts of a part say: a text, or a tool's alias, description and schema.
pub(super) fn content_of(texts: &[String]) -> Option<Content<'_>> {
    match texts {
        [text] => Some(Content::Text(text)),
        [alias, description, schema] => Some(Content::Tool {
            alias,
            description,
            schema,
        }),
        _ => None,
    }
}

/// Returns the parts of a request as chunks with their digests.
fn chunks(assembled: &Assembled) -> Result<Vec<(String, String)>, serde_json::Error> {
    let contents = assembled.contents();
    let stored = |(part, content): (&Part, &Content<'_>)| Stored {
        part: part.clone(),
        texts: match (part.kind, content) {
            (
                PartKind::System | PartKind::Project | PartKind::Instructions | PartKind::Summary,
                Content::Text(text),
            ) => vec![(*text).to_owned()],
            (
                PartKind::Tool,
                Content::Tool {
                    alias,
                    description,
                    schema,
                },
            ) => [*alias, *description, *schema].map(str::to_owned).to_vec(),
            // The rest is in the messages and calls of the conversation.
            _ => Vec::new(),
        },
    };
    let all: Vec<Stored> = assembled
        .manifest
        .parts
        .iter()
        .zip(&contents)
        .map(stored)
        .collect();
    all.chunks(CHUNK)
        .map(|chunk| {
            let body = serde_json::to_string(chunk)?;
            let digest = Sha256::digest(body.as_bytes());
            Ok((
                digest.iter().map(|byte| format!("{byte:02x}")).collect(),
                body,
            ))
        })
        .collect()
}

impl Inner {
    /// Records a request before it is sent, and returns its id.
    ///
    /// # Errors
    /// It could not be stored: it must not be sent.
    pub(crate) async fn record_request(
        &self,
        (conversation, message): (ConversationId, MessageId),
        purpose: RequestPurpose,
        budget: Budget,
        assembled: &Assembled,
    ) -> Result<i64, ApiError> {
        let unwritten = |error: serde_json::Error| {
            ApiError::new(
                ErrorCode::Data,
                phrases::host_data_failed(error.to_string()),
            )
        };
        let manifest = &assembled.manifest;
        let label = manifest.label();
        let facts = serde_json::to_string(&Facts::of(budget, manifest)).map_err(unwritten)?;
        let new = NewRequest {
            conversation,
            message,
            purpose,
            model: &assembled.request.model,
            facts: &facts,
            label: label.servers(),
            parts: u32::try_from(manifest.parts.len()).unwrap_or(u32::MAX),
            tokens: manifest.tokens(),
            chunks: &chunks(assembled).map_err(unwritten)?,
        };
        Ok(self.store.requests().add(&new).await?)
    }
}
