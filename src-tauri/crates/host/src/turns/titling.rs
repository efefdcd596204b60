//! Titles: after the first answer of a conversation its model is asked for one, in place of the beginning of the first message.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use context::{Asked, Assembled, Budget, Transcript};
use domain::{ConversationId, MessageId};
use futures_util::{Stream, StreamExt};
use host_api::ApiError;
use llm::{Finish, LlmError, StreamEvent};
use store::{
    ConversationRecord, MessageStatus, PartKind, RequestPurpose, RequestUsage, Role, UsedFor,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{
    conversations::title_of,
    inner::Inner,
    providers::{answer, model_error},
    spending::{SpentOn, Used},
    state::{Plan, Provider},
    turns::{
        offering::Model,
        request::{self, Records},
    },
};

/// Longest wait for a title.
const LIMIT: Duration = Duration::from_secs(60);
/// Largest part of a conversation that is sent for a title, in bytes.
const MOST_SENT: usize = 8 * 1024;
/// Most tokens that a model may write for a title, its reasoning included.
const MOST_TOKENS: u32 = 1_024;
/// Most of an answer that is read for a title, in bytes.
const MOST_READ: usize = 2_000;
/// Characters of markup and of frames, which no title has.
const MARKUP: &[char] = &['<', '>', '[', ']', '{', '}', '|', '\\'];
/// So many hexadecimal digits in a row are the mark of a frame, or an identifier.
const MARK_DIGITS: usize = 12;
/// So many answers in a row that are no title, and the model is not asked again.
const MOST_FAILURES: u32 = 2;
/// Most models whose failures are remembered.
const MOST_MODELS: usize = 100;
/// The setting that counts them.
const FAILURES: &str = "titles.failures";
/// Most words of a title. An answer with more is no title.
const MOST_WORDS: usize = 12;

/// Asks the model of a turn that ended for a title, if the conversation still has the one of its first message. The endpoint is the one
/// that wrote the answer, so it learns nothing new. A failure leaves the title as it is, and what stops the turn stops this too.
pub(super) fn after(inner: &Arc<Inner>, id: ConversationId, plan: Plan, stop: CancellationToken) {
    if !inner.finds_titles.load(Ordering::Relaxed) || inner.settings.get().untitled {
        return;
    }
    let inner = Arc::clone(inner);
    tokio::spawn(async move {
        let titled = timeout(LIMIT, inner.find_title(id, plan));
        tokio::select! {
            () = stop.cancelled() => {}
            titled = titled => match titled {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "a conversation got no title"),
                Err(_) => tracing::debug!("a conversation got no title in time"),
            }
        }
    });
}

impl Inner {
    async fn find_title(&self, id: ConversationId, plan: Plan) -> Result<(), ApiError> {
        let record = self.conversation(id).await?;
        let Some(head) = record.head else {
            return Ok(());
        };
        let Model::Endpoint(provider) = Model::planned(self, &plan, &record).await? else {
            return Ok(());
        };
        let records = Records::read(self, id, head).await?;
        if !is_first(&records, &record) || failures(self, &provider).await? >= MOST_FAILURES {
            return Ok(());
        }
        let title = self.title_by(&provider, (id, head), &records).await?;
        count(self, &provider, title.is_some()).await?;
        // The user may have renamed it meanwhile.
        if self.conversation(id).await?.title == record.title
            && let Some(title) = title
        {
            self.store.conversations().rename(id, &title).await?;
            self.emit_conversation(id).await?;
        }
        Ok(())
    }

    /// Asks a model for a title; none if what it wrote is none.
    async fn title_by(
        &self,
        provider: &Provider,
        (id, head): (ConversationId, MessageId),
        records: &Records,
    ) -> Result<Option<String>, ApiError> {
        let model = Model::Endpoint(provider.clone());
        let budget = Budget {
            bytes: MOST_SENT,
            ..request::budget_of(self, &model).await?
        };
        let asked = request::transcript(
            self,
            Asked::Title,
            (id, head),
            records,
            &provider.model,
            &budget,
        );
        let Some(Transcript { assembled, .. }) = asked else {
            return Ok(None);
        };
        let purpose = RequestPurpose::Title;
        let request = self
            .record_request((id, head), purpose, budget, &assembled)
            .await?;
        let Assembled {
            request: mut body,
            manifest,
        } = assembled;
        body.max_tokens = Some(MOST_TOKENS);
        let stream = answer(self, provider, body).await?;
        let mut used = None;
        let text = self.read_title(stream, &mut used).await;
        let used = used.map_or_else(
            || Used {
                input: manifest.tokens(),
                output: context::estimated_tokens(&[text.as_deref().unwrap_or_default()]),
                cached: None,
                written: 0,
                counted: false,
            },
            Used::from,
        );
        if text.is_ok() || used.counted {
            let on = SpentOn {
                conversation: Some(id),
                message: None,
                purpose: UsedFor::Title,
            };
            let kept = RequestUsage {
                input: used.input,
                output: used.output,
                cached: used.cached,
            };
            self.store.requests().set_usage(request, kept).await?;
            self.spend(provider, on, used).await;
        }
        Ok(title(&text?))
    }

    async fn read_title(
        &self,
        mut stream: impl Stream<Item = Result<StreamEvent, LlmError>> + Unpin,
        used: &mut Option<llm::Usage>,
    ) -> Result<String, ApiError> {
        let mut text = String::new();
        loop {
            match stream.next().await {
                None => return Err(model_error(&LlmError::CutStream)),
                Some(Err(error)) => return Err(model_error(&error)),
                Some(Ok(StreamEvent::Text(more))) if text.len() < MOST_READ => text.push_str(&more),
                Some(Ok(StreamEvent::Usage(usage))) => *used = Some(usage),
                Some(Ok(StreamEvent::Done(Finish::Stop))) => return Ok(text),
                // Cut, refused, or a call of a tool that was not offered.
                Some(Ok(StreamEvent::Done(_))) => return Ok(String::new()),
                Some(Ok(_)) => {}
            }
        }
    }
}

/// The failures of models in a row, by endpoint and model.
type Failures = BTreeMap<String, u32>;

fn key_of(provider: &Provider) -> String {
    format!("{} {}", provider.id, provider.model)
}

/// Returns how often in a row a model wrote something else than a title.
async fn failures(inner: &Inner, provider: &Provider) -> Result<u32, ApiError> {
    let all: Option<Failures> = inner.store.settings().get(FAILURES).await?;
    let of_model = all.and_then(|all| all.get(&key_of(provider)).copied());
    Ok(of_model.unwrap_or_default())
}

/// Notes whether a model wrote a title.
async fn count(inner: &Inner, provider: &Provider, titled: bool) -> Result<(), ApiError> {
    let settings = inner.store.settings();
    let mut all: Failures = settings.get(FAILURES).await?.unwrap_or_default();
    let changed = match titled {
        true => all.remove(&key_of(provider)).is_some(),
        false => {
            *all.entry(key_of(provider)).or_default() += 1;
            true
        }
    };
    while all.len() > MOST_MODELS {
        all.pop_first();
    }
    if changed {
        settings.set(FAILURES, &all).await?;
    }
    Ok(())
}

/// Whether a branch has one message of the user, answered as a whole, and the title is still the beginning of that message.
fn is_first(records: &Records, record: &ConversationRecord) -> bool {
    let mut said = records.path.iter().filter(|m| m.role == Role::User);
    let (Some(first), None) = (said.next(), said.next()) else {
        return false;
    };
    let texts = first
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Text);
    let text: Option<String> = texts.map(|part| part.body.clone()).next();
    let answered = records
        .path
        .last()
        .is_some_and(|last| last.role == Role::Assistant && last.status == MessageStatus::Complete);
    answered && text.and_then(|text| title_of(&text)).as_ref() == Some(&record.title)
}

/// Returns a title from what a model wrote: one line, without marks around it; none if it is no title, such as a part of the request, markup or several lines.
fn title(written: &str) -> Option<String> {
    const MARKS: &[char] = &[
        '"', '\'', '“', '”', '„', '«', '»', '‘', '’', '*', '#', '`', '.', '。',
    ];
    let written = written.rsplit("</think>").next().unwrap_or_default();
    let mut lines = written
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return None;
    };
    if line.contains(MARKUP) || has_mark(line) {
        return None;
    }
    let line = line.strip_prefix("Title:").unwrap_or(line);
    let line = line.trim_matches(|c: char| c.is_whitespace() || MARKS.contains(&c));
    let title = title_of(line)?;
    (title.split_whitespace().count() <= MOST_WORDS).then_some(title)
}

/// Whether a line has the mark of a frame: many hexadecimal digits in a row.
fn has_mark(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_hexdigit())
        .any(|run| run.len() >= MARK_DIGITS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::title;

    #[test]
    fn title_is_the_line_without_its_marks() {
        for (written, found) in [
            ("Trip to Umeå", Some("Trip to Umeå")),
            ("\"Trip to Umeå.\"\n", Some("Trip to Umeå")),
            (
                "<think>What is it?\n</think>\n\n**Trip to Umeå**",
                Some("Trip to Umeå"),
            ),
            ("Title: Trip to Umeå", Some("Trip to Umeå")),
            ("  \n ", None),
            ("[end of data 0123456789abcdef]", None),
            ("end of data 0123456789abcdef", None),
            ("<title>Trip</title>", None),
            ("Trip\nto Umeå", None),
            ("| Trip |", None),
            ("...", None),
            (
                "I am sorry, but I cannot write a title for this conversation of yours today",
                None,
            ),
            ("a\u{202e}b", Some("ab")),
        ] {
            assert_eq!(title(written).as_deref(), found, "{written:?}");
        }
    }

    proptest! {
        #[test]
        fn any_title_is_one_short_line_without_hidden_characters(written in any::<String>()) {
            if let Some(title) = title(&written) {
                prop_assert!(!title.is_empty() && title.chars().count() <= 121);
                prop_assert!(!title.chars().any(|c| c == '\n' || domain::is_hidden(c)));
            }
        }
    }
}
