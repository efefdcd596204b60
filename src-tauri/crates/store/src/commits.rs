//! Statements that wait at the same time share one commit: the disk is waited for once for all of them.

use sqlx::{Sqlite, SqlitePool, query::Query, sqlite::SqliteArguments};
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;

/// One statement with its values.
pub(crate) type Statement = Query<'static, Sqlite, SqliteArguments>;

/// Most statements that wait; a further one waits to wait.
const WAITING: usize = 256;
/// Most statements of one commit.
const AT_ONCE: usize = 64;

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
    /// the caller goes away.
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
    while let Some(job) = queue.recv().await {
        let mut batch = vec![job];
        while batch.len() < AT_ONCE
            && let Ok(job) = queue.try_recv()
        {
            batch.push(job);
        }
        let (statements, replies): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|job| (job.statement, job.reply))
            .unzip();
        let answers = match commit(&writer, statements).await {
            Ok(answers) => answers,
            // Nothing of it was kept.
            Err(error) => replies.iter().map(|_| Err(error.clone())).collect(),
        };
        for (reply, answer) in replies.into_iter().zip(answers) {
            // A caller that went away is no reason not to write.
            let _ = reply.send(answer);
        }
    }
}

/// Executes all in one transaction. A statement that breaks a rule of the tables takes back itself alone; any other failure
/// takes back all of them.
async fn commit(
    writer: &SqlitePool,
    statements: Vec<Statement>,
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(statements.len());
    for statement in statements {
        let done = statement.execute(&mut *transaction).await;
        answers.push(match done.map_err(StoreError::from) {
            Ok(done) => Ok(done.rows_affected()),
            Err(broken @ StoreError::Invalid(_)) => Err(broken),
            Err(error) => return Err(error),
        });
    }
    transaction.commit().await?;
    Ok(answers)
}
