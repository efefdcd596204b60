//! The large things: types on which everything hangs, crates, cycles by calls, awaited locks, and the window. A figure over its target is
//! accepted as it stands and may only shrink.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};

use super::{calls, cycles, interface, kinds::Source, ratchet::Figures, sources::Tree, types};

/// Measures of the Rust side, with their targets: the largest figure that needs no acceptance.
const METHODS: (&str, usize) = ("methods of a type", 40);
const FUNCTIONS: (&str, usize) = ("free functions that take a type", 20);
const FIELDS: (&str, usize) = ("fields of a struct", 12);
const ELSEWHERE: (&str, usize) = ("method blocks outside the type's module", 0);
const LINES: (&str, usize) = ("lines of a crate", 14_000);
const CYCLE: (&str, usize) = ("lines of modules in cycles by calls", 1_500);
const AWAITED: (&str, usize) = ("awaited locks and one-permit semaphores", 0);
/// Measures of the window.
const FEATURES: (&str, usize) = ("features in cycles", 0);
const EFFECTS: (&str, usize) = ("effects", 10);
const STORES: (&str, usize) = ("stores of more than 200 lines", 0);
const FILES: (&str, usize) = ("files of more than 500 lines", 0);
const SELECTORS: (&str, usize) = ("test identifiers as selectors", 0);

/// Every measure, in the order of the table.
const ALL: [(&str, usize); 12] = [
    METHODS, FUNCTIONS, FIELDS, ELSEWHERE, LINES, CYCLE, AWAITED, FEATURES, EFFECTS, STORES, FILES,
    SELECTORS,
];

/// Where a method belongs, said to whoever adds one to a type that has too many.
const HINT: &str = "put it on the type that owns the fields it uses, in that type's file (ARCHITECTURE.md, Owners)";

/// Lines are accepted in steps of this many, so that not each commit changes the accepted figure.
const STEP: usize = 100;

/// What was measured: of each measure, the figure of each thing.
type Measured = BTreeMap<&'static str, BTreeMap<String, usize>>;

/// Adds the figures, and prints the largest of each measure beside its target.
pub fn shape(trees: &[&Tree], sources: &[Source], figures: &mut Figures, say: &dyn Fn(&str)) {
    let mut measured = Measured::new();
    for tree in trees {
        of_types(tree, &mut measured);
        of_crate(tree, &mut measured);
    }
    of_window(sources, &mut measured);
    say(&format!(
        "\n{:44} {:>7} {:>7}  the largest",
        "Large things", "target", "now"
    ));
    for (measure, target) in ALL {
        let all = measured.remove(measure).unwrap_or_default();
        let largest = all.iter().max_by_key(|(_, figure)| **figure);
        let (which, figure) = largest.map_or(("", 0), |(name, figure)| (name.as_str(), *figure));
        let over = all.values().filter(|figure| **figure > target).count();
        say(&format!(
            "  {measure:42} {target:>7} {figure:>7}  {which} ({over} over the target)"
        ));
        let over = all.into_iter().filter(|(_, figure)| *figure > target);
        figures.extend(over.map(|(name, figure)| (format!("{measure}: {name}"), figure)));
    }
}

/// What to do about a figure that grew, where more can be said than its name.
pub fn hint(figure: &str) -> Option<&'static str> {
    let of_types = [METHODS.0, FUNCTIONS.0, ELSEWHERE.0];
    of_types
        .iter()
        .any(|measure| figure.starts_with(measure))
        .then_some(HINT)
}

fn see(measured: &mut Measured, measure: (&'static str, usize), name: String, figure: usize) {
    *measured
        .entry(measure.0)
        .or_default()
        .entry(name)
        .or_default() += figure;
}

fn of_types(tree: &Tree, measured: &mut Measured) {
    for ((module, name), shape) in types::shapes(tree) {
        let name = match tree.modules[module].path.as_slice() {
            [] => format!("{}::{name}", tree.name),
            path => format!("{}::{}::{name}", tree.name, path.join("::")),
        };
        see(measured, METHODS, name.clone(), shape.methods);
        see(measured, FUNCTIONS, name.clone(), shape.functions);
        see(measured, FIELDS, name.clone(), shape.fields);
        see(measured, ELSEWHERE, name, shape.blocks_elsewhere);
    }
}

fn of_crate(tree: &Tree, measured: &mut Measured) {
    let lines: usize = tree.modules.iter().map(|module| module.lines).sum();
    see(measured, LINES, tree.name.clone(), lines / STEP * STEP);
    let graph = cycles::Graph::of(tree).with(calls::called(tree));
    for cycle in graph.top_cycles(tree) {
        let in_cycle = |module: &&super::sources::Module| {
            module.path.first().is_some_and(|name| cycle.contains(name))
        };
        let lines: usize = tree
            .modules
            .iter()
            .filter(in_cycle)
            .map(|module| module.lines)
            .sum();
        see(measured, CYCLE, tree.name.clone(), lines / STEP * STEP);
    }
    let mut waits = Waits(0);
    for item in tree.modules.iter().flat_map(|module| &module.items) {
        waits.visit_item(item);
    }
    see(measured, AWAITED, tree.name.clone(), waits.0);
}

fn of_window(sources: &[Source], measured: &mut Measured) {
    let window = interface::Window::of(sources);
    let features = window.cycles.iter().map(Vec::len).sum();
    for (measure, figure) in [
        (FEATURES, features),
        (EFFECTS, window.effects),
        (STORES, window.stores.len()),
        (FILES, window.files.len()),
        (SELECTORS, window.selectors),
    ] {
        see(measured, measure, "the window".to_owned(), figure);
    }
}

/// Locks that are held while something else is awaited: calls of `lock`, `read`, `write`, `acquire` and their owned forms that are
/// awaited, whatever the lock is made of.
struct Waits(usize);

/// Awaited calls that give a guard.
const GUARDS: [&str; 8] = [
    "lock",
    "lock_owned",
    "acquire",
    "acquire_owned",
    "acquire_many",
    "acquire_many_owned",
    "read_owned",
    "write_owned",
];

impl<'ast> Visit<'ast> for Waits {
    fn visit_expr_await(&mut self, waiting: &'ast syn::ExprAwait) {
        if let syn::Expr::MethodCall(call) = &*waiting.base {
            self.0 += usize::from(GUARDS.iter().any(|name| call.method == name));
        }
        visit::visit_expr_await(self, waiting);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::types::tests::tree, *};

    fn figures(modules: &[(&str, &str)]) -> Figures {
        let mut figures = Figures::new();
        shape(&[&tree(modules)], &[], &mut figures, &|_| ());
        figures
    }

    #[test]
    fn a_type_with_too_many_methods_is_named_and_the_hint_says_where_they_belong() {
        let methods: String = (0..=METHODS.1)
            .map(|n| format!("pub fn m{n}(&self) {{}}"))
            .collect();
        let code = format!("pub struct Inner; impl Inner {{ {methods} }}");
        let figures = figures(&[("", ""), ("inner", &code)]);
        assert_eq!(figures.get("methods of a type: a::inner::Inner"), Some(&41));
        assert!(hint("methods of a type: a::inner::Inner").is_some());
        assert!(hint("lines of a crate: a").is_none());
    }

    #[test]
    fn every_spelling_of_an_awaited_lock_counts() {
        let figures = figures(&[(
            "",
            "async fn f(a: M, s: S) { let g = a.lock().await; let p = s.acquire_owned().await; a.read().await; }",
        )]);
        assert_eq!(
            figures.get("awaited locks and one-permit semaphores: a"),
            Some(&2)
        );
    }
}
