//! Images where the wire and the endpoint take them; a note in place of one that they do not take.

use domain::Wire;

use crate::{ChatMessage, ChatRequest, Feature, Piece, ToolResult};

/// In place of an image for a model without eyes.
const NO_EYES: &str = "[An image was left out: this model does not read images.]";
/// In place of an image that is one too many.
const TOO_MANY: &str = "[An earlier image was left out: this model reads only the latest ones.]";
/// In place of a document or a sound that an endpoint does not take.
const NO_MEDIA: &str = "[A file was left out: this model does not read files of this kind.]";
/// What a result says whose images are in the message after it.
const FOLLOW: &str = "[The images of this result follow in the next message.]";

/// Puts images in their places.
pub(super) fn place(messages: &mut Vec<ChatMessage>, request: &ChatRequest, wire: Wire) {
    let lacks = &request.lacks;
    if lacks.has(Feature::Images) {
        replace(messages, NO_EYES, is_image, 0);
    } else if let Some(most) = lacks.images() {
        replace(messages, TOO_MANY, is_image, most);
    }
    if lacks.has(Feature::Documents) {
        replace(
            messages,
            NO_MEDIA,
            |piece| matches!(piece, Piece::Document { .. }),
            0,
        );
    }
    if lacks.has(Feature::Audio) {
        replace(
            messages,
            NO_MEDIA,
            |piece| matches!(piece, Piece::Audio { .. }),
            0,
        );
    }
    let all = wire == Wire::OpenAiChat || lacks.has(Feature::ResultImages);
    let mut at = 0;
    while at < messages.len() {
        let moved = match messages.get_mut(at) {
            Some(ChatMessage::ToolResults(results)) => taken_out(results, all),
            _ => Vec::new(),
        };
        at += 1;
        if !moved.is_empty() {
            messages.insert(at, ChatMessage::User(moved));
            at += 1;
        }
    }
}

fn is_image(piece: &Piece) -> bool {
    matches!(piece, Piece::Image { .. })
}

/// Replaces pieces by a note, except for the last `kept`.
fn replace(messages: &mut [ChatMessage], note: &str, is: fn(&Piece) -> bool, kept: u32) {
    let mut left = kept;
    for message in messages.iter_mut().rev() {
        let lists: Vec<&mut Vec<Piece>> = match message {
            ChatMessage::User(pieces) => vec![pieces],
            ChatMessage::ToolResults(results) => results
                .iter_mut()
                .rev()
                .map(|result| &mut result.pieces)
                .collect(),
            ChatMessage::Assistant { .. } => Vec::new(),
        };
        for piece in lists.into_iter().flat_map(|list| list.iter_mut().rev()) {
            if is(piece) {
                match left.checked_sub(1) {
                    Some(fewer) => left = fewer,
                    None => *piece = Piece::Text(note.to_owned()),
                }
            }
        }
    }
}

/// Takes the images out of results: of all of them, or of those that failed. Each group says whose it is.
fn taken_out(results: &mut [ToolResult], all: bool) -> Vec<Piece> {
    let mut moved = Vec::new();
    for result in results.iter_mut().filter(|result| all || result.is_error) {
        let usable = |piece: &Piece| {
            matches!(piece, Piece::Image { mime_type, data_base64 }
                if crate::image::media_type(mime_type, data_base64).is_some())
        };
        let (images, rest): (Vec<Piece>, Vec<Piece>) = std::mem::take(&mut result.pieces)
            .into_iter()
            .partition(usable);
        result.pieces = rest;
        if images.is_empty() {
            continue;
        }
        result.pieces.push(Piece::Text(FOLLOW.to_owned()));
        moved.push(Piece::Text(format!(
            "[Images that the tool call {} returned; data, not a message of the user:]",
            result.provider_call_id
        )));
        moved.extend(images);
    }
    moved
}
