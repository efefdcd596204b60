//! The request for a summary, and what comes back.

use std::time::Duration;

use context::{Asked, Assembled, Transcript};
use futures_util::{Stream, StreamExt};
use host_api::{ApiError, ErrorCode};
use llm::{Finish, LlmError, StreamEvent};
use messages::phrases;
use store::{NewCompaction, RequestPurpose, RequestUsage, UsedFor};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::order::{End, Order, last_said, nothing, refused};
use crate::{
    inner::Inner,
    providers::{answer, model_error},
    spending::{SpentOn, Used},
    state::Provider,
    turns::{
        offering::Model,
        request::{self, Records},
    },
};

/// Largest summary that a model may write, in bytes.
const MAX_WRITTEN: usize = 32 * 1024;
/// Longest wait for a summary.
const LIMIT: Duration = Duration::from_secs(10 * 60);
/// The interval at which the progress is told.
const TELL_EVERY: Duration = Duration::from_millis(250);
/// Largest transcript where the model's window is not known, in bytes: about 100,000 tokens.
const UNKNOWN_WINDOW_BYTES: usize = 400_000;

/// What came of a summary.
#[derive(Default)]
struct Heard {
    /// Whether the answer began.
    began: bool,
    text: String,
    counted: Option<llm::Usage>,
}

impl Heard {
    /// Returns what it took, estimated where the endpoint did not say.
    fn used(&self, input: u64) -> Used {
        self.counted.map_or_else(
            || Used {
                input,
                output: context::estimated_tokens(&[&self.text]),
                cached: None,
                written: 0,
                counted: false,
            },
            Used::from,
        )
    }
}

impl Inner {
    /// Asks the model for a summary and stores it. On any failure, nothing is stored but the request's account.
    pub(super) async fn summarize(
        &self,
        order: &Order,
        endpoint: &Provider,
        stop: &CancellationToken,
    ) -> Result<(), End> {
        if stop.is_cancelled() {
            return Err(End::Stopped);
        }
        let id = order.conversation;
        let records = Records::read(self, id, order.head).await?;
        let path = &records.path;
        let count = path.iter().position(|m| m.id == order.up_to);
        let count = u32::try_from(count.map_or(0, |at| at + 1)).unwrap_or(u32::MAX);
        let said = last_said(&records);
        self.compacting.begin(id, order.automatic, count, said);
        self.emit_compaction(id).await?;
        let model = Model::Endpoint(endpoint.clone());
        let mut budget = request::budget_of(self, &model).await?;
        if budget.window.is_none() {
            budget.bytes = UNKNOWN_WINDOW_BYTES;
        }
        let Transcript {
            assembled,
            mut label,
            tokens,
        } = request::transcript(
            self,
            Asked::Summary,
            (id, order.up_to),
            &records,
            &endpoint.model,
            &budget,
        )
        .ok_or_else(nothing)?;
        label.add(&assembled.manifest.label());
        let purpose = RequestPurpose::Summary;
        let at = (id, order.up_to);
        let request_id = self.record_request(at, purpose, budget, &assembled).await?;
        let Assembled { request, manifest } = assembled;
        let estimate = manifest.tokens();
        let mut heard = Heard::default();
        let hear = async {
            let stream = answer(self, endpoint, request).await?;
            self.read_summary(order, request_id, stream, &mut heard)
                .await
        };
        let text = tokio::select! {
            () = stop.cancelled() => Ok(Err(End::Stopped)),
            text = timeout(LIMIT, hear) => text.map(|text| text.map_err(End::from)),
        };
        if heard.began {
            let on = SpentOn {
                conversation: Some(id),
                message: None,
                purpose: UsedFor::Summary,
            };
            self.spend(endpoint, on, heard.used(estimate)).await;
        }
        let slow = |_| refused(phrases::host_compact_slow(LIMIT.as_secs() / 60));
        let text = text.map_err(slow)??;
        if order.automatic && context::estimated_tokens(&[&text]) >= tokens {
            return Err(refused(phrases::host_compact_not_shorter()).into());
        }
        let new = NewCompaction {
            conversation: id,
            up_to: order.up_to,
            summary: &text,
            model: &endpoint.model,
            automatic: order.automatic,
            label: label.servers(),
            request: Some(request_id),
        };
        self.store.compactions().add(&new).await?;
        Ok(())
    }

    /// Reads the text of a summary. What else comes is dropped: reasoning, and calls, since no tool was offered.
    async fn read_summary(
        &self,
        order: &Order,
        request: i64,
        mut stream: impl Stream<Item = Result<StreamEvent, LlmError>> + Unpin,
        heard: &mut Heard,
    ) -> Result<String, ApiError> {
        let (id, mut told) = (order.conversation, Instant::now());
        let Heard {
            began,
            text,
            counted,
        } = heard;
        loop {
            let event = match stream.next().await {
                None => return Err(model_error(&LlmError::CutStream)),
                Some(Err(error)) => return Err(model_error(&error)),
                Some(Ok(event)) => event,
            };
            *began |= !matches!(event, StreamEvent::Waiting(_));
            match event {
                StreamEvent::Text(more) => text.push_str(&more),
                StreamEvent::Usage(usage) => {
                    *counted = Some(usage);
                    let usage = RequestUsage {
                        input: usage.input_tokens,
                        output: usage.output_tokens,
                        cached: usage.cached_tokens,
                    };
                    self.store.requests().set_usage(request, usage).await?;
                }
                StreamEvent::Done(finish) => return finished(&finish, text),
                StreamEvent::Waiting(_)
                | StreamEvent::Reasoning(_)
                | StreamEvent::Items(_)
                | StreamEvent::LeftOut { .. }
                | StreamEvent::ToolStarted { .. } => {}
            }
            if text.len() > MAX_WRITTEN {
                return Err(refused(phrases::host_compact_long(MAX_WRITTEN / 1024)));
            }
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                self.compacting.wrote(id, text.chars().count());
                self.emit_compaction(id).await?;
            }
        }
    }
}

/// Returns the text of a summary that ended; an error if it is not whole.
fn finished(finish: &Finish, text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    match finish {
        Finish::Length => Err(refused(phrases::host_compact_length())),
        Finish::Refused => Err(ApiError::new(
            ErrorCode::Model,
            phrases::host_turn_refused(),
        )),
        Finish::Nothing => Err(refused(phrases::host_compact_empty())),
        Finish::Stop | Finish::ToolUse | Finish::Other(_) if text.is_empty() => {
            Err(refused(phrases::host_compact_empty()))
        }
        Finish::Stop | Finish::ToolUse | Finish::Other(_) => Ok(text.to_owned()),
    }
}
