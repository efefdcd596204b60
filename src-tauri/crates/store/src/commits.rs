//! Statements that wait at the same time share one commit: the disk is waited for once for all of them.

use std::{collections::HashMap, sync::Arc};

use futures_util::TryStreamExt;
use sqlx::{
    AssertSqlSafe, Executor, Sqlite, SqliteConnection, SqlitePool, query::Query,
    sqlite::SqliteArguments,
};
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;

/// Most statements that wait; a further one waits to wait.
const WAITING: usize = 256;
/// Most statements of one commit.
const AT_ONCE: usize = 64;

/// Most statements of a kind that are passed on together.
const LARGEST: usize = 16;
/// So many commits in a row keep the writer; then others have their turn.
const IN_A_ROW: usize = 8;

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

type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

/// One statement with its values.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    sql: &'static str,
    values: Vec<Value>,
}

impl Statement {
    /// A statement that gives no rows, and does nothing where all its values are NULL.
    pub(crate) fn new(sql: &'static str) -> Self {
        Self {
            sql,
            values: Vec::new(),
        }
    }

    /// The next of its values.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    fn bind_to<'q>(&self, query: Bound<'q>) -> Bound<'q> {
        self.values.iter().fold(query, |query, value| match value {
            Value::Null => query.bind(None::<i64>),
            Value::Number(number) => query.bind(*number),
            Value::Text(text) => query.bind(Arc::clone(text)),
        })
    }
}

struct Job {
    statement: Statement,
    reply: oneshot::Sender<Result<u64, StoreError>>,
}

/// The way to the one writer for statements that need no transaction of their own.
#[derive(Clone, Debug)]
pub(crate) struct Commits(mpsc::Sender<Job>);

impl Commits {
    /// Writes on a task of its own until every handle is gone.
    pub(crate) fn start(writer: SqlitePool) -> Self {
        let (jobs, queue) = mpsc::channel(WAITING);
        tokio::spawn(run(writer, queue));
        Self(jobs)
    }

    /// Executes a statement and gives how many rows it touched. Durable when it returns. Once it waits, it is executed even if
    /// the caller goes away. What waits at the same time is executed in any order: who depends on a statement waits for it.
    pub(crate) async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        let (reply, done) = oneshot::channel();
        self.0
            .send(Job { statement, reply })
            .await
            .map_err(|_| StoreError::Closed)?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }
}

async fn run(writer: SqlitePool, mut queue: mpsc::Receiver<Job>) {
    let mut texts = Texts::default();
    while let Some(job) = queue.recv().await {
        let mut next = Some(job);
        let mut connection = match writer.acquire().await.map_err(StoreError::from) {
            Ok(connection) => connection,
            Err(error) => {
                answer(next.take().into_iter().collect(), |_| Err(error.clone()));
                continue;
            }
        };
        for _ in 0..IN_A_ROW {
            let Some(job) = next.take() else { break };
            // Who is about to ask for the same comes along: nobody waits for it who is not ready to run.
            tokio::task::yield_now().await;
            let mut batch = vec![job];
            while batch.len() < AT_ONCE
                && let Ok(job) = queue.try_recv()
            {
                batch.push(job);
            }
            commit(&mut connection, batch, &mut texts).await;
            next = queue.try_recv().ok();
        }
        // Not without its turn: it waited already.
        if let Some(job) = next {
            commit(&mut connection, vec![job], &mut texts).await;
        }
    }
}

/// Answers everyone in a batch. A caller that went away is no reason not to write.
fn answer(batch: Vec<Job>, mut with: impl FnMut(usize) -> Result<u64, StoreError>) {
    for (at, job) in batch.into_iter().enumerate() {
        let _ = job.reply.send(with(at));
    }
}

async fn commit(connection: &mut SqliteConnection, batch: Vec<Job>, texts: &mut Texts) {
    let statements: Vec<&Statement> = batch.iter().map(|job| &job.statement).collect();
    let answers = match together(connection, &statements, texts).await {
        Ok(rows) => Ok(rows.into_iter().map(Ok).collect()),
        // One of several broke a rule of the tables: it is found by executing each for itself.
        Err(StoreError::Invalid(_)) if statements.len() > 1 => {
            one_by_one(connection, &statements).await
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

/// Statements of a kind many times over, as one text each: what is passed to SQLite's thread is waited for, however much it
/// is. With each whether the transaction begins and ends with it.
#[derive(Default)]
struct Texts(HashMap<(&'static str, usize, bool, bool), Arc<str>>);

impl Texts {
    fn text(&mut self, sql: &'static str, times: usize, begins: bool, ends: bool) -> Arc<str> {
        let text = self.0.entry((sql, times, begins, ends));
        Arc::clone(text.or_insert_with(|| {
            let begin = begins.then_some("BEGIN IMMEDIATE");
            let end = ends.then_some("COMMIT");
            let all = begin.into_iter().chain(vec![sql; times]).chain(end);
            all.collect::<Vec<_>>().join(";\n").into()
        }))
    }
}

/// Executes all in one transaction, those of a kind passed on together, and gives how many rows each touched.
async fn together(
    connection: &mut SqliteConnection,
    statements: &[&Statement],
    texts: &mut Texts,
) -> Result<Vec<u64>, StoreError> {
    let mut kinds: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        match kinds.iter_mut().find(|(sql, _)| *sql == statement.sql) {
            Some((_, places)) => places.push(at),
            None => kinds.push((statement.sql, vec![at])),
        }
    }
    let chunks: Vec<(&'static str, &[usize])> = kinds
        .iter()
        .flat_map(|(sql, places)| places.chunks(LARGEST).map(|chunk| (*sql, chunk)))
        .collect();
    let mut answers = vec![0; statements.len()];
    for (at, (sql, chunk)) in chunks.iter().enumerate() {
        let (begins, ends) = (at == 0, at + 1 == chunks.len());
        match pass(connection, statements, (*sql, chunk), (begins, ends), texts).await {
            Ok(rows) => chunk
                .iter()
                .zip(rows)
                .for_each(|(at, rows)| answers[*at] = rows),
            Err(error) => {
                roll_back(connection).await;
                return Err(error);
            }
        }
    }
    Ok(answers)
}

/// Passes on statements of a kind. A power of two each time, filled up with those that do nothing: few texts are prepared, and
/// kept.
async fn pass(
    connection: &mut SqliteConnection,
    statements: &[&Statement],
    (sql, chunk): (&'static str, &[usize]),
    (begins, ends): (bool, bool),
    texts: &mut Texts,
) -> Result<Vec<u64>, StoreError> {
    let times = chunk.len().next_power_of_two();
    let text = AssertSqlSafe(texts.text(sql, times, begins, ends));
    let mut query = sqlx::query(text);
    let mut values = 0;
    for at in chunk {
        query = statements[*at].bind_to(query);
        values = statements[*at].values.len();
    }
    for _ in 0..(times - chunk.len()) * values {
        query = query.bind(None::<i64>);
    }
    let done: Vec<_> = (&mut *connection).execute_many(query).try_collect().await?;
    let rows = done.iter().skip(usize::from(begins)).take(chunk.len());
    Ok(rows.map(|done| done.rows_affected()).collect())
}

/// Where the transaction is over already, there is nothing to roll back.
async fn roll_back(connection: &mut SqliteConnection) {
    let _ = (&mut *connection).execute("ROLLBACK").await;
}

/// Executes all in one transaction. A statement that breaks a rule of the tables is rolled back alone; any other failure
/// rolls back all of them.
async fn one_by_one(
    connection: &mut SqliteConnection,
    statements: &[&Statement],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    (&mut *connection).execute("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(statements.len());
    for statement in statements {
        let query = statement.bind_to(sqlx::query(statement.sql));
        let done = query.execute(&mut *connection).await;
        match done.map_err(StoreError::from) {
            Ok(done) => answers.push(Ok(done.rows_affected())),
            Err(broken @ StoreError::Invalid(_)) => answers.push(Err(broken)),
            Err(error) => {
                roll_back(connection).await;
                return Err(error);
            }
        }
    }
    if let Err(error) = (&mut *connection).execute("COMMIT").await {
        roll_back(connection).await;
        return Err(error.into());
    }
    Ok(answers)
}
