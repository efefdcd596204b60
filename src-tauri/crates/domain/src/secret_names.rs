//! Names of fields that hold secrets.

/// Parts of field names that indicate a secret; compared in lower case without `_` and `-`.
const SECRET_NAMES: [&str; 11] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "accesskey",
    "apikey",
    "authorization",
    "credential",
    "privatekey",
    "cookie",
];

/// Whether the name of a field indicates a secret: a password, a token, a key.
#[must_use]
pub fn is_secret_name(key: &str) -> bool {
    let key: String = key
        .to_lowercase()
        .chars()
        .filter(|c| *c != '_' && *c != '-')
        .collect();
    SECRET_NAMES.iter().any(|name| key.contains(name))
}
