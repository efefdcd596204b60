//! Review of a launch that is not started, and accepted launches.

use std::sync::Arc;

use domain::{LaunchDigest, LaunchFacts, LaunchSpec, ServerId};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use store::ServerRecord;
use tokio::sync::watch;

use super::failure::of_launch;
use crate::{
    inner::{Host, Inner},
    server::ServerSnapshot,
    state::not_found,
};

impl Host {
    /// Requests approval of a server's launch without starting it, and stores the answer.
    ///
    /// # Errors
    /// There is no such server, its command cannot be resolved, or the launch was not accepted.
    pub async fn review_launch(&self, id: ServerId, allowed: bool) -> Result<(), ApiError> {
        self.review(id, allowed, false).await
    }

    /// The same, and with `unconfined` outside of its sandbox.
    pub(crate) async fn review(
        &self,
        id: ServerId,
        allowed: bool,
        unconfined: bool,
    ) -> Result<(), ApiError> {
        let record = self
            .inner
            .store
            .servers()
            .get(id)
            .await?
            .ok_or_else(not_found)?;
        // A package manager at work is a large future, and few servers have one to install.
        let record = Box::pin(self.inner.with_package(record)).await?;
        Box::pin(self.review_as(&record, allowed, unconfined)).await
    }

    /// The same for a server as it would be stored.
    pub(crate) async fn review_as(
        &self,
        record: &ServerRecord,
        allowed: bool,
        unconfined: bool,
    ) -> Result<(), ApiError> {
        let id = record.id;
        let spec = self.inner.launch_spec(record).await.map_err(|e| {
            let failure = of_launch(&e);
            let message = phrases::host_sentence(&failure.message);
            ApiError::new(ErrorCode::Invalid, message).hint(failure.hint)
        })?;
        if self.inner.replaced_since_accepted(record, &spec).await? && !unconfined {
            return Ok(());
        }
        let spec = match spec {
            LaunchSpec::Local(local) if unconfined => {
                if !local.confinement.can_switch() {
                    let message = phrases::host_confinement_never();
                    return Err(ApiError::new(ErrorCode::Invalid, message));
                }
                LaunchSpec::Local(local.switched(true))
            }
            spec @ (LaunchSpec::Local(_) | LaunchSpec::Remote(_)) => spec,
        };
        // A folder is granted by a person, not by a command line that allows the launch.
        let local = match &spec {
            LaunchSpec::Local(local) if !allowed => Some(local.clone()),
            LaunchSpec::Local(_) | LaunchSpec::Remote(_) => None,
        };
        let question = consent::LaunchApproval {
            spec,
            server_name: record.name.clone(),
            authority: consent::LaunchAuthority {
                standing: record.launch_grant,
                on_command_line: allowed,
            },
            accepted: self.inner.accepted_launch(id).await,
            missing_values: Vec::new(),
            ticked: std::collections::BTreeSet::new(),
        };
        let denied = |_| ApiError::new(ErrorCode::Denied, phrases::host_launch_not_accepted());
        // The approval itself is dropped: only the grant is stored, and nothing starts now.
        let accepted = self
            .inner
            .consent
            .decide(question)
            .await
            .map_err(denied)?
            .approved
            .into_payload();
        let (launch, facts) = (accepted.digest(), accepted.facts());
        self.inner
            .store
            .servers()
            .update_launch_grant(id, Some(launch))
            .await?;
        self.inner.keep_launch(id, launch, &facts).await;
        if let Some(handle) = self.inner.servers.get(id) {
            handle.settle(|record| record.launch_grant = Some(launch));
        }
        self.inner.keep_sandbox(id, &accepted).await;
        if let Some(local) = local {
            self.inner.offer_folders(&local).await;
        }
        Ok(())
    }
}

impl Inner {
    /// Returns the last accepted launch of a server, if its description is stored.
    pub(super) async fn accepted_launch(&self, id: ServerId) -> Option<(LaunchFacts, i64)> {
        match self.store.pins().launch(id).await {
            Ok(accepted) => accepted.map(|launch| (launch.facts, launch.accepted_ms)),
            Err(error) => {
                tracing::warn!(%error, "the launch that was accepted could not be read");
                None
            }
        }
    }

    /// Stores the description of an accepted launch, for showing later changes. An existing description is kept.
    pub(super) async fn keep_launch(
        &self,
        id: ServerId,
        launch: LaunchDigest,
        facts: &LaunchFacts,
    ) {
        let pins = self.store.pins();
        let kept = match pins.launch(id).await {
            Ok(Some(kept)) if kept.digest == launch && kept.facts == *facts => Ok(()),
            Ok(_) => pins.accept_launch(id, launch, facts).await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "an accepted launch could not be kept in words");
        }
    }

    /// Stores an accepted launch for later starts.
    pub(crate) async fn grant_launch(
        &self,
        id: ServerId,
        spec: &LaunchSpec,
        snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    ) {
        let launch = spec.digest();
        self.keep_launch(id, launch, &spec.facts()).await;
        if snapshot.borrow().record.launch_grant == Some(launch) {
            return;
        }
        if let Err(error) = self
            .store
            .servers()
            .update_launch_grant(id, Some(launch))
            .await
        {
            tracing::warn!(%error, "an accepted launch could not be stored");
        }
        snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            new.record.launch_grant = Some(launch);
            *old = Arc::new(new);
        });
    }
}
