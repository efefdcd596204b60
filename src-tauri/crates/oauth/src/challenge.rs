//! What a server says when it wants a sign-in: `WWW-Authenticate` (RFC 9110, section 11.6.1; RFC 6750, section 3).

use domain::Untrusted;

use crate::{
    OAuthError,
    bounds::HEADER_BYTES,
    proof::{BAD_PROOF, WANTS_NONCE},
    scope::Scopes,
};

/// What a server said when it wants a sign-in (2025-03-26, basic/authorization): for the one who signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// 401, or 403 for a sign-in that does not reach far enough.
    pub status: u16,
    /// Its `WWW-Authenticate`, several joined by commas, at most 8 KiB. Servers of 2025-03-26 often send none.
    pub header: Option<Untrusted<String>>,
    /// What the body of the answer says, for a person: bounded, hidden characters made visible.
    pub said: Option<String>,
}

impl Challenge {
    /// Whether it says where one signs in (RFC 9728, section 5.1).
    #[must_use]
    pub fn names_metadata(&self) -> bool {
        self.read().resource_metadata.is_some()
    }

    /// Whether the server wants more scopes than the token has (RFC 6750, section 3.1): a 403 that says so, or one that
    /// names scopes and no other error. Any other 403 asks for no sign-in.
    #[must_use]
    pub fn wants_more_scopes(&self) -> bool {
        let bearing = self.read();
        self.status == 403
            && match bearing.error.as_deref() {
                Some(error) => error == "insufficient_scope",
                None => !bearing.scopes.is_empty(),
            }
    }

    /// The scopes it asks for, each a claim of the server; empty if it names none.
    #[must_use]
    pub fn scopes(&self) -> Vec<String> {
        self.read().scopes.into_vec()
    }

    /// The same, asking for these scopes besides.
    #[must_use]
    pub fn and_scopes(self, more: &[String]) -> Self {
        let scopes = self
            .read()
            .scopes
            .union(&Scopes::of(more.iter().map(String::as_str)));
        if scopes.is_empty() {
            return self;
        }
        let text = self.header.map(Untrusted::into_data).unwrap_or_default();
        let first = ["Bearer", "DPoP"].into_iter().find_map(|scheme| {
            let (said, rest) = text.split_at_checked(scheme.len())?;
            (said.eq_ignore_ascii_case(scheme) && !rest.starts_with(is_token_char))
                .then_some((scheme, rest))
        });
        let (scheme, rest) = first.unwrap_or(("Bearer", text.as_str()));
        // The first of a name counts.
        let header = format!(
            "{scheme} scope=\"{}\", {}",
            scopes.to_vec().join(" "),
            rest.trim_start()
        );
        Self {
            header: Some(Untrusted::new(header)),
            ..self
        }
    }

    /// What it says is wrong with the proof of a bound token. Neither another token nor another sign-in changes it.
    pub(crate) fn refuses_proof(&self) -> Option<OAuthError> {
        match self.read().error.as_deref() {
            Some(WANTS_NONCE) => Some(OAuthError::NonceLoop),
            Some(BAD_PROOF) => Some(OAuthError::ProofRefused),
            Some(_) | None => None,
        }
    }

    pub(crate) fn read(&self) -> Bearing {
        let text = self.header.as_ref().map_or("", |h| h.as_data().as_str());
        let end = text.floor_char_boundary(HEADER_BYTES);
        bearing_of(&text[..end])
    }
}

/// What a challenge for a token says, in one or both of the schemes `Bearer` and `DPoP`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bearing {
    pub(crate) resource_metadata: Option<String>,
    pub(crate) scopes: Scopes,
    pub(crate) error: Option<String>,
    /// It takes a token alone.
    pub(crate) takes_bearer: bool,
    /// It takes a token that is bound to a key (RFC 9449, section 7.1).
    pub(crate) takes_bound: bool,
    /// The algorithms of proofs that it takes, if it names them.
    pub(crate) algorithms: Option<String>,
}

/// The first challenge of each of both schemes, in a header that may hold several; of one that cannot be read, what could be. What
/// the one for bound tokens says counts first.
fn bearing_of(text: &str) -> Bearing {
    let bearer = first_of(text, "Bearer");
    let Some(mut both) = first_of(text, "DPoP") else {
        return Bearing {
            takes_bearer: bearer.is_some(),
            ..bearer.unwrap_or_default()
        };
    };
    both.takes_bound = true;
    if let Some(bearer) = bearer {
        both.takes_bearer = true;
        both.scopes = both.scopes.union(&bearer.scopes);
        both.resource_metadata = both.resource_metadata.or(bearer.resource_metadata);
        both.error = both.error.or(bearer.error);
    }
    both
}

/// The first challenge of one scheme.
fn first_of(text: &str, wanted: &str) -> Option<Bearing> {
    let mut rest = Cursor { text };
    let mut found: Option<Bearing> = None;
    while let Some(item) = rest.item() {
        match (item, &mut found) {
            (Item::Scheme(_), Some(_)) => break,
            (Item::Scheme(scheme), None) if scheme.eq_ignore_ascii_case(wanted) => {
                found = Some(Bearing::default());
            }
            (Item::Parameter(name, value), Some(bearing)) => bearing.take(name, value),
            (Item::Scheme(_) | Item::Parameter(..), None) => {}
        }
    }
    found
}

impl Bearing {
    /// The first of a name counts.
    fn take(&mut self, name: &str, value: String) {
        if name.eq_ignore_ascii_case("resource_metadata") {
            self.resource_metadata.get_or_insert(value);
        } else if name.eq_ignore_ascii_case("scope") {
            if self.scopes.is_empty() {
                self.scopes = Scopes::read(&value);
            }
        } else if name.eq_ignore_ascii_case("error") {
            self.error.get_or_insert(value);
        } else if name.eq_ignore_ascii_case("algs") {
            self.algorithms.get_or_insert(value);
        }
    }
}

/// What can stand in a name, a little wider: servers write values without quotes.
fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~/".contains(c)
}

enum Item<'a> {
    Scheme(&'a str),
    Parameter(&'a str, String),
}

struct Cursor<'a> {
    text: &'a str,
}

impl<'a> Cursor<'a> {
    /// The next scheme or parameter; what is neither is stepped over.
    fn item(&mut self) -> Option<Item<'a>> {
        loop {
            self.text = self.text.trim_start_matches([' ', '\t', ',']);
            if self.text.is_empty() {
                return None;
            }
            let word = self.token();
            if word.is_empty() {
                let mut rest = self.text.chars();
                if rest.next() == Some('"') {
                    self.quoted();
                } else {
                    self.text = rest.as_str();
                }
                continue;
            }
            let after = self.text.trim_start_matches([' ', '\t']);
            let Some(value) = after.strip_prefix('=') else {
                return Some(Item::Scheme(word));
            };
            let value = value.trim_start_matches([' ', '\t']);
            self.text = value;
            let value = if value.starts_with('"') {
                self.quoted()
            } else {
                self.bare()
            };
            return Some(Item::Parameter(word, value));
        }
    }

    fn token(&mut self) -> &'a str {
        let end = self.text.find(|c| !is_token_char(c));
        let end = end.unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word
    }

    /// A value without quotes: as servers send URLs too, up to a comma or a space.
    fn bare(&mut self) -> String {
        let end = self.text.find([',', ' ', '\t']).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word.to_owned()
    }

    /// A quoted value; one that is not ended ends with the header.
    fn quoted(&mut self) -> String {
        let mut value = String::new();
        let mut rest = self.text.chars();
        rest.next();
        while let Some(c) = rest.next() {
            match c {
                '"' => break,
                '\\' => value.extend(rest.next()),
                _ => value.push(c),
            }
        }
        self.text = rest.as_str();
        value
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> (Option<String>, Vec<String>, Option<String>) {
        let b = bearing_of(text);
        (b.resource_metadata, b.scopes.into_vec(), b.error)
    }

    #[test]
    fn challenges_are_read_as_servers_write_them() {
        let url = Some("https://h.example/x".to_owned());
        let scopes = vec!["a".to_owned(), "b:c".to_owned()];
        for text in [
            r#"Bearer resource_metadata="https://h.example/x", scope="a b:c""#,
            r#"bearer realm="a, Bearer scope=\"z\"", SCOPE = "a b:c" , Resource_Metadata=https://h.example/x"#,
            r#"Basic realm="x", Bearer scope="a b:c", resource_metadata="https://h.example/x", Digest scope="no""#,
            r#"Negotiate dG9rZW4=, Bearer resource_metadata="https://h.example/x",,scope="a b:c", scope="later""#,
            r#"Bearer  scope="a b:c",resource_metadata="https://h.example/x"#,
        ] {
            assert_eq!(read(text), (url.clone(), scopes.clone(), None), "{text}");
        }
        assert_eq!(read("Basic scope=\"a\""), (None, vec![], None));
        assert_eq!(read("Bearer"), (None, vec![], None));
        let more = Challenge {
            status: 403,
            header: Some(Untrusted::new(
                r#"Bearer error="insufficient_scope", scope="w""#.into(),
            )),
            said: None,
        };
        assert!(more.wants_more_scopes());
        assert_eq!(more.scopes(), ["w"]);
        let both = more.clone().and_scopes(&["a".into(), "bad\"one".into()]);
        assert_eq!(
            (both.scopes(), both.wants_more_scopes()),
            (vec!["a".into(), "w".into()], true)
        );
        let bare = Challenge {
            status: 401,
            header: None,
            said: None,
        };
        assert_eq!(bare.clone().and_scopes(&["a".into()]).scopes(), ["a"]);
        assert_eq!(bare.clone().and_scopes(&[]), bare);
        // The words elsewhere are not the error.
        let other = Challenge {
            status: 403,
            header: Some(Untrusted::new(
                r#"Bearer error="access_denied", error_description="insufficient_scope""#.into(),
            )),
            said: None,
        };
        assert!(!other.wants_more_scopes());
    }

    #[test]
    fn challenge_for_bound_tokens_is_read_beside_the_other() {
        let read =
            bearing_of(r#"DPoP algs="ES256 PS256", resource_metadata="https://h.example/x""#);
        assert!(read.takes_bound && !read.takes_bearer);
        assert_eq!(read.algorithms.as_deref(), Some("ES256 PS256"));
        assert_eq!(
            read.resource_metadata.as_deref(),
            Some("https://h.example/x")
        );
        let read = bearing_of(
            r#"Bearer scope="a", error="invalid_token", DPoP error="use_dpop_nonce", scope="b""#,
        );
        assert!(read.takes_bound && read.takes_bearer);
        assert_eq!(read.error.as_deref(), Some("use_dpop_nonce"));
        assert_eq!(read.scopes.into_vec(), ["a", "b"]);
        assert!(!bearing_of(r#"Bearer realm="DPoP""#).takes_bound);
        let only = Challenge {
            status: 401,
            header: Some(Untrusted::new("DPoP algs=ES256".into())),
            said: None,
        };
        let more = only.and_scopes(&["a".into()]).read();
        assert!(more.takes_bound && !more.takes_bearer);
        assert_eq!(more.scopes.into_vec(), ["a"]);
    }

    proptest! {
        #[test]
        fn no_header_ends_the_program(text in "\\PC{0,200}") {
            let _ = bearing_of(&text);
        }

        #[test]
        fn what_is_quoted_comes_back(value in "[ -~]{0,60}") {
            let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
            let text = format!("Basic a=b, Bearer x=y, error=\"{quoted}\", z=\"\"");
            prop_assert_eq!(bearing_of(&text).error, Some(value));
        }
    }
}
