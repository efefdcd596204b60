//! Whether an endpoint refused a request for its tools, read from the text of its error.

use crate::Refusal;

/// Words that say that a message is about something else than the number of tools.
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
/// How far behind such a word the number stands, in characters.
const REACH: usize = 48;
/// The largest number that is believed.
const LARGEST: u32 = 10_000;

/// What a refusal says of the tools of a request, if anything. `about` is the field it names, if it names one.
pub(crate) fn tools_refused(message: &str, about: Option<&str>) -> Option<Refusal> {
    let text = message.to_lowercase();
    let field = about.unwrap_or_default().to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["defer_loading", "tool_reference", "tool reference"]) {
        return Some(Refusal::DeferredTools);
    }
    if !says(&["tool", "function"]) && !field.starts_with("tools") {
        return None;
    }
    let of_name = says(&["name"]) || field.ends_with("name");
    if of_name
        && says(&["pattern", "invalid", "must match", "alphanumeric", "a-z"])
        && !says(&["too long"])
    {
        return Some(Refusal::ToolName);
    }
    if of_name || says(&OTHER_BOUNDS) {
        return None;
    }
    let most = BOUND_WORDS
        .iter()
        .flat_map(|word| text.match_indices(word))
        .filter_map(|(at, word)| number_after(&text[at + word.len()..]))
        .min();
    (most.is_some() || says(&TOO_MANY)).then_some(Refusal::TooManyTools { most })
}

/// The first number within reach that is no index in brackets.
fn number_after(text: &str) -> Option<u32> {
    let near: String = text.chars().take(REACH).collect();
    let digits = |c: char| c.is_ascii_digit();
    let mut rest = near.as_str();
    while let Some(at) = rest.find(digits) {
        let indexed = rest[..at].ends_with('[');
        let number = &rest[at..];
        let end = number.find(|c| !digits(c)).unwrap_or(number.len());
        if !indexed {
            let value = number[..end].parse().ok();
            return value.filter(|most| (1..=LARGEST).contains(most));
        }
        rest = &number[end..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_deferred_tools_are_told_from_others() {
        for message in [
            "tools.3.defer_loading: Extra inputs are not permitted",
            "messages.4.content.0.tool_result.content.0: Input tag 'tool_reference' found using 'type' does not match any of the expected tags",
            "Tool reference 'files_read' has no corresponding tool definition",
        ] {
            assert_eq!(
                tools_refused(message, None),
                Some(Refusal::DeferredTools),
                "{message}"
            );
        }
    }

    #[test]
    fn refusals_as_endpoints_write_them() {
        for (message, most) in [
            (
                "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 306 instead.",
                Some(128),
            ),
            ("'tools' : maximum number of items is 128", Some(128)),
            (
                "Maximum tools limit reached. 219 tools have been provided but the maximum is 200.",
                Some(200),
            ),
            (
                "You may not include more than 128 tools in your request.",
                Some(128),
            ),
            (
                "The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.",
                Some(512),
            ),
            (
                "tools: List should have at most 100 items after validation, not 306",
                Some(100),
            ),
            ("number of tools exceeds 128", Some(128)),
            (
                "The number of tools (306) exceeds the maximum (64)",
                Some(64),
            ),
            ("[] is too long - 'tools'", None),
            ("Too many tools.", None),
        ] {
            assert_eq!(
                tools_refused(message, None),
                Some(Refusal::TooManyTools { most }),
                "{message}"
            );
        }
    }

    #[test]
    fn refusals_for_other_reasons_teach_no_limit() {
        for message in [
            "Invalid 'tools[16].function.name': string too long. Expected a string with maximum length 64, but got a string with length 76 instead.",
            "This model's maximum context length is 128000 tokens. However, you requested 150000 tokens (100 in the messages, 149900 in the functions).",
            "Invalid schema for function 'a': at most 100 properties",
            "The specified schema produces a constraint that has too many states for serving.",
            "Rate limit reached: at most 20 requests per minute",
            "tools.0.custom.description: String should have at most 1024 characters",
            "this model does not support tools",
            "",
        ] {
            assert_eq!(tools_refused(message, None), None, "{message}");
        }
        let vast = "at most 99999999999999999999 tools";
        assert_eq!(tools_refused(vast, None), None);
    }

    #[test]
    fn refused_names_are_told_apart() {
        for message in [
            "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
            "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
            "Invalid function name. Must start with a letter or an underscore.",
        ] {
            assert_eq!(
                tools_refused(message, None),
                Some(Refusal::ToolName),
                "{message}"
            );
        }
    }
}
