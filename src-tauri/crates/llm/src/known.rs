//! A table of common models that is shipped with this program: sizes, abilities and list prices, each price with the date it was checked.
//!
//! What a model can do is the same at every endpoint that offers it, so it is found by the model's name alone. A price holds only at the vendor's own endpoint.

use std::{collections::BTreeSet, sync::LazyLock};

use serde::Deserialize;
use url::Url;

use crate::{Effort, Input};

/// The table; edited by hand, checked by the tests below.
const TABLE: &str = include_str!("../data/models.json");

static MODELS: LazyLock<Vec<KnownModel>> = LazyLock::new(|| match serde_json::from_str(TABLE) {
    Ok(Shipped { models }) => models,
    Err(error) => {
        tracing::error!(%error, "the table of models does not parse");
        Vec::new()
    }
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shipped {
    models: Vec<KnownModel>,
}

/// What is known of a common model.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownModel {
    id: String,
    host: String,
    /// The size of its window in tokens.
    pub window: u64,
    /// Its longest answer in tokens, where it is published.
    #[serde(default)]
    pub answer: Option<u32>,
    /// What it takes beside text.
    pub inputs: BTreeSet<Input>,
    /// The efforts that can be asked of it, lowest first; empty if none can.
    pub efforts: Vec<Effort>,
    /// Whether it takes a temperature.
    pub temperature: bool,
    #[serde(default)]
    price: Option<ListPrice>,
}

/// What a vendor asks for a million tokens, in US dollars.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPrice {
    /// The day on which it was checked, as `YYYY-MM-DD`.
    pub date: String,
    /// Tokens that the model reads.
    pub input: f64,
    /// Tokens that it writes.
    pub output: f64,
    /// Tokens that the endpoint read from its cache; as `input` where no other price is published.
    #[serde(default)]
    pub cached: Option<f64>,
    /// The prices of long requests, where they differ.
    #[serde(default)]
    pub above: Option<LongPrice>,
}

/// The prices of a request that is longer than a number of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongPrice {
    /// The number of tokens.
    pub tokens: u64,
    /// Tokens that the model reads.
    pub input: f64,
    /// Tokens that it writes.
    pub output: f64,
    /// Tokens from the endpoint's cache.
    pub cached: f64,
}

impl KnownModel {
    /// Returns what the table says of a model, by its name at any endpoint: a vendor before it (`openai/gpt-5`) and a date after it
    /// (`claude-haiku-4-5-20251001`) do not count.
    #[must_use]
    pub fn find(model: &str) -> Option<&'static Self> {
        let name = model.rsplit('/').next().unwrap_or(model);
        let name = name.split(':').next().unwrap_or(name);
        MODELS
            .iter()
            .find(|known| known.id == name)
            .or_else(|| MODELS.iter().find(|known| known.id == undated(name)))
    }

    /// Returns the price at an endpoint: the vendor's own, over https.
    #[must_use]
    pub fn price_at(&self, base_url: &Url) -> Option<&ListPrice> {
        let own = base_url.scheme() == "https" && base_url.host_str() == Some(self.host.as_str());
        self.price.as_ref().filter(|_| own)
    }
}

/// A name without the date that vendors append, in either spelling, and without `-latest`.
fn undated(name: &str) -> &str {
    if let Some(start) = name.strip_suffix("-latest") {
        return start;
    }
    let parts = |dashes: usize| name.rmatch_indices('-').nth(dashes).map(|(at, _)| at);
    for (dashes, digits) in [(0, 8), (2, 10)] {
        let Some((start, end)) = parts(dashes).and_then(|at| name.split_at_checked(at)) else {
            continue;
        };
        let date = end.trim_start_matches('-');
        let counted = date.chars().all(|c| c.is_ascii_digit() || c == '-');
        if date.len() == digits && counted {
            return start;
        }
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn table_parses_and_every_entry_is_plausible() {
        let Shipped { models } = serde_json::from_str(TABLE).unwrap();
        assert!(models.len() >= 20);
        for known in &models {
            assert!(known.efforts.is_sorted(), "{}", known.id);
            let same = models.iter().filter(|other| other.id == known.id).count();
            assert_eq!(same, 1, "{}", known.id);
            let ListPrice {
                date,
                input,
                output,
                cached,
                above,
            } = match &known.price {
                Some(price) => price,
                None => continue,
            };
            let digits = date.len() == 10 && date.starts_with("20");
            assert!(digits && date.split('-').count() == 3, "{}", known.id);
            assert!(*input > 0.0 && output >= input, "{}", known.id);
            assert!(cached.is_none_or(|c| c <= *input), "{}", known.id);
            assert!(
                above.is_none_or(|a| a.input >= *input && a.tokens < known.window),
                "{}",
                known.id
            );
        }
    }

    #[test]
    fn model_is_found_with_a_vendor_before_it_and_a_date_after_it() {
        for name in [
            "claude-haiku-4-5",
            "claude-haiku-4-5-20251001",
            "anthropic/claude-haiku-4-5",
            "gpt-4o-2024-08-06",
            "openai/gpt-5:floor",
            "gemini-2.5-pro",
        ] {
            assert!(KnownModel::find(name).is_some(), "{name}");
        }
        for name in [
            "",
            "claude",
            "my-gpt-4o",
            "gpt-4o-audio",
            "llama3",
            "gpt-5-",
        ] {
            assert!(KnownModel::find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn price_holds_only_at_the_vendors_own_endpoint() {
        let known = KnownModel::find("claude-haiku-4-5").unwrap();
        let price = |url: &str| known.price_at(&Url::parse(url).unwrap()).map(|p| p.input);
        assert_eq!(price("https://api.anthropic.com/v1"), Some(1.0));
        for other in [
            "https://openrouter.ai/api/v1",
            "http://127.0.0.1:8080",
            "https://api.anthropic.com.example",
        ] {
            assert_eq!(price(other), None, "{other}");
        }
    }
}
