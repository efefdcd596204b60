//! Approval kinds: the files that know each one, and what a kind lacks.
//!
//! The macro `kinds!` of `consent` lists what is decided, and an enum of `host-api` what a shell shows. A file knows a kind when it
//! names its variant, implements one of the traits of kinds for it, or is its file in the window. The two modules that list the
//! files of kinds count for each. Code that only asks for an approval is the kind's feature and does not count.

use std::path::PathBuf;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{
    Item, ItemEnum,
    visit::{self, Visit},
};

use super::sources::Tree;

/// The macro that lists what is decided, by crate.
const LIST: (&str, &str) = ("consent", "kinds");
/// The enum that those of the list are variants of.
const REQUEST: &str = "ApprovalRequest";
/// The enum that lists what a shell shows, by crate.
const VIEW: (&str, &str) = ("host-api", "ApprovalKindView");
/// Where the files of kinds are declared, by crate and path: known to every kind.
const REGISTRIES: [(&str, &str); 2] = [("consent", "src/kinds.rs"), ("approvals", "src/kinds.rs")];
/// Where the window has its file of a kind.
const WINDOW: &str = "features/consent/kinds/";

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
    /// The files that know it.
    pub files: Vec<PathBuf>,
    /// What it lacks.
    pub lacks: Vec<&'static str>,
}

/// A kind in a list, with the types that it names.
type Listed = (String, Vec<String>);

/// Every kind; or why they cannot be told.
pub fn kinds(trees: &[Tree], sources: &[Source]) -> Result<Vec<Kind>, String> {
    let (decided, shown) = (list(trees)?, variants(trees, VIEW)?);
    let mut names: Vec<&String> = decided.iter().chain(&shown).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let find = |list: &[Listed], name: &String| {
        let found = list.iter().find(|(variant, _)| variant == name);
        found.map(|(_, types)| types.clone())
    };
    let kind = |name: &String| {
        let (decided, shown) = (find(&decided, name), find(&shown, name));
        let knows = |source: &&Source| knows(source, name, decided.as_ref(), shown.as_ref());
        let files = sources.iter().filter(knows);
        Kind {
            name: name.clone(),
            files: files.map(|source| source.file.clone()).collect(),
            lacks: lacks(name, decided.as_ref(), shown.as_ref(), sources),
        }
    };
    Ok(names.into_iter().map(kind).collect())
}

fn knows(
    source: &Source,
    name: &str,
    decided: Option<&Vec<String>>,
    shown: Option<&Vec<String>>,
) -> bool {
    let path = source.file.to_string_lossy();
    if source.owner == "ui" {
        return is_window_file(&path, name) || has(&source.text, &quoted(name));
    }
    let registry = |(owner, end): &(&str, &str)| source.owner == *owner && path.ends_with(end);
    let named = |list: &str| has(&source.text, &format!("{list}::{name}"));
    REGISTRIES.iter().any(registry)
        || named(REQUEST)
        || named(VIEW.1)
        || path.ends_with("host-api/src/approval.rs")
        || decided.is_some_and(|types| implements(source, "Decide", types))
        || decided.is_some_and(|types| implements(source, "Show", types))
        || decided.is_some_and(|types| gathers(source, types))
        || shown.is_some_and(|types| implements(source, "Terminal", types))
}

/// What a kind must have and has not: a view where it is decided, a rendering in both shells where it is shown.
fn lacks(
    name: &str,
    decided: Option<&Vec<String>>,
    shown: Option<&Vec<String>>,
    sources: &[Source],
) -> Vec<&'static str> {
    let implemented = |owner: &str, part: &str, types: &Vec<String>| {
        let in_crate = |source: &&Source| source.owner == owner;
        sources
            .iter()
            .filter(in_crate)
            .any(|source| implements(source, part, types))
    };
    let in_window = || {
        let files = sources.iter().filter(|source| source.owner == "ui");
        files
            .map(|source| source.file.to_string_lossy())
            .any(|path| is_window_file(&path, name))
    };
    let mut missing = Vec::new();
    if let Some(types) = decided {
        if !implemented("consent", "Decide", types) {
            missing.push("audit detail");
        }
        if !implemented("approvals", "Show", types) {
            missing.push("view");
        }
    }
    if let Some(types) = shown {
        if !implemented("cli", "Terminal", types) {
            missing.push("terminal rendering");
        }
        if !in_window() {
            missing.push("window rendering");
        }
    }
    missing
}

/// Whether a source implements a trait for a type, given by the words of its name.
fn implements(source: &Source, part: &str, types: &[String]) -> bool {
    spelled(types).is_some_and(|name| source.text.contains(&format!("impl {part} for {name} {{")))
}

/// Whether a source takes facts for a type alone, given by the words of its name.
fn gathers(source: &Source, types: &[String]) -> bool {
    spelled(types).is_some_and(|name| source.text.contains(&format!("impl Gather<{name}> for ")))
}

/// A type as code spells it; none without words.
fn spelled(types: &[String]) -> Option<String> {
    match types {
        [one] => Some(one.clone()),
        [outer, inner, ..] => Some(format!("{outer}<{inner}>")),
        [] => None,
    }
}

fn is_window_file(path: &str, name: &str) -> bool {
    path.contains(WINDOW) && path.ends_with(&format!("/{name}Approval.svelte"))
}

/// `SignIn` as the window compares it.
fn quoted(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    format!("kind === \"{snake}\"")
}

/// The kinds that the macro lists: `name: Kind(Type)`.
fn list(trees: &[Tree]) -> Result<Vec<Listed>, String> {
    let (owner, name) = LIST;
    let items = items(trees, owner);
    let mut found = items.filter_map(|item| {
        if let Item::Macro(item) = item {
            let listed = item.mac.path.is_ident(name);
            listed.then(|| item.mac.tokens.clone())
        } else {
            None
        }
    });
    let tokens = found.next().ok_or_else(|| {
        format!("{owner} has no {name}!: say in house/kinds.rs what lists the kinds")
    })?;
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let listed = tokens.windows(3).filter_map(|window| match window {
        [
            TokenTree::Punct(colon),
            TokenTree::Ident(kind),
            TokenTree::Group(group),
        ] if colon.as_char() == ':' && group.delimiter() == Delimiter::Parenthesis => {
            Some((kind.to_string(), words(group.stream())))
        }
        _other => None,
    });
    Ok(listed.collect())
}

/// The names of a type: `a::B<c::D>` as `B`, `D`.
fn words(tokens: TokenStream) -> Vec<String> {
    let words = tokens.into_iter().filter_map(|token| {
        if let TokenTree::Ident(word) = token {
            Some(word.to_string())
        } else {
            None
        }
    });
    words
        .filter(|word| word.starts_with(char::is_uppercase))
        .collect()
}

fn items<'a>(trees: &'a [Tree], owner: &'a str) -> impl Iterator<Item = &'a Item> {
    trees
        .iter()
        .filter(move |tree| tree.name == owner)
        .flat_map(|tree| &tree.modules)
        .flat_map(|module| &module.items)
}

/// The variants of an enum, each with the types it names.
fn variants(trees: &[Tree], (owner, name): (&str, &str)) -> Result<Vec<Listed>, String> {
    let enums = items(trees, owner).filter_map(|item| {
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

/// Whether a word is in a text, as a whole.
fn has(text: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !inside(text[..at].chars().next_back()) && !inside(text[at + word.len()..].chars().next())
    })
}
