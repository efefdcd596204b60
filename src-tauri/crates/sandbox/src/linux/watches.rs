//! inotify watches that the processes of a sandbox hold.

use std::{collections::BTreeMap, fs, path::Path};

use rustix::{
    fs::{major, minor},
    process::Pid,
};

/// Whether a process of the sandbox below `init` watches anything on a device, or cannot be looked into.
pub(super) fn watches(init: Pid, device: u64) -> bool {
    let device = format!(
        "sdev:{:x} ",
        (u64::from(major(device)) << 20) | u64::from(minor(device))
    );
    match descendants(init.as_raw_pid()) {
        Some(processes) => processes
            .into_iter()
            .any(|process| watches_device(process, &device)),
        None => true,
    }
}

fn watches_device(process: i32, device: &str) -> bool {
    let process = format!("/proc/{process}");
    let Ok(open) = fs::read_dir(format!("{process}/fdinfo")) else {
        // Hidden, unless it has ended meanwhile.
        return Path::new(&process).exists();
    };
    open.flatten().any(|open| {
        fs::read_to_string(open.path()).is_ok_and(|text| {
            text.lines()
                .any(|line| line.starts_with("inotify ") && line.contains(device))
        })
    })
}

/// All processes below one. `None`: the list cannot be read.
fn descendants(ancestor: i32) -> Option<Vec<i32>> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Some(process) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        // A process that ended meanwhile has no file.
        let Ok(status) = fs::read_to_string(entry.path().join("status")) else {
            continue;
        };
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        if let Some(parent) = parent.and_then(|parent| parent.trim().parse().ok()) {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![ancestor];
    while let Some(next) = open.pop() {
        let of_next = children.remove(&next).unwrap_or_default();
        found.extend(&of_next);
        open.extend(of_next);
    }
    Some(found)
}
