//! The `PATH` that servers are searched in and get: the user's own, also when the host was started from an icon.

use crate::platform;

/// The `PATH` to use for servers.
///
/// Started from a terminal, it is the host's own. Started from an icon, the host has only the session's short `PATH`, so
/// the user's login shell is asked (`$SHELL -l -i -c …`, then `$SHELL -l -c …`, without input, each within [`crate::SHELL_TIME`]);
/// what the host has beside it follows. If the shell cannot tell, the host's own and the platform's usual folders are used.
/// Nothing is remembered here: ask once and keep the answer.
pub async fn search_path() -> String {
    let own = std::env::var("PATH").unwrap_or_default();
    if platform::in_terminal() {
        return own;
    }
    match platform::login_shell_path().await {
        Some(login) => joined(&[&login, &own]),
        None => joined(&[&own, platform::USUAL_FOLDERS]),
    }
}

/// All absolute folders of several `PATH` values, in order, each once.
fn joined(values: &[&str]) -> String {
    let mut folders = Vec::new();
    for folder in values.iter().flat_map(std::env::split_paths) {
        if folder.is_absolute() && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    // No folder holds a separator, because all came from splitting at separators.
    std::env::join_paths(folders)
        .ok()
        .and_then(|path| path.into_string().ok())
        .unwrap_or_default()
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn folders_are_joined_in_order_and_once() {
        assert_eq!(joined(&["/b:/a::rel:/b", "/usr/bin:/a"]), "/b:/a:/usr/bin");
        assert_eq!(joined(&["", ""]), "");
    }
}
