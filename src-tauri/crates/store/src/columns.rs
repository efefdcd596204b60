//! Reads and writes the texts in columns: identifiers, digests, closed words, JSON.

use std::str::FromStr;

use serde::{Serialize, de::DeserializeOwned};
use sqlx::{Row, sqlite::SqliteRow};

use crate::StoreError;

/// Reads a text column that must parse.
pub(crate) fn parsed<T: FromStr>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    parse(row.try_get(column)?, column)
}

/// Reads a text column that must parse unless absent.
pub(crate) fn parsed_option<T: FromStr>(
    row: &SqliteRow,
    column: &str,
) -> Result<Option<T>, StoreError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(|text| parse(text, column)).transpose()
}

fn parse<T: FromStr>(text: &str, column: &str) -> Result<T, StoreError> {
    text.parse()
        .map_err(|_| StoreError::Damaged(format!("the column {column} does not parse")))
}

/// Reads a JSON column.
pub(crate) fn json<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    from_json(row.try_get(column)?, column)
}

/// Reads a JSON column that may be absent.
pub(crate) fn json_option<T: DeserializeOwned>(
    row: &SqliteRow,
    column: &str,
) -> Result<Option<T>, StoreError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(|text| from_json(text, column)).transpose()
}

pub(crate) fn from_json<T: DeserializeOwned>(text: &str, column: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|_| StoreError::Damaged(format!("the column {column} does not parse")))
}

pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Invalid(error.to_string()))
}

/// Reads a count, which is never negative.
pub(crate) fn count(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number)
        .map_err(|_| StoreError::Damaged(format!("the column {column} is negative")))
}

/// Writes a count; SQLite's integers end at 2^63.
pub(crate) fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// An error if nothing was changed.
pub(crate) fn changed(rows: u64) -> Result<(), StoreError> {
    if rows == 0 {
        Err(StoreError::NotFound)
    } else {
        Ok(())
    }
}

/// A closed set of words, stored as their text.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// The word as it is stored.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::StoreError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::StoreError::Damaged(concat!("not a ", stringify!($name)).into())),
                }
            }
        }
    };
}
pub(crate) use words;
