//! Imports between the modules of a crate, and the cycles they form.
//!
//! Module A imports module B when code of A names an item that B defines: in a `use`, in a path, or inside a macro. Re-exports
//! are followed to the definition, so that `use crate::Name` is no import of the root. `mod` and a re-export alone are no
//! imports. Methods called on values are arrows of [`super::calls`].

use std::collections::{BTreeMap, BTreeSet, VecDeque, btree_map::Entry};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::{
    paths::{self, Names, Target},
    sources::Tree,
};

/// The imports of a tree, by module number.
pub struct Graph {
    imports: Vec<BTreeSet<usize>>,
}

impl Graph {
    /// The imports of a tree.
    pub fn of(tree: &Tree) -> Self {
        let names = Names::of(tree);
        let imports = (0..tree.modules.len())
            .map(|number| imports(tree, &names, number))
            .collect();
        Self { imports }
    }

    /// The same with further arrows, by module number.
    pub fn with(mut self, more: Vec<BTreeSet<usize>>) -> Self {
        for (imports, more) in self.imports.iter_mut().zip(more) {
            imports.extend(more);
        }
        self
    }

    /// The cycles between single modules.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        components(&self.imports)
    }

    /// A shortest way from a module through imports back to itself, over the modules of its cycle.
    pub fn shortest(&self, cycle: &[usize]) -> Vec<usize> {
        let ways = cycle.iter().filter_map(|&start| self.way_back(start));
        ways.min_by_key(Vec::len).unwrap_or_default()
    }

    fn way_back(&self, start: usize) -> Option<Vec<usize>> {
        let mut before = BTreeMap::new();
        let mut next = VecDeque::from([start]);
        while let Some(node) = next.pop_front() {
            for &to in &self.imports[node] {
                if let Entry::Vacant(entry) = before.entry(to) {
                    entry.insert(node);
                    next.push_back(to);
                }
            }
            if let Some(&last) = before.get(&start) {
                let mut way = vec![start, last];
                while let Some(&node) = way.last().filter(|&&node| node != start) {
                    way.push(before[&node]);
                }
                way.reverse();
                return Some(way);
            }
        }
        None
    }

    /// The cycles between top-level modules, each with everything below it; the root's own code is one of them.
    pub fn top_cycles(&self, tree: &Tree) -> Vec<Vec<String>> {
        let top = |number: usize| match tree.modules[number].path.first() {
            Some(name) => name.clone(),
            None => tree.modules[number].name(),
        };
        let mut numbers = BTreeMap::new();
        for number in 0..tree.modules.len() {
            let next = numbers.len();
            numbers.entry(top(number)).or_insert(next);
        }
        let mut imports = vec![BTreeSet::new(); numbers.len()];
        for (from, all) in self.imports.iter().enumerate() {
            for to in all {
                let (from, to) = (numbers[&top(from)], numbers[&top(*to)]);
                if from != to {
                    imports[from].insert(to);
                }
            }
        }
        let names: BTreeMap<usize, String> = numbers
            .into_iter()
            .map(|(name, number)| (number, name))
            .collect();
        let named = |cycle: Vec<usize>| cycle.iter().map(|number| names[number].clone()).collect();
        components(&imports).into_iter().map(named).collect()
    }
}

fn imports(tree: &Tree, names: &Names, of: usize) -> BTreeSet<usize> {
    let mut found = Found {
        names,
        of,
        modules: BTreeSet::new(),
    };
    for item in &tree.modules[of].items {
        found.visit_item(item);
    }
    found.modules.remove(&of);
    found.modules
}

struct Found<'a> {
    names: &'a Names,
    of: usize,
    modules: BTreeSet<usize>,
}

impl Found<'_> {
    fn add(&mut self, target: Target) {
        match target {
            Target::Module(module) | Target::Item(module) => {
                self.modules.insert(module);
            }
            Target::Outside => {}
        }
    }

    fn path(&mut self, path: &[String]) {
        let target = self.names.resolve(self.of, path);
        // A single name that is a module's is a variable of the same name.
        if path.len() > 1 || matches!(target, Target::Item(_)) {
            self.add(target);
        }
    }

    /// Paths in what a macro is given, which is no syntax tree.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        // How many colons came after the last name; a dot before a name makes it a field or a method.
        let (mut colons, mut dot) = (0, false);
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_of_path(&mut path);
                    }
                    if dot {
                        path.clear();
                    } else {
                        path.push(ident.to_string());
                    }
                    (colons, dot) = (0, false);
                }
                TokenTree::Punct(punct) => match punct.as_char() {
                    ':' => colons += 1,
                    other => {
                        self.end_of_path(&mut path);
                        (colons, dot) = (0, other == '.');
                    }
                },
                TokenTree::Group(group) => {
                    self.end_of_path(&mut path);
                    (colons, dot) = (0, false);
                    self.tokens(group.stream());
                }
                TokenTree::Literal(_) => {
                    self.end_of_path(&mut path);
                    (colons, dot) = (0, false);
                }
            }
        }
        self.end_of_path(&mut path);
    }

    fn end_of_path(&mut self, path: &mut Vec<String>) {
        let is_name = |name: &String| name.starts_with(|c: char| c.is_ascii_uppercase());
        if path.len() > 1 || path.first().is_some_and(is_name) {
            self.path(path);
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if matches!(item.vis, syn::Visibility::Inherited) {
            for path in paths::used(item) {
                self.add(self.names.resolve(self.of, &path));
            }
        }
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
            self.path(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

/// The strongly connected components of more than one node.
fn components(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reach: Vec<BTreeSet<usize>> = (0..edges.len())
        .map(|from| reachable(edges, from))
        .collect();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    let mut found = Vec::new();
    for (node, all) in reach.iter().enumerate() {
        if done.contains(&node) || !all.contains(&node) {
            continue;
        }
        let cycle: Vec<usize> = all
            .iter()
            .copied()
            .filter(|&other| reach[other].contains(&node))
            .collect();
        done.extend(&cycle);
        found.push(cycle);
    }
    found
}

/// What can be reached from a node by at least one edge.
fn reachable(edges: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<usize> = edges[from].iter().copied().collect();
    while let Some(node) = next.pop() {
        if seen.insert(node) {
            next.extend(&edges[node]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::house::sources::Module;

    fn module(path: &str, code: &str) -> Module {
        Module {
            path: path
                .split("::")
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
            file: PathBuf::new(),
            is_file: true,
            lines: 0,
            attributes: Vec::new(),
            items: syn::parse_file(code).unwrap().items,
        }
    }

    fn imports_of(modules: Vec<Module>, of: usize) -> Vec<usize> {
        let tree = Tree {
            name: "a".to_owned(),
            modules,
        };
        Graph::of(&tree).imports[of].iter().copied().collect()
    }

    #[test]
    fn re_exports_are_followed_to_the_definition() {
        let root = "pub use one::One; pub use two::*; pub fn own() {}";
        let modules = |code| {
            vec![
                module("", root),
                module(
                    "one",
                    "pub struct One; impl One { pub fn new() -> Self { Self } }",
                ),
                module("two", "pub struct Two; pub(crate) mod deep {}"),
                module("three", code),
            ]
        };
        let of = |code| imports_of(modules(code), 3);
        assert_eq!(of("use crate::One;"), [1]);
        assert_eq!(of("fn f() { let x = crate::One::new(); }"), [1]);
        assert_eq!(of("use super::Two as Other;"), [2]);
        assert_eq!(of("use crate::{own, One};"), [0, 1]);
        assert_eq!(of("fn f(x: &crate::one::One) {}"), [1]);
        assert_eq!(of("use crate::one; fn f() { one::One::new(); }"), [1]);
        assert_eq!(
            of("fn f() { assert!(format!(\"{}\", crate::own()) == x.one); }"),
            [0]
        );
        assert_eq!(of("pub use crate::one::One;"), [0; 0], "a re-export alone");
        assert_eq!(
            of("use ::one::One; use serde::One; pub(crate) struct One;"),
            [0; 0]
        );
        assert_eq!(of("fn f() { use crate::Two; }"), [2]);
    }

    #[test]
    fn a_child_that_imports_its_parent_is_in_a_cycle_with_it() {
        let tree = Tree {
            name: "a".to_owned(),
            modules: vec![
                module("", "mod one; mod two;"),
                module("one", "pub struct Limits; fn f() { deep::go() }"),
                module("one::deep", "use super::Limits; pub fn go() {}"),
                module("two", "use crate::one::Limits;"),
            ],
        };
        let graph = Graph::of(&tree);
        assert_eq!(graph.cycles(), [[1, 2]]);
        assert!(graph.top_cycles(&tree).is_empty());
        assert_eq!(graph.shortest(&[1, 2]), [1, 2, 1]);
    }

    #[test]
    fn what_only_tests_see_is_no_code() {
        let file = syn::parse_file(
            "#[cfg(test)] mod a {} #[cfg(not(test))] mod b {} #[cfg(all(test, unix))] fn c() {}",
        )
        .unwrap();
        let only: Vec<bool> = file
            .items
            .iter()
            .map(crate::house::sources::of_tests)
            .collect();
        assert_eq!(only, [true, false, true]);
    }
}
