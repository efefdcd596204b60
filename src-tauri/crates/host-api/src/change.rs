//! Changes to a server's definitions, as the consent window and the server's page show them.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag};

/// A pending change to a tool or to the server's instructions.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ChangeApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The tool's name; none where the instructions changed or tools are new.
    pub tool: Option<String>,
    /// How many tools are new, if it is about new tools; each is one of the parts.
    pub new_tools: u32,
    /// When the previous definition was accepted.
    pub accepted_ms: f64,
    /// The tool's tier when it was accepted, and its label.
    pub tier_before: Option<(u32, Text)>,
    /// The tool's tier now, and its label.
    pub tier: Option<(u32, Text)>,
    /// The changes, part by part.
    pub parts: Vec<DifferenceView>,
    /// Findings that need attention.
    pub reasons: Vec<ReasonView>,
    /// The accepted definition, in full.
    pub before_full: Vec<SegmentView>,
    /// The current definition, in full.
    pub now_full: Vec<SegmentView>,
    /// The first 8 digits of the accepted definition's digest.
    pub digest_before: String,
    /// The first 8 digits of the current definition's digest.
    pub digest: String,
    /// How many recorded calls of the tool were sent.
    pub calls: u32,
    /// When the first of them was sent.
    pub first_call_ms: Option<f64>,
    /// When the last of them was sent.
    pub last_call_ms: Option<f64>,
    /// Whether the change voided a permission for the tool.
    pub voids: bool,
    /// Whether models read the instructions, and will read the new ones.
    pub for_models: bool,
}

/// The difference in one part.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DifferenceView {
    /// The name of the part.
    pub title: Text,
    /// The extent of the change, for display.
    pub note: Text,
    /// Whether it is code rather than text.
    pub code: bool,
    /// The lines that differ.
    pub lines: Vec<DifferenceLineView>,
    /// How many further lines differ.
    pub more: u32,
}

/// One side of a line that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DifferenceLineView {
    /// Whether the line was added; otherwise it was removed.
    pub added: bool,
    /// Its position: a field's path; empty for text.
    pub label: Vec<SegmentView>,
    /// The text, in pieces.
    pub pieces: Vec<DifferencePieceView>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DifferencePieceView {
    /// Whether it occurs on this side only.
    pub marked: bool,
    /// The text.
    pub segments: Vec<SegmentView>,
}
