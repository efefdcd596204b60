//! pip, where there is no uv: a report of what it would install, then `python -m venv` and `pip install`.

use std::path::{Path, PathBuf};

use domain::{cut, is_loopback, visible};
use secrets::Secret;
use serde::Deserialize;
use url::Url;

use super::{
    bench::{self, Bench, INSTALL_TIME, RESOLVE_TIME, Step},
    failure, python_details,
};
use crate::{
    error::{Bound, LockProblem, PackageError},
    execute::{Exit, HostPort, Value},
    lock::{self, LOCK_MAX, Python},
    recipe::Recipe,
    registries::host_port,
};

/// The report of `pip install --report`, as far as it is used.
#[derive(Deserialize)]
struct Report {
    install: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    download_info: Download,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Download {
    url: String,
    #[serde(default)]
    archive_info: Archive,
}

#[derive(Default, Deserialize)]
struct Archive {
    #[serde(default)]
    hashes: Hashes,
}

#[derive(Default, Deserialize)]
struct Hashes {
    sha256: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    name: String,
    version: String,
    author: Option<String>,
    author_email: Option<String>,
}

/// Options of every `pip install`.
const OPTIONS: [&str; 8] = [
    "--disable-pip-version-check",
    "--no-input",
    "--progress-bar",
    "off",
    "--retries",
    "1",
    "--only-binary",
    ":all:",
];

/// Chooses versions. Returns the requirements with digests, and who published the main package.
pub(super) async fn resolve(
    bench: &Bench<'_>,
    work: &Path,
    interpreter: &Python,
    recipe: &Recipe,
    wanted: &str,
) -> Result<(String, Option<String>), PackageError> {
    let project = work.join("project");
    bench::write(&project.join("in.txt"), wanted)?;
    let mut args = words(&["-m", "pip", "install"]);
    args.extend(words(&OPTIONS));
    args.extend(words(&[
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "report.json",
        "-r",
        "in.txt",
    ]));
    if recipe.prerelease {
        args.push("--pre".to_owned());
    }
    let writable = vec![work.to_owned()];
    let exit = run(bench, work, interpreter, args, &project, writable, true).await?;
    if !exit.is_success() {
        return Err(refined(bench, work, interpreter, failure::python("pip", &exit)).await);
    }
    let report = bench::read(&project.join("report.json"), LOCK_MAX, Bound::Lock)?;
    let report: Report =
        serde_json::from_str(&report).map_err(|_| PackageError::Lock(LockProblem::Syntax))?;
    let main = recipe.main().map(|spec| lock::python_name(&spec.name));
    let item = report
        .install
        .iter()
        .find(|item| Some(lock::python_name(&item.metadata.name)) == main);
    let publisher = item.and_then(|item| publisher(&item.metadata));
    Ok((requirements(&report, bench.hosts())?, publisher))
}

/// Makes the virtual environment, and installs what `requirements.txt` in the tree has.
pub(super) async fn install(
    bench: &Bench<'_>,
    work: &Path,
    interpreter: &Python,
    tree: &Path,
) -> Result<(), PackageError> {
    let venv = words(&["-m", "venv", "--without-pip", "venv"]);
    let mut sync = words(&["-m", "pip", "--python", "venv", "install"]);
    sync.extend(words(&OPTIONS));
    sync.extend(words(&[
        "--require-hashes",
        "--no-deps",
        "--no-compile",
        "--no-warn-script-location",
        "-r",
        "requirements.txt",
    ]));
    for (args, is_online) in [(venv, false), (sync, true)] {
        let writable = vec![work.to_owned(), tree.to_owned()];
        let exit = run(bench, work, interpreter, args, tree, writable, is_online).await?;
        if !exit.is_success() {
            return Err(failure::python("pip", &exit));
        }
    }
    Ok(())
}

async fn run(
    bench: &Bench<'_>,
    work: &Path,
    interpreter: &Python,
    args: Vec<String>,
    cwd: &Path,
    writable: Vec<PathBuf>,
    is_online: bool,
) -> Result<Exit, PackageError> {
    let mut env = bench.env(work, &[&interpreter.program]);
    let cache = work.join("cache").to_string_lossy().into_owned();
    env.push(("PIP_CACHE_DIR".to_owned(), Value::Plain(cache)));
    let off = if cfg!(windows) { "nul" } else { "/dev/null" };
    env.push(("PIP_CONFIG_FILE".to_owned(), Value::Plain(off.to_owned())));
    let mut urls = bench.registries.python_urls();
    if let Some(first) = urls.next() {
        env.push(("PIP_INDEX_URL".to_owned(), Value::Secret(first)));
    }
    let more: Vec<Secret> = urls.collect();
    if !more.is_empty() {
        let more: Vec<&str> = more.iter().map(Secret::expose).collect();
        let more = Secret::new(more.join(" "));
        env.push(("PIP_EXTRA_INDEX_URL".to_owned(), Value::Secret(more)));
    }
    let step = Step {
        program: &interpreter.program,
        args,
        env,
        cwd,
        writable,
        readable: vec![interpreter.prefix.clone()],
        is_online,
        time_limit: if is_online {
            INSTALL_TIME
        } else {
            RESOLVE_TIME
        },
    };
    bench.run(step).await
}

/// pip says the same of a package that does not exist and of one without wheels. The registry knows.
async fn refined(
    bench: &Bench<'_>,
    work: &Path,
    interpreter: &Python,
    error: PackageError,
) -> PackageError {
    let PackageError::NoVersion { detail } = error else {
        return error;
    };
    let name = detail
        .split("No matching distribution found for ")
        .nth(1)
        .and_then(|rest| {
            rest.split(|c: char| !(c.is_alphanumeric() || "._-".contains(c)))
                .next()
        })
        .map(str::to_owned);
    let Some(name) = name.filter(|_| detail.contains("(from versions: none)")) else {
        return PackageError::NoVersion { detail };
    };
    match python_details::ask(bench, work, interpreter, &name).await {
        Ok(Some(_)) => PackageError::NoWheel {
            package: Some(name),
            detail,
        },
        Ok(None) => PackageError::NotFound { package: name },
        Err(error) => error,
    }
}

/// Requirements with the digest of each file that pip chose.
fn requirements(report: &Report, hosts: &[HostPort]) -> Result<String, PackageError> {
    let mut lines = Vec::new();
    for item in &report.install {
        let package = visible(cut(&item.metadata.name, 214));
        let problem = |problem| Err(PackageError::Lock(problem));
        let url = Url::parse(&item.download_info.url).ok();
        let url = url.filter(|url| url.scheme() == "https" || is_loopback(url));
        let Some(host) = url.and_then(|url| host_port(&url)) else {
            return problem(LockProblem::NotFromRegistry { package });
        };
        if !hosts.contains(&host) {
            let host = visible(&host.to_string());
            return problem(LockProblem::ForeignHost { package, host });
        }
        let Some(digest) = &item.download_info.archive_info.hashes.sha256 else {
            return problem(LockProblem::NoDigest { package });
        };
        let Metadata { name, version, .. } = &item.metadata;
        lines.push(format!("{name}=={version} --hash=sha256:{digest}\n"));
    }
    lines.sort();
    Ok(lines.concat())
}

fn publisher(metadata: &Metadata) -> Option<String> {
    let name = metadata.author.as_deref().filter(|name| !name.is_empty());
    let name = name.or_else(|| metadata.author_email.as_deref()?.split(" <").next())?;
    (!name.is_empty()).then(|| visible(cut(name, 214)))
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}
