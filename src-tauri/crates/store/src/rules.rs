//! Rules as rows. What they mean is the policy's to say.

use std::collections::BTreeSet;

use domain::{ConversationId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    StoreError, ToolTier, Trusted, Unguarded,
    authority::{Change, unconfirmed},
    columns::{changed, count, number, parsed, parsed_option, words},
    commits::{Kind, Statement},
    database::Database,
    flow,
    seal::Section,
};

words! {
    /// What a rule does.
    RuleEffect {
        /// It denies.
        Deny = "deny",
        /// It asks each time.
        Ask = "ask",
        /// It allows.
        Allow = "allow",
    }
}

/// A rule as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleRecord {
    /// The rule.
    pub id: RuleId,
    /// What it does.
    pub effect: RuleEffect,
    /// The server it is about.
    pub server: ServerId,
    /// The tool it is about; none for all tools of the server.
    pub tool: Option<String>,
    /// The definition it is bound to.
    pub definition: Option<DefinitionDigest>,
    /// The launch it is bound to.
    pub launch: Option<LaunchDigest>,
    /// The conversation it holds in; none for all.
    pub conversation: Option<ConversationId>,
    /// How it came to be.
    pub origin: String,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it was revoked, in milliseconds since the Unix epoch.
    pub revoked_ms: Option<i64>,
    /// When it ends, in milliseconds since the Unix epoch.
    pub until_ms: Option<i64>,
    /// What the arguments must be, as JSON.
    pub conditions: String,
    /// What was made with it, by a name of its own.
    pub batch: Option<String>,
    /// How often it decided.
    pub use_count: u64,
    /// When it last decided, in milliseconds since the Unix epoch.
    pub last_used_ms: Option<i64>,
}

/// What decides about calls.
#[derive(Clone, Debug)]
pub struct ActiveRecords {
    /// The rules that are not revoked, oldest first.
    pub rules: Vec<RuleRecord>,
    /// Every tier that the user assigned.
    pub tiers: Vec<ToolTier>,
    /// The servers whose data may be read without being asked about, the first that was said first.
    pub trusted: Vec<Trusted>,
    /// The pairs between which the guard is off, the first that was said first.
    pub unguarded: Vec<Unguarded>,
    /// The servers that may hold data of another one, each with that one.
    pub carried: Vec<(ServerId, ServerId)>,
    /// The servers of which none of this counts until a person confirms it.
    pub unconfirmed: BTreeSet<ServerId>,
}

/// Reads and writes rules.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a>(pub(crate) &'a Database);

impl Rules<'_> {
    /// Stores a rule.
    ///
    /// # Errors
    /// No such server or conversation, or the rule is there already ([`StoreError::Invalid`]); or the file could not
    /// be written.
    pub async fn add(&self, rule: &RuleRecord) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(rule.server, Section::Rules)]).await?;
        sqlx::query(
            "INSERT INTO rules (id, effect, server_id, tool, definition, launch, conversation_id, origin, created_ms, \
             revoked_ms, until_ms, conditions, batch, use_count, last_used_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(rule.id.to_string())
        .bind(rule.effect.as_str())
        .bind(rule.server.to_string())
        .bind(&rule.tool)
        .bind(rule.definition.map(|digest| digest.to_string()))
        .bind(rule.launch.map(|digest| digest.to_string()))
        .bind(rule.conversation.map(|id| id.to_string()))
        .bind(&rule.origin)
        .bind(rule.created_ms)
        .bind(rule.revoked_ms)
        .bind(rule.until_ms)
        .bind(&rule.conditions)
        .bind(&rule.batch)
        .bind(number(rule.use_count))
        .bind(rule.last_used_ms)
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// The rules that are not revoked, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<RuleRecord>, StoreError> {
        list(&mut *self.0.reader().acquire().await?).await
    }

    /// Everything that decides about calls, as it is at one moment.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn active(&self) -> Result<ActiveRecords, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        // First, for it compares the shape of the file.
        let unconfirmed = unconfirmed(self.0.authority(), &mut rows, &[Section::Rules]).await?;
        let found = ActiveRecords {
            rules: list(&mut rows).await?,
            tiers: flow::tiers(&mut rows).await?,
            trusted: flow::trusted_in(&mut rows).await?,
            unguarded: flow::unguarded_in(&mut rows).await?,
            carried: flow::carried(&mut rows).await?,
            unconfirmed: unconfirmed.into_keys().collect(),
        };
        rows.rollback().await?;
        Ok(found)
    }

    /// One rule, revoked or not, if it is there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: RuleId) -> Result<Option<RuleRecord>, StoreError> {
        let row = sqlx::query("SELECT * FROM rules WHERE id = ?").bind(id.to_string());
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(rule)
            .transpose()
    }

    /// Revokes a rule. One revoked before keeps its first time.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn revoke(&self, id: RuleId, now_ms: i64) -> Result<(), StoreError> {
        let update =
            sqlx::query("UPDATE rules SET revoked_ms = coalesce(revoked_ms, ?) WHERE id = ?")
                .bind(now_ms)
                .bind(id.to_string());
        let mut change = self.change_of(id).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Takes a revocation back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn restore(&self, id: RuleId) -> Result<(), StoreError> {
        let update =
            sqlx::query("UPDATE rules SET revoked_ms = NULL WHERE id = ?").bind(id.to_string());
        let mut change = self.change_of(id).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Begins a change of the rules of a rule's server.
    async fn change_of(&self, id: RuleId) -> Result<Change<'_>, StoreError> {
        let mut change = self.0.change(&[]).await?;
        change
            .touch_all(
                "SELECT server_id FROM rules WHERE id = ?",
                &id.to_string(),
                Section::Rules,
            )
            .await?;
        Ok(change)
    }

    /// Notes that a rule decided once more.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn note_use(&self, id: RuleId, now_ms: i64) -> Result<(), StoreError> {
        let update = Statement::new(&USED, id).bind(now_ms);
        changed(self.0.write(update).await?)
    }
}

static USED: Kind = Kind {
    sql: "UPDATE rules SET use_count = use_count + v.uses, last_used_ms = v.last_ms \
          FROM (SELECT column1 AS rule, count(*) AS uses, max(column2) AS last_ms FROM ({rows}) GROUP BY column1) AS v \
          WHERE id = v.rule RETURNING id",
    inserts: false,
    repeats: true,
};

async fn list(rows: &mut SqliteConnection) -> Result<Vec<RuleRecord>, StoreError> {
    let found = sqlx::query(
        "SELECT * FROM rules NOT INDEXED WHERE revoked_ms IS NULL ORDER BY created_ms, id",
    )
    .fetch_all(rows)
    .await?;
    found.iter().map(rule).collect()
}

fn rule(row: &SqliteRow) -> Result<RuleRecord, StoreError> {
    Ok(RuleRecord {
        id: parsed(row, "id")?,
        effect: parsed(row, "effect")?,
        server: parsed(row, "server_id")?,
        tool: row.try_get("tool")?,
        definition: parsed_option(row, "definition")?,
        launch: parsed_option(row, "launch")?,
        conversation: parsed_option(row, "conversation_id")?,
        origin: row.try_get("origin")?,
        created_ms: row.try_get("created_ms")?,
        revoked_ms: row.try_get("revoked_ms")?,
        until_ms: row.try_get("until_ms")?,
        conditions: row.try_get("conditions")?,
        batch: row.try_get("batch")?,
        use_count: count(row, "use_count")?,
        last_used_ms: row.try_get("last_used_ms")?,
    })
}
