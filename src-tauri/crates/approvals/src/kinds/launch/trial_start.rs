//! View of the trial start of an update: its offer beside what was accepted, and what it looked for.

use std::collections::BTreeSet;

use domain::{ToolDefinition, definition_changes, roomier_fields};
use host_api::{
    DifferenceView, ReasonView, TrialListView, TrialNoteView, TrialOfferView, TrialProposalView,
    TrialStartView, TrialToolView,
};
use messages::{Text, phrases};

use crate::{
    difference,
    kinds::change::stands_out,
    oddities::{Place, oddities, oddities_of_tool},
};

/// Most tools of each kind that are shown in full.
const TOOLS: usize = 50;
/// Most names of a list.
const NAMES: usize = 200;
/// Most findings of one tool.
const REASONS: usize = 50;

/// What the trial start of an update found.
#[derive(Clone, Debug, Default)]
pub struct TrialStart {
    /// Whether it was started.
    pub started: bool,
    /// Why it was not started, or did not answer.
    pub failed: Option<Text>,
    /// What it offers; none if it did not answer.
    pub offer: Option<Offer>,
    /// The names of the variables that it did not get.
    pub withheld: Vec<String>,
    /// What it looked for and did not get.
    pub looked_for: Vec<TrialProposalView>,
    /// What else it looked for.
    pub notes: Vec<TrialNoteView>,
    /// Whether it looked for more than was kept.
    pub more: bool,
}

/// What a new version offers, beside what was accepted.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// How many tools are as they were accepted.
    pub same: usize,
    /// The accepted and the new definition of each tool that differs.
    pub changed: Vec<(ToolDefinition, ToolDefinition)>,
    /// Tools of which none was accepted.
    pub new: Vec<ToolDefinition>,
    /// The names of accepted tools that it does not offer.
    pub removed: Vec<String>,
    /// The accepted and the new instructions, if they differ.
    pub instructions: Option<[Option<String>; 2]>,
    /// Its prompts.
    pub prompts: Names,
    /// Its resources.
    pub resources: Names,
}

/// The names of a list.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Those of the version in use, if they are known.
    pub before: Option<BTreeSet<String>>,
    /// Those of the new version.
    pub now: BTreeSet<String>,
}

/// Returns the view of a trial start.
#[must_use]
pub fn trial_start(found: &TrialStart) -> TrialStartView {
    TrialStartView {
        started: found.started,
        failed: found.failed.clone(),
        offer: found.offer.as_ref().map(offer),
        withheld: shown(found.withheld.iter()),
        looked_for: found.looked_for.clone(),
        notes: found.notes.clone(),
        more: found.more,
    }
}

fn offer(offer: &Offer) -> TrialOfferView {
    let changed = offer.changed.iter().take(TOOLS).map(|(before, now)| {
        let changes = definition_changes(&before.raw, &now.raw);
        tool(
            now,
            difference::parts(&changes),
            stands_out(now, before, &roomier_fields(&changes)),
        )
    });
    let changed = changed.collect();
    let new = offer.new.iter().take(TOOLS);
    let new = new.map(|now| tool(now, vec![difference::new_tool(now)], oddities_of_tool(now)));
    let new = new.collect();
    let mut reasons = Vec::new();
    let instructions = offer.instructions.as_ref().map(|[before, now]| {
        let words = now.as_deref().unwrap_or_default();
        reasons = oddities(None, &[(Place::Instructions, words)]);
        let title = phrases::host_part_instructions();
        difference::text(title, before.as_deref(), now.as_deref())
    });
    reasons.truncate(REASONS);
    let left = |all: usize| all.saturating_sub(TOOLS);
    TrialOfferView {
        same: count(offer.same),
        more: count(left(offer.changed.len()) + left(offer.new.len())),
        changed,
        new,
        removed: offer
            .removed
            .iter()
            .take(NAMES)
            .map(|name| domain::tool_label(name))
            .collect(),
        instructions,
        reasons,
        prompts: names(&offer.prompts),
        resources: names(&offer.resources),
    }
}

fn tool(
    now: &ToolDefinition,
    parts: Vec<DifferenceView>,
    mut reasons: Vec<ReasonView>,
) -> TrialToolView {
    reasons.truncate(REASONS);
    TrialToolView {
        name: domain::tool_label(&now.tool.name),
        parts,
        reasons,
    }
}

fn names(names: &Names) -> TrialListView {
    let nothing = BTreeSet::new();
    let before = names.before.as_ref();
    TrialListView {
        count: count(names.now.len()),
        compared: before.is_some(),
        new: shown(names.now.difference(before.unwrap_or(&nothing))),
        removed: shown(before.unwrap_or(&nothing).difference(&names.now)),
    }
}

fn shown<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let names = names.take(NAMES);
    names.map(|name| domain::visible(name)).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
