//! Credentials in arguments are kept in the keychain; each is replaced by a placeholder until the program starts.

use std::borrow::Cow;

use domain::{argument_value_name, named_secrets, placeholder};
use secrets::{Secret, without_keys};

/// Replaces each credential in the arguments by a placeholder. Returns the names of their values, which are none of `taken`, with
/// the values.
pub(super) fn take_keys(args: &mut [String], taken: &[String]) -> Vec<(String, Secret)> {
    let mut places = named_secrets(args);
    for (at, arg) in args.iter().enumerate() {
        if places.iter().any(|(place, _)| *place == at) {
            continue;
        }
        // A key by its own looks, alone or as the value of something.
        let value = arg.split_once('=').map_or(arg.as_str(), |(_, value)| value);
        let begin = arg.len() - value.len();
        if is_key(value) {
            places.push((at, begin..arg.len()));
        }
    }
    // From the back, so that the places before stay where they are.
    places.sort_by_key(|(at, range)| std::cmp::Reverse((*at, range.start)));
    let mut found: Vec<(String, Secret)> = Vec::new();
    for (at, range) in places {
        let option = at.checked_sub(1).and_then(|before| args.get(before));
        let beside = match option {
            Some(option) if range.start == 0 && option.starts_with('-') => option.clone(),
            Some(_) | None => name_before(&args[at], range.start),
        };
        let first = argument_value_name(&beside);
        let is_free =
            |name: &String| !taken.contains(name) && !found.iter().any(|(other, _)| other == name);
        let mut names = std::iter::once(first.clone())
            .chain((2..).map(|number: u32| format!("{first}_{number}")));
        let name = names.find(is_free).unwrap_or(first);
        let value = Secret::new(args[at][range.clone()].to_owned());
        args[at].replace_range(range, &placeholder(&name));
        found.push((name, value));
    }
    found
}

/// The name that an assignment gives to the value that begins here.
fn name_before(arg: &str, begin: usize) -> String {
    let before = arg.get(..begin).unwrap_or_default();
    let before = before.strip_suffix('=').unwrap_or_default();
    let begins = before.rfind(['?', '&', ';', ' ']).map_or(0, |at| at + 1);
    before.get(begins..).unwrap_or_default().to_owned()
}

fn is_key(word: &str) -> bool {
    !word.contains(char::is_whitespace) && matches!(without_keys(word), Cow::Owned(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_credential_is_replaced_and_kept_under_a_name_of_its_own() {
        let mut args: Vec<String> = [
            "--api-key",
            "abc123",
            "--api-key=def456",
            "https://h.example/?token=ghi789&x=1",
            "postgres://me:pass@db.example/x",
            "sk-canary-0123456789abcdef",
            "/home/me",
        ]
        .map(str::to_owned)
        .to_vec();
        let before = args.clone();
        let found = take_keys(&mut args, &["INNKEEPER_ARG_TOKEN".to_owned()]);
        let after = args.join(" ");
        for secret in ["abc123", "def456", "ghi789", "pass", "canary"] {
            assert!(!after.contains(secret), "{after}");
        }
        let mut names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 5);
        assert!(!names.contains(&"INNKEEPER_ARG_TOKEN"));
        for (name, value) in &found {
            for arg in &mut args {
                *arg = arg.replace(&placeholder(name), value.expose());
            }
        }
        assert_eq!(args, before);
    }
}
