//! Locations of the configuration files of other programs.

use std::path::{Path, PathBuf};

use messages::{Text, phrases};
use serde_json::Value;

/// Maximum number of projects whose own files are searched for.
const MAX_PROJECTS: usize = 200;
/// Maximum size of a project list, in bytes.
const MAX_LIST: u64 = 16 * 1024 * 1024;

/// Returns the programs and their usual files, whether or not they exist.
#[must_use]
pub fn usual() -> Vec<(Text, PathBuf)> {
    let Some(base) = directories::BaseDirs::new() else {
        return Vec::new();
    };
    let (home, config) = (base.home_dir(), base.config_dir());
    let claude_code = home.join(".claude.json");
    let mut places: Vec<(Text, PathBuf)> = [
        (
            "Claude Desktop",
            config.join("Claude").join("claude_desktop_config.json"),
        ),
        ("Claude Code", claude_code.clone()),
        ("Cursor", home.join(".cursor").join("mcp.json")),
        ("VS Code", config.join("Code").join("User").join("mcp.json")),
        (
            "Windsurf",
            home.join(".codeium")
                .join("windsurf")
                .join("mcp_config.json"),
        ),
        ("Gemini CLI", home.join(".gemini").join("settings.json")),
        (
            "OpenCode",
            home.join(".config").join("opencode").join("opencode.json"),
        ),
        ("LM Studio", home.join(".lmstudio").join("mcp.json")),
    ]
    .into_iter()
    .map(|(program, path)| (program.into(), path))
    .collect();
    places.extend(projects(&claude_code));
    places
}

/// Returns the `.mcp.json` of each project that Claude Code lists.
fn projects(list: &Path) -> Vec<(Text, PathBuf)> {
    let small = std::fs::metadata(list).is_ok_and(|m| m.is_file() && m.len() <= MAX_LIST);
    let text = small.then(|| std::fs::read_to_string(list).ok()).flatten();
    let value: Option<Value> = text.and_then(|text| serde_json::from_str(&text).ok());
    let Some(Value::Object(projects)) = value.as_ref().and_then(|v| v.get("projects")) else {
        return Vec::new();
    };
    let folders = projects
        .keys()
        .map(Path::new)
        .filter(|path| path.is_absolute());
    folders
        .take(MAX_PROJECTS)
        .map(|folder| {
            let name = folder.file_name().unwrap_or(folder.as_os_str());
            let name = domain::visible(&name.to_string_lossy());
            let program = phrases::host_import_project(name);
            (program.into(), folder.join(".mcp.json"))
        })
        .filter(|(_, path)| path.is_file())
        .collect()
}

/// Returns the program that a file belongs to, by its name and folder.
#[must_use]
pub fn program_of(path: &Path) -> Option<&'static str> {
    let parts: Vec<String> = path
        .components()
        .rev()
        .take(3)
        .map(|part| part.as_os_str().to_string_lossy().to_lowercase())
        .collect();
    let part = |at: usize| parts.get(at).map(String::as_str).unwrap_or_default();
    match (part(0), part(1), part(2)) {
        ("claude_desktop_config.json", _, _) => Some("Claude Desktop"),
        (".claude.json" | ".mcp.json", _, _) => Some("Claude Code"),
        ("mcp.json", ".cursor", _) => Some("Cursor"),
        ("mcp.json", ".lmstudio", _) => Some("LM Studio"),
        ("mcp.json" | "settings.json", ".vscode" | "user", _) => Some("VS Code"),
        ("mcp_config.json", _, _) => Some("Windsurf"),
        ("settings.json", ".gemini", _) => Some("Gemini CLI"),
        ("settings.json", "zed" | ".zed", _) => Some("Zed"),
        ("opencode.json" | "opencode.jsonc", _, _) => Some("OpenCode"),
        ("cline_mcp_settings.json", _, _) => Some("Cline"),
        ("mcp_settings.json", _, _) => Some("Roo Code"),
        _ => None,
    }
}
