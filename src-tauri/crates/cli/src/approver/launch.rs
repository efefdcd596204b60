//! The launch of a server at a terminal.

use host::api::{LaunchApprovalView, RemoteApprovalView};

use super::Terminal;
use crate::text::{describe_line, plain_line};

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
}

fn describe_local(launch: &LaunchApprovalView, out: &mut Vec<String>) {
    let changed = if launch.changed {
        " It would start differently than you accepted."
    } else {
        ""
    };
    out.push(format!(
        "Start {}?   runs code on this machine, as you.{changed}",
        launch.server.name
    ));
    out.extend(launch.changes.iter().map(describe_line));
    out.extend(
        launch
            .argv
            .iter()
            .enumerate()
            .map(|(i, word)| format!("  {i}  {}", plain_line(word))),
    );
    out.push(format!("  program   {}", launch.program));
    out.extend(launch.target.iter().map(|t| format!("  leads to  {t}")));
    out.push(format!("  works in  {}", launch.cwd));
    let names: Vec<&str> = launch.env.iter().map(|e| e.name.as_str()).collect();
    out.push(format!("  gets      {}", names.join(" ")));
    out.extend(
        launch
            .warnings
            .iter()
            .map(|w| format!("  ! {} {}", w.lead, w.rest)),
    );
    out.push("  It can reach whatever you can: it is not confined.".to_owned());
}

fn describe_remote(
    launch: &LaunchApprovalView,
    remote: &RemoteApprovalView,
    out: &mut Vec<String>,
) {
    let changed = if launch.changed {
        " It differs from what you accepted."
    } else {
        ""
    };
    out.push(format!(
        "Connect to {}?   for {}.{changed}",
        remote.origin, launch.server.name
    ));
    out.extend(launch.changes.iter().map(describe_line));
    out.push(format!("  URL       {}", plain_line(&remote.url)));
    for header in &launch.env {
        out.push(format!("  header    {}, {}", header.name, header.source));
    }
    out.extend(
        launch
            .warnings
            .iter()
            .map(|w| format!("  ! {} {}", w.lead, w.rest)),
    );
    out.push(
        "  It gets what its tools are called with, and nothing of this machine besides.".to_owned(),
    );
}
