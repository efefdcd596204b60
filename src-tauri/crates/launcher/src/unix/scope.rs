//! A scope of the user's systemd for the family of one server: a control group that bounds all of its processes together.
//!
//! Whether one was made says nothing: the guard reads back what bounds its server. Where no systemd answers, there is none.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use domain::ServerId;
use futures_util::StreamExt;
use sandbox::Limits;
use tokio::time::timeout;
use zbus::{
    Connection, Proxy,
    proxy::MethodFlags,
    zvariant::{OwnedObjectPath, Value},
};

/// How long the start of a server waits for its scope.
const WAIT: Duration = Duration::from_secs(1);

/// The part of the processor that a family gets where it is short; the user's own programs have 100 each.
const WEIGHT: u64 = 50;

/// Processes of a family beside those of the server: the guard, the first process of the sandbox, a change of folders.
const OWN_PROCESSES: u64 = 32;

/// Why a family has no scope.
#[derive(Debug, thiserror::Error)]
enum ScopeError {
    /// There is no session bus, nobody on it answers as systemd, or the answer is an error.
    #[error(transparent)]
    Bus(#[from] zbus::Error),
    /// The scope was begun, and not finished.
    #[error("it ended as {0:?}")]
    Unfinished(String),
    /// No answer came in [`WAIT`].
    #[error("no answer")]
    Silent,
}

/// A name that no other scope of this user has. A name alone bounds nothing.
pub(crate) fn scope_name(server: ServerId) -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    Some(format!(
        "innkeeper-{server}-{}-{count}.scope",
        std::process::id()
    ))
}

/// Has systemd put a process, and what it starts from then on, into a scope of this name. It takes no longer than [`WAIT`].
pub(super) async fn put_into(name: &str, process: u32, limits: &Limits) {
    put_on(Connection::session(), name, process, limits).await;
}

async fn put_on(
    bus: impl Future<Output = zbus::Result<Connection>>,
    name: &str,
    process: u32,
    limits: &Limits,
) {
    let made = async { make(&bus.await?, name, process, limits).await };
    if let Err(error) = timeout(WAIT, made).await.unwrap_or(Err(ScopeError::Silent)) {
        tracing::debug!(%error, "nothing bounds the memory of all processes of a server together");
    }
}

async fn make(
    bus: &Connection,
    name: &str,
    process: u32,
    limits: &Limits,
) -> Result<(), ScopeError> {
    let systemd = Proxy::new(
        bus,
        "org.freedesktop.systemd1",
        "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
    )
    .await?;
    let mut ends = systemd.receive_signal("JobRemoved").await?;
    let properties: [(&str, Value<'_>); 6] = [
        ("Description", "A local MCP server of Innkeeper".into()),
        ("PIDs", vec![process].into()),
        ("MemoryMax", limits.family_memory.into()),
        ("TasksMax", (limits.processes + OWN_PROCESSES).into()),
        ("CPUWeight", WEIGHT.into()),
        // It goes with its last process, however that ended.
        ("CollectMode", "inactive-or-failed".into()),
    ];
    let others: [(&str, Vec<(&str, Value<'_>)>); 0] = [];
    let job: Option<OwnedObjectPath> = systemd
        .call_with_flags(
            "StartTransientUnit",
            MethodFlags::NoAutoStart.into(),
            &(name, "fail", properties.as_slice(), others.as_slice()),
        )
        .await?;
    while let Some(end) = ends.next().await {
        let body = end.body();
        let (_, ended, _, result): (u32, OwnedObjectPath, String, String) = body.deserialize()?;
        if Some(&ended) == job.as_ref() {
            return match result.as_str() {
                "done" => Ok(()),
                _ => Err(ScopeError::Unfinished(result)),
            };
        }
    }
    Err(ScopeError::Silent)
}

#[cfg(test)]
mod tests;
