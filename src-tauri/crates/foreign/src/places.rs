//! Locations of the configuration files of other programs.

use std::path::{Path, PathBuf};

use messages::{Text, phrases};
use serde_json::Value;

/// Maximum number of projects whose own files are searched for.
const MAX_PROJECTS: usize = 200;
/// Maximum number of files in one folder.
const MAX_FILES: usize = 200;
/// Maximum size of a project list, in bytes.
const MAX_LIST: u64 = 16 * 1024 * 1024;

/// Returns the programs and their usual files, whether or not they exist.
#[must_use]
pub fn usual() -> Vec<(Text, PathBuf)> {
    let Some(base) = directories::BaseDirs::new() else {
        return Vec::new();
    };
    let home = base.home_dir();
    let files = files(System::here(), home, base.config_dir());
    let mut places: Vec<(Text, PathBuf)> = files
        .into_iter()
        .map(|(program, path)| (program.into(), path))
        .collect();
    let of_continue = folder(&home.join(".continue").join("mcpServers"));
    places.extend(
        of_continue
            .into_iter()
            .map(|path| ("Continue".into(), path)),
    );
    places.extend(projects(&home.join(".claude.json")));
    places
}

/// An operating system, as far as it decides about places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Linux,
    Mac,
    Windows,
}

impl System {
    fn here() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Linux
        }
    }
}

/// Returns the programs and their files. `config` is the folder for settings: `~/.config`, `~/Library/Application Support` or
/// `%APPDATA%`.
fn files(system: System, home: &Path, config: &Path) -> Vec<(&'static str, PathBuf)> {
    // Programs of the terminal use it on macOS as well.
    let dot_config = match system {
        System::Mac => home.join(".config"),
        System::Linux | System::Windows => config.to_owned(),
    };
    let code = config.join("Code").join("User");
    let of_cline = |folder: &Path| folder.join("settings").join("cline_mcp_settings.json");
    let (zed, goose) = match system {
        System::Windows => ("Zed", dot_config.join("Block").join("goose").join("config")),
        System::Linux | System::Mac => ("zed", dot_config.join("goose")),
    };
    let windsurf = home.join(".codeium").join("windsurf");
    let open_code = home.join(".config").join("opencode");
    vec![
        (
            "Claude Desktop",
            config.join("Claude").join("claude_desktop_config.json"),
        ),
        ("Claude Code", home.join(".claude.json")),
        ("Cursor", home.join(".cursor").join("mcp.json")),
        ("VS Code", code.join("mcp.json")),
        ("Windsurf", windsurf.join("mcp_config.json")),
        ("Zed", dot_config.join(zed).join("settings.json")),
        ("Codex", home.join(".codex").join("config.toml")),
        ("Gemini CLI", home.join(".gemini").join("settings.json")),
        (
            "Cline",
            of_cline(&code.join("globalStorage").join("saoudrizwan.claude-dev")),
        ),
        ("Cline", of_cline(&home.join(".cline").join("data"))),
        ("OpenCode", open_code.join("opencode.json")),
        ("LM Studio", home.join(".lmstudio").join("mcp.json")),
        ("Goose", goose.join("config.yaml")),
        ("Continue", home.join(".continue").join("config.yaml")),
    ]
}

/// Returns the configuration files in a folder, sorted.
fn folder(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let is_config = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["yaml", "yml", "json"].contains(&ending)) && path.is_file()
    };
    let paths = entries.flatten().take(MAX_FILES).map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(is_config).collect();
    found.sort();
    found
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
        ("config.toml", ".codex", _) => Some("Codex"),
        ("config.yaml", "goose", _) | ("config.yaml", "config", "goose") => Some("Goose"),
        ("config.yaml", ".continue", _) | (_, "mcpservers", ".continue") => Some("Continue"),
        ("opencode.json" | "opencode.jsonc", _, _) => Some("OpenCode"),
        ("cline_mcp_settings.json", _, _) => Some("Cline"),
        ("mcp_settings.json", _, _) => Some("Roo Code"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_its_place_on_each_system() {
        for (system, config, wanted) in [
            (
                System::Linux,
                "/h/.config",
                [
                    "/h/.config/zed/settings.json",
                    "/h/.config/goose/config.yaml",
                    "/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                ],
            ),
            (
                System::Mac,
                "/h/Library/Application Support",
                [
                    "/h/.config/zed/settings.json",
                    "/h/.config/goose/config.yaml",
                    "/h/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                ],
            ),
            (
                System::Windows,
                "/h/AppData/Roaming",
                [
                    "/h/AppData/Roaming/Zed/settings.json",
                    "/h/AppData/Roaming/Block/goose/config/config.yaml",
                    "/h/AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                ],
            ),
        ] {
            let files = files(system, Path::new("/h"), Path::new(config));
            let has = |path: &str| files.iter().any(|(_, file)| file == Path::new(path));
            for path in wanted.into_iter().chain([
                "/h/.codeium/windsurf/mcp_config.json",
                "/h/.codex/config.toml",
                "/h/.gemini/settings.json",
                "/h/.lmstudio/mcp.json",
                "/h/.continue/config.yaml",
            ]) {
                assert!(has(path), "{system:?}: {path} is not among {files:?}");
            }
        }
    }

    #[test]
    fn a_file_in_its_usual_place_is_of_its_program() {
        for system in [System::Linux, System::Mac, System::Windows] {
            for (program, path) in files(system, Path::new("/h"), Path::new("/h/c")) {
                assert_eq!(program_of(&path), Some(program), "{}", path.display());
            }
        }
        let in_folder = Path::new("/h/.continue/mcpServers/notes.yaml");
        assert_eq!(program_of(in_folder), Some("Continue"));
        assert_eq!(program_of(Path::new("/h/config.yaml")), None);
    }
}
