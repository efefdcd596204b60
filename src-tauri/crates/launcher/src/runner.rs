//! Package runners: programs that download a package before they start it, such as `npx` and `uvx`.

use domain::{Runner, Starter, program_name, runner_call, starter};

/// A command that starts a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageRun {
    /// What downloads it.
    pub runner: Runner,
    /// The packages as npm is told to install them; empty where that cannot be read from the command.
    pub packages: Vec<String>,
}

/// Options of `npx` and `npm exec` that take no value.
const NPM_SWITCHES: &[&str] = &[
    "-y",
    "--yes",
    "-n",
    "--no",
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "-d",
    "--verbose",
    "--prefer-online",
    "--prefer-offline",
    "--offline",
    "--ignore-scripts",
    "--no-install",
    "--foreground-scripts",
];

/// Most words of a command that are looked at.
const MAX_WORDS: usize = 64;

/// What a command downloads before it starts, if it is or wraps a package runner: `npx …`, `/opt/bin/npx …`,
/// `cmd /c npx …`, `env X=1 npx …`, `sh -c "npx …"`, `python -m pipx run …`.
#[must_use]
pub fn package_run(command: &str, args: &[String]) -> Option<PackageRun> {
    let words: Vec<&str> = std::iter::once(command)
        .chain(args.iter().map(String::as_str))
        .take(MAX_WORDS)
        .collect();
    if let Some(run) = direct(&words) {
        return Some(run);
    }
    // What a project runs stands in its own files.
    if matches!(
        starter(&program_name(command)),
        None | Some(Starter::Project)
    ) {
        return None;
    }
    // What a shell gets is one word that holds a whole command.
    let inner: Vec<&str> = words
        .iter()
        .skip(1)
        .flat_map(|word| word.split(|c: char| c.is_whitespace() || "\"';&|()".contains(c)))
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .collect();
    (0..inner.len()).find_map(|at| direct(inner.get(at..)?))
}

/// The words begin with a runner.
fn direct(words: &[&str]) -> Option<PackageRun> {
    let call = runner_call(words)?;
    let packages = match call.runner {
        Runner::Npm => npm_packages(call.after).unwrap_or_default(),
        Runner::Pnpm
        | Runner::Yarn
        | Runner::Bun
        | Runner::Uv
        | Runner::UvProject
        | Runner::Pipx
        | Runner::Deno
        | Runner::Container
        | Runner::Compiler => Vec::new(),
    };
    Some(PackageRun {
        runner: call.runner,
        packages,
    })
}

/// The packages that `npx` installs for these arguments; none where an option is not known well enough to tell.
fn npm_packages(words: &[&str]) -> Option<Vec<String>> {
    let mut packages = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "-p" | "--package" => packages.push((*words.next()?).to_owned()),
            "--" => return first_package(packages, words.next().copied()),
            word if NPM_SWITCHES.contains(&word) => {}
            word if word.starts_with("--package=") => {
                packages.push(word.trim_start_matches("--package=").to_owned());
            }
            word if word.starts_with("--") && word.contains('=') => {}
            word if word.starts_with('-') => return None,
            word => return first_package(packages, Some(word)),
        }
    }
    first_package(packages, None)
}

/// Without `--package` the first word names the package.
fn first_package(mut packages: Vec<String>, word: Option<&str>) -> Option<Vec<String>> {
    if packages.is_empty() {
        packages.push(word?.to_owned());
    }
    Some(packages)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn run(line: &[&str]) -> Option<PackageRun> {
        let (command, args) = line.split_first().unwrap();
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        package_run(command, &args)
    }

    #[test]
    fn package_runner_is_recognised_however_it_is_spelled() {
        for (line, runner) in [
            (&["npx", "-y", "pkg"][..], Runner::Npm),
            (&["/usr/local/bin/npx", "pkg"], Runner::Npm),
            (&[r"C:\Program Files\nodejs\NPX.CMD", "pkg"], Runner::Npm),
            (&["npm", "exec", "--", "pkg"], Runner::Npm),
            (
                &["npm", "--prefix", "/x", "--silent=true", "x", "pkg"],
                Runner::Npm,
            ),
            (&["node", "/usr/lib/npm/bin/npx-cli.js", "pkg"], Runner::Npm),
            (&["pnpm", "--dir=/x", "dlx", "pkg"], Runner::Pnpm),
            (&["yarn", "dlx", "pkg"], Runner::Yarn),
            (&["bunx", "pkg"], Runner::Bun),
            (&["bun", "x", "pkg"], Runner::Bun),
            (&["uvx", "pkg"], Runner::Uv),
            (&["uv", "tool", "run", "pkg"], Runner::Uv),
            (
                &["uv", "--directory", "/x", "run", "pkg"],
                Runner::UvProject,
            ),
            (&["pipx", "run", "pkg"], Runner::Pipx),
            (&["python3", "-m", "pipx", "run", "pkg"], Runner::Pipx),
            (&["deno", "run", "-A", "npm:pkg"], Runner::Deno),
            (&["docker", "run", "-i", "image"], Runner::Container),
            (&["cmd", "/c", "npx", "-y", "pkg"], Runner::Npm),
            (&["cmd.exe", "/d", "/s", "/c", "npx -y pkg"], Runner::Npm),
            (&["env", "X=1", "npx", "pkg"], Runner::Npm),
            (&["/usr/bin/env", "-S", "npx pkg"], Runner::Npm),
            (&["sh", "-c", "cd /x && exec npx -y pkg"], Runner::Npm),
            (&["bash", "-lc", "X=1 uvx pkg"], Runner::Uv),
            (&["xvfb-run", "-a", "npx", "pkg"], Runner::Npm),
        ] {
            assert_eq!(run(line).map(|run| run.runner), Some(runner), "{line:?}");
        }
        for line in [
            &["node", "server.js"][..],
            &["npm", "start", "exec"],
            &["npm", "run", "x"],
            &["yarn", "start"],
            &["uv", "pip", "install", "run"],
            &["deno", "run", "server.ts"],
            &["my-npx", "pkg"],
            &["server", "npx", "pkg"],
            &["python", "server.py", "--uvx"],
        ] {
            assert_eq!(run(line), None, "{line:?}");
        }
    }

    #[test]
    fn npm_packages_are_those_it_would_install() {
        let packages = |line: &[&str]| run(line).unwrap().packages;
        assert_eq!(packages(&["npx", "-y", "a@1", "b"]), ["a@1"]);
        assert_eq!(
            packages(&["npx", "-p", "a", "--package=b", "c"]),
            ["a", "b"]
        );
        assert_eq!(
            packages(&["npm", "exec", "--yes", "--", "a", "-p", "b"]),
            ["a"]
        );
        assert_eq!(packages(&["npx", "--registry=http://x", "a"]), ["a"]);
        assert!(packages(&["npx", "--registry", "http://x", "a"]).is_empty());
        assert!(packages(&["npx", "-c", "a"]).is_empty());
    }
}
