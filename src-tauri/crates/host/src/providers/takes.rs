//! Tool limits of model endpoints: how many tools per request, and which letters in their names.
//!
//! The limits of some endpoints are built in. Those of others are learned from their refusals.

use domain::is_loopback;
use llm::{Feature, Lacks, Wire};
use url::Url;

use crate::catalog::{Letters, MAX_TOOLS};

/// Endpoints with a documented tool limit, by the suffix of their host name.
const KNOWN: [(&str, usize); 8] = [
    ("api.openai.com", 128),
    (".openai.azure.com", 128),
    ("api.groq.com", 128),
    ("api.deepseek.com", 128),
    ("models.github.ai", 128),
    ("api.githubcopilot.com", 128),
    ("models.inference.ai.azure.com", 128),
    ("api.x.ai", 200),
];
/// The tool limits of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Takes {
    /// Maximum number of tools in one request.
    pub tools: usize,
    /// The letters accepted in a tool's name.
    pub letters: Letters,
    /// Whether the model reads definitions where results refer to them.
    pub deferred: bool,
}

impl Takes {
    /// No limits, for a model inside this process.
    pub const ANYTHING: Self = Self {
        tools: MAX_TOOLS,
        letters: Letters::Ascii,
        deferred: false,
    };

    /// Returns the known limits of an endpoint, combined with the learned ones.
    pub fn of(wire: Wire, base_url: &Url, model: &str, lacks: &Lacks) -> Self {
        let host = base_url.host_str().unwrap_or_default();
        let known = KNOWN.iter().find(|(end, _)| match end.strip_prefix('.') {
            Some(_) => host.ends_with(end),
            None => host == *end,
        });
        let learned = lacks.tools().and_then(|tools| usize::try_from(tools).ok());
        let tools = match lacks.has(Feature::Tools) {
            true => Some(0),
            false => learned.or(known.map(|(_, tools)| *tools)),
        };
        // Programs on this machine accept all letters; services specify a pattern.
        let every =
            wire == Wire::OpenAiChat && is_loopback(base_url) && !lacks.has(Feature::ToolLetters);
        Self {
            tools: tools.unwrap_or(MAX_TOOLS).min(MAX_TOOLS),
            letters: if every {
                Letters::Every
            } else {
                Letters::Ascii
            },
            deferred: wire == Wire::AnthropicMessages
                && knows_deferred_tools(model)
                && !lacks.has(Feature::DeferredTools),
        }
    }
}

/// Whether a model of Anthropic has tool search: those since Claude 4. Endpoints that serve it without say so when they refuse.
fn knows_deferred_tools(model: &str) -> bool {
    // A name of a gateway may begin with that of its vendor.
    let name = model.rsplit('/').next().unwrap_or_default();
    let Some(family) = name.strip_prefix("claude-") else {
        return false;
    };
    !["1", "2", "3", "v1", "v2", "v3", "instant"]
        .iter()
        .any(|old| family.starts_with(old))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn lacks(all: &[llm::Lack]) -> Lacks {
        let mut lacks = Lacks::default();
        lacks.extend(all.iter().cloned());
        lacks
    }

    fn takes(wire: Wire, url: &str, learned: &[llm::Lack]) -> (usize, Letters) {
        let takes = Takes::of(wire, &Url::parse(url).unwrap(), "m", &lacks(learned));
        (takes.tools, takes.letters)
    }

    #[test]
    fn known_endpoints_and_programs_of_this_machine() {
        use Wire::{AnthropicMessages, OpenAiChat};
        for (wire, url, wanted) in [
            (
                OpenAiChat,
                "https://api.openai.com/v1",
                (128, Letters::Ascii),
            ),
            (
                OpenAiChat,
                "https://me.openai.azure.com/x",
                (128, Letters::Ascii),
            ),
            (
                OpenAiChat,
                "https://api.openai.com.example/v1",
                (MAX_TOOLS, Letters::Ascii),
            ),
            (
                AnthropicMessages,
                "https://api.anthropic.com",
                (MAX_TOOLS, Letters::Ascii),
            ),
            (
                OpenAiChat,
                "http://127.0.0.1:11434/v1",
                (MAX_TOOLS, Letters::Every),
            ),
            (
                AnthropicMessages,
                "http://127.0.0.1:1/",
                (MAX_TOOLS, Letters::Ascii),
            ),
        ] {
            assert_eq!(takes(wire, url, &[]), wanted, "{url}");
        }
    }

    #[test]
    fn deferred_tools_are_for_models_that_have_them_until_refused() {
        let url = Url::parse("https://gateway.example").unwrap();
        let deferred = |wire, model: &str, learned: &[llm::Lack]| {
            Takes::of(wire, &url, model, &lacks(learned)).deferred
        };
        for (model, wanted) in [
            ("claude-opus-4-8", true),
            ("anthropic/claude-haiku-4-5", true),
            ("claude-mythos-5", true),
            ("claude-3-5-haiku-20241022", false),
            ("claude-2.1", false),
            ("claude-instant-1.2", false),
            ("gpt-5", false),
        ] {
            assert_eq!(
                deferred(Wire::AnthropicMessages, model, &[]),
                wanted,
                "{model}"
            );
            assert!(!deferred(Wire::OpenAiChat, model, &[]));
        }
        let refused = [llm::Lack::Feature(Feature::DeferredTools)];
        assert!(!deferred(
            Wire::AnthropicMessages,
            "claude-opus-4-8",
            &refused
        ));
    }

    #[test]
    fn learned_limits_narrow_what_is_known() {
        use llm::Lack;
        let local = |learned: &[Lack]| takes(Wire::OpenAiChat, "http://127.0.0.1:1/v1", learned);
        let letters = Lack::Feature(Feature::ToolLetters);
        assert_eq!(local(&[Lack::Tools(20), letters]), (20, Letters::Ascii));
        assert_eq!(local(&[Lack::Feature(Feature::Tools)]).0, 0);
        assert_eq!(
            local(&[Lack::Tools(9_999)]).0,
            MAX_TOOLS,
            "never more than Innkeeper offers"
        );
    }
}
