//! Reading files and resources: bounded, off the runtime's threads, parsed by the confined reader only.

use std::{
    fs::{File, OpenOptions},
    io::Read,
    path::Path,
};

use attachments::{AttachError, Extract};
use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{Content, ConversationId, LaunchDigest, Provenance, ServerId};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use sha2::{Digest, Sha256};
use store::{AttachedContent, NewAttachment};

use super::facts::Facts;
use crate::{
    content,
    inner::Inner,
    problems::refused,
    state::{Inspected, Source},
};

/// Returns the origin of a part of a source.
pub(super) fn origin(
    source: &Source,
    name: &str,
    facts: &Facts,
) -> (Provenance, Option<LaunchDigest>) {
    match source {
        Source::File { writers } => {
            let origin = Provenance::File {
                name: name.to_owned(),
                part: facts.part(),
                writers: writers.clone(),
            };
            (origin, None)
        }
        Source::Resource {
            server,
            uri,
            launch,
        } => {
            let origin = Provenance::Resource {
                server: *server,
                uri: uri.clone(),
            };
            (origin, Some(*launch))
        }
    }
}

/// Returns what was made of a choice as it is stored.
///
/// # Errors
/// It cannot be written as JSON.
pub(super) fn stored(
    inspected: &Inspected,
    selection: attachments::Selection,
    made: Extract,
    conversation: Option<ConversationId>,
    pinned: bool,
) -> Result<NewAttachment, ApiError> {
    let facts = Facts::of(&inspected.found, selection, &made);
    let (origin, launch) = origin(&inspected.source, &inspected.found.name, &facts);
    let content = written(made.parts)?;
    Ok(NewAttachment {
        conversation,
        digest: digest(&content),
        name: match &origin {
            Provenance::Resource { uri, .. } => uri.clone(),
            Provenance::User
            | Provenance::File { .. }
            | Provenance::Prompt { .. }
            | Provenance::Model { .. }
            | Provenance::Tool { .. }
            | Provenance::Definition { .. }
            | Provenance::Instructions { .. }
            | Provenance::Host => inspected.found.name.clone(),
        },
        content,
        origin,
        launch,
        facts: serde_json::to_string(&facts).map_err(unwritten)?,
        pinned,
    })
}

/// Returns parts as they are stored.
///
/// # Errors
/// They cannot be written as JSON.
pub(super) fn written(parts: Vec<attachments::Part>) -> Result<AttachedContent, ApiError> {
    let content = match <[attachments::Part; 1]>::try_from(parts) {
        Ok([attachments::Part::Text(text)]) => AttachedContent::Text(text),
        Ok([part]) => AttachedContent::Media(serde_json::to_string(&[part]).map_err(unwritten)?),
        Err(parts) => AttachedContent::Media(serde_json::to_string(&parts).map_err(unwritten)?),
    };
    Ok(content)
}

/// Returns the SHA-256 of a content, as hexadecimal digits.
pub(super) fn digest(content: &AttachedContent) -> String {
    let (AttachedContent::Text(body) | AttachedContent::Media(body)) = content;
    let digest = Sha256::digest(body.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn unwritten(error: serde_json::Error) -> ApiError {
    ApiError::new(
        ErrorCode::Data,
        phrases::host_data_failed(error.to_string()),
    )
}

/// Reads a regular file that `open` opens, and returns the last component of its path.
pub(super) async fn file(
    path: &Path,
    most: u64,
    open: impl FnOnce(&Path) -> std::io::Result<File> + Send + 'static,
) -> Result<(String, Vec<u8>), ApiError> {
    let path = path.to_owned();
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let shown = domain::visible(&name);
    let failed = |error: String| {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::host_attach_unreadable(error, shown.clone()),
        )
        .hint(phrases::host_attach_unreadable_hint())
    };
    let read = tokio::task::spawn_blocking(move || read_file(&open(&path)?, most)).await;
    let read = read.map_err(|error| failed(error.to_string()))?;
    match read.map_err(|error| failed(error.to_string()))? {
        Some(bytes) if bytes.len() as u64 > most => Err(refused(&AttachError::TooLarge {
            bytes: bytes.len() as u64,
            limit: most,
        })),
        Some(bytes) => Ok((name, bytes)),
        None => {
            let message = phrases::host_attach_not_a_file(shown.clone());
            Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_attach_not_a_file_hint()))
        }
    }
}

/// Returns the first `most` bytes of a file and one more; none if it is no regular file, whose reading could wait for ever.
fn read_file(file: &File, most: u64) -> std::io::Result<Option<Vec<u8>>> {
    let facts = file.metadata()?;
    if !facts.is_file() {
        return Ok(None);
    }
    if facts.len() > most {
        // Not read at all: its size is enough to refuse it.
        let message = format!("{} bytes, and the limit is {most}", facts.len());
        return Err(std::io::Error::new(
            std::io::ErrorKind::FileTooLarge,
            message,
        ));
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Opens a file of the user, wherever its path leads.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A pipe is opened without waiting for its other end, and then refused.
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

impl Inner {
    /// Reads a resource through its server: its only content, or its texts one after the other.
    pub(super) async fn resource_bytes(
        &self,
        server: ServerId,
        uri: &str,
    ) -> Result<(String, Vec<u8>, Source), ApiError> {
        let (snapshot, connection) = self.servers.ready(server)?;
        let read = connection.client.read_resource(uri).await;
        let contents = read.map_err(|error| {
            crate::servers::request_failed(
                &snapshot.record.name,
                phrases::host_request_failed_resource,
                error,
            )
        })?;
        let contents = contents.into_data();
        let nothing = || refused(&AttachError::Empty);
        let bytes = match contents.as_slice() {
            [] => return Err(nothing()),
            [one] => bytes_of(one).ok_or_else(nothing)?,
            several => {
                let texts: Vec<Vec<u8>> = several.iter().filter_map(bytes_of_text).collect();
                texts.join(&b"\n\n"[..])
            }
        };
        let source = Source::Resource {
            server,
            uri: uri.to_owned(),
            launch: connection.launch,
        };
        let name = uri.rsplit(['/', '\\']).next().unwrap_or(uri).to_owned();
        Ok((name, bytes, source))
    }
}

fn bytes_of_text(content: &Content) -> Option<Vec<u8>> {
    match content {
        Content::Text { text, .. }
        | Content::Resource {
            text: Some(text), ..
        } => Some(text.clone().into_bytes()),
        Content::Resource { .. }
        | Content::Image { .. }
        | Content::Audio { .. }
        | Content::Unknown { .. } => None,
    }
}

fn bytes_of(content: &Content) -> Option<Vec<u8>> {
    match content {
        Content::Image { data, .. } | Content::Audio { data, .. } => STANDARD.decode(data).ok(),
        Content::Resource {
            text: None, raw, ..
        } => STANDARD.decode(content::blob(raw)?.as_bytes()).ok(),
        Content::Text { .. } | Content::Resource { .. } => bytes_of_text(content),
        Content::Unknown { .. } => None,
    }
}
