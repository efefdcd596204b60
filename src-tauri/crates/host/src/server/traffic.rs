//! Recording of a server's messages: the last 5,000, stored only while somebody watches.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use domain::{cut, now_ms, pretty};
use host_api::{TrafficBatchView, TrafficMessageView, TrafficRowView};
use mcp::{Defect, Passed, Repair, SentAgain, Tap};
use messages::{Phrase, Text, phrases};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{mutex::lock, server::redactor::SecretRedactor};

/// Maximum number of stored messages.
pub(crate) const MESSAGES: usize = 5_000;
/// Maximum size of all stored text, in bytes.
const BYTES: usize = 32 * 1024 * 1024;
/// Maximum stored text of one message, in bytes.
const MESSAGE_BYTES: usize = 256 * 1024;
/// Maximum length of a displayed method or identifier, in bytes.
const NAME_BYTES: usize = 200;
/// Maximum length of a message's summary in a list, in bytes.
const SUMMARY_BYTES: usize = 200;
/// Maximum number of rows in one batch for a window.
const BATCH: usize = 1_000;
/// Interval between two batches for a window: at most 10 per second.
const BETWEEN_BATCHES: Duration = Duration::from_millis(100);
/// Maximum number of messages distinguished in one JSON-RPC batch; the client refuses larger batches.
const WIRE_BATCH: usize = mcp::bounds::BATCH_MESSAGES;

/// The last messages of one server.
pub(crate) struct Traffic {
    watchers: AtomicUsize,
    veil: Arc<SecretRedactor>,
    ring: Mutex<Ring>,
    /// The sequence number of the next message.
    next: watch::Sender<u64>,
}

#[derive(Default)]
struct Ring {
    kept: VecDeque<Recorded>,
    bytes: usize,
    last: u64,
    /// Open requests, by sender and identifier.
    open: HashMap<(bool, String), Asked>,
}

struct Asked {
    seq: u64,
    at: Instant,
    method: Option<String>,
    part: Option<Part>,
}

/// A message's place in the exchange of a request that is sent in rounds.
#[derive(Clone, Copy)]
struct Part {
    /// The message that began it.
    first: u64,
    number: u32,
}

struct Recorded {
    row: TrafficRowView,
    seq: u64,
    text: String,
    cut: bool,
    hidden: u32,
    /// The request that this message opened.
    opens: Option<(bool, String)>,
}

/// The fields of a message that a list shows.
#[derive(Default, Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

impl Traffic {
    pub(crate) fn new(veil: Arc<SecretRedactor>) -> Self {
        Self {
            watchers: AtomicUsize::new(0),
            veil,
            ring: Mutex::default(),
            next: watch::Sender::new(1),
        }
    }

    fn keep(&self, sent: bool, text: &str, bad: Option<Defect>, round: Option<SentAgain>) {
        let bytes = text.len();
        let (text, hidden) = match bad {
            // Such a message may be only a part.
            Some(Defect::TooLong | Defect::NotUtf8) => self.veil.over_cut(text),
            Some(Defect::Repaired(_)) | None => self.veil.over(text),
        };
        let envelope: Option<Envelope<'_>> = serde_json::from_str(&text).ok();
        let bad = match bad {
            Some(Defect::NotUtf8) => Some(phrases::host_message_not_utf8()),
            Some(Defect::TooLong) => Some(phrases::host_message_too_long()),
            Some(Defect::Repaired(repair)) => {
                Some(phrases::host_message_repaired(repaired(repair)))
            }
            None => envelope.is_none().then(phrases::host_message_not_json_rpc),
        };
        let envelope = envelope.unwrap_or_default();
        let id = envelope.id.map(|id| line(id.get(), NAME_BYTES));
        let method: Option<String> = envelope
            .method
            .map(|m| serde_json::from_str(m.get()).unwrap_or_else(|_| m.get().to_owned()))
            .map(|m| line(&m, NAME_BYTES));
        let inside = envelope.params.or(envelope.error).or(envelope.result);
        let summary = match inside {
            Some(inside) => line(inside.get(), SUMMARY_BYTES),
            None if bad.is_some() => line(&text, SUMMARY_BYTES),
            None => String::new(),
        };
        let is_answer = method.is_none() && id.is_some();
        let at = Instant::now();
        let mut ring = lock(&self.ring);
        let asked = id
            .as_ref()
            .filter(|_| is_answer)
            .and_then(|id| ring.open.remove(&(!sent, id.clone())));
        ring.last += 1;
        let seq = ring.last;
        let opens = id.clone().filter(|_| !is_answer).map(|id| (sent, id));
        let part = match &asked {
            Some(asked) => asked.part,
            None => round.and_then(|round| ring.part_of(round)),
        };
        if let Some(key) = &opens {
            let asked = Asked {
                seq,
                at,
                method: method.clone(),
                part,
            };
            ring.open.insert(key.clone(), asked);
        }
        let kept = cut(&text, MESSAGE_BYTES);
        let message = Recorded {
            row: TrafficRowView {
                seq: seq as f64,
                at_ms: now_ms() as f64,
                sent,
                method: method.or_else(|| asked.as_ref().and_then(|a| a.method.clone())),
                id,
                bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
                took_ms: asked
                    .as_ref()
                    .map(|a| at.saturating_duration_since(a.at).as_secs_f64() * 1_000.0),
                answers_seq: asked.as_ref().map(|a| a.seq as f64),
                exchange_seq: part.map(|part| part.first as f64),
                round: part.map(|part| part.number),
                summary,
                bad: bad.map(Text::from),
            },
            seq,
            cut: kept.len() < text.len(),
            text: kept.to_owned(),
            hidden,
            opens,
        };
        ring.bytes += message.text.len();
        ring.kept.push_back(message);
        ring.drop_oldest();
        self.next.send_replace(seq + 1);
        drop(ring);
    }

    /// Returns the rows from a number on, at most [`BATCH`].
    fn rows_from(&self, seq: u64) -> (TrafficBatchView, u64) {
        let ring = lock(&self.ring);
        let first = ring.kept.front().map_or(ring.last + 1, |k| k.seq);
        let from = usize::try_from(seq.saturating_sub(first)).unwrap_or(usize::MAX);
        let rows: Vec<TrafficRowView> = ring
            .kept
            .iter()
            .skip(from)
            .take(BATCH)
            .map(|k| k.row.clone())
            .collect();
        let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let next = seq.max(first) + rows.len() as u64;
        let batch = TrafficBatchView {
            rows,
            kept: u32::try_from(ring.kept.len()).unwrap_or(u32::MAX),
            dropped: number(first.saturating_sub(seq)),
        };
        (batch, next)
    }

    pub fn message(&self, seq: f64) -> Option<TrafficMessageView> {
        let ring = lock(&self.ring);
        let found = ring.kept.iter().find(|k| k.row.seq == seq)?;
        Some(TrafficMessageView {
            json: domain::visible_block(&pretty(&found.text)),
            cut: found.cut,
            hidden: found.hidden,
        })
    }
}

/// What is wrong with a message that was read anyway.
pub(crate) fn repaired(repair: Repair) -> Phrase {
    match repair {
        Repair::NotJson => phrases::host_repaired_not_json(),
        Repair::PastBound => phrases::host_repaired_past_bound(),
        Repair::OddId => phrases::host_repaired_odd_id(),
    }
}

impl Ring {
    /// Returns the exchange that a request is sent again for, if its first message is stored.
    fn part_of(&self, round: SentAgain) -> Option<Part> {
        let id = round.first.to_string();
        let first = self.kept.iter().rev().find(|message| {
            let opens = message.opens.as_ref();
            opens.is_some_and(|(sent, opened)| *sent && *opened == id)
        });
        Some(Part {
            first: first?.seq,
            number: round.number,
        })
    }

    fn drop_oldest(&mut self) {
        while self.kept.len() > MESSAGES || self.bytes > BYTES {
            let Some(oldest) = self.kept.pop_front() else {
                return;
            };
            self.bytes -= oldest.text.len();
            if let Some(key) = oldest.opens
                && self.open.get(&key).is_some_and(|a| a.seq == oldest.seq)
            {
                self.open.remove(&key);
            }
        }
    }
}

impl Tap for Traffic {
    fn watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    fn passed(&self, message: Passed<'_>) {
        let batch: Option<Vec<&RawValue>> = Some(message.text)
            .filter(|text| text.trim_start().starts_with('['))
            .and_then(|text| serde_json::from_str(text).ok());
        match batch {
            Some(all) if (1..=WIRE_BATCH).contains(&all.len()) => {
                for one in all {
                    self.keep(message.sent, one.get(), message.bad, None);
                }
            }
            Some(_) | None => self.keep(message.sent, message.text, message.bad, message.round),
        }
    }
}

fn line(text: &str, bytes: usize) -> String {
    let kept = cut(text, bytes);
    let end = if kept.len() < text.len() { "…" } else { "" };
    domain::visible(kept) + end
}

/// A subscription to a server's messages. Messages are stored while it exists.
pub struct TrafficFeed {
    traffic: Arc<Traffic>,
    next: u64,
    more: watch::Receiver<u64>,
    last: Option<Instant>,
    ended: CancellationToken,
}

impl TrafficFeed {
    /// Returns the stored messages the first time, then the new ones, at most ten times a second. Returns `None` when the server is
    /// gone. Cancel-safe.
    pub async fn next(&mut self) -> Option<TrafficBatchView> {
        if let Some(last) = self.last {
            let more = async {
                tokio::time::sleep_until(last + BETWEEN_BATCHES).await;
                self.more.wait_for(|next| *next > self.next).await.is_ok()
            };
            let came = tokio::select! {
                came = more => came,
                () = self.ended.cancelled() => false,
            };
            if !came {
                return None;
            }
        }
        let (batch, next) = self.traffic.rows_from(self.next);
        self.next = next;
        self.last = Some(Instant::now());
        Some(batch)
    }
}

impl Traffic {
    /// Subscribes to the messages until `ended`.
    pub fn feed(self: &Arc<Self>, ended: CancellationToken) -> TrafficFeed {
        self.watchers.fetch_add(1, Ordering::Relaxed);
        let first = lock(&self.ring).kept.front().map(|k| k.seq);
        TrafficFeed {
            next: first.unwrap_or_else(|| *self.next.borrow()),
            more: self.next.subscribe(),
            traffic: Arc::clone(self),
            last: None,
            ended,
        }
    }
}

impl Drop for TrafficFeed {
    fn drop(&mut self) {
        self.traffic.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn pass(traffic: &Traffic, sent: bool, text: &str) {
        traffic.passed(Passed {
            sent,
            text,
            bad: None,
            round: None,
        });
    }

    #[test]
    fn answers_find_their_requests_and_secrets_are_never_kept() {
        let veil = Arc::new(SecretRedactor::default());
        veil.hide_also(&[secrets::Secret::new("canary\"1".into())]);
        let traffic = Traffic::new(veil);
        assert!(!traffic.watched());
        let say = |sent, value: serde_json::Value| pass(&traffic, sent, &value.to_string());
        use serde_json::json;
        say(
            true,
            json!({"id": 1, "method": "tools/call", "params": {"k": "canary\"1"}}),
        );
        // The server has a request with the same identifier.
        say(false, json!({"id": 1, "method": "ping"}));
        say(true, json!({"id": 1, "result": {}}));
        say(
            false,
            json!([{"id": 1, "error": {"code": 7, "message": "\u{202e}"}}, {"method": "notifications/x"}]),
        );
        pass(&traffic, false, "printed by mistake: canary\"1");
        let (batch, next) = traffic.rows_from(1);
        let seen: Vec<_> = batch
            .rows
            .iter()
            .map(|r| (r.seq, r.sent, r.method.as_deref(), r.answers_seq))
            .collect();
        assert_eq!(
            seen,
            [
                (1.0, true, Some("tools/call"), None),
                (2.0, false, Some("ping"), None),
                (3.0, true, Some("ping"), Some(2.0)),
                (4.0, false, Some("tools/call"), Some(1.0)),
                (5.0, false, Some("notifications/x"), None),
                (6.0, false, None, None),
            ]
        );
        assert_eq!((batch.kept, batch.dropped, next), (6, 0, 7));
        assert!(batch.rows[3].took_ms.is_some());
        assert_eq!(batch.rows[3].summary, r#"{"code":7,"message":"⟨U+202E⟩"}"#);
        assert!(batch.rows[5].bad.is_some() && batch.rows[5].summary.starts_with("printed"));
        let whole = traffic.message(1.0).unwrap();
        assert_eq!((whole.hidden, whole.cut), (1, false));
        let all: String = batch.rows.iter().map(|r| r.summary.clone()).collect();
        assert!(!all.contains("canary") && !whole.json.contains("canary"));
    }

    #[test]
    fn what_a_read_message_has_wrong_is_said_and_its_secrets_are_hidden() {
        let veil = Arc::new(SecretRedactor::default());
        veil.hide_also(&[secrets::Secret::new("canary\"1".into())]);
        let traffic = Traffic::new(veil);
        traffic.passed(Passed {
            sent: false,
            text: r#"{"id":"1","result":{"k":"canary\"1"}}"#,
            bad: Some(Defect::Repaired(Repair::OddId)),
            round: None,
        });
        let (batch, _) = traffic.rows_from(1);
        let why = Text::from(phrases::host_message_repaired(repaired(Repair::OddId)));
        assert_eq!(batch.rows[0].bad.as_ref(), Some(&why));
        let whole = traffic.message(1.0).unwrap();
        assert!(!whole.json.contains("canary") && whole.hidden == 1);
    }

    #[test]
    fn rounds_of_a_request_are_one_exchange() {
        let traffic = Traffic::new(Arc::default());
        let round = |id: u64, number| {
            traffic.passed(Passed {
                sent: true,
                text: &format!(r#"{{"id":{id},"method":"tools/call"}}"#),
                bad: None,
                round: (number > 0).then_some(SentAgain { first: 4, number }),
            });
            // A request of the server, whose identifier is the same, is no part of it.
            pass(&traffic, false, &format!(r#"{{"id":{id},"method":"x"}}"#));
            pass(&traffic, false, &format!(r#"{{"id":{id},"result":{{}}}}"#));
        };
        round(4, 0);
        round(5, 1);
        round(9, 2);
        let (batch, _) = traffic.rows_from(1);
        let parts: Vec<_> = batch
            .rows
            .iter()
            .map(|r| (r.exchange_seq, r.round))
            .collect();
        let (none, first) = ((None, None), Some(1.0));
        assert_eq!(
            parts,
            [
                none,
                none,
                none,
                (first, Some(1)),
                none,
                (first, Some(1)),
                (first, Some(2)),
                none,
                (first, Some(2)),
            ]
        );
    }

    #[test]
    fn the_last_ones_are_kept_in_number_and_bytes() {
        let traffic = Traffic::new(Arc::default());
        for n in 0..MESSAGES + 10 {
            pass(&traffic, true, &format!(r#"{{"id":{n},"method":"m"}}"#));
        }
        let (first, next) = traffic.rows_from(1);
        assert_eq!((first.kept, first.dropped), (5_000, 10));
        assert_eq!(
            (first.rows.len(), first.rows[0].seq, next),
            (BATCH, 11.0, 1_011)
        );
        assert_eq!(
            lock(&traffic.ring).open.len(),
            MESSAGES,
            "what fell out is not waited for"
        );
        let long = format!(r#"{{"method":"{}"}}"#, "x".repeat(2 * MESSAGE_BYTES));
        for _ in 0..200 {
            pass(&traffic, false, &long);
        }
        let ring = lock(&traffic.ring);
        assert!(ring.bytes <= BYTES && ring.kept.len() < 200);
        assert_eq!(
            ring.bytes,
            ring.kept.iter().map(|k| k.text.len()).sum::<usize>()
        );
        let last = ring.last as f64;
        drop(ring);
        assert!(traffic.message(last).unwrap().cut && traffic.message(1.0).is_none());
    }
}
