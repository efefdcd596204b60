//! Whether what a server is given can leave it.

use std::path::Path;

use domain::ServerId;
use policy::Walls;

use crate::{
    inner::Inner,
    server::{ServerSnapshot, sees_only_its_folders, walls_of},
};

impl Inner {
    /// Whether what a server is given stays with it: it can send nothing, and no other server sees a folder that it writes to. What
    /// the user does with such a folder is the user's.
    pub(crate) fn keeps_data(&self, server: ServerId) -> bool {
        let snapshot = self.servers.snapshot(server);
        let Some(sandbox) = snapshot.as_ref().and_then(|s| s.sandbox.as_deref()) else {
            return false;
        };
        if walls_of(Some(sandbox)) == Walls::None {
            return false;
        }
        let others = self.servers.snapshots();
        let others = others.iter().filter(|other| other.record.id != server);
        let mut written = sandbox.folders.iter().filter(|f| f.access.writes());
        written.all(|folder| !others.clone().any(|other| self.sees(other, &folder.path)))
    }

    /// Whether a server sees a folder or a part of it, as it runs or as it would start.
    fn sees(&self, server: &ServerSnapshot, folder: &Path) -> bool {
        let record = &server.record;
        if record.url.is_some() {
            return false;
        }
        if !sees_only_its_folders(server) {
            return true;
        }
        let grants = self.folders.of(record.id);
        let grants = grants.iter().map(|root| root.grant.path.as_str());
        let launch = [record.command.as_str()]
            .into_iter()
            .chain(record.args.iter().map(String::as_str))
            .chain(record.cwd.as_deref())
            .chain(record.confinement.programs.iter().map(String::as_str));
        let shown = server.sandbox.iter();
        let shown = shown.flat_map(|sandbox| &sandbox.confined.programs);
        let places = grants.chain(launch).map(Path::new);
        let mut places = places.chain(shown.map(Path::new));
        places.any(|place| {
            place.is_absolute() && (place.starts_with(folder) || folder.starts_with(place))
        })
    }
}
