//! What package managers write when they fail, and the errors that it becomes. A script takes the place of npm.

use std::{collections::BTreeMap, os::unix::fs::PermissionsExt as _, path::PathBuf, sync::Arc};

use packages::{
    Bound, Command, Execute, ExecuteError, Installer, Lines, NextStep, PackageError, Recognition,
    Registries, Resolved, Running, Store, Tools, recognise,
};
use tokio_util::sync::CancellationToken;

use super::stage::{Stage, quiet, tools};

fn registries() -> Registries {
    let settings = [("npm_config_globalconfig", "/nowhere/npmrc")];
    let env: BTreeMap<String, String> = settings
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    Registries::read(std::path::Path::new("/nowhere"), &env)
}

/// Resolves with a script in the place of npm.
async fn with_script(script: &str) -> Result<Resolved, PackageError> {
    let folder = tempfile::tempdir().unwrap();
    let npm = folder.path().join("npm");
    std::fs::write(&npm, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&npm, std::fs::Permissions::from_mode(0o755)).unwrap();
    let tools = Tools {
        npm: Some(npm),
        ..tools()
    };
    let stage = Stage::new(registries(), tools);
    let Recognition::Package(recipe) = recognise("npx", &["server".to_owned()]) else {
        panic!()
    };
    let resolved = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await;
    assert!(stage.names().is_empty(), "nothing is left");
    resolved
}

#[tokio::test]
async fn codes_of_npm_are_told_apart() {
    for (code, wanted) in [
        ("EINTEGRITY", NextStep::DoNotTrust),
        ("ENOSPC", NextStep::FreeSpace),
        ("E404", NextStep::FixName),
        ("ETARGET", NextStep::OtherVersion),
        ("E401", NextStep::SignIn),
        ("ENOTFOUND", NextStep::CheckConnection),
        ("E503", NextStep::CheckConnection),
        ("SELF_SIGNED_CERT_IN_CHAIN", NextStep::CheckConnection),
        ("EWHATEVER", NextStep::ReadDetail),
    ] {
        let script = format!(
            "echo 'npm error code {code}' >&2; echo \"npm error \\033[31mtext\" >&2; exit 1"
        );
        let error = with_script(&script).await.unwrap_err();
        assert_eq!(error.next_step(), wanted, "{code}: {error:?}");
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
    }
}

#[tokio::test]
async fn endless_text_of_npm_is_bounded() {
    let error = with_script("yes text | head -c 300000 >&2; exit 1")
        .await
        .unwrap_err();
    let PackageError::Failed { detail, code, .. } = &error else {
        panic!("{error:?}")
    };
    assert!(detail.len() <= 2048 && *code == Some(1), "{}", detail.len());
}

#[tokio::test]
async fn lock_that_is_too_large_or_no_lock_is_refused() {
    let error = with_script("head -c 17000000 /dev/zero > package-lock.json")
        .await
        .unwrap_err();
    assert!(
        matches!(error, PackageError::TooLarge(Bound::Lock)),
        "{error:?}"
    );
    for lock in [
        "",
        "[]",
        "{}",
        r#"{"packages":{}}"#,
        r#"{"lockfileVersion":3,"packages":{"":{}}}"#,
    ] {
        let error = with_script(&format!("echo '{lock}' > package-lock.json"))
            .await
            .unwrap_err();
        assert!(matches!(error, PackageError::Lock(_)), "{lock}: {error:?}");
    }
}

/// Runs nothing, and fails in one way.
struct Fails(fn() -> ExecuteError);

impl Execute for Fails {
    fn run<'a>(&'a self, _: Command, _: Lines<'a>, _: &'a CancellationToken) -> Running<'a> {
        Box::pin(async { Err((self.0)()) })
    }
}

#[tokio::test]
async fn command_that_does_not_end_or_start_is_told_apart() {
    type Case = (fn() -> ExecuteError, NextStep);
    let cases: [Case; 4] = [
        (|| ExecuteError::TimedOut, NextStep::Retry),
        (|| ExecuteError::Cancelled, NextStep::Retry),
        (|| ExecuteError::TooMuchOutput, NextStep::OtherVersion),
        (
            || ExecuteError::Sandbox("no namespaces".to_owned()),
            NextStep::ReadDetail,
        ),
    ];
    for (fails, wanted) in cases {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let tools = Tools {
            node: Some(PathBuf::from("/usr/bin/node")),
            npm: Some(PathBuf::from("/usr/bin/npm")),
            ..Tools::default()
        };
        let installer = Installer::new(store, Arc::new(Fails(fails)), tools, registries());
        let Recognition::Package(recipe) = recognise("npx", &["server".to_owned()]) else {
            panic!()
        };
        let cancel = CancellationToken::new();
        let error = installer
            .resolve(&recipe, &quiet, &cancel)
            .await
            .unwrap_err();
        assert_eq!(error.next_step(), wanted, "{error:?}");
    }
}
