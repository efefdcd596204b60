//! Linux: every process that descends from this one, read from `/proc`.

use std::{collections::HashMap, fs};

use rustix::process::Pid;

/// All descendants of `ancestor` at this moment, in no order. Empty when `/proc` cannot be read.
pub(super) fn descendants(ancestor: Pid) -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    for entry in entries.flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        // A process may end while it is looked at; then it has no file and needs no signal.
        if let Some(parent) = fs::read(entry.path().join("stat"))
            .ok()
            .as_deref()
            .and_then(parent)
        {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![ancestor.as_raw_pid()];
    while let Some(next) = open.pop() {
        let of_next = children.remove(&next).unwrap_or_default();
        found.extend(of_next.iter().filter_map(|pid| Pid::from_raw(*pid)));
        open.extend(of_next);
    }
    found
}

/// The parent's id in a `stat` file (proc_pid_stat(5)). The name before it is the process's own choice and may hold
/// anything; it ends at the last parenthesis.
fn parent(stat: &[u8]) -> Option<i32> {
    let end_of_name = stat.iter().rposition(|byte| *byte == b')')?;
    let fields = std::str::from_utf8(stat.get(end_of_name + 1..)?).ok()?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_process_cannot_hide_behind_its_name() {
        assert_eq!(parent(b"7 (sh) S 3 7 7 0 -1"), Some(3));
        assert_eq!(parent(b"7 (x) S 1 (y\xff) R 3 7 7 0 -1"), Some(3));
        assert_eq!(parent(b"7 (sh"), None);
        assert_eq!(parent(b""), None);
    }
}
