//! Where a connection runs: on a thread of its own, or, in tests, as a task of the current runtime.

use std::{future::Future, io};

use domain::ServerId;
use tokio::sync::watch;

use crate::ConnectError;

/// Where a connection runs.
pub(crate) enum Placement {
    /// A thread with a runtime of its own, named after the server.
    OwnThread,
    /// A task.
    CurrentRuntime,
}

impl Placement {
    /// Sets a connection going. `done` is dropped when nothing of it is left.
    pub(crate) fn start(
        self,
        server: &ServerId,
        run: impl Future<Output = ()> + Send + 'static,
        done: watch::Sender<()>,
    ) -> Result<(), ConnectError> {
        match self {
            Self::CurrentRuntime => {
                tokio::spawn(async move {
                    run.await;
                    drop(done);
                });
            }
            Self::OwnThread => {
                let no_thread = |e: io::Error| ConnectError::NoThread(e.kind());
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .map_err(no_thread)?;
                // Linux shows 15 characters of a thread's name; the end of an identifier tells servers apart.
                let id = server.to_string();
                let name = format!("server-{}", &id[id.len().saturating_sub(8)..]);
                std::thread::Builder::new()
                    .name(name)
                    .spawn(move || {
                        runtime.block_on(run);
                        // A name that is still looked up keeps nobody waiting.
                        runtime.shutdown_background();
                        drop(done);
                    })
                    .map_err(no_thread)?;
            }
        }
        Ok(())
    }
}
