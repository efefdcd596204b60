//! A data folder with servers that are known: accepted, started once, and asleep.

use std::{path::PathBuf, time::Duration};

use host::{Host, NewServer};
use host_api::{AddServer, AnswerView, ScopeView};

use crate::{
    error::BenchError,
    full::{open, said},
};

/// How long one server may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Adds so many servers with this program to a data folder, and starts each of them once.
pub async fn seed(data: PathBuf, servers: usize, program: &str) -> Result<(), BenchError> {
    let host = open(data).await?;
    let answers = tokio::spawn(accept_launches(host.clone()));
    for number in 1..=servers {
        let new = NewServer {
            server: AddServer {
                name: format!("Server {number}"),
                command: program.to_owned(),
                args: Vec::new(),
                cwd: None,
                env_names: Vec::new(),
            },
            values: Vec::new(),
            from_host: Vec::new(),
        };
        let view = host.add_server(new).await.map_err(said)?;
        let id = view.tag.id.parse().map_err(BenchError::host)?;
        let started = tokio::time::timeout(LIMIT, host.start_and_wait(id, false)).await;
        started.map_err(BenchError::host)?.map_err(said)?;
        host.sleep_server(id).await.map_err(said)?;
    }
    host.close().await;
    answers.abort();
    Ok(())
}

/// Accepts each launch for good, as a person does.
async fn accept_launches(host: Host) {
    let mut queue = host.prompts();
    while let Some(waiting) = queue.recv().await {
        let Some(approval) = waiting.into_iter().next() else {
            continue;
        };
        let Ok(id) = approval.id.parse() else {
            continue;
        };
        // Nothing else waits here.
        let answer = AnswerView::Allow {
            scope: ScopeView::Standing,
            values: Vec::new(),
            key: None,
        };
        if host.prompt_shown(id, approval.revision).is_ok() {
            tokio::time::sleep(Duration::from_millis(u64::from(approval.arm_ms) + 10)).await;
            // It may have been withdrawn.
            let _ = host.answer_prompt(id, approval.revision, answer).await;
        }
    }
}
