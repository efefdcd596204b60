//! The detail of a row as it is read, of this version or an earlier one.

use audit::Entry;
use consent::DecidedBy;
use policy::Evaluation;
use serde_json::Value;

use super::{Decision, Detail, Event, Scope, VERSION};

/// The readable detail of a row.
#[derive(Clone, Debug)]
pub(crate) enum RowDetail {
    /// A row of this version.
    Now(Detail),
    /// A row of an earlier version.
    Earlier(Box<Earlier>),
    /// A row of a newer version or of another program.
    Unreadable,
}

/// The detail of an earlier version, by key; a missing or malformed field is ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    /// The scope.
    pub scope: Option<Scope>,
    /// The source of the decision.
    pub by: Option<DecidedBy>,
    /// The evaluation.
    pub evaluation: Option<Evaluation>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// Whether the server's annotations for reading are trusted from then on.
    pub trusts_reading: bool,
    /// The origin of the sign-in.
    pub sign_in: Option<String>,
    /// Whether the account's state changed.
    pub account: bool,
    /// The kind of the server's request.
    pub request: Option<String>,
    /// Whether the request to the model was repeated.
    pub again: bool,
    /// Servers, calls and approvals that were stopped.
    pub stopped: [u64; 3],
}

impl RowDetail {
    /// Parses the detail of a row.
    pub(crate) fn of(entry: &Entry) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(&entry.detail) else {
            return Self::Unreadable;
        };
        match value.as_object().map(|fields| fields.get("v")) {
            Some(None) => Self::Earlier(Box::new(Earlier::of(value))),
            Some(Some(version)) if version.as_u64() == Some(u64::from(VERSION)) => {
                serde_json::from_value(value).map_or(Self::Unreadable, Self::Now)
            }
            Some(Some(_)) | None => Self::Unreadable,
        }
    }

    /// Returns the decision, if the row is one of this version.
    fn decision(&self) -> Option<&Decision> {
        match self {
            Self::Now(Detail::Decision(decision)) => Some(decision),
            Self::Now(Detail::Event(_)) | Self::Earlier(_) | Self::Unreadable => None,
        }
    }

    fn earlier(&self) -> Option<&Earlier> {
        match self {
            Self::Earlier(earlier) => Some(earlier),
            Self::Now(_) | Self::Unreadable => None,
        }
    }

    /// Returns the source of the decision.
    pub(crate) fn by(&self) -> Option<DecidedBy> {
        match self {
            Self::Now(Detail::Event(Event::Stop { by, .. })) => Some(*by),
            Self::Now(Detail::Event(_)) | Self::Unreadable => None,
            Self::Now(Detail::Decision(decision)) => Some(decision.by),
            Self::Earlier(earlier) => earlier.by,
        }
    }

    /// Returns the number of the seal that the row records.
    pub(crate) fn seal(&self) -> Option<u64> {
        match self {
            Self::Now(Detail::Event(Event::Sealed { number, .. })) => Some(*number),
            Self::Now(_) | Self::Earlier(_) | Self::Unreadable => None,
        }
    }

    /// Returns the scope of an allow.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let earlier = || self.earlier().and_then(|earlier| earlier.scope);
        self.decision().map_or_else(earlier, |it| it.scope)
    }

    /// Returns the policy evaluation.
    pub(crate) fn evaluation(&self) -> Option<&Evaluation> {
        let earlier = || self.earlier().and_then(|it| it.evaluation.as_ref());
        self.decision()
            .map_or_else(earlier, |it| it.evaluation.as_ref())
    }

    /// Whether the server's annotations for reading are trusted from then on.
    pub(crate) fn trusts_reading(&self) -> bool {
        let earlier = || self.earlier().is_some_and(|it| it.trusts_reading);
        self.decision().map_or_else(earlier, |it| it.trusts_reading)
    }

    /// Whether it concerns a server-initiated request.
    pub(crate) fn is_request(&self) -> bool {
        match self {
            Self::Now(Detail::Decision(decision)) => decision.about.is_request(),
            Self::Now(Detail::Event(_)) | Self::Unreadable => false,
            Self::Earlier(earlier) => earlier.request.is_some(),
        }
    }

    /// Returns the change of tools or instructions that was decided.
    pub(crate) fn change(&self) -> Option<&consent::ChangeDetail> {
        let decision = self.decision()?;
        if let consent::Detail::Change(change) = &decision.about {
            return Some(change);
        }
        None
    }

    /// Whether a person edited the request.
    pub(crate) fn edited(&self) -> bool {
        match self {
            Self::Now(Detail::Decision(decision)) => decision.about.was_edited(),
            Self::Now(Detail::Event(_)) | Self::Unreadable => false,
            Self::Earlier(earlier) => earlier.edited,
        }
    }
}

impl Earlier {
    fn of(mut value: Value) -> Self {
        fn read<T: serde::de::DeserializeOwned>(value: &mut Value, key: &str) -> Option<T> {
            serde_json::from_value(value.get_mut(key)?.take()).ok()
        }
        let value = &mut value;
        Self {
            scope: read(value, "scope"),
            by: read(value, "by"),
            evaluation: read(value, "evaluation"),
            edited: read(value, "edited").unwrap_or_default(),
            trusts_reading: read(value, "trusts_reading").unwrap_or_default(),
            sign_in: read(value, "sign_in"),
            account: value["account"].is_string(),
            request: read(value, "request"),
            again: read(value, "again").unwrap_or_default(),
            stopped: ["servers", "calls", "questions"]
                .map(|key| read(value, key).unwrap_or_default()),
        }
    }
}
