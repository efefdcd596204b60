//! Types by what hangs on them: their fields, their methods, the functions that take them, and where their methods are written.
//!
//! A method counts whatever its spelling: in an inherent block, in the block of a trait of the same crate, or as a free function with a
//! parameter of the type.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "rare syntax, and what may be added"
)]

use std::collections::{BTreeMap, BTreeSet};

use syn::{FnArg, ImplItem, Item, Signature, Type, Visibility};

use super::{
    paths::{Names, Target},
    sources::{Tree, only_tests},
};

/// A type of a crate: the module that defines it, and its name.
pub type Key = (usize, String);

/// What hangs on a type.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Named and unnamed fields.
    pub fields: usize,
    /// Methods that another module can call or that stand in one, those of traits of the crate included.
    pub methods: usize,
    /// Free functions with a parameter of the type, by value or reference, alone or in an `Arc`.
    pub functions: usize,
    /// Blocks of methods in a module that is neither the type's own nor below it.
    pub blocks_elsewhere: usize,
}

/// The shape of each type that the crate defines.
pub fn shapes(tree: &Tree) -> BTreeMap<Key, Shape> {
    let names = Names::of(tree);
    let traits = traits(tree);
    let mut found: BTreeMap<Key, Shape> = BTreeMap::new();
    for (number, module) in tree.modules.iter().enumerate() {
        for item in &module.items {
            if let Item::Struct(item) = item {
                let shape = found.entry((number, item.ident.to_string())).or_default();
                shape.fields = item.fields.len();
            }
            for key in taken(item, &names, number) {
                found.entry(key).or_default().functions += 1;
            }
            let elsewhere = |own: usize| !module.path.starts_with(&tree.modules[own].path);
            let Some((key, public)) = methods(item, &names, number, &traits, &elsewhere) else {
                continue;
            };
            let away = elsewhere(key.0);
            let shape = found.entry(key).or_default();
            shape.methods += public;
            shape.blocks_elsewhere += usize::from(away);
        }
    }
    found
}

/// The type of a block of methods, and how many of them others can call. Nothing for a trait of another crate.
fn methods(
    item: &Item,
    names: &Names,
    module: usize,
    traits: &BTreeSet<String>,
    elsewhere: &dyn Fn(usize) -> bool,
) -> Option<(Key, usize)> {
    let Item::Impl(block) = item else { return None };
    let of_trait = match &block.trait_ {
        None => false,
        Some((_, path, _)) => {
            let name = path.segments.last()?.ident.to_string();
            if !traits.contains(&name) {
                return None;
            }
            true
        }
    };
    let key = key(&block.self_ty, names, module)?;
    let away = elsewhere(key.0);
    let public = block.items.iter().filter(|item| match item {
        ImplItem::Fn(function) => {
            // A private one of another module is called there with all fields in reach.
            let private = matches!(function.vis, Visibility::Inherited);
            let seen = of_trait || !private || away;
            seen && !function.attrs.iter().any(only_tests)
        }
        _ => false,
    });
    Some((key, public.count()))
}

/// The types of the parameters of a free function.
fn taken(item: &Item, names: &Names, module: usize) -> BTreeSet<Key> {
    let Item::Fn(function) = item else {
        return BTreeSet::new();
    };
    parameters(&function.sig)
        .filter_map(|(_, of)| key(of, names, module))
        .collect()
}

/// The parameters of a function that have a simple name, with their types.
pub fn parameters(signature: &Signature) -> impl Iterator<Item = (String, &Type)> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some((name.ident.to_string(), &*typed.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

/// The type of this crate that a type leads to: through references, and through what only holds another (`Arc`, `Box`, `Rc`).
pub fn key(of: &Type, names: &Names, module: usize) -> Option<Key> {
    match of {
        Type::Reference(reference) => key(&reference.elem, names, module),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            if ["Arc", "Box", "Rc"]
                .iter()
                .any(|holder| last.ident == holder)
            {
                let syn::PathArguments::AngleBracketed(inner) = &last.arguments else {
                    return None;
                };
                return inner.args.iter().find_map(|argument| match argument {
                    syn::GenericArgument::Type(inner) => key(inner, names, module),
                    _ => None,
                });
            }
            let written = path
                .path
                .segments
                .iter()
                .map(|segment| segment.ident.to_string());
            match names.resolve(module, &written.collect::<Vec<_>>()) {
                Target::Item(defined) => Some((defined, last.ident.to_string())),
                Target::Module(_) | Target::Outside => None,
            }
        }
        _ => None,
    }
}

fn traits(tree: &Tree) -> BTreeSet<String> {
    let items = tree.modules.iter().flat_map(|module| &module.items);
    items
        .filter_map(|item| match item {
            Item::Trait(item) => Some(item.ident.to_string()),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::house::sources::Module;

    /// A crate of modules by path and text.
    pub fn tree(modules: &[(&str, &str)]) -> Tree {
        let module = |(path, code): &(&str, &str)| Module {
            path: path
                .split("::")
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
            file: format!("{path}.rs").into(),
            is_file: true,
            lines: code.lines().count(),
            attributes: Vec::new(),
            items: syn::parse_file(code).unwrap().items,
        };
        Tree {
            name: "a".to_owned(),
            modules: modules.iter().map(module).collect(),
        }
    }

    fn shape(modules: &[(&str, &str)]) -> Shape {
        let mut all = shapes(&tree(modules));
        all.retain(|(_, name), _| name == "Inner");
        all.into_values().next().unwrap_or_default()
    }

    const OWN: &str =
        "pub struct Inner { a: u8, b: u8 } impl Inner { pub fn one(&self) {} fn hidden(&self) {} }";

    #[test]
    fn methods_count_in_every_spelling() {
        let of = |code: &str| shape(&[("", ""), ("inner", OWN), ("other", code)]);
        assert_eq!(of("").methods, 1);
        let elsewhere = of("use crate::inner::Inner; impl Inner { pub(crate) fn two(&self) {} }");
        assert_eq!((elsewhere.methods, elsewhere.blocks_elsewhere), (2, 1));
        let by_trait = of(
            "use crate::inner::Inner; trait More { fn two(&self); } impl More for Inner { fn two(&self) {} }",
        );
        assert_eq!(by_trait.methods, 2);
        let free = of(
            "use crate::inner::Inner; use std::sync::Arc; fn two(inner: &Arc<Inner>) {} fn three(of: Inner) {}",
        );
        assert_eq!((free.methods, free.functions), (1, 2));
        let foreign = of(
            "use crate::inner::Inner; impl Clone for Inner { fn clone(&self) -> Self { todo!() } }",
        );
        assert_eq!((foreign.methods, foreign.blocks_elsewhere), (1, 0));
    }

    #[test]
    fn a_block_below_its_type_is_at_home() {
        let below = shape(&[
            ("", ""),
            ("inner", OWN),
            (
                "inner::part",
                "use super::Inner; impl Inner { pub fn two(&self) {} }",
            ),
        ]);
        assert_eq!(
            (below.fields, below.methods, below.blocks_elsewhere),
            (2, 2, 0)
        );
    }
}
