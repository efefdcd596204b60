//! Views of folder grants.

use std::path::PathBuf;

use domain::{ServerId, visible};
use host_api::{ApiError, OutsideLinksView, RootRowView, RootsView, SuggestedRootView};
use messages::{Phrase, phrases};

use super::{suggest, watch::trouble};
use crate::{
    inner::{Host, Inner},
    server::sees_only_its_folders,
    state::HeldRoot,
};

fn row(root: &HeldRoot, confined: bool) -> RootRowView {
    let grant = &root.grant;
    RootRowView {
        key: grant.path.clone(),
        path: visible(&grant.path),
        name: visible(&grant.name),
        access: grant.access.into(),
        pass: grant.pass.clone().into(),
        since_ms: root.created_ms as f64,
        trouble: trouble(root.state).map(Into::into),
        outside_links: root
            .links
            .filter(|_| confined)
            .map(|links| OutsideLinksView {
                count: links.count,
                at_least: links.at_least,
            }),
        pending: root.pending,
    }
}

impl Inner {
    /// Returns the folders of a server.
    pub(crate) fn root_rows(&self, server: ServerId) -> Vec<RootRowView> {
        let snapshot = self.servers.snapshot(server);
        let confined = snapshot.is_some_and(|snapshot| sees_only_its_folders(&snapshot));
        let held = self.folders.of(server);
        held.iter().map(|root| row(root, confined)).collect()
    }
}

impl Host {
    /// Returns the folders of a server.
    ///
    /// # Errors
    /// There is no such server.
    pub fn roots(&self, server: ServerId) -> Result<RootsView, ApiError> {
        self.inner.servers.handle(server)?;
        Ok(RootsView {
            roots: self.inner.root_rows(server),
        })
    }

    /// Returns suggested folders for a server: those in its command, and repositories under the user's home. A suggested folder
    /// needs an approval like any other.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn suggested_roots(
        &self,
        server: ServerId,
    ) -> Result<Vec<SuggestedRootView>, ApiError> {
        let record = self.inner.servers.handle(server)?.snapshot().record.clone();
        let looking = tokio::task::spawn_blocking(move || {
            let named = suggest::named_by(&record.args, record.cwd.as_deref());
            let named = named
                .into_iter()
                .map(|path| (path, phrases::host_root_named()));
            let home = std::env::home_dir();
            let work = home
                .map(|home| suggest::repositories(&home))
                .unwrap_or_default();
            let work = work
                .into_iter()
                .map(|path| (path, phrases::host_root_repository()));
            named.chain(work).collect::<Vec<(PathBuf, Phrase)>>()
        });
        let found = tokio::time::timeout(super::FIND_OUT, looking).await;
        let found = found.ok().and_then(Result::ok).unwrap_or_default();
        let held = self.inner.root_rows(server);
        let mut out: Vec<SuggestedRootView> = Vec::new();
        for (path, why) in found {
            let Some(path) = path.to_str() else { continue };
            let known =
                held.iter().any(|root| root.key == path) || out.iter().any(|s| s.key == path);
            if !known {
                out.push(SuggestedRootView {
                    key: path.to_owned(),
                    path: visible(path),
                    why: why.into(),
                });
            }
        }
        Ok(out)
    }
}
