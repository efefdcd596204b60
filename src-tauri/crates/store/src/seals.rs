//! Opens, checks and confirms the seals over what users allowed.

use crate::{
    KeptNumber, StoreError,
    authority::{Change, Shown, Unconfirmed, shown_as, unconfirmed},
    book,
    database::Database,
    digests::stored,
    evidence::Evidence,
    seal::Section,
};

/// Opens, checks and confirms seals.
#[derive(Clone, Copy, Debug)]
pub struct Seals<'a>(pub(crate) &'a Database);

impl Seals<'_> {
    /// Decides what counts, given what is known outside of the file. Without a key everything counts if nothing was ever sealed,
    /// and nothing if something was. Seals that the log lacks, because the last run ended between the two, are recorded.
    ///
    /// # Errors
    /// The file could not be read; then nothing counts.
    pub async fn open(&self, evidence: Evidence) -> Result<(), StoreError> {
        let authority = self.0.authority();
        let mut rows = self.0.reader().begin().await?;
        let opened = authority.open(&mut rows, evidence).await?;
        rows.rollback().await?;
        if opened.first_book {
            let change = Change::begin(authority, self.0.begin().await?).await?;
            change.begin_book(&opened.renewed).await?;
            authority.record(&opened.renewed).await;
        }
        authority.record(&opened.unrecorded).await;
        Ok(())
    }

    /// Has the keychain keep the number of the last change, if it did not take it when it was made.
    pub async fn announce_again(&self) {
        self.0.authority().announce_again().await;
    }

    /// Opens again with a key that could not be read before. What counted until now still does, if nothing was ever sealed.
    ///
    /// # Errors
    /// The file could not be read or written; then nothing counts.
    pub async fn unlock(&self, evidence: Evidence) -> Result<(), StoreError> {
        let counted = self.counted().await?;
        let mut rows = self.0.reader().begin().await?;
        let sealed = !stored(&mut rows).await?.is_empty() || book::read(&mut rows).await?.is_some();
        let ever = sealed
            || evidence.sealed_before
            || evidence.kept != KeptNumber::None
            || !evidence.logged.is_empty();
        rows.rollback().await?;
        self.open(evidence).await?;
        if ever {
            return Ok(());
        }
        self.confirm(counted).await
    }

    /// What counts, as the file is now.
    async fn counted(&self) -> Result<Shown, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let digests = self.0.authority().counted(&mut rows).await;
        rows.rollback().await?;
        digests
    }

    /// What does not count until a person confirms it, as the file is now.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn unconfirmed(&self) -> Result<Unconfirmed, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let found = unconfirmed(self.0.authority(), &mut rows, &Section::ALL).await;
        rows.rollback().await?;
        found
    }

    /// The digests of what a person is shown, to be given to [`Self::confirm`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn shown(&self, shown: &Unconfirmed) -> Result<Shown, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let digests = shown_as(&mut rows, shown).await;
        rows.rollback().await?;
        digests
    }

    /// Lets sections count as they were shown to a person.
    ///
    /// # Errors
    /// One of them is not as it was shown ([`StoreError::WrongState`]), or the file could not be written: then nothing changed.
    pub async fn confirm(&self, shown: Shown) -> Result<(), StoreError> {
        let change = Change::begin(self.0.authority(), self.0.begin().await?).await?;
        change.confirm(shown).await
    }
}
