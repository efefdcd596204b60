//! Images of a request, scaled to what models take: they may come from servers, so the process decodes them that reads attachments.

use std::sync::Arc;

use approvals::media::sniff;
use attachments::{ImageLimits, ImageMedia, Part};
use base64::{Engine, engine::general_purpose::STANDARD};
use llm::{ChatMessage, ChatRequest, Piece};
use sha2::{Digest, Sha256};

use crate::{inner::Inner, state::ScaledImage};

/// Longest base64 text of an image: what the fewest endpoints take.
const MAX_TEXT: usize = 4_700_000;
/// In place of an image that is too large and cannot be scaled.
const TOO_LARGE: &str =
    "[An image was left out: it is larger than models take, and it cannot be scaled.]";

/// Replaces every image that is larger than models take by a smaller one, or by a note.
pub(crate) async fn scale_images(inner: &Inner, request: &mut ChatRequest) {
    let mut pieces: Vec<&mut Piece> = Vec::new();
    for message in &mut request.messages {
        match message {
            ChatMessage::User(own) => pieces.extend(own),
            ChatMessage::ToolResults(results) => {
                pieces.extend(results.iter_mut().flat_map(|result| &mut result.pieces));
            }
            ChatMessage::Assistant { .. } => {}
        }
    }
    for piece in pieces {
        let Piece::Image { data_base64, .. } = &*piece else {
            continue;
        };
        if !is_large(data_base64) || inner.attaching.reader().is_err() {
            continue;
        }
        *piece = match smaller(inner, data_base64).await {
            Some(image) => Piece::Image {
                mime_type: image.mime_type.to_owned(),
                data_base64: image.data.to_string(),
            },
            None => Piece::Text(TOO_LARGE.to_owned()),
        };
    }
}

/// Whether an image has more pixels on a side, or more bytes, than models take.
fn is_large(data: &str) -> bool {
    let longest = ImageLimits::default().longest_side;
    data.len() > MAX_TEXT || sniff(data).is_ok_and(|image| image.width.max(image.height) > longest)
}

async fn smaller(inner: &Inner, data: &str) -> Option<ScaledImage> {
    let digest = Sha256::digest(data.as_bytes());
    let id: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    if let Some(known) = inner.attaching.scaled.get(&id) {
        return Some(known);
    }
    let bytes: Arc<[u8]> = STANDARD.decode(data).ok()?.into();
    let made = match inner.attaching.picture(&bytes).await {
        Ok(made) => made,
        Err(error) => {
            tracing::info!(%error, "an image of a request could not be scaled");
            return None;
        }
    };
    let image = made.parts.into_iter().find_map(|part| match part {
        Part::Image {
            media_type, data, ..
        } => Some(ScaledImage {
            id: id.clone(),
            mime_type: match media_type {
                ImageMedia::Png => "image/png",
                ImageMedia::Jpeg => "image/jpeg",
            },
            data: data.into(),
        }),
        Part::Text(_) | Part::Audio { .. } | Part::Pdf { .. } => None,
    })?;
    inner.attaching.scaled.keep(image.clone());
    Some(image)
}
