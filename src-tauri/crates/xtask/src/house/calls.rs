//! Calls between the modules of a crate: an import is an arrow, and so is a method called on a value whose type the crate defines.
//!
//! The type of a value is known for `self`, for a parameter, and for a field of a known type, through any number of fields. A method
//! of a type is where its block is, whatever file defines the type.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "rare syntax, and what may be added"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use syn::{
    Expr, ImplItem, Item, Member, Signature,
    visit::{self, Visit},
};

use super::{
    paths::Names,
    sources::Tree,
    types::{Key, key, parameters},
};

/// What is known of the types of a crate.
struct Types<'a> {
    names: &'a Names,
    fields: HashMap<Key, HashMap<String, Key>>,
    /// The module of each method, by type and name.
    methods: HashMap<(Key, String), usize>,
}

impl<'a> Types<'a> {
    fn of(tree: &Tree, names: &'a Names) -> Self {
        let mut types = Self {
            names,
            fields: HashMap::new(),
            methods: HashMap::new(),
        };
        for (number, module) in tree.modules.iter().enumerate() {
            for item in &module.items {
                types.take(item, number);
            }
        }
        types
    }

    fn take(&mut self, item: &Item, module: usize) {
        match item {
            Item::Struct(item) => {
                let named = item.fields.iter().filter_map(|field| {
                    let name = field.ident.as_ref()?.to_string();
                    Some((name, key(&field.ty, self.names, module)?))
                });
                let named = named.collect();
                self.fields.insert((module, item.ident.to_string()), named);
            }
            Item::Impl(block) => {
                let Some(of) = key(&block.self_ty, self.names, module) else {
                    return;
                };
                for item in &block.items {
                    if let ImplItem::Fn(function) = item {
                        let name = function.sig.ident.to_string();
                        self.methods.insert((of.clone(), name), module);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The modules with methods that a module calls.
pub fn called(tree: &Tree) -> Vec<BTreeSet<usize>> {
    let names = Names::of(tree);
    let types = Types::of(tree, &names);
    let of = |(number, module): (usize, &super::sources::Module)| {
        let mut calls = Calls {
            types: &types,
            module: number,
            owner: None,
            values: BTreeMap::new(),
            found: BTreeSet::new(),
        };
        module.items.iter().for_each(|item| calls.visit_item(item));
        calls.found.remove(&number);
        calls.found
    };
    tree.modules.iter().enumerate().map(of).collect()
}

struct Calls<'a> {
    types: &'a Types<'a>,
    module: usize,
    /// The type of `self`.
    owner: Option<Key>,
    /// The types of parameters.
    values: BTreeMap<String, Key>,
    found: BTreeSet<usize>,
}

impl Calls<'_> {
    fn enter(&mut self, signature: &Signature) {
        let known = parameters(signature)
            .filter_map(|(name, of)| Some((name, key(of, self.types.names, self.module)?)));
        self.values = known.collect();
    }

    fn type_of(&self, value: &Expr) -> Option<Key> {
        match value {
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match name.as_str() {
                    "self" => self.owner.clone(),
                    _ => self.values.get(&name).cloned(),
                }
            }
            Expr::Field(field) => {
                let Member::Named(name) = &field.member else {
                    return None;
                };
                let of = self.type_of(&field.base)?;
                self.types.fields.get(&of)?.get(&name.to_string()).cloned()
            }
            Expr::Reference(reference) => self.type_of(&reference.expr),
            Expr::Paren(paren) => self.type_of(&paren.expr),
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        self.owner = key(&block.self_ty, self.types.names, self.module);
        visit::visit_item_impl(self, block);
        self.owner = None;
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.enter(&function.sig);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.enter(&function.sig);
        visit::visit_item_fn(self, function);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Some(of) = self.type_of(&call.receiver)
            && let Some(module) = self.types.methods.get(&(of, call.method.to_string()))
        {
            self.found.insert(*module);
        }
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::types::tests::tree, *};

    fn called_by_other(code: &str) -> Vec<usize> {
        let inner = "use crate::part::Part; pub struct Inner { pub part: Part }";
        let part = "pub struct Part; impl Part { pub fn act(&self) {} }";
        let far = "use crate::inner::Inner; impl Inner { pub fn go(&self) {} }";
        let tree = tree(&[
            ("", ""),
            ("inner", inner),
            ("part", part),
            ("far", far),
            ("other", code),
        ]);
        called(&tree)[4].iter().copied().collect()
    }

    #[test]
    fn a_method_call_leads_to_the_module_of_the_method() {
        let of = |body: &str| {
            called_by_other(&format!(
                "use crate::inner::Inner; use std::sync::Arc; fn f(inner: &Arc<Inner>) {{ {body} }}"
            ))
        };
        assert_eq!(of("inner.go();"), [3]);
        assert_eq!(of("(&inner.part).act();"), [2]);
        assert_eq!(of("vec.push(inner.clone());"), [0; 0]);
    }

    #[test]
    fn self_and_its_fields_are_known() {
        let code = "use crate::inner::Inner; struct Own { inner: Inner } impl Own { fn f(&self) { self.inner.part.act(); self.g() } fn g(&self) {} }";
        assert_eq!(called_by_other(code), [2]);
    }
}
