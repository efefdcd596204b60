//! What an endpoint lacks, read from its refusal: one table, from the surest sign to the vaguest.
//!
//! A refusal teaches one thing at a time, and only about something that the request had. It can only narrow the next request, so a wrong guess costs a request
//! and never sends more.

mod said;
mod sent;
mod tools;
mod words;

use crate::{Complaint, Feature, Lack, LlmError, Refusal};

use said::Said;
pub use sent::Sent;
pub(crate) use sent::bound;

/// Returns the one thing to take away before a request is sent again; none where that would not help.
#[must_use]
pub fn lack(error: &LlmError, sent: &Sent) -> Option<Lack> {
    if let LlmError::Status {
        status, kind, said, ..
    } = error
    {
        return read(Some(*status), *kind, said, sent);
    }
    let LlmError::Reported { kind, said, .. } = error else {
        return None;
    };
    read(None, *kind, said, sent)
}

fn read(status: Option<u16>, kind: Refusal, complaint: &Complaint, sent: &Sent) -> Option<Lack> {
    let said = &Said::new(complaint);
    if said.code_has(&["content_filter", "content_policy", "moderation", "safety"]) {
        return None;
    }
    match kind {
        // A code such as `extra_forbidden` sounds like one about the key.
        Refusal::Auth if !matches!(status, Some(400 | 403 | 422)) => return None,
        Refusal::RateLimited | Refusal::NoCredit | Refusal::Overloaded | Refusal::Filtered => {
            return None;
        }
        Refusal::NotFound | Refusal::NoModel if !said.any(&["support", "requires"]) => return None,
        Refusal::Auth
        | Refusal::NotFound
        | Refusal::NoModel
        | Refusal::Failed
        | Refusal::ContextTooLong
        | Refusal::Other => {}
    }
    if status.is_some_and(|status| (300..400).contains(&status)) {
        return None;
    }
    if let Some(bound) = words::bound(said, sent) {
        return Some(bound);
    }
    if kind == Refusal::ContextTooLong || is_about_length(said) {
        // Nothing below would shorten the conversation but its images, which may be what is too large.
        return words::images(said, sent).filter(|_| !said.any(&["token"]));
    }
    let found = TABLE.iter().find_map(|row| row(said, sent));
    found.or_else(|| guess(status, said, sent).filter(|_| kind == Refusal::Other))
}

type Row = fn(&Said<'_>, &Sent) -> Option<Lack>;

/// What refusals are read for, in this order.
const TABLE: &[Row] = &[
    tools::deferred,
    words::effort_with_tools,
    words::state_wanted,
    words::state,
    by_field,
    words::ids,
    words::parallel,
    words::images,
    words::media,
    words::content,
    words::user_after_tool,
    words::system,
    tools::named,
    tools::too_many,
    tools::letters,
    tools::schemas,
    tools::unsupported,
    words::stream,
];

/// A feature, the names of its fields, and whether a request has it.
type Field = (Feature, &'static [&'static str], fn(&Sent) -> bool);

/// Features whose fields have names that mean nothing else.
const FIELDS: &[Field] = &[
    (
        Feature::StreamOptions,
        &["stream_options", "include_usage"],
        |sent| sent.wire == crate::Wire::OpenAiChat,
    ),
    (
        Feature::CacheKey,
        &["prompt_cache_key", "prompt_cache_retention"],
        |sent| sent.cache_key,
    ),
    (
        Feature::CacheMarkers,
        &["cache_control", "cache_point", "cachepoint"],
        |sent| sent.cache_markers,
    ),
    (
        Feature::Effort,
        &[
            "reasoning_effort",
            "output_config",
            "budget_tokens",
            "adaptive",
            "enable_thinking",
            "thinking_budget",
            "thinkingconfig",
            "effort",
        ],
        |sent| sent.effort,
    ),
    (Feature::Temperature, &["temperature"], |sent| {
        sent.temperature
    }),
    (Feature::ToolChoice, &["tool_choice"], |sent| {
        sent.tool_choice
    }),
    (Feature::Stop, &["stop_sequences"], |sent| sent.stop),
];

/// Features whose fields are words of English: they count in quotes or as a path.
const QUOTED: &[Field] = &[
    (Feature::Effort, &["thinking", "reasoning"], |sent| {
        sent.effort
    }),
    (Feature::Stop, &["stop"], |sent| sent.stop),
    (Feature::Include, &["include"], |sent| {
        sent.wire == crate::Wire::OpenAiResponses
    }),
];

fn by_field(said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    let about = |names: &[&str]| said.is_about(names);
    let all = || FIELDS.iter().chain(QUOTED);
    // The field that a refusal is about goes before the fields that it also mentions.
    let found = all()
        .find(|(feature, names, has)| has(sent) && !sent.lacks(*feature) && about(names))
        .or_else(|| {
            FIELDS.iter().find(|(feature, names, has)| {
                has(sent) && !sent.lacks(*feature) && said.names(names)
            })
        })
        .or_else(|| {
            QUOTED.iter().find(|(feature, names, has)| {
                has(sent) && !sent.lacks(*feature) && said.quotes(names) && said.refuses()
            })
        });
    found.map(|(feature, ..)| Lack::Feature(*feature))
}

fn is_about_length(said: &Said<'_>) -> bool {
    said.any(&[
        "context length",
        "context window",
        "context size",
        "too many tokens",
        "prompt is too long",
        "input is too long",
        "maximum context",
    ])
}

/// What is taken away where a refusal names nothing: what few endpoints know, in the order of how little it is missed.
fn guess(status: Option<u16>, said: &Said<'_>, sent: &Sent) -> Option<Lack> {
    if !matches!(status, Some(400 | 422)) || !is_vague(said) {
        return None;
    }
    let order: [(Feature, bool); 8] = [
        (Feature::CacheMarkers, sent.cache_markers),
        (Feature::DeferredTools, sent.deferred),
        (Feature::StreamOptions, sent.wire == crate::Wire::OpenAiChat),
        (Feature::State, !sent.state.is_empty()),
        (Feature::Effort, sent.effort),
        (Feature::Temperature, sent.temperature),
        (Feature::NullContent, sent.silent),
        (Feature::RichSchemas, !sent.tools.is_empty()),
    ];
    order
        .into_iter()
        .find(|(feature, has)| *has && !sent.lacks(*feature))
        .map(|(feature, _)| Lack::Feature(feature))
}

/// Whether a refusal says that something is wrong with the request, and not what.
fn is_vague(said: &Said<'_>) -> bool {
    said.lower.trim().is_empty()
        || (said.lower.len() < 160
            && said.any(&[
                "bad request",
                "badrequest",
                "extra inputs",
                "invalid request",
                "invalid argument",
                "provider returned error",
                "unprocessable",
                "invalid parameter",
                "unsupported parameter",
                "unknown parameter",
                "validation",
                "malformed",
                "cannot parse",
                "could not parse",
                "failed to parse",
                "unmarshal",
            ]))
}

#[cfg(test)]
mod tests;
