//! The webview's driver: its process, its session, and commands with a limit.

use std::{process::Child, time::Duration};

use fantoccini::{
    Client, ClientBuilder,
    error::{CmdError, NewSessionError},
    wd::Capabilities,
};
use hyper_util::client::legacy::connect::HttpConnector;

use crate::Error;

/// How long a thing may take to appear.
pub const WAIT: Duration = Duration::from_secs(20);
/// Pause between two looks.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A process that ends with this value, unless it was taken.
pub(crate) struct KillOnDrop(pub Option<Child>);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Opens the session, as soon as the driver listens.
pub(crate) async fn connect(port: u16, capabilities: &Capabilities) -> Result<Client, Error> {
    loop {
        let mut builder = ClientBuilder::new(connector());
        builder.capabilities(capabilities.clone());
        match builder.connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => return Ok(client),
            // Not listening yet.
            Err(NewSessionError::FailedC(error)) if error.is_connect() => {
                tokio::time::sleep(LOOK).await;
            }
            Err(error) => return Err(Error::Session(error.to_string())),
        }
    }
}

/// One command of the driver, which answers at once or is taken for stuck.
pub(crate) async fn within<T>(
    what: &str,
    command: impl Future<Output = Result<T, CmdError>>,
) -> Result<T, Error> {
    let said = |error: CmdError| Error::Command(format!("{what}: {error}: {error:?}"));
    limited(WAIT, what, async { command.await.map_err(said) }).await
}

/// Work with a limit, which the error names.
pub(crate) async fn limited<T>(
    limit: Duration,
    what: &str,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => Err(Error::Late(format!(
            "the driver said nothing for {} s to: {what}",
            limit.as_secs()
        ))),
    }
}

/// Plain HTTP: the driver listens on this machine only.
fn connector() -> HttpConnector {
    HttpConnector::new()
}
