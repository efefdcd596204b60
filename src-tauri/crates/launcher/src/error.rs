//! Why a server could not be specified or started.

use std::{io, path::PathBuf};

use domain::EnvSource;

use crate::ExecProblem;

/// Why a server could not be specified or started. No variant carries a value of the environment.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The command is empty.
    #[error("the command is empty")]
    EmptyCommand,
    /// The command, an argument or a path holds a NUL byte, which no program can be given.
    #[error("the {part} holds a NUL byte")]
    NulByte {
        /// Which part of the launch: `command`, `argument`, `working directory` or `PATH`.
        part: &'static str,
    },
    /// No file was found for the command.
    #[error("`{command}` was not found{}", searched_in(.searched))]
    NotFound {
        /// The command as written.
        command: String,
        /// Every folder that was searched, in order; empty when the command was a path.
        searched: Vec<PathBuf>,
    },
    /// No file was found for the command, which begins with the name of a program and goes on with arguments.
    #[error("`{command}` is not a program: the command holds its arguments")]
    HoldsArguments {
        /// The command as written.
        command: String,
        /// The program that its first word leads to.
        program: PathBuf,
    },
    /// A path begins with `~`, which only a shell replaces.
    #[error("the {part} `{path}` begins with ~, which only a shell replaces")]
    Tilde {
        /// Which part of the launch: `command` or `working directory`.
        part: &'static str,
        /// The path as written.
        path: String,
        /// The same with the home folder in its place, where that is known.
        meant: Option<PathBuf>,
    },
    /// A file was found, but it is no regular file or this user may not run it.
    #[error("`{}` is not a program this user may run", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// The working directory is not an absolute path of an existing folder.
    #[error("the working directory `{}` is not an existing folder with an absolute path", path.display())]
    Cwd {
        /// The path given.
        path: PathBuf,
    },
    /// The packages that a bundle needs are not installed.
    #[error("the packages of the bundle are not installed")]
    NoPackages,
    /// No working directory was given and this user's home folder is unknown.
    #[error("this user's home folder is unknown")]
    NoHome,
    /// The name is no valid name of an environment variable.
    #[error("`{name}` is not a valid name for an environment variable")]
    EnvName {
        /// The name given.
        name: String,
    },
    /// The name is set by the launch itself (`PATH`) and cannot be replaced.
    #[error("the environment variable `{name}` is set by the launch itself")]
    EnvReserved {
        /// The name given.
        name: String,
    },
    /// The name was given twice.
    #[error("the environment variable `{name}` is given twice")]
    EnvDuplicate {
        /// The name given.
        name: String,
    },
    /// The variable has no value where it is read from.
    #[error("the environment variable `{name}` has no value in {}", source_name(*.origin))]
    EnvMissing {
        /// The variable.
        name: String,
        /// Where its value was looked for.
        origin: EnvSource,
    },
    /// The variable's value holds a NUL byte.
    #[error("the value of the environment variable `{name}` holds a NUL byte")]
    EnvValue {
        /// The variable.
        name: String,
    },
    /// The keychain could not be read.
    #[error("the value of the environment variable `{name}` could not be read")]
    Secrets {
        /// The variable.
        name: String,
        /// What the keychain said.
        source: secrets::SecretsError,
    },
    /// The secrets handed over belong to another server.
    #[error("the secrets handed over belong to another server")]
    OtherServersSecrets,
    /// The approval is for a connection to a URL, not for a program.
    #[error("the approval is for a remote server, not for a program on this machine")]
    NotLocal,
    /// The command no longer leads to the file that was approved.
    #[error("the command now leads to `{}`, not to the approved `{}`", found.display(), approved.display())]
    Changed {
        /// The file that was approved, links followed.
        approved: PathBuf,
        /// The file the command leads to now, links followed.
        found: PathBuf,
    },
    /// A file of the program is not what it was when the start was approved.
    #[error("`{}` changed since the start was approved", path.display())]
    ChangedContent {
        /// The file.
        path: PathBuf,
    },
    /// Arguments and environment together are larger than any system accepts.
    #[error("arguments and environment are too large: {bytes} bytes")]
    TooLarge {
        /// Their size as encoded.
        bytes: usize,
    },
    /// The guard process itself could not be started or spoken to.
    #[error("the guard process could not be started: {0}")]
    Guard(#[source] io::Error),
    /// The guard process ended, or said nothing in [`crate::START_TIME`].
    #[error("the guard process did not report that the program had started")]
    GuardSilent,
    /// The confinement cannot be applied on this system, or is not valid.
    #[error("the server could not be confined: {reason}")]
    Sandbox {
        /// Why, in one sentence.
        reason: String,
    },
    /// The system refused to run the program.
    #[error("`{}` could not be run: {}", path.display(), refused(.problem, .source))]
    Exec {
        /// The program.
        path: PathBuf,
        /// What the file itself says about it.
        problem: ExecProblem,
        /// What the system said.
        source: io::Error,
    },
}

fn searched_in(folders: &[PathBuf]) -> String {
    if folders.is_empty() {
        return String::new();
    }
    let names: Vec<_> = folders
        .iter()
        .map(|folder| folder.to_string_lossy())
        .collect();
    format!("; searched {}", names.join(", "))
}

fn refused(problem: &ExecProblem, source: &io::Error) -> String {
    match problem {
        ExecProblem::Interpreter(name) if name.ends_with('\r') => {
            "its first line ends with a carriage return, as lines of Windows do".to_owned()
        }
        ExecProblem::Interpreter(name) => {
            format!("its first line names the interpreter `{name}`, which is not there")
        }
        ExecProblem::Architecture(machine) => {
            format!("it was built for {machine}, not for this machine ({source})")
        }
        ExecProblem::Format => {
            "it is neither a program nor a script whose first line names its interpreter".to_owned()
        }
        ExecProblem::BatchArguments => {
            "Windows cannot pass one of its arguments to a batch script".to_owned()
        }
        ExecProblem::Other => source.to_string(),
    }
}

fn source_name(source: EnvSource) -> &'static str {
    match source {
        EnvSource::Keychain => "the keychain",
        EnvSource::Host => "the host's own environment",
    }
}
