//! The shape of a database file: its tables, indices, views and triggers, compared with those that the program makes itself.
//!
//! Another program that may write the file can put a trigger into it, which then writes rows inside the transactions of this
//! program. So a file whose shape is not the program's own is not written to.

use std::{collections::BTreeMap, fmt};

use sqlx::{ConnectOptions, Row, SqliteConnection, SqliteExecutor, sqlite::SqliteConnectOptions};

/// Most differences that are named; of further ones the number.
const MAX_NAMED: usize = 5;
/// Longest name that is repeated, in characters.
const MAX_NAME_CHARS: usize = 80;

/// What an object is, and its name.
type Place = (String, String);

/// The objects of a file.
#[derive(Clone, Debug, Default)]
pub struct Shape(BTreeMap<Place, Object>);

/// What an object says.
#[derive(Clone, Debug)]
struct Object {
    /// The table it belongs to.
    table: String,
    /// Its statement; none for what SQLite makes itself.
    sql: Option<String>,
}

impl Object {
    /// Whether both say the same, with each run of blanks and comments as one blank.
    fn says_as(&self, other: &Self) -> bool {
        let blank = |object: &Self| object.sql.as_deref().map(one_blank);
        self.table == other.table && (self.sql == other.sql || blank(self) == blank(other))
    }
}

impl Shape {
    /// Reads the shape of a file as this connection sees it.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn read<'c>(connection: impl SqliteExecutor<'c>) -> Result<Self, sqlx::Error> {
        let rows = sqlx::query("SELECT type, name, tbl_name, sql FROM sqlite_schema")
            .fetch_all(connection)
            .await?;
        let mut objects = BTreeMap::new();
        for row in &rows {
            let place = (row.try_get("type")?, row.try_get("name")?);
            let object = Object {
                table: row.try_get("tbl_name")?,
                sql: row.try_get("sql")?,
            };
            objects.insert(place, object);
        }
        Ok(Self(objects))
    }

    /// Reads the shape anew, and lets this connection forget the one it has. To be called in a transaction that holds the write
    /// lock: from then on the connection does what was read, and no other program can change it. A version number would not show
    /// as much, for another program can set it back.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn read_anew(connection: &mut SqliteConnection) -> Result<Self, sqlx::Error> {
        sqlx::query("PRAGMA writable_schema = RESET")
            .execute(&mut *connection)
            .await?;
        Self::read(connection).await
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a file has, lacks or says otherwise than this shape; none if nothing.
    #[must_use]
    pub fn difference(&self, found: &Self) -> Option<Difference> {
        let other = found.0.iter().filter_map(|(place, object)| {
            let what = match self.0.get(place) {
                None => "unknown",
                Some(own) if !own.says_as(object) => "changed",
                Some(_) => return None,
            };
            Some(named(what, place, &object.table))
        });
        let lacks = self
            .0
            .iter()
            .filter(|(place, _)| !found.0.contains_key(*place));
        let lacks = lacks.map(|(place, object)| named("missing", place, &object.table));
        let all: Vec<String> = other.chain(lacks).collect();
        (!all.is_empty()).then_some(Difference(all))
    }
}

/// A connection to an empty database in memory.
///
/// # Errors
/// SQLite has no memory for it.
pub async fn in_memory() -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::new()
        .in_memory(true)
        .disable_statement_logging()
        .connect()
        .await
}

/// How a file differs from what the program makes. Its text names the first five objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(Vec<String>);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: Vec<&str> = self.0.iter().take(MAX_NAMED).map(String::as_str).collect();
        f.write_str(&named.join(", "))?;
        match self.0.len().saturating_sub(MAX_NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

fn named(what: &str, (kind, name): &Place, table: &str) -> String {
    // The words are another program's: they are repeated with their hidden characters visible.
    let short = |text: &str| text.chars().take(MAX_NAME_CHARS).collect::<String>();
    let (kind, name, on) = (short(kind), short(name), short(table));
    let kind = kind.escape_debug();
    if name == on {
        format!("{what} {kind} {name:?}")
    } else {
        format!("{what} {kind} {name:?} on {on:?}")
    }
}

/// A statement with each run of blanks and comments outside of quotes as one blank.
fn one_blank(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '\'' | '"' | '`' => quoted(rest, first),
            '[' => quoted(rest, ']'),
            _ if blank(rest) > 0 => {
                rest = &rest[blank(rest)..];
                if !out.ends_with(' ') {
                    out.push(' ');
                }
                continue;
            }
            _ => first.len_utf8(),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// How many bytes a quoted piece has, which begins the text. A doubled quote ends one piece and begins the next.
fn quoted(text: &str, end: char) -> usize {
    let inner = text.char_indices().skip(1);
    let mut ends = inner
        .filter(|(_, c)| *c == end)
        .map(|(at, c)| at + c.len_utf8());
    ends.next().unwrap_or(text.len())
}

/// How many bytes a blank or a comment has that begins the text; 0 if none does.
fn blank(text: &str) -> usize {
    if text.starts_with("--") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text
            .get(2..)
            .and_then(|inner| inner.find("*/"))
            .map_or(text.len(), |at| at + 4);
    }
    let blanks = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
    text.find(|c| !blanks(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::one_blank;

    #[test]
    fn blanks_and_comments_count_as_one_blank_outside_of_quotes_only() {
        for (one, other) in [
            ("CREATE  TABLE\r\n\ta (b)", "CREATE TABLE a (b)"),
            ("a -- of all\n b", "a b"),
            ("a /* of\nall */ b", "a b"),
        ] {
            assert_eq!(one_blank(one), one_blank(other), "{one}");
        }
        for (one, other) in [
            ("a 'x  y'", "a 'x y'"),
            ("a \"x  y\"", "a \"x y\""),
            ("a [x  y]", "a [x y]"),
            ("a '-- b' c", "a ' c"),
            ("a '/* b' c */", "a ' '"),
            ("a -- x\n b", "a -- x b"),
            ("x'ab'", "x 'ab'"),
            ("'it''s  a'", "'it''s a'"),
        ] {
            assert_ne!(one_blank(one), one_blank(other), "{one}");
        }
    }
}
