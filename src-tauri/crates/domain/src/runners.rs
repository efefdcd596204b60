//! Package runners: programs that download a package, or an image, before they start it. The one table of them.

/// What downloads a program before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `npx`, `npm exec`.
    Npm,
    /// `pnpm dlx`.
    Pnpm,
    /// `yarn dlx`.
    Yarn,
    /// `bunx`.
    Bun,
    /// `uvx`, `uv tool run`.
    Uv,
    /// `uv run`, which installs what a project needs.
    UvProject,
    /// `pipx run`.
    Pipx,
    /// `deno run` of a package or URL.
    Deno,
    /// `docker run`, `podman run`, `nerdctl run`.
    Container,
    /// `go run`, `dnx`, `cargo run`.
    Compiler,
}

impl Runner {
    /// Its name, for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pnpm => "pnpm",
            Self::Yarn => "yarn",
            Self::Bun => "bun",
            Self::Uv | Self::UvProject => "uv",
            Self::Pipx => "pipx",
            Self::Deno => "deno",
            Self::Container => "the container engine",
            Self::Compiler => "the build tool",
        }
    }

    /// Whether the runner itself writes nothing to standard output: what appears there was written by the server.
    #[must_use]
    pub fn leaves_stdout_alone(self) -> bool {
        matches!(self, Self::Npm | Self::Uv | Self::UvProject | Self::Pipx)
    }

    /// Whether the first word after its options names a package of a registry.
    #[must_use]
    pub fn names_a_package(self) -> bool {
        match self {
            Self::Npm | Self::Pnpm | Self::Yarn | Self::Bun | Self::Uv | Self::Pipx => true,
            Self::UvProject | Self::Deno | Self::Container | Self::Compiler => false,
        }
    }
}

/// Names of programs, the words that must follow, and what they are then. No words: the program alone says it.
const TABLE: &[(&[&str], &[&str], Runner)] = &[
    (&["npx", "npx-cli"], &[], Runner::Npm),
    (&["npm", "npm-cli"], &["exec"], Runner::Npm),
    (&["npm", "npm-cli"], &["x"], Runner::Npm),
    (&["pnpx"], &[], Runner::Pnpm),
    (&["pnpm"], &["dlx"], Runner::Pnpm),
    (&["yarn", "yarnpkg"], &["dlx"], Runner::Yarn),
    (&["bunx"], &[], Runner::Bun),
    (&["bun"], &["x"], Runner::Bun),
    (&["uvx"], &[], Runner::Uv),
    (&["uv"], &["tool", "run"], Runner::Uv),
    (&["uv"], &["run"], Runner::UvProject),
    (&["pipx"], &["run"], Runner::Pipx),
    (&["deno"], &["run"], Runner::Deno),
    (
        &["docker", "podman", "nerdctl"],
        &["run"],
        Runner::Container,
    ),
    (
        &["docker", "podman", "nerdctl"],
        &["container", "run"],
        Runner::Container,
    ),
    (&["go", "cargo"], &["run"], Runner::Compiler),
    (&["dnx"], &[], Runner::Compiler),
];

/// How a program starts another one that its arguments name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// It runs a script.
    Interpreter,
    /// It reads a command line.
    Shell,
    /// It runs what the project in its folder names.
    Project,
    /// It starts the first word that is no option and no variable, with the words after it.
    Plain,
    /// It starts a program in another way.
    Other,
}

/// Names of programs that start others, and how. Package runners are in [`TABLE`].
const STARTERS: &[(&[&str], Starter)] = &[
    (
        &[
            "deno", "dotnet", "java", "lua", "node", "nodejs", "perl", "php", "py", "pypy",
            "python", "ruby", "ts-node", "tsx",
        ],
        Starter::Interpreter,
    ),
    (
        &[
            "bash",
            "cmd",
            "dash",
            "fish",
            "ksh",
            "powershell",
            "pwsh",
            "sh",
            "zsh",
        ],
        Starter::Shell,
    ),
    (
        &["bun", "npm", "pnpm", "poetry", "rye", "uv", "yarn"],
        Starter::Project,
    ),
    (
        &["env", "nice", "nohup", "setsid", "stdbuf"],
        Starter::Plain,
    ),
    (
        &[
            "arch",
            "busybox",
            "caffeinate",
            "chpst",
            "command",
            "corepack",
            "cross-env",
            "direnv",
            "doas",
            "dotenv",
            "dotenvx",
            "exec",
            "firejail",
            "fnm",
            "ionice",
            "mise",
            "nix",
            "op",
            "sudo",
            "systemd-run",
            "time",
            "timeout",
            "volta",
            "wsl",
            "xvfb-run",
        ],
        Starter::Other,
    ),
];

/// Options of `docker run` and the like that take no value.
const CONTAINER_SWITCHES: &[&str] = &[
    "--rm",
    "--init",
    "--privileged",
    "--read-only",
    "--no-healthcheck",
    "--oom-kill-disable",
    "--publish-all",
    "--sig-proxy",
    "--disable-content-trust",
    "--quiet",
    "--interactive",
    "--tty",
    "--detach",
    "--help",
    "--tls-verify",
    "--replace",
];
/// Letters of such options, which may be in one word: `-it`.
const CONTAINER_LETTERS: &str = "itdqP";

/// A command line that begins with a package runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunnerCall<'a> {
    /// What downloads the package.
    pub runner: Runner,
    /// The words that say so, after the program; none where the program alone does.
    pub subcommand: &'static [&'static str],
    /// The words between the program and the last word of the subcommand: options and their values, and the other words of the
    /// subcommand.
    pub before: &'a [&'a str],
    /// The words after the subcommand.
    pub after: &'a [&'a str],
}

/// Reads words that begin with a package runner, by any path, with any ending that Windows or npm gives it. Options may stand before
/// each word of a subcommand.
#[must_use]
pub fn runner_call<'a>(words: &'a [&'a str]) -> Option<RunnerCall<'a>> {
    let (program, rest) = words.split_first()?;
    let program = program_name(program);
    let mut rows = TABLE
        .iter()
        .filter(|(names, ..)| names.contains(&program.as_str()));
    let call = rows.find_map(|(_, subcommand, runner)| {
        let end = end_of(rest, subcommand)?;
        Some(RunnerCall {
            runner: *runner,
            subcommand,
            before: rest.get(..end.saturating_sub(1)).unwrap_or_default(),
            after: rest.get(end..).unwrap_or_default(),
        })
    })?;
    let downloads = call.runner != Runner::Deno || call.after.iter().any(|word| is_download(word));
    downloads.then_some(call)
}

/// Where a package runner stands in a command line: first, or behind programs that start it, with their options and variables.
pub(crate) fn runner_at(words: &[&str]) -> Option<usize> {
    let is_passed = |word: &str| {
        let is_switch = word.starts_with('-') || (word.starts_with('/') && word.len() == 2);
        is_switch || word.contains('=') || starter(&program_name(word)).is_some()
    };
    for (at, word) in words.iter().enumerate() {
        if runner_call(words.get(at..)?).is_some() {
            return Some(at);
        }
        if !is_passed(word) {
            return None;
        }
    }
    None
}

/// How a program of this name starts others; none if it is not known to. A version in the name of an interpreter does not matter.
#[must_use]
pub fn starter(name: &str) -> Option<Starter> {
    let name = name_without_version(name);
    let mut rows = STARTERS.iter();
    let row = rows.find(|(names, _)| names.contains(&name));
    row.map(|(_, starter)| *starter)
}

/// `python3.12` as `python`; the name of a program that is no interpreter as it is.
#[must_use]
pub fn name_without_version(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_interpreter = STARTERS
        .iter()
        .any(|(names, starter)| *starter == Starter::Interpreter && names.contains(&bare));
    if is_interpreter { bare } else { name }
}

/// Whether a word is an option of `docker run` and the like that takes no value, or several of them.
#[must_use]
pub fn is_container_switch(word: &str) -> bool {
    let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    CONTAINER_SWITCHES.contains(&word)
        || letters.is_some_and(|letters| {
            !letters.is_empty() && letters.chars().all(|c| CONTAINER_LETTERS.contains(c))
        })
}

/// Whether a program of this name runs packages, with the right words after it.
#[must_use]
pub fn is_package_runner(name: &str) -> bool {
    TABLE.iter().any(|(names, ..)| names.contains(&name))
}

/// The name of a program without its folder and the endings that Windows and npm give it, in lower case.
#[must_use]
pub fn program_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.to_ascii_lowercase();
    let endings = [".exe", ".cmd", ".bat", ".ps1", ".js"];
    let stem = endings.iter().find_map(|ending| name.strip_suffix(ending));
    stem.unwrap_or(&name).to_owned()
}

/// How many words end with the last word of `subcommand`. Only options may stand before each of its words, with a value each.
fn end_of(words: &[&str], subcommand: &[&str]) -> Option<usize> {
    let mut at = 0;
    for wanted in subcommand {
        let mut may_be_value = false;
        loop {
            let word = words.get(at)?;
            at += 1;
            if word == wanted {
                break;
            }
            if word.starts_with('-') {
                may_be_value = !word.contains('=');
            } else if !std::mem::take(&mut may_be_value) {
                return None;
            }
        }
    }
    Some(at)
}

fn is_download(word: &str) -> bool {
    ["npm:", "jsr:", "https:", "http:"]
        .iter()
        .any(|scheme| word.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runner(words: &[&str]) -> Option<Runner> {
        runner_call(words).map(|call| call.runner)
    }

    #[test]
    fn every_name_of_a_runner_is_known_by_any_path_and_ending() {
        for (words, wanted) in [
            (&["/opt/bin/npx", "a"][..], Runner::Npm),
            (&["C:\\node\\NPX.CMD", "a"], Runner::Npm),
            (&["npm-cli.js", "--silent", "x", "a"], Runner::Npm),
            (&["npm", "--prefix", "/a", "exec", "a"], Runner::Npm),
            (&["yarnpkg", "dlx", "a"], Runner::Yarn),
            (&["uv", "--offline", "tool", "-q", "run", "a"], Runner::Uv),
            (&["uv", "run", "a"], Runner::UvProject),
            (&["docker", "container", "run", "a"], Runner::Container),
            (&["deno", "run", "-A", "npm:a"], Runner::Deno),
            (&["dnx", "a"], Runner::Compiler),
        ] {
            assert_eq!(runner(words), Some(wanted), "{words:?}");
        }
        for words in [
            &["npm", "start", "exec"][..],
            &["npm", "run", "x"],
            &["uv", "pip", "install", "run"],
            &["deno", "run", "server.ts"],
            &["my-npx", "a"],
        ] {
            assert_eq!(runner(words), None, "{words:?}");
        }
    }

    #[test]
    fn runner_is_found_behind_programs_that_start_it_and_nowhere_else() {
        for (words, wanted) in [
            (&["npx", "a"][..], Some(0)),
            (&["cmd", "/c", "npx", "a"], Some(2)),
            (&["env", "A=1", "nice", "uvx", "a"], Some(3)),
            (&["python3.12", "-m", "pipx", "run", "a"], Some(2)),
            (&["node", "/usr/lib/npm-cli.js", "exec", "a"], Some(1)),
            (&["node", "server.js", "npx", "a"], None),
            (&["timeout", "10", "npx", "a"], None),
            (&["server", "npx", "a"], None),
        ] {
            assert_eq!(runner_at(words), wanted, "{words:?}");
        }
    }

    #[test]
    fn words_before_and_after_the_subcommand_are_kept() {
        let words = ["uv", "-q", "tool", "run", "--from", "a", "b"];
        let call = runner_call(&words).map(|call| (call.before, call.after));
        assert_eq!(call, Some((&["-q", "tool"][..], &["--from", "a", "b"][..])));
    }
}
