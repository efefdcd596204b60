//! What the request for a reply took, and its waits.

use domain::{ToolIntent, now_ms};
use host_api::{ApiError, RetryView};
use llm::Waiting;
use messages::{Phrase, phrases};
use store::{PartKind, UsedFor};

use super::StreamedMessage;
use crate::spending::{SpentOn, Used};

/// The size of a prompt, in tokens, from which the endpoint's count of it is compared with the estimate.
const LARGE_PROMPT: u64 = 4_000;

impl StreamedMessage<'_> {
    /// Takes what the endpoint counted.
    pub(super) async fn count(&mut self, usage: llm::Usage) -> Result<(), ApiError> {
        if let Some(request) = self.request {
            let usage = store::RequestUsage {
                input: usage.input_tokens,
                output: usage.output_tokens,
                cached: usage.cached_tokens,
            };
            self.inner
                .store
                .requests()
                .set_usage(request, usage)
                .await?;
        }
        self.usage = Some(store::Usage {
            input: usage.input_tokens,
            output: usage.output_tokens,
        });
        if let Some(begun) = &mut self.begun {
            // Some endpoints send the field and count nothing.
            begun.counted = Some(Used::from(usage)).filter(|used| used.input + used.output > 0);
        }
        Ok(())
    }

    /// Returns what to say of a prompt of which the endpoint read far less than was sent; none if it read most of it, or did not count.
    pub(super) fn cut_by_endpoint(&self) -> Option<Phrase> {
        let begun = self.begun.as_ref()?;
        let (sent, read) = (begun.estimate, begun.counted?.input);
        let far_less = read > 0 && sent >= LARGE_PROMPT && read.saturating_mul(2) < sent;
        far_less.then(|| phrases::host_turn_prompt_cut(read, sent))
    }

    /// Takes the size of a call.
    pub(super) fn weigh(&mut self, intent: &ToolIntent) {
        if let Some(begun) = &mut self.begun {
            begun.calls += context::estimated_tokens(&[&intent.alias, &intent.arguments]);
        }
    }

    /// Records what the answer took: as the endpoint counted it, else estimated from what was sent and what came.
    pub(super) async fn spend(&mut self) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        let used = match begun.counted {
            Some(used) => used,
            None => Used {
                input: begun.estimate,
                output: self.written().await + begun.calls,
                cached: None,
                written: 0,
                counted: false,
            },
        };
        let on = SpentOn {
            conversation: Some(self.conversation),
            message: Some(self.message),
            purpose: UsedFor::Reply,
        };
        self.inner.spend(&begun.provider, on, used).await;
    }

    async fn written(&self) -> u64 {
        let message = self.inner.store.messages().get(self.message).await;
        let parts = message.ok().flatten().map(|message| message.parts);
        let parts = parts.unwrap_or_default();
        let texts = parts
            .iter()
            .filter(|part| matches!(part.kind, PartKind::Text | PartKind::Reasoning));
        let texts: Vec<&str> = texts.map(|part| part.body.as_str()).collect();
        context::estimated_tokens(&texts)
    }

    /// Shows that the request waits before it is sent again.
    pub(super) async fn wait(&self, waiting: Waiting) {
        let delay = i64::try_from(waiting.delay.as_millis()).unwrap_or(i64::MAX);
        let view = RetryView {
            status: waiting.status,
            until_ms: now_ms().saturating_add(delay) as f64,
            attempt: waiting.attempt,
            most: waiting.most,
            loading: waiting.loading,
        };
        self.inner.turns.wait(self.message, Some(view));
        self.inner
            .emit_message(self.conversation, self.message)
            .await;
    }

    /// Ends the wait.
    pub(super) async fn end_wait(&self) {
        if self.inner.turns.wait(self.message, None) {
            self.inner
                .emit_message(self.conversation, self.message)
                .await;
        }
    }
}
