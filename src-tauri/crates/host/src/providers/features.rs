//! What endpoints were found to lack: learned from their refusals, kept for each endpoint with its model, and left out of later requests.

use std::collections::BTreeSet;

use domain::{ToolRef, now_ms};
use futures_util::{Stream, StreamExt, stream};
use host_api::ApiError;
use llm::{ChatRequest, Feature, Lack, Lacks, LlmError, Sent, StreamEvent};
use serde::{Deserialize, Serialize};
use store::{LearnedLack, LearnedOf};

use super::{Takes, lost};
use crate::{catalog::Catalog, inner::Inner, state::Provider};

/// Most requests for one message, each with one thing less than the one before.
const MOST_REQUESTS: u32 = 12;
/// How long a feature is left out, in milliseconds.
const OF_FEATURE: i64 = 90 * DAY;
/// How long a tool is left out, or a number of tools believed, in milliseconds: servers and endpoints change.
const OF_TOOL: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1_000;

/// A lack as it is kept: tools by their servers, since aliases change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Known {
    Feature(Feature),
    Answer(u32),
    Tools(u32),
    Images(u32),
    PlainTool(ToolRef),
    Tool(ToolRef),
}

impl Known {
    fn read(kept: &LearnedLack) -> Option<Self> {
        let known: Self = serde_json::from_str(&kept.lack).ok()?;
        let lasts = match known {
            Self::Feature(_) | Self::Answer(_) | Self::Images(_) => OF_FEATURE,
            Self::Tools(_) | Self::PlainTool(_) | Self::Tool(_) => OF_TOOL,
        };
        (0..lasts)
            .contains(&(now_ms() - kept.learned_ms))
            .then_some(known)
    }

    /// Returns what to keep of a lack; none for a tool that no server offers.
    fn of(lack: &Lack, catalog: Option<&Catalog>) -> Option<Self> {
        let tool = |alias: &str| {
            let entry = catalog?.resolve(alias)?;
            Some(entry.definition.tool.clone())
        };
        Some(match lack {
            Lack::Feature(feature) => Self::Feature(*feature),
            Lack::Answer(most) => Self::Answer(*most),
            Lack::Tools(most) => Self::Tools(*most),
            Lack::Images(most) => Self::Images(*most),
            Lack::PlainTool(alias) => Self::PlainTool(tool(alias)?),
            Lack::Tool(alias) => Self::Tool(tool(alias)?),
        })
    }

    /// Returns it as a request has it; none for a tool that is not in the catalog.
    fn lack(&self, catalog: Option<&Catalog>) -> Option<Lack> {
        let alias = |tool: &ToolRef| catalog?.alias_of(tool.server, &tool.name);
        Some(match self {
            Self::Feature(feature) => Lack::Feature(*feature),
            Self::Answer(most) => Lack::Answer(*most),
            Self::Tools(most) => Lack::Tools(*most),
            Self::Images(most) => Lack::Images(*most),
            Self::PlainTool(tool) => Lack::PlainTool(alias(tool)?),
            Self::Tool(tool) => Lack::Tool(alias(tool)?),
        })
    }

    /// Whether it says something about the endpoint, and not only about one conversation.
    fn lasts(&self) -> bool {
        *self != Self::Feature(Feature::Signatures)
    }
}

/// What is known of an endpoint with a model, and what the requests for one message add to that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learning {
    known: Vec<Known>,
    /// What was learned and is not kept yet: a guess that helped nothing is forgotten.
    new: Vec<Known>,
    /// What holds for this message only: tools that no server offers.
    passing: Vec<Lack>,
    refusals: u32,
}

impl Learning {
    /// Returns what is known of an endpoint.
    pub async fn of(inner: &Inner, provider: &Provider) -> Result<Self, ApiError> {
        let kept = match inner.run_providers.learned(provider) {
            Some(kept) => kept,
            None => inner.store.limits().of(learned_of(provider)).await?,
        };
        Ok(Self::read(&kept))
    }

    pub(super) fn read(kept: &[LearnedLack]) -> Self {
        Self {
            known: kept.iter().filter_map(Known::read).collect(),
            ..Self::default()
        }
    }

    fn all(&self) -> impl Iterator<Item = &Known> {
        self.known.iter().chain(&self.new)
    }

    /// Returns what the endpoint lacks, tools by the aliases of a catalog.
    pub fn lacks(&self, catalog: Option<&Catalog>) -> Lacks {
        let mut lacks = Lacks::default();
        lacks.extend(self.all().filter_map(|known| known.lack(catalog)));
        lacks.extend(self.passing.iter().cloned());
        lacks
    }

    /// Returns the tools that are left out.
    pub fn aside(&self) -> BTreeSet<ToolRef> {
        let tools = self.all().filter_map(|known| match known {
            Known::Tool(tool) => Some(tool.clone()),
            Known::Feature(_)
            | Known::Answer(_)
            | Known::Tools(_)
            | Known::Images(_)
            | Known::PlainTool(_) => None,
        });
        tools.collect()
    }

    /// Returns the limits of requests to the endpoint.
    pub fn takes(&self, provider: &Provider) -> Takes {
        Takes::of(
            provider.wire,
            &provider.base_url,
            &provider.model,
            &self.lacks(None),
        )
    }

    /// Takes one thing away after a refusal. Returns whether another request may succeed.
    pub fn learn(&mut self, error: &LlmError, sent: &Sent, catalog: Option<&Catalog>) -> bool {
        self.refusals += 1;
        if self.refusals >= MOST_REQUESTS {
            return false;
        }
        let Some(lack) = llm::lack(error, sent) else {
            return false;
        };
        if !self.lacks(catalog).add(lack.clone()) {
            return false;
        }
        tracing::info!(?lack, "the model endpoint takes less");
        match Known::of(&lack, catalog) {
            Some(known) => self.new.push(known),
            None => self.passing.push(lack),
        }
        true
    }

    /// Keeps what was learned, once a request without it was answered.
    pub async fn keep(&mut self, inner: &Inner, provider: &Provider) -> Result<(), ApiError> {
        let new = std::mem::take(&mut self.new);
        if new.is_empty() {
            return Ok(());
        }
        let lasting = new.iter().filter(|known| known.lasts());
        let lacks: Vec<String> = lasting
            .filter_map(|known| serde_json::to_string(known).ok())
            .collect();
        self.known.extend(new);
        if !inner.run_providers.learn(provider, &lacks) {
            inner
                .store
                .limits()
                .add(learned_of(provider), &lacks)
                .await?;
            inner.emit(host_api::Event::Providers {
                providers: inner.provider_views().await?,
            });
        }
        Ok(())
    }

    /// Returns what a person lost in a request: what they chose, and what was left out of it for the first time.
    pub fn lost(&self, request: &ChatRequest, catalog: &Catalog) -> lost::Lost {
        let tool = |tool: &ToolRef| {
            let (_, entry) = catalog.entry_of(tool)?;
            Some(lost::Tool {
                name: tool.name.clone(),
                server: entry.server_name.clone(),
            })
        };
        let mut lost = lost::Lost::of(request);
        lost.all_tools &= !catalog.servers().is_empty();
        for known in &self.new {
            match known {
                Known::Tool(one) => lost.tools.extend(tool(one)),
                Known::PlainTool(one) => lost.simpler.extend(tool(one)),
                Known::Feature(Feature::RichSchemas) => lost.all_simpler = true,
                Known::Feature(_) | Known::Answer(_) | Known::Tools(_) | Known::Images(_) => {}
            }
        }
        lost
    }
}

fn learned_of(provider: &Provider) -> LearnedOf<'_> {
    LearnedOf {
        provider: provider.id,
        wire: provider.wire,
        base_url: provider.base_url.as_str(),
        model: &provider.model,
    }
}

/// Sends a request that belongs to no step of a turn, and again with less as long as the endpoint refuses what it lacks. Returns the answer from its
/// first event on.
///
/// # Errors
/// The endpoint refuses or does not answer; what is known of it cannot be read.
pub(crate) async fn answer(
    inner: &Inner,
    provider: &Provider,
    request: ChatRequest,
) -> Result<impl Stream<Item = Result<StreamEvent, LlmError>> + Send + Unpin + use<>, ApiError> {
    let mut learning = Learning::of(inner, provider).await?;
    let llm = inner.settings.get().patient(&inner.llm);
    loop {
        let request = ChatRequest {
            lacks: learning.lacks(None),
            ..request.clone()
        };
        let sent = Sent::of(provider.wire, &request);
        let mut events = llm.stream(inner.endpoint(provider).await?, request);
        let first = loop {
            match events.next().await {
                Some(Ok(StreamEvent::Waiting(_))) => {}
                first => break first,
            }
        };
        match first {
            Some(Err(error)) if learning.learn(&error, &sent, None) => {}
            first => {
                if matches!(first, Some(Ok(_))) {
                    learning.keep(inner, provider).await?;
                }
                return Ok(stream::iter(first).chain(events));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn kept(known: &Known, age: i64) -> LearnedLack {
        LearnedLack {
            lack: serde_json::to_string(known).unwrap(),
            learned_ms: now_ms() - age,
        }
    }

    #[test]
    fn tool_is_left_out_for_a_week_and_a_feature_for_ninety_days() {
        let feature = Known::Feature(Feature::Temperature);
        let tool = Known::Tools(20);
        for (known, age, holds) in [
            (&feature, OF_TOOL + 1, true),
            (&feature, OF_FEATURE + 1, false),
            (&feature, -1, false),
            (&tool, OF_TOOL - 1_000, true),
            (&tool, OF_TOOL + 1, false),
        ] {
            assert_eq!(
                Known::read(&kept(known, age)).is_some(),
                holds,
                "{known:?} {age}"
            );
        }
        let other = LearnedLack {
            lack: r#"{"feature":"of_a_later_version"}"#.into(),
            learned_ms: now_ms(),
        };
        assert_eq!(Known::read(&other), None);
    }

    #[test]
    fn what_former_versions_kept_is_understood() {
        for (lack, known) in [
            (r#"{"tools":20}"#, Known::Tools(20)),
            (
                r#"{"feature":"tool_letters"}"#,
                Known::Feature(Feature::ToolLetters),
            ),
            (
                r#"{"feature":"deferred_tools"}"#,
                Known::Feature(Feature::DeferredTools),
            ),
        ] {
            let kept = LearnedLack {
                lack: lack.into(),
                learned_ms: now_ms(),
            };
            assert_eq!(Known::read(&kept), Some(known));
        }
    }
}
