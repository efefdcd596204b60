//! The launch of a server at a terminal.

use host_api::{KeptView, LaunchApprovalView, RemoteApprovalView};

use messages::{Phrase, Value, phrases};

use super::Terminal;
use crate::{
    bundles,
    confinement::describe,
    packages::described,
    text::{describe_line, plain, reason},
    trial_starts,
    words::{quoted, said, say},
};

impl Terminal for LaunchApprovalView {
    fn describe(&self, _: u32, out: &mut Vec<String>) {
        match &self.remote {
            Some(remote) => describe_remote(self, remote, out),
            None => describe_local(self, out),
        }
    }

    fn missing(&self) -> Vec<String> {
        let missing = self.env.iter().filter(|variable| variable.missing);
        missing.map(|variable| variable.name.clone()).collect()
    }

    fn ticks(&self) -> Vec<String> {
        let risky = self.risky.iter();
        risky.map(|variable| variable.name.clone()).collect()
    }
}

/// What it keeps. A terminal takes it away with the commands for it.
fn kept(kept: &KeptView) -> String {
    format!("  {}", say(phrases::terminal_launch_keeps(&kept.what)))
}

fn describe_local(launch: &LaunchApprovalView, out: &mut Vec<String>) {
    let server = &launch.server.name;
    out.push(say(match launch.changed {
        true => phrases::terminal_launch_title_changed(server),
        false => phrases::terminal_launch_title(server),
    }));
    out.extend(launch.changes.iter().map(describe_line));
    out.extend(launch.keeps.iter().map(kept));
    let words = launch.argv.iter().enumerate();
    out.extend(words.map(|(i, word)| format!("  {i}  {}", quoted(&plain(word)))));
    let bundle = launch.bundle.iter().flat_map(bundles::described);
    out.extend(bundle.map(|line| format!("  {line}")));
    let package = launch.package.iter().flat_map(described);
    out.extend(package.map(|line| format!("  {line}")));
    let tried = launch.trial_start.iter().flat_map(trial_starts::described);
    out.extend(tried.map(|line| format!("  {line}")));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_launch_program(&launch.program));
    if let Some(target) = &launch.target {
        row(phrases::terminal_launch_target(target));
    }
    row(phrases::terminal_launch_folder(&launch.cwd));
    let names = Value::list(launch.env.iter().map(|variable| &variable.name));
    row(phrases::terminal_launch_gets(names));
    for variable in &launch.plain {
        let value = quoted(&plain(&variable.value));
        out.push(format!("    {}={value}", variable.name));
    }
    for variable in &launch.risky {
        let value = quoted(&plain(&variable.value));
        out.push(format!("  ! {}={value}", variable.name));
        out.push(format!("    {}", said(&variable.risk)));
    }
    let warnings = launch.warnings.iter();
    out.extend(warnings.map(|w| reason("  ! ", &w.lead, &w.rest)));
    match &launch.confinement {
        Some(sandbox) if sandbox.confined => {
            out.extend(describe(sandbox).iter().map(|line| format!("  {line}")));
        }
        Some(_) | None => out.push(format!("  {}", say(phrases::terminal_launch_reach()))),
    }
    if !launch.holds.is_empty() {
        let names = Value::list(launch.holds.iter().map(|server| &server.name));
        out.push(format!(
            "  ! {}",
            say(phrases::terminal_launch_holds(names))
        ));
    }
    let unseen = launch.unseen.iter();
    out.extend(unseen.map(|path| format!("  {}", say(phrases::terminal_launch_unseen(path)))));
}

fn describe_remote(
    launch: &LaunchApprovalView,
    remote: &RemoteApprovalView,
    out: &mut Vec<String>,
) {
    let (origin, server) = (&remote.origin, &launch.server.name);
    out.push(say(match launch.changed {
        true => phrases::terminal_remote_title_changed(origin, server),
        false => phrases::terminal_remote_title(origin, server),
    }));
    out.extend(launch.changes.iter().map(describe_line));
    out.extend(launch.keeps.iter().map(kept));
    let mut row = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    row(phrases::terminal_remote_url(plain(&remote.url)));
    for header in &launch.env {
        row(phrases::terminal_remote_header(
            &header.name,
            header.source.to_string(),
        ));
    }
    let warnings = launch.warnings.iter();
    out.extend(warnings.map(|w| reason("  ! ", &w.lead, &w.rest)));
    let reach = say(phrases::terminal_remote_reach());
    out.push(format!("  {reach}"));
}
