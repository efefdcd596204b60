//! Components of the host's in-memory state. Each encapsulates its locks and is used through methods that return copies. None
//! starts, sends or decides anything.

mod attaching;
mod browser;
mod bundles;
mod calls;
mod changes;
mod compacting;
mod damage;
mod definitions;
mod downloads;
mod draft;
mod enforcement;
mod flows;
mod links;
mod outflow;
mod packages;
mod permissions;
mod reach;
mod registry;
mod roots;
mod rules;
mod run_providers;
mod run_rules;
mod servers;
mod settings;
mod slot;
mod suspension;
mod tool_index;
mod tour;
mod trial_runs;
mod trial_starts;
mod turns;

pub(crate) use attaching::{
    Attaching, FoundFile, Heard, Inspected, PreparedPrompt, ScaledImage, Source, forgotten,
};
pub(crate) use browser::{Browser, may_follow, may_open};
pub(crate) use bundles::UnpackedBundles;
pub(crate) use calls::Calls;
pub(crate) use changes::{Change, ChangeEnd, Changes};
pub(crate) use compacting::Compacting;
pub(crate) use damage::DamageReport;
pub(crate) use draft::Draft;
pub(crate) use enforcement::KnownEnforcement;
pub(crate) use flows::{Flows, Past};
pub(crate) use links::WaitingLink;
pub(crate) use outflow::RunOutflow;
pub(crate) use packages::InstalledPackages;
pub(crate) use permissions::Permissions;
pub(crate) use reach::{Asked, Asking, Lasts, Reachable, may_be_asked};
pub(crate) use registry::{Browsing, RegistrySetting};
pub(crate) use roots::{Folders, HeldRoot, OutsideLinks, RootState, beside_launch};
pub(crate) use rules::{ActiveRules, RuleCache, effect, tier_of};
pub(crate) use run_providers::{Provider, RunProviders};
pub(crate) use run_rules::{RunRules, allows};
pub(crate) use servers::{Aside, Servers, not_found};
pub(crate) use settings::{CurrentSettings, Settings, check_appearance};
pub(crate) use slot::Slot;
pub(crate) use suspension::Suspension;
pub(crate) use tool_index::ToolIndex;
pub(crate) use tour::{Tour, TourProgress};
pub(crate) use trial_runs::{TrialRun, TrialRuns};
pub(crate) use trial_starts::TrialStarts;
pub(crate) use turns::{Plan, Turns};
