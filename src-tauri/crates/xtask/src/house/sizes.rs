//! Lines per file and per function.

use syn::{
    Block, Signature,
    spanned::Spanned,
    visit::{self, Visit},
};

use super::sources::{Tree, only_tests};

/// The middle, the ninth of ten, and the largest of some numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    /// How many there are.
    pub count: usize,
    /// The median.
    pub median: usize,
    /// The 90th percentile (nearest rank).
    pub p90: usize,
    /// The largest.
    pub max: usize,
    /// What the largest belongs to.
    pub largest: String,
}

impl Spread {
    /// The spread of named numbers; nothing for none.
    pub fn of(mut all: Vec<(usize, String)>) -> Option<Self> {
        all.sort();
        let rank = |percent: usize| (all.len() * percent).div_ceil(100).max(1) - 1;
        let (max, largest) = all.last()?.clone();
        Some(Self {
            count: all.len(),
            median: all[rank(50)].0,
            p90: all[rank(90)].0,
            max,
            largest,
        })
    }
}

/// The functions of a tree, each with its lines from `fn` to the closing brace.
pub fn functions(tree: &Tree) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for module in &tree.modules {
        let mut found = Functions { all: Vec::new() };
        for item in &module.items {
            found.visit_item(item);
        }
        let name = |(lines, function)| {
            (
                lines,
                format!("{}::{}::{function}", tree.name, module.name()),
            )
        };
        all.extend(found.all.into_iter().map(name));
    }
    all
}

struct Functions {
    all: Vec<(usize, String)>,
}

impl Functions {
    fn add(&mut self, signature: &Signature, block: &Block) {
        let lines = block.span().end().line + 1 - signature.span().start().line;
        self.all.push((lines, signature.ident.to_string()));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !function.attrs.iter().any(only_tests) {
            self.add(&function.sig, &function.block);
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}
