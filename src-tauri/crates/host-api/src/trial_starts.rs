//! The trial start of an update, as a shell sees it.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{DifferenceView, ReasonView, TrialNoteView, TrialProposalView};

/// What the new version of a package or bundle did when it was started once before its review: without a network, without the
/// user's folders and without its variables. All of it is the new version's claim, and nothing of it is accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialStartView {
    /// Whether it was started.
    pub started: bool,
    /// Why it was not started, or did not answer; none if it answered.
    pub failed: Option<Text>,
    /// What it offers; none if it did not answer.
    pub offer: Option<TrialOfferView>,
    /// The variables that it did not get, hidden characters made visible.
    pub withheld: Vec<String>,
    /// What it looked for and did not get, as in a trial run. The version in use may have some of it.
    pub looked_for: Vec<TrialProposalView>,
    /// What else it looked for, at most 100.
    pub notes: Vec<TrialNoteView>,
    /// Whether it looked for more than was kept.
    pub more: bool,
}

/// What the new version offers, beside what was accepted of its server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialOfferView {
    /// Tools that are as they were accepted.
    pub same: u32,
    /// Tools whose definitions differ from the accepted ones, at most 50.
    pub changed: Vec<TrialToolView>,
    /// Tools of which none was accepted, at most 50; each has one part, all of it added.
    pub new: Vec<TrialToolView>,
    /// How many more tools changed or are new.
    pub more: u32,
    /// Accepted tools that it does not offer, hidden characters made visible; at most 200.
    pub removed: Vec<String>,
    /// How its instructions differ from the accepted ones.
    pub instructions: Option<DifferenceView>,
    /// What needs attention in the instructions, at most 50.
    pub reasons: Vec<ReasonView>,
    /// Its prompts.
    pub prompts: TrialListView,
    /// Its resources.
    pub resources: TrialListView,
}

/// A tool that is new, or whose definition differs from the accepted one.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialToolView {
    /// Its name.
    pub name: String,
    /// The changes, part by part.
    pub parts: Vec<DifferenceView>,
    /// What needs attention in it, at most 50.
    pub reasons: Vec<ReasonView>,
}

/// The names of a list, beside those of the version in use.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialListView {
    /// How many there are.
    pub count: u32,
    /// Whether they could be compared: the version in use was running, and named its own.
    pub compared: bool,
    /// Those that the version in use does not have, hidden characters made visible; at most 200.
    pub new: Vec<String>,
    /// Those that only the version in use has, hidden characters made visible; at most 200.
    pub removed: Vec<String>,
}
