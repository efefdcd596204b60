//! npm: `package.json` with exact versions, `npm install --package-lock-only`, `npm ci`.

use std::path::{Path, PathBuf};

use domain::{Utc, cut, visible};
use serde_json::{Map, Value as Json, json};

use super::{
    bench::{self, Bench, INSTALL_TIME, Phase, RESOLVE_TIME, Step},
    failure, npm_entry, prefix,
};
use crate::{
    error::{Bound, LockProblem, PackageError, Tool},
    execute::Value,
    installed::Start,
    lock::{self, LOCK_MAX, Lock},
    recipe::{Ecosystem, Recipe},
    review::{Resolved, Review, TEXT_MAX},
    store::Work,
};

const MANIFEST: &str = "package.json";
const LOCK: &str = "package-lock.json";
const SETTINGS: &str = "npmrc";
/// Settings of every call. A lock without download addresses could not be checked.
const SETTINGS_ARGS: [&str; 7] = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--no-progress",
    "--omit-lockfile-registry-resolved=false",
    "--fetch-retry-mintimeout=1000",
];

/// The first phase.
pub(super) async fn resolve(
    bench: &Bench<'_>,
    work: &Work,
    recipe: &Recipe,
) -> Result<Resolved, PackageError> {
    bench.phase(Phase::Versions);
    let npm = Npm::new(bench, work.path())?;
    let project = work.path().join("project");
    let wanted: Map<String, Json> = recipe
        .packages
        .iter()
        .map(|spec| {
            let version = spec.version.as_deref().unwrap_or("latest");
            (spec.name.clone(), version.into())
        })
        .collect();
    bench::write(&project.join(MANIFEST), &manifest(&wanted)?)?;
    npm.run(
        &["install", "--package-lock-only", "--omit=dev"],
        &project,
        Vec::new(),
        RESOLVE_TIME,
    )
    .await?;
    let text = bench::read(&project.join(LOCK), LOCK_MAX, Bound::Lock)?;
    let named: Vec<String> = recipe
        .packages
        .iter()
        .map(|spec| spec.name.clone())
        .collect();
    let (manifest, text) = pinned(&named, &text)?;
    let lock = Lock {
        ecosystem: Ecosystem::Npm,
        named,
        entry: recipe.entry.clone(),
        manifest,
        text,
        python: None,
    };
    let contents = lock::check(&lock, bench.hosts())?;
    bench.phase(Phase::Details);
    let details = npm
        .details(&lock.named, &contents.main.version, &project)
        .await?;
    let registries = bench.registries.of(Ecosystem::Npm);
    let review = Review {
        ecosystem: Ecosystem::Npm,
        main: contents.main,
        odd_name: recipe.packages.iter().any(crate::recipe::Spec::is_odd),
        publisher: details.publisher,
        published_ms: details.published_ms,
        deprecated: contents.deprecated.or(details.deprecated),
        packages: contents.packages,
        with_install_scripts: contents.with_install_scripts,
        registries: registries.into_iter().map(|one| one.url).collect(),
    };
    Ok(Resolved {
        digest: lock.digest(),
        lock,
        review,
    })
}

/// The second phase.
pub(super) async fn install(
    bench: &Bench<'_>,
    work: &Work,
    tree: &Path,
    lock: &Lock,
) -> Result<Start, PackageError> {
    bench.phase(Phase::Download);
    let npm = Npm::new(bench, work.path())?;
    bench::write(&tree.join(MANIFEST), &lock.manifest)?;
    bench::write(&tree.join(LOCK), &lock.text)?;
    let writable = vec![tree.to_owned()];
    npm.run(&["ci", "--omit=dev"], tree, writable, INSTALL_TIME)
        .await?;
    if bench::read(&tree.join(LOCK), LOCK_MAX, Bound::Lock)? != lock.text {
        return Err(PackageError::LockChanged);
    }
    npm_entry::start(tree, &lock.named, &lock.entry, npm.node)
}

fn manifest(dependencies: &Map<String, Json>) -> Result<String, PackageError> {
    let manifest = json!({
        "name": "package-set",
        "version": "0.0.0",
        "private": true,
        "dependencies": dependencies,
    });
    to_text(&manifest)
}

fn to_text(value: &Json) -> Result<String, PackageError> {
    serde_json::to_string_pretty(value).map_err(|_| PackageError::Lock(LockProblem::Syntax))
}

/// The manifest and the lock with exact versions of the packages that the command names.
fn pinned(named: &[String], text: &str) -> Result<(String, String), PackageError> {
    let syntax = || PackageError::Lock(LockProblem::Syntax);
    let mut lock: Json = serde_json::from_str(text).map_err(|_| syntax())?;
    let packages = lock.get_mut("packages").and_then(Json::as_object_mut);
    let packages = packages.ok_or_else(syntax)?;
    let mut exact = Map::new();
    for name in named {
        let entry = packages.get(&format!("node_modules/{name}"));
        let version = entry.and_then(|entry| entry.get("version")?.as_str());
        let version = version.ok_or(PackageError::Lock(LockProblem::NoMain))?;
        exact.insert(name.clone(), version.into());
    }
    let root = packages.get_mut("").and_then(Json::as_object_mut);
    let root = root.ok_or_else(syntax)?;
    root.insert("dependencies".to_owned(), exact.clone().into());
    Ok((manifest(&exact)?, to_text(&lock)?))
}

/// What the registry says of the main package.
#[derive(Default)]
struct Details {
    publisher: Option<String>,
    published_ms: Option<i64>,
    deprecated: Option<String>,
}

/// npm of this machine, with the settings for this phase.
struct Npm<'a> {
    bench: &'a Bench<'a>,
    work: &'a Path,
    node: &'a Path,
    npm: &'a Path,
}

impl<'a> Npm<'a> {
    fn new(bench: &'a Bench<'a>, work: &'a Path) -> Result<Self, PackageError> {
        let node = bench.tools.node.as_deref();
        let npm = bench.tools.npm.as_deref();
        let node = node.ok_or(PackageError::Missing(Tool::Node))?;
        let npm = npm.ok_or(PackageError::Missing(Tool::Npm))?;
        bench::prepare(work)?;
        let settings = bench.registries.npmrc();
        bench::write(&work.join(SETTINGS), settings.expose())?;
        Ok(Self {
            bench,
            work,
            node,
            npm,
        })
    }

    async fn run(
        &self,
        args: &[&str],
        cwd: &Path,
        more_writable: Vec<PathBuf>,
        time_limit: std::time::Duration,
    ) -> Result<Vec<u8>, PackageError> {
        let args = args.iter().chain(&SETTINGS_ARGS);
        let mut writable = vec![self.work.to_owned()];
        writable.extend(more_writable);
        let step = Step {
            program: self.npm,
            args: args.map(|&arg| arg.to_owned()).collect(),
            env: self.env(),
            cwd,
            writable,
            readable: prefix::of(self.node)
                .into_iter()
                .chain([self.node.to_owned()])
                .collect(),
            is_online: true,
            time_limit,
        };
        let exit = self.bench.run(step).await?;
        if exit.is_success() {
            Ok(exit.stdout)
        } else {
            Err(failure::npm(&exit))
        }
    }

    fn env(&self) -> Vec<(String, Value)> {
        let mut env = self.bench.env(self.work, &[self.node, self.npm]);
        for (name, file) in [
            ("npm_config_userconfig", SETTINGS),
            ("npm_config_globalconfig", "no-npmrc"),
            ("npm_config_cache", "cache"),
        ] {
            let path = self.work.join(file).to_string_lossy().into_owned();
            env.push((name.to_owned(), Value::Plain(path)));
        }
        env
    }

    /// Who published the main package, and when. A registry that does not say leaves it empty.
    async fn details(
        &self,
        named: &[String],
        version: &str,
        cwd: &Path,
    ) -> Result<Details, PackageError> {
        let name = named.first().map_or("", String::as_str);
        let spec = format!("{name}@{version}");
        // Of one field alone npm prints the bare value; every package has a name and a version.
        let fields = "name version time _npmUser maintainers deprecated";
        let mut args = vec!["view", &spec, "--json"];
        args.extend(fields.split(' '));
        let output = match self.run(&args, cwd, Vec::new(), RESOLVE_TIME).await {
            Ok(output) => output,
            Err(error @ PackageError::Cancelled) => return Err(error),
            Err(_) => return Ok(Details::default()),
        };
        let value: Json = serde_json::from_slice(&output).unwrap_or_default();
        let time = value
            .get("time")
            .and_then(|times| times.get(version)?.as_str());
        let publisher = person(&value["_npmUser"]).or_else(|| person(&value["maintainers"][0]));
        Ok(Details {
            publisher,
            published_ms: time.and_then(Utc::parse).map(|time| time.ms()),
            deprecated: value["deprecated"]
                .as_str()
                .map(|text| visible(cut(text, TEXT_MAX))),
        })
    }
}

/// A person as npm writes one: `name <address>`, or an object with a name.
fn person(value: &Json) -> Option<String> {
    let name = value.as_str().or_else(|| value.get("name")?.as_str())?;
    let name = name.split(" <").next().unwrap_or(name);
    (!name.is_empty()).then(|| visible(cut(name, 214)))
}
