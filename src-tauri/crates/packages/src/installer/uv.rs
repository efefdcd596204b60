//! uv: `uv pip compile`, then `uv venv` and `uv pip sync`.

use std::path::{Path, PathBuf};

use secrets::Secret;

use super::{
    bench::{self, Bench, INSTALL_TIME, RESOLVE_TIME, Step},
    failure,
};
use crate::{
    error::{Bound, PackageError},
    execute::{Exit, Value},
    lock::{LOCK_MAX, Python},
};

/// One call of uv.
struct Call<'a> {
    args: Vec<String>,
    cwd: &'a Path,
    writable: Vec<PathBuf>,
    python: Option<&'a Python>,
    is_online: bool,
    time_limit: std::time::Duration,
}

/// Chooses versions, and returns the requirements with digests.
pub(super) async fn compile(
    bench: &Bench<'_>,
    work: &Path,
    uv: &Path,
    python: &Python,
    wanted: &str,
    prerelease: bool,
) -> Result<String, PackageError> {
    let project = work.join("project");
    bench::write(&project.join("in.txt"), wanted)?;
    let mut args = words(&[
        "pip",
        "compile",
        "--no-header",
        "--no-annotate",
        "--generate-hashes",
        "--only-binary",
        ":all:",
        "--quiet",
        "-o",
        "requirements.txt",
        "in.txt",
        "--python",
    ]);
    args.push(python.program.to_string_lossy().into_owned());
    if prerelease {
        args.extend(words(&["--prerelease", "allow"]));
    }
    let call = Call {
        args,
        cwd: &project,
        writable: vec![work.to_owned()],
        python: Some(python),
        is_online: true,
        time_limit: RESOLVE_TIME,
    };
    succeeded(&run(bench, work, uv, call).await?)?;
    bench::read(&project.join("requirements.txt"), LOCK_MAX, Bound::Lock)
}

/// Makes the virtual environment, and installs what `requirements.txt` in the tree has.
pub(super) async fn install(
    bench: &Bench<'_>,
    work: &Path,
    uv: &Path,
    python: &Python,
    tree: &Path,
) -> Result<(), PackageError> {
    let mut venv = words(&["venv", "--quiet", "--python"]);
    venv.push(python.program.to_string_lossy().into_owned());
    venv.push("venv".to_owned());
    let sync = words(&[
        "pip",
        "sync",
        "--python",
        "venv",
        "--require-hashes",
        "--only-binary",
        ":all:",
        "requirements.txt",
    ]);
    for (args, is_online) in [(venv, false), (sync, true)] {
        let call = Call {
            args,
            cwd: tree,
            writable: vec![work.to_owned(), tree.to_owned()],
            python: Some(python),
            is_online,
            time_limit: INSTALL_TIME,
        };
        succeeded(&run(bench, work, uv, call).await?)?;
    }
    Ok(())
}

/// The interpreter of this version on this machine, if there is one.
pub(super) async fn find_python(
    bench: &Bench<'_>,
    work: &Path,
    uv: &Path,
    wanted: &str,
) -> Result<Option<PathBuf>, PackageError> {
    let project = work.join("project");
    let call = Call {
        args: words(&["python", "find", "--no-project", wanted]),
        cwd: &project,
        writable: vec![work.to_owned()],
        python: None,
        is_online: false,
        time_limit: RESOLVE_TIME,
    };
    let exit = run(bench, work, uv, call).await?;
    let path = String::from_utf8_lossy(&exit.stdout).trim().to_owned();
    let path = PathBuf::from(path);
    Ok((exit.is_success() && path.is_absolute()).then_some(path))
}

async fn run(
    bench: &Bench<'_>,
    work: &Path,
    uv: &Path,
    call: Call<'_>,
) -> Result<Exit, PackageError> {
    let mut env = bench.env(work, &[uv]);
    let cache = work.join("cache").to_string_lossy().into_owned();
    for (name, value) in [
        ("UV_NO_CONFIG", "1"),
        ("UV_PYTHON_DOWNLOADS", "never"),
        ("UV_LINK_MODE", "copy"),
        ("UV_NO_PROGRESS", "1"),
        ("UV_SYSTEM_CERTS", "1"),
        ("UV_HTTP_RETRIES", "1"),
        ("UV_CACHE_DIR", &cache),
    ] {
        env.push((name.to_owned(), Value::Plain(value.to_owned())));
    }
    let mut urls = bench.registries.python_urls();
    if let Some(first) = urls.next() {
        env.push(("UV_DEFAULT_INDEX".to_owned(), Value::Secret(first)));
    }
    let more: Vec<Secret> = urls.collect();
    if !more.is_empty() {
        let more: Vec<&str> = more.iter().map(Secret::expose).collect();
        let more = Secret::new(more.join(" "));
        env.push(("UV_INDEX".to_owned(), Value::Secret(more)));
    }
    let readable = call.python.map(|python| python.prefix.clone());
    let step = Step {
        program: uv,
        args: call.args,
        env,
        cwd: call.cwd,
        writable: call.writable,
        readable: readable.into_iter().collect(),
        is_online: call.is_online,
        time_limit: call.time_limit,
    };
    bench.run(step).await
}

fn succeeded(exit: &Exit) -> Result<(), PackageError> {
    if exit.is_success() {
        Ok(())
    } else {
        Err(failure::python("uv", exit))
    }
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}
