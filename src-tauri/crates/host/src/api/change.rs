//! What a server changed, as the consent window and the server's page show it.

use serde::Serialize;
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag};

/// A change to decide: of a tool, or of the server's instructions.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ChangeApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The tool's name; none where the instructions changed.
    pub tool: Option<String>,
    /// When it was accepted last.
    pub accepted_ms: f64,
    /// The tool's tier as it was accepted, and its word.
    pub tier_before: Option<(u32, String)>,
    /// The tool's tier now, and its word.
    pub tier: Option<(u32, String)>,
    /// What changed, part by part.
    pub parts: Vec<DifferenceView>,
    /// What stands out.
    pub reasons: Vec<ReasonView>,
    /// What was accepted, in full.
    pub before_full: Vec<SegmentView>,
    /// What is there now, in full.
    pub now_full: Vec<SegmentView>,
    /// The first 8 digits of the digest of what was accepted.
    pub digest_before: String,
    /// The same of what is there now.
    pub digest: String,
    /// How many calls of the tool were sent, as far as they are kept.
    pub calls: u32,
    /// When the first was sent.
    pub first_call_ms: Option<f64>,
    /// When the last was sent.
    pub last_call_ms: Option<f64>,
    /// Whether something that was allowed for it does not hold any more.
    pub voids: bool,
}

/// What changed of one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct DifferenceView {
    /// The part.
    pub title: String,
    /// How much, in words.
    pub note: String,
    /// Whether it is code rather than a text.
    pub code: bool,
    /// The lines that differ.
    pub lines: Vec<DifferenceLineView>,
    /// How many more differ than are here.
    pub more: u32,
}

/// One side of a line that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct DifferenceLineView {
    /// Whether it is what stands there now; otherwise what stood there.
    pub added: bool,
    /// Where: a field's path; empty for a text.
    pub label: Vec<SegmentView>,
    /// The text, in pieces.
    pub pieces: Vec<DifferencePieceView>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct DifferencePieceView {
    /// Whether it is on this side only.
    pub marked: bool,
    /// The text.
    pub segments: Vec<SegmentView>,
}
