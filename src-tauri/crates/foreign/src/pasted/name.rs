//! Name suggestions for a server, from its launch or its URL.

use domain::is_package_runner;
use url::{Host, Url};

/// Maximum length of a suggested name, in characters.
const MAX_NAME: usize = 60;
/// Programs that run another one, beside package runners: the server is one of their arguments.
const STARTERS: [&str; 14] = [
    "node", "tsx", "python", "python3", "py", "java", "dotnet", "ruby", "php", "cmd", "env",
    "mise", "nix", "corepack",
];
/// Subcommands of a runner, which do not name the server.
const SUBCOMMANDS: [&str; 9] = [
    "run",
    "exec",
    "dlx",
    "x",
    "tool",
    "container",
    "--",
    "start",
    "serve",
];

/// Whether a word names a program that runs another one.
pub(super) fn is_runner(word: &str) -> bool {
    let name = program(word);
    is_package_runner(&name) || STARTERS.contains(&name.as_str())
}

/// Returns a program's name without its directory and its Windows extension.
pub(super) fn program(word: &str) -> String {
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let lower = last.to_ascii_lowercase();
    for ending in [".exe", ".cmd", ".bat", ".ps1"] {
        if let Some(stem) = lower.strip_suffix(ending) {
            return stem.to_owned();
        }
    }
    last.to_owned()
}

/// Returns a name for a local server: its package, its image, its script, or the program itself.
pub(super) fn of_command(command: &str, args: &[String]) -> Option<String> {
    let what = if is_runner(command) {
        let mut after_value = false;
        let given = args.iter().find(|word| {
            let value = std::mem::take(&mut after_value);
            if word.starts_with('-') {
                // An image follows options that have values; a package follows options without values.
                after_value = takes_value(word);
                return false;
            }
            !value && !SUBCOMMANDS.contains(&word.as_str()) && !word.contains('=')
        });
        given.map_or(command, String::as_str)
    } else {
        command
    };
    tidy(&package(what))
}

fn takes_value(option: &str) -> bool {
    const VALUES: [&str; 14] = [
        "-e",
        "--env",
        "-v",
        "--volume",
        "--mount",
        "-p",
        "--publish",
        "--name",
        "--network",
        "--from",
        "--with",
        "--python",
        "--directory",
        "-u",
    ];
    VALUES.contains(&option)
}

/// Returns the distinctive part of a package, an image or a path.
fn package(what: &str) -> String {
    let last = what.trim_end_matches(['/', '\\']);
    let last = last.rsplit(['/', '\\']).next().unwrap_or(last);
    let name = last.split(['@', ':']).find(|part| !part.is_empty());
    let name = name.unwrap_or(last);
    let stem = [".js", ".mjs", ".cjs", ".ts", ".py", ".jar", ".exe", ".cmd"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending));
    let mut name = stem.unwrap_or(name);
    for prefix in ["mcp-server-", "server-", "mcp-"] {
        name = name
            .strip_prefix(prefix)
            .filter(|n| !n.is_empty())
            .unwrap_or(name);
    }
    for suffix in ["-mcp-server", "-server", "-mcp", "_mcp"] {
        name = name
            .strip_suffix(suffix)
            .filter(|n| !n.is_empty())
            .unwrap_or(name);
    }
    name.to_owned()
}

/// Returns a name for a remote server: the distinctive part of its host.
pub(super) fn of_url(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    match url.host()? {
        Host::Domain(domain) => {
            let labels: Vec<&str> = domain.split('.').collect();
            let usual = ["mcp", "www", "api", "app"];
            let telling = labels.iter().find(|label| !usual.contains(label));
            tidy(telling.copied().unwrap_or(domain))
        }
        Host::Ipv4(ip) => Some(ip.to_string()),
        Host::Ipv6(ip) => Some(ip.to_string()),
    }
}

/// Normalizes a name to the characters that a server name may have.
pub(super) fn tidy(name: &str) -> Option<String> {
    let name: String = name
        .chars()
        .filter(|c| !domain::is_hidden(*c) && !c.is_control())
        .map(|c| if matches!(c, '_' | '-') { ' ' } else { c })
        .take(MAX_NAME)
        .collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut chars = name.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}
