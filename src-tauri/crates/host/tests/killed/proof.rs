//! What a dead host left, looked at without a host.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    time::Duration,
};

use audit::{Audit, EntryKind, Filter, Row, Verification};
use domain::{CallId, ConversationId};
use serde_json::Value;
use store::{CallState, Role, Store};

use super::{
    day,
    lane::{Lot, Said},
};

/// What was said so long before a power cut is there after it, whoever waited for it.
const SYNCED: Duration = Duration::from_secs(1);

pub struct Proof {
    folder: PathBuf,
    /// Whether power cuts took the last changes of calls.
    power: bool,
    /// Texts the server had received when last looked.
    sent: usize,
    /// Rows of the log when last looked.
    rows: u64,
    /// Each text that was allowed, and its call.
    allowed: HashMap<String, CallId>,
    /// How each call ended by the log.
    ended: HashMap<CallId, String>,
}

impl Proof {
    pub fn new(folder: &Path, power: bool) -> Self {
        Self {
            folder: folder.to_owned(),
            power,
            sent: 0,
            rows: 0,
            allowed: HashMap::new(),
            ended: HashMap::new(),
        }
    }

    /// Opens the data as the next host would, and holds it against what was said and what the server received.
    pub async fn look(&mut self, said: &[Said], lot: &mut Lot) {
        let store = Store::open(&day::data(&self.folder)).await.unwrap();
        let audit = Audit::open(&store.audit_path()).await.unwrap();
        let verified = audit.verify(None).await.unwrap();
        assert!(
            matches!(verified, Verification::Intact { .. }),
            "{verified:?}"
        );
        self.read(&audit).await;
        self.look_at_sent(&store, lot).await;
        for Said { line, before } in said {
            let (what, about) = line.split_once(' ').unwrap_or((line, ""));
            match what {
                "open" | "ready" => {}
                "call" => self.look_at_call(&store, about, *before, lot).await,
                "message" => look_at_message(&store, about).await,
                "grant" => {
                    look_at_grant(&store, about).await;
                    lot.grants += 1;
                }
                other => panic!("`{other}` is no word of a child"),
            }
            lot.kept += 1;
        }
        audit.close().await;
        store.close().await;
    }

    /// The rows since the last look.
    async fn read(&mut self, audit: &Audit) {
        let head = audit.head().seq;
        let mut before_seq = None;
        let mut oldest = head + 1;
        while oldest > self.rows + 1 {
            let filter = Filter {
                before_seq,
                limit: audit::MAX_LIST_ROWS,
                seals: true,
                ..Filter::default()
            };
            let page = audit.page(&filter).await.unwrap().rows;
            oldest = page.last().unwrap().seq;
            before_seq = Some(oldest);
            let new = page.into_iter().filter(|row| row.seq > self.rows);
            new.collect::<Vec<_>>()
                .into_iter()
                .for_each(|row| self.note(row));
        }
        self.rows = head;
    }

    fn note(&mut self, row: Row) {
        let Some(call) = row.entry.call else { return };
        let decision = row.entry.decision.unwrap_or_default();
        match row.entry.kind {
            EntryKind::Decision if decision == "allowed" => {
                let arguments: Value = serde_json::from_str(&row.entry.content.unwrap()).unwrap();
                let text = arguments["text"].as_str().unwrap().to_owned();
                assert!(self.allowed.insert(text, call).is_none(), "allowed twice");
            }
            EntryKind::Outcome => {
                assert!(self.ended.insert(call, decision).is_none(), "ended twice")
            }
            _ => {}
        }
    }

    /// Nothing was sent without its row, or twice; and each call that was sent has ended, if only as unknown.
    async fn look_at_sent(&mut self, store: &Store, lot: &mut Lot) {
        let marks = std::fs::read_to_string(day::marks(&self.folder)).unwrap_or_default();
        let mut seen = std::collections::HashSet::new();
        for (at, text) in marks.lines().enumerate() {
            assert!(seen.insert(text), "{text} was sent twice");
            let id = self.allowed.get(text);
            let id = *id.unwrap_or_else(|| panic!("{text} was sent without its row"));
            if at < self.sent {
                continue;
            }
            let Some(record) = store.calls().get(id).await.unwrap() else {
                assert!(
                    self.power && is_alone(text),
                    "{text} was sent, and is not stored"
                );
                lot.unknown += 1;
                continue;
            };
            match record.state {
                CallState::Done => {}
                CallState::Unknown => lot.unknown += 1,
                other => panic!("{text} was sent, and is {other:?}"),
            }
        }
        self.sent = seen.len();
    }

    /// A call that was said to be done.
    async fn look_at_call(&self, store: &Store, text: &str, before: Duration, lot: &mut Lot) {
        let id = self
            .allowed
            .get(text)
            .unwrap_or_else(|| panic!("the decision about {text} is lost"));
        let record = store.calls().get(*id).await.unwrap();
        if self.power && before < SYNCED {
            let known = self.ended.contains_key(id);
            let stored = record.as_ref().is_some_and(|r| r.state == CallState::Done);
            lot.lost += usize::from(!known || !stored);
            return;
        }
        assert_eq!(
            self.ended.get(id).map(String::as_str),
            Some("done"),
            "the outcome of {text}"
        );
        let record = record.unwrap_or_else(|| panic!("{text} is not stored"));
        assert_eq!(record.state, CallState::Done, "{text}");
        assert!(record.result.is_some(), "{text}");
    }
}

/// Whether a text belongs to a call outside of conversations, of which no other row is left.
fn is_alone(text: &str) -> bool {
    text.starts_with("side-")
}

async fn look_at_message(store: &Store, about: &str) {
    let (id, text) = about.split_once(' ').unwrap();
    let id: ConversationId = id.parse().unwrap();
    let conversation = store.conversations().get(id).await.unwrap().unwrap();
    let path = store
        .messages()
        .path_to(conversation.head.unwrap())
        .await
        .unwrap();
    let found = path
        .iter()
        .any(|m| m.role == Role::User && m.parts.iter().any(|part| part.body == text));
    assert!(found, "the message {text} is lost");
}

async fn look_at_grant(store: &Store, about: &str) {
    let id: ConversationId = about.parse().unwrap();
    let rules = store.rules().list().await.unwrap();
    assert!(
        rules.iter().any(|rule| rule.conversation == Some(id)),
        "the grant in {id} is lost"
    );
}
