//! Approval kinds: the files that know each one, and what a kind lacks.
//!
//! A kind is a variant of the request that `consent` decides, or of its view that crosses to a shell. A file knows it when it names
//! the variant, the type that the variant holds, or, in the window, its name in a comparison or its component.

use std::path::PathBuf;

use syn::{
    Item, ItemEnum,
    visit::{self, Visit},
};

use super::sources::Tree;

/// The enum that lists what is decided, by crate.
const REQUEST: (&str, &str) = ("consent", "ApprovalRequest");
/// The enum that lists what a shell shows, by crate.
const VIEW: (&str, &str) = ("host", "ApprovalKindView");

/// A source file and its text.
pub struct Source {
    /// Where it is.
    pub file: PathBuf,
    /// The crate, or `ui`.
    pub owner: String,
    /// Its text.
    pub text: String,
}

/// An approval kind.
pub struct Kind {
    /// Its name.
    pub name: String,
    /// How many files know it.
    pub files: usize,
    /// What it lacks.
    pub lacks: Vec<&'static str>,
}

/// Every kind; or why they cannot be told.
pub fn kinds(trees: &[Tree], sources: &[Source]) -> Result<Vec<Kind>, String> {
    let (request, view) = (variants(trees, REQUEST)?, variants(trees, VIEW)?);
    let mut names: Vec<&String> = request.iter().chain(&view).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let held = |name: &String| -> Vec<String> {
        let of = request
            .iter()
            .chain(&view)
            .filter(|(variant, _)| variant == name);
        of.flat_map(|(_, types)| types.clone()).collect()
    };
    let mut found = Vec::new();
    for name in names {
        let mut words = held(name);
        words.push(format!("{}::{name}", REQUEST.1));
        words.push(format!("{}::{name}", VIEW.1));
        let snake = snake(name);
        let window = [format!("{name}Approval"), format!("kind === \"{snake}\"")];
        let knows = |source: &&Source| match source.owner.as_str() {
            "ui" => window.iter().any(|word| has(&source.text, word)),
            _ => words.iter().any(|word| has(&source.text, word)),
        };
        let is = |of: &[(String, Vec<String>)]| of.iter().any(|(variant, _)| variant == name);
        found.push(Kind {
            name: name.clone(),
            files: sources.iter().filter(knows).count(),
            lacks: lacks(name, &snake, is(&request), is(&view), sources),
        });
    }
    Ok(found)
}

/// What a kind must have and has not: a view and an audit detail where it is decided, a rendering in both shells where it is shown.
fn lacks(
    name: &str,
    snake: &str,
    decided: bool,
    shown: bool,
    sources: &[Source],
) -> Vec<&'static str> {
    let anywhere = |owner: &str, part: &str, word: String| {
        sources.iter().any(|source| {
            source.owner == owner
                && source.file.to_string_lossy().contains(part)
                && has(&source.text, &word)
        })
    };
    let (request, view) = (
        format!("{}::{name}", REQUEST.1),
        format!("{}::{name}", VIEW.1),
    );
    let compared = format!("kind === \"{snake}\"");
    let wanted = [
        (
            decided,
            "view",
            anywhere("host", "approvals", request.clone()),
        ),
        (decided, "audit detail", anywhere("host", "ledger", request)),
        (
            shown,
            "terminal rendering",
            anywhere("cli", "approver", view),
        ),
        (
            shown,
            "window rendering",
            anywhere("ui", "features/consent", compared),
        ),
    ];
    let missing = wanted
        .into_iter()
        .filter(|(needed, _, there)| *needed && !there);
    missing.map(|(_, what, _)| what).collect()
}

/// The variants of an enum, each with the types it names.
fn variants(
    trees: &[Tree],
    (owner, name): (&str, &str),
) -> Result<Vec<(String, Vec<String>)>, String> {
    let items = trees
        .iter()
        .filter(|tree| tree.name == owner)
        .flat_map(|tree| &tree.modules)
        .flat_map(|module| &module.items);
    let enums = items.filter_map(|item| {
        if let Item::Enum(item) = item {
            Some(item)
        } else {
            None
        }
    });
    let found: Vec<&ItemEnum> = enums.filter(|item| item.ident == name).collect();
    let [kinds] = found.as_slice() else {
        return Err(format!(
            "{owner} has no enum {name}: say in house/kinds.rs which one lists the kinds"
        ));
    };
    let variant = |variant: &syn::Variant| {
        let mut types = Types(Vec::new());
        types.visit_fields(&variant.fields);
        (variant.ident.to_string(), types.0)
    };
    Ok(kinds.variants.iter().map(variant).collect())
}

struct Types(Vec<String>);

impl<'ast> Visit<'ast> for Types {
    fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
        let names = path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string());
        self.0.extend(names.filter(|name| name != "Box"));
        visit::visit_type_path(self, path);
    }
}

/// `SignIn` as `sign_in`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// Whether a word is in a text, as a whole.
fn has(text: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !inside(text[..at].chars().next_back()) && !inside(text[at + word.len()..].chars().next())
    })
}
