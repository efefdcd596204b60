//! The start of an installed package before a person has reviewed its launch: once, without anything of the user.

use std::path::{Path, PathBuf};

use domain::{ConfinementChoice, InstalledPackage, LocalLaunch};
use sandbox::{Confinement, HOME, Limits, Method, Network};

use crate::{
    GuardProgram, LaunchError, Running,
    environment::inherited,
    order::Order,
    platform,
    programs::programs_of,
    start::{running, started_file},
};

/// Largest file that it can write, in bytes.
const FILE: u64 = 32 << 20;
/// Private memory of one process, and of all of them, in bytes.
const MEMORY: u64 = 1 << 30;
/// Processes and threads of all that it starts.
const PROCESSES: u64 = 128;
/// The size of its `/tmp` and of its shared memory, in bytes.
const TMP: u64 = 32 << 20;

/// Starts the installed package of a launch once, without an approval. What it gets is decided here and is no choice of the caller:
///
/// - its own files and its runtime, read-only, and `home`, which the caller has emptied;
/// - no folder of the user. Folders that its arguments or variables name are replaced by `home`;
/// - none of the variables of the launch, only those that every server gets;
/// - a network in which every address leads to [`Running::sockets`]. Nothing is reached unless the caller serves it.
///
/// What it looks for and does not get is recorded ([`Running::record`]). `private` are folders of this program that it does not see.
/// It needs [`Method::Namespaces`].
///
/// # Errors
/// The launch starts no installed package; the guard fails, the system refuses the program, or the sandbox does not work here. Nothing
/// ran then.
pub async fn trial_start(
    launch: &LocalLaunch,
    home: &Path,
    private: &[PathBuf],
    guard: &GuardProgram,
) -> Result<Running, LaunchError> {
    let (launch, private) = (launch.clone(), private.to_owned());
    let home = home.to_owned();
    let order = tokio::task::spawn_blocking(move || order(&launch, &home, &private))
        .await
        .map_err(|error| LaunchError::Guard(std::io::Error::other(error)))??;
    let started = platform::start(&order, guard).await?;
    Ok(running(started))
}

fn order(launch: &LocalLaunch, home: &Path, private: &[PathBuf]) -> Result<Order, LaunchError> {
    let Some(package) = &launch.package else {
        return Err(LaunchError::Sandbox {
            reason: "only an installed package is started before its review".to_owned(),
        });
    };
    let mut bare = launch.clone();
    // The names stay, so that no variable of this program takes their place.
    for root in &mut bare.roots {
        root.path = HOME.to_owned();
    }
    let confinement = Confinement {
        programs: programs_of(launch, &ConfinementChoice::default(), private),
        network: Network::Brokered,
        limits: Limits {
            file_size: FILE,
            processes: PROCESSES,
            memory: MEMORY,
            family_memory: MEMORY,
            tmp: TMP,
            shm: TMP,
            ..Limits::default()
        },
        group: platform::scope_name(launch.server),
        weakest: Method::Namespaces,
        recorded: true,
        ..Confinement::new(home)
    };
    Ok(Order {
        program: started_file(&launch.program, Some(&confinement)),
        args: stand_ins(package),
        cwd: home.to_owned(),
        env: inherited(&bare),
        undo_time: std::time::Duration::ZERO,
        undo_folder: None,
        confinement: Some(confinement),
    })
}

/// The arguments with the private folder in place of every folder that is none of the package.
fn stand_ins(package: &InstalledPackage) -> Vec<String> {
    let own = |path: &Path| package.folders.iter().any(|own| path.starts_with(own));
    let other = |text: &str| {
        let path = Path::new(text);
        path.is_absolute() && path.is_dir() && !own(path)
    };
    let args = package.args.iter();
    args.map(|arg| match arg.split_once('=') {
        _ if other(arg) => HOME.to_owned(),
        Some((name, value)) if other(value) => format!("{name}={HOME}"),
        Some(_) | None => arg.clone(),
    })
    .collect()
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use domain::{
        Confined, Confinement as Chosen, Enforcement, EnvEntry, EnvSource, LocalNetwork,
        PassedRoot, ServerId, VariableValue,
    };

    use super::*;
    use crate::package_spec;

    /// A launch that was given all that a user can give: folders, programs, variables, any network, programs in its home.
    fn generous(folder: &Path) -> LocalLaunch {
        let (package, docs) = (folder.join("package"), folder.join("docs"));
        for made in [&package, &docs] {
            std::fs::create_dir(made).unwrap();
        }
        let docs = docs.display().to_string();
        let installed = InstalledPackage {
            name: "guest".into(),
            version: "2.0.0".into(),
            lock: "1".into(),
            tree: "2".into(),
            program: "/bin/sh".into(),
            args: vec![
                package.display().to_string(),
                docs.clone(),
                format!("--root={docs}"),
                "--key={TOKEN}".into(),
            ],
            folders: vec![package],
            set: None,
            entered: None,
        };
        let variable = |name: &str, source| EnvEntry {
            name: name.into(),
            source,
        };
        let env = vec![
            variable("TOKEN", EnvSource::Keychain),
            variable("HOME", EnvSource::Host),
        ];
        let command = ("npx", Vec::new());
        let cwd = Some(Path::new("/"));
        let launch = package_spec(
            ServerId::new(),
            command,
            installed,
            cwd,
            env,
            "/usr/bin:/bin",
        );
        let value = |name: &str| VariableValue {
            name: name.into(),
            value: docs.clone(),
        };
        LocalLaunch {
            risky: vec![value("NODE_OPTIONS")],
            plain: vec![value("TOKEN")],
            roots: vec![PassedRoot {
                path: docs.clone(),
                variable: Some("DOCS".into()),
            }],
            confinement: Chosen::Confined(Confined {
                programs: vec![docs.into()],
                network: LocalNetwork::Open,
                run_in_home: true,
                unix_sockets: true,
                weakest: Enforcement::Advisory,
            }),
            ..launch.unwrap()
        }
    }

    #[test]
    fn nothing_of_the_user_is_in_the_order_whatever_the_launch_was_given() {
        let folder = tempfile::tempdir().unwrap();
        let folder = dunce::canonicalize(folder.path()).unwrap();
        let launch = generous(&folder);
        let (home, docs) = (folder.join("home"), folder.join("docs"));
        let order = order(&launch, &home, &[]).unwrap();
        let package = folder.join("package").display().to_string();
        let expected = [&package, HOME, &format!("--root={HOME}"), "--key={TOKEN}"];
        assert_eq!(order.args, expected);
        assert_eq!(order.cwd, home);
        let confinement = order.confinement.unwrap();
        assert!(confinement.grants.is_empty() && confinement.ports.is_empty());
        assert!(!confinement.run_in_home && !confinement.unix_sockets && confinement.recorded);
        assert_eq!(confinement.network, Network::Brokered);
        assert_eq!(confinement.weakest, Method::Namespaces);
        assert!(!confinement.programs.contains(&docs));
        let docs = docs.display().to_string();
        for (name, value) in &order.env {
            let (name, value) = (name.to_string_lossy(), value.to_string_lossy());
            assert!(!value.contains(&docs), "{name}");
            assert!(!["TOKEN", "NODE_OPTIONS"].contains(&&*name), "{name}");
        }
        let passed = order.env.iter().find(|(name, _)| name == "DOCS");
        assert_eq!(passed.unwrap().1, HOME);
    }

    #[test]
    fn a_command_without_an_installed_package_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let launch = LocalLaunch {
            package: None,
            ..generous(&dunce::canonicalize(folder.path()).unwrap())
        };
        let refused = order(&launch, folder.path(), &[]);
        assert!(matches!(refused, Err(LaunchError::Sandbox { .. })));
    }
}
