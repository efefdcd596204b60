//! The Rust modules of production code, parsed: each crate's module tree without what only tests see.

use std::path::{Path, PathBuf};

use syn::{Item, spanned::Spanned};

use crate::{failure::Failure, place};

/// Crates of the workspace that are no part of the product.
const TOOLS: [&str; 2] = ["testkit", "xtask"];

/// One module tree: a library or a program.
pub struct Tree {
    /// The package.
    pub name: String,
    /// Its modules; the root is the first.
    pub modules: Vec<Module>,
}

/// One module.
pub struct Module {
    /// Its path from the crate root; empty for the root.
    pub path: Vec<String>,
    /// The file its code is in.
    pub file: PathBuf,
    /// Whether it is a file of its own.
    pub is_file: bool,
    /// The lines of the file without items of tests; 0 where it is no file of its own.
    pub lines: usize,
    /// Attributes of the file, `//!` among them.
    pub attributes: Vec<syn::Attribute>,
    /// Its items, without modules and without items of tests.
    pub items: Vec<Item>,
}

impl Module {
    /// Its name for a report.
    pub fn name(&self) -> String {
        match self.path.as_slice() {
            [] => "(root)".to_owned(),
            path => path.join("::"),
        }
    }
}

/// The module trees of development's own crates.
pub fn tools() -> Result<Vec<Tree>, Failure> {
    let crates = place::root().join("src-tauri/crates");
    let mut found = Vec::new();
    for name in TOOLS {
        found.extend(package(name, &crates.join(name).join("src"))?);
    }
    Ok(found)
}

/// Every module tree of the product.
pub fn trees() -> Result<Vec<Tree>, Failure> {
    let mut found = vec![];
    let crates = place::root().join("src-tauri/crates");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&crates)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Failure>>()?;
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if !TOOLS.contains(&&*name) {
            found.extend(package(&name, &folder.join("src"))?);
        }
    }
    found.extend(package("innkeeper", &place::root().join("src-tauri/src"))?);
    Ok(found)
}

fn package(name: &str, src: &Path) -> Result<Vec<Tree>, Failure> {
    let mut found = Vec::new();
    for root in ["lib.rs", "main.rs"] {
        let file = src.join(root);
        if file.is_file() {
            let mut modules = Vec::new();
            read(&file, &[], src, &mut modules)?;
            found.push(Tree {
                name: name.to_owned(),
                modules,
            });
        }
    }
    Ok(found)
}

/// Reads a file as the module `path`, and the modules below it. Files of its children are in `below`.
fn read(file: &Path, path: &[String], below: &Path, into: &mut Vec<Module>) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)?;
    let parsed = syn::parse_file(&text)
        .map_err(|error| Failure::House(format!("{} does not parse: {error}", file.display())))?;
    let tests: usize = parsed
        .items
        .iter()
        .filter(|item| of_tests(item))
        .map(span)
        .sum();
    let module = Module {
        path: path.to_vec(),
        file: file.to_owned(),
        is_file: true,
        lines: text.lines().count().saturating_sub(tests),
        attributes: parsed.attrs,
        items: Vec::new(),
    };
    add(module, parsed.items, below, into)
}

fn add(
    mut module: Module,
    items: Vec<Item>,
    below: &Path,
    into: &mut Vec<Module>,
) -> Result<(), Failure> {
    let (path, file) = (module.path.clone(), module.file.clone());
    let items = items.into_iter().filter(|item| !of_tests(item));
    let (inner, own) = items.partition(|item| matches!(item, Item::Mod(_)));
    module.items = own;
    into.push(module);
    for item in inner {
        if let Item::Mod(child) = item {
            let name = child.ident.to_string();
            let path: Vec<String> = path.iter().chain([&name]).cloned().collect();
            match child.content {
                Some((_, items)) => {
                    let module = Module {
                        path,
                        file: file.clone(),
                        is_file: false,
                        lines: 0,
                        attributes: child.attrs,
                        items: Vec::new(),
                    };
                    add(module, items, &below.join(&name), into)?;
                }
                None => {
                    let flat = below.join(format!("{name}.rs"));
                    let nested = below.join(&name);
                    let file = match flat.is_file() {
                        true => flat,
                        false => nested.join("mod.rs"),
                    };
                    read(&file, &path, &nested, into)?;
                }
            }
        }
    }
    Ok(())
}

fn span(item: &Item) -> usize {
    let span = item.span();
    span.end().line + 1 - span.start().line
}

/// Whether only tests see it.
pub fn of_tests(item: &Item) -> bool {
    attributes(item).iter().any(only_tests)
}

/// `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`; not `#[cfg(not(test))]`.
pub fn only_tests(attribute: &syn::Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    let syn::Meta::List(list) = &attribute.meta else {
        return false;
    };
    let text = list.tokens.to_string();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    list.path.is_ident("cfg") && words.contains(&"test") && !words.contains(&"not")
}

/// The attributes of an item.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "rare items, and those that may be added"
)]
pub fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
