//! Sampling settings and history of a server for its page, and the user's notes on models. A change that narrows authority takes
//! effect at once; one that widens it is confirmed in the consent window first.

use consent::Widening;
use domain::ServerId;
use host_api::{ApiError, ErrorCode, Event, ModelNotesView, SamplingPageView, SamplingRowView};
use messages::{Phrase, phrases};
use store::{ModelNotes, SamplingLimits, SamplingRecord};

use crate::{
    inner::{Host, Inner},
    ledger,
    providers::parse,
};
use approvals::{estimate::dollars, wording::small};

/// The range of the limit on requests per minute.
const MINUTE: std::ops::RangeInclusive<u32> = 1..=60;
/// The range of the limit on tokens per day.
const DAY: std::ops::RangeInclusive<u32> = 1_000..=10_000_000;
/// The best note.
const BEST: u8 = 5;
/// Maximum accepted price of a million tokens, in US dollars.
const MAX_PRICE: f64 = 100_000.0;
/// Accepted sizes of a model's window, in tokens.
const WINDOWS: std::ops::RangeInclusive<u32> = 1_000..=100_000_000;

impl Host {
    /// Returns a server's sampling settings and history.
    ///
    /// # Errors
    /// There is no such server, or it cannot be read.
    pub async fn sampling_page(&self, server: ServerId) -> Result<SamplingPageView, ApiError> {
        let inner = &self.inner;
        let record = inner.servers.handle(server)?.snapshot().record.clone();
        let (budget, used) = inner.sampling_budget(server).await?;
        let limits = inner.store.samplings().limits(server).await?;
        let history = inner.store.samplings().of_server(server).await?;
        Ok(SamplingPageView {
            on: record.sampling,
            review_answers: limits.review,
            budget,
            history: history.iter().map(row).collect(),
            today: used.day_cost.map(dollars),
            total: used.cost.map(dollars),
        })
    }

    /// Sets whether replies to a server are reviewed too. Enabling the review narrows authority.
    ///
    /// # Errors
    /// There is no such server, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn set_sampling_review(&self, server: ServerId, on: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        if inner.store.samplings().limits(server).await?.review == on {
            return Ok(());
        }
        if !on {
            let widening = Widening::SamplingUnreviewed;
            inner.confirm(Some(server), widening).await?;
        }
        let changed = |limits: SamplingLimits| SamplingLimits {
            review: on,
            ..limits
        };
        inner.change_limits(server, changed).await?;
        let about = ledger::About::server(server, inner.servers.name(server));
        let event = ledger::Event::SamplingReview { review: on };
        inner.record_change(about, event).await;
        Ok(())
    }

    /// Sets a server's sampling limits: requests per minute, 1 to 60, and tokens per day, 1,000 to 10,000,000. Lower limits narrow
    /// authority.
    ///
    /// # Errors
    /// There is no such server, a number is out of range, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn set_sampling_budget(
        &self,
        server: ServerId,
        minute: u32,
        day: u32,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        if !MINUTE.contains(&minute) || !DAY.contains(&day) {
            let message = phrases::host_sampling_budget_range(
                *DAY.start(),
                *DAY.end(),
                *MINUTE.start(),
                *MINUTE.end(),
            );
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let now = inner.store.samplings().limits(server).await?;
        let from = (now.minute, now.day);
        if from == (minute, day) {
            return Ok(());
        }
        if minute > now.minute || day > now.day {
            let to = (minute, day);
            let widening = Widening::SamplingBudget { from, to };
            inner.confirm(Some(server), widening).await?;
        }
        let changed = |limits: SamplingLimits| SamplingLimits {
            minute,
            day,
            ..limits
        };
        inner.change_limits(server, changed).await?;
        let about = ledger::About::server(server, inner.servers.name(server));
        let event = ledger::Event::SamplingBudget { minute, day };
        inner.record_change(about, event).await;
        Ok(())
    }

    /// Stores the user's notes on an endpoint's current model.
    ///
    /// # Errors
    /// There is no such endpoint, a note is out of range, or it could not be stored.
    pub async fn set_model_notes(
        &self,
        provider: &str,
        model: &str,
        notes: ModelNotesView,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let provider = inner.stored_provider(parse(provider)?).await?;
        provider.checked_model(Some(model.to_owned()))?;
        let invalid = |message: Phrase| Err(ApiError::new(ErrorCode::Invalid, message));
        if [notes.cost, notes.speed, notes.intelligence]
            .iter()
            .any(|note| *note > BEST)
        {
            return invalid(phrases::host_sampling_note_range(u32::from(BEST)));
        }
        let prices = [notes.input_price, notes.output_price, notes.cached_price];
        if prices
            .iter()
            .flatten()
            .any(|p| !(0.0..=MAX_PRICE).contains(p))
        {
            return invalid(phrases::host_sampling_price_range(MAX_PRICE));
        }
        if notes
            .window
            .is_some_and(|window| !WINDOWS.contains(&window))
        {
            let (least, most) = (*WINDOWS.start(), *WINDOWS.end());
            return invalid(phrases::host_model_window_range(least, most));
        }
        let notes = ModelNotes {
            cost: notes.cost,
            speed: notes.speed,
            intelligence: notes.intelligence,
            input_price: notes.input_price,
            output_price: notes.output_price,
            cached_price: notes.cached_price,
            window: notes.window,
        };
        inner.store.notes().set(provider.id, model, notes).await?;
        inner.emit(Event::Providers {
            providers: inner.provider_views().await?,
        });
        Ok(())
    }
}

impl Inner {
    async fn change_limits(
        &self,
        server: ServerId,
        change: impl FnOnce(SamplingLimits) -> SamplingLimits,
    ) -> Result<(), ApiError> {
        let _one_at_a_time = self.servers.switch().await;
        let now = self.store.samplings().limits(server).await?;
        self.store
            .samplings()
            .set_limits(server, change(now))
            .await?;
        self.sampling_changed(server);
        Ok(())
    }

    /// Returns the user's notes on a model, if any.
    pub(super) async fn notes_of(&self, model: &consent::SamplingModel) -> ModelNotes {
        let notes = self.store.notes().all().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the notes of models could not be read");
            std::collections::HashMap::new()
        });
        let noted = notes.get(&(model.provider, model.model.clone()));
        noted.copied().unwrap_or_default()
    }
}

fn row(record: &SamplingRecord) -> SamplingRowView {
    SamplingRowView {
        at_ms: record.at_ms as f64,
        model: domain::visible(&record.model),
        origin: domain::visible(&record.origin),
        state: record.state.as_str().to_owned(),
        edited: record.edited,
        input_tokens: record.input_tokens.map(small),
        output_tokens: record.output_tokens.map(small),
        cost: record.cost.map(dollars),
        took_ms: record.took_ms.map(small),
    }
}
