//! The types of a package or a remote.

use std::collections::BTreeMap;

use messages::{Phrase, phrases};

use super::arguments::Word;
use crate::{BundleFile, Input, input::Template};

/// What kind of package or remote it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A package of npm.
    Npm,
    /// A package of PyPI.
    Pypi,
    /// A container image.
    Oci,
    /// A package of NuGet.
    Nuget,
    /// A bundle (MCPB).
    Mcpb,
    /// A server at a URL, with streamable HTTP.
    Http,
    /// A server at a URL, with server-sent events.
    Sse,
    /// Another kind.
    Other,
}

impl Kind {
    /// Returns its name in the schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pypi => "pypi",
            Self::Oci => "oci",
            Self::Nuget => "nuget",
            Self::Mcpb => "mcpb",
            Self::Http => "streamable-http",
            Self::Sse => "sse",
            Self::Other => "other",
        }
    }
}

/// One package or remote of an entry.
#[derive(Clone, Debug)]
pub struct Way {
    /// What kind it is.
    pub kind: Kind,
    /// The package with its version, or the URL; values in braces.
    pub source: String,
    /// The values that its arguments or its URL need.
    pub inputs: Vec<Input>,
    /// Its environment variables or headers.
    pub settings: Vec<Setting>,
    /// Why it cannot be added.
    pub problem: Option<Phrase>,
    /// What its user should know.
    pub notes: Vec<Phrase>,
    pub(super) runs: Runs,
    pub(super) package: Option<String>,
}

/// What it runs or reaches.
#[derive(Clone, Debug)]
pub(crate) enum Runs {
    /// A program.
    Program(Program),
    /// A URL.
    Url(Address),
    /// The file of a bundle, which is reviewed before anything of it runs.
    Bundle(BundleFile),
    /// Nothing that Innkeeper can add.
    Nothing,
}

/// A program and its words.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(super) command: &'static str,
    pub(super) words: Vec<Word>,
}

/// A URL with places for values.
#[derive(Clone, Debug)]
pub(crate) struct Address(pub(super) Template);

/// An environment variable or a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// What the entry says about it.
    pub description: String,
    /// Whether the server does not work without it.
    pub required: bool,
    /// Whether the entry says that it is a secret.
    pub secret: bool,
    /// The value that the entry sets.
    pub fixed: Option<String>,
    /// The form of its value, its default or an example.
    pub hint: Option<String>,
}

impl Way {
    /// Returns the required values that are neither given nor have a default.
    #[must_use]
    pub fn missing(&self, given: &BTreeMap<String, String>) -> Vec<&Input> {
        let has = |input: &Input| {
            let given = given.get(&input.key).is_some_and(|value| !value.is_empty());
            given || input.default.is_some()
        };
        let missing = self.inputs.iter().filter(|i| i.required && !has(i));
        missing.collect()
    }

    /// Returns the words of its command with the names of values in braces; none for a remote.
    #[must_use]
    pub fn shown_words(&self) -> Vec<String> {
        match &self.runs {
            Runs::Program(program) => std::iter::once(program.command.to_owned())
                .chain(program.words.iter().map(Word::shown))
                .collect(),
            Runs::Url(_) | Runs::Bundle(_) | Runs::Nothing => Vec::new(),
        }
    }

    /// Returns the file that is downloaded; none if it is no bundle, or its entry does not say where and which it is.
    #[must_use]
    pub fn bundle(&self) -> Option<&BundleFile> {
        match &self.runs {
            Runs::Bundle(file) => Some(file),
            Runs::Program(_) | Runs::Url(_) | Runs::Nothing => None,
        }
    }

    /// Returns the name of its package without the version.
    pub(crate) fn package_name(&self) -> Option<&str> {
        self.package.as_deref()
    }
}

impl Setting {
    /// Whether it is in the filled form: what is required or set. Others are in the notes.
    pub(crate) fn is_used(&self) -> bool {
        self.required || self.fixed.is_some()
    }

    /// Returns what its user should know about it.
    pub(crate) fn note(&self) -> Option<Phrase> {
        let name = self.name.clone();
        match (&self.fixed, &self.hint) {
            (Some(value), _) => Some(phrases::host_registry_fixed(name, value.clone())),
            (None, Some(hint)) if self.required => {
                Some(phrases::host_registry_hint(hint.clone(), name))
            }
            (None, _) if !self.required => Some(phrases::host_registry_optional(name)),
            (None, _) => None,
        }
    }
}
