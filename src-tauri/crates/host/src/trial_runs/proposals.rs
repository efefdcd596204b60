//! From what a server looked for to what the user can allow. Most of what a program looks for it does not need.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use domain::{ConfinementChoice, LocalLaunch, LocalNetwork, RootAccess, RootGrant, visible};
use host_api::{TrialNoteView, TrialProposalView, TrialWantView};
use messages::{Phrase, Text, phrases};
use sandbox::{HOME, Sought, Want};

use crate::{
    roots::{Place, Places},
    state::TrialRun,
};

/// Most files that are named with one proposal.
const EXAMPLES: usize = 5;
/// Most notes.
const MAX_NOTES: usize = 100;

/// What a trial run is judged by.
pub(super) struct Surroundings {
    pub granted: Vec<RootGrant>,
    /// Hosts that are allowed until they are revoked.
    pub allowed: BTreeSet<String>,
    /// This program's own data.
    pub data: PathBuf,
    /// What the user chose of its sandbox by now.
    pub choice: ConfinementChoice,
}

/// What a trial run found.
#[derive(Default)]
pub(super) struct Findings {
    pub proposals: Vec<Proposed>,
    pub notes: Vec<TrialNoteView>,
}

/// One thing that can be allowed, and what for.
pub(super) struct Proposed {
    pub what: Proposal,
    pub times: u32,
    /// Files that were looked for, at most [`EXAMPLES`].
    pub examples: Vec<PathBuf>,
}

/// One thing that can be allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Proposal {
    /// A folder.
    Folder { path: PathBuf, write: bool },
    /// A host with its port. `asks`: the server may ask for hosts as it is.
    Host { host: String, asks: bool },
    /// A program that is not visible to it.
    Program(PathBuf),
    /// Programs in its private folder.
    RunInHome,
}

impl Proposed {
    /// What names it among the proposals of its trial run.
    pub(super) fn key(&self) -> String {
        match &self.what {
            Proposal::Folder { path, write: _ } => format!("folder {}", path.display()),
            Proposal::Host { host, asks: _ } => format!("host {host}"),
            Proposal::Program(path) => format!("program {}", path.display()),
            Proposal::RunInHome => "run".to_owned(),
        }
    }
}

pub(super) fn view(proposed: &Proposed) -> TrialProposalView {
    let shown = |path: &Path| visible(&path.to_string_lossy());
    TrialProposalView {
        key: proposed.key(),
        what: match &proposed.what {
            Proposal::Folder { path, write } => TrialWantView::Folder {
                path: shown(path),
                write: *write,
            },
            Proposal::Host { host, asks: _ } => TrialWantView::Host {
                host: visible(host),
            },
            Proposal::Program(path) => TrialWantView::Program { path: shown(path) },
            Proposal::RunInHome => TrialWantView::RunInHome,
        },
        times: proposed.times,
        examples: proposed.examples.iter().map(|path| shown(path)).collect(),
    }
}

/// A folder that may be proposed.
#[derive(Default)]
struct Candidate {
    write: bool,
    times: u32,
    examples: BTreeSet<PathBuf>,
}

/// Sorts out what a trial run found. It reads the disk, and may block.
pub(super) fn found(run: &TrialRun, around: &Surroundings) -> Findings {
    let Some(launch) = &run.launch else {
        return Findings::default();
    };
    let mut sorting = Sorting {
        around,
        launch,
        places: Places::here(&around.data),
        named: named_by(launch),
        folders: BTreeMap::new(),
        others: Vec::new(),
        notes: BTreeMap::new(),
    };
    for (sought, times) in &run.sought {
        match sought {
            Sought::Path {
                path,
                want,
                in_home,
            } => sorting.path(path, *want, *in_home, *times),
            Sought::Socket(_) => {
                let why = phrases::host_trial_run_socket_why();
                sorting.note_of("", phrases::host_trial_run_socket(), *times, why);
            }
        }
    }
    sorting.hosts(&run.hosts);
    sorting.end()
}

struct Sorting<'a> {
    around: &'a Surroundings,
    /// The launch of the last start.
    launch: &'a LocalLaunch,
    places: Places,
    /// What the command and its variables name, without links.
    named: BTreeSet<PathBuf>,
    folders: BTreeMap<PathBuf, Candidate>,
    others: Vec<Proposed>,
    /// By what names them.
    notes: BTreeMap<String, TrialNoteView>,
}

impl Sorting<'_> {
    fn path(&mut self, path: &Path, want: Want, in_home: bool, times: u32) {
        if want == Want::Execute {
            return self.program(path, in_home, times);
        }
        if in_home {
            let why = phrases::host_trial_run_own_home();
            return self.note(visible(&path.to_string_lossy()), times, why);
        }
        // Where links lead, as for every grant.
        let known = dunce::canonicalize(path).ok();
        let real = known.as_deref().unwrap_or(path);
        let is_folder = real.is_dir();
        let named = self.named.iter().find(|named| {
            named.starts_with(real) || (is_folder && real.starts_with(named.as_path()))
        });
        let named = named.cloned();
        let folder = match (want, &named) {
            // A look at what nobody named finds out what exists, at most.
            (Want::Look, None) => return self.looked(real, times),
            // On its way to what the command names.
            (_, Some(named)) if named.starts_with(real) => named.clone(),
            _ if is_folder => real.to_owned(),
            _ => match real.parent() {
                Some(folder) => folder.to_owned(),
                None => return,
            },
        };
        let folder = if folder.is_dir() {
            folder
        } else {
            match folder.parent() {
                Some(parent) => parent.to_owned(),
                None => return,
            }
        };
        let Ok(folder) = dunce::canonicalize(folder) else {
            return self.looked(real, times);
        };
        if let Some(why) = self.refused(&folder) {
            return match why {
                // Its search for programs and modules passes there.
                Refused::Ours => {}
                Refused::Because(why) => self.note(visible(&real.to_string_lossy()), times, why),
            };
        }
        let candidate = self.folders.entry(folder).or_default();
        candidate.write |= want == Want::Write;
        candidate.times = candidate.times.saturating_add(times);
        candidate.examples.insert(real.to_owned());
    }

    /// Why a folder is not proposed.
    fn refused(&self, folder: &Path) -> Option<Refused> {
        let program = |program: &PathBuf| folder.starts_with(program);
        let confined = self.launch.confinement.confined();
        if confined.is_some_and(|confined| confined.programs.iter().any(program)) {
            return Some(Refused::Because(phrases::host_trial_run_own_program()));
        }
        if self.places.own.iter().any(|own| folder.starts_with(own)) {
            return Some(Refused::Ours);
        }
        match self.places.place(folder) {
            Place::Plain => None,
            Place::Refused(why) => Some(Refused::Because(why)),
            // Such a folder is never proposed, but can still be granted.
            Place::Typed(_) => Some(Refused::Because(phrases::host_trial_run_broad())),
        }
    }

    fn looked(&mut self, path: &Path, times: u32) {
        if !matches!(self.refused(path), Some(Refused::Ours)) {
            let why = phrases::host_trial_run_looked();
            self.note(visible(&path.to_string_lossy()), times, why);
        }
    }

    fn program(&mut self, path: &Path, in_home: bool, times: u32) {
        let choice = &self.around.choice;
        if (in_home && choice.run_in_home) || choice.programs.iter().any(|it| path.starts_with(it))
        {
            return;
        }
        if in_home || path.starts_with(HOME) {
            return self.others.push(Proposed {
                what: Proposal::RunInHome,
                times,
                examples: vec![path.to_owned()],
            });
        }
        let granted = |grant: &RootGrant| path.starts_with(&grant.path);
        let name = visible(&path.to_string_lossy());
        if self.around.granted.iter().any(granted) {
            return self.note(name, times, phrases::host_trial_run_in_grant());
        }
        match dunce::canonicalize(path) {
            Ok(real) if real.is_file() => self.others.push(Proposed {
                what: Proposal::Program(real.clone()),
                times,
                examples: vec![real],
            }),
            Ok(_) | Err(_) => self.note(name, times, phrases::host_trial_run_looked()),
        }
    }

    fn note(&mut self, what: String, times: u32, why: Phrase) {
        let key = what.clone();
        self.note_of(&key, Text::Given(what), times, why);
    }

    fn note_of(&mut self, key: &str, what: impl Into<Text>, times: u32, why: Phrase) {
        let note = self.notes.entry(key.to_owned());
        let note = note.or_insert_with(|| TrialNoteView {
            what: what.into(),
            times: 0,
            why: why.into(),
        });
        note.times = note.times.saturating_add(times);
    }

    fn hosts(&mut self, hosts: &BTreeMap<String, u32>) {
        let confined = self.launch.confinement.confined();
        let network = confined.map_or(LocalNetwork::None, |confined| confined.network);
        let network = self.around.choice.network.unwrap_or(network);
        for (host, times) in hosts {
            match network {
                LocalNetwork::Open => {
                    let why = phrases::host_trial_run_open();
                    self.note(visible(host), *times, why);
                }
                _ if self.around.allowed.contains(host) && network == LocalNetwork::Asked => {}
                LocalNetwork::Asked | LocalNetwork::None => self.others.push(Proposed {
                    what: Proposal::Host {
                        host: host.clone(),
                        asks: network == LocalNetwork::Asked,
                    },
                    times: *times,
                    examples: Vec::new(),
                }),
            }
        }
    }

    fn end(self) -> Findings {
        let mut proposals: Vec<Proposed> = Vec::new();
        // A folder comes before what lies in it.
        for (path, candidate) in self.folders {
            let holder = proposals.iter_mut().find(|before| match &before.what {
                Proposal::Folder { path: holder, .. } => path.starts_with(holder),
                Proposal::Host { .. } | Proposal::Program(_) | Proposal::RunInHome => false,
            });
            if let Some(Proposed {
                what: Proposal::Folder { write, .. },
                times,
                examples,
            }) = holder
            {
                *write |= candidate.write;
                *times = times.saturating_add(candidate.times);
                let room = EXAMPLES.saturating_sub(examples.len());
                examples.extend(candidate.examples.into_iter().take(room));
                continue;
            }
            let mut granted = self.around.granted.iter();
            let had = granted.find(|grant| path.starts_with(&grant.path));
            let what = match had {
                None => Proposal::Folder {
                    path,
                    write: candidate.write,
                },
                Some(had) if candidate.write && had.access == RootAccess::Read => {
                    Proposal::Folder {
                        path: had.path.clone().into(),
                        write: true,
                    }
                }
                Some(_) => continue,
            };
            if proposals.iter().any(|before| before.what == what) {
                continue;
            }
            proposals.push(Proposed {
                what,
                times: candidate.times,
                examples: candidate.examples.into_iter().take(EXAMPLES).collect(),
            });
        }
        for other in self.others {
            match proposals
                .iter_mut()
                .find(|before| before.what == other.what)
            {
                Some(before) => before.times = before.times.saturating_add(other.times),
                None => proposals.push(other),
            }
        }
        let notes = self.notes.into_values().take(MAX_NOTES).collect();
        Findings { proposals, notes }
    }
}

enum Refused {
    /// It is this program's own data.
    Ours,
    Because(Phrase),
}

/// The existing paths that a command names: in its arguments, its working folder, and the values of its variables.
fn named_by(launch: &LocalLaunch) -> BTreeSet<PathBuf> {
    let home = std::env::home_dir().and_then(|home| dunce::canonicalize(home).ok());
    let args = launch.args.iter().map(String::as_str);
    let args = args.flat_map(|arg| [Some(arg), arg.split_once('=').map(|(_, value)| value)]);
    let values = launch.plain.iter().map(|value| value.value.as_str());
    let named = args.flatten().chain(values).chain(launch.cwd.to_str());
    named
        .map(Path::new)
        .filter(|path| path.is_absolute())
        .filter_map(|path| {
            dunce::canonicalize(path).ok().or_else(|| {
                // What is made later lies in a folder that exists.
                let folder = dunce::canonicalize(path.parent()?).ok()?;
                Some(folder.join(path.file_name()?))
            })
        })
        .filter(|path| path.parent().is_some() && home.as_ref() != Some(path))
        .collect()
}
