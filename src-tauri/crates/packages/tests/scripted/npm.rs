//! npm.

use std::{fs, sync::Mutex};

use packages::{
    Bound, Installed, LockProblem, Network, NextStep, PackageError, Phase, Progress, Resolved,
    Spec, Tool, Tools,
};
use serde_json::json;

use super::{
    recipe, registries,
    registry::{Npm, Registry},
    stage::{Stage, quiet, talk, tools},
};

const SERVER: &str = "#!/usr/bin/env node\nprocess.stdin.once('data', () => {\n  console.log(require('helper') + process.argv.slice(2).join());\n  process.exit(0);\n});\n";

/// A registry with a server and a package that it needs.
async fn shelf() -> Registry {
    let registry = Registry::start().await;
    registry.npm(Npm {
        name: "server",
        manifest: json!({
            "bin": { "server": "bin/run.js" },
            "dependencies": { "helper": "^1.0.0" },
            "deprecated": "use another\u{202e} one",
        }),
        files: vec![("bin/run.js", SERVER)],
        elsewhere: None,
    });
    helper(&registry, None);
    registry
}

fn helper(registry: &Registry, elsewhere: Option<&'static str>) {
    registry.npm(Npm {
        name: "helper",
        manifest: json!({ "main": "index.js", "scripts": { "postinstall": "touch ran" } }),
        files: vec![("index.js", "module.exports = 'hello ';\n")],
        elsewhere,
    });
}

async fn resolved(stage: &Stage, line: &str) -> Result<Resolved, PackageError> {
    stage
        .installer
        .resolve(&recipe(line), &quiet, &stage.cancel)
        .await
}

async fn installed(stage: &Stage, resolved: &Resolved) -> Result<Installed, PackageError> {
    stage
        .installer
        .install(resolved, &quiet, &stage.cancel)
        .await
}

#[tokio::test]
async fn package_is_resolved_reviewed_installed_and_started_offline() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let seen = Mutex::new(Vec::new());
    let watch = |progress| seen.lock().unwrap().push(progress);
    let recipe = recipe("npx -y server@^1 --loud");
    let found = stage
        .installer
        .resolve(&recipe, &watch, &stage.cancel)
        .await
        .unwrap();
    let review = &found.review;
    assert_eq!(
        (&*review.main.name, &*review.main.version),
        ("server", "1.0.0")
    );
    assert_eq!(review.packages.len(), 2);
    assert_eq!(review.with_install_scripts, ["helper"]);
    assert_eq!(review.publisher.as_deref(), Some("somebody"));
    assert_eq!(review.published_ms, Some(1_767_323_045_000));
    assert_eq!(
        review.deprecated.as_deref(),
        Some("use another⟨U+202E⟩ one")
    );
    assert_eq!(review.registries, [registry.url()]);
    assert!(stage.names().is_empty(), "the first phase leaves nothing");

    // It can wait for its review on the disk.
    let stored = serde_json::to_string(&found).unwrap();
    let found: Resolved = serde_json::from_str(&stored).unwrap();
    let set = stage
        .installer
        .install(&found, &watch, &stage.cancel)
        .await
        .unwrap();
    assert_eq!(stage.names(), [found.digest.to_string()]);
    let helper = set.folder.join("node_modules/helper");
    assert!(helper.join("index.js").is_file());
    assert!(!helper.join("ran").exists(), "no install script runs");
    let phases = [
        Phase::Versions,
        Phase::Details,
        Phase::Download,
        Phase::Check,
    ];
    for phase in phases {
        assert!(
            seen.lock().unwrap().contains(&Progress::Phase(phase)),
            "{phase:?}"
        );
    }

    // Every command reaches the registry and nothing else, and changes only the store.
    for command in stage.execute.commands.lock().unwrap().iter() {
        let Network::Hosts(hosts) = &command.network else {
            panic!()
        };
        assert_eq!(hosts.len(), 1);
        assert_eq!(hosts[0].port, registry.port);
        assert!(
            command
                .writable
                .iter()
                .all(|path| path.starts_with(set.folder.ancestors().nth(2).unwrap()))
        );
        assert!(command.args.iter().any(|arg| arg == "--ignore-scripts"));
    }
    drop(registry);
    assert_eq!(stage.installer.verify(&set.digest).await.unwrap(), set);
    let args = [set.start.args.clone(), recipe.args].concat();
    let answer = talk(&set.start.program, &args, stage.folder.path(), "hi").await;
    assert_eq!(answer, "hello --loud");
    // A second installation finds the first, without the registry.
    assert_eq!(installed(&stage, &found).await.unwrap(), set);
}

#[tokio::test]
async fn changed_file_is_named_and_the_set_is_installed_again() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let found = resolved(&stage, "npx server").await.unwrap();
    let set = installed(&stage, &found).await.unwrap();
    let file = set.folder.join("node_modules/helper/index.js");
    fs::write(&file, "module.exports = 'evil';\n").unwrap();
    let error = stage.installer.verify(&set.digest).await.unwrap_err();
    let PackageError::Changed { path } = &error else {
        panic!("{error}")
    };
    assert_eq!(path.to_str(), Some("node_modules/helper/index.js"));
    assert_eq!(error.next_step(), NextStep::InstallAgain);
    let again = installed(&stage, &found).await.unwrap();
    assert_eq!(again.tree, set.tree, "the same lock gives the same tree");
}

#[tokio::test]
async fn altered_archive_is_refused_and_nothing_is_left() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let found = resolved(&stage, "npx server").await.unwrap();
    registry.alter("/helper/-/helper-1.0.0.tgz");
    let error = installed(&stage, &found).await.unwrap_err();
    assert!(matches!(error, PackageError::Integrity { .. }), "{error}");
    assert_eq!(error.next_step(), NextStep::DoNotTrust);
    assert!(stage.names().is_empty(), "{:?}", stage.names());
}

#[tokio::test]
async fn lock_that_was_altered_after_the_review_is_refused() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let mut found = resolved(&stage, "npx server").await.unwrap();
    found.lock.text = found.lock.text.replace("hasInstallScript", "hasNoScript");
    let before = stage.execute.commands.lock().unwrap().len();
    let error = installed(&stage, &found).await.unwrap_err();
    assert!(matches!(error, PackageError::LockChanged), "{error}");
    assert_eq!(
        stage.execute.commands.lock().unwrap().len(),
        before,
        "nothing ran"
    );
}

#[tokio::test]
async fn lock_that_leads_to_another_host_is_refused() {
    let registry = shelf().await;
    helper(&registry, Some("evil.example:8443"));
    let stage = Stage::new(registries(&registry), tools());
    let error = resolved(&stage, "npx server").await.unwrap_err();
    let PackageError::Lock(LockProblem::ForeignHost { package, host }) = &error else {
        panic!("{error}")
    };
    assert_eq!((&**package, &**host), ("helper", "evil.example:8443"));
}

#[tokio::test]
async fn program_outside_of_its_package_is_refused() {
    let registry = shelf().await;
    registry.npm(Npm {
        name: "escape",
        manifest: json!({ "bin": "../server/bin/run.js", "dependencies": { "server": "1.0.0" } }),
        files: Vec::new(),
        elsewhere: None,
    });
    let stage = Stage::new(registries(&registry), tools());
    let found = resolved(&stage, "npx escape").await.unwrap();
    let error = installed(&stage, &found).await.unwrap_err();
    assert!(matches!(error, PackageError::BadEntry { .. }), "{error}");
    assert!(stage.names().is_empty());
}

#[tokio::test]
async fn package_without_a_clear_program_lists_those_it_has() {
    let registry = shelf().await;
    registry.npm(Npm {
        name: "several",
        manifest: json!({ "bin": { "one": "a.js", "two": "b.js" } }),
        files: vec![("a.js", ""), ("b.js", SERVER)],
        elsewhere: None,
    });
    let stage = Stage::new(registries(&registry), tools());
    let found = resolved(&stage, "npx several").await.unwrap();
    let error = installed(&stage, &found).await.unwrap_err();
    let PackageError::NoEntry { programs } = &error else {
        panic!("{error}")
    };
    assert_eq!(*programs, ["one", "two"]);
    let found = resolved(&stage, "npx -p server -p several two")
        .await
        .unwrap();
    let set = installed(&stage, &found).await.unwrap();
    assert!(set.start.args[0].ends_with("node_modules/several/b.js"));
}

#[tokio::test]
async fn failures_of_the_registry_are_told_apart() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let error = resolved(&stage, "npx no-such-package").await.unwrap_err();
    assert!(
        matches!(&error, PackageError::NotFound { package } if package == "no-such-package"),
        "{error}"
    );
    let error = resolved(&stage, "npx server@2").await.unwrap_err();
    assert!(matches!(error, PackageError::NoVersion { .. }), "{error}");
    drop(registry);
    let error = resolved(&stage, "npx server").await.unwrap_err();
    assert!(matches!(error, PackageError::Unreachable { .. }), "{error}");
    assert_eq!(error.next_step(), NextStep::CheckConnection);
    assert!(stage.names().is_empty());
}

#[tokio::test]
async fn missing_programs_are_named() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), Tools::default());
    let error = resolved(&stage, "npx server").await.unwrap_err();
    assert!(
        matches!(error, PackageError::Missing(Tool::Node)),
        "{error}"
    );
    let error = resolved(&stage, "uvx server").await.unwrap_err();
    assert!(
        matches!(error, PackageError::Missing(Tool::Python)),
        "{error}"
    );
}

#[tokio::test]
async fn cancelled_installation_leaves_nothing() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let found = resolved(&stage, "npx server").await.unwrap();
    let cancel = stage.cancel.clone();
    let watch = |progress| {
        if progress == Progress::Phase(Phase::Download) {
            cancel.cancel();
        }
    };
    let error = stage
        .installer
        .install(&found, &watch, &stage.cancel)
        .await
        .unwrap_err();
    assert!(matches!(error, PackageError::Cancelled), "{error}");
    assert!(stage.names().is_empty());
}

#[tokio::test]
async fn lock_beyond_the_bound_is_refused() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let mut found = resolved(&stage, "npx server").await.unwrap();
    found.lock.text.push_str(&" ".repeat(packages::LOCK_MAX));
    found.digest = found.lock.digest();
    let error = installed(&stage, &found).await.unwrap_err();
    assert!(
        matches!(error, PackageError::TooLarge(Bound::Lock)),
        "{error}"
    );
}

#[tokio::test]
async fn name_that_looks_like_another_is_marked_and_not_found() {
    let registry = shelf().await;
    let stage = Stage::new(registries(&registry), tools());
    let recipe = recipe("npx serv\u{435}r");
    assert!(recipe.packages.iter().any(Spec::is_odd));
    let error = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await;
    assert!(error.is_err());
}
