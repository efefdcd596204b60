//! How a program on this machine is kept from everything that is not its own.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::LaunchDigest;

/// What a local server reaches over the network.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LocalNetwork {
    /// Nothing.
    #[default]
    None,
    /// The hosts that the user allows; each is asked about before anything is sent to it. It needs [`Enforcement::Full`].
    Asked,
    /// Whatever this machine reaches. Nothing limits it.
    Open,
}

/// How much of a confinement the system enforces. Later ones are stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// Files and other programs are not protected.
    Advisory,
    /// Contents of files are protected; their names are visible, and folders change with a restart only.
    Partial,
    /// The program has a view of the system of its own.
    Full,
}

/// What a confined program has beside the system's programs, its private folder and the folders granted to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confined {
    /// Files and folders of the program itself, absolute, without links, sorted. It may read and execute them.
    pub programs: Vec<PathBuf>,
    /// What it reaches over the network.
    pub network: LocalNetwork,
    /// Whether it may execute files of its private folder, as a program does that downloads others.
    pub run_in_home: bool,
    /// Whether it may make Unix sockets, as some programs do to talk to those that they start. It reaches those in granted folders.
    pub unix_sockets: bool,
    /// The weakest enforcement with which it starts.
    pub weakest: Enforcement,
}

/// How a program on this machine is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Not at all: it may do whatever the user may.
    Unconfined {
        /// What it would have in a sandbox, which a person decided against; none for a program that no sandbox is made for. It is no
        /// part of the launch.
        instead: Option<Box<Confined>>,
    },
    /// To what is listed.
    Confined(Confined),
}

impl Confinement {
    /// What a confined program has; `None` for an unconfined one.
    #[must_use]
    pub fn confined(&self) -> Option<&Confined> {
        match self {
            Self::Unconfined { instead: _ } => None,
            Self::Confined(confined) => Some(confined),
        }
    }

    /// The same program in its sandbox or, with `unconfined`, outside of it. A program that no sandbox is made for stays as it is.
    #[must_use]
    pub fn switched(self, unconfined: bool) -> Self {
        let confined = match self {
            Self::Confined(confined) => confined,
            Self::Unconfined {
                instead: Some(instead),
            } => *instead,
            Self::Unconfined { instead: None } => return self,
        };
        match unconfined {
            true => Self::Unconfined {
                instead: Some(Box::new(confined)),
            },
            false => Self::Confined(confined),
        }
    }

    /// Whether a person can choose that the program runs in a sandbox or outside of one.
    #[must_use]
    pub fn can_switch(&self) -> bool {
        !matches!(self, Self::Unconfined { instead: None })
    }
}

/// What the user chose about the confinement of a server. The default is what fits its command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfinementChoice {
    /// The launch, as it would be confined, that a person accepted without a sandbox. Any other launch runs in one.
    pub unconfined: Option<LaunchDigest>,
    /// What it reaches; `None`: what fits its command.
    pub network: Option<LocalNetwork>,
    /// Absolute paths of files and folders of the program that are not found automatically.
    pub programs: Vec<String>,
    /// Whether it may make Unix sockets, where it has a view of the system of its own.
    pub unix_sockets: bool,
    /// Whether it may execute files of its private folder even where its command is no package runner.
    pub run_in_home: bool,
    /// How much its private folder may hold when it starts, in gibibytes; `None`: the usual limit.
    pub private_gib: Option<u32>,
    /// Whether its package runner is started as the command says, and fetches the package itself, even where the package could be
    /// installed once.
    pub fetches: bool,
}
