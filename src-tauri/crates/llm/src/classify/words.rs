//! Refusals of everything but tools.

use super::{Sent, said::Said};
use crate::{Feature, Lack, Wire};

/// Names of the bound of an answer.
const BOUNDS: [&str; 5] = [
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "max_new_tokens",
    "maxoutputtokens",
];
/// The shortest bound that is asked for, in tokens.
const SHORTEST: u32 = 16;

/// Returns a feature that the request had, as what is lacking, unless it is lacking already.
fn feature(sent: &Sent, feature: Feature, refused: bool) -> Option<Lack> {
    (refused && !sent.lacks(feature)).then_some(Lack::Feature(feature))
}

/// The bound of the answer: too high, or by a name that is not known.
pub(super) fn bound(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let asked = sent.bound?;
    let numbers = said.numbers();
    let of_bound = said.names(&BOUNDS)
        || (numbers.contains(&asked)
            && said.any(&[
                "output token",
                "completion",
                "max tokens",
                "maximum tokens",
                "new tokens",
            ]));
    if !of_bound {
        return None;
    }
    if let Some(most) = most(said, &numbers, asked) {
        return Some(Lack::Answer(most));
    }
    if sent.wire != Wire::AnthropicMessages {
        for name in [Feature::UsualBound, Feature::Bound] {
            if said.refuses() && !sent.lacks(name) {
                return Some(Lack::Feature(name));
            }
        }
    }
    let less = asked / 2;
    (less >= SHORTEST
        && said.any(&[
            "large",
            "exceed",
            "high",
            "maximum",
            "less than",
            "range",
            "above",
            "too many",
        ]))
    .then_some(Lack::Answer(less))
}

/// The longest answer that the numbers of a refusal leave.
fn most(said: &Said<'_>, numbers: &[u32], asked: u32) -> Option<u32> {
    let of_context = said.any(&["context"]);
    // The sum of the bound and the prompt is no bound.
    let is_sum = |n: u32| {
        n.checked_sub(asked)
            .is_some_and(|rest| numbers.contains(&rest))
    };
    let others = numbers.iter().copied().filter(|n| *n != asked);
    let mut others: Vec<u32> = others.filter(|n| !of_context || !is_sum(*n)).collect();
    others.sort_unstable();
    others.dedup();
    if of_context
        && let [.., prompt, window] = others.as_slice()
        && window > prompt
    {
        return Some(window - prompt).filter(|most| *most < asked && *most >= SHORTEST);
    }
    others
        .into_iter()
        .rev()
        .find(|n| *n < asked && *n >= SHORTEST)
}

pub(super) fn effort_with_tools(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let both =
        said.names(&["reasoning_effort", "effort", "reasoning"]) && said.any(&["tool", "function"]);
    feature(
        sent,
        Feature::EffortWithTools,
        both && said.refuses() && !sent.tools.is_empty() && !sent.lacks(Feature::Effort),
    )
}

/// Words that say that something has to come back.
const WANTED: [&str; 14] = [
    "must be passed",
    "missing",
    "preserv",
    "is required",
    "are required",
    "must be included",
    "must include",
    "must be provided",
    "pass back",
    "must start with",
    "must be present",
    "must contain",
    "expected `thinking`",
    "passed back",
];

/// State that an endpoint wants back and did not get.
pub(super) fn state_wanted(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if !sent.calls || !said.any(&WANTED) {
        return None;
    }
    if said.any(&["thought_signature", "thoughtsignature", "thought signature"]) {
        return feature(sent, Feature::NoSignature, true);
    }
    let of_reasoning = said.any(&[
        "reasoning_content",
        "reasoning content",
        "reasoning_details",
        "reasoning details",
        "reasoning field",
    ]);
    if of_reasoning {
        return feature(sent, Feature::NoReasoning, true);
    }
    // A turn with calls that lost its thinking cannot go on thinking.
    let of_thinking = said.any(&["thinking"]);
    feature(sent, Feature::Effort, of_thinking && sent.effort)
}

/// State that an endpoint does not take back.
pub(super) fn state(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if sent.state.is_empty() {
        return None;
    }
    if sent.wire == Wire::OpenAiResponses && said.any(&["encrypted content is not supported"]) {
        return feature(sent, Feature::Include, true);
    }
    if said.any(&[
        "signature",
        "encrypted_content",
        "encrypted content",
        "could not be verified",
    ]) {
        return feature(sent, Feature::Signatures, true);
    }
    // A choice of how much the model thinks may have the name of what it thought.
    let of_messages = said.names(&[
        "messages",
        "message",
        "assistant",
        "input",
        "contents",
        "block",
        "blocks",
    ]);
    let fields: Vec<&str> = sent.state.iter().map(String::as_str).collect();
    let named = said.names(&fields) && (of_messages || !sent.effort);
    feature(sent, Feature::State, named && said.refuses())
}

pub(super) fn ids(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_id = said.any(&[
        "call id",
        "call_id",
        "tool_use_id",
        "tool_use.id",
        "].id",
        ".id'",
        "call ids",
        "tool use id",
        "callid",
    ]) || said.is_about(&["id", "tool_call_id", "tool_use_id", "call_id"])
        || (said.names(&["tool_calls"]) && said.names(&["id"]));
    let wrong = said.any(&[
        "length",
        "pattern",
        "must be",
        "match",
        "too long",
        "a-z",
        "alphanumeric",
        "duplicate",
        "unique",
        "invalid",
        "characters",
    ]);
    feature(sent, Feature::LongIds, of_id && wrong && sent.calls)
}

pub(super) fn parallel(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let one = said.any(&[
        "single tool",
        "one tool",
        "multiple tool",
        "parallel tool",
        "parallel_tool_calls",
        "parallel function",
        "multiple function",
        "one function call",
        "only one call",
    ]);
    feature(sent, Feature::ParallelCalls, one && sent.parallel)
}

const OF_IMAGES: [&str; 12] = [
    "image",
    "image_url",
    "input_image",
    "vision",
    "multimodal",
    "multi-modal",
    "multi modal",
    "mmproj",
    "modalit",
    "picture",
    "unknown variant `image_url`",
    "visual",
];

pub(super) fn images(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if sent.images == 0 {
        return None;
    }
    let of_results = said.any(&[
        "tool_result",
        "tool result",
        "tool message",
        "role 'tool'",
        "role \"tool\"",
        "role `tool`",
        "role tool",
        "toolresult",
        "function_call_output",
    ]);
    if of_results
        && sent.result_images
        && sent.wire != Wire::OpenAiChat
        && !sent.lacks(Feature::ResultImages)
    {
        return Some(Lack::Feature(Feature::ResultImages));
    }
    let of_text = said.any(&[
        "only text",
        "must be a string",
        "expected string",
        "expected a string",
        "valid string",
        "not a string",
        "text only",
        "text-only",
        "expected `text`",
        "content type",
    ]);
    // Content that is null says less than an image: it goes first.
    let null = sent.silent && !sent.lacks(Feature::NullContent);
    if !said.any(&OF_IMAGES) && (!of_text || null) {
        return None;
    }
    let numbered = said.any(&[
        "too many",
        "at most",
        "more than",
        "maximum number",
        "limit",
        "up to",
        "exceeds the max",
        "exceed",
    ]);
    let of_size = said.any(&[
        "pixel",
        "dimension",
        "size",
        "bytes",
        "mb",
        "resolution",
        "megapixel",
    ]);
    if numbered && !of_size && sent.images > 1 {
        let most = said
            .numbers()
            .into_iter()
            .filter(|n| *n < sent.images && *n > 0)
            .max();
        return Some(Lack::Images(most.unwrap_or(sent.images / 2)));
    }
    feature(sent, Feature::Images, said.refuses() || of_size || of_text)
}

pub(super) fn media(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    // As words of their own: the name of a tool may hold one of them.
    let of_documents = said.names(&[
        "document",
        "documents",
        "pdf",
        "pdfs",
        "input_file",
        "file",
        "files",
    ]);
    if let Some(lack) = feature(
        sent,
        Feature::Documents,
        sent.documents && of_documents && said.refuses(),
    ) {
        return Some(lack);
    }
    let of_audio = said.names(&["audio", "input_audio", "sound", "sounds"]);
    feature(
        sent,
        Feature::Audio,
        sent.audio && of_audio && said.refuses(),
    )
}

/// Content that is null or empty beside calls.
pub(super) fn content(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if !sent.silent || !said.any(&["content"]) {
        return None;
    }
    let empty = said.any(&[
        "non-empty",
        "nonempty",
        "must not be empty",
        "cannot be empty",
        "not be blank",
        "is empty",
        "empty content",
        "empty string",
    ]);
    if empty && sent.lacks(Feature::NullContent) {
        return feature(sent, Feature::EmptyContent, true);
    }
    let null = empty
        || said.any(&[
            "null",
            "none",
            "nil",
            "valid string",
            "expected string",
            "expected a string",
            "must be a string",
            "not a string",
            "str type",
            "missing field",
            "is required",
            "field required",
            "missing required",
            "should be a string",
        ]);
    feature(sent, Feature::NullContent, null)
}

pub(super) fn user_after_tool(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_roles = said.any(&[
        "after role 'tool'",
        "after role \"tool\"",
        "after role tool",
        "role 'user' after",
        "unexpected role",
        "must alternate",
        "roles alternate",
        "alternat",
        "after a tool",
        "after tool",
        "following a tool",
        "role order",
        "invalid role",
    ]);
    feature(
        sent,
        Feature::UserAfterTool,
        of_roles && sent.user_after_tool,
    )
}

pub(super) fn system(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let of_system = said.any(&[
        "system role",
        "system message",
        "role system",
        "role 'system'",
        "role \"system\"",
        "role `system`",
        "role: system",
        "system instruction",
        "system prompt",
        "developer instruction",
        "developer role",
        "developer message",
        "'system' role",
        "\"system\" role",
        "`system` role",
    ]) || said.quotes(&["system"])
        || (said.any(&["system"]) && said.any(&["role"]))
        || said.any(&["must alternate"]);
    feature(
        sent,
        Feature::System,
        of_system && said.refuses() && sent.system,
    )
}

pub(super) fn stream(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let refused = said.any(&[
        "verif",
        "support",
        "disable",
        "not allow",
        "not available",
        "not permitted",
        "must be false",
        "cannot",
        "invalid",
        "unknown",
        "not enabled",
        "not implement",
    ]);
    let of_stream =
        said.is_about(&["stream"]) || (said.names(&["stream", "streaming", "streamed"]) && refused);
    feature(sent, Feature::Stream, of_stream)
}
