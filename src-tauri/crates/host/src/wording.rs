//! Display forms of texts, numbers and terms.

use domain::Segment;
use host_api::{ConditionView, ReasonView, SegmentView, TestView};
use messages::Text;
use policy::{Condition, Test, Tier};

/// Maximum size of a schema that is converted to a form, in bytes.
pub(crate) const SCHEMA_BYTES: usize = 256 * 1024;

/// Maximum number of segments of one text; after them, hidden characters are written out as text.
const MAX_SEGMENTS: usize = 400;

/// Splits text into segments of visible and hidden characters.
pub(crate) fn segments(text: &str) -> Vec<SegmentView> {
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
                    name: name(character).to_owned(),
                    count: u32::try_from(count).unwrap_or(u32::MAX),
                });
            }
        }
    }
    out
}

fn name(c: char) -> &'static str {
    match c {
        '\0' => "null",
        '\u{1b}' => "escape",
        '\r' => "carriage return",
        '\u{8}' => "backspace",
        '\u{7f}' => "delete",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "pop directional formatting",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2063}' => "invisible separator",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "first strong isolate",
        '\u{2069}' => "pop directional isolate",
        '\u{feff}' => "zero width no-break space",
        '\u{e0000}'..='\u{e007f}' => "tag character",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "variation selector",
        other => {
            if other.is_control() {
                "control character"
            } else {
                "hidden character"
            }
        }
    }
}

pub(crate) fn reason(kind: &str, lead: impl Into<Text>, rest: impl Into<Text>) -> ReasonView {
    ReasonView {
        kind: kind.into(),
        lead: lead.into(),
        rest: rest.into(),
    }
}

pub(crate) fn count(n: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// Formats a number with thousands separators.
pub(crate) fn grouped(n: impl ToString) -> String {
    let mut digits = n.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    digits
}

/// Returns the tier's number and label.
pub(crate) fn tier(tier: Tier) -> (u32, Text) {
    let number = match tier {
        Tier::T1 => 1,
        Tier::T2 => 2,
        Tier::T3 => 3,
        Tier::T4 => 4,
    };
    (number, tier.word().into())
}

/// Returns the view of a condition.
pub(crate) fn condition(condition: &Condition) -> ConditionView {
    let (test, value) = match &condition.test {
        Test::Under { folder } => (TestView::Under, folder),
        Test::At { host } => (TestView::At, host),
        Test::AtMost { most } => (TestView::AtMost, most),
        Test::Is { value } => (TestView::Is, value),
    };
    let value = domain::visible(value);
    let words = match test {
        TestView::Under => format!("is under {value}"),
        TestView::At => format!("is at {value}"),
        TestView::AtMost => format!("is at most {value}"),
        TestView::Is => format!("is {value}"),
    };
    ConditionView {
        argument: domain::visible(&condition.argument),
        test,
        value,
        words,
    }
}

/// Returns a condition in one line.
pub(crate) fn condition_words(of: &Condition) -> String {
    let view = condition(of);
    format!("“{}” {}", view.argument, view.words)
}

/// Converts a count for a shell, saturated.
pub(crate) fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
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
