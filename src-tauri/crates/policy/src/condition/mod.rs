//! Conditions on one argument of a call: what a rule may ask of it.
//!
//! A condition is decided on the argument's own text, without a look at the file system or the network. What it cannot decide
//! is [`Truth::Unclear`]: an allowing rule then does not cover the call, a denying or asking one does. [`Truth::Fails`] is
//! said only of a value of the right kind that no program is likely to read as the one that is meant.

mod host;
mod loose;
mod number;
mod path;
mod truth;
mod value;

use domain::{JsonObjectText, canonical};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};

use host::host_of;
use loose::loose;
use path::path;
pub use truth::Truth;

/// Most conditions that are offered for one call.
pub const MAX_OFFERED: usize = 24;
/// Most folders of one path that are offered.
const MAX_FOLDERS: usize = 8;
/// Longest value that conditions are offered for, and longest name of one, in bytes.
const MAX_OFFERED_TEXT: usize = 4_096;

/// What one argument must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The argument's name.
    pub argument: String,
    /// What it must be. Of a list, each item.
    pub test: Test,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Test {
    /// An absolute path that is this folder or lies below it. Compared as text: symbolic links are not followed.
    Under {
        /// The folder, absolute.
        folder: String,
    },
    /// A URL (http or https) or an e-mail address at exactly this host.
    At {
        /// The host, as in a URL.
        host: String,
    },
    /// A number from 0 to this one.
    AtMost {
        /// The greatest, as JSON.
        most: String,
    },
    /// A number from 0 that is, with the numbers of the calls that the rule allowed within the last hour, at most this one.
    Sum {
        /// The greatest sum, as JSON.
        most: String,
    },
    /// Exactly this value.
    Is {
        /// The value, as JSON.
        value: String,
    },
}

/// What a call adds to a sum that a rule limits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Amount {
    /// The argument.
    pub argument: String,
    /// Its number, or the sum of its numbers; infinite if that cannot be told.
    pub amount: f64,
    /// The greatest sum within an hour.
    pub most: f64,
}

impl Condition {
    /// Whether it holds for these arguments. Names that some programs read as this argument's count as well.
    #[must_use]
    pub fn holds(&self, arguments: &JsonObjectText) -> Truth {
        let fields = arguments.fields();
        let Some((_, raw)) = fields.iter().find(|(name, _)| *name == self.argument) else {
            return Truth::Unclear;
        };
        let own = self.test.truth(raw);
        let name = loose(&self.argument);
        let also = |given: &str| given != self.argument && loose(given) == name;
        let mut others = fields.iter().filter(|(given, _)| also(given));
        match others.all(|(_, raw)| self.test.truth(raw) == own) {
            true => own,
            false => Truth::Unclear,
        }
    }

    /// What a call adds to the sum that this condition limits; none if it limits none.
    pub(crate) fn amount(&self, arguments: &JsonObjectText) -> Option<Amount> {
        let Test::Sum { most } = &self.test else {
            return None;
        };
        let name = loose(&self.argument);
        let fields = arguments.fields();
        let given = fields.iter().filter(|(given, _)| loose(given) == name);
        Some(Amount {
            argument: self.argument.clone(),
            amount: given.map(|(_, raw)| number::total(raw)).sum(),
            // A sum that cannot be told is beyond every limit.
            most: number::bound(most).unwrap_or(-1.0),
        })
    }

    /// Whether it can be a condition at all.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match &self.test {
            Test::Under { folder } => path::parts_of(folder).is_some(),
            Test::At { host } => host_of(&format!("https://{host}/")).is_some_and(|h| h == *host),
            Test::AtMost { most } | Test::Sum { most } => number::bound(most).is_some(),
            Test::Is { value } => canonical(value).is_ok(),
        }
    }
}

impl Test {
    /// What comes of a value, given as JSON text, and of each item of a list.
    fn truth(&self, raw: &str) -> Truth {
        if let Self::Is { value: wanted } = self {
            return value::is(raw, wanted);
        }
        if !raw.starts_with('[') {
            return self.of(raw);
        }
        let items: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
        let mut all = items.iter().map(|item| self.of(item.get()));
        match all.next() {
            Some(first) if all.all(|other| other == first) => first,
            Some(_) | None => Truth::Unclear,
        }
    }

    fn of(&self, raw: &str) -> Truth {
        let text = || serde_json::from_str::<String>(raw).ok();
        match self {
            Self::Under { folder } => {
                text().map_or(Truth::Unclear, |text| path::under(&text, folder))
            }
            Self::At { host } => text().map_or(Truth::Unclear, |text| host::at(&text, host)),
            Self::AtMost { most } | Self::Sum { most } => number::at_most(raw, most),
            Self::Is { value: wanted } => value::is(raw, wanted),
        }
    }
}

/// What conditions a value could have been allowed by, the narrowest first: for an offer. At most [`MAX_OFFERED`], whatever
/// a model writes.
#[must_use]
pub fn conditions_for(arguments: &JsonObjectText) -> Vec<Condition> {
    let mut out = Vec::new();
    for (argument, raw) in arguments.fields() {
        if raw.len() > MAX_OFFERED_TEXT || argument.len() > MAX_OFFERED_TEXT {
            continue;
        }
        let Ok(value) = serde_json::from_str::<Value>(&raw) else {
            continue;
        };
        for test in tests_for(&value, &raw) {
            if out.len() == MAX_OFFERED {
                return out;
            }
            if test.truth(&raw) == Truth::Holds {
                let argument = argument.clone();
                out.push(Condition { argument, test });
            }
        }
    }
    out
}

fn tests_for(value: &Value, raw: &str) -> Vec<Test> {
    let first = value.as_array().map_or(Some(value), |items| items.first());
    match first {
        Some(Value::String(text)) => {
            let host = host_of(text).map(|host| Test::At { host });
            let folders = folders_of(text)
                .into_iter()
                .map(|folder| Test::Under { folder });
            host.into_iter().chain(folders).collect()
        }
        Some(Value::Number(number)) => {
            let most = number.to_string();
            let most = Some(most).filter(|most| number::bound(most).is_some());
            most.into_iter().map(|most| Test::AtMost { most }).collect()
        }
        Some(Value::Bool(_)) => vec![Test::Is {
            value: raw.to_owned(),
        }],
        Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => Vec::new(),
    }
}

/// The folders above a path, the nearest first, without the root.
fn folders_of(text: &str) -> Vec<String> {
    let Some(parts) = path(text) else {
        return Vec::new();
    };
    let windows = parts.first().is_some_and(|part| part.ends_with(':'));
    let (root, glue) = if windows { ("", "\\") } else { ("/", "/") };
    let least = if windows { 2 } else { 1 };
    (least..parts.len())
        .rev()
        .take(MAX_FOLDERS)
        .map(|n| format!("{root}{}", parts[..n].join(glue)))
        .collect()
}

#[cfg(test)]
mod tests;
