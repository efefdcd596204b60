//! What the sandbox of this system enforces, found out once.

use domain::Enforcement;
use tokio::sync::OnceCell;

/// What the sandbox of this system enforces.
#[derive(Default)]
pub(crate) struct KnownEnforcement(OnceCell<Enforcement>);

impl KnownEnforcement {
    /// Returns it, found out by `find` the first time.
    pub async fn known_or(&self, find: impl Future<Output = Enforcement>) -> Enforcement {
        *self.0.get_or_init(|| find).await
    }
}
