//! What an installed package leaves in the system: menu entry, icons, AppArmor profile.

use std::{collections::BTreeMap, fs, process::Command};

use super::{clean, clean::Clean, wrong};
use crate::{
    child,
    failure::Failure,
    release::linux::{ICONS, NAME, PROGRAMS},
};

const ENTRY: &str = "/usr/share/applications/innkeeper.desktop";
const PROFILE: &str = "/etc/apparmor.d/innkeeper";

/// The menu entry is valid, starts a program that is there, and has its icon in every size.
pub fn menu(root: &Clean) -> Result<(), Failure> {
    let path = root.inside(ENTRY);
    let mut validate = Command::new("desktop-file-validate");
    validate.arg(&path);
    child::quiet(validate, child::QUESTION)?;
    let text = fs::read_to_string(&path)?;
    let entry: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.split_once('='))
        .collect();
    if entry.get("Exec") != Some(&NAME) || entry.get("Icon") != Some(&NAME) {
        return wrong("the menu entry names another program or icon");
    }
    // Who opens links is the user's choice, which only the user's own entry says.
    if entry.contains_key("MimeType") {
        return wrong("the menu entry opens links, which the user did not switch on");
    }
    for (file, size) in ICONS {
        let suffix = file.rsplit('.').next().unwrap_or_default();
        let icon = format!("/usr/share/icons/hicolor/{size}/apps/{NAME}.{suffix}");
        let bytes = fs::read(root.inside(&icon))?;
        let right = match suffix {
            "png" => side(&bytes).is_some_and(|side| size == format!("{side}x{side}")),
            _ => bytes.windows(4).any(|part| part == b"<svg"),
        };
        if !right {
            return wrong(format!("{icon} is not what its folder says"));
        }
    }
    Ok(())
}

/// The width of a PNG.
fn side(bytes: &[u8]) -> Option<u32> {
    let width = bytes.get(16..20)?;
    bytes.starts_with(b"\x89PNG").then(|| {
        width
            .iter()
            .fold(0, |sum, byte| sum << 8 | u32::from(*byte))
    })
}

/// The profile is in place, and the system's parser takes it.
pub fn profile(root: &Clean) -> Result<(), Failure> {
    let parse = [
        "apparmor_parser",
        "--skip-kernel-load",
        "--skip-cache",
        PROFILE,
    ];
    child::quiet(root.admin(&parse), clean::LIMIT)?;
    let names = ["apparmor_parser", "--names", PROFILE];
    let said = child::quiet(root.admin(&names), clean::LIMIT)?;
    if said.lines().any(|line| line.trim() == NAME) {
        Ok(())
    } else {
        wrong(format!("the profile has another name: {said}"))
    }
}

/// There is no profile.
pub fn no_profile(root: &Clean) -> Result<(), Failure> {
    if root.inside(PROFILE).exists() {
        return wrong(format!("{PROFILE} is there"));
    }
    Ok(())
}

/// Programs, menu entry, icons and documentation are gone.
pub fn gone(root: &Clean) -> Result<(), Failure> {
    let mut all: Vec<String> = PROGRAMS
        .iter()
        .map(|program| format!("/usr/bin/{program}"))
        .collect();
    all.extend([ENTRY, PROFILE, "/usr/share/innkeeper"].map(str::to_owned));
    all.push("/usr/share/doc/innkeeper".to_owned());
    all.push(format!("/usr/share/icons/hicolor/128x128/apps/{NAME}.png"));
    match all.iter().find(|path| root.inside(path).exists()) {
        None => Ok(()),
        Some(path) => wrong(format!("{path} is still there")),
    }
}
