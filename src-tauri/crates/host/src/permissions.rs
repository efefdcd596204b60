//! Stored permissions count only if this program wrote them. Seals over them are checked with a key in the keychain and with the
//! number of their book beside it. What does not pass is confirmed by a person, in one list.

pub(crate) mod book;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use audit::Verification;
use consent::{NewRule, StoredAuthority, Widening};
use domain::{RootAccess, ServerId};
use host_api::{ApiError, ErrorCode, Event, UnconfirmedView};
use messages::phrases;
use policy::{Condition, Tier};
use secrets::{KeychainStatus, Secret};
use store::{
    Evidence, KeptNumber, SEAL_KEY_BYTES, SealKey, Section, ServerRecord, Store, StoreError,
    Unconfirmed,
};

use crate::{
    checkpoint,
    inner::{Host, Inner},
    ledger,
    state::{CurrentSettings, RegistrySetting, effect, tier_of},
};

/// The keychain entry that holds the key.
pub(crate) const KEY: &str = "permissions-key";
/// Maximum number of entries in the list that a person confirms.
const MAX_LISTED: usize = 2_000;

impl Host {
    /// Returns the servers whose stored permissions have to be confirmed, if there are any.
    #[must_use]
    pub fn unconfirmed(&self) -> Option<UnconfirmedView> {
        self.inner.permissions.view()
    }

    /// Has a person confirm the stored permissions that this program cannot tell that it wrote, all in one list. If the key could
    /// not be read before, the keychain is opened first.
    ///
    /// # Errors
    /// The keychain cannot be opened, they cannot be read, they are too many to be shown, they changed meanwhile, or a person did
    /// not confirm them; then they still do not count.
    pub async fn review_permissions(&self) -> Result<(), ApiError> {
        let inner = &self.inner;
        if !inner.permissions.has_key() {
            inner.retry_keychain().await;
        }
        if !inner.permissions.has_key() {
            let message = phrases::host_permissions_need_keychain();
            return Err(
                ApiError::new(ErrorCode::Keychain, message).hint(phrases::host_keychain_hint())
            );
        }
        inner.refresh_permissions().await?;
        let found = inner.store.seals().unconfirmed().await?;
        if found.is_empty() {
            return Ok(());
        }
        let shown = inner.store.seals().shown(&found).await?;
        let stored = inner.stored(&found).await?;
        inner.confirm(None, Widening::Stored(stored)).await?;
        match inner.store.seals().confirm(shown).await {
            Err(StoreError::WrongState) => {
                let message = phrases::host_permissions_changed_meanwhile();
                return Err(ApiError::new(ErrorCode::Invalid, message)
                    .hint(phrases::host_permissions_review_again()));
            }
            other => other?,
        }
        inner.refresh_permissions().await?;
        for server in found.into_keys() {
            inner.take_over(server).await?;
        }
        inner.rules_changed();
        Ok(())
    }
}

impl Inner {
    /// Decides which stored permissions count.
    ///
    /// # Errors
    /// They cannot be read.
    pub(crate) async fn open_permissions(&self) -> Result<(), StoreError> {
        let evidence = self.evidence().await;
        let has_key = evidence.key.is_some();
        self.permissions.set_key(has_key);
        let sealed: BTreeSet<ServerId> = evidence.logged.keys().map(|(id, _)| *id).collect();
        self.store.seals().open(evidence).await?;
        check_registry(&self.store, &self.settings).await;
        if has_key {
            book::note_sealed(self.store.dir());
        }
        let found = self.store.seals().unconfirmed().await?;
        // What was never sealed is of an earlier version, and nothing to report.
        self.permissions_found(found, |server| sealed.contains(&server))
            .await;
        Ok(())
    }

    /// Decides again once the keychain is open. What counted until now still does, if nothing was ever sealed.
    pub(crate) async fn unlock_permissions(&self) {
        if self.permissions.has_key() {
            return;
        }
        let evidence = self.evidence().await;
        if evidence.key.is_none() {
            return;
        }
        let unlocked = async {
            self.store.seals().unlock(evidence).await?;
            self.permissions.set_key(true);
            let registry = RegistrySetting::load(&self.store).await;
            self.settings
                .change(|settings| settings.registry = registry);
            check_registry(&self.store, &self.settings).await;
            book::note_sealed(self.store.dir());
            self.refresh_permissions().await
        };
        if let Err(error) = unlocked.await {
            tracing::error!(%error, "stored permissions cannot be checked");
        }
        self.rules_changed();
    }

    /// Reads again which stored permissions have to be confirmed, and tells what changed.
    pub(crate) async fn refresh_permissions(&self) -> Result<(), StoreError> {
        let found = self.store.seals().unconfirmed().await?;
        self.permissions_found(found, |_| true).await;
        Ok(())
    }

    async fn permissions_found(&self, found: Unconfirmed, reports: impl Fn(ServerId) -> bool) {
        let Some(new) = self.permissions.replace(found) else {
            return;
        };
        for (server, sections) in new.into_iter().filter(|(server, _)| reports(*server)) {
            let name = self.servers.name(server);
            tracing::warn!(%server, ?sections, "stored permissions have to be confirmed");
            let event = ledger::Event::Unconfirmed {
                sections: sections.iter().map(|s| s.as_str().to_owned()).collect(),
            };
            self.record_change(ledger::About::server(server, name), event)
                .await;
        }
        self.emit(Event::Unconfirmed {
            unconfirmed: self.permissions.view(),
        });
    }

    /// Returns what is known outside of the database.
    async fn evidence(&self) -> Evidence {
        let log_is_whole = match checkpoint::saved(self).await {
            checkpoint::Saved::None => true,
            checkpoint::Saved::Head(head) => checkpoint::contains(self, &head).await,
            checkpoint::Saved::Unreadable => false,
        };
        let (logged, log_is_whole) = match self.audit.seals().await {
            Ok(rows) => (logged(&rows), log_is_whole),
            Err(error) => {
                tracing::error!(%error, "the seals in the audit log cannot be read");
                (HashMap::new(), false)
            }
        };
        let key = self.seal_key().await;
        let kept = match key {
            Some(_) => book::kept(&self.keychain, self.store.dir()).await,
            None => KeptNumber::None,
        };
        // An earlier program kept no number: then the log alone says which seals are the last, so each of its rows is checked, once.
        let once = key.is_some() && kept == KeptNumber::None && !logged.is_empty();
        Evidence {
            log_is_whole: log_is_whole && (!once || chain_holds(&self.audit).await),
            key,
            logged,
            kept,
            sealed_before: book::was_sealed(self.store.dir()),
            log: Arc::new(book::Records::of(
                &self.audit,
                &self.keychain,
                self.store.dir(),
            )),
        }
    }

    /// Returns the key, made on first use; none without a keychain.
    async fn seal_key(&self) -> Option<SealKey> {
        if self.keychain.status() != KeychainStatus::Available {
            return None;
        }
        let host = self.keychain.host();
        match host.get(KEY).await {
            Ok(Some(text)) => {
                let key = read_key(text.expose());
                if key.is_none() {
                    tracing::error!("the key that vouches for permissions cannot be read");
                }
                key
            }
            Ok(None) if self.keychain.status() == KeychainStatus::Available => {
                let mut bytes = [0; SEAL_KEY_BYTES];
                getrandom::fill(&mut bytes).ok()?;
                let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let kept = host.set(KEY, &Secret::new(text)).await;
                if let Err(error) = &kept {
                    tracing::error!(%error, "the key that vouches for permissions cannot be kept");
                }
                kept.ok()?;
                Some(SealKey::new(bytes))
            }
            Ok(None) => None,
            Err(error) => {
                tracing::error!(%error, "the key that vouches for permissions cannot be read");
                None
            }
        }
    }

    /// Returns what is stored for servers, as a person has to see it.
    async fn stored(&self, found: &Unconfirmed) -> Result<Vec<StoredAuthority>, ApiError> {
        let records = self.store.servers().list().await?;
        let mut all = Vec::new();
        for record in records.iter().filter(|r| found.contains_key(&r.id)) {
            all.push(self.stored_for(record).await?);
        }
        let listed: usize = all.iter().map(entries).sum();
        if listed > MAX_LISTED {
            let message = phrases::host_permissions_too_many(listed, MAX_LISTED);
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_permissions_too_many_hint()));
        }
        Ok(all)
    }

    async fn stored_for(&self, record: &ServerRecord) -> Result<StoredAuthority, ApiError> {
        let (id, store) = (record.id, &self.store);
        let active = store.rules().active().await?;
        let rules = active.rules.iter().filter(|rule| rule.server == id);
        let tiers = active.tiers.iter().filter(|tier| tier.server == id);
        let unguarded = active.unguarded.iter().filter(|pair| pair.to.0 == id);
        let roots = store
            .roots()
            .all()
            .await?
            .into_iter()
            .map(|(grant, _)| grant);
        let reach = store
            .reach()
            .all()
            .await?
            .into_iter()
            .map(|(grant, _)| grant);
        Ok(StoredAuthority {
            server: id,
            name: record.name.clone(),
            start: start(record),
            launch: record.launch_grant,
            rules: rules.map(listed_rule).collect(),
            tiers: tiers
                .map(|tier| (tier.tool.clone(), tier_of(tier.tier).unwrap_or(Tier::T4)))
                .collect(),
            trusted: active.trusted.iter().any(|trusted| trusted.server == id),
            unguarded: unguarded
                .map(|pair| self.servers.name(pair.from.0))
                .collect(),
            flows: store.flow().answers_into(id).await?,
            folders: roots
                .filter(|root| root.server == id)
                .map(|root| (root.path, root.access != RootAccess::Read))
                .collect(),
            hosts: reach
                .filter(|grant| grant.server == id)
                .map(|grant| format!("{}:{}", grant.host, grant.port))
                .collect(),
            unconfined: record.confinement.unconfined.is_some(),
            sampling: record.sampling,
            elicitation: record.elicitation,
            definitions: store.pins().count(id).await?,
            tools_off: record.tools_off.iter().cloned().collect(),
        })
    }

    /// Takes over what is stored for a server, which a person just confirmed: it may differ from what was read at the start.
    async fn take_over(&self, server: ServerId) -> Result<(), ApiError> {
        let stored = self.store.servers().get(server).await?;
        let (Some(handle), Some(stored)) = (self.servers.get(server), stored) else {
            return Ok(());
        };
        handle.settle(|record| *record = stored);
        self.folders.forget(server);
        self.reach.forget(server);
        self.trial_runs.forget(server);
        self.load_roots(Some(server)).await?;
        self.load_reach(Some(server)).await?;
        self.roots_changed(server);
        self.tell_reach(server);
        self.tell_server(&handle);
        self.restart_running(server, phrases::host_permissions_restart());
        Ok(())
    }
}

/// Follows doubts about stored permissions until the host closes.
pub(crate) async fn follow(inner: Arc<Inner>) {
    loop {
        tokio::select! {
            () = inner.closing.cancelled() => return,
            () = inner.permissions.doubted() => {}
        }
        if let Err(error) = inner.refresh_permissions().await {
            tracing::error!(%error, "stored permissions cannot be checked");
        }
    }
}

/// Leaves the registry of servers off if this program cannot tell that it wrote the setting. A person chooses it again.
async fn check_registry(store: &Store, settings: &CurrentSettings) {
    match store.settings().registry_counts().await {
        Ok(true) => return,
        Ok(false) => tracing::warn!("the registry of servers was not chosen here; it is off"),
        Err(error) => tracing::error!(%error, "the registry of servers cannot be checked"),
    }
    let off = RegistrySetting::default();
    settings.change(|settings| settings.registry = off);
}

/// Whether each row of the log follows from the one before it.
async fn chain_holds(audit: &audit::Audit) -> bool {
    match audit.verify(None).await {
        Ok(Verification::Intact { .. }) => true,
        Ok(Verification::Broken { first_bad_seq, .. }) => {
            tracing::warn!(
                first_bad_seq,
                "the audit log does not hold; stored permissions have to be confirmed"
            );
            false
        }
        Err(error) => {
            tracing::error!(%error, "the audit log cannot be checked");
            false
        }
    }
}

/// The highest number of each seal in the log.
fn logged(rows: &[audit::Row]) -> HashMap<(ServerId, Section), u64> {
    let one = |row: &audit::Row| {
        let number = ledger::RowDetail::of(&row.entry).seal()?;
        Some(((row.entry.server?, row.entry.subject.parse().ok()?), number))
    };
    rows.iter().filter_map(one).collect()
}

fn read_key(text: &str) -> Option<SealKey> {
    let mut bytes = [0; SEAL_KEY_BYTES];
    if text.len() != 2 * SEAL_KEY_BYTES || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(SealKey::new(bytes))
}

/// The command line of a server, or its URL.
fn start(record: &ServerRecord) -> String {
    record.url.clone().unwrap_or_else(|| {
        let words = [&record.command].into_iter().chain(&record.args);
        let quoted = |word: &String| {
            if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '"') {
                format!("\"{}\"", domain::in_double_quotes(word))
            } else {
                word.clone()
            }
        };
        words.map(quoted).collect::<Vec<_>>().join(" ")
    })
}

/// A stored rule as a person has to see it.
fn listed_rule(record: &store::RuleRecord) -> NewRule {
    let when: Vec<Condition> = serde_json::from_str(&record.conditions).unwrap_or_default();
    NewRule {
        effect: effect(record.effect),
        tool: record.tool.clone(),
        definition: record.definition,
        launch: record.launch,
        conversation: record.conversation,
        minutes: None,
        when,
    }
}

/// How many entries the list has for a server.
fn entries(stored: &StoredAuthority) -> usize {
    stored.rules.len()
        + stored.tiers.len()
        + stored.unguarded.len()
        + stored.folders.len()
        + stored.hosts.len()
        + stored.tools_off.len()
}
