//! Both phases against the registries that this machine is set up for, with the real npm, uv and pip. `cargo xtask test --only peers`
//! installs what it needs.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

#[path = "../stage/mod.rs"]
mod stage;

use std::{collections::BTreeMap, time::Instant};

use packages::{
    Installed, Network, NextStep, PackageError, Recipe, Recognition, Registries, Tools, recognise,
};
use stage::{Stage, quiet, talk, tools};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}"#;

/// The registries of whoever runs this.
fn registries() -> Registries {
    let env: BTreeMap<String, String> = std::env::vars().collect();
    Registries::read(&std::env::home_dir().unwrap(), &env)
}

fn recipe(line: &str) -> Recipe {
    let mut words = line.split(' ').map(str::to_owned);
    let program = words.next().unwrap();
    let recognised = recognise(&program, &words.collect::<Vec<_>>());
    let Recognition::Package(recipe) = recognised else {
        panic!("{recognised:?}")
    };
    recipe
}

/// Goes through both phases, starts the server and returns its answer to the first request.
async fn answer_of(line: &str, tools: Tools) -> (Installed, String) {
    let stage = Stage::new(registries(), tools);
    let recipe = recipe(line);
    let begin = Instant::now();
    let watch = |progress| {
        if let packages::Progress::Phase(phase) = progress {
            println!("{phase:?} after {:?}", begin.elapsed());
        }
    };
    let found = stage
        .installer
        .resolve(&recipe, &watch, &stage.cancel)
        .await
        .unwrap();
    let resolved = begin.elapsed();
    assert_eq!(found.review.main.name, recipe.packages[0].name);
    assert!(found.review.packages.len() > 10);
    assert!(found.review.published_ms.is_some());
    let set = stage
        .installer
        .install(&found, &watch, &stage.cancel)
        .await
        .unwrap();
    let installed = begin.elapsed() - resolved;
    let begin = Instant::now();
    assert_eq!(stage.installer.verify(&set.digest).await.unwrap(), set);
    let verified = begin.elapsed();
    println!(
        "{line}: {} packages, {} files, {} bytes; resolved in {resolved:?}, installed in {installed:?}, verified in {verified:?}; {:?}",
        found.review.packages.len(),
        set.files,
        set.bytes,
        found.review.published_ms
    );
    let hosts = registries().hosts(recipe.ecosystem()).unwrap();
    for command in stage.execute.commands.lock().unwrap().iter() {
        assert!(
            matches!(&command.network, Network::None)
                || command.network == Network::Hosts(hosts.clone())
        );
    }
    let args = [set.start.args.clone(), recipe.args].concat();
    let answer = talk(&set.start.program, &args, stage.folder.path(), INITIALIZE).await;
    assert!(answer.contains("serverInfo"), "{answer}");
    (set, answer)
}

fn uv() -> Tools {
    Tools {
        uv: Some(peers::uvx().unwrap().with_file_name("uv")),
        ..tools()
    }
}

#[tokio::test]
async fn server_of_npm_is_installed_and_answers_offline() {
    let (set, answer) = answer_of(
        "npx -y @modelcontextprotocol/server-everything stdio",
        tools(),
    )
    .await;
    assert!(answer.contains("everything"), "{answer}");
    assert!(set.files > 1000);
}

#[tokio::test]
async fn server_of_python_is_installed_by_uv_and_answers_offline() {
    let (set, answer) = answer_of("uvx mcp-server-time", uv()).await;
    assert!(answer.contains("time"), "{answer}");
    assert_eq!(set.read_only.len(), 2);
}

/// Everything that decides the tree is in the lock: a second installation at the same place gives the same.
#[tokio::test]
async fn same_lock_gives_the_same_tree_with_uv() {
    let stage = Stage::new(registries(), uv());
    let recipe = recipe("uvx mcp-server-time");
    let found = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await
        .unwrap();
    let first = stage
        .installer
        .install(&found, &quiet, &stage.cancel)
        .await
        .unwrap();
    stage
        .installer
        .store()
        .remove_unused(&Default::default())
        .unwrap();
    let second = stage
        .installer
        .install(&found, &quiet, &stage.cancel)
        .await
        .unwrap();
    assert_eq!(first.tree, second.tree);
}

#[tokio::test]
async fn server_of_python_is_installed_by_pip_and_answers_offline() {
    let without_uv = Tools {
        uv: None,
        ..tools()
    };
    let (_, answer) = answer_of("uvx mcp-server-time", without_uv).await;
    assert!(answer.contains("time"), "{answer}");
}

#[tokio::test]
async fn failures_of_uv_are_told_apart() {
    let stage = Stage::new(registries(), uv());
    let fails = async |line: &str| {
        let recipe = recipe(line);
        let resolved = stage
            .installer
            .resolve(&recipe, &quiet, &stage.cancel)
            .await;
        resolved.unwrap_err()
    };
    let error = fails("uvx mcp-server-time@0.0.99").await;
    assert!(matches!(error, PackageError::NoVersion { .. }), "{error:?}");
    // A package that has been without wheels for ten years.
    let error = fails("uvx docopt").await;
    assert!(
        matches!(&error, PackageError::NoWheel { package: Some(package), .. } if package == "docopt"),
        "{error:?}"
    );
    let error = fails("uvx innkeeper-test-of-a-name-that-is-not-there").await;
    assert!(
        matches!(&error, PackageError::NotFound { package } if package == "innkeeper-test-of-a-name-that-is-not-there"),
        "{error:?}"
    );
    let error = fails("uvx --python 3.99 mcp-server-time").await;
    assert!(matches!(error, PackageError::NoPython { .. }), "{error:?}");
    assert_eq!(error.next_step(), NextStep::InstallPython);
}

/// A digest that does not fit, as after a change of the file in the registry.
#[tokio::test]
async fn changed_download_is_refused_by_uv() {
    let stage = Stage::new(registries(), uv());
    let recipe = recipe("uvx mcp-server-time");
    let mut found = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await
        .unwrap();
    let lines = found
        .lock
        .text
        .lines()
        .map(|line| match line.split_once("--hash=sha256:") {
            Some((begin, digest)) => {
                let continued = if digest.ends_with('\\') { " \\" } else { "" };
                format!("{begin}--hash=sha256:{}{continued}\n", "0".repeat(64))
            }
            None => format!("{line}\n"),
        });
    found.lock.text = lines.collect();
    found.digest = found.lock.digest();
    let error = stage.installer.install(&found, &quiet, &stage.cancel).await;
    let error = error.unwrap_err();
    assert!(matches!(error, PackageError::Integrity { .. }), "{error:?}");
    assert!(stage.names().is_empty());
}

#[tokio::test]
async fn unreachable_registry_is_told_by_uv() {
    let home = tempfile::tempdir().unwrap();
    let nothing = [(
        "UV_DEFAULT_INDEX".to_owned(),
        "http://127.0.0.1:9/simple/".to_owned(),
    )];
    let registries = Registries::read(home.path(), &nothing.into_iter().collect());
    let stage = Stage::new(registries, uv());
    let recipe = recipe("uvx mcp-server-time");
    let error = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await;
    let error = error.unwrap_err();
    assert!(
        matches!(error, PackageError::Unreachable { .. }),
        "{error:?}"
    );
}
