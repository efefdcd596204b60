//! Refusals of tools: of one by its name or place, of their number, of their names, of all of them.

use super::{Sent, said::Said};
use crate::{Feature, Lack};

/// Words that say that a bound is about something else than the number of tools.
const OTHER_BOUNDS: [&str; 11] = [
    "string",
    "character",
    "token",
    "context",
    "schema",
    "description",
    "parameter",
    "byte",
    "rate limit",
    "quota",
    "tool call",
];
/// Words before the number that is taken at most.
const BOUND_WORDS: [&str; 9] = [
    "at most",
    "more than",
    "maximum",
    "max",
    "exceed",
    "limit",
    "up to",
    "fewer than",
    "no greater than",
];
/// Words that say that there are too many, without a number.
const TOO_MANY: [&str; 2] = ["too many", "too long"];
/// The numbers to try in order where an endpoint names none.
const USUAL: [u32; 6] = [128, 64, 32, 16, 8, 1];
/// How far behind such a word the number stands, in characters.
const REACH: usize = 48;
/// The largest number that is believed.
const LARGEST: u32 = 10_000;
/// Words about the definition of a tool.
const OF_SCHEMA: [&str; 16] = [
    "schema",
    "grammar",
    "regex",
    "regular expression",
    "pattern",
    "$ref",
    "$defs",
    "function_declaration",
    "functiondeclaration",
    "look-ahead",
    "lookahead",
    "too many states",
    "sampler",
    "anyof",
    "oneof",
    "properties",
];

pub(super) fn deferred(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let feature = Lack::Feature(Feature::DeferredTools);
    if !sent.deferred {
        return None;
    }
    if said.any(&[
        "defer_loading",
        "tool_reference",
        "tool reference",
        "tool_search",
        "tool search",
        "deferred",
    ]) {
        return Some(feature);
    }
    // A tool with a field too many, where the field is not named: no other field of ours is new.
    let extra = said.any(&[
        "extra inputs",
        "extra fields",
        "additional propert",
        "unknown field",
        "unexpected field",
        "unrecognized field",
    ]);
    (extra && place(said.raw).is_some() && !said.any(&["schema", "properties", "parameters"]))
        .then_some(feature)
}

/// One tool that a refusal names by its place or by its alias.
pub(super) fn named(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_place = place(said.raw).and_then(|at| sent.tools.get(at));
    let alias = of_place
        .or_else(|| by_alias(said.raw, &sent.tools))
        .or_else(|| {
            let only = sent.tools.first().filter(|_| sent.tools.len() == 1);
            only.filter(|_| said.any(&OF_SCHEMA) && said.any(&["tool", "function"]))
        })?;
    if !said.refuses() && !said.any(&OF_SCHEMA) {
        return None;
    }
    if let Some(lack) = description(said, sent) {
        return Some(lack);
    }
    if is_of_name(said) {
        return letters(said, sent).or_else(|| Some(Lack::Tool(alias.clone())));
    }
    Some(if sent.lacks.is_plain(alias) {
        Lack::Tool(alias.clone())
    } else if sent.lacks.any_tool() {
        // The second tool of its kind: there may be many.
        Lack::Feature(Feature::RichSchemas)
    } else {
        Lack::PlainTool(alias.clone())
    })
}

fn description(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let long = said.any(&["description"])
        && said.any(&[
            "too long",
            "maximum length",
            "at most",
            "max length",
            "exceed",
            "longer than",
            "1024",
        ]);
    (long && !sent.tools.is_empty() && !sent.lacks(Feature::LongDescriptions))
        .then_some(Lack::Feature(Feature::LongDescriptions))
}

fn is_of_name(said: &Said<'_>) -> bool {
    let of_name = said.is_about(&["name"])
        || said.any(&[
            "function.name",
            "custom.name",
            "function name",
            "tool name",
            "name of the tool",
            "name of the function",
            "'name'",
            "names must",
            ".name",
        ]);
    of_name && !said.any(&["property", "properties"])
}

pub(super) fn letters(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let wrong = said.any(&[
        "pattern",
        "invalid",
        "must match",
        "must be a-z",
        "alphanumeric",
        "a-z",
        "ascii",
        "must start with",
    ]);
    (is_of_name(said) && wrong && sent.other_letters && !sent.lacks(Feature::ToolLetters))
        .then_some(Lack::Feature(Feature::ToolLetters))
}

/// More tools than it takes.
pub(super) fn too_many(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_tools = said.any(&["tool", "function"]) || said.is_about(&["tools"]);
    if !of_tools || is_of_name(said) || said.any(&OTHER_BOUNDS) {
        return None;
    }
    let text = said.lower.as_str();
    let most = BOUND_WORDS
        .iter()
        .flat_map(|word| text.match_indices(word))
        .filter_map(|(at, word)| number_after(text.get(at + word.len()..)?))
        .min();
    (most.is_some() || said.any(&TOO_MANY)).then_some(())?;
    let count = u32::try_from(sent.tools.len()).unwrap_or(u32::MAX);
    let said = most.filter(|most| *most < count);
    let fewer = said.or_else(|| USUAL.into_iter().find(|most| *most < count));
    let none = (count > 0).then_some(Lack::Feature(Feature::Tools));
    fewer.map(Lack::Tools).or(none)
}

/// A definition that is refused without saying whose: all are made plain, then there are half as many.
pub(super) fn schemas(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if sent.tools.is_empty() || !said.any(&OF_SCHEMA) {
        return None;
    }
    if let Some(lack) = description(said, sent) {
        return Some(lack);
    }
    if !sent.lacks(Feature::RichSchemas) {
        return Some(Lack::Feature(Feature::RichSchemas));
    }
    let half = u32::try_from(sent.tools.len() / 2).unwrap_or(u32::MAX);
    Some(if half == 0 {
        Lack::Feature(Feature::Tools)
    } else {
        Lack::Tools(half)
    })
}

/// Tools at all.
pub(super) fn unsupported(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_tools = said.any(&[
        "tool",
        "function call",
        "function_call",
        "functions",
        "function-call",
    ]);
    let refused = said.any(&[
        "support",
        "enable",
        "not available",
        "not allowed",
        "not permitted",
        "not implement",
        "disabled",
        "unknown",
        "unrecogni",
        "unexpected",
        "extra ",
        "parser",
        "cannot use",
        "can't use",
        "doesn't have",
    ]);
    (of_tools && refused && !sent.tools.is_empty()).then_some(Lack::Feature(Feature::Tools))
}

/// The place of a tool in a path such as `tools.3`, `tools[3]` or `function_declarations[3]`.
fn place(text: &str) -> Option<usize> {
    [
        "function_declarations",
        "functionDeclarations",
        "functions",
        "tools",
    ]
    .iter()
    .find_map(|list| {
        text.match_indices(list).find_map(|(at, _)| {
            let rest = text
                .get(at + list.len()..)?
                .trim_start_matches(['\'', '"', '`']);
            let digits = rest.strip_prefix(['.', '[', '/'])?;
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            digits.get(..end)?.parse().ok()
        })
    })
}

/// The longest alias that stands in a text, not as a part of another name.
fn by_alias<'a>(text: &str, aliases: &'a [String]) -> Option<&'a String> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let stands = |alias: &str| {
        text.match_indices(alias).any(|(at, _)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + alias.len()..).and_then(|t| t.chars().next());
            !before.is_some_and(inside) && !after.is_some_and(inside)
        })
    };
    let found = aliases
        .iter()
        .filter(|alias| !alias.is_empty() && stands(alias));
    found.max_by_key(|alias| alias.len())
}

/// The first number within reach that is no index in brackets.
fn number_after(text: &str) -> Option<u32> {
    let near: String = text.chars().take(REACH).collect();
    let digits = |c: char| c.is_ascii_digit();
    let mut rest = near.as_str();
    while let Some(at) = rest.find(digits) {
        let (before, number) = rest.split_at(at);
        let end = number.find(|c| !digits(c)).unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        if !before.ends_with('[') {
            let value = number.parse().ok();
            return value.filter(|most| (1..=LARGEST).contains(most));
        }
        rest = after;
    }
    None
}
