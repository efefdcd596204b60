//! Settings of npm, uv and pip, and the registries in them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{collections::BTreeMap, fs, path::Path};

use packages::{Ecosystem, Origin, PackageError, Registries, RegistryProblem};
use proptest::prelude::*;

/// Variables that keep this machine's own files out.
fn env(more: &[(&str, &str)]) -> BTreeMap<String, String> {
    let own = [("npm_config_globalconfig", "/nowhere/npmrc")];
    own.iter()
        .chain(more)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn hosts(registries: &Registries, ecosystem: Ecosystem) -> Vec<String> {
    let hosts = registries.hosts(ecosystem).unwrap();
    hosts.iter().map(ToString::to_string).collect()
}

fn write(home: &Path, file: &str, text: &str) {
    let path = home.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn npm_settings_are_read_in_their_order_of_precedence() {
    let home = tempfile::tempdir().unwrap();
    let none = Registries::read(home.path(), &env(&[]));
    assert_eq!(hosts(&none, Ecosystem::Npm), ["registry.npmjs.org:443"]);
    assert_eq!(none.of(Ecosystem::Npm)[0].origin, Origin::Default);

    write(
        home.path(),
        ".npmrc",
        "; mine\nregistry=https://old.example/\nregistry = \"https://npm.example/path/\"\n\
         @work:registry=https://${WORK_HOST}:8443/\n//npm.example/path/:_authToken=${TOKEN}\ncafile=/ca.pem\n",
    );
    let variables = env(&[("WORK_HOST", "work.example"), ("TOKEN", "hunter2hunter2")]);
    let found = Registries::read(home.path(), &variables);
    assert_eq!(
        hosts(&found, Ecosystem::Npm),
        ["npm.example:443", "work.example:8443"]
    );
    let shown = found.of(Ecosystem::Npm);
    assert_eq!(shown[0].url, "https://npm.example/path/");
    assert!(shown[0].has_credentials && !shown[1].has_credentials);
    assert_eq!(shown[1].scope.as_deref(), Some("@work"));
    assert_eq!(shown[0].origin, Origin::File(home.path().join(".npmrc")));
    assert_eq!(
        found.certificates(Ecosystem::Npm),
        Some(Path::new("/ca.pem"))
    );

    let more = [("NPM_CONFIG_REGISTRY", "https://env.example/")];
    let found = Registries::read(home.path(), &env(&more));
    let shown = found.of(Ecosystem::Npm);
    assert_eq!(shown[0].url, "https://env.example/");
    assert_eq!(
        shown[0].origin,
        Origin::Variable("NPM_CONFIG_REGISTRY".to_owned())
    );
}

#[test]
fn python_settings_of_uv_precede_those_of_pip() {
    let home = tempfile::tempdir().unwrap();
    write(
        home.path(),
        ".config/pip/pip.conf",
        "[global]\nindex-url = https://pip.example/simple\nextra-index-url =\n  https://more.example/a\n  https://more.example/b\n\
         [freeze]\nindex-url = https://not.example/\n",
    );
    let found = Registries::read(home.path(), &env(&[]));
    assert_eq!(
        hosts(&found, Ecosystem::Python),
        ["more.example:443", "pip.example:443"]
    );
    assert_eq!(found.of(Ecosystem::Python).len(), 3);

    write(
        home.path(),
        ".config/uv/uv.toml",
        "[[index]]\nname = \"own\"\nurl = \"https://uv.example/simple\"\ndefault = true\n\
         [[index]]\nname = \"rest\"\nurl = \"https://rest.example/simple\"\nexplicit = true\n",
    );
    let login = [
        ("UV_INDEX_OWN_USERNAME", "me"),
        ("UV_INDEX_OWN_PASSWORD", "hunter2hunter2"),
    ];
    let found = Registries::read(home.path(), &env(&login));
    assert_eq!(hosts(&found, Ecosystem::Python), ["uv.example:443"]);
    assert!(found.of(Ecosystem::Python)[0].has_credentials);

    let more = [("UV_INDEX", "pt=https://pt.example/simple")];
    let empty = tempfile::tempdir().unwrap();
    let found = Registries::read(empty.path(), &env(&more));
    assert_eq!(
        hosts(&found, Ecosystem::Python),
        [
            "files.pythonhosted.org:443",
            "pt.example:443",
            "pypi.org:443"
        ]
    );
}

#[test]
fn registry_without_tls_is_refused_unless_it_is_on_this_machine() {
    let home = tempfile::tempdir().unwrap();
    let with = |url: &str| {
        let variables = env(&[("npm_config_registry", url), ("UV_DEFAULT_INDEX", url)]);
        Registries::read(home.path(), &variables)
    };
    for url in [
        "http://127.0.0.1:4873/",
        "http://localhost:4873/",
        "http://[::1]:4873/",
    ] {
        assert_eq!(
            with(url).hosts(Ecosystem::Npm).unwrap()[0].port,
            4873,
            "{url}"
        );
    }
    for (url, wanted) in [
        ("http://npm.example/", RegistryProblem::NotHttps),
        ("ftp://npm.example/", RegistryProblem::NotUrl),
        ("nonsense", RegistryProblem::NotUrl),
        ("file:///srv", RegistryProblem::NotUrl),
    ] {
        for ecosystem in [Ecosystem::Npm, Ecosystem::Python] {
            let error = with(url).hosts(ecosystem).unwrap_err();
            assert!(
                matches!(error, PackageError::Registry { problem, .. } if problem == wanted),
                "{url}: {error}"
            );
        }
    }
}

#[test]
fn credentials_are_never_shown() {
    let home = tempfile::tempdir().unwrap();
    write(
        home.path(),
        ".npmrc",
        "registry=https://me:hunter2hunter2@npm.example/?token=hunter2hunter2\n//npm.example/:_authToken=hunter2hunter2\n",
    );
    let variables = env(&[(
        "PIP_INDEX_URL",
        "https://me:hunter2hunter2@pip.example/simple#hunter2hunter2",
    )]);
    let found = Registries::read(home.path(), &variables);
    for ecosystem in [Ecosystem::Npm, Ecosystem::Python] {
        let shown = found.of(ecosystem);
        assert!(shown[0].has_credentials);
        for text in [
            format!("{found:?}"),
            format!("{shown:?}"),
            serde_json::to_string(&shown).unwrap(),
        ] {
            assert!(!text.contains("hunter2"), "{text}");
        }
    }
    let broken = env(&[(
        "npm_config_registry",
        "https//me:hunter2hunter2@npm.example",
    )]);
    let empty = tempfile::tempdir().unwrap();
    let error = Registries::read(empty.path(), &broken).hosts(Ecosystem::Npm);
    assert!(!error.unwrap_err().to_string().contains("hunter2"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Settings of any text are read without a panic, and a password in a URL is never shown.
    #[test]
    fn no_settings_panic(text in "(\\[?\\[?[a-z-]{0,6}\\]?\\]?[ =:]{0,2}[\\PC${}\"']{0,12}\n){0,6}", url in "[a-z:/@.?#\\[\\]]{0,20}") {
        let home = tempfile::tempdir().unwrap();
        for file in [".npmrc", ".config/pip/pip.conf", ".config/uv/uv.toml"] {
            write(home.path(), file, &format!("{text}index-url = {url}\nregistry={url}\n"));
        }
        let login = format!("https://user:hunter2hunter2@{url}");
        for variables in [env(&[]), env(&[("npm_config_registry", &login), ("UV_DEFAULT_INDEX", &login)])] {
            let found = Registries::read(home.path(), &variables);
            for ecosystem in [Ecosystem::Npm, Ecosystem::Python] {
                let shown = format!("{:?} {:?} {found:?}", found.of(ecosystem), found.hosts(ecosystem));
                prop_assert!(!shown.contains("hunter2"), "{}", shown);
            }
        }
    }
}
