//! Where a path leads: module trees with their names, resolved through imports and re-exports to the module that defines an item.

use std::collections::{HashMap, HashSet};

use syn::{Item, UseTree};

use super::sources::Tree;

/// Imports may form a loop; a chain of this length is one.
const MAX_STEPS: usize = 32;

/// What a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A module, by its number in the tree.
    Module(usize),
    /// An item that this module defines.
    Item(usize),
    /// Something of another crate, or nothing that is known.
    Outside,
}

/// One leaf of a `use`.
struct Leaf {
    /// The path, from the module that has the `use`.
    path: Vec<String>,
    /// The name it is bound to; none for a `*`.
    name: Option<String>,
}

#[derive(Default)]
struct Scope {
    parent: Option<usize>,
    children: HashMap<String, usize>,
    items: HashSet<String>,
    imports: HashMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// Names that a `use ::…` binds to another crate.
    outside: HashSet<String>,
}

/// The names of every module of a tree.
pub struct Names {
    scopes: Vec<Scope>,
}

impl Names {
    /// Collects the names of a tree.
    pub fn of(tree: &Tree) -> Self {
        let numbers: HashMap<&[String], usize> = tree
            .modules
            .iter()
            .enumerate()
            .map(|(number, module)| (module.path.as_slice(), number))
            .collect();
        let mut scopes: Vec<Scope> = tree.modules.iter().map(|_| Scope::default()).collect();
        for (number, module) in tree.modules.iter().enumerate() {
            if let Some((name, parent)) = module.path.split_last()
                && let Some(&parent) = numbers.get(parent)
            {
                scopes[parent].children.insert(name.clone(), number);
                scopes[number].parent = Some(parent);
            }
            for item in &module.items {
                scopes[number].take(item);
            }
        }
        Self { scopes }
    }

    /// The full path that a name has in a module by an import of it, if it has one.
    pub fn imported(&self, of: usize, name: &str) -> Option<&[String]> {
        self.scopes[of].imports.get(name).map(Vec::as_slice)
    }

    /// What a path in a module names.
    pub fn resolve(&self, from: usize, path: &[String]) -> Target {
        self.follow(from, path, 0)
    }

    fn follow(&self, from: usize, path: &[String], steps: usize) -> Target {
        if steps > MAX_STEPS {
            return Target::Outside;
        }
        let (mut at, mut rest) = (from, path);
        let mut anchored = false;
        while let Some((first, after)) = rest.split_first() {
            at = match (first.as_str(), anchored) {
                ("crate", false) => 0,
                ("self", _) => at,
                ("super", _) => match self.scopes[at].parent {
                    Some(parent) => parent,
                    None => return Target::Outside,
                },
                _ => break,
            };
            anchored = true;
            rest = after;
        }
        let mut relative = !anchored;
        while let Some((name, after)) = rest.split_first() {
            match self.name(at, name, after.is_empty(), steps) {
                Some(Target::Module(next)) => (at, rest) = (next, after),
                Some(found) => return found,
                None if relative => return Target::Outside,
                // Made by a macro: it is where it was looked for.
                None => return Target::Item(at),
            }
            relative = false;
        }
        Target::Module(at)
    }

    /// What a name is in a module. The last name of a path is an item before it is a module.
    fn name(&self, at: usize, name: &str, last: bool, steps: usize) -> Option<Target> {
        let scope = &self.scopes[at];
        let child = scope.children.get(name).map(|&child| Target::Module(child));
        if let (Some(child), false) = (child, last) {
            return Some(child);
        }
        if scope.items.contains(name) {
            return Some(Target::Item(at));
        }
        if scope.outside.contains(name) {
            return Some(Target::Outside);
        }
        if let Some(path) = scope.imports.get(name) {
            // `pub use name::name` of a child: the first name is the child, not the import itself.
            let own = path.first().is_some_and(|first| first == name);
            return Some(match (own, child) {
                (true, Some(Target::Module(child))) => {
                    let rest: Vec<String> = std::iter::once("self".to_owned())
                        .chain(path.iter().skip(1).cloned())
                        .collect();
                    self.follow(child, &rest, steps + 1)
                }
                (true, _) => Target::Outside,
                (false, _) => self.follow(at, path, steps + 1),
            });
        }
        child.or_else(|| {
            scope
                .globs
                .iter()
                .find_map(|glob| match self.follow(at, glob, steps + 1) {
                    Target::Module(module) if module != at => {
                        self.name(module, name, last, steps + 2)
                    }
                    Target::Module(_) | Target::Item(_) | Target::Outside => None,
                })
        })
    }
}

impl Scope {
    fn take(&mut self, item: &Item) {
        let Item::Use(item) = item else {
            self.items.extend(name_of(item));
            return;
        };
        for Leaf { path, name } in leaves(&item.tree) {
            match (name, item.leading_colon.is_some()) {
                (Some(name), true) => drop(self.outside.insert(name)),
                (Some(name), false) => drop(self.imports.insert(name, path)),
                (None, true) => {}
                (None, false) => self.globs.push(path),
            }
        }
    }
}

/// The paths of a `use`; that of a `*` is its module's.
pub fn used(item: &syn::ItemUse) -> Vec<Vec<String>> {
    if item.leading_colon.is_some() {
        return Vec::new();
    }
    leaves(&item.tree)
        .into_iter()
        .map(|leaf| leaf.path)
        .collect()
}

fn leaves(tree: &UseTree) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(tree, &mut Vec::new(), &mut found);
    found
}

fn collect(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<Leaf>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            collect(&path.tree, before, found);
            before.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                collect(tree, before, found);
            }
        }
        UseTree::Glob(_) => found.push(Leaf {
            path: before.clone(),
            name: None,
        }),
        UseTree::Name(name) => found.push(leaf(before, &name.ident.to_string(), None)),
        UseTree::Rename(rename) => {
            let bound = rename.rename.to_string();
            found.push(leaf(before, &rename.ident.to_string(), Some(bound)));
        }
    }
}

fn leaf(before: &[String], name: &str, bound: Option<String>) -> Leaf {
    let mut path = before.to_vec();
    if name != "self" {
        path.push(name.to_owned());
    }
    Leaf {
        name: bound.or_else(|| path.last().cloned()),
        path,
    }
}

/// The name an item defines, if it defines one.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "items without a name are many, and may become more"
)]
pub fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}
