//! Values that an entry needs from the user, and texts with places for them.

use std::collections::BTreeMap;

use messages::{Phrase, phrases};

use crate::{
    bounds::{CHOICES, INPUTS, TEXT_CHARS, VALUE_CHARS},
    checked::{exact, list, prose},
    schema::Field,
};

/// Maximum length of the name of a value, in characters.
const MAX_KEY: usize = 100;

/// A value that an argument or a URL needs from the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name, unique in its package or remote.
    pub key: String,
    /// What the entry says about it.
    pub description: String,
    /// Whether the server cannot be added without it.
    pub required: bool,
    /// Whether the entry says that it is a secret. Other programs can see the command line that it becomes a part of.
    pub secret: bool,
    /// Whether it is the path of a file or folder.
    pub path: bool,
    /// The value that is used if none is given.
    pub default: Option<String>,
    /// An example.
    pub placeholder: String,
    /// The only possible values; any if empty.
    pub choices: Vec<String>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// The place of the value with this key.
    Value(String),
}

/// A text with places for values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template(pub Vec<Piece>);

impl Template {
    pub(crate) fn text(text: String) -> Self {
        Self(vec![Piece::Text(text)])
    }

    /// Returns the text, where it needs no value.
    pub(crate) fn fixed(&self) -> Option<String> {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Value(_) => None,
            })
            .collect()
    }

    /// Returns the keys of its values.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Value(key) => Some(key.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// Returns the text with its values; none if one is missing.
    pub(crate) fn filled(&self, values: &BTreeMap<String, String>) -> Option<String> {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Value(key) => values.get(key).map(String::as_str),
            })
            .collect()
    }

    /// Returns the text with the names of its values in braces, for people.
    pub(crate) fn shown(&self) -> String {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Value(key) => format!("{{{key}}}"),
            })
            .collect()
    }
}

/// The values of one package or remote, while it is read.
#[derive(Default)]
pub(crate) struct Inputs(pub Vec<Input>);

impl Inputs {
    /// Adds a value and returns its key, which gets a number if another one has that name.
    pub(crate) fn add(&mut self, name: &str, field: &Field) -> Result<String, Phrase> {
        if self.0.len() >= INPUTS {
            return Err(phrases::host_registry_entry_many(INPUTS, name.to_owned()));
        }
        let name = exact("name", name.to_owned(), MAX_KEY)?;
        let taken = |key: &str| self.0.iter().any(|input| input.key == key);
        let mut key = name.clone();
        for number in 2.. {
            if !taken(&key) {
                break;
            }
            key = format!("{name}-{number}");
        }
        let choices = list("choices", field.choices.clone(), CHOICES)?;
        let choices: Result<Vec<String>, Phrase> = choices
            .into_iter()
            .map(|choice| exact("choices", choice, VALUE_CHARS))
            .collect();
        let mut choices = choices?;
        let format = field.format.as_deref();
        if choices.is_empty() && format == Some("boolean") {
            choices = vec!["true".to_owned(), "false".to_owned()];
        }
        let default = field.default.clone().filter(|text| !text.is_empty());
        let default = default.map(|text| exact("default", text, VALUE_CHARS));
        let prose_of =
            |text: &Option<String>| prose(text.as_deref().unwrap_or_default(), TEXT_CHARS);
        self.0.push(Input {
            key: key.clone(),
            description: prose_of(&field.description),
            required: field.is_required == Some(true),
            secret: field.is_secret == Some(true),
            path: format == Some("filepath"),
            default: default.transpose()?,
            placeholder: prose_of(&field.placeholder),
            choices,
        });
        Ok(key)
    }

    /// Reads a text whose places are named in braces. A name that `variables` does not have stays as written.
    pub(crate) fn template(
        &mut self,
        text: &str,
        variables: Option<&BTreeMap<String, Field>>,
    ) -> Result<Template, Phrase> {
        let text = exact("value", text.to_owned(), VALUE_CHARS)?;
        let none = BTreeMap::new();
        let variables = variables.unwrap_or(&none);
        let mut keys: BTreeMap<&str, String> = BTreeMap::new();
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text.as_str();
        while let Some(open) = rest.find('{') {
            let name = rest[open + 1..].split_once('}').map(|(name, _)| name);
            let known = name.and_then(|name| variables.get_key_value(name));
            let Some((name, field)) = known else {
                plain.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
                continue;
            };
            plain.push_str(&rest[..open]);
            rest = &rest[open + name.len() + 2..];
            if let Some(fixed) = &field.value {
                plain.push_str(&exact("value", fixed.clone(), VALUE_CHARS)?);
                continue;
            }
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            let key = match keys.get(name.as_str()) {
                Some(key) => key.clone(),
                None => self.add(name, field)?,
            };
            keys.insert(name, key.clone());
            pieces.push(Piece::Value(key));
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Template(pieces))
    }

    /// Makes the values of a text required, or not.
    pub(crate) fn require(&mut self, template: &Template, required: bool) {
        for key in template.keys() {
            if let Some(input) = self.0.iter_mut().find(|input| input.key == key) {
                input.required |= required;
            }
        }
    }

    pub(crate) fn has_secret(&self, template: &Template) -> bool {
        template
            .keys()
            .any(|key| self.0.iter().any(|input| input.key == key && input.secret))
    }
}

/// Returns a value for each key: the given one, or the default. Keys without either are left out.
///
/// # Errors
/// A value is not one of the choices, is too long, or has hidden characters.
pub(crate) fn values_of(
    inputs: &[Input],
    given: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Phrase> {
    let mut out = BTreeMap::new();
    for input in inputs {
        let given = given.get(&input.key).filter(|value| !value.is_empty());
        let Some(value) = given.or(input.default.as_ref()) else {
            continue;
        };
        let value = exact(&input.key, value.clone(), VALUE_CHARS)?;
        if !input.choices.is_empty() && !input.choices.contains(&value) {
            return Err(phrases::host_registry_not_choice(input.key.clone()));
        }
        out.insert(input.key.clone(), value);
    }
    Ok(out)
}
