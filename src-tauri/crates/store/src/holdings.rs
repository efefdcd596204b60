//! What belongs to a server because a user granted it to its program: removed or moved when another program takes its place.

use domain::{DefinitionDigest, LaunchDigest, RuleId, ServerId, now_ms};

use crate::{
    RuleEffect, SamplingLimits, StoreError, database::Database, seal::Section, servers::FLOWS_FROM,
};

/// The sections that are settled.
const SETTLED: [Section; 3] = [Section::Launch, Section::Rules, Section::Folders];

/// The tier that no override can lower: an override that says it is kept, whoever the program is.
const DESTRUCTIVE: u8 = 4;

/// What another program gets of what its server had. Everything else is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The paths of folders.
    pub roots: Vec<String>,
    /// Hosts with their ports.
    pub reach: Vec<String>,
    /// Rules that allow.
    pub rules: Vec<RuleId>,
    /// Tier overrides below *destructive*.
    pub tiers: Vec<(String, DefinitionDigest)>,
    /// Whether the server may make sampling requests.
    pub sampling: bool,
    /// Whether the server may request input.
    pub elicitation: bool,
    /// Whether its annotations for reading stay trusted.
    pub trusted: bool,
    /// Pairs of servers, from and to, without the flow guard.
    pub unguarded: Vec<(ServerId, ServerId)>,
    /// The sampling limits.
    pub limits: SamplingLimits,
}

/// Writes what belongs to servers.
#[derive(Clone, Copy, Debug)]
pub struct Holdings<'a>(pub(crate) &'a Database);

impl Holdings<'_> {
    /// Removes everything of a server but what moved, and binds that to the new launch; all of it or nothing. The server is
    /// signed out and its answers about data flow are gone. What restricts it stays: rules that deny or ask, tools that are off.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn settle(
        &self,
        server: ServerId,
        launch: LaunchDigest,
        moved: &Moved,
    ) -> Result<(), StoreError> {
        let (id, launch) = (server.to_string(), launch.to_string());
        let mut change = self
            .0
            .change(&SETTLED.map(|section| (server, section)))
            .await?;
        for query in FLOWS_FROM {
            change.touch_all(query, &id, Section::Rules).await?;
        }
        sqlx::query(
            "UPDATE servers SET sampling = sampling AND ?, elicitation = elicitation AND ?, account = 0 WHERE id = ?",
        )
        .bind(moved.sampling)
        .bind(moved.elicitation)
        .bind(&id)
        .execute(change.rows())
        .await?;
        sqlx::query(
            "INSERT INTO sampling_limits (server_id, review, minute, day) VALUES (?, ?, ?, ?) \
             ON CONFLICT (server_id) DO UPDATE SET review = excluded.review, minute = excluded.minute, day = excluded.day",
        )
        .bind(&id)
        .bind(moved.limits.review)
        .bind(moved.limits.minute)
        .bind(moved.limits.day)
        .execute(change.rows())
        .await?;
        sqlx::query(
            "DELETE FROM roots WHERE server_id = ? AND path NOT IN (SELECT value FROM json_each(?))",
        )
        .bind(&id)
        .bind(list(&moved.roots)?)
        .execute(change.rows())
        .await?;
        sqlx::query(
            "DELETE FROM reach WHERE server_id = ? \
             AND host || ':' || port NOT IN (SELECT value FROM json_each(?))",
        )
        .bind(&id)
        .bind(list(&moved.reach)?)
        .execute(change.rows())
        .await?;
        let rules = list(moved.rules.iter().map(ToString::to_string))?;
        sqlx::query(
            "UPDATE rules SET revoked_ms = coalesce(revoked_ms, ?) WHERE server_id = ? AND effect = ? \
             AND id NOT IN (SELECT value FROM json_each(?))",
        )
        .bind(now_ms())
        .bind(&id)
        .bind(RuleEffect::Allow.as_str())
        .bind(&rules)
        .execute(change.rows())
        .await?;
        sqlx::query(
            "UPDATE rules SET launch = ? WHERE server_id = ? AND id IN (SELECT value FROM json_each(?))",
        )
        .bind(&launch)
        .bind(&id)
        .bind(&rules)
        .execute(change.rows())
        .await?;
        let tiers = moved
            .tiers
            .iter()
            .map(|(tool, definition)| format!("{definition} {tool}"));
        sqlx::query(
            "DELETE FROM tool_tiers WHERE server_id = ? AND tier < ? \
             AND definition || ' ' || tool NOT IN (SELECT value FROM json_each(?))",
        )
        .bind(&id)
        .bind(DESTRUCTIVE)
        .bind(list(tiers)?)
        .execute(change.rows())
        .await?;
        sqlx::query("DELETE FROM trusted WHERE server_id = ? AND NOT ?")
            .bind(&id)
            .bind(moved.trusted)
            .execute(change.rows())
            .await?;
        sqlx::query("UPDATE trusted SET launch = ? WHERE server_id = ?")
            .bind(&launch)
            .bind(&id)
            .execute(change.rows())
            .await?;
        let pairs = moved
            .unguarded
            .iter()
            .map(|(from, to)| format!("{from} {to}"));
        sqlx::query(
            "DELETE FROM unguarded WHERE (from_server = ?1 OR to_server = ?1) \
             AND from_server || ' ' || to_server NOT IN (SELECT value FROM json_each(?2))",
        )
        .bind(&id)
        .bind(list(pairs)?)
        .execute(change.rows())
        .await?;
        sqlx::query(
            "UPDATE unguarded SET from_launch = CASE from_server WHEN ?1 THEN ?2 ELSE from_launch END, \
             to_launch = CASE to_server WHEN ?1 THEN ?2 ELSE to_launch END WHERE from_server = ?1 OR to_server = ?1",
        )
        .bind(&id)
        .bind(&launch)
        .execute(change.rows())
        .await?;
        sqlx::query("DELETE FROM flow_answers WHERE from_server = ?1 OR to_server = ?1")
            .bind(&id)
            .execute(change.rows())
            .await?;
        change.commit().await
    }
}

fn list(values: impl IntoIterator<Item = impl AsRef<str>>) -> Result<String, StoreError> {
    let values: Vec<String> = values.into_iter().map(|v| v.as_ref().to_owned()).collect();
    crate::columns::to_json(&values)
}
