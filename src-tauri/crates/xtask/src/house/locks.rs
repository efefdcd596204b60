//! Locks per struct: its fields whose type holds one of [`LOCKS`], directly or inside another type (`Arc<Mutex<…>>`), by the name
//! of the type or an alias of it in the same crate. A field whose type is a struct with locks of its own does not count: that
//! struct is their owner. Channels, atomics, cancellation tokens and the reading end of a `watch` are no locks.

use std::collections::HashSet;

use syn::{
    Item, Type,
    visit::{self, Visit},
};

use super::{paths::Names, sources::Tree};

/// Types by which tasks and threads share a value or wait for each other.
const LOCKS: [&str; 9] = [
    "Mutex",
    "RwLock",
    "OnceCell",
    "OnceLock",
    "LazyLock",
    "Condvar",
    "Notify",
    "Semaphore",
    "watch::Sender",
];

/// The locks of `tokio` that are meant to be held across an await.
const ASYNC: [&str; 2] = ["Mutex", "RwLock"];

/// A struct with locks.
pub struct Locked {
    /// Crate, module and name.
    pub name: String,
    /// Its fields that hold a lock.
    pub locks: usize,
    /// Those that hold a lock of `tokio`, which is held across awaits.
    pub asynchronous: usize,
}

/// Every struct of a tree that has a lock.
pub fn locked(tree: &Tree) -> Vec<Locked> {
    let names = Names::of(tree);
    let aliases = aliases(tree, &names);
    let mut found = Vec::new();
    for (number, module) in tree.modules.iter().enumerate() {
        for item in &module.items {
            let Item::Struct(item) = item else { continue };
            let mut locked = Locked {
                name: format!("{}::{}::{}", tree.name, module.name(), item.ident),
                locks: 0,
                asynchronous: 0,
            };
            for field in &item.fields {
                let held = Held::of(&field.ty, &names, number, &aliases);
                locked.locks += usize::from(held.lock);
                locked.asynchronous += usize::from(held.asynchronous);
            }
            if locked.locks > 0 {
                found.push(locked);
            }
        }
    }
    found
}

/// The names of type aliases that hold a lock.
fn aliases(tree: &Tree, names: &Names) -> HashSet<String> {
    let mut found = HashSet::new();
    for (number, module) in tree.modules.iter().enumerate() {
        for item in &module.items {
            if let Item::Type(item) = item
                && Held::of(&item.ty, names, number, &HashSet::new()).lock
            {
                found.insert(item.ident.to_string());
            }
        }
    }
    found
}

struct Held<'a> {
    names: &'a Names,
    module: usize,
    aliases: &'a HashSet<String>,
    lock: bool,
    asynchronous: bool,
}

impl<'a> Held<'a> {
    fn of(field: &Type, names: &'a Names, module: usize, aliases: &'a HashSet<String>) -> Self {
        let mut held = Self {
            names,
            module,
            aliases,
            lock: false,
            asynchronous: false,
        };
        held.visit_type(field);
        held
    }
}

impl<'ast> Visit<'ast> for Held<'_> {
    fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
        let mut written: Vec<String> = path
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let imported = written
            .first()
            .and_then(|first| self.names.imported(self.module, first));
        if let Some(imported) = imported {
            written.splice(..1, imported.iter().cloned());
        }
        let last = written.last().map_or("", String::as_str);
        let two = written
            .iter()
            .rev()
            .take(2)
            .rev()
            .cloned()
            .collect::<Vec<_>>()
            .join("::");
        self.lock |= LOCKS.contains(&last) || LOCKS.contains(&two.as_str());
        self.lock |= written.len() == 1 && self.aliases.contains(last);
        self.asynchronous |= written.iter().any(|name| name == "tokio") && ASYNC.contains(&last);
        visit::visit_type_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::sources::Module;

    #[test]
    fn a_lock_is_found_inside_other_types_and_behind_an_alias() {
        let code = "
            use std::sync::{Arc, Mutex as Lock};
            use tokio::sync::{self, watch};
            type Shared<T> = Arc<Lock<T>>;
            struct Owner {
                a: Arc<Lock<u8>>, b: Shared<u8>, c: Option<sync::Mutex<u8>>, d: watch::Sender<u8>,
                e: watch::Receiver<u8>, f: tokio::sync::mpsc::Sender<u8>, g: Other,
            }
            struct Other { a: std::sync::OnceLock<u8> }";
        let module = Module {
            path: Vec::new(),
            file: "lib.rs".into(),
            is_file: true,
            lines: 0,
            attributes: Vec::new(),
            items: syn::parse_file(code).unwrap().items,
        };
        let tree = Tree {
            name: "a".to_owned(),
            modules: vec![module],
        };
        let found = locked(&tree);
        let told: Vec<_> = found
            .iter()
            .map(|l| (l.name.as_str(), l.locks, l.asynchronous))
            .collect();
        assert_eq!(
            told,
            [("a::(root)::Owner", 4, 1), ("a::(root)::Other", 1, 0)]
        );
    }
}
