//! Permission for kinds of server-initiated requests: enabling requires approval, disabling takes effect at once. Capabilities are
//! declared in the handshake, so a change restarts the server.

use consent::{Feature, FeatureChange};
use domain::ServerId;
use host_api::{ApiError, ErrorCode, FeatureView, ServerStateView};
use messages::phrases;

use crate::{inner::Host, server::StartBy};

impl Host {
    /// Enables or disables a kind of server-initiated request. Enabling requires confirmation by a person or an option on the
    /// command line.
    ///
    /// # Errors
    /// There is no such server, it was not allowed, or it could not be stored; then nothing changed.
    pub async fn set_server_feature(
        &self,
        id: ServerId,
        feature: FeatureView,
        on: bool,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(id)?;
        let record = handle.snapshot().record.clone();
        let now = match feature {
            FeatureView::Sampling => record.sampling,
            FeatureView::Elicitation => record.elicitation,
        };
        if now == on {
            return Ok(());
        }
        if on {
            let change = FeatureChange {
                server: id,
                server_name: record.name,
                feature: match feature {
                    FeatureView::Sampling => Feature::Sampling,
                    FeatureView::Elicitation => Feature::Elicitation,
                },
            };
            // The approval only permits the switch that follows.
            let _ = inner
                .consent
                .decide_named(change, on_command_line)
                .await
                .map_err(|_| ApiError::new(ErrorCode::Denied, phrases::host_feature_denied()))?
                .approved
                .into_payload();
        }
        let _one_at_a_time = inner.servers.switch().await;
        let record = handle.snapshot().record.clone();
        let (sampling, elicitation) = match feature {
            FeatureView::Sampling => (on, record.elicitation),
            FeatureView::Elicitation => (record.sampling, on),
        };
        inner
            .store
            .servers()
            .set_features(id, sampling, elicitation)
            .await?;
        handle.settle(|record| (record.sampling, record.elicitation) = (sampling, elicitation));
        // What a server may request decides how a local one is spoken to.
        inner.forget_era(id).await?;
        inner.tell_server(&handle);
        if matches!(handle.snapshot().state, ServerStateView::Ready { .. }) {
            handle.stop(if on {
                phrases::host_reconnects_may()
            } else {
                phrases::host_reconnects_may_not()
            });
            handle.start(StartBy::Person);
        }
        Ok(())
    }
}
