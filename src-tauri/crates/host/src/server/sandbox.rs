//! Views of a sandbox: what a server can read, write and reach, and what of it the system enforces.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use domain::{
    Confined, Confinement, ConfinementChoice, Enforcement, LocalLaunch, LocalNetwork, visible,
};
use host_api::{ConfinementChoiceView, ConfinementView, NetworkView};
use messages::{Text, phrases};
use policy::Walls;
use sandbox::{Access, FolderGrant, Remark, Report};
use store::ServerRecord;

use crate::outlook::Outlook;

/// The sandbox of a running program: what was approved, and what the guard found to be enforced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sandboxed {
    /// What was approved.
    pub confined: Confined,
    /// What the system enforces.
    pub report: sandbox::Report,
    /// The folders that it has now.
    pub folders: Vec<FolderGrant>,
    /// Since when it can send, where that is asked about.
    pub opened: Opened,
    /// What it makes in the folders that it may change.
    pub outlook: Outlook,
}

/// Since when a server of which each host is asked about can send in this run: since its first allowed host. It stays so until the
/// server ends, because a connection may outlive its permission in the server's memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened(Arc<AtomicI64>);

impl Opened {
    /// Notes that it can send since this time, in milliseconds since the Unix epoch. Returns whether it could not before.
    pub fn open(&self, since_ms: i64) -> bool {
        let since_ms = since_ms.max(1);
        let set = self
            .0
            .compare_exchange(0, since_ms, Ordering::SeqCst, Ordering::SeqCst);
        set.is_ok()
    }

    /// Returns since when; none if it cannot send.
    pub fn since(&self) -> Option<i64> {
        Some(self.0.load(Ordering::SeqCst)).filter(|since| *since > 0)
    }
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        self.since() == other.since()
    }
}

/// Returns the sandbox in which a launch would start.
pub(crate) fn expected(launch: &LocalLaunch, folders: &[FolderGrant]) -> ConfinementView {
    let Confinement::Confined(confined) = &launch.confinement else {
        return ConfinementView {
            confined: false,
            reads: Vec::new(),
            writes: Vec::new(),
            reviewed: Vec::new(),
            network: NetworkView::Open,
            runs_downloads: false,
            unix_sockets: false,
            files_enforced: false,
            network_enforced: false,
            processes_enforced: false,
            limits: Vec::new(),
        };
    };
    let weakest = confined.weakest;
    let mut limits = Vec::new();
    match weakest {
        Enforcement::Full => {}
        Enforcement::Partial => limits.push(phrases::host_confinement_names_visible().into()),
        Enforcement::Advisory => limits.push(phrases::host_confinement_nothing_works().into()),
    }
    let view = view(confined, folders);
    ConfinementView {
        files_enforced: weakest >= Enforcement::Partial,
        network_enforced: weakest >= Enforcement::Partial && confined.network != LocalNetwork::Open,
        processes_enforced: weakest == Enforcement::Full,
        limits,
        ..view
    }
}

/// Returns the sandbox of a running program, as the guard found it.
pub(crate) fn running(sandboxed: &Sandboxed) -> ConfinementView {
    let Report {
        method: _,
        files,
        network,
        processes,
        limits: _,
        live_grants,
        staged: _,
    } = &sandboxed.report;
    let facets = [files, network, processes];
    let mut limits: Vec<Text> = facets
        .into_iter()
        .flat_map(|facet| &facet.remarks)
        .filter_map(remark)
        .collect();
    limits.dedup();
    if !live_grants {
        limits.push(phrases::host_confinement_restarts().into());
    }
    ConfinementView {
        files_enforced: files.is_enforced(),
        network_enforced: network.is_enforced(),
        processes_enforced: processes.is_enforced(),
        limits,
        ..view(&sandboxed.confined, &sandboxed.folders)
    }
}

fn view(confined: &Confined, folders: &[FolderGrant]) -> ConfinementView {
    let shown = |path: &Path| visible(&path.to_string_lossy());
    let with = |is: fn(&Access) -> bool| {
        let these = folders.iter().filter(move |folder| is(&folder.access));
        these.map(|folder| shown(&folder.path))
    };
    let programs = confined.programs.iter().map(|path| shown(path));
    ConfinementView {
        confined: true,
        reads: programs.chain(with(|access| !access.writes())).collect(),
        writes: with(|access| *access == Access::Write).collect(),
        reviewed: with(Access::is_staged).collect(),
        network: network(confined.network),
        runs_downloads: confined.run_in_home,
        unix_sockets: confined.unix_sockets,
        files_enforced: false,
        network_enforced: false,
        processes_enforced: false,
        limits: Vec::new(),
    }
}

fn network(network: LocalNetwork) -> NetworkView {
    match network {
        LocalNetwork::None => NetworkView::None,
        LocalNetwork::Asked => NetworkView::Asked,
        LocalNetwork::Open => NetworkView::Open,
    }
}

/// Returns what a remark means for a person; none where the view says it already.
fn remark(remark: &Remark) -> Option<Text> {
    let phrase = match remark {
        Remark::Refused(refusal) => phrases::host_confinement_refused(refusal.to_string()),
        Remark::NoLandlock => phrases::host_confinement_no_landlock(),
        Remark::NoSignalScope => phrases::host_confinement_no_signal_scope(),
        Remark::NamesVisible => phrases::host_confinement_names_visible(),
        Remark::HooksWritable => phrases::host_confinement_hooks_writable(),
        Remark::Unsearched(path) => {
            phrases::host_confinement_unsearched(visible(&path.to_string_lossy()))
        }
        Remark::UnsupportedSystem => phrases::host_confinement_nothing_works(),
        Remark::NotVerified => phrases::host_confinement_not_verified(),
        Remark::PerProcess
        | Remark::FamilyMemory(_)
        | Remark::NoProcessLimit
        | Remark::OpenNetwork => return None,
    };
    Some(phrase.into())
}

/// Returns what the user chose about the sandbox of a local server; none for a remote one.
pub(crate) fn choice_view(record: &ServerRecord) -> Option<ConfinementChoiceView> {
    let ConfinementChoice {
        unconfined,
        network: chosen,
        programs,
        unix_sockets,
        run_in_home,
        private_gib,
        // Shown with the package.
        fetches: _,
    } = &record.confinement;
    record.url.is_none().then(|| ConfinementChoiceView {
        unconfined: unconfined.is_some(),
        network: chosen.map(network),
        programs: programs.clone(),
        unix_sockets: *unix_sockets,
        run_in_home: *run_in_home,
        private_gib: *private_gib,
    })
}

/// What the system keeps a running server from. One of which each host is asked about has no network as long as none is allowed.
pub(crate) fn walls_of(sandbox: Option<&Sandboxed>) -> Walls {
    let Some(sandbox) = sandbox else {
        return Walls::None;
    };
    let report = &sandbox.report;
    let cut_off = match sandbox.confined.network {
        LocalNetwork::None => true,
        LocalNetwork::Asked => sandbox.opened.since().is_none(),
        LocalNetwork::Open => false,
    };
    // A socket in a folder that it sees leads to another program.
    if sandbox.confined.unix_sockets || !(cut_off && report.network.is_enforced()) {
        return Walls::None;
    }
    let mut folders = sandbox.folders.iter();
    let reads_only = folders.all(|folder| !folder.access.writes());
    if reads_only && report.files.is_enforced() && report.processes.is_enforced() {
        Walls::ReadOnly
    } else {
        Walls::Offline
    }
}
