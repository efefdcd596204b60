//! What the sandbox of this system enforces, found out once.

use domain::Enforcement;
use tokio::sync::OnceCell;

/// What the sandbox of this system enforces.
#[derive(Default)]
pub(crate) struct KnownEnforcement {
    strongest: OnceCell<Enforcement>,
    /// Why changes of a folder cannot be kept apart from it, if they cannot.
    staging: OnceCell<Result<(), String>>,
}

impl KnownEnforcement {
    /// Returns it, found out by `find` the first time.
    pub async fn known_or(&self, find: impl Future<Output = Enforcement>) -> Enforcement {
        *self.strongest.get_or_init(|| find).await
    }

    /// Returns why changes of a folder cannot be kept apart from it, found out by `find` the first time.
    pub async fn staging_or(
        &self,
        find: impl Future<Output = Result<(), String>>,
    ) -> Result<(), String> {
        self.staging.get_or_init(|| find).await.clone()
    }
}
