//! Folder grants, by server.

use std::{collections::BTreeMap, sync::Mutex};

use consent::{Held, Holding};
use domain::{RootAccess, RootGrant, RootPass, ServerId};

use crate::{eye::Eye, mutex::lock};

/// State of a granted folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootState {
    /// Unchanged.
    Here,
    /// Its path does not exist, or is not a folder.
    Gone,
    /// Its path refers to another folder now.
    Other,
    /// It is not readable.
    Unreadable,
    /// Its disk does not answer.
    Silent,
}

/// How many links in a folder lead to what its server does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutsideLinks {
    /// How many were found.
    pub count: u32,
    /// Whether the search ended before the folder did.
    pub at_least: bool,
}

/// A granted folder and its state.
#[derive(Clone, Debug)]
pub(crate) struct HeldRoot {
    pub grant: RootGrant,
    pub created_ms: i64,
    pub state: RootState,
    pub eye: Eye,
    /// None until they were counted.
    pub links: Option<OutsideLinks>,
    /// How many changes are pending; none until they were counted.
    pub pending: Option<u32>,
    /// Whether its server may have changed something since they were counted.
    touched: bool,
    /// Whether its layer is being changed, so that its server must not see it.
    reviewing: bool,
}

impl HeldRoot {
    fn new(grant: RootGrant, created_ms: i64) -> Self {
        Self {
            grant,
            created_ms,
            state: RootState::Here,
            eye: Eye::default(),
            links: None,
            pending: None,
            touched: true,
            reviewing: false,
        }
    }
}

/// The granted folders.
#[derive(Default)]
pub(crate) struct Folders(Mutex<BTreeMap<ServerId, Vec<HeldRoot>>>);

impl Folders {
    /// Adds a grant. Replaces an earlier grant of the same path, and returns it.
    pub fn put(&self, grant: RootGrant, created_ms: i64) -> Option<RootGrant> {
        let mut held = lock(&self.0);
        let roots = held.entry(grant.server).or_default();
        let at = roots.iter().position(|root| root.grant.path == grant.path);
        let before = at.map(|at| roots.remove(at).grant);
        roots.push(HeldRoot::new(grant, created_ms));
        before
    }

    /// Returns the folders of a server.
    pub fn of(&self, server: ServerId) -> Vec<HeldRoot> {
        lock(&self.0).get(&server).cloned().unwrap_or_default()
    }

    /// Returns the servers that have or had folders.
    pub fn servers(&self) -> Vec<ServerId> {
        lock(&self.0).keys().copied().collect()
    }

    /// Removes a folder of a server and returns its grant.
    pub fn remove(&self, server: ServerId, path: &str) -> Option<RootGrant> {
        let mut held = lock(&self.0);
        let roots = held.get_mut(&server)?;
        let at = roots.iter().position(|root| root.grant.path == path)?;
        Some(roots.remove(at).grant)
    }

    /// Sets the state of a folder, if the grant is unchanged. Returns whether the state changed.
    pub fn set_state(&self, grant: &RootGrant, state: RootState) -> bool {
        let mut held = lock(&self.0);
        let roots = held.get_mut(&grant.server);
        let root = roots.and_then(|roots| roots.iter_mut().find(|root| root.grant == *grant));
        root.is_some_and(|root| std::mem::replace(&mut root.state, state) != state)
    }

    /// Sets the links of a folder, if the grant is unchanged. Returns whether they changed.
    pub fn set_links(&self, grant: &RootGrant, links: OutsideLinks) -> bool {
        let mut held = lock(&self.0);
        let roots = held.get_mut(&grant.server);
        let root = roots.and_then(|roots| roots.iter_mut().find(|root| root.grant == *grant));
        root.is_some_and(|root| root.links.replace(links) != Some(links))
    }

    /// Begins to change the layer of a folder. Returns false if that is going on already. A folder that is not granted has no
    /// server that sees it.
    pub fn begin_review(&self, server: ServerId, path: &str) -> bool {
        self.with(server, path, |root| {
            !std::mem::replace(&mut root.reviewing, true)
        })
        .unwrap_or(true)
    }

    /// Ends to change the layer of a folder.
    pub fn end_review(&self, server: ServerId, path: &str) {
        self.with(server, path, |root| {
            root.reviewing = false;
            root.touched = true;
        });
    }

    /// Whether the layer of a folder is being changed.
    pub fn is_reviewed(&self, server: ServerId, path: &str) -> bool {
        self.with(server, path, |root| root.reviewing)
            .unwrap_or(false)
    }

    /// Takes note that a server may have changed something in its folders.
    pub fn touch(&self, server: ServerId) {
        for root in lock(&self.0).get_mut(&server).into_iter().flatten() {
            root.touched = true;
        }
    }

    /// Returns the folders under review in which a server may have changed something since the last time.
    pub fn take_touched(&self, server: ServerId) -> Vec<RootGrant> {
        let mut held = lock(&self.0);
        let roots = held.get_mut(&server).into_iter().flatten();
        let staged = roots.filter(|root| root.grant.access == RootAccess::Staged);
        let touched = staged.filter_map(|root| {
            std::mem::replace(&mut root.touched, false).then(|| root.grant.clone())
        });
        touched.collect()
    }

    /// Sets the number of pending changes, if the grant is unchanged. Returns whether it changed.
    pub fn set_pending(&self, grant: &RootGrant, count: u32) -> bool {
        let set = |root: &mut HeldRoot| {
            root.grant == *grant && root.pending.replace(count) != Some(count)
        };
        self.with(grant.server, &grant.path, set).unwrap_or(false)
    }

    fn with<T>(
        &self,
        server: ServerId,
        path: &str,
        change: impl FnOnce(&mut HeldRoot) -> T,
    ) -> Option<T> {
        let mut held = lock(&self.0);
        let mut roots = held.get_mut(&server)?.iter_mut();
        roots.find(|root| root.grant.path == path).map(change)
    }

    /// Removes all folders of a server.
    pub fn forget(&self, server: ServerId) {
        lock(&self.0).remove(&server);
    }
}

/// Returns what a server has beside its launch, and keeps if the launch changes. A folder that it is started with is part of the launch.
pub(crate) fn beside_launch(held: Vec<Held>, roots: &[HeldRoot]) -> Vec<Holding> {
    let is_passed = |what: &Holding| {
        let mut passed = roots.iter().filter(|r| r.grant.pass != RootPass::Asked);
        matches!(what, Holding::Root { path, .. } if passed.any(|r| r.grant.path == *path))
    };
    let held = held.into_iter().map(|held| held.what);
    held.filter(|what| !what.is_of_the_launch() && !is_passed(what))
        .collect()
}
