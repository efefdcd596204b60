//! Bundles of the type `uv`. Their packages are installed before the start, so that Python runs their server without uv.

use std::collections::BTreeMap;

use super::model::{Config, Override, Server};

const FOLDER: &str = "${__dirname}";
const PYTHON: &str = "python";
const SEARCHED: &str = "PYTHONPATH";
/// Options of `uv run` without a meaning once the packages are installed.
const IGNORED: &[&str] = &[
    "--frozen",
    "--locked",
    "--no-sync",
    "--no-dev",
    "--no-progress",
    "--no-config",
    "--isolated",
    "--offline",
    "--quiet",
    "-q",
    "--",
];

/// Rewrites each command of a server as one of Python. A command that is no plain `uv run` stays. `has_src`: whether the bundle has a
/// folder `src`.
pub(crate) fn rewrite(server: &mut Server, has_src: bool) {
    let base = server.config.clone();
    let entry_point = server.entry_point.clone();
    let rewritten = |config: Config| python(&config, &entry_point, has_src).unwrap_or(config);
    for other in server.overrides.values_mut() {
        let Config { command, args, env } = rewritten(other.over(&base));
        *other = Override {
            command: Some(command),
            args: Some(args),
            env: Some(env),
        };
    }
    server.config = rewritten(base);
}

/// The command in Python; none if it is no plain `uv run` of the main file.
fn python(config: &Config, entry_point: &str, has_src: bool) -> Option<Config> {
    if config
        .command
        .strip_suffix(".exe")
        .unwrap_or(&config.command)
        != "uv"
    {
        return None;
    }
    let mut words = config.args.iter().map(String::as_str);
    let mut runs = false;
    let args = loop {
        let word = words.next()?;
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word, None),
        };
        match name {
            "run" if !runs => runs = true,
            "--directory" | "--project" => {
                let value = value.or_else(|| words.next())?;
                if ![FOLDER, "."].contains(&value.trim_end_matches('/')) {
                    return None;
                }
            }
            _ if IGNORED.contains(&word) => {}
            PYTHON | "python3" if runs => break words.map(str::to_owned).collect(),
            _ if runs && in_bundle(word) == entry_point => {
                let first = format!("{FOLDER}/{entry_point}");
                break std::iter::once(first)
                    .chain(words.map(str::to_owned))
                    .collect();
            }
            // Other options choose packages or what runs; other words are programs of packages.
            _ => return None,
        }
    };
    Some(Config {
        command: PYTHON.to_owned(),
        args,
        env: with_modules(config.env.clone(), entry_point, has_src),
    })
}

/// A path relative to the bundle.
fn in_bundle(word: &str) -> &str {
    let word = word.strip_prefix(FOLDER).unwrap_or(word);
    word.trim_start_matches("./").trim_start_matches('/')
}

/// Names the folder of the bundle's own modules, where Python does not look there anyway.
fn with_modules(
    mut env: BTreeMap<String, String>,
    entry_point: &str,
    has_src: bool,
) -> BTreeMap<String, String> {
    let modules = if has_src { "src" } else { "" };
    let above = entry_point.rsplit_once('/').map_or("", |(above, _)| above);
    if above != modules {
        let path = format!("{FOLDER}/{modules}");
        let path = path.trim_end_matches('/').to_owned();
        env.entry(SEARCHED.to_owned()).or_insert(path);
    }
    env
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn rewritten(command: &str, args: &[&str], entry_point: &str) -> Option<Config> {
        let config = Config {
            command: command.to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: BTreeMap::new(),
        };
        python(&config, entry_point, entry_point.starts_with("src/"))
    }

    #[test]
    fn plain_run_of_the_main_file_is_rewritten() {
        let file = format!("{FOLDER}/src/server.py");
        for args in [
            &["run", "src/server.py", "--x"] as &[&str],
            &["run", "--directory", FOLDER, "src/server.py", "--x"],
            &[
                "--project=${__dirname}/",
                "run",
                "--frozen",
                "--",
                "./src/server.py",
                "--x",
            ],
            &["run", "${__dirname}/src/server.py", "--x"],
        ] {
            let config = rewritten("uv", args, "src/server.py").unwrap();
            assert_eq!(
                (config.command.as_str(), config.args),
                (PYTHON, vec![file.clone(), "--x".to_owned()])
            );
            assert!(config.env.is_empty(), "Python looks beside its main file");
        }
        let module = rewritten(
            "uv",
            &["run", "python", "-m", "pack.server"],
            "src/pack/server.py",
        );
        let module = module.unwrap();
        assert_eq!(module.args, ["-m", "pack.server"]);
        assert_eq!(module.env[SEARCHED], "${__dirname}/src");
        let deep = rewritten("uv", &["run", "server/main.py"], "server/main.py").unwrap();
        assert_eq!(deep.env[SEARCHED], FOLDER);
    }

    #[test]
    fn other_commands_stay() {
        for (command, args) in [
            ("sh", &["run", "server.py"] as &[&str]),
            ("/tmp/uv", &["run", "server.py"]),
            ("uv", &["server.py"]),
            ("uv", &["run"]),
            ("uv", &["run", "other.py"]),
            ("uv", &["run", "--with", "evil", "server.py"]),
            (
                "uv",
                &["run", "--index-url=https://evil.example", "server.py"],
            ),
            ("uv", &["run", "--directory", "/tmp", "server.py"]),
            ("uv", &["run", "--directory"]),
            ("uv", &["tool", "run", "server.py"]),
        ] {
            assert_eq!(rewritten(command, args, "server.py"), None, "{args:?}");
        }
    }
}
