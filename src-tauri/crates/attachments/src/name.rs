//! Names from outside, as they are shown.

/// Most characters of a name.
const NAME_MAX: usize = 255;

/// The name without control and format characters, at most 255 characters.
pub(crate) fn shown(name: &str) -> String {
    let plain = |c: &char| !c.is_control() && !is_format(*c);
    name.chars().filter(plain).take(NAME_MAX).collect()
}

/// The last component of a path of any system.
pub(crate) fn of_file(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    shown(last)
}

/// Characters that are not seen or turn the direction of text.
fn is_format(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}
