//! The prose of Rust sources: public documentation, the help of the terminal program, and messages.

use syn::{
    Attribute, Item,
    visit::{self, Visit},
};

use super::{
    sources::{Module, Tree, only_tests},
    words,
};

/// Derives of the types that the terminal program's help is made of.
const HELP: [&str; 4] = ["Parser", "Subcommand", "Args", "ValueEnum"];

/// The documentation of a module and of its public items.
pub fn documentation(module: &Module) -> String {
    let mut found = Documentation(docs(&module.attributes));
    for item in &module.items {
        found.visit_item(item);
    }
    words::prose(&found.0)
}

/// The help of the terminal program that a module of it adds to.
pub fn help(module: &Module) -> String {
    let mut text = String::new();
    for item in &module.items {
        let attributes = super::sources::attributes(item);
        let derives = attributes.iter().any(|attribute| {
            let list = attribute.meta.require_list();
            attribute.path().is_ident("derive")
                && list.is_ok_and(|list| {
                    let derived = list.tokens.to_string();
                    derived
                        .split(|c: char| !c.is_alphanumeric())
                        .any(|word| HELP.contains(&word))
                })
        });
        if derives {
            text.push_str(&Everything::of(item));
        }
    }
    words::prose(&text)
}

/// The string literals of a module that read as sentences for people, those of `#[error("…")]` among them.
pub fn messages(module: &Module) -> Vec<String> {
    let mut found = Messages(Vec::new());
    for item in &module.items {
        found.visit_item(item);
    }
    found.0
}

/// How many types of a tree have a name that says nothing.
pub fn type_names(tree: &Tree) -> usize {
    let items = tree.modules.iter().flat_map(|module| &module.items);
    let types = items.filter(|item| {
        matches!(
            item,
            Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Type(_)
        )
    });
    let named = types.filter_map(super::paths::name_of);
    named
        .filter(|name| words::TYPE_NAMES.contains(&name.as_str()))
        .count()
}

fn docs(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
    {
        if let Ok(value) = attribute.meta.require_name_value()
            && let syn::Expr::Lit(literal) = &value.value
            && let syn::Lit::Str(line) = &literal.lit
        {
            text.push_str(&line.value());
            text.push('\n');
        }
    }
    text
}

fn public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

struct Documentation(String);

impl<'ast> Visit<'ast> for Documentation {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "other items have no documentation of their own"
    )]
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(item) if public(&item.vis) => {
                self.0.push_str(&docs(&item.attrs));
                for field in item.fields.iter().filter(|field| public(&field.vis)) {
                    self.0.push_str(&docs(&field.attrs));
                }
            }
            Item::Enum(of) if public(&of.vis) => self.0.push_str(&Everything::of(item)),
            Item::Trait(of) if public(&of.vis) => self.0.push_str(&Everything::of(item)),
            Item::Fn(item) if public(&item.vis) => self.0.push_str(&docs(&item.attrs)),
            Item::Const(item) if public(&item.vis) => self.0.push_str(&docs(&item.attrs)),
            Item::Static(item) if public(&item.vis) => self.0.push_str(&docs(&item.attrs)),
            Item::Type(item) if public(&item.vis) => self.0.push_str(&docs(&item.attrs)),
            Item::Impl(item) if item.trait_.is_none() => visit::visit_item_impl(self, item),
            _ => {}
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if public(&function.vis) {
            self.0.push_str(&docs(&function.attrs));
        }
    }
}

struct Everything(String);

impl Everything {
    fn of(item: &Item) -> String {
        let mut found = Self(String::new());
        found.visit_item(item);
        found.0
    }
}

impl<'ast> Visit<'ast> for Everything {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.0.push_str(&docs(std::slice::from_ref(attribute)));
    }
}

struct Messages(Vec<String>);

impl Messages {
    fn add(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let sql = words
            .next()
            .is_some_and(|first| first.len() > 1 && first.chars().all(|c| c.is_ascii_uppercase()));
        if !sql
            && words
                .filter(|word| word.chars().any(char::is_alphabetic))
                .count()
                > 1
        {
            self.0.push(text.to_owned());
        }
    }

    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                        self.add(&text.value());
                    }
                }
                proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Messages {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("error")
            && let Ok(list) = attribute.meta.require_list()
        {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !function.attrs.iter().any(only_tests) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.add(&text.value());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }
}
