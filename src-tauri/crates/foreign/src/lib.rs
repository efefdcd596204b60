//! Servers in the words of other programs: their configuration files and what a user pastes into the server form.
//!
//! Parsing is pure: text in, servers out. Nothing is added, started or requested. Only [`places`] looks at the disk, for the
//! usual configuration files of those programs.
//!
//! It works in two steps. [`read`] returns each entry of a file as written, and what of it is not imported. [`Plan::of`] fills
//! in its placeholders and names the source of each value. Text for the server form takes both steps in [`pasted::read`]: a command
//! line, a part of a file, a URL, or a link that a page offers for adding a server.
//!
//! | Program | File | Syntax |
//! |---|---|---|
//! | Claude Desktop, Claude Code, Cursor, Windsurf, Gemini CLI, Cline, LM Studio | `mcpServers` | JSON |
//! | VS Code | `servers`, `mcp.servers` | JSON |
//! | Zed | `context_servers` | JSON |
//! | OpenCode | `mcp` | JSON |
//! | Amp | `amp.mcpServers` | JSON |
//! | Codex | `mcp_servers` | TOML |
//! | Goose | `extensions` | YAML |
//! | Continue | `mcpServers`, a list | YAML |
//!
//! Texts are hostile: sizes and counts are bounded, no text panics, and an entry that cannot be read says why.
//!
//! ```
//! use foreign::{ForeignServer, read};
//!
//! let file = r#"{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "files-mcp"], "autoApprove": ["*"] } } }"#;
//! let found = read(file).map_err(|error| error.text())?;
//! let server = &found.servers[0];
//! assert!(matches!(&server.found, Ok(ForeignServer::Local(local)) if local.command == "npx"));
//! assert_eq!(server.notes.len(), 1, "autoApprove is not imported");
//! # Ok::<(), messages::Phrase>(())
//! ```

pub mod pasted;
pub mod places;
mod plan;
mod read;

pub use plan::{LocalPlan, Plan, Planned, RemotePlan, Use, Values, variable_of};
pub use read::{
    ForeignServer, Input, Local, MAX_TEXT, Read, ReadError, ReadServer, Remote, read,
    variables::{Source, Style, Variable},
};
