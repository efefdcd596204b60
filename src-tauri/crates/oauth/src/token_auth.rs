//! Client authentication at the token endpoint.

use serde::{Deserialize, Serialize};

/// How a client authenticates at the token endpoint (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenAuth {
    /// Not at all: it is public, and PKCE protects the code.
    None,
    /// Its secret in a header.
    Basic,
    /// Its secret in the body.
    Post,
}

impl TokenAuth {
    /// By its name in metadata.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "client_secret_basic" => Some(Self::Basic),
            "client_secret_post" => Some(Self::Post),
            _ => None,
        }
    }

    /// Its name in metadata.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
        }
    }
}
