//! Scopes (RFC 6749, section 3.3), and which of them are asked for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::bounds::{SCOPE_BYTES, SCOPES};

/// The scope that asks for a refresh token (OpenID Connect Core, section 11).
const OFFLINE: &str = "offline_access";

/// A set of scopes: valid, bounded, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Scopes(BTreeSet<String>);

impl Scopes {
    /// The scopes of a text that separates them by spaces; what is no scope is left out.
    pub(crate) fn read(text: &str) -> Self {
        Self::of(text.split(' '))
    }

    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let good = |s: &&str| {
            let letter = |b: u8| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
            !s.is_empty() && s.len() <= SCOPE_BYTES && s.bytes().all(letter)
        };
        let names = names.into_iter().filter(good).take(SCOPES);
        Self(names.map(str::to_owned).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, scope: &str) -> bool {
        self.0.contains(scope)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        Self::of(self.0.union(&other.0).map(String::as_str))
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).cloned().collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(crate) fn into_vec(self) -> Vec<String> {
        self.0.into_iter().collect()
    }

    pub(crate) fn to_vec(&self) -> Vec<String> {
        self.clone().into_vec()
    }
}

/// What the choice of scopes depends on.
pub(crate) struct ScopeSources<'a> {
    /// Those of the server's challenge.
    pub(crate) challenged: &'a Scopes,
    /// Those of the server's metadata.
    pub(crate) of_resource: Option<&'a Scopes>,
    /// Those of the issuer's metadata.
    pub(crate) of_issuer: Option<&'a Scopes>,
    /// Those of the sign-in that does not reach far enough: they are kept.
    pub(crate) kept: Option<&'a Scopes>,
}

/// The scopes to ask for (2025-11-25, basic/authorization, scope selection strategy): those of the challenge, else those of
/// the server's metadata, else none; `offline_access` only where the issuer offers it.
pub(crate) fn choose(sources: &ScopeSources<'_>) -> Scopes {
    let mut chosen = match (sources.challenged.is_empty(), sources.of_resource) {
        (false, _) => sources.challenged.clone(),
        (true, Some(scopes)) => scopes.clone(),
        (true, None) => Scopes::default(),
    };
    if let Some(kept) = sources.kept {
        chosen = chosen.union(kept);
    }
    if sources.of_issuer.is_some_and(|scopes| scopes.has(OFFLINE)) {
        // Alone it would turn "whatever is usual" into "nothing but a refresh token".
        if !chosen.is_empty() {
            chosen.0.insert(OFFLINE.to_owned());
        }
    } else {
        chosen.0.remove(OFFLINE);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(challenged: &str, resource: Option<&str>, issuer: &str, kept: &str) -> String {
        let (resource, issuer) = (resource.map(Scopes::read), Scopes::read(issuer));
        let (challenged, kept) = (Scopes::read(challenged), Scopes::read(kept));
        let sources = ScopeSources {
            challenged: &challenged,
            of_resource: resource.as_ref(),
            of_issuer: Some(&issuer),
            kept: Some(&kept),
        };
        choose(&sources).into_vec().join(" ")
    }

    #[test]
    fn the_challenge_comes_first() {
        assert_eq!(chosen("b a", Some("c"), "", ""), "a b");
        assert_eq!(chosen("", Some("c d"), "", ""), "c d");
        assert_eq!(chosen("", None, "x", ""), "");
        assert_eq!(chosen("w", Some("r w"), "", "r"), "r w");
    }

    #[test]
    fn offline_access_only_where_it_is_offered() {
        assert_eq!(
            chosen("a", None, "a offline_access", ""),
            "a offline_access"
        );
        assert_eq!(chosen("a offline_access", None, "a", ""), "a");
        assert_eq!(chosen("", None, "offline_access", ""), "");
    }

    #[test]
    fn what_is_no_scope_is_left_out() {
        let long = "x".repeat(SCOPE_BYTES + 1);
        let text = format!("a  b\" c\\ d\u{e9} {long} e\u{1b}");
        assert_eq!(Scopes::read(&text).into_vec(), ["a"]);
        let many = (0..500).map(|i| format!("s{i} ")).collect::<String>();
        assert_eq!(Scopes::read(&many).into_vec().len(), SCOPES);
    }
}
