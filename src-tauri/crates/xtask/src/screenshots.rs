//! `cargo xtask screenshots`: pictures of every screen from the running app.

use std::{
    path::PathBuf,
    process::{Command, ExitCode},
    time::Duration,
};

use crate::{
    USAGE, child,
    failure::Failure,
    install,
    machine::Use,
    place::{self, cargo, npm},
    session::Session,
    test::FEATURES,
};

/// How long the way through all screens may take.
const LIMIT: Duration = Duration::from_secs(20 * 60);

/// `cargo xtask screenshots [--out DIR] [--readme]`.
pub fn take(rest: &[String]) -> Result<ExitCode, Failure> {
    let mut out: Option<PathBuf> = None;
    let mut readme = false;
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--readme" => readme = true,
            "--out" => {
                let folder = rest
                    .next()
                    .ok_or_else(|| Failure::Usage("--out takes a folder".to_owned()))?;
                out = Some(std::path::absolute(folder)?);
            }
            extra => return Err(Failure::Usage(format!("unexpected `{extra}`\n\n{USAGE}"))),
        }
    }
    install::packages(Use::Test)?;
    install::node()?;
    let ui = place::ui();
    install::npm(&ui, install::DOWNLOAD_LIMIT)?;
    install::npm(&peers::folder(), install::DOWNLOAD_LIMIT)?;
    child::foreground_ok(npm(&ui).args(["run", "build"]))?;
    // The same build as the tests'.
    child::foreground_ok(cargo().args([
        "build",
        "--workspace",
        "--all-targets",
        "--features",
        FEATURES,
    ]))?;
    let builds = place::builds("debug")?;
    let out = out.unwrap_or_else(|| builds.with_file_name("screenshots"));
    let session = Session::new()?;
    let mut command = session.command(Command::new(builds.join("screenshots")))?;
    command.arg(&out);
    if readme {
        command.arg("--readme");
    }
    child::run(command, LIMIT)?;
    Ok(ExitCode::SUCCESS)
}
