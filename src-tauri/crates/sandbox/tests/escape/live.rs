//! Stories of a server that runs: folders that come and go, and the end of everything.
//!
//! Each scenario runs in a guard: a process of its own with one thread.

mod ends;
mod folders;
mod git;
mod recorded;
mod staged;
mod systems;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::ExitCode,
};

use libtest_mimic::Failed;
use sandbox::{
    Access, Change, ChangeError, Confined, Confinement, FolderChange, FolderGrant, Method,
    SandboxError,
};

use crate::{
    guard::{self, confined},
    scene::{PLACE, Scene, Stage},
    server::become_user,
    table,
};

/// One story of a running server.
pub struct Scenario {
    pub name: &'static str,
    run: fn(&Scene),
    /// Where the folders of the user are.
    place: &'static str,
    /// What it takes.
    needs: &'static [Method],
}

const fn scenario(name: &'static str, run: fn(&Scene)) -> Scenario {
    Scenario {
        name,
        run,
        place: PLACE,
        needs: &[Method::Namespaces],
    }
}

const fn with_both(name: &'static str, run: fn(&Scene)) -> Scenario {
    Scenario {
        needs: &[Method::Namespaces, Method::Filters],
        ..scenario(name, run)
    }
}

pub const SCENARIOS: &[Scenario] = &[
    scenario(
        "record_names_what_a_server_sought_and_grants_nothing",
        recorded::names_what_was_sought,
    ),
    scenario(
        "record_follows_no_link_of_the_server_and_outlives_odd_names",
        recorded::follows_no_link,
    ),
    scenario(
        "record_is_bounded_and_ends_with_its_server",
        recorded::is_bounded,
    ),
    with_both(
        "record_is_refused_without_namespaces",
        recorded::needs_namespaces,
    ),
    scenario(
        "granted_folder_appears_and_is_gone_after_revoke",
        folders::comes_and_goes,
    ),
    scenario("folder_is_held_while_anything_in_it_is_open", folders::held),
    scenario("access_changes_and_hooks_stay_covered", folders::changes),
    with_both(
        "only_the_approved_folder_is_granted",
        folders::approved_only,
    ),
    scenario("overlapping_folders_need_a_restart", folders::nested),
    with_both("hidden_folder_in_a_grant_stays_hidden", folders::hidden),
    scenario("hidden_file_is_kept_but_in_own_folders", folders::own),
    scenario(
        "git_runs_nothing_of_a_server_that_writes",
        git::nothing_runs,
    ),
    scenario(
        "places_that_need_no_guard_stay_writable",
        git::stays_writable,
    ),
    scenario("folder_too_large_to_search_is_read_only", git::too_large),
    scenario("odd_repositories_stop_no_start", git::odd),
    scenario(
        "changes_of_a_staged_folder_stay_in_its_layer",
        staged::stays_in_its_layer,
    ),
    scenario(
        "staged_folder_is_granted_and_revoked_while_running",
        staged::comes_and_goes,
    ),
    with_both(
        "refused_overlay_refuses_the_server_under_every_method",
        staged::refused,
    ),
    Scenario {
        name: "revoke_finds_a_folder_whose_parent_was_renamed",
        run: folders::renamed,
        // Which the server has for itself, and can write to.
        place: "/tmp",
        needs: &[Method::Namespaces],
    },
    scenario("killed_guard_leaves_no_process_behind", ends::killed_guard),
    scenario("hermits_end_with_their_server", ends::hermits),
    with_both("program_that_cannot_run_is_reported", ends::not_run),
    with_both("interpreters_start_in_both_sandboxes", ends::interpreters),
    with_both(
        "refused_user_namespaces_leave_filters",
        systems::no_user_namespaces,
    ),
    with_both("refused_mounts_leave_filters", systems::no_mounts),
    scenario("missing_landlock_leaves_namespaces", systems::no_landlock),
    scenario("nothing_is_enforced_without_either", systems::neither),
];

/// Runs a scenario in a process of its own.
pub fn check(scenario: &Scenario, user: u32) -> Result<(), Failed> {
    let stage = Stage::new(user, scenario.place);
    for method in scenario.needs {
        if !table::works(*method, &stage.scene) {
            println!("skipped: this system has not what {method:?} needs");
            return Ok(());
        }
    }
    let scene = serde_json::to_string(&stage.scene).unwrap();
    let output = table::guard(&stage.scene, &["live", scenario.name, &scene]);
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
}

pub fn run(name: &str, scene: &str) -> ExitCode {
    let scene: Scene = serde_json::from_str(scene).unwrap();
    become_user(scene.user);
    let scenario = SCENARIOS
        .iter()
        .find(|scenario| scenario.name == name)
        .unwrap();
    (scenario.run)(&scene);
    ExitCode::SUCCESS
}

/// A server that does what it is told.
pub struct Server {
    pub confined: Box<dyn Confined>,
    stdin: Option<io::PipeWriter>,
    stdout: BufReader<io::PipeReader>,
}

impl Server {
    pub fn start(scene: &Scene) -> Self {
        Self::with(Method::Namespaces, &scene.confinement(), scene).unwrap()
    }

    pub fn with(
        method: Method,
        confinement: &Confinement,
        scene: &Scene,
    ) -> Result<Self, SandboxError> {
        let (theirs_in, stdin) = io::pipe().unwrap();
        let (stdout, theirs_out) = io::pipe().unwrap();
        let null = File::options().write(true).open("/dev/null").unwrap();
        let streams = [theirs_in.into(), theirs_out.into(), null.into()];
        let confined = confined(method, confinement, scene, &["serve".to_owned()], streams)?;
        Ok(Self {
            confined,
            stdin: Some(stdin),
            stdout: BufReader::new(stdout),
        })
    }

    pub fn say(&mut self, words: &str) -> String {
        writeln!(self.stdin.as_mut().unwrap(), "{words}").unwrap();
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    #[track_caller]
    pub fn obeys(&mut self, words: &str) {
        assert_eq!(self.say(words), "ok", "{words}");
    }

    #[track_caller]
    pub fn fails(&mut self, words: &str, error: i32) {
        assert_eq!(self.say(words), format!("error {error}"), "{words}");
    }

    pub fn grant(&mut self, grant: &FolderGrant) -> Result<Change, ChangeError> {
        self.confined.change(&FolderChange::Grant(grant.clone()))
    }

    pub fn revoke(&mut self, path: &Path) -> Result<Change, ChangeError> {
        self.confined.change(&FolderChange::Revoke(path.to_owned()))
    }

    pub fn set_access(&mut self, path: &Path, access: Access) -> Result<Change, ChangeError> {
        self.confined
            .change(&FolderChange::Access(path.to_owned(), access))
    }

    pub fn end(mut self) -> u8 {
        drop(self.stdin.take());
        guard::end_of(&mut *self.confined)
    }
}

fn grant_of(path: &Path, access: Access) -> FolderGrant {
    FolderGrant::new(path, access).unwrap()
}
