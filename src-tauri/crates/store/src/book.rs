//! The book of seals: which seals count, under a number that the keychain keeps too.
//!
//! A seal alone says that this program wrote it once, not that it is the last one. The book lists the number and the digest of
//! each seal that counts. It has a number that grows with each change, and a code over both. Before a change is committed, the
//! number it will have is announced to the keychain, with what it changes. So an older book, or one that lacks a seal, is known as
//! such whatever the audit log says. Where a process ends between the two, the file holds the book before: it counts, but for
//! what the announced change was about.

use std::{collections::BTreeMap, fmt, str::FromStr};

use domain::{ServerId, now_ms};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::{Row, SqliteConnection};

use crate::{
    StoreError,
    columns::{count, number, to_json},
    seal::{Place, SealKey, Sealed},
};

/// Most places that an announcement names; beyond them it is about all.
const MAX_PLACES: usize = 32;
/// The mark of an announcement about all places.
const ALL: &str = "all";
/// The mark of a file without a book.
const NONE: &str = "-";

/// What the keychain keeps of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The number of the book before the last change; none if there was none.
    from: Option<u64>,
    /// The number of the book with it.
    to: u64,
    /// What the change is about; none if it is about everything.
    places: Option<Vec<Place>>,
}

impl Announced {
    /// Whether the change before it is about a place.
    fn is_about(&self, place: &Place) -> bool {
        self.places.as_ref().is_none_or(|all| all.contains(place))
    }
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Some(from) => write!(f, "1 {from} {}", self.to)?,
            None => write!(f, "1 {NONE} {}", self.to)?,
        }
        match &self.places {
            None => write!(f, " {ALL}"),
            Some(places) => places
                .iter()
                .try_for_each(|(server, section)| write!(f, " {server}/{}", section.as_str())),
        }
    }
}

impl FromStr for Announced {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let wrong = || StoreError::Damaged("not an announcement of a book of seals".into());
        let mut words = text.split(' ');
        if words.next() != Some("1") {
            return Err(wrong());
        }
        let from = match words.next().ok_or_else(wrong)? {
            NONE => None,
            from => Some(from.parse().map_err(|_| wrong())?),
        };
        let to = words.next().ok_or_else(wrong)?;
        let to = to.parse().map_err(|_| wrong())?;
        let rest: Vec<&str> = words.collect();
        let places = match rest.as_slice() {
            [ALL] => None,
            places => Some(
                places
                    .iter()
                    .map(|text| place(text))
                    .collect::<Result<_, _>>()?,
            ),
        };
        Ok(Self { from, to, places })
    }
}

fn place(text: &str) -> Result<Place, StoreError> {
    let wrong = || StoreError::Damaged("not a place of a seal".into());
    let (server, section) = text.split_once('/').ok_or_else(wrong)?;
    let server = server.parse().map_err(|_| wrong())?;
    Ok((server, section.parse()?))
}

/// What the keychain says of the book of a data directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeptNumber {
    /// It has never heard of one.
    #[default]
    None,
    /// This was announced last.
    Announced(Announced),
    /// It does not say: nothing that was sealed counts.
    Unreadable,
}

/// The numbers and digests of the seals that count.
pub(crate) type Entries = BTreeMap<Place, (u64, String)>;

/// What was found of the book when the file was opened.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BookState {
    /// There was never one: seals are of an earlier program.
    Never,
    /// It is the last one; what it says counts.
    Last(Entries),
    /// It is an older one, or is gone: nothing that was sealed counts.
    Stale,
}

/// A book in the file.
pub(crate) struct Stored {
    number: u64,
    text: String,
    code: Vec<u8>,
}

/// Reads the book in the file, if there is one.
pub(crate) async fn read(rows: &mut SqliteConnection) -> Result<Option<Stored>, StoreError> {
    let found = sqlx::query("SELECT number, seals, code FROM seal_book NOT INDEXED")
        .fetch_optional(rows)
        .await?;
    let stored = |row: sqlx::sqlite::SqliteRow| {
        Ok(Stored {
            number: count(&row, "number")?,
            text: row.try_get("seals")?,
            code: row.try_get("code")?,
        })
    };
    found.map(stored).transpose()
}

/// Places of which a book does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Doubted {
    /// These.
    Places(Vec<Place>),
    /// All of them.
    All,
}

impl Default for Doubted {
    fn default() -> Self {
        Self::Places(Vec::new())
    }
}

/// The book as this process keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SealBook {
    /// What it says.
    entries: Entries,
    /// The number it has in the file; none if none is there, or one that does not count.
    number: Option<u64>,
    /// What the book in the file says of these does not count: a change of them was announced, and is not in it.
    doubted: Doubted,
    /// The highest number that was ever given out.
    highest: u64,
    /// Whether the keychain lacks the number.
    unannounced: bool,
}

impl SealBook {
    /// Decides whether a book in the file is the last one, and begins with what it says.
    pub(crate) fn open(
        key: &SealKey,
        kept: &KeptNumber,
        stored: Option<Stored>,
    ) -> (Self, BookState) {
        let stored = stored.filter(|stored| {
            let code = code(key, stored.number, &stored.text);
            code.verify_slice(&stored.code).is_ok()
        });
        let announced = match kept {
            KeptNumber::Announced(announced) => Some(announced),
            KeptNumber::None | KeptNumber::Unreadable => None,
        };
        let highest = [stored.as_ref().map(|s| s.number), announced.map(|a| a.to)];
        let mut book = Self {
            highest: highest.into_iter().flatten().max().unwrap_or_default(),
            ..Self::default()
        };
        let number = stored.as_ref().map(|stored| stored.number);
        let found = match (announced, stored) {
            (None, None) if *kept == KeptNumber::None => BookState::Never,
            (Some(announced), Some(stored)) => of(announced, &stored),
            (None | Some(_), _) => BookState::Stale,
        };
        if let (BookState::Last(entries), Some(announced)) = (&found, announced) {
            book.entries = entries.clone();
            book.number = number;
            if number != Some(announced.to) {
                book.doubted = announced
                    .places
                    .clone()
                    .map_or(Doubted::All, Doubted::Places);
            }
        }
        (book, found)
    }

    /// What is kept without having been sealed by a change: what counted in the file of an earlier program.
    pub(crate) fn begin_with(&mut self, entries: Entries) {
        self.entries = entries;
    }

    /// Whether it says something of a place.
    pub(crate) fn lists(&self, place: &Place) -> bool {
        self.entries.contains_key(place)
    }

    /// The book with these seals, and its announcement. A seal without a digest is the end of one.
    pub(crate) fn next(&self, sealed: &[Sealed]) -> (Self, Announced) {
        let mut next = self.clone();
        for seal in sealed {
            let place = (seal.server, seal.section);
            if seal.digest.is_empty() {
                next.entries.remove(&place);
            } else {
                let entry = (seal.number, seal.digest.clone());
                next.entries.insert(place, entry);
            }
        }
        // Above the time as well: a number is not given out twice though the keychain forgot it.
        let now = u64::try_from(now_ms()).unwrap_or_default();
        let number = self.highest.saturating_add(1).max(now);
        next.highest = number;
        next.number = Some(number);
        let places = match std::mem::take(&mut next.doubted) {
            Doubted::All => None,
            Doubted::Places(mut places) => {
                places.extend(sealed.iter().map(|seal| (seal.server, seal.section)));
                places.sort_unstable();
                places.dedup();
                (places.len() <= MAX_PLACES).then_some(places)
            }
        };
        let announced = Announced {
            from: self.number,
            to: number,
            places,
        };
        (next, announced)
    }

    /// Takes over what came of a change.
    pub(crate) fn settle(&mut self, next: Self, announced: bool, committed: bool) {
        self.highest = next.highest;
        if committed {
            *self = next;
            self.unannounced = !announced;
        }
    }

    /// What the keychain still lacks; none if nothing.
    pub(crate) fn unannounced(&self) -> Option<Announced> {
        let to = self.number.filter(|_| self.unannounced)?;
        Some(Announced {
            from: Some(to),
            to,
            places: Some(Vec::new()),
        })
    }

    /// Notes that the keychain has a number.
    pub(crate) fn was_announced(&mut self, announced: &Announced) {
        if self.number == Some(announced.to) {
            self.unannounced = false;
        }
    }

    /// Writes it into the file.
    pub(crate) async fn write(
        &self,
        rows: &mut SqliteConnection,
        key: &SealKey,
    ) -> Result<(), StoreError> {
        let list: Vec<(String, &str, u64, &str)> = self
            .entries
            .iter()
            .map(|((server, section), (number, digest))| {
                (
                    server.to_string(),
                    section.as_str(),
                    *number,
                    digest.as_str(),
                )
            })
            .collect();
        let (text, own) = (to_json(&list)?, self.number.unwrap_or_default());
        let code = code(key, own, &text).finalize().into_bytes().to_vec();
        sqlx::query(
            "INSERT OR REPLACE INTO seal_book (one, number, seals, code) VALUES (1, ?, ?, ?)",
        )
        .bind(number(own))
        .bind(text)
        .bind(code)
        .execute(rows)
        .await?;
        Ok(())
    }
}

/// What a book says that this program wrote, by what was announced last.
fn of(announced: &Announced, stored: &Stored) -> BookState {
    let Ok(list) = serde_json::from_str::<Vec<(ServerId, String, u64, String)>>(&stored.text)
    else {
        return BookState::Stale;
    };
    // A section that this program does not know is left out.
    let entries = list
        .into_iter()
        .filter_map(|(server, section, number, digest)| {
            Some(((server, section.parse().ok()?), (number, digest)))
        });
    if stored.number == announced.to {
        return BookState::Last(entries.collect());
    }
    if Some(stored.number) == announced.from {
        let rest = entries.filter(|(place, _)| !announced.is_about(place));
        return BookState::Last(rest.collect());
    }
    BookState::Stale
}

fn code(key: &SealKey, number: u64, text: &str) -> Hmac<Sha256> {
    let mut code = Hmac::<Sha256>::new(key.bytes().into());
    code.update(format!("book {number} {text}").as_bytes());
    code
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{SEAL_KEY_BYTES, Section};

    fn seal(server: ServerId, section: Section, number: u64) -> Sealed {
        Sealed {
            server,
            section,
            number,
            digest: format!("{number:064x}"),
        }
    }

    fn stored(key: &SealKey, book: &SealBook) -> Stored {
        let list: Vec<_> = book
            .entries
            .iter()
            .map(|((server, section), (n, d))| (server.to_string(), section.as_str(), *n, d))
            .collect();
        let text = serde_json::to_string(&list).unwrap();
        let number = book.number.unwrap();
        Stored {
            number,
            code: code(key, number, &text).finalize().into_bytes().to_vec(),
            text,
        }
    }

    #[test]
    fn announcement_round_trips() {
        let server = ServerId::new();
        for (places, from) in [
            (None, None),
            (Some(vec![]), Some(4)),
            (
                Some(vec![(server, Section::Rules), (server, Section::Pins)]),
                Some(u64::MAX),
            ),
        ] {
            let announced = Announced {
                from,
                to: 7,
                places,
            };
            assert_eq!(
                announced.to_string().parse::<Announced>().unwrap(),
                announced
            );
        }
        for bad in [
            "",
            "1",
            "1 2",
            "2 - 3 all",
            "1 x 3",
            "1 2 3 all all",
            "1 2 3 a/rules",
            "1 2 3 ",
        ] {
            assert!(bad.parse::<Announced>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_last_book_counts_and_the_one_before_but_for_what_was_being_changed() {
        let key = SealKey::new([1; SEAL_KEY_BYTES]);
        let (a, b) = (ServerId::new(), ServerId::new());
        let (none, found) = SealBook::open(&key, &KeptNumber::None, None);
        assert_eq!(found, BookState::Never);
        let (first, one) = none.next(&[seal(a, Section::Rules, 1), seal(b, Section::Rules, 1)]);
        let (second, two) = first.next(&[seal(a, Section::Rules, 2)]);
        let (third, three) = second.next(&[seal(b, Section::Rules, 2)]);
        let found = |announced: &Announced, book: &SealBook| {
            let kept = KeptNumber::Announced(announced.clone());
            SealBook::open(&key, &kept, Some(stored(&key, book))).1
        };
        let whole = |book: &SealBook| BookState::Last(book.entries.clone());
        for (announced, book) in [(&one, &first), (&two, &second), (&three, &third)] {
            assert_eq!(found(announced, book), whole(book));
        }
        // The process ended before the commit.
        let rest = Entries::from([((b, Section::Rules), (1, format!("{:064x}", 1)))]);
        assert_eq!(found(&two, &first), BookState::Last(rest));
        assert_eq!(found(&three, &first), BookState::Stale);
        assert_eq!(found(&one, &second), BookState::Stale);
        // Nothing, another key, or a keychain that lost the number.
        for kept in [KeptNumber::Announced(one.clone()), KeptNumber::Unreadable] {
            assert_eq!(SealBook::open(&key, &kept, None).1, BookState::Stale);
        }
        for kept in [KeptNumber::None, KeptNumber::Unreadable] {
            assert_eq!(
                SealBook::open(&key, &kept, Some(stored(&key, &first))).1,
                BookState::Stale
            );
        }
        let other = SealKey::new([2; SEAL_KEY_BYTES]);
        let kept = KeptNumber::Announced(one);
        assert_eq!(
            SealBook::open(&other, &kept, Some(stored(&key, &first))).1,
            BookState::Stale
        );
        // What was in doubt stays so in the book before, however often the file goes on from it.
        let kept = KeptNumber::Announced(two.clone());
        let (again, _) = SealBook::open(&key, &kept, Some(stored(&key, &first)));
        let (_, fourth) = again.next(&[seal(b, Section::Rules, 2)]);
        assert_eq!(found(&fourth, &first), BookState::Last(Entries::new()));
        // Nor does the file go on from a book that does not count.
        let kept = KeptNumber::Announced(three);
        let (stale, _) = SealBook::open(&key, &kept, Some(stored(&key, &first)));
        let (_, fifth) = stale.next(&[seal(b, Section::Rules, 3)]);
        assert_eq!(found(&fifth, &first), BookState::Stale);
        // A change that failed does not give its number to the next one.
        let mut failed = second.clone();
        failed.settle(third.clone(), true, false);
        assert!(failed.next(&[]).0.highest > third.highest);
    }
}
