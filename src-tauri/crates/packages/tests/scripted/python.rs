//! pip, without uv.

use packages::{Installed, NextStep, PackageError, Resolved, Tools};

use super::{
    recipe, registries,
    registry::Registry,
    stage::{Stage, quiet, talk, tools},
};

const SERVER: &str = "import sys\ndef main():\n    sys.stdin.readline()\n    print('hello ' + ' '.join(sys.argv[1:]), flush=True)\n";

/// The programs of this machine without uv, which not every machine has.
fn without_uv() -> Tools {
    Tools {
        uv: None,
        ..tools()
    }
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
    let registry = Registry::start().await;
    registry.python("py-server", SERVER, true);
    let stage = Stage::new(registries(&registry), without_uv());
    let found = resolved(&stage, "uvx py_server@1.0.0 --loud")
        .await
        .unwrap();
    let review = &found.review;
    assert_eq!(
        (&*review.main.name, &*review.main.version),
        ("py-server", "1.0.0")
    );
    assert_eq!(review.publisher.as_deref(), Some("somebody"));
    assert_eq!(review.published_ms, Some(1_767_323_045_000));
    assert_eq!(
        review.deprecated.as_deref(),
        Some("withdrawn⟨U+202E⟩ by the author")
    );
    assert!(stage.names().is_empty(), "the first phase leaves nothing");

    let set = installed(&stage, &found).await.unwrap();
    assert_eq!(stage.names(), [found.digest.to_string()]);
    assert_eq!(set.read_only.len(), 2);
    let module = set.folder.join("venv/lib");
    let compiled = walk(&module)
        .into_iter()
        .filter(|file| file.ends_with(".pyc"));
    assert_eq!(compiled.count(), 1);
    // The same lock gives the same tree.
    std::fs::write(set.folder.join("new"), "").unwrap();
    let again = installed(&stage, &found).await.unwrap();
    assert_eq!(again.tree, set.tree);
    drop(registry);
    let set = stage.installer.verify(&set.digest).await.unwrap();
    let args = [set.start.args.clone(), vec!["--loud".to_owned()]].concat();
    let answer = talk(&set.start.program, &args, stage.folder.path(), "hi").await;
    assert_eq!(answer, "hello --loud");
}

/// The files below a folder.
fn walk(folder: &std::path::Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path.display().to_string());
        }
    }
    files
}

#[tokio::test]
async fn altered_wheel_is_refused_and_nothing_is_left() {
    let registry = Registry::start().await;
    let wheel = registry.python("py-server", SERVER, true);
    let stage = Stage::new(registries(&registry), without_uv());
    let found = resolved(&stage, "pipx run --spec py-server==1.0.0 py-server")
        .await
        .unwrap();
    assert!(registry.has(&wheel));
    registry.alter(&wheel);
    let error = installed(&stage, &found).await.unwrap_err();
    assert!(matches!(error, PackageError::Integrity { .. }), "{error}");
    assert!(stage.names().is_empty(), "{:?}", stage.names());
}

#[tokio::test]
async fn failures_of_the_registry_are_told_apart() {
    let registry = Registry::start().await;
    registry.python("py-server", SERVER, true);
    registry.python("py-source", SERVER, false);
    let stage = Stage::new(registries(&registry), without_uv());
    let error = resolved(&stage, "uvx py-source").await.unwrap_err();
    let PackageError::NoWheel { package, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(package.as_deref(), Some("py-source"));
    assert_eq!(error.next_step(), NextStep::OtherVersion);
    let error = resolved(&stage, "uvx py-nothing").await.unwrap_err();
    assert!(
        matches!(&error, PackageError::NotFound { package } if package == "py-nothing"),
        "{error}"
    );
    let error = resolved(&stage, "uvx py-server@2.0").await.unwrap_err();
    assert!(matches!(error, PackageError::NoVersion { .. }), "{error}");
    let error = resolved(&stage, "uvx --python 3.99 py-server")
        .await
        .unwrap_err();
    assert!(matches!(error, PackageError::NoPython { .. }), "{error}");
    drop(registry);
    let error = resolved(&stage, "uvx py-server").await.unwrap_err();
    assert!(matches!(error, PackageError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn package_without_the_wanted_program_lists_those_it_has() {
    let registry = Registry::start().await;
    registry.python("py-server", SERVER, true);
    let stage = Stage::new(registries(&registry), without_uv());
    let found = resolved(&stage, "uvx --from py-server==1.0.0 other")
        .await
        .unwrap();
    let error = installed(&stage, &found).await.unwrap_err();
    let PackageError::NoEntry { programs } = &error else {
        panic!("{error}")
    };
    assert_eq!(*programs, ["py-server"]);
}
