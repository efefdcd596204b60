//! Seals over what users allowed each server, so that rows which another program wrote into the file are noticed.
//!
//! The rows of a server are divided into [`Section`]s. A seal holds the digest of a section, a number that grows with each change,
//! and a code (HMAC-SHA-256) over both, with a key that is not in the data directory. Each change checks the section, writes the
//! rows and renews the seal in one transaction, then has the seal recorded in the audit log. So a section counts only if its rows
//! match its seal, the code is right, the [book](crate::book) lists it, and the log knows no higher number: rows that were added,
//! changed, removed, or put back from an older copy do not count until a person confirms them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ServerId;
use hmac::Mac;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::{
    StoreError,
    book::{self, Announced, BookState, SealBook},
    columns::number,
    digests::{digest, digests, former_digests, own_digests, stored},
    evidence::{Evidence, SealLog},
    judging::{InFile, Opened, State},
    seal::{Place, SealKey, Sealed, Section},
    shape,
};

/// What a server lacks confirmation of.
pub type Unconfirmed = BTreeMap<ServerId, BTreeSet<Section>>;

/// What counts as written by this program.
#[derive(Debug, Default)]
pub(crate) struct Authority(Mutex<State>);

impl Authority {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a section of a server counts, as this transaction sees it. A server that is not there has nothing that could not.
    pub(crate) async fn counts(
        &self,
        transaction: &mut SqliteConnection,
        server: ServerId,
        section: Section,
    ) -> Result<bool, StoreError> {
        self.compare(transaction).await?;
        self.has_counting(transaction, server, section).await
    }

    /// Compares the shape of the file as this transaction sees it: with another one, what is read next need not be what a digest
    /// is over.
    pub(crate) async fn compare(
        &self,
        transaction: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        if self.state().evidence.is_none() {
            return Ok(());
        }
        shape::compare_anew(transaction).await
    }

    /// [`Self::counts`] in a transaction whose shape was compared.
    pub(crate) async fn has_counting(
        &self,
        connection: &mut SqliteConnection,
        server: ServerId,
        section: Section,
    ) -> Result<bool, StoreError> {
        if self.state().evidence.is_none() {
            return Ok(true);
        }
        let Some(digest) = digest(connection, server, section).await? else {
            return Ok(true);
        };
        Ok(self.is_known((server, section), &digest))
    }

    /// Whether a section counts with this digest.
    fn is_known(&self, place: Place, digest: &str) -> bool {
        let state = self.state();
        let mut known = state.known.get(&place).into_iter().flatten();
        state.evidence.is_none() || known.any(|known| known == digest)
    }

    /// The servers of which a section does not count, as this transaction sees them.
    pub(crate) async fn uncounted(
        &self,
        rows: &mut SqliteConnection,
        sections: &[Section],
    ) -> Result<BTreeSet<ServerId>, StoreError> {
        Ok(unconfirmed(self, rows, sections)
            .await?
            .into_keys()
            .collect())
    }
}

/// A transaction that changes what users allowed. What counted before counts after it, under a new seal; what did not, does not.
pub(crate) struct Change<'a> {
    authority: &'a Authority,
    transaction: Transaction<'static, Sqlite>,
    touched: Vec<Place>,
    /// What it changes and what did not count before.
    doubtful: Vec<Place>,
}

impl<'a> Change<'a> {
    /// Begins a change in a transaction that holds the write lock. What it seals is what the table holds at its end, and that
    /// is what this program wrote only if nothing else writes in it: so the shape of the file is compared first.
    ///
    /// # Errors
    /// Another program changed the shape of the file ([`StoreError::Foreign`]), or it cannot be read.
    pub(crate) async fn begin(
        authority: &'a Authority,
        mut transaction: Transaction<'static, Sqlite>,
    ) -> Result<Self, StoreError> {
        shape::compare_whole(&mut transaction).await?;
        Ok(Self {
            authority,
            transaction,
            touched: Vec::new(),
            doubtful: Vec::new(),
        })
    }

    /// The connection to write with.
    pub(crate) fn rows(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }

    /// Names one more section that the change touches, before its rows are written.
    pub(crate) async fn touch(
        &mut self,
        server: ServerId,
        section: Section,
    ) -> Result<(), StoreError> {
        let place = (server, section);
        if self.touched.contains(&place) {
            return Ok(());
        }
        if self
            .authority
            .has_counting(&mut self.transaction, server, section)
            .await?
        {
            self.touched.push(place);
        } else {
            self.doubtful.push(place);
        }
        Ok(())
    }

    /// Names a section of which the change writes every row itself, so that it counts after it, whatever was there.
    pub(crate) fn vouch(&mut self, server: ServerId, section: Section) {
        let place = (server, section);
        if !self.touched.contains(&place) {
            self.touched.push(place);
        }
    }

    /// Names the sections of all servers that rows refer to: `query` selects their identifiers, its parameter is `value`.
    pub(crate) async fn touch_all(
        &mut self,
        query: &'static str,
        value: &str,
        section: Section,
    ) -> Result<(), StoreError> {
        let found: Vec<String> = sqlx::query_scalar(query)
            .bind(value)
            .fetch_all(&mut *self.transaction)
            .await?;
        for id in found {
            let server = id
                .parse()
                .map_err(|_| StoreError::Damaged("a server's identifier does not parse".into()))?;
            self.touch(server, section).await?;
        }
        Ok(())
    }

    /// Renews the seals and commits. Durable when it returns.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        let mut sealed = Vec::new();
        for (server, section) in std::mem::take(&mut self.touched) {
            let digest = digest(&mut self.transaction, server, section).await?;
            let digest = digest.unwrap_or_default();
            sealed.extend(self.authority.next(server, section, digest));
        }
        let doubtful = std::mem::take(&mut self.doubtful);
        sealed.extend(doubtful.into_iter().filter_map(|p| self.authority.end(p)));
        let Some(key) = self.authority.key().filter(|_| !sealed.is_empty()) else {
            let committed = self.transaction.commit().await;
            self.authority.settle(&sealed, committed.is_ok());
            return Ok(committed?);
        };
        let (next, announced) = self.authority.state().book.next(&sealed);
        let authority = self.authority;
        let (kept, committed) = self.commit_sealed(&key, &sealed, &next, &announced).await;
        authority.settle(&sealed, committed.is_ok());
        authority.state().book.settle(next, kept, committed.is_ok());
        committed?;
        authority.record(&sealed).await;
        Ok(())
    }

    /// Writes seals and their book, announces it, and commits. Says first whether the keychain has it: without, the change holds
    /// all the same, and is announced later.
    async fn commit_sealed(
        mut self,
        key: &SealKey,
        sealed: &[Sealed],
        next: &SealBook,
        announced: &Announced,
    ) -> (bool, Result<(), StoreError>) {
        let written = async {
            self.write(key, sealed).await?;
            next.write(&mut self.transaction, key).await
        };
        if let Err(error) = written.await {
            return (false, Err(error));
        }
        let kept = match self.authority.log() {
            Some(log) => log.announce(announced).await,
            None => false,
        };
        let committed = self.transaction.commit().await;
        (kept, committed.map_err(StoreError::from))
    }

    /// Writes the first book over seals of an earlier program, and commits.
    pub(crate) async fn begin_book(self, renewed: &[Sealed]) -> Result<(), StoreError> {
        let authority = self.authority;
        let Some(key) = authority.key() else {
            return Ok(());
        };
        let (next, announced) = authority.state().book.next(renewed);
        let (kept, committed) = self.commit_sealed(&key, renewed, &next, &announced).await;
        let mut state = authority.state();
        state.book.settle(next, kept, committed.is_ok());
        for seal in renewed.iter().filter(|_| committed.is_ok()) {
            state
                .numbers
                .insert((seal.server, seal.section), seal.number);
        }
        committed
    }

    /// Lets sections count as they were shown to a person, and commits.
    pub(crate) async fn confirm(mut self, shown: Shown) -> Result<(), StoreError> {
        for ((server, section), was) in shown.0 {
            let now = digest(&mut self.transaction, server, section).await?;
            if now.as_ref() != Some(&was) {
                return Err(StoreError::WrongState);
            }
            self.touched.push((server, section));
        }
        self.commit().await
    }

    async fn write(&mut self, key: &SealKey, sealed: &[Sealed]) -> Result<(), StoreError> {
        // The seal of a server that was removed went with it; those of the user are in the book alone.
        let kept = |seal: &&Sealed| !seal.digest.is_empty() && !seal.section.is_own();
        for seal in sealed.iter().filter(kept) {
            sqlx::query(
                "INSERT OR REPLACE INTO seals (server_id, section, number, digest, code) VALUES (?, ?, ?, ?, ?)",
            )
            .bind(seal.server.to_string())
            .bind(seal.section.as_str())
            .bind(number(seal.number))
            .bind(&seal.digest)
            .bind(key.code(seal).finalize().into_bytes().to_vec())
            .execute(&mut *self.transaction)
            .await?;
        }
        Ok(())
    }
}

impl Authority {
    /// Decides what counts, given what is known outside of the file.
    pub(crate) async fn open(
        &self,
        rows: &mut SqliteConnection,
        evidence: Evidence,
    ) -> Result<Opened, StoreError> {
        let mut state = State {
            numbers: evidence.logged.clone(),
            evidence: Some(evidence.clone()),
            ..State::default()
        };
        shape::compare_anew(rows).await?;
        // Nothing counts until all of it was read.
        self.replace(State {
            evidence: Some(evidence.clone()),
            ..State::default()
        });
        let found = InFile {
            seals: stored(rows).await?,
            now: digests(rows, &Section::ALL).await?,
            own: own_digests(rows).await?,
        };
        let book = book::read(rows).await?;
        let Some(key) = &evidence.key else {
            let sealed = !found.seals.is_empty() || book.is_some();
            if !sealed && !evidence.sealed_before && evidence.logged.is_empty() {
                let all = found.now.into_iter().chain(found.own);
                state.known = all.map(|(place, digest)| (place, vec![digest])).collect();
            }
            self.replace(state);
            return Ok(Opened::default());
        };
        let (book, is) = SealBook::open(key, &evidence.kept, book);
        state.book = book;
        let former = match is {
            BookState::Never => former_digests(rows).await?,
            BookState::Last(_) | BookState::Stale => HashMap::new(),
        };
        let opened = state.judge(key, &evidence, found, (&is, &former));
        self.replace(state);
        Ok(opened)
    }

    fn replace(&self, state: State) {
        *self.state() = state;
    }

    /// Where seals are recorded; none while nothing is sealed.
    fn log(&self) -> Option<Arc<dyn SealLog>> {
        let state = self.state();
        let evidence = state.evidence.as_ref()?;
        evidence.key.as_ref()?;
        Some(Arc::clone(&evidence.log))
    }

    /// Has the number of the book kept that the keychain did not take.
    pub(crate) async fn announce_again(&self) {
        let Some(announced) = self.state().book.unannounced() else {
            return;
        };
        let Some(log) = self.log() else { return };
        if log.announce(&announced).await {
            self.state().book.was_announced(&announced);
        }
    }

    /// What counts, as this connection sees it.
    pub(crate) async fn counted(&self, rows: &mut SqliteConnection) -> Result<Shown, StoreError> {
        let own = own_digests(rows).await?;
        let all = digests(rows, &Section::ALL).await?.into_iter().chain(own);
        Ok(Shown(
            all.filter(|(place, digest)| self.is_known(*place, digest))
                .collect(),
        ))
    }

    /// Whether the key of the seals could not be read.
    pub(crate) fn is_locked(&self) -> bool {
        let state = self.state();
        state.evidence.as_ref().is_some_and(|e| e.key.is_none())
    }

    fn key(&self) -> Option<SealKey> {
        self.state().evidence.as_ref()?.key.clone()
    }

    /// The next seal of a section; none where it is as before, or nothing is sealed yet. Its digest counts from now on, beside
    /// the one before it: a reader sees either.
    fn next(&self, server: ServerId, section: Section, digest: String) -> Option<Sealed> {
        let mut state = self.state();
        state.evidence.as_ref()?;
        let place = (server, section);
        let known = state.known.entry(place).or_default();
        if known.contains(&digest) {
            return None;
        }
        known.push(digest.clone());
        let number = state.numbers.get(&place).copied().unwrap_or_default() + 1;
        Some(Sealed {
            server,
            section,
            number,
            digest,
        })
    }

    /// The end of the seal of a section that did not count when it was changed: it does not count again though another program
    /// makes the rows what they were. None if it has none.
    fn end(&self, place: Place) -> Option<Sealed> {
        let state = self.state();
        state.evidence.as_ref()?;
        let mut known = state.known.get(&place).into_iter().flatten();
        let has_one = known.any(|digest| !digest.is_empty()) || state.book.lists(&place);
        let number = state.numbers.get(&place).copied().unwrap_or_default() + 1;
        has_one.then_some(Sealed {
            server: place.0,
            section: place.1,
            number,
            digest: String::new(),
        })
    }

    /// Keeps of the digests before and after a change the one that holds.
    fn settle(&self, sealed: &[Sealed], committed: bool) {
        let mut state = self.state();
        for seal in sealed {
            let place = (seal.server, seal.section);
            let known = state.known.entry(place).or_default();
            known.retain(|digest| (*digest == seal.digest) == committed);
            if committed {
                state.numbers.insert(place, seal.number);
            }
        }
    }

    /// Has seals recorded.
    pub(crate) async fn record(&self, sealed: &[Sealed]) {
        let Some(log) = self.log() else { return };
        for seal in sealed {
            log.sealed(seal).await;
        }
    }
}

/// What was shown to a person, to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(Vec<(Place, String)>);

/// What does not count as this transaction sees it.
pub(crate) async fn unconfirmed(
    authority: &Authority,
    rows: &mut SqliteConnection,
    sections: &[Section],
) -> Result<Unconfirmed, StoreError> {
    let mut found = Unconfirmed::new();
    authority.compare(rows).await?;
    for (place, digest) in digests(rows, sections).await? {
        if !authority.is_known(place, &digest) {
            found.entry(place.0).or_default().insert(place.1);
        }
    }
    Ok(found)
}

/// The digests of sections as this connection sees them.
pub(crate) async fn shown_as(
    rows: &mut SqliteConnection,
    shown: &Unconfirmed,
) -> Result<Shown, StoreError> {
    let mut digests = Vec::new();
    for (server, section) in places(shown) {
        if let Some(digest) = digest(rows, server, section).await? {
            digests.push(((server, section), digest));
        }
    }
    Ok(Shown(digests))
}

fn places(of: &Unconfirmed) -> impl Iterator<Item = Place> {
    of.iter()
        .flat_map(|(server, sections)| sections.iter().map(|section| (*server, *section)))
}
