//! Both phases against a scripted registry on this machine, with the real npm and pip.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

mod failures;
mod killed;
mod npm;
mod python;
mod registry;
#[path = "../stage/mod.rs"]
mod stage;

use std::collections::BTreeMap;

use packages::{Recipe, Recognition, Registries, recognise};
use registry::Registry;

/// The settings of a user with this registry and no other.
fn registries(registry: &Registry) -> Registries {
    let home = tempfile::tempdir().unwrap();
    let index = format!("{}simple/", registry.url());
    let env = [
        ("npm_config_registry", &*registry.url()),
        ("npm_config_globalconfig", "/nowhere/npmrc"),
        ("UV_DEFAULT_INDEX", &*index),
        ("XDG_CONFIG_HOME", "/nowhere"),
    ];
    let env: BTreeMap<String, String> = env
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Registries::read(home.path(), &env)
}

/// The package that a command line runs.
fn recipe(line: &str) -> Recipe {
    let mut words = line.split(' ').map(str::to_owned);
    let program = words.next().unwrap();
    let recognised = recognise(&program, &words.collect::<Vec<_>>());
    let Recognition::Package(recipe) = recognised else {
        panic!("{recognised:?}")
    };
    recipe
}
