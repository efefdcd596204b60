//! Python: finding the interpreter, then uv, or pip where there is no uv.

use std::path::{Path, PathBuf};

use domain::{cut, visible};

use super::{
    bench::{self, Bench, INSTALL_TIME, Phase, RESOLVE_TIME, Step},
    failure, pip, python_details, python_entry, uv,
};
use crate::{
    error::{LockProblem, PackageError, Tool},
    execute::Value,
    installed::Start,
    lock::{self, Lock, Python},
    project,
    recipe::{Ecosystem, Recipe, Spec},
    review::{Resolved, Review},
    store::Work,
};

/// Prints the version, the program and the installation of an interpreter.
const INTERPRETER: &str = "import json, os, sys; print(json.dumps(['%d.%d' % sys.version_info[:2], \
     os.path.realpath(getattr(sys, '_base_executable', None) or sys.executable), sys.base_prefix]))";

/// Text of the requirements of a command, one package per line.
pub(super) fn requirements(packages: &[Spec]) -> String {
    let mut text = String::new();
    for spec in packages {
        text.push_str(&spec.name);
        if !spec.extras.is_empty() {
            text.push_str(&format!("[{}]", spec.extras.join(",")));
        }
        text.push_str(spec.version.as_deref().unwrap_or_default());
        if let Some(marker) = &spec.marker {
            text.push_str(&format!(" ; {marker}"));
        }
        text.push('\n');
    }
    text
}

/// The first phase.
pub(super) async fn resolve(
    bench: &Bench<'_>,
    work: &Work,
    recipe: &Recipe,
) -> Result<Resolved, PackageError> {
    bench::prepare(work.path())?;
    bench.phase(Phase::Interpreter);
    let python = interpreter(bench, work.path(), recipe.python.as_deref()).await?;
    bench.phase(Phase::Versions);
    let wanted = requirements(&recipe.packages);
    let (text, publisher) = match &bench.tools.uv {
        Some(uv) => {
            let text = uv::compile(bench, work.path(), uv, &python, &wanted, recipe.prerelease);
            (text.await?, None)
        }
        None => pip::resolve(bench, work.path(), &python, recipe, &wanted).await?,
    };
    let lock = Lock {
        ecosystem: Ecosystem::Python,
        named: recipe
            .packages
            .iter()
            // The others are in the lock only where they are needed.
            .filter(|spec| spec.marker.is_none())
            .map(|spec| spec.name.clone())
            .collect(),
        entry: recipe.entry.clone(),
        manifest: wanted,
        text,
        python: Some(python.clone()),
    };
    let contents = lock::check(&lock, bench.hosts())?;
    bench.phase(Phase::Details);
    let details = python_details::ask(bench, work.path(), &python, &contents.main.name).await?;
    let (published_ms, deprecated) = details.map_or((None, None), |details| {
        python_details::of_version(&details, &contents.main.name, &contents.main.version)
    });
    let registries = bench.registries.of(Ecosystem::Python);
    let review = Review {
        ecosystem: Ecosystem::Python,
        main: contents.main,
        odd_name: recipe.packages.iter().any(Spec::is_odd),
        publisher,
        published_ms,
        deprecated,
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
    bench::prepare(work.path())?;
    bench.phase(Phase::Download);
    let python = lock.python.as_ref();
    let python = python.ok_or(PackageError::Lock(LockProblem::Syntax))?;
    let requirements = tree.join("requirements.txt");
    bench::write(&requirements, &lock.text)?;
    match &bench.tools.uv {
        Some(uv) => uv::install(bench, work.path(), uv, python, tree).await?,
        None => pip::install(bench, work.path(), python, tree).await?,
    }
    compile(bench, work.path(), python, tree).await?;
    python_entry::start(tree, lock)
}

/// Compiles every module, which halves the time of a start from a folder that is read-only. No code of a package runs. The
/// result depends on the sources and the path alone: no times, and sets in one order.
async fn compile(
    bench: &Bench<'_>,
    work: &Path,
    python: &Python,
    tree: &Path,
) -> Result<(), PackageError> {
    let cwd = work.join("project");
    let mut args = [
        "-s",
        "-m",
        "compileall",
        "-q",
        "--invalidation-mode",
        "unchecked-hash",
    ]
    .map(str::to_owned)
    .to_vec();
    args.push(tree.join("venv").to_string_lossy().into_owned());
    let mut env = bench.env(work, &[&python.program]);
    let seed = Value::Plain("0".to_owned());
    env.push(("PYTHONHASHSEED".to_owned(), seed));
    let step = Step {
        program: &python.program,
        args,
        env,
        cwd: &cwd,
        writable: vec![work.to_owned(), tree.to_owned()],
        readable: vec![python.prefix.clone()],
        is_online: false,
        time_limit: INSTALL_TIME,
    };
    // A module for another version of Python does not compile; it is left as it is.
    bench.run(step).await.map(drop)
}

/// The interpreter for a set: the one of this machine, unless the command wants another version.
async fn interpreter(
    bench: &Bench<'_>,
    work: &Path,
    wanted: Option<&str>,
) -> Result<Python, PackageError> {
    let is_path = wanted.is_some_and(|wanted| Path::new(wanted).is_absolute());
    if let (true, Some(path)) = (is_path, wanted) {
        return ask(bench, work, Path::new(path)).await;
    }
    let own = match &bench.tools.python {
        Some(python) => Some(ask(bench, work, python).await?),
        None => None,
    };
    let fits = |python: &Python| wanted.is_none_or(|wanted| is_version(&python.version, wanted));
    if let Some(own) = own.filter(fits) {
        return Ok(own);
    }
    let no_python = || match wanted {
        Some(wanted) => PackageError::NoPython {
            wanted: wanted.to_owned(),
        },
        None => PackageError::Missing(Tool::Python),
    };
    let uv = bench.tools.uv.as_deref().ok_or_else(no_python)?;
    let path = uv::find_python(bench, work, uv, wanted.unwrap_or("3")).await?;
    let found = ask(bench, work, &path.ok_or_else(no_python)?).await?;
    Ok(found)
}

/// Whether `3.12` is a version as the command wants it: `3`, `3.12`, `3.12.1`, `>=3.10,<4`.
fn is_version(version: &str, wanted: &str) -> bool {
    if !wanted.starts_with(|c: char| c.is_ascii_digit()) {
        return project::is_among(version, wanted);
    }
    let mut own = version.split('.');
    wanted
        .split('.')
        .take(2)
        .all(|part| own.next() == Some(part))
}

/// Asks an interpreter about itself.
async fn ask(bench: &Bench<'_>, work: &Path, program: &Path) -> Result<Python, PackageError> {
    let cwd = work.join("project");
    let step = Step {
        program,
        args: ["-I", "-c", INTERPRETER].map(str::to_owned).to_vec(),
        env: bench.env(work, &[program]),
        cwd: &cwd,
        writable: vec![work.to_owned()],
        readable: Vec::new(),
        is_online: false,
        time_limit: RESOLVE_TIME,
    };
    let exit = bench.run(step).await?;
    let parts: Option<[String; 3]> = serde_json::from_slice(&exit.stdout).ok();
    match parts {
        Some([version, program, prefix]) if exit.is_success() => Ok(Python {
            version: visible(cut(&version, 16)),
            program: PathBuf::from(program),
            prefix: PathBuf::from(prefix),
        }),
        Some(_) | None => Err(failure::python("python", &exit)),
    }
}
