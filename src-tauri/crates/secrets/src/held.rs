//! Which secrets this process holds right now, known for one purpose: to take them out of its own log.
//!
//! Nothing can be read from here. No server's secret reaches another's scope through it: texts only get shorter.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use zeroize::Zeroizing;

/// The shortest secret that is looked for, in bytes. A shorter one stands in too many texts by chance.
const SHORTEST: usize = 4;
/// What stands in the place of a secret.
pub(crate) const TAKEN_OUT: &str = "(redacted)";
/// So many are noted before those that are gone are forgotten for the first time.
const FIRST_SWEEP: usize = 64;

static HELD: Mutex<Held> = Mutex::new(Held {
    values: Vec::new(),
    sweep_at: FIRST_SWEEP,
});

struct Held {
    values: Vec<Weak<Zeroizing<String>>>,
    /// So many values are there before those that are gone are forgotten: at most twice what is held is kept.
    sweep_at: usize,
}

/// From now on this text is taken out, as long as somebody holds it.
pub(crate) fn note(text: &Arc<Zeroizing<String>>) {
    if text.len() < SHORTEST {
        return;
    }
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    if held.values.len() >= held.sweep_at {
        held.values.retain(|value| value.strong_count() > 0);
        held.sweep_at = FIRST_SWEEP.max(2 * held.values.len());
    }
    held.values.push(Arc::downgrade(text));
}

/// The text without the secrets that this process holds, and how many there were: as they are, as Rust and JSON quote
/// them, once and twice, and as URLs and forms write them.
#[must_use]
pub fn without_held(text: String) -> (String, usize) {
    let held: Vec<Arc<Zeroizing<String>>> = {
        let held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.values.iter().filter_map(Weak::upgrade).collect()
    };
    let mut found: Vec<Zeroizing<String>> = Vec::new();
    for value in held {
        let stands = |form: &Zeroizing<String>| text.contains(form.as_str());
        found.extend(forms(&value).into_iter().filter(stands));
    }
    // A longer one first: a shorter one in it would leave the rest of it.
    found.sort_by_key(|form| std::cmp::Reverse(form.len()));
    let mut count = 0;
    let text = found.iter().fold(text, |text, form| {
        count += text.matches(form.as_str()).count();
        text.replace(form.as_str(), TAKEN_OUT)
    });
    (text, count)
}

fn forms(value: &str) -> [Zeroizing<String>; 5] {
    let once = quoted(value);
    let twice = quoted(&once);
    let mut in_url = Zeroizing::new(String::with_capacity(3 * value.len()));
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                in_url.push(char::from(byte));
            }
            _ => in_url.push_str(&format!("%{byte:02X}")),
        }
    }
    let in_form = Zeroizing::new(in_url.replace("%20", "+"));
    [
        Zeroizing::new(value.to_owned()),
        once,
        twice,
        in_url,
        in_form,
    ]
}

/// A text as it stands between quotation marks.
fn quoted(text: &str) -> Zeroizing<String> {
    let marked = Zeroizing::new(format!("{text:?}"));
    Zeroizing::new(marked[1..marked.len() - 1].to_owned())
}
