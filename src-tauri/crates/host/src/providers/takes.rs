//! Tool limits of model endpoints: how many tools per request, and which letters in their names.
//!
//! The limits of some endpoints are built in. Those of others are learned from their refusals and expire after a week, since
//! endpoints change.

use domain::{is_loopback, now_ms};
use host_api::ApiError;
use llm::{Refusal, Wire};
use store::EndpointLimits;
use url::Url;

use crate::{
    catalog::{Catalog, Letters, MAX_TOOLS},
    inner::Inner,
    state::Provider,
};

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
/// The limits to try in order when an endpoint refuses the number of tools without stating its limit.
const USUAL: [usize; 6] = [128, 64, 32, 16, 8, 1];
/// How long a learned limit is valid, in milliseconds.
const BELIEVED: i64 = 7 * 24 * 60 * 60 * 1_000;

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
    pub fn of(wire: Wire, base_url: &Url, model: &str, learned: Option<&EndpointLimits>) -> Self {
        let host = base_url.host_str().unwrap_or_default();
        let known = KNOWN.iter().find(|(end, _)| match end.strip_prefix('.') {
            Some(_) => host.ends_with(end),
            None => host == *end,
        });
        let learned = learned
            .filter(|l| l.base_url == base_url.as_str() && l.model == model)
            .filter(|l| (0..BELIEVED).contains(&(now_ms() - l.learned_ms)));
        let tools = learned
            .and_then(|l| usize::try_from(l.tools?).ok())
            .or(known.map(|(_, tools)| *tools));
        // Programs on this machine accept all letters; services specify a pattern.
        let every = wire == Wire::OpenAiChat
            && is_loopback(base_url)
            && !learned.is_some_and(|l| l.ascii_names);
        Self {
            tools: tools.unwrap_or(MAX_TOOLS).min(MAX_TOOLS),
            letters: if every {
                Letters::Every
            } else {
                Letters::Ascii
            },
            deferred: wire == Wire::AnthropicMessages
                && knows_deferred_tools(model)
                && !learned.is_some_and(|l| l.no_deferred_tools),
        }
    }

    /// Returns the limits after a refusal of `catalog`; none if the same request would be refused again.
    fn after(self, refusal: Refusal, catalog: &Catalog) -> Option<Self> {
        let sent = catalog.sent();
        match refusal {
            Refusal::TooManyTools { most } => {
                let said = most.and_then(|most| usize::try_from(most).ok());
                let said = said.filter(|most| *most < sent);
                let tools = said.or_else(|| USUAL.into_iter().find(|most| *most < sent))?;
                Some(Self { tools, ..self })
            }
            Refusal::ToolName => (self.letters == Letters::Every && catalog.has_other_letters())
                .then_some(Self {
                    letters: Letters::Ascii,
                    ..self
                }),
            Refusal::DeferredTools => (self.deferred && catalog.defers()).then_some(Self {
                deferred: false,
                ..self
            }),
            Refusal::Auth
            | Refusal::NotFound
            | Refusal::RateLimited
            | Refusal::NoCredit
            | Refusal::Overloaded
            | Refusal::ContextTooLong
            | Refusal::Other => None,
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

impl Inner {
    /// Returns the limits of an endpoint.
    pub(crate) async fn takes(&self, provider: &Provider) -> Result<Takes, ApiError> {
        let of_run = self.run_providers.limits(provider.id);
        let learned = match of_run {
            Some(limits) => Some(limits),
            None => self.store.limits().all().await?.remove(&provider.id),
        };
        let Provider {
            wire,
            base_url,
            model,
            ..
        } = provider;
        Ok(Takes::of(*wire, base_url, model, learned.as_ref()))
    }

    /// Stores the limits that an endpoint's refusal of `catalog` implies. Returns true if another request may succeed.
    pub(crate) async fn learn(
        &self,
        provider: &Provider,
        refusal: Refusal,
        catalog: &Catalog,
    ) -> Result<bool, ApiError> {
        let now = self.takes(provider).await?;
        let Some(learned) = now.after(refusal, catalog) else {
            return Ok(false);
        };
        tracing::info!(?learned, "the model endpoint takes less");
        let limits = EndpointLimits {
            base_url: provider.base_url.to_string(),
            model: provider.model.clone(),
            tools: (learned.tools < MAX_TOOLS)
                .then(|| u32::try_from(learned.tools).ok())
                .flatten(),
            ascii_names: learned.letters == Letters::Ascii,
            no_deferred_tools: !learned.deferred,
            learned_ms: now_ms(),
        };
        if !self.run_providers.limit(provider.id, &limits) {
            self.store.limits().set(provider.id, &limits).await?;
            self.emit(host_api::Event::Providers {
                providers: self.provider_views().await?,
            });
        }
        Ok(true)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn takes(wire: Wire, url: &str, learned: Option<&EndpointLimits>) -> (usize, Letters) {
        let takes = Takes::of(wire, &Url::parse(url).unwrap(), "m", learned);
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
            assert_eq!(takes(wire, url, None), wanted, "{url}");
        }
    }

    #[test]
    fn deferred_tools_are_for_models_that_have_them_until_refused() {
        let url = Url::parse("https://gateway.example").unwrap();
        let deferred = |wire, model: &str, learned| Takes::of(wire, &url, model, learned).deferred;
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
                deferred(Wire::AnthropicMessages, model, None),
                wanted,
                "{model}"
            );
            assert!(!deferred(Wire::OpenAiChat, model, None));
        }
        let refused = EndpointLimits {
            base_url: url.to_string(),
            model: "claude-opus-4-8".into(),
            tools: None,
            ascii_names: true,
            no_deferred_tools: true,
            learned_ms: now_ms(),
        };
        assert!(!deferred(
            Wire::AnthropicMessages,
            "claude-opus-4-8",
            Some(&refused)
        ));
    }

    #[test]
    fn learned_limit_holds_for_its_address_and_model_and_a_week() {
        let url = "http://127.0.0.1:1/v1";
        let learned = EndpointLimits {
            base_url: url.into(),
            model: "m".into(),
            tools: Some(20),
            ascii_names: true,
            no_deferred_tools: false,
            learned_ms: now_ms(),
        };
        let with = |learned: &EndpointLimits| takes(Wire::OpenAiChat, url, Some(learned));
        assert_eq!(with(&learned), (20, Letters::Ascii));
        let unknown = (MAX_TOOLS, Letters::Every);
        for other in [
            EndpointLimits {
                model: "n".into(),
                ..learned.clone()
            },
            EndpointLimits {
                base_url: "http://127.0.0.1:2/v1".into(),
                ..learned.clone()
            },
            EndpointLimits {
                learned_ms: now_ms() - BELIEVED - 1,
                ..learned.clone()
            },
        ] {
            assert_eq!(with(&other), unknown);
        }
        let vast = EndpointLimits {
            tools: Some(9_999),
            ..learned
        };
        assert_eq!(with(&vast).0, MAX_TOOLS, "never more than Innkeeper offers");
    }
}
