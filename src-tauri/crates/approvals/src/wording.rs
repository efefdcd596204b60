//! Display forms of texts, numbers and terms.

use domain::Segment;
use host_api::{ConditionView, ReasonKind, ReasonView, SegmentView, TestView};
use messages::{Phrase, Text, phrases};
use policy::{Condition, Test, Tier};

/// Maximum size of a schema that is converted to a form, in bytes.
pub const SCHEMA_BYTES: usize = 256 * 1024;

/// Maximum number of segments of one text; after them, hidden characters are written out as text.
const MAX_SEGMENTS: usize = 400;

/// Splits text into segments of visible and hidden characters.
#[must_use]
pub fn segments(text: &str) -> Vec<SegmentView> {
    let mut shown = 0;
    let mut out = Vec::new();
    for segment in domain::segments(text) {
        if out.len() == MAX_SEGMENTS {
            out.push(SegmentView::Text {
                text: domain::visible_block(&text[shown..]),
                from: Vec::new(),
            });
            break;
        }
        match segment {
            Segment::Text(text) => {
                shown += text.len();
                out.push(SegmentView::Text {
                    text,
                    from: Vec::new(),
                });
            }
            Segment::Hidden { character, count } => {
                shown += character.len_utf8() * count;
                out.push(SegmentView::Hidden {
                    code: format!("U+{:04X}", u32::from(character)),
                    name: name(character).into(),
                    count: u32::try_from(count).unwrap_or(u32::MAX),
                });
            }
        }
    }
    out
}

fn name(c: char) -> Phrase {
    match c {
        '\0' => phrases::host_character_null(),
        '\u{1b}' => phrases::host_character_escape(),
        '\r' => phrases::host_character_return(),
        '\u{8}' => phrases::host_character_backspace(),
        '\u{7f}' => phrases::host_character_delete(),
        '\u{ad}' => phrases::host_character_soft_hyphen(),
        '\u{200b}' => phrases::host_character_zero_space(),
        '\u{200c}' => phrases::host_character_zero_non_joiner(),
        '\u{200d}' => phrases::host_character_zero_joiner(),
        '\u{200e}' => phrases::host_character_left_mark(),
        '\u{200f}' => phrases::host_character_right_mark(),
        '\u{202a}' => phrases::host_character_left_embedding(),
        '\u{202b}' => phrases::host_character_right_embedding(),
        '\u{202c}' => phrases::host_character_pop_formatting(),
        '\u{202d}' => phrases::host_character_left_override(),
        '\u{202e}' => phrases::host_character_right_override(),
        '\u{2060}' => phrases::host_character_word_joiner(),
        '\u{2063}' => phrases::host_character_separator(),
        '\u{2066}' => phrases::host_character_left_isolate(),
        '\u{2067}' => phrases::host_character_right_isolate(),
        '\u{2068}' => phrases::host_character_first_isolate(),
        '\u{2069}' => phrases::host_character_pop_isolate(),
        '\u{feff}' => phrases::host_character_zero_no_break(),
        '\u{e0000}'..='\u{e007f}' => phrases::host_character_tag(),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => phrases::host_character_variation(),
        other => {
            if other.is_control() {
                phrases::host_character_control()
            } else {
                phrases::host_character_hidden()
            }
        }
    }
}

/// Returns a reason of a kind, for display.
#[must_use]
pub fn reason(kind: ReasonKind, lead: impl Into<Text>, rest: impl Into<Text>) -> ReasonView {
    ReasonView {
        kind,
        lead: lead.into(),
        rest: rest.into(),
    }
}

/// Returns the tier's number and label.
#[must_use]
pub fn tier(tier: Tier) -> (u32, Text) {
    let number = match tier {
        Tier::T0 => 0,
        Tier::T1 => 1,
        Tier::T2 => 2,
        Tier::T3 => 3,
        Tier::T4 => 4,
    };
    (number, risk(tier).into())
}

/// The label of a tier.
fn risk(tier: Tier) -> Phrase {
    match tier {
        Tier::T0 => phrases::host_confinement_tier(),
        Tier::T1 => phrases::tier_reads(),
        Tier::T2 => phrases::tier_writes(),
        Tier::T3 => phrases::tier_sends(),
        Tier::T4 => phrases::tier_destructive(),
    }
}

/// Returns the view of a condition.
#[must_use]
pub fn condition(condition: &Condition) -> ConditionView {
    let (test, value) = match &condition.test {
        Test::Under { folder } => (TestView::Under, folder),
        Test::At { host } => (TestView::At, host),
        Test::AtMost { most } => (TestView::AtMost, most),
        Test::Sum { most } => (TestView::Sum, most),
        Test::Is { value } => (TestView::Is, value),
    };
    let value = domain::visible(value);
    let words = match test {
        TestView::Under => phrases::host_condition_under(&value),
        TestView::At => phrases::host_condition_at(&value),
        TestView::AtMost => phrases::host_condition_most(&value),
        TestView::Sum => phrases::host_condition_sum(&value),
        TestView::Is => phrases::host_condition_is(&value),
    };
    ConditionView {
        argument: domain::visible(&condition.argument),
        test,
        value,
        words: words.into(),
    }
}

/// Returns a condition in one line.
#[must_use]
pub fn condition_words(of: &Condition) -> Phrase {
    let view = condition(of);
    phrases::host_condition(view.argument, view.words)
}

/// Converts a count for a shell, saturated.
#[must_use]
pub fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Names something that a server has.
pub(crate) fn holding(holding: &consent::Holding) -> Phrase {
    use consent::Holding;
    use domain::RootAccess;

    let shown = |text: &str| domain::visible(text);
    match holding {
        Holding::Variable { name } => phrases::host_held_variable(shown(name)),
        Holding::Header { name } => phrases::host_held_header(shown(name)),
        Holding::Account { origin } => phrases::host_held_account(shown(origin)),
        Holding::Root { path, access } => match access {
            RootAccess::Read => phrases::host_held_root_read(shown(path)),
            RootAccess::Staged => phrases::host_held_root_staged(shown(path)),
            RootAccess::Write => phrases::host_held_root_write(shown(path)),
        },
        Holding::Reach { to } => phrases::host_held_reach(shown(to)),
        Holding::PrivateFolder {} => phrases::host_held_private_folder(),
        Holding::Sampling {} => phrases::host_held_sampling(),
        Holding::Elicitation {} => phrases::host_held_elicitation(),
        Holding::Unreviewed {} => phrases::host_held_unreviewed(),
        Holding::Budget { minute, day } => phrases::host_held_budget(*day, *minute),
        Holding::Rule {
            tool, conditions, ..
        } => match tool {
            Some(tool) => phrases::host_held_rule(*conditions, domain::tool_label(tool)),
            None => phrases::host_held_rule_every(*conditions),
        },
        Holding::Tier { tool, tier: to, .. } => {
            let (_, word) = tier(*to);
            phrases::host_held_tier(word, domain::tool_label(tool))
        }
        Holding::Trusted {} => phrases::host_held_trusted(),
        Holding::Unguarded { other, inward, .. } => match inward {
            true => phrases::host_held_unguarded_from(shown(other)),
            false => phrases::host_held_unguarded_to(shown(other)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_hidden_characters_stay_few_runs_and_all_are_named() {
        let text = "a\u{200b}".repeat(5_000);
        let shown = segments(&text);
        assert_eq!(shown.len(), MAX_SEGMENTS + 1);
        let SegmentView::Text { text: rest, .. } = &shown[MAX_SEGMENTS] else {
            panic!("the rest is text");
        };
        assert_eq!(rest.matches("U+200B").count(), 5_000 - MAX_SEGMENTS / 2);
    }
}
