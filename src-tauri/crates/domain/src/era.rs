//! Which way of speaking to a server a user chose.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The choice for one server. It widens nothing: what a server may do is the same both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EraChoice {
    /// Innkeeper chooses.
    #[default]
    Automatic,
    /// Always with a session.
    WithSessions,
    /// Never with a session.
    WithoutSessions,
}

impl fmt::Display for EraChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Automatic => "automatic",
            Self::WithSessions => "with_sessions",
            Self::WithoutSessions => "without_sessions",
        })
    }
}

/// A word that names no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEraChoice;

impl FromStr for EraChoice {
    type Err = UnknownEraChoice;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Automatic, Self::WithSessions, Self::WithoutSessions]
            .into_iter()
            .find(|choice| choice.to_string() == text)
            .ok_or(UnknownEraChoice)
    }
}
