//! Tool calls, from waiting for a decision to their outcome.

use domain::{
    CallId, ConversationId, DefinitionDigest, JsonObjectText, LaunchDigest, MessageId, ProjectId,
    RoundEntry, ServerId, ToolOutcome, now_ms,
};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{count, json, json_option, parsed, parsed_option, to_json, words},
    commits::{Kind, Statement},
    database::Database,
};

/// The reason of a call that waited for a decision when the process ended.
pub(crate) const NOT_SENT: &str = "not sent: the host ended";

static INSERT: Kind = Kind {
    sql: "INSERT INTO calls (id, conversation_id, message_id, server_id, server_name, tool, alias, \
          provider_call_id, definition, launch, arguments, edited, state, decided_by, created_ms, sent_ms, wrapper) \
          SELECT * FROM ({rows}) WHERE column1 IS NOT NULL",
    inserts: true,
    repeats: false,
};
static RUN: Kind = update(
    "UPDATE calls SET state = 'running', written = CASE WHEN arguments <> v.column2 THEN arguments ELSE written END, arguments = v.column2, edited = v.column3, decided_by = v.column4, \
     sent_ms = v.column5 FROM ({rows}) AS v WHERE id = v.column1 AND state = 'waiting' RETURNING id",
);
static END: Kind = update(
    "UPDATE calls SET state = v.column2, reason = v.column3, result = v.column4, ended_ms = v.column5 \
     FROM ({rows}) AS v WHERE id = v.column1 AND state IN ('waiting', 'running') RETURNING id",
);
static DECIDED_BY: Kind = update(
    "UPDATE calls SET decided_by = v.column2 FROM ({rows}) AS v WHERE id = v.column1 AND state = 'waiting' RETURNING id",
);
static SANDBOXED: Kind = update(
    "UPDATE calls SET sandboxed = v.column2 FROM ({rows}) AS v WHERE id = v.column1 AND state = 'running' RETURNING id",
);
static ROUNDS: Kind = update(
    "UPDATE calls SET rounds = v.column2 FROM ({rows}) AS v WHERE id = v.column1 AND state = 'running' RETURNING id",
);

const fn update(sql: &'static str) -> Kind {
    Kind {
        sql,
        inserts: false,
        repeats: false,
    }
}

words! {
    /// Where a call stands.
    CallState {
        /// It waits for a decision.
        Waiting = "waiting",
        /// It was sent, or is about to be.
        Running = "running",
        /// It has a result.
        Done = "done",
        /// It was refused and never sent.
        Denied = "denied",
        /// It could not be sent, or ended with an error.
        Failed = "failed",
        /// It was cancelled.
        Cancelled = "cancelled",
        /// It was sent and its outcome will never be known: it may have run.
        Unknown = "unknown",
    }
}

/// A call as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRecord {
    /// The call.
    pub id: CallId,
    /// The conversation it belongs to; none for a call from a terminal.
    pub conversation: Option<ConversationId>,
    /// The message that asked for it.
    pub message: Option<MessageId>,
    /// The server it is for, which may have been removed since; none if the name stood for no tool.
    pub server: Option<ServerId>,
    /// The user's name for that server at the time.
    pub server_name: String,
    /// The tool's name on that server.
    pub tool: String,
    /// The name the model used.
    pub alias: String,
    /// The arguments of `call_tool` as the model wrote them, if it called the tool through that.
    pub wrapper: Option<String>,
    /// The provider's identifier of the call.
    pub provider_call_id: String,
    /// The definition it was made for.
    pub definition: Option<DefinitionDigest>,
    /// How the server was started.
    pub launch: Option<LaunchDigest>,
    /// The arguments: as the model wrote them while it waits, as they were sent after that.
    pub arguments: String,
    /// The arguments as the model wrote them, where other bytes were sent.
    pub written: Option<String>,
    /// Whether the user changed the arguments.
    pub edited: bool,
    /// Where it stands.
    pub state: CallState,
    /// Who decided: a person, or which rule.
    pub decided_by: Option<String>,
    /// Why it ended as it did.
    pub reason: Option<String>,
    /// What of the server's sandbox stopped it, and what to do. It is for the user alone: it tells which files exist.
    pub sandboxed: Option<String>,
    /// What its server asked for before it answered, oldest first.
    pub rounds: Vec<RoundEntry>,
    /// Its result.
    pub result: Option<ToolOutcome>,
    /// When it was asked for, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it was sent, in milliseconds since the Unix epoch.
    pub sent_ms: Option<i64>,
    /// When it ended, in milliseconds since the Unix epoch.
    pub ended_ms: Option<i64>,
}

/// A tool call to store; nothing in it is verified yet.
#[derive(Clone, Copy, Debug)]
pub struct NewCall<'a> {
    /// The call.
    pub id: CallId,
    /// The conversation it belongs to; none for a call from a terminal.
    pub conversation: Option<ConversationId>,
    /// The message that asked for it.
    pub message: Option<MessageId>,
    /// The server it is for; none if the name stood for no tool.
    pub server: Option<ServerId>,
    /// The user's name for the server.
    pub server_name: &'a str,
    /// The tool's name on that server, or the name the model used.
    pub tool: &'a str,
    /// The name the model used.
    pub alias: &'a str,
    /// The arguments of `call_tool` as the model wrote them, if it called the tool through that.
    pub wrapper: Option<&'a str>,
    /// The provider's identifier of the call.
    pub provider_call_id: &'a str,
    /// The definition it is made for.
    pub definition: Option<DefinitionDigest>,
    /// How the server was started.
    pub launch: Option<LaunchDigest>,
    /// The arguments as they were written, which may be no JSON.
    pub arguments: &'a str,
}

/// How often a tool was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolUse {
    /// How many calls were sent.
    pub calls: u64,
    /// When the first was, in milliseconds since the Unix epoch.
    pub first_ms: Option<i64>,
    /// When the last was, in milliseconds since the Unix epoch.
    pub last_ms: Option<i64>,
}

impl NewCall<'_> {
    /// The call as it waits from now on.
    #[must_use]
    pub fn waiting(self) -> CallRecord {
        CallRecord {
            id: self.id,
            conversation: self.conversation,
            message: self.message,
            server: self.server,
            server_name: self.server_name.to_owned(),
            tool: self.tool.to_owned(),
            alias: self.alias.to_owned(),
            wrapper: self.wrapper.map(str::to_owned),
            provider_call_id: self.provider_call_id.to_owned(),
            definition: self.definition,
            launch: self.launch,
            arguments: self.arguments.to_owned(),
            written: None,
            edited: false,
            state: CallState::Waiting,
            decided_by: None,
            reason: None,
            sandboxed: None,
            rounds: Vec::new(),
            result: None,
            created_ms: now_ms(),
            sent_ms: None,
            ended_ms: None,
        }
    }
}

/// Reads and writes calls. A call moves from waiting to running to an end, never back.
#[derive(Clone, Copy, Debug)]
pub struct Calls<'a>(pub(crate) &'a Database);

impl Calls<'_> {
    /// Returns the servers whose tools were called in the conversations of a project, each with its name at that time.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn servers_of_project(
        &self,
        project: ProjectId,
    ) -> Result<Vec<(ConversationId, ServerId, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT conversation_id, server_id, max(server_name) AS name FROM calls \
             JOIN conversations ON conversations.id = conversation_id \
             WHERE project_id = ? AND server_id IS NOT NULL AND sent_ms IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2",
        )
        .bind(project.to_string())
        .fetch_all(self.0.reader())
        .await?;
        let of_row = |row: &SqliteRow| {
            Ok((
                parsed(row, "conversation_id")?,
                parsed(row, "server_id")?,
                row.try_get("name")?,
            ))
        };
        rows.iter().map(of_row).collect()
    }

    /// Stores a call that waits for a decision, and gives it as it is stored.
    ///
    /// # Errors
    /// No such conversation or message, or the call is there already ([`StoreError::Invalid`]); or the file could not
    /// be written.
    pub async fn insert_call(&self, new: NewCall<'_>) -> Result<CallRecord, StoreError> {
        let record = new.waiting();
        self.insert(&record).await?;
        Ok(record)
    }

    /// Stores a call as it stands: one that waits, or one that was allowed before it was stored and is being sent, once this
    /// returns. A power cut may take the last changes of calls: the audit log says which were allowed.
    ///
    /// # Errors
    /// As for [`Self::insert_call`]; it has ended ([`StoreError::WrongState`]).
    pub async fn insert(&self, call: &CallRecord) -> Result<(), StoreError> {
        if !matches!(call.state, CallState::Waiting | CallState::Running) {
            return Err(StoreError::WrongState);
        }
        let insert = Statement::new(&INSERT, call.id)
            .bind(call.conversation.map(|id| id.to_string()))
            .bind(call.message.map(|id| id.to_string()))
            .bind(call.server.map(|id| id.to_string()))
            .bind(call.server_name.as_str())
            .bind(call.tool.as_str())
            .bind(call.alias.as_str())
            .bind(call.provider_call_id.as_str())
            .bind(call.definition.map(|digest| digest.to_string()))
            .bind(call.launch.map(|digest| digest.to_string()))
            .bind(call.arguments.as_str())
            .bind(call.edited)
            .bind(call.state.as_str())
            .bind(call.decided_by.as_deref())
            .bind(call.created_ms)
            .bind(call.sent_ms)
            .bind(call.wrapper.as_deref());
        self.0.write(insert).await.map(drop)
    }

    /// Says that a waiting call was allowed and is being sent, and gives when, in milliseconds since the Unix epoch. Only when this
    /// returns may it be sent. A power cut may take it, as for [`Self::insert`].
    ///
    /// # Errors
    /// [`StoreError::WrongState`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn mark_running(
        &self,
        id: CallId,
        arguments: &JsonObjectText,
        edited: bool,
        decided_by: &str,
    ) -> Result<i64, StoreError> {
        let sent_ms = now_ms();
        let update = Statement::new(&RUN, id)
            .bind(arguments.as_str())
            .bind(edited)
            .bind(decided_by)
            .bind(sent_ms);
        let done = self.0.write(update).await?;
        self.moved(id, done).await?;
        Ok(sent_ms)
    }

    /// Ends a call that waits or runs, and gives when, in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// `state` is no end ([`StoreError::Invalid`]), the call has already ended ([`StoreError::WrongState`]),
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn finish_call(
        &self,
        id: CallId,
        state: CallState,
        reason: Option<&str>,
        result: Option<&ToolOutcome>,
    ) -> Result<i64, StoreError> {
        match state {
            CallState::Waiting | CallState::Running => {
                return Err(StoreError::Invalid(format!(
                    "a call does not end as {}",
                    state.as_str()
                )));
            }
            CallState::Done
            | CallState::Denied
            | CallState::Failed
            | CallState::Cancelled
            | CallState::Unknown => {}
        }
        let ended_ms = now_ms();
        let update = Statement::new(&END, id)
            .bind(state.as_str())
            .bind(reason)
            .bind(result.map(to_json).transpose()?)
            .bind(ended_ms);
        let done = self.0.write(update).await?;
        self.moved(id, done).await?;
        Ok(ended_ms)
    }

    /// Notes who decided about a call, where that is not said by [`Self::mark_running`]: a denial.
    ///
    /// # Errors
    /// [`StoreError::WrongState`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_decided_by(&self, id: CallId, decided_by: &str) -> Result<(), StoreError> {
        let update = Statement::new(&DECIDED_BY, id).bind(decided_by);
        let done = self.0.write(update).await?;
        self.moved(id, done).await
    }

    /// Notes what of the server's sandbox stopped a call, before it ends.
    ///
    /// # Errors
    /// [`StoreError::WrongState`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_sandboxed(&self, id: CallId, sandboxed: &str) -> Result<(), StoreError> {
        let update = Statement::new(&SANDBOXED, id).bind(sandboxed);
        let done = self.0.write(update).await?;
        self.moved(id, done).await
    }

    /// Notes what the server asked for in the rounds of a running call.
    ///
    /// # Errors
    /// [`StoreError::WrongState`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_rounds(&self, id: CallId, rounds: &[RoundEntry]) -> Result<(), StoreError> {
        let update = Statement::new(&ROUNDS, id).bind(to_json(&rounds)?);
        let done = self.0.write(update).await?;
        self.moved(id, done).await
    }

    async fn moved(&self, id: CallId, rows: u64) -> Result<(), StoreError> {
        if rows > 0 {
            return Ok(());
        }
        match self.get(id).await? {
            Some(_) => Err(StoreError::WrongState),
            None => Err(StoreError::NotFound),
        }
    }

    /// One call, if it is there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: CallId) -> Result<Option<CallRecord>, StoreError> {
        let row = sqlx::query("SELECT * FROM calls WHERE id = ?").bind(id.to_string());
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(call)
            .transpose()
    }

    /// How often a tool was called, as far as its calls are kept.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn use_of(&self, server: ServerId, tool: &str) -> Result<ToolUse, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(sent_ms) AS calls, MIN(sent_ms) AS first_ms, MAX(sent_ms) AS last_ms FROM calls \
             WHERE server_id = ? AND tool = ?",
        )
        .bind(server.to_string())
        .bind(tool)
        .fetch_one(self.0.reader())
        .await?;
        Ok(ToolUse {
            calls: count(&row, "calls")?,
            first_ms: row.try_get("first_ms")?,
            last_ms: row.try_get("last_ms")?,
        })
    }

    /// The calls of a conversation, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_conversation(&self, id: ConversationId) -> Result<Vec<CallRecord>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM calls WHERE conversation_id = ? ORDER BY created_ms, id")
                .bind(id.to_string())
                .fetch_all(self.0.reader())
                .await?;
        rows.iter().map(call).collect()
    }

    /// The calls a message asked for, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_message(&self, id: MessageId) -> Result<Vec<CallRecord>, StoreError> {
        let rows = sqlx::query("SELECT * FROM calls WHERE message_id = ? ORDER BY created_ms, id")
            .bind(id.to_string())
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(call).collect()
    }
}

/// Reads a row of calls.
pub(crate) fn call(row: &SqliteRow) -> Result<CallRecord, StoreError> {
    Ok(CallRecord {
        id: parsed(row, "id")?,
        conversation: parsed_option(row, "conversation_id")?,
        message: parsed_option(row, "message_id")?,
        server: parsed_option(row, "server_id")?,
        server_name: row.try_get("server_name")?,
        tool: row.try_get("tool")?,
        alias: row.try_get("alias")?,
        wrapper: row.try_get("wrapper")?,
        provider_call_id: row.try_get("provider_call_id")?,
        definition: parsed_option(row, "definition")?,
        launch: parsed_option(row, "launch")?,
        arguments: row.try_get("arguments")?,
        written: row.try_get("written")?,
        edited: row.try_get("edited")?,
        state: parsed(row, "state")?,
        decided_by: row.try_get("decided_by")?,
        reason: row.try_get("reason")?,
        sandboxed: row.try_get("sandboxed")?,
        rounds: json(row, "rounds")?,
        result: json_option(row, "result")?,
        created_ms: row.try_get("created_ms")?,
        sent_ms: row.try_get("sent_ms")?,
        ended_ms: row.try_get("ended_ms")?,
    })
}
