//! The name of one keychain entry.

use crate::{MAX_NAME_BYTES, SecretsError};

/// One secret of one scope. Scopes are made by [`crate::Keychain`] only, so a handle cannot name another's entries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EntryKey {
    scope: String,
    name: String,
}

impl EntryKey {
    pub(crate) fn new(scope: &str, name: &str) -> Result<Self, SecretsError> {
        if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
            return Err(SecretsError::BadName);
        }
        Ok(Self {
            scope: scope.to_owned(),
            name: name.to_owned(),
        })
    }

    /// The account name of part `number`, from 1. The number stands before the name, and a scope contains no dot
    /// after its identifier, so no name can be chosen that collides with a part of another secret.
    pub(crate) fn account(&self, number: usize) -> String {
        match number {
            1 => format!("{}/{}", self.scope, self.name),
            _ => format!("{}.{number}/{}", self.scope, self.name),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_reach_other_entries() {
        let key = |name: &str| EntryKey::new("host", name);
        assert_eq!(key("a").unwrap().account(1), "host/a");
        assert_eq!(key("a").unwrap().account(2), "host.2/a");
        assert_ne!(
            key(".2/a").unwrap().account(1),
            key("a").unwrap().account(2)
        );
        assert_eq!(key("").unwrap_err(), SecretsError::BadName);
        assert_eq!(key("a\0").unwrap_err(), SecretsError::BadName);
        assert_eq!(key(&"a".repeat(257)).unwrap_err(), SecretsError::BadName);
    }
}
