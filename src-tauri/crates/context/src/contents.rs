//! The contents of a request's parts.

use llm::{AssistantPiece, ChatMessage, Piece, ToolSpec};

use crate::Assembled;

/// The content of a part, as it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// A text.
    Text(&'a str),
    /// A tool.
    Tool {
        /// The name that the model sees.
        alias: &'a str,
        /// The description.
        description: &'a str,
        /// The JSON Schema of its arguments, as JSON text.
        schema: &'a str,
    },
    /// A tool call of the model.
    Call {
        /// The tool's name as the model wrote it.
        alias: &'a str,
        /// The arguments, as JSON text.
        arguments: &'a str,
    },
    /// An image.
    Image {
        /// Its media type.
        mime_type: &'a str,
        /// Its bytes in base64.
        data: &'a str,
    },
}

impl Assembled {
    /// Returns the contents of the parts, in the order of the manifest.
    #[must_use]
    pub fn contents(&self) -> Vec<Content<'_>> {
        let request = &self.request;
        let mut out: Vec<Content<'_>> = Vec::with_capacity(self.manifest.parts.len());
        out.extend(request.system.as_deref().map(Content::Text));
        out.extend(request.tools.iter().map(tool));
        let piece = |piece| piece_of(piece, &request.tools);
        for message in &request.messages {
            match message {
                ChatMessage::User(pieces) => out.extend(pieces.iter().map(piece)),
                ChatMessage::Assistant { pieces } => out.extend(pieces.iter().map(assistant)),
                ChatMessage::ToolResults(results) => {
                    out.extend(results.iter().flat_map(|result| &result.pieces).map(piece));
                }
            }
        }
        out
    }
}

fn tool(tool: &ToolSpec) -> Content<'_> {
    Content::Tool {
        alias: &tool.alias,
        description: &tool.description,
        schema: &tool.input_schema,
    }
}

fn piece_of<'a>(piece: &'a Piece, tools: &'a [ToolSpec]) -> Content<'a> {
    match piece {
        Piece::Text(text) => Content::Text(text),
        Piece::Tool(alias) => tools
            .iter()
            .find(|tool| tool.alias == *alias)
            .map_or(Content::Text(alias), tool),
        Piece::Image {
            mime_type,
            data_base64,
        }
        | Piece::Audio {
            mime_type,
            data_base64,
        } => Content::Image {
            mime_type,
            data: data_base64,
        },
        Piece::Document { data_base64, .. } => Content::Image {
            mime_type: "application/pdf",
            data: data_base64,
        },
    }
}

fn assistant(piece: &AssistantPiece) -> Content<'_> {
    match piece {
        AssistantPiece::Text(text) => Content::Text(text),
        AssistantPiece::State(state) => Content::Text(&state.json),
        AssistantPiece::ToolUse(intent) => Content::Call {
            alias: &intent.alias,
            arguments: &intent.arguments,
        },
    }
}
