//! Decisions about data flows, the tiers that the user assigned to tools, and exceptions of the flow guard.

use std::collections::BTreeMap;

use domain::{ConversationId, DefinitionDigest, LaunchDigest, ServerId, now_ms};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, json, parsed, to_json},
    database::Database,
    seal::Section,
};

/// "Data of one server may reach another", said for one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlowAnswer {
    /// The conversation it holds in.
    pub conversation: ConversationId,
    /// The server the data came from.
    pub from: ServerId,
    /// The server it may reach.
    pub to: ServerId,
}

/// The tier that the user assigned to one definition of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolTier {
    /// The server.
    pub server: ServerId,
    /// The tool's name on that server.
    pub tool: String,
    /// The definition it holds for; any other starts over.
    pub definition: DefinitionDigest,
    /// The tier, 0 to 4.
    pub tier: u8,
}

/// A server whose data may be read without being asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trusted {
    /// The server.
    pub server: ServerId,
    /// The launch that was said for.
    pub launch: LaunchDigest,
    /// The definitions of its tools that count as reading.
    pub reading: Vec<DefinitionDigest>,
    /// When, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// A pair of servers between which the guard is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unguarded {
    /// The server whose data it is, and the launch that was said for.
    pub from: (ServerId, LaunchDigest),
    /// The server that gets it, and the launch that was said for.
    pub to: (ServerId, LaunchDigest),
    /// Whether that holds only while the second server can send nothing of what it is given.
    pub offline: bool,
    /// When, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// Reads and writes flow answers and tiers.
#[derive(Clone, Copy, Debug)]
pub struct Flow<'a>(pub(crate) &'a Database);

impl Flow<'_> {
    /// Keeps an answer; the same one twice is no error.
    ///
    /// # Errors
    /// No such conversation or server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_answer(&self, answer: FlowAnswer) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(answer.to, Section::Rules)]).await?;
        sqlx::query(
            "INSERT INTO flow_answers (conversation_id, from_server, to_server, created_ms) VALUES (?, ?, ?, ?) \
             ON CONFLICT DO UPDATE SET created_ms = excluded.created_ms",
        )
        .bind(answer.conversation.to_string())
        .bind(answer.from.to_string())
        .bind(answer.to.to_string())
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// The answers of a conversation with when they were given, in milliseconds since the Unix epoch, oldest first. Those into a
    /// server whose rules are unconfirmed are left out.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn answers(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<(FlowAnswer, i64)>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        authority.compare(&mut rows).await?;
        let found = sqlx::query(
            "SELECT * FROM flow_answers NOT INDEXED WHERE conversation_id = ? ORDER BY created_ms, rowid",
        )
        .bind(conversation.to_string())
        .fetch_all(&mut *rows)
        .await?;
        let mut answers = Vec::new();
        let mut counts = BTreeMap::new();
        for row in &found {
            let (answer, at_ms) = answer(row)?;
            let known = match counts.get(&answer.to) {
                Some(known) => *known,
                None => {
                    authority
                        .has_counting(&mut rows, answer.to, Section::Rules)
                        .await?
                }
            };
            counts.insert(answer.to, known);
            if known {
                answers.push((answer, at_ms));
            }
        }
        rows.rollback().await?;
        Ok(answers)
    }

    /// How many answers let data reach a server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn answers_into(&self, to: ServerId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar("SELECT count(*) FROM flow_answers WHERE to_server = ?");
        Ok(count
            .bind(to.to_string())
            .fetch_one(self.0.reader())
            .await?)
    }

    /// Keeps a tool's tier, replacing the one it had for that definition.
    ///
    /// # Errors
    /// No such server, or no such tier ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn set_tier(&self, tier: &ToolTier) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(tier.server, Section::Rules)]).await?;
        sqlx::query(
            "INSERT INTO tool_tiers (server_id, tool, definition, tier, created_ms) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT (server_id, tool, definition) \
             DO UPDATE SET tier = excluded.tier, created_ms = excluded.created_ms",
        )
        .bind(tier.server.to_string())
        .bind(&tier.tool)
        .bind(tier.definition.to_string())
        .bind(tier.tier)
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// Forgets the tier of a tool's definition; it then starts over.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn forget_tier(
        &self,
        server: ServerId,
        tool: &str,
        definition: DefinitionDigest,
    ) -> Result<(), StoreError> {
        let delete = sqlx::query(
            "DELETE FROM tool_tiers WHERE server_id = ? AND tool = ? AND definition = ?",
        )
        .bind(server.to_string())
        .bind(tool)
        .bind(definition.to_string());
        let mut change = self.0.change(&[(server, Section::Rules)]).await?;
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps that a server's data may be read without being asked about.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn trust(&self, trusted: Trusted) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(trusted.server, Section::Rules)]).await?;
        sqlx::query(
            "INSERT OR REPLACE INTO trusted (server_id, launch, reading, created_ms) VALUES (?, ?, ?, ?)",
        )
        .bind(trusted.server.to_string())
        .bind(trusted.launch.to_string())
        .bind(to_json(&trusted.reading)?)
        .bind(trusted.created_ms)
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// Asks again about data of a server.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn distrust(&self, server: ServerId) -> Result<(), StoreError> {
        let delete =
            sqlx::query("DELETE FROM trusted WHERE server_id = ?").bind(server.to_string());
        let mut change = self.0.change(&[(server, Section::Rules)]).await?;
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// The servers whose data may be read without being asked about, the first that was said first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn trusted(&self) -> Result<Vec<Trusted>, StoreError> {
        trusted_in(&mut *self.0.reader().acquire().await?).await
    }

    /// Keeps that the guard between two servers is off.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn unguard(&self, pair: Unguarded) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(pair.to.0, Section::Rules)]).await?;
        sqlx::query(
            "INSERT OR REPLACE INTO unguarded (from_server, from_launch, to_server, to_launch, offline, created_ms) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(pair.from.0.to_string())
        .bind(pair.from.1.to_string())
        .bind(pair.to.0.to_string())
        .bind(pair.to.1.to_string())
        .bind(pair.offline)
        .bind(pair.created_ms)
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// Switches the guard between two servers on again.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn guard(&self, from: ServerId, to: ServerId) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM unguarded WHERE from_server = ? AND to_server = ?")
            .bind(from.to_string())
            .bind(to.to_string());
        let mut change = self.0.change(&[(to, Section::Rules)]).await?;
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// The pairs between which the guard is off, the first that was said first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn unguarded(&self) -> Result<Vec<Unguarded>, StoreError> {
        unguarded_in(&mut *self.0.reader().acquire().await?).await
    }

    /// Keeps that a server may hold data of these others from now on; the same twice is no error.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn carry(&self, server: ServerId, from: &[ServerId]) -> Result<(), StoreError> {
        let from: Vec<String> = from.iter().map(ToString::to_string).collect();
        let mut change = self.0.change(&[(server, Section::Rules)]).await?;
        sqlx::query(
            "INSERT OR IGNORE INTO carried (server_id, from_server, created_ms) \
             SELECT ?1, value, ?3 FROM json_each(?2)",
        )
        .bind(server.to_string())
        .bind(to_json(&from)?)
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// The servers that may hold data of another one, each with that one.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn carried(&self) -> Result<Vec<(ServerId, ServerId)>, StoreError> {
        carried(&mut *self.0.reader().acquire().await?).await
    }

    /// Forgets whose data a server may hold.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn clear_carried(&self, server: ServerId) -> Result<(), StoreError> {
        let delete =
            sqlx::query("DELETE FROM carried WHERE server_id = ?").bind(server.to_string());
        let mut change = self.0.change(&[(server, Section::Rules)]).await?;
        delete.execute(change.rows()).await?;
        change.commit().await
    }

    /// Every tier that the user assigned.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn tiers(&self) -> Result<Vec<ToolTier>, StoreError> {
        tiers(&mut *self.0.reader().acquire().await?).await
    }
}

pub(crate) async fn trusted_in(rows: &mut SqliteConnection) -> Result<Vec<Trusted>, StoreError> {
    let found = sqlx::query("SELECT * FROM trusted NOT INDEXED ORDER BY created_ms, server_id")
        .fetch_all(rows)
        .await?;
    found.iter().map(trusted).collect()
}

pub(crate) async fn unguarded_in(
    rows: &mut SqliteConnection,
) -> Result<Vec<Unguarded>, StoreError> {
    let found = sqlx::query(
        "SELECT * FROM unguarded NOT INDEXED ORDER BY created_ms, from_server, to_server",
    )
    .fetch_all(rows)
    .await?;
    found.iter().map(unguarded).collect()
}

pub(crate) async fn carried(
    rows: &mut SqliteConnection,
) -> Result<Vec<(ServerId, ServerId)>, StoreError> {
    let found = sqlx::query("SELECT server_id, from_server FROM carried NOT INDEXED")
        .fetch_all(rows)
        .await?;
    let pair = |row| Ok((parsed(row, "server_id")?, parsed(row, "from_server")?));
    found.iter().map(pair).collect()
}

pub(crate) async fn tiers(rows: &mut SqliteConnection) -> Result<Vec<ToolTier>, StoreError> {
    let found =
        sqlx::query("SELECT * FROM tool_tiers NOT INDEXED ORDER BY server_id, tool, created_ms")
            .fetch_all(rows)
            .await?;
    found.iter().map(tier).collect()
}

fn answer(row: &SqliteRow) -> Result<(FlowAnswer, i64), StoreError> {
    let answer = FlowAnswer {
        conversation: parsed(row, "conversation_id")?,
        from: parsed(row, "from_server")?,
        to: parsed(row, "to_server")?,
    };
    Ok((answer, row.try_get("created_ms")?))
}

fn tier(row: &SqliteRow) -> Result<ToolTier, StoreError> {
    Ok(ToolTier {
        server: parsed(row, "server_id")?,
        tool: row.try_get("tool")?,
        definition: parsed(row, "definition")?,
        tier: row.try_get("tier")?,
    })
}

fn trusted(row: &SqliteRow) -> Result<Trusted, StoreError> {
    Ok(Trusted {
        server: parsed(row, "server_id")?,
        launch: parsed(row, "launch")?,
        reading: json(row, "reading")?,
        created_ms: row.try_get("created_ms")?,
    })
}

fn unguarded(row: &SqliteRow) -> Result<Unguarded, StoreError> {
    Ok(Unguarded {
        from: (parsed(row, "from_server")?, parsed(row, "from_launch")?),
        to: (parsed(row, "to_server")?, parsed(row, "to_launch")?),
        offline: row.try_get("offline")?,
        created_ms: row.try_get("created_ms")?,
    })
}
