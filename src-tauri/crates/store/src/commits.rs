//! Writes without waiting for the disk: each statement survives the end of this process at once, and a power cut shortly after. Those
//! that wait at the same time share one commit.

use std::{collections::HashMap, fs::File, io, path::Path, sync::Arc, time::Duration};

use sqlx::{
    Arguments, AssertSqlSafe, Connection, Executor, Sqlite, SqliteConnection, SqlitePool,
    sqlite::SqliteArguments,
};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::Instant,
};

use crate::StoreError;

/// Most changes that wait; a further one waits to wait.
const WAITING: usize = 256;
/// Most changes of one commit.
const AT_ONCE: usize = 64;

/// What was written is durable after this time at the latest, unless the disk is slower.
const SYNC_WITHIN: Duration = Duration::from_millis(100);
/// A value of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Text(Arc<str>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Number(i64::from(yes))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A kind of change of one row: a statement that makes many at once.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The statement. `{rows}` is replaced by `VALUES` with the values of each change, the first of which is its key and never NULL: a row
    /// where it is NULL must do nothing. It returns the key of each change that touched a row, unless it is an insertion.
    pub(crate) sql: &'static str,
    /// Whether it inserts rows: all, or none if one breaks a rule of the tables.
    pub(crate) inserts: bool,
    /// Whether changes with the same key may be made at once.
    pub(crate) repeats: bool,
}

/// One change.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    kind: &'static Kind,
    key: Arc<str>,
    values: Vec<Value>,
}

impl Statement {
    /// A change of the row with this key.
    pub(crate) fn new(kind: &'static Kind, key: impl std::fmt::Display) -> Self {
        let key: Arc<str> = key.to_string().into();
        Self {
            kind,
            values: vec![Value::Text(Arc::clone(&key))],
            key,
        }
    }

    /// The next of its values.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    fn is_of(&self, kind: &'static Kind) -> bool {
        std::ptr::eq(self.kind, kind)
    }

    /// Whether both may be in one commit.
    fn goes_with(&self, other: &Self) -> bool {
        self.kind.repeats || !self.is_of(other.kind) || self.key != other.key
    }
}

enum Job {
    Execute(Asked),
    Close(oneshot::Sender<()>),
}

struct Asked {
    statement: Statement,
    reply: oneshot::Sender<Result<u64, StoreError>>,
}

/// The way to the file for statements of which a power cut may take the last ones.
#[derive(Clone, Debug)]
pub(crate) struct Commits(mpsc::Sender<Job>);

/// Where they are written.
pub(crate) struct Lane {
    /// Commits on it do not wait for the disk.
    connection: SqliteConnection,
    /// The write-ahead log of the file.
    log: Arc<File>,
}

impl Lane {
    /// A lane over a connection to this database whose commits do not wait for the disk.
    pub(crate) fn new(connection: SqliteConnection, database: &Path) -> io::Result<Self> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        // Systems exist that synchronize no file that is open for reading.
        let log = File::options().read(true).write(true).open(log)?;
        Ok(Self {
            connection,
            log: Arc::new(log),
        })
    }

    /// Makes durable what was written, while more is written.
    fn sync(&self) -> JoinHandle<()> {
        let log = Arc::clone(&self.log);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = log.sync_data() {
                tracing::error!(%error, "the last changes could not be made durable");
            }
        })
    }
}

impl Commits {
    /// Writes on a task of its own until closed, or until every handle is gone. `turn` is the pool of the one other connection that
    /// writes: what is written here waits for what is written there.
    pub(crate) fn start(lane: Lane, turn: SqlitePool) -> Self {
        let (jobs, queue) = mpsc::channel(WAITING);
        tokio::spawn(run(lane, turn, queue));
        Self(jobs)
    }

    /// Executes a statement and gives how many rows it touched. When it returns, the statement survives the end of this process; a
    /// power cut may take it until [`SYNC_WITHIN`] later, or until the next transaction is durable. Once it waits, it is executed even if
    /// the caller goes away. What waits at the same time is executed in any order: who depends on a statement waits for it.
    pub(crate) async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        let (reply, done) = oneshot::channel();
        self.0
            .send(Job::Execute(Asked { statement, reply }))
            .await
            .map_err(|_| StoreError::Closed)?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Finishes what waits, makes it durable and closes the connection.
    pub(crate) async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.0.send(Job::Close(reply)).await.is_ok() {
            let _ = done.await;
        }
    }
}

async fn run(mut lane: Lane, turn: SqlitePool, mut queue: mpsc::Receiver<Job>) {
    let mut texts = Texts::default();
    let mut due: Option<Instant> = None;
    let mut syncing: Option<JoinHandle<()>> = None;
    let mut next: Option<Asked> = None;
    let mut closing = None;
    while closing.is_none() {
        let first = match next.take() {
            Some(asked) => asked,
            None => match receive(&mut queue, due).await {
                Received::Job(Job::Execute(asked)) => asked,
                Received::Job(Job::Close(reply)) => {
                    closing = Some(reply);
                    continue;
                }
                Received::Nothing => break,
                Received::Due => {
                    due = None;
                    // One at a time, however slow the disk is.
                    if let Some(before) = syncing.take() {
                        let _ = before.await;
                    }
                    syncing = Some(lane.sync());
                    continue;
                }
            },
        };
        // Who is about to ask for the same comes along: nobody waits for it who is not ready to run.
        tokio::task::yield_now().await;
        let mut batch = vec![first];
        while batch.len() < AT_ONCE && next.is_none() && closing.is_none() {
            match queue.try_recv() {
                Ok(Job::Execute(asked)) => {
                    let fits = |a: &Asked| a.statement.goes_with(&asked.statement);
                    if batch.iter().all(fits) {
                        batch.push(asked);
                    } else {
                        next = Some(asked);
                    }
                }
                Ok(Job::Close(reply)) => closing = Some(reply),
                Err(_) => break,
            }
        }
        match its_turn(&turn).await {
            Ok(_turn) => {
                due.get_or_insert_with(|| Instant::now() + SYNC_WITHIN);
                commit(&mut lane.connection, batch, &mut texts).await;
            }
            Err(error) => answer(batch, |_| Err(error.clone())),
        }
    }
    for sync in syncing.into_iter().chain(due.map(|_| lane.sync())) {
        let _ = sync.await;
    }
    if let Err(error) = lane.connection.close().await {
        tracing::warn!(%error, "the store did not close cleanly");
    }
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

enum Received {
    Job(Job),
    /// Every handle is gone.
    Nothing,
    /// What was written has to be made durable.
    Due,
}

async fn receive(queue: &mut mpsc::Receiver<Job>, due: Option<Instant>) -> Received {
    let due = async {
        match due {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        // In this order: jobs that never cease put it off otherwise.
        biased;
        () = due => Received::Due,
        job = queue.recv() => job.map_or(Received::Nothing, Received::Job),
    }
}

/// Waits for the other connection if it is in use. If it comes into use meanwhile, SQLite has one wait for the other, and it keeps its turn
/// then.
async fn its_turn(
    turn: &SqlitePool,
) -> Result<Option<sqlx::pool::PoolConnection<Sqlite>>, StoreError> {
    if turn.num_idle() > 0 {
        return Ok(None);
    }
    Ok(Some(turn.acquire().await?))
}

/// Answers everyone in a batch. A caller that went away is no reason not to write.
fn answer(batch: Vec<Asked>, mut with: impl FnMut(usize) -> Result<u64, StoreError>) {
    for (at, asked) in batch.into_iter().enumerate() {
        let _ = asked.reply.send(with(at));
    }
}

async fn commit(connection: &mut SqliteConnection, batch: Vec<Asked>, texts: &mut Texts) {
    let statements: Vec<&Statement> = batch.iter().map(|asked| &asked.statement).collect();
    let answers = match together(connection, &statements, texts).await {
        Ok(rows) => Ok(rows.into_iter().map(Ok).collect()),
        // One of several broke a rule of the tables: it is found by executing each for itself.
        Err(StoreError::Invalid(_)) if statements.len() > 1 => {
            one_by_one(connection, &statements, texts).await
        }
        Err(error) => Err(error),
    };
    let answers: Result<Vec<_>, _> = answers;
    match answers {
        Ok(mut answers) => answer(batch, |at| {
            std::mem::replace(&mut answers[at], Err(StoreError::Closed))
        }),
        // Nothing of it was kept.
        Err(error) => answer(batch, |_| Err(error.clone())),
    }
}

/// The text of each kind for one change, two, four, and so on: few texts are prepared, and kept.
#[derive(Default)]
struct Texts(HashMap<(&'static str, usize), Arc<str>>);

impl Texts {
    fn text(&mut self, sql: &'static str, rows: usize, values: usize) -> Arc<str> {
        let text = self.0.entry((sql, rows));
        Arc::clone(text.or_insert_with(|| {
            let row = format!("({})", vec!["?"; values].join(", "));
            let rows = format!("VALUES {}", vec![row; rows].join(", "));
            sql.replace("{rows}", &rows).into()
        }))
    }
}

/// Executes all, those of a kind as one statement, in one transaction, and gives how many rows each touched.
async fn together(
    connection: &mut SqliteConnection,
    statements: &[&Statement],
    texts: &mut Texts,
) -> Result<Vec<u64>, StoreError> {
    let mut kinds: Vec<(&'static Kind, Vec<usize>)> = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        match kinds.iter_mut().find(|(kind, _)| statement.is_of(kind)) {
            Some((_, places)) => places.push(at),
            None => kinds.push((statement.kind, vec![at])),
        }
    }
    // A statement is a transaction of its own. Not the driver's transactions: a full disk ends one behind its back, and it would never
    // begin another.
    let several = kinds.len() > 1;
    if several {
        (&mut *connection).execute("BEGIN IMMEDIATE").await?;
    }
    let mut answers = vec![0; statements.len()];
    for (kind, places) in &kinds {
        let of_kind: Vec<&Statement> = places.iter().map(|at| statements[*at]).collect();
        match pass(connection, kind, &of_kind, texts).await {
            Ok(rows) => places
                .iter()
                .zip(rows)
                .for_each(|(at, rows)| answers[*at] = rows),
            Err(error) => {
                roll_back(connection).await;
                return Err(error);
            }
        }
    }
    if several {
        end(connection).await?;
    }
    Ok(answers)
}

/// Executes changes of a kind as one statement. Rows without a key fill up a power of two.
async fn pass(
    connection: &mut SqliteConnection,
    kind: &'static Kind,
    statements: &[&Statement],
    texts: &mut Texts,
) -> Result<Vec<u64>, StoreError> {
    let values = statements.first().map_or(0, |first| first.values.len());
    let rows = statements.len().next_power_of_two();
    let text = AssertSqlSafe(texts.text(kind.sql, rows, values));
    let mut arguments = SqliteArguments::default();
    let bound = statements.iter().flat_map(|statement| &statement.values);
    for value in bound {
        let added = match value {
            Value::Null => arguments.add(None::<i64>),
            Value::Number(number) => arguments.add(*number),
            Value::Text(text) => arguments.add(Arc::clone(text)),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    for _ in 0..(rows - statements.len()) * values {
        arguments.add(None::<i64>).map_err(sqlx::Error::Encode)?;
    }
    if kind.inserts {
        let done = sqlx::query_with(text, arguments)
            .execute(connection)
            .await?;
        debug_assert_eq!(done.rows_affected(), statements.len() as u64);
        return Ok(vec![1; statements.len()]);
    }
    let touched: Vec<String> = sqlx::query_scalar_with(text, arguments)
        .fetch_all(connection)
        .await?;
    let is_touched = |statement: &&Statement| touched.iter().any(|key| **key == *statement.key);
    Ok(statements
        .iter()
        .map(|s| u64::from(is_touched(s)))
        .collect())
}

/// Where the transaction is over already, there is nothing to roll back.
async fn roll_back(connection: &mut SqliteConnection) {
    let _ = (&mut *connection).execute("ROLLBACK").await;
}

async fn end(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if let Err(error) = (&mut *connection).execute("COMMIT").await {
        roll_back(connection).await;
        return Err(error.into());
    }
    Ok(())
}

/// Executes all in one transaction. A statement that breaks a rule of the tables is rolled back alone; any other failure
/// rolls back all of them.
async fn one_by_one(
    connection: &mut SqliteConnection,
    statements: &[&Statement],
    texts: &mut Texts,
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    (&mut *connection).execute("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(statements.len());
    for statement in statements {
        match pass(connection, statement.kind, &[statement], texts).await {
            Ok(rows) => answers.push(Ok(rows.into_iter().sum())),
            Err(broken @ StoreError::Invalid(_)) => answers.push(Err(broken)),
            Err(error) => {
                roll_back(connection).await;
                return Err(error);
            }
        }
    }
    end(connection).await?;
    Ok(answers)
}
