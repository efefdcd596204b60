//! What counts, and how that is decided when the file is opened.

use std::collections::HashMap;

use hmac::Mac;

use crate::{
    book::{BookState, Entries, SealBook},
    evidence::Evidence,
    seal::{Place, SealKey, Sealed},
};

/// What counts, in this run.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// None until the evidence is there: everything counts, and nothing is sealed.
    pub evidence: Option<Evidence>,
    /// The digests that count: of the section as it is, and while a change is committed also of what it will be.
    pub known: HashMap<Place, Vec<String>>,
    /// The highest number of each seal.
    pub numbers: HashMap<Place, u64>,
    /// The seals that count, as the file and the keychain have them.
    pub book: SealBook,
}

/// What is to be done after what counts was decided.
#[derive(Debug, Default)]
pub(crate) struct Opened {
    /// The seals that the log lacks.
    pub unrecorded: Vec<Sealed>,
    /// The seals of an earlier program that are to be made anew over the content itself.
    pub renewed: Vec<Sealed>,
    /// Whether the first book is to be written over seals of an earlier program.
    pub first_book: bool,
}

/// What the file holds when it is opened.
pub(crate) struct InFile {
    pub seals: HashMap<Place, (Sealed, Vec<u8>)>,
    /// The digests of the sections of servers.
    pub now: Vec<(Place, String)>,
    /// The digests of the user's own decisions.
    pub own: Vec<(Place, String)>,
}

impl State {
    /// Decides what counts, with a key. `is` is what the book is, `former` the digests that an earlier program sealed.
    pub(crate) fn judge(
        &mut self,
        key: &SealKey,
        evidence: &Evidence,
        found: InFile,
        (is, former): (&BookState, &HashMap<Place, String>),
    ) -> Opened {
        let mut opened = Opened::default();
        let none = Entries::new();
        let list = match is {
            BookState::Last(list) => list,
            BookState::Never | BookState::Stale => &none,
        };
        for (place, (number, _)) in list {
            let highest = self.numbers.entry(*place).or_default();
            *highest = (*highest).max(*number);
        }
        self.judge_own(evidence, list, found.own);
        let mut entries = Entries::new();
        for (place, digest) in found.now {
            let Some((seal, code)) = found.seals.get(&place) else {
                continue;
            };
            let listed = match is {
                BookState::Never => true,
                BookState::Last(_) => list.get(&place) == Some(&(seal.number, digest.clone())),
                BookState::Stale => false,
            };
            let counts = listed
                && is_fresh(evidence, &place, seal.number)
                && seal.digest == *former.get(&place).unwrap_or(&digest)
                && key.code(seal).verify_slice(code).is_ok();
            if !counts {
                continue;
            }
            self.numbers.insert(place, seal.number);
            if seal.digest != digest {
                opened.renewed.push(Sealed {
                    number: seal.number + 1,
                    digest: digest.clone(),
                    ..seal.clone()
                });
            } else if evidence
                .logged
                .get(&place)
                .is_none_or(|logged| *logged < seal.number)
            {
                opened.unrecorded.push(seal.clone());
            }
            entries.insert(place, (seal.number, digest.clone()));
            self.known.insert(place, vec![digest]);
        }
        if *is == BookState::Never {
            opened.first_book = !found.seals.is_empty();
            self.book.begin_with(entries);
        }
        opened
    }

    /// Decides which of the user's own decisions count. They have no seals but in the book.
    fn judge_own(&mut self, evidence: &Evidence, list: &Entries, own: Vec<(Place, String)>) {
        for (place, digest) in own {
            let entry = list.get(&place);
            let counts = |(number, sealed): &(u64, String)| {
                *sealed == digest && is_fresh(evidence, &place, *number)
            };
            if entry.is_some_and(counts) {
                self.known.insert(place, vec![digest]);
            }
        }
    }
}

/// Whether the log knows no later seal, and is whole.
fn is_fresh(evidence: &Evidence, place: &Place, number: u64) -> bool {
    let logged = evidence.logged.get(place);
    evidence.log_is_whole && logged.is_none_or(|logged| *logged <= number)
}
