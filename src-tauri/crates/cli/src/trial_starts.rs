//! The trial start of an update: in its review, and after it was accepted by a command line.

use host_api::{DifferenceView, ReasonView, TrialListView, TrialOfferView, TrialStartView};
use messages::{Phrase, Value, phrases};

use crate::{
    text::{describe_line, plain, reason},
    trial_runs::looked_for,
    words::{quoted, quoted_lines, said, say},
};

/// What the new version did, a line for each fact.
pub(crate) fn described(view: &TrialStartView) -> Vec<String> {
    let mut lines = vec![say(phrases::consent_update_title())];
    if !view.started {
        lines.extend(view.failed.iter().map(said));
        return lines;
    }
    lines.push(say(phrases::consent_update_about()));
    if !view.withheld.is_empty() {
        let names = Value::list(&view.withheld);
        lines.push(say(phrases::consent_update_withheld(names)));
    }
    if let Some(why) = &view.failed {
        lines.push(say(phrases::consent_update_failed()));
        lines.push(say(phrases::consent_update_still(why)));
    }
    if let Some(offer) = &view.offer {
        describe_offer(offer, &mut lines);
    }
    if view.looked_for.is_empty() && view.notes.is_empty() {
        lines.push(say(phrases::consent_update_looked_for_nothing()));
    } else {
        lines.push(say(phrases::consent_update_looked_for()));
        looked_for(&view.looked_for, &view.notes, &mut lines);
    }
    if view.more {
        lines.push(say(phrases::terminal_trial_more()));
    }
    lines
}

/// What the new version did, then that it is used: where a command line accepts an update, nobody saw its review.
pub(crate) fn accepted(view: Option<&TrialStartView>, done: Phrase) -> String {
    let mut lines: Vec<String> = view.into_iter().flat_map(described).collect();
    lines.push(say(done));
    lines.join("\n")
}

fn describe_offer(offer: &TrialOfferView, lines: &mut Vec<String>) {
    if offer.same > 0 {
        lines.push(say(phrases::consent_update_same(offer.same)));
    } else if offer.changed.is_empty() && offer.new.is_empty() {
        lines.push(say(phrases::consent_update_no_tools()));
    }
    for tool in &offer.changed {
        lines.push(say(phrases::consent_update_changed(&tool.name)));
        tool.parts
            .iter()
            .for_each(|part| describe_part(part, lines));
        describe_reasons(&tool.reasons, lines);
    }
    for tool in &offer.new {
        lines.push(say(phrases::consent_update_new(&tool.name)));
        for line in tool.parts.iter().flat_map(|part| &part.lines) {
            let pieces = line.pieces.iter().map(|piece| plain(&piece.segments));
            lines.push(format!("    + {}:", quoted(&plain(&line.label))));
            lines.extend(quoted_lines("      ", &pieces.collect::<String>()));
        }
        describe_reasons(&tool.reasons, lines);
    }
    if offer.more > 0 {
        lines.push(say(phrases::consent_update_more(offer.more)));
    }
    if !offer.removed.is_empty() {
        let names = Value::list(&offer.removed);
        lines.push(say(phrases::consent_update_removed(names)));
    }
    if let Some(part) = &offer.instructions {
        describe_part(part, lines);
        describe_reasons(&offer.reasons, lines);
    }
    list(&offer.prompts, &PROMPTS, lines);
    list(&offer.resources, &RESOURCES, lines);
}

fn describe_reasons(reasons: &[ReasonView], lines: &mut Vec<String>) {
    let found = reasons.iter();
    lines.extend(found.map(|found| reason("  ! ", &found.lead, &found.rest)));
}

fn describe_part(part: &DifferenceView, lines: &mut Vec<String>) {
    lines.push(format!("  {} ({})", said(&part.title), said(&part.note)));
    lines.extend(part.lines.iter().map(describe_line));
    if part.more > 0 {
        let more = phrases::consent_difference_more(part.more);
        lines.push(format!("    {}", say(more)));
    }
}

/// The sentences about a list.
struct Words {
    new: fn(Value) -> Phrase,
    removed: fn(Value) -> Phrase,
    unknown: fn(u32) -> Phrase,
}

const PROMPTS: Words = Words {
    new: |names| phrases::consent_update_prompts_new(names),
    removed: |names| phrases::consent_update_prompts_removed(names),
    unknown: |count| phrases::consent_update_prompts_unknown(count),
};
const RESOURCES: Words = Words {
    new: |names| phrases::consent_update_resources_new(names),
    removed: |names| phrases::consent_update_resources_removed(names),
    unknown: |count| phrases::consent_update_resources_unknown(count),
};

fn list(view: &TrialListView, words: &Words, lines: &mut Vec<String>) {
    if !view.compared {
        if view.count > 0 {
            lines.push(say((words.unknown)(view.count)));
        }
        return;
    }
    for (names, phrase) in [(&view.new, words.new), (&view.removed, words.removed)] {
        if !names.is_empty() {
            lines.push(say(phrase(Value::list(names))));
        }
    }
}
