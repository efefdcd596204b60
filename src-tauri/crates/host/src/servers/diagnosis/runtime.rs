//! Causes in the program's launch and its runtime requirements.

use std::path::Path;

use launcher::Runner;

use super::{cause::Cause, evidence::Evidence, excerpt::clipped};
use crate::switches;

/// Error output of an old Node.js for newer programs.
const OLD_NODE: [&str; 14] = [
    "Unsupported engine",
    "EBADENGINE",
    "No such built-in module: node:",
    "ERR_UNKNOWN_BUILTIN_MODULE",
    "ERR_REQUIRE_ESM",
    "SyntaxError: Unexpected token '?'",
    "SyntaxError: Unexpected token '.'",
    "SyntaxError: Unexpected token '??='",
    "SyntaxError: Unexpected token 'with'",
    "ReferenceError: fetch is not defined",
    "ReferenceError: ReadableStream is not defined",
    "ReferenceError: File is not defined",
    "ReferenceError: structuredClone is not defined",
    "requires a peer of node",
];

/// Detects a Node.js or Python that is too old.
pub(super) fn too_old(text: &str) -> Option<Cause> {
    let node = OLD_NODE.iter().any(|sign| text.contains(sign)) || wants_newer_node(text);
    if node {
        return Some(Cause::TooOld {
            what: "Node.js",
            version: node_version(text),
        });
    }
    let python = [
        "requires a different Python",
        "Requires-Python",
        "requires Python >=",
        "depends on Python>=",
    ];
    python
        .iter()
        .any(|sign| text.contains(sign))
        .then_some(Cause::TooOld {
            what: "Python",
            version: None,
        })
}

/// Detects messages of programs that check the version: "requires Node.js >= 20", "Node version 18 or higher is needed".
fn wants_newer_node(text: &str) -> bool {
    text.lines().map(str::to_ascii_lowercase).any(|line| {
        let node = line.contains("node.js") || line.contains("node ") || line.contains("nodejs");
        let wants = [
            "require",
            "need",
            "must",
            "unsupported",
            "at least",
            "not supported",
        ];
        let version = line.contains(">=") || line.contains("version") || line.contains("or higher");
        node && version && wants.iter().any(|word| line.contains(word))
    })
}

/// Returns the version that Node.js prints at the end of a crash, or that npm reports.
fn node_version(text: &str) -> Option<String> {
    let at_end = text
        .lines()
        .rev()
        .find_map(|line| line.trim().strip_prefix("Node.js "));
    let current = || {
        let (_, rest) = text.split_once("current: { node: '")?;
        rest.split('\'').next()
    };
    let version = at_end.or_else(current)?;
    (version.len() < 20).then(|| version.to_owned())
}

/// Detects an argument with a nonexistent path, if the error output is about it.
pub(super) fn missing_path(evidence: &Evidence<'_>) -> Option<Cause> {
    for argument in &evidence.launch.args {
        let path = argument
            .split_once('=')
            .map_or(argument.as_str(), |(_, value)| value);
        if launcher::begins_with_tilde(path)
            && let Some(meant) = launcher::without_tilde(path)
        {
            return Some(Cause::Tilde {
                argument: clipped(argument),
                meant: meant.display().to_string(),
            });
        }
    }
    let said = |path: &&String| {
        let path = path.as_str();
        let place = Path::new(path);
        place.is_absolute() && !place.exists() && evidence.stderr.contains(path)
    };
    let path = evidence.launch.args.iter().find(said)?;
    let file =
        Path::new(path).extension().is_some() && evidence.stderr.contains("Cannot find module");
    Some(if file {
        Cause::MissingFile(clipped(path))
    } else {
        Cause::MissingPath(clipped(path))
    })
}

/// Detects that the registry has no such package.
pub(super) fn no_package(evidence: &Evidence<'_>) -> Option<Cause> {
    let text = evidence.stderr;
    evidence.run?;
    let npm = text.contains("E404") || text.contains("ETARGET");
    let python = text.contains("was not found in the package registry")
        || text.contains("No matching distribution found");
    if !npm && !python {
        return None;
    }
    let named = evidence
        .run
        .and_then(|run| run.packages.first())
        .map(|name| clipped(name));
    Some(Cause::NoPackage(named))
}

/// Detects a missing program from the messages of `env`, shells and Windows.
pub(super) fn missing_program(evidence: &Evidence<'_>) -> Option<Cause> {
    let text = evidence.stderr;
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line
            .strip_prefix("/usr/bin/env: ")
            .or_else(|| line.strip_prefix("env: "))
        {
            let name = rest.split(": ").next().unwrap_or(rest);
            return Some(named(name));
        }
        if let Some(before) = line
            .strip_suffix(": not found")
            .or_else(|| line.strip_suffix(": command not found"))
        {
            return Some(named(before.rsplit(": ").next().unwrap_or(before)));
        }
        if let Some((name, _)) =
            line.split_once(" is not recognized as an internal or external command")
        {
            return Some(named(name));
        }
    }
    let spawn = text.split_once("Error: spawn ").map(|(_, rest)| rest);
    let name = spawn?
        .strip_suffix(" ENOENT")
        .or_else(|| spawn?.split(" ENOENT").next())?;
    (name.len() < 200 && !name.contains('\n')).then(|| named(name))
}

fn named(name: &str) -> Cause {
    Cause::MissingProgram(clipped(name.trim_matches(['‘', '’', '\'', '"', '`'])))
}

/// Detects that it refuses to run because this host does not offer a disabled feature.
pub(super) fn switched_off(evidence: &Evidence<'_>) -> Option<Cause> {
    let feature = switches::wanted(evidence.stderr, evidence.may_ask)?;
    let server = evidence.server.to_owned();
    Some(Cause::SwitchedOff { feature, server })
}

/// Detects an environment variable that the server requires and does not receive.
pub(super) fn missing_variable(evidence: &Evidence<'_>) -> Option<Cause> {
    let wants = [
        "required",
        "not set",
        "missing",
        "must be set",
        "must set",
        "is not defined",
        "please set",
        "please provide",
        "not provided",
        "undefined",
    ];
    let lines = evidence.stderr.lines().filter(|line| {
        let line = line.to_ascii_lowercase();
        line.len() < 2_000 && wants.iter().any(|word| line.contains(word))
    });
    let mut words =
        lines.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
    let name = words.find(|word| {
        let given = evidence.launch.env.iter().any(|entry| entry.name == *word);
        is_variable(word) && !given
    })?;
    Some(Cause::MissingVariable(name.to_owned()))
}

/// Whether a name looks like an environment variable and not an error code: several words in capitals.
fn is_variable(word: &str) -> bool {
    let all = word
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let whole =
        word.len() >= 5 && word.len() <= 64 && word.starts_with(|c: char| c.is_ascii_uppercase());
    all && whole && word.contains('_') && !word.starts_with("ERR_") && launcher::is_variable(word)
}

/// Detects a missing module in a place that no package runner manages.
pub(super) fn missing_module(text: &str) -> Option<Cause> {
    let python = text.split_once("No module named ").map(|(_, rest)| rest);
    if let Some(rest) = python {
        let name = rest.split(['\n', ';']).next().unwrap_or(rest);
        return Some(Cause::MissingModule(clipped(
            name.trim().trim_matches(['\'', '"']),
        )));
    }
    let (_, rest) = text
        .split_once("Cannot find module '")
        .or_else(|| text.split_once("Cannot find package '"))?;
    let name = rest.split('\'').next()?;
    Some(if Path::new(name).is_absolute() {
        Cause::MissingFile(clipped(name))
    } else {
        Cause::MissingModule(clipped(name))
    })
}

/// Detects a running program that does not speak MCP over standard input and output.
pub(super) fn no_stdio(evidence: &Evidence<'_>) -> Option<Cause> {
    let serves = |line: &str| {
        let line = line.to_ascii_lowercase();
        let at = line.contains("http://") || line.contains("https://") || line.contains("port");
        let does = [
            "listening",
            "running",
            "started",
            "serving",
            "available",
            "ready",
            "uvicorn",
        ];
        at && does.iter().any(|word| line.contains(word))
    };
    let printed = evidence.printed.iter().map(String::as_str);
    // A mentioned address cannot explain why a program ended.
    let runs = evidence.exit.is_none();
    let said = evidence.stderr.lines().filter(|_| runs);
    if let Some(line) = printed.chain(said).find(|line| serves(line)) {
        return Some(Cause::ServesAt {
            line: clipped(line),
            url: url_in(line),
        });
    }
    let of_server = evidence.run.is_none_or(|run| run.runner != Runner::Yarn);
    (of_server && !evidence.printed.is_empty()).then_some(Cause::PrintsText)
}

fn url_in(line: &str) -> Option<String> {
    let at = line.find("http://").or_else(|| line.find("https://"))?;
    let url = line[at..]
        .split(|c: char| c.is_whitespace() || "\"'<>()[]|,;".contains(c))
        .next()?;
    let url = url.trim_end_matches('.');
    url::Url::parse(url)
        .ok()
        .filter(|url| url.host_str().is_some())
        .map(|url| url.to_string())
}
