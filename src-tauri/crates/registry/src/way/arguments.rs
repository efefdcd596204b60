//! The arguments of a package.

use std::collections::BTreeMap;

use messages::{Phrase, phrases};

use crate::{
    bounds::{INPUTS, VALUE_CHARS},
    checked::{exact, list},
    input::{Inputs, Piece, Template},
    schema::Field,
};

/// Options with which interpreters and package runners load other code. A package has no reason to be published with one.
const LOADERS: [&str; 14] = [
    "--call",
    "--eval",
    "--experimental-loader",
    "--import",
    "--index-url",
    "--inspect",
    "--inspect-brk",
    "--loader",
    "--node-options",
    "--package",
    "--print",
    "--registry",
    "--require",
    "--shell",
];
/// Short options that mean the same to interpreters, and something else to other programs.
const SHORT: [&str; 4] = ["-c", "-e", "-p", "-r"];

/// One or two words of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The name of an option, which comes before its value.
    option: Option<String>,
    /// Its text, or the value of the option.
    text: Template,
    /// Whether a value of the user may begin with a dash: not where it would be another option.
    value_is_apart: bool,
    /// Whether it is the source of a folder for a container: a value of the user then has no comma and no colon.
    pub(super) is_mount: bool,
}

impl Word {
    pub(super) fn fixed(text: impl Into<String>) -> Self {
        Self::of(Template::text(text.into()))
    }

    pub(super) fn of(text: Template) -> Self {
        Self {
            option: None,
            text,
            value_is_apart: true,
            is_mount: false,
        }
    }

    /// Returns the words, or none where an optional value is missing.
    pub(super) fn words(&self, values: &BTreeMap<String, String>) -> Result<Vec<String>, Phrase> {
        let Some(text) = self.text.filled(values) else {
            return Ok(Vec::new());
        };
        let given = self
            .text
            .keys()
            .filter_map(|key| Some((key, values.get(key)?)));
        let begins = matches!(self.text.0.first(), Some(Piece::Value(_)));
        if self.value_is_apart && begins && text.starts_with('-') {
            let key = self.text.keys().next().unwrap_or_default();
            return Err(phrases::host_registry_value_option(key));
        }
        for (key, value) in given {
            if self.is_mount && value.contains([',', ':']) && !is_windows_path(value) {
                return Err(phrases::host_registry_value_mount(key));
            }
        }
        Ok(match &self.option {
            Some(option) if option.starts_with("--") => vec![format!("{option}={text}")],
            Some(option) => vec![option.clone(), text],
            None => vec![text],
        })
    }

    /// Whether it has a place for the value with this key.
    pub(super) fn uses(&self, key: &str) -> bool {
        self.text.keys().any(|used| used == key)
    }

    /// Returns it for people.
    pub(crate) fn shown(&self) -> String {
        let text = self.text.shown();
        match &self.option {
            Some(option) if option.starts_with("--") => format!("{option}={text}"),
            Some(option) => format!("{option} {text}"),
            None => text,
        }
    }
}

/// Whether a colon belongs to the drive of a path: `C:\folder`.
fn is_windows_path(value: &str) -> bool {
    let rest = value.get(1..).and_then(|rest| rest.strip_prefix(':'));
    let drive = value.starts_with(|c: char| c.is_ascii_alphabetic());
    drive && rest.is_some_and(|rest| !rest.contains([',', ':']))
}

/// What an argument is, before its place in the command line is known.
pub(super) struct Argument {
    /// The name of an option.
    pub name: Option<String>,
    /// Its value; none for an option without one.
    pub value: Option<Template>,
    /// Whether it is always there.
    pub always: bool,
}

/// Reads the arguments of a package or of its runner.
pub(super) fn read(
    what: &str,
    fields: Option<Vec<Field>>,
    inputs: &mut Inputs,
) -> Result<Vec<Argument>, Phrase> {
    let fields = list(what, fields, INPUTS)?;
    fields.iter().map(|field| argument(field, inputs)).collect()
}

fn argument(field: &Field, inputs: &mut Inputs) -> Result<Argument, Phrase> {
    let name = match field.kind.as_deref() {
        Some("named") => {
            let name = field.name.clone().unwrap_or_default();
            let name = exact("arguments", name, VALUE_CHARS)?;
            let sound = name.starts_with('-') && !name.contains([' ', '=', '\t']);
            if !sound {
                return Err(phrases::host_registry_entry_argument(name));
            }
            Some(name)
        }
        Some("positional") => None,
        _ => return Err(phrases::host_registry_entry_argument_type()),
    };
    let required = field.is_required == Some(true);
    let value = match (&field.value, &name) {
        (Some(value), _) => {
            let value = inputs.template(value, field.variables.as_ref())?;
            inputs.require(&value, required);
            Some(value)
        }
        (None, Some(_)) if is_flag(field) => None,
        (None, _) => {
            let hint = field.value_hint.as_deref().or(field.name.as_deref());
            let key = hint.unwrap_or("value").trim_start_matches('-');
            let key = inputs.add(if key.is_empty() { "value" } else { key }, field)?;
            Some(Template(vec![Piece::Value(key)]))
        }
    };
    let fixed = value.as_ref().is_some_and(|value| value.fixed().is_some());
    Ok(Argument {
        name,
        always: required || fixed,
        value,
    })
}

/// Whether an option has no value: nothing about it describes one.
fn is_flag(field: &Field) -> bool {
    field.default.is_none()
        && field.placeholder.is_none()
        && field.value_hint.is_none()
        && field.format.is_none()
        && field.choices.as_ref().is_none_or(Vec::is_empty)
        && field.is_secret != Some(true)
}

/// Places the arguments of the package itself: what follows it on the command line. Returns why the package cannot be added.
pub(super) fn place(
    arguments: Vec<Argument>,
    words: &mut Vec<Word>,
    notes: &mut Vec<Phrase>,
) -> Option<Phrase> {
    for argument in arguments {
        let begin = argument
            .value
            .as_ref()
            .and_then(|value| match value.0.first() {
                Some(Piece::Text(text)) => Some(text.as_str()),
                Some(Piece::Value(_)) | None => None,
            });
        // A positional argument may be an option in disguise.
        let written = argument.name.as_deref().or(begin).unwrap_or_default();
        let option = written.split('=').next().unwrap_or_default();
        if LOADERS.contains(&option.to_ascii_lowercase().as_str()) {
            return Some(phrases::host_registry_loader(option));
        }
        if SHORT.contains(&option) {
            notes.push(phrases::host_registry_short(option));
        }
        match (argument.name, argument.value) {
            (Some(name), None) if argument.always => words.push(Word::fixed(name)),
            (Some(name), None) => notes.push(phrases::host_registry_flag(name)),
            (option, Some(text)) => words.push(Word {
                value_is_apart: !option.as_deref().is_some_and(|o| o.starts_with("--")),
                option,
                text,
                is_mount: false,
            }),
            (None, None) => {}
        }
    }
    None
}

/// Places an argument of a container engine that grants a folder. Its source must be a value of the user, whole.
pub(super) fn mount(argument: Argument) -> Option<Word> {
    let text = argument.value?;
    let name = argument.name?;
    let source_is_given = match name.as_str() {
        "-v" | "--volume" => matches!(text.0.first(), Some(Piece::Value(_))),
        "--mount" => {
            let before = text.0.first().and_then(|piece| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Value(_) => None,
            })?;
            let end = [",src=", ",source="];
            before.starts_with("type=bind")
                && end.iter().any(|end| before.ends_with(end))
                && before.matches('=').count() == 2
                && matches!(text.0.get(1), Some(Piece::Value(_)))
                && text.0.iter().skip(2).all(|piece| match piece {
                    Piece::Text(text) => !text.contains("src=") && !text.contains("source="),
                    Piece::Value(_) => true,
                })
        }
        _ => false,
    };
    source_is_given.then_some(Word {
        option: Some(name),
        text,
        value_is_apart: true,
        is_mount: true,
    })
}
