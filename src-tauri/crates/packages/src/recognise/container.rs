//! Container engines: what a container may use of this machine.

use domain::{cut, is_container_switch, visible};

/// Most mounts and options that are listed.
const LISTED_MAX: usize = 64;
const TEXT_MAX: usize = 512;
/// Options that open the container towards this machine.
const OPENING: [&str; 11] = [
    "--privileged",
    "--network",
    "--net",
    "--pid",
    "--ipc",
    "--uts",
    "--userns",
    "--device",
    "--cap-add",
    "--security-opt",
    "--volumes-from",
];

/// A container engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// `docker`.
    Docker,
    /// `podman`.
    Podman,
    /// `nerdctl`.
    Nerdctl,
}

impl Engine {
    pub(super) fn named(program: &str) -> Option<Self> {
        match program {
            "docker" => Some(Self::Docker),
            "podman" => Some(Self::Podman),
            "nerdctl" => Some(Self::Nerdctl),
            _ => None,
        }
    }
}

/// A place of this machine that a container sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// The path on this machine, or the name of a volume.
    pub source: String,
    /// The path in the container.
    pub target: String,
    /// Whether the container may only read it.
    pub read_only: bool,
}

/// `docker run` and the like. Texts are parts of the command line, at most 512 bytes each, hidden characters written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// The engine.
    pub engine: Engine,
    /// The image; `None` if none was found.
    pub image: Option<String>,
    /// Whether it runs with `--privileged`: it can do everything that the engine can, usually as root.
    pub privileged: bool,
    /// Places of this machine that it sees, at most 64.
    pub mounts: Vec<Mount>,
    /// Other options that open it towards this machine, as written: `--network=host`. At most 64.
    pub opening: Vec<String>,
}

/// Reads the words after `run`.
pub(super) fn parse(engine: Engine, words: &[&str]) -> Container {
    let mut container = Container {
        engine,
        image: None,
        privileged: false,
        mounts: Vec::new(),
        opening: Vec::new(),
    };
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        if !word.starts_with('-') || word == "-" {
            container.image = Some(shown(word));
            break;
        }
        if word == "--" {
            container.image = words.next().map(shown);
            break;
        }
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => attached(word),
        };
        if is_container_switch(name) {
            if name == "--privileged" {
                container.privileged |= inline != Some("false");
            }
            continue;
        }
        let value = inline.or_else(|| words.next()).unwrap_or_default();
        match name {
            "-v" | "--volume" => container.mounts.push(volume(value)),
            "--mount" => container.mounts.push(mount(value)),
            name if OPENING.contains(&name) => {
                container.opening.push(shown(&format!("{name}={value}")));
            }
            _ => {}
        }
    }
    container.mounts.truncate(LISTED_MAX);
    container.opening.truncate(LISTED_MAX);
    container
}

/// A short option with its value in the same word: `-v/a:/b`.
fn attached(word: &str) -> (&str, Option<&str>) {
    let is_short = !word.starts_with("--") && !is_container_switch(word);
    match word.split_at_checked(2) {
        Some((name, value)) if is_short && !value.is_empty() => (name, Some(value)),
        Some(_) | None => (word, None),
    }
}

/// `source:target[:options]`. A drive of Windows has a colon of its own.
fn volume(text: &str) -> Mount {
    let drive = text.as_bytes().get(1) == Some(&b':')
        && text.starts_with(|c: char| c.is_ascii_alphabetic());
    let from = if drive { 2 } else { 0 };
    let (source, rest) = match text.get(from..).and_then(|rest| rest.find(':')) {
        Some(at) => (&text[..from + at], &text[from + at + 1..]),
        None => ("", text),
    };
    let (target, options) = rest.split_once(':').unwrap_or((rest, ""));
    Mount {
        source: shown(source),
        target: shown(target),
        read_only: options.split(',').any(|option| option == "ro"),
    }
}

/// `type=bind,source=/a,target=/b,readonly`.
fn mount(text: &str) -> Mount {
    let mut mount = Mount {
        source: String::new(),
        target: String::new(),
        read_only: false,
    };
    for part in text.split(',') {
        match part.split_once('=').unwrap_or((part, "")) {
            ("source" | "src", value) => mount.source = shown(value),
            ("target" | "destination" | "dst", value) => mount.target = shown(value),
            ("readonly" | "ro", value) => mount.read_only = value != "false",
            _ => {}
        }
    }
    mount
}

fn shown(text: &str) -> String {
    visible(cut(text, TEXT_MAX))
}
