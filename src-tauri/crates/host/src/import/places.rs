//! Where other programs keep their servers.

use std::path::PathBuf;

/// A program and its file, whether or not it is there.
pub(crate) fn usual() -> Vec<(&'static str, PathBuf)> {
    let Some(base) = directories::BaseDirs::new() else {
        return Vec::new();
    };
    let (home, config) = (base.home_dir(), base.config_dir());
    vec![
        (
            "Claude Desktop",
            config.join("Claude").join("claude_desktop_config.json"),
        ),
        ("Claude Code", home.join(".claude.json")),
        ("Cursor", home.join(".cursor").join("mcp.json")),
        ("VS Code", config.join("Code").join("User").join("mcp.json")),
    ]
}
