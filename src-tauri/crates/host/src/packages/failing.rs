//! Failures of packages in words, with what to do next.

use ::packages::{ExecuteError, NextStep, PackageError, Tool};
use host_api::{FailureKind, FailureView};
use messages::{Phrase, phrases};

/// Most bytes of what a package manager wrote that a failure shows.
const MAX_DETAIL: usize = 4 * 1024;

/// Most bytes of its last line.
const MAX_LINE: usize = 300;

/// Returns why the package of a server was not installed, or is not what was installed.
pub(crate) fn of_package(error: &PackageError) -> FailureView {
    let kind = match error {
        PackageError::Missing(_)
        | PackageError::NoPython { .. }
        | PackageError::NotFound { .. } => FailureKind::NotFound,
        PackageError::Unreachable { .. } => FailureKind::Unreachable,
        PackageError::TimedOut => FailureKind::TimedOut,
        PackageError::Registry { .. }
        | PackageError::Refused { .. }
        | PackageError::NoVersion { .. }
        | PackageError::NoWheel { .. }
        | PackageError::Integrity { .. }
        | PackageError::Lock(_)
        | PackageError::LockChanged
        | PackageError::NoEntry { .. }
        | PackageError::BadEntry { .. }
        | PackageError::OutsideLink { .. }
        | PackageError::OddFile { .. }
        | PackageError::Changed { .. }
        | PackageError::NotInstalled(_)
        | PackageError::Busy(_)
        | PackageError::TooLarge(_)
        | PackageError::DiskFull
        | PackageError::Cancelled
        | PackageError::Execute(_)
        | PackageError::Failed { .. }
        | PackageError::Io { .. }
        | _ => FailureKind::Launch,
    };
    FailureView {
        kind,
        message: message(error).into(),
        searched: Vec::new(),
        hint: hint(error.next_step()).into(),
        stderr: detail(error).unwrap_or_default(),
        said: Vec::new(),
        printed: Vec::new(),
        not_given: Vec::new(),
    }
}

/// Returns what happened, as a sentence.
pub(super) fn message(error: &PackageError) -> Phrase {
    let visible = |text: &str| domain::visible(text);
    match error {
        PackageError::Missing(tool) => phrases::host_package_tool(match tool {
            Tool::Node => "Node.js",
            Tool::Npm => "npm",
            Tool::Python => "Python 3",
        }),
        PackageError::NoPython { wanted } => phrases::host_package_python(visible(wanted)),
        PackageError::Registry { url, origin, .. } => {
            phrases::host_package_registry(visible(origin), visible(url))
        }
        PackageError::Unreachable { .. } => phrases::host_package_unreachable(),
        PackageError::Refused { .. } => phrases::host_package_refused(),
        PackageError::NotFound { package } => phrases::host_package_not_found(visible(package)),
        PackageError::NoVersion { .. } => phrases::host_package_no_version(),
        PackageError::NoWheel { package, .. } => match package {
            Some(package) => phrases::host_package_no_wheel(visible(package)),
            None => phrases::host_package_no_wheels(),
        },
        PackageError::Integrity { .. } => phrases::host_package_integrity(),
        PackageError::Lock(_) => phrases::host_package_lock(error.to_string()),
        PackageError::LockChanged => phrases::host_package_lock_changed(),
        PackageError::NoEntry { .. } | PackageError::BadEntry { .. } => {
            phrases::host_package_no_entry()
        }
        PackageError::OutsideLink { path } | PackageError::OddFile { path } => {
            phrases::host_package_odd_file(visible(&path.to_string_lossy()))
        }
        PackageError::Changed { path } => {
            phrases::host_package_changed(visible(&path.to_string_lossy()))
        }
        PackageError::NotInstalled(_) => phrases::host_package_gone(),
        PackageError::Busy(_) => phrases::host_package_busy(),
        PackageError::TooLarge(_) => phrases::host_package_too_large(),
        PackageError::DiskFull => phrases::host_package_disk(),
        PackageError::Cancelled => phrases::host_package_cancelled(),
        PackageError::TimedOut => phrases::host_package_timed_out(),
        PackageError::Execute(ExecuteError::Sandbox(reason)) => {
            phrases::host_package_sandbox(visible(reason))
        }
        PackageError::Execute(error) => phrases::host_package_manager(error.to_string()),
        PackageError::Failed { program, .. } => phrases::host_package_failed(visible(program)),
        PackageError::Io { path, source } => {
            phrases::host_package_io(visible(&path.to_string_lossy()), source.to_string())
        }
        _ => phrases::host_package_manager(error.to_string()),
    }
}

/// Returns what to do next, as a sentence.
pub(super) fn hint(step: NextStep) -> Phrase {
    match step {
        NextStep::InstallNode => phrases::host_package_hint_node(),
        NextStep::InstallPython => phrases::host_package_hint_python(),
        NextStep::FixRegistry => phrases::host_package_hint_registry(),
        NextStep::CheckConnection => phrases::host_package_hint_connection(),
        NextStep::SignIn => phrases::host_package_hint_sign_in(),
        NextStep::FixName => phrases::host_package_hint_name(),
        NextStep::OtherVersion => phrases::host_package_hint_version(),
        NextStep::DoNotTrust => phrases::host_package_hint_trust(),
        NextStep::NameProgram => phrases::host_package_hint_program(),
        NextStep::ResolveAgain | NextStep::InstallAgain => phrases::host_package_hint_again(),
        NextStep::FreeSpace => phrases::host_package_hint_space(),
        NextStep::Retry => phrases::host_package_hint_retry(),
        NextStep::ReadDetail => phrases::host_package_hint_detail(),
    }
}

/// Returns the last line that the package manager wrote.
pub(super) fn said(error: &PackageError) -> Option<String> {
    let detail = detail(error)?;
    let line = detail.lines().rfind(|line| !line.trim().is_empty())?;
    Some(domain::cut(line.trim(), MAX_LINE).to_owned())
}

/// Returns the end of what the package manager wrote.
fn detail(error: &PackageError) -> Option<String> {
    let (PackageError::Unreachable { detail }
    | PackageError::Refused { detail }
    | PackageError::NoVersion { detail }
    | PackageError::NoWheel { detail, .. }
    | PackageError::Integrity { detail }
    | PackageError::Failed { detail, .. }) = error
    else {
        return None;
    };
    Some(domain::visible_block(domain::cut(detail, MAX_DETAIL)))
}
