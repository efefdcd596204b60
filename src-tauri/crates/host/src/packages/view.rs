//! What a shell sees of an installed package.

use std::collections::BTreeMap;

use ::packages::{Ecosystem, Review};
use domain::{InstalledPackage, ServerId};
use host_api::{PackageKindView, PackageView};
use store::StoredPackage;

use crate::inner::Inner;

/// Most names of a list.
const MAX_NAMES: usize = 50;
/// Digits of a digest that are shown.
const DIGITS: usize = 8;

/// Returns the view of a package. `before` is the one that is used now, to show what differs.
pub(crate) fn reviewed(package: &StoredPackage, before: Option<&StoredPackage>) -> PackageView {
    let review = review_of(package);
    let old = before.and_then(review_of);
    let short = |digest: &str| domain::cut(digest, DIGITS).to_owned();
    let mut view = PackageView {
        kind: PackageKindView::Npm,
        name: domain::visible(&package.installed.name),
        version: domain::visible(&package.installed.version),
        before: before
            .filter(|before| before.installed.lock != package.installed.lock)
            .map(|before| domain::visible(&before.installed.version)),
        publisher: None,
        published_ms: None,
        packages: 0,
        scripts: Vec::new(),
        deprecated: None,
        odd_name: false,
        registries: Vec::new(),
        changes: Vec::new(),
        lock: short(&package.installed.lock),
        files: short(&package.installed.tree),
    };
    let Some(review) = review else {
        return view;
    };
    if let Some(old) = &old {
        view.changes = changes(old, &review);
    }
    view.kind = match review.ecosystem {
        Ecosystem::Npm => PackageKindView::Npm,
        Ecosystem::Python => PackageKindView::Python,
    };
    view.packages = u32::try_from(review.packages.len()).unwrap_or(u32::MAX);
    view.publisher = review.publisher;
    view.published_ms = review.published_ms.map(|ms| ms as f64);
    view.scripts = review.with_install_scripts;
    view.scripts.truncate(MAX_NAMES);
    view.deprecated = review.deprecated;
    view.odd_name = review.odd_name;
    view.registries = review.registries;
    view
}

impl Inner {
    /// Returns the view of the package of a launch, or of the packages of its bundle, with what differs from the one that its server uses.
    pub(crate) fn shown_package(
        &self,
        server: ServerId,
        package: &InstalledPackage,
    ) -> Option<PackageView> {
        let its_lock = package.set.as_ref().map_or(&package.lock, |set| &set.lock);
        let snapshot = self.servers.snapshot(server);
        let used = snapshot.as_ref().and_then(|it| it.record.package.as_ref());
        if let Some(used) = used.filter(|used| used.installed.lock == *its_lock) {
            return Some(reviewed(used, None));
        }
        let new = self.packages.shown(its_lock)?;
        Some(reviewed(&new, used))
    }
}

fn review_of(package: &StoredPackage) -> Option<Review> {
    serde_json::from_value(package.review.clone()).ok()
}

/// Returns the packages that were added, removed or changed, one line each: `zod 3.24.1 → 3.25.0`.
fn changes(before: &Review, now: &Review) -> Vec<String> {
    let versions = |review: &Review| -> BTreeMap<String, String> {
        let packages = review.packages.iter();
        packages
            .map(|one| (one.name.clone(), one.version.clone()))
            .collect()
    };
    let (before, now) = (versions(before), versions(now));
    let mut lines = Vec::new();
    for (name, version) in &now {
        let name = domain::visible(name);
        match before.get(&name) {
            None => lines.push(format!("+ {name} {}", domain::visible(version))),
            Some(old) if old != version => {
                let (old, version) = (domain::visible(old), domain::visible(version));
                lines.push(format!("{name} {old} → {version}"));
            }
            Some(_) => {}
        }
    }
    let gone = before.iter().filter(|(name, _)| !now.contains_key(*name));
    lines.extend(gone.map(|(name, version)| {
        format!("− {} {}", domain::visible(name), domain::visible(version))
    }));
    lines
}
