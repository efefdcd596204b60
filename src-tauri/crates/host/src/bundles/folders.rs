//! The folders that a person chose for a bundle: the server starts once they are granted.

use std::{path::Path, sync::Arc};

use messages::{Phrase, phrases};
use store::ServerRecord;

use super::in_use;
use crate::{inner::Inner, server::StartBy};

impl Inner {
    /// Requests approval of each folder of a bundle that its server does not have yet.
    ///
    /// # Errors
    /// Why the server does not start: a folder was not granted.
    pub(crate) async fn grant_bundle_folders(
        self: &Arc<Self>,
        record: &ServerRecord,
        by: StartBy,
    ) -> Result<(), Phrase> {
        let bundle = in_use(record);
        for folder in bundle.iter().flat_map(|bundle| &bundle.folders) {
            if self.is_granted(record, folder) {
                continue;
            }
            let shown = domain::visible(folder);
            // A start that nobody watches requests nothing.
            if by == StartBy::AppStart {
                return Err(phrases::host_bundle_folder(shown));
            }
            let granted = self.grant_folder(record.id, folder).await;
            granted.map_err(|_| phrases::host_bundle_folder(shown))?;
        }
        Ok(())
    }

    fn is_granted(&self, record: &ServerRecord, folder: &str) -> bool {
        let path = Path::new(folder);
        let real = dunce::canonicalize(path);
        let path = real.as_deref().unwrap_or(path);
        let granted = self.folders.of(record.id);
        granted
            .iter()
            .any(|root| path.starts_with(&root.grant.path))
    }
}
