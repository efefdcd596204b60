//! Why a program could not be specified or started.

use std::path::Path;

use domain::EnvSource;
use launcher::{ExecProblem, LaunchError};
use messages::{Phrase, phrases};

/// Returns why a launch failed.
pub(crate) fn not_launched(error: &LaunchError) -> Phrase {
    match error {
        LaunchError::EmptyCommand => phrases::host_launch_empty(),
        LaunchError::NulByte { .. } => phrases::host_launch_nul(),
        LaunchError::NotFound { command, searched } if searched.is_empty() => {
            phrases::host_launch_no_file(domain::visible(command))
        }
        LaunchError::NotFound { command, .. } => {
            phrases::host_launch_not_found(domain::visible(command))
        }
        LaunchError::HoldsArguments { command, .. } => {
            phrases::host_launch_holds_arguments(domain::visible(command))
        }
        LaunchError::Tilde { path, .. } => phrases::host_launch_tilde(domain::visible(path)),
        LaunchError::NotExecutable { path } => phrases::host_launch_not_executable(shown(path)),
        LaunchError::Cwd { path } => phrases::host_launch_cwd(shown(path)),
        LaunchError::NoPackages => phrases::host_launch_no_packages(),
        LaunchError::NoHome => phrases::host_launch_no_home(),
        LaunchError::EnvName { name } => phrases::host_launch_env_name(domain::visible(name)),
        LaunchError::EnvReserved { name } => {
            phrases::host_launch_env_reserved(domain::visible(name))
        }
        LaunchError::EnvDuplicate { name } => {
            phrases::host_launch_env_duplicate(domain::visible(name))
        }
        LaunchError::EnvMissing {
            name,
            origin: EnvSource::Keychain,
        } => phrases::host_launch_env_no_secret(domain::visible(name)),
        LaunchError::EnvMissing {
            name,
            origin: EnvSource::Host,
        } => phrases::host_launch_env_unset(domain::visible(name)),
        LaunchError::EnvValue { name } => phrases::host_launch_env_nul(domain::visible(name)),
        LaunchError::Secrets { name, .. } => phrases::host_launch_secrets(domain::visible(name)),
        LaunchError::OtherServersSecrets => phrases::host_launch_other_secrets(),
        LaunchError::NotLocal => phrases::host_launch_not_local(),
        LaunchError::ChangedContent { path } => {
            phrases::host_launch_content_changed(domain::visible(&path.to_string_lossy()))
        }
        LaunchError::Changed { approved, found } => {
            phrases::host_launch_changed(shown(approved), shown(found))
        }
        LaunchError::TooLarge { bytes } => phrases::host_launch_too_large(*bytes),
        LaunchError::Guard(error) => phrases::host_launch_guard(error.to_string()),
        LaunchError::Sandbox { reason } => phrases::host_confinement_not_built(reason),
        LaunchError::GuardSilent => phrases::host_launch_guard_silent(),
        LaunchError::Exec {
            path,
            problem,
            source,
        } => not_run(path, problem, &source.to_string()),
    }
}

/// Returns why the system refused to run a file; `error` is what the system said.
fn not_run(path: &Path, problem: &ExecProblem, error: &str) -> Phrase {
    let path = shown(path);
    match problem {
        ExecProblem::Interpreter(name) if name.ends_with('\r') => {
            phrases::host_launch_exec_return(path)
        }
        ExecProblem::Interpreter(name) => {
            phrases::host_launch_exec_interpreter(domain::visible(name), path)
        }
        ExecProblem::Architecture(machine) => {
            phrases::host_launch_exec_architecture(error, *machine, path)
        }
        ExecProblem::Format => phrases::host_launch_exec_format(path),
        ExecProblem::BatchArguments => phrases::host_launch_exec_batch(path),
        ExecProblem::Other => phrases::host_launch_exec(error, path),
    }
}

/// Returns what to do about a failed launch.
pub(crate) fn launch_hint(error: &LaunchError) -> Phrase {
    match error {
        LaunchError::NotFound { .. } => phrases::host_hint_install_program(),
        LaunchError::EnvMissing { .. } => phrases::host_hint_enter_value(),
        LaunchError::HoldsArguments { command, .. } => {
            let (program, rest) = command
                .trim()
                .split_once(char::is_whitespace)
                .unwrap_or((command, ""));
            let arguments = domain::visible(rest.trim());
            phrases::host_hint_split_command(arguments, domain::visible(program))
        }
        LaunchError::Tilde { meant, .. } => match meant {
            Some(meant) => phrases::host_hint_full_path_is(shown(meant)),
            None => phrases::host_hint_full_path(),
        },
        LaunchError::NotExecutable { .. } => phrases::host_hint_executable(),
        LaunchError::Exec { problem, .. } => exec_hint(problem),
        LaunchError::Cwd { .. } | LaunchError::NoHome => phrases::host_hint_cwd(),
        LaunchError::Changed { .. } | LaunchError::ChangedContent { .. } => {
            phrases::host_hint_review_again()
        }
        LaunchError::Secrets { .. } => phrases::host_hint_unlock_start(),
        LaunchError::Sandbox { .. } => phrases::host_confinement_not_built_hint(),
        LaunchError::EmptyCommand
        | LaunchError::NoPackages
        | LaunchError::NulByte { .. }
        | LaunchError::EnvName { .. }
        | LaunchError::EnvReserved { .. }
        | LaunchError::EnvDuplicate { .. }
        | LaunchError::EnvValue { .. }
        | LaunchError::OtherServersSecrets
        | LaunchError::NotLocal
        | LaunchError::TooLarge { .. }
        | LaunchError::Guard(_)
        | LaunchError::GuardSilent => phrases::host_hint_check_command(),
    }
}

/// Returns what to do about a file that the system refuses to run.
fn exec_hint(problem: &ExecProblem) -> Phrase {
    match problem {
        ExecProblem::Interpreter(name) if name.ends_with('\r') => phrases::host_hint_exec_return(),
        ExecProblem::Interpreter(_) => phrases::host_hint_exec_interpreter(),
        ExecProblem::Architecture(_) => phrases::host_hint_exec_architecture(),
        ExecProblem::Format => phrases::host_hint_exec_format(),
        ExecProblem::BatchArguments => phrases::host_hint_exec_batch(),
        ExecProblem::Other => phrases::host_hint_check_command(),
    }
}

fn shown(path: &Path) -> String {
    domain::visible(&path.to_string_lossy())
}
