//! What is known of a model: by the user, by the list of its endpoint, and by the shipped table, in this order.

use std::collections::{BTreeSet, HashMap};

use domain::{ProviderId, is_loopback};
use host_api::{ApiError, FactSource, ModelFactsView, ModelNotesView, PriceView};
use llm::{Effort, Input, KnownModel};
use store::ModelNotes;

use super::{notes_view, text::parse};
use crate::{
    inner::{Host, Inner},
    spending::Used,
    state::Provider,
};

/// The setting with the user's favourite models: endpoint and model.
const FAVOURITES: &str = "model_favourites";
/// Maximum number of favourites.
const MAX_FAVOURITES: usize = 500;
/// Tokens that a price is for.
const MILLION: f64 = 1_000_000.0;

/// What is known of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The size of its window in tokens.
    pub window: Option<(u64, FactSource)>,
    /// What it takes beside text.
    pub inputs: Option<BTreeSet<Input>>,
    /// The efforts that can be asked of it, lowest first.
    pub efforts: Vec<Effort>,
    /// Whether it takes a temperature, if that is known.
    pub temperature: Option<bool>,
    /// Its longest answer in tokens.
    pub answer: Option<u32>,
    /// What it costs.
    pub price: Price,
}

/// What a model costs.
#[derive(Clone, Debug, Default)]
pub(crate) enum Price {
    /// Nothing: it is on this machine.
    Local,
    /// What the user noted.
    Own(Rates),
    /// What the shipped table says, with its day.
    List(Rates, String),
    /// Nobody knows.
    #[default]
    Unknown,
}

/// Prices of a million tokens, in US dollars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub input: f64,
    pub output: f64,
    pub cached: Option<f64>,
    /// The prices of requests with more input than this.
    pub long: Option<llm::LongPrice>,
}

/// What endpoints that count the tokens they write to a cache ask more for one, as a part of its price.
const WRITE_SURCHARGE: f64 = 0.25;

impl Rates {
    /// Returns what a request cost.
    fn of(&self, used: &Used) -> f64 {
        let long = self.long.filter(|long| used.input > long.tokens);
        let (input, output, cached) = match long {
            Some(long) => (long.input, long.output, long.cached),
            None => (self.input, self.output, self.cached.unwrap_or(self.input)),
        };
        let from_cache = used.cached.unwrap_or_default().min(used.input);
        let written = used.written.min(used.input - from_cache);
        let read = (used.input - from_cache) as f64 * input + from_cache as f64 * cached;
        let read = read + written as f64 * input * WRITE_SURCHARGE;
        (read + used.output as f64 * output) / MILLION
    }
}

impl Price {
    /// Returns the cost of a request in US dollars and the source of the price, as the store keeps it.
    pub fn of(&self, used: &Used) -> Option<(f64, &str)> {
        match self {
            Self::Local => Some((0.0, "local")),
            Self::Own(rates) => Some((rates.of(used), "own")),
            Self::List(rates, date) => Some((rates.of(used), date)),
            Self::Unknown => None,
        }
    }

    fn view(&self) -> Option<PriceView> {
        let (rates, date) = match self {
            Self::Own(rates) => (rates, None),
            Self::List(rates, date) => (rates, Some(date.clone())),
            Self::Local | Self::Unknown => return None,
        };
        Some(PriceView {
            input: rates.input,
            output: rates.output,
            cached: rates.cached,
            date,
        })
    }
}

/// What the user and the endpoint say of a model.
#[derive(Default)]
struct Said {
    notes: ModelNotes,
    window: Option<u64>,
    inputs: Option<BTreeSet<Input>>,
}

impl Facts {
    fn new(provider: &Provider, model: &str, said: Said) -> Self {
        let known = KnownModel::find(model);
        let own = said.notes.window.map(|w| (u64::from(w), FactSource::User));
        let listed = said.window.map(|window| (window, FactSource::Endpoint));
        let table = known.map(|known| (known.window, FactSource::Table));
        Self {
            window: own.or(listed).or(table),
            inputs: said.inputs.or_else(|| known.map(|k| k.inputs.clone())),
            efforts: known.map(|k| k.efforts.clone()).unwrap_or_default(),
            temperature: known.map(|k| k.temperature),
            answer: known.and_then(|k| k.answer),
            price: price(provider, known, &said.notes),
        }
    }

    fn view(&self, model: String, notes: ModelNotesView) -> ModelFactsView {
        let takes = |input| self.inputs.as_ref().map(|inputs| inputs.contains(&input));
        ModelFactsView {
            model,
            window: self.window.map(|(tokens, _)| tokens as f64),
            window_from: self.window.map(|(_, from)| from),
            price: self.price.view(),
            images: takes(Input::Image),
            files: takes(Input::File),
            audio: takes(Input::Audio),
            efforts: self.efforts.iter().map(|e| e.as_str().to_owned()).collect(),
            temperature: self.temperature,
            answer: self.answer,
            used_ms: None,
            favourite: false,
            notes,
        }
    }
}

fn price(provider: &Provider, known: Option<&KnownModel>, notes: &ModelNotes) -> Price {
    if let (Some(input), Some(output)) = (notes.input_price, notes.output_price) {
        return Price::Own(Rates {
            input,
            output,
            cached: notes.cached_price,
            long: None,
        });
    }
    if is_loopback(&provider.base_url) {
        return Price::Local;
    }
    match known.and_then(|known| known.price_at(&provider.base_url)) {
        Some(list) => Price::List(
            Rates {
                input: list.input,
                output: list.output,
                cached: list.cached,
                long: list.above,
            },
            list.date.clone(),
        ),
        None => Price::Unknown,
    }
}

impl Host {
    /// Returns what is known of each model of an endpoint.
    ///
    /// # Errors
    /// There is no such endpoint, or stored data cannot be read.
    pub async fn model_facts(&self, provider: &str) -> Result<Vec<ModelFactsView>, ApiError> {
        let inner = &self.inner;
        let provider = inner.stored_provider(parse(provider)?).await?;
        let notes = inner.store.notes().all().await?;
        let windows = inner.windows_at(&provider).await?;
        let inputs = inner.inputs_at(&provider).await?;
        let favourites = inner.favourites().await?;
        let origin = provider.base_url.origin().ascii_serialization();
        let used = inner.store.usage().last_used(&origin).await?;
        let used: HashMap<String, i64> = used.into_iter().collect();
        let models = super::with_default(&provider.model, provider.models.clone());
        Ok(models
            .into_iter()
            .map(|model| {
                let key = (provider.id, model.clone());
                let noted = notes.get(&key).copied().unwrap_or_default();
                let said = Said {
                    notes: noted,
                    window: windows.get(&model).copied(),
                    inputs: inputs.get(&model).cloned(),
                };
                let facts = Facts::new(&provider, &model, said);
                ModelFactsView {
                    used_ms: used.get(&model).map(|ms| *ms as f64),
                    favourite: favourites.contains(&(provider.id.to_string(), model.clone())),
                    ..facts.view(model, notes_view(&noted))
                }
            })
            .collect())
    }

    /// Marks a model as a favourite, or no longer.
    ///
    /// # Errors
    /// The endpoint has no such model, or there are too many favourites.
    pub async fn set_favourite(
        &self,
        provider: &str,
        model: &str,
        on: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let provider = inner.stored_provider(parse(provider)?).await?;
        provider.checked_model(Some(model.to_owned()))?;
        let mut all = inner.favourites().await?;
        let favourite = (provider.id.to_string(), model.to_owned());
        if on {
            all.insert(favourite);
        } else {
            all.remove(&favourite);
        }
        while all.len() > MAX_FAVOURITES {
            all.pop_first();
        }
        Ok(inner.store.settings().set(FAVOURITES, &all).await?)
    }
}

impl Inner {
    async fn favourites(&self) -> Result<BTreeSet<(String, String)>, ApiError> {
        Ok(self
            .store
            .settings()
            .get(FAVOURITES)
            .await?
            .unwrap_or_default())
    }

    /// Returns what is known of the selected model of an endpoint.
    pub(crate) async fn facts_of(&self, provider: &Provider) -> Result<Facts, ApiError> {
        let said = Said {
            notes: self.noted(provider.id, &provider.model).await?,
            window: self.windows_at(provider).await?.remove(&provider.model),
            inputs: self.inputs_at(provider).await?.remove(&provider.model),
        };
        Ok(Facts::new(provider, &provider.model, said))
    }

    /// Returns the size of a model's window in tokens, where it is known.
    pub(crate) async fn window_of(&self, provider: &Provider) -> Result<Option<u64>, ApiError> {
        let facts = self.facts_of(provider).await?;
        Ok(facts.window.map(|(tokens, _)| tokens))
    }

    async fn noted(&self, provider: ProviderId, model: &str) -> Result<ModelNotes, ApiError> {
        let mut notes = self.store.notes().all().await?;
        Ok(notes
            .remove(&(provider, model.to_owned()))
            .unwrap_or_default())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn used(input: u64, cached: Option<u64>, output: u64) -> Used {
        Used {
            input,
            output,
            cached,
            written: 0,
            counted: true,
        }
    }

    #[test]
    fn cached_tokens_and_long_requests_have_their_own_price() {
        let rates = Rates {
            input: 2.0,
            output: 10.0,
            cached: Some(0.2),
            long: Some(llm::LongPrice {
                tokens: 200_000,
                input: 4.0,
                output: 20.0,
                cached: 0.4,
            }),
        };
        let cost = |input, cached, output| rates.of(&used(input, cached, output));
        assert!((cost(100_000, None, 10_000) - 0.3).abs() < 1e-9);
        assert!((cost(100_000, Some(50_000), 0) - 0.11).abs() < 1e-9);
        assert!((cost(300_000, None, 10_000) - 1.4).abs() < 1e-9);
        let writes = Used {
            written: 50_000,
            ..used(100_000, Some(50_000), 0)
        };
        assert!((rates.of(&writes) - 0.135).abs() < 1e-9);
        // An endpoint that claims more from its cache than it read makes nothing cheaper than free.
        assert!((cost(10, Some(u64::MAX), 0) - 2e-6).abs() < 1e-12);
    }

    #[test]
    fn price_of_the_user_comes_before_the_table_and_this_machine_is_free() {
        let at = |url: &str| Provider {
            id: ProviderId::new(),
            wire: llm::Wire::AnthropicMessages,
            base_url: url::Url::parse(url).unwrap(),
            model: "claude-haiku-4-5".into(),
            models: Vec::new(),
            key: None,
        };
        let price = |url: &str, notes: ModelNotes| {
            let provider = at(url);
            let said = Said {
                notes,
                ..Said::default()
            };
            let facts = Facts::new(&provider, &provider.model, said);
            let cost = facts.price.of(&used(1_000_000, None, 0));
            cost.map(|(cost, from)| (cost, from.to_owned()))
        };
        let none = ModelNotes::default();
        let own = ModelNotes {
            input_price: Some(7.0),
            output_price: Some(9.0),
            ..none
        };
        let vendor = "https://api.anthropic.com/v1";
        let (cost, from) = price(vendor, none).unwrap();
        assert!((cost - 1.0).abs() < 1e-9 && from.starts_with("20"));
        assert_eq!(price(vendor, own), Some((7.0, "own".into())));
        let here = price("http://127.0.0.1:8080", none);
        assert_eq!(here, Some((0.0, "local".into())));
        assert_eq!(price("https://gateway.example/v1", none), None);
    }
}
