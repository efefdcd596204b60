//! Installing the package of a server before its launch is reviewed.

use std::sync::Arc;

use domain::now_ms;
use host_api::{Event, InstallView, ServerStateView};
use messages::phrases;
use packages::{INSTALL_TIME, RESOLVE_TIME};
use tokio::sync::watch;

use crate::{
    inner::Inner,
    packages::{of_package, to_install},
    server::{ServerSnapshot, server_view},
    servers::{connecting::Unstarted, program::Interruption},
};

/// Installs the package of a server whose command is a package runner, if that was not done yet. The user sees the progress and can
/// stop it.
pub(super) async fn settle_package(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    interruption: &Interruption,
) -> Result<(), Unstarted> {
    let record = snapshot.borrow().record.clone();
    let Some(recipe) = to_install(&record) else {
        return Ok(());
    };
    let Some(work) = inner.packages.begin(record.id) else {
        let busy = phrases::host_package_busy();
        return Err(Unstarted::Refused(busy.into()));
    };
    let since_ms = now_ms() as f64;
    let show = |said: Option<&str>| {
        let state = ServerStateView::Starting {
            since_ms,
            install: Some(InstallView {
                runner: recipe.runner.name().to_owned(),
                said: said.map(str::to_owned),
                limit_ms: (RESOLVE_TIME + INSTALL_TIME).as_millis() as f64,
            }),
        };
        snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            new.state = state;
            *old = Arc::new(new);
        });
        let server = Box::new(server_view(&snapshot.borrow()));
        inner.emit(Event::Server { server });
    };
    show(None);
    interruption.installs(true);
    let said = |line: &str| show(Some(line));
    let installing = inner.install_package(&recipe, &said, &work.cancel);
    let installed = tokio::select! {
        installed = installing => installed,
        _ = interruption.asked() => {
            interruption.installs(false);
            return Err(Unstarted::Refused(phrases::host_stopped_by_you().into()));
        }
    };
    interruption.installs(false);
    let package = installed.map_err(|error| Unstarted::Failed(of_package(&error)))?;
    let servers = inner.store.servers();
    if let Err(error) = servers.set_package(record.id, Some(&package)).await {
        tracing::warn!(%error, "the package of a server could not be stored");
        return Err(Unstarted::Refused(
            phrases::host_package_not_stored().into(),
        ));
    }
    snapshot.send_modify(|old| {
        let mut new = (**old).clone();
        new.record.package = Some(package);
        *old = Arc::new(new);
    });
    Ok(())
}
