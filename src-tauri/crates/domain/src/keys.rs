//! Credentials in the arguments of a command, as the names beside them tell.

use std::ops::Range;

use crate::is_secret_name;

/// Ends of names that tell where a secret is, or something about it.
const ABOUT_SECRETS: [&str; 14] = [
    "count", "dir", "endpoint", "env", "file", "folder", "id", "length", "limit", "name", "path",
    "type", "uri", "url",
];

/// The fewest characters of a credential.
const SHORTEST: usize = 6;

/// The prefix of the names of values that belong into arguments and not into the environment.
const IN_ARGUMENT: &str = "INNKEEPER_ARG_";

/// Whether a variable of this name holds a credential. More names count than in a text, where a false alarm hides a word.
#[must_use]
pub fn is_credential_name(name: &str) -> bool {
    const ENDS: [&str; 9] = [
        "auth", "bearer", "dsn", "jwt", "key", "pass", "pat", "pin", "pwd",
    ];
    let flat = flat(name);
    is_secret_name(name) || ENDS.iter().any(|end| flat.ends_with(end))
}

/// Where arguments hold a credential that an option, a variable or a parameter beside it names: the argument, and the bytes of it.
/// Not counted are values that are a path, a placeholder, or too short.
#[must_use]
pub fn named_secrets(args: &[String]) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| args.get(at));
        if let Some(option) = before
            && option.starts_with('-')
            && !option.contains('=')
            && !arg.starts_with('-')
            && names_secret(option)
            && is_credential(arg)
        {
            found.push((at, 0..arg.len()));
            continue;
        }
        found.extend(assigned(arg).into_iter().map(|range| (at, range)));
    }
    found
}

/// The values in `NAME=VALUE`, `--name=VALUE` and the parameters of a URL.
fn assigned(arg: &str) -> Vec<Range<usize>> {
    let is_url = arg.contains("://");
    let mut begin = match arg.find('?') {
        Some(at) if is_url => at + 1,
        Some(_) | None if is_url => return Vec::new(),
        Some(_) | None => 0,
    };
    let mut found = Vec::new();
    let separators: &[char] = if is_url { &['&', '#', ';'] } else { &[] };
    while begin < arg.len() {
        let rest = &arg[begin..];
        let end = rest.find(separators).map_or(arg.len(), |end| begin + end);
        if let Some((name, value)) = arg[begin..end].split_once('=')
            && names_secret(name)
            && is_credential(value)
        {
            found.push(end - value.len()..end);
        }
        begin = end + 1;
    }
    found
}

fn names_secret(name: &str) -> bool {
    let flat = flat(name);
    is_secret_name(name) && !ABOUT_SECRETS.iter().any(|end| flat.ends_with(end))
}

fn is_credential(value: &str) -> bool {
    let path = ["/", "./", "../", "~", "\\", ".\\"]
        .iter()
        .any(|p| value.starts_with(p));
    let placeholder = value.contains("${") || value.starts_with('$') || value.starts_with('<');
    value.chars().count() >= SHORTEST
        && !path
        && !placeholder
        && !value.contains(char::is_whitespace)
}

fn flat(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | '.'));
    letters.flat_map(char::to_lowercase).collect()
}

/// A name for the value of an argument, after the option beside it.
#[must_use]
pub fn argument_value_name(beside: &str) -> String {
    let word: String = beside
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .take(32)
        .collect();
    let word = word.trim_matches('_');
    format!(
        "{IN_ARGUMENT}{}",
        if word.is_empty() { "KEY" } else { word }
    )
}

/// Whether the value kept under this name belongs into arguments and not into the environment.
#[must_use]
pub fn is_argument_value(name: &str) -> bool {
    name.starts_with(IN_ARGUMENT)
}

/// The placeholder of a value in an argument, which is replaced when the program starts.
#[must_use]
pub fn placeholder(name: &str) -> String {
    format!("${{{name}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(args: &[&str]) -> Vec<String> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let ranges = named_secrets(&args).into_iter();
        ranges
            .map(|(at, range)| args[at][range].to_owned())
            .collect()
    }

    #[test]
    fn credential_is_found_by_the_name_beside_it() {
        for (args, secret) in [
            (vec!["--api-key", "abc123"], "abc123"),
            (vec!["-y", "pkg", "--access_token=abc123"], "abc123"),
            (vec!["run", "-e", "GITHUB_TOKEN=abc123", "image"], "abc123"),
            (
                vec!["https://h.example/mcp?v=1&apiKey=abc123&x=2"],
                "abc123",
            ),
            (vec!["https://h.example/mcp?token=abc123#top"], "abc123"),
            (vec!["--Password", "päss-wörd"], "päss-wörd"),
            (vec!["--client.secret=a=b=c=d"], "a=b=c=d"),
        ] {
            assert_eq!(found(&args), [secret], "{args:?}");
        }
    }

    #[test]
    fn what_only_tells_about_a_credential_is_left() {
        for args in [
            vec!["--token-file", "/run/token"],
            vec!["--password", "/run/secrets/password"],
            vec!["--secret", "${SECRET}"],
            vec!["--token", "--verbose"],
            vec!["--max-tokens-limit", "100000"],
            vec!["--token-endpoint=https://i.example/token"],
            vec!["https://h.example/token/abcdef"],
            vec!["--key", "abcdefgh"],
            vec!["--password", "a b c d e f"],
        ] {
            assert!(found(&args).is_empty(), "{args:?}");
        }
    }

    #[test]
    fn name_of_a_value_is_one_of_a_variable() {
        assert_eq!(argument_value_name("--api-key"), "INNKEEPER_ARG_API_KEY");
        assert_eq!(argument_value_name("ä="), "INNKEEPER_ARG_KEY");
        assert!(is_argument_value(&argument_value_name("x")));
        assert!(!is_argument_value("API_KEY"));
    }
}
