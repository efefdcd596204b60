//! A secret text that does not print and is wiped when dropped.

use std::{fmt, sync::Arc};

use zeroize::Zeroizing;

use crate::held;

/// A key, token or other value that must never be shown, logged or stored in plain text.
///
/// It has no `Display` and no `Serialize`; whoever reads it calls [`Secret::expose`], visibly. Clones share one
/// text, which is overwritten when the last of them is dropped; until then [`crate::scrub`] takes it out of texts.
#[derive(Clone)]
pub struct Secret(Arc<Zeroizing<String>>);

impl Secret {
    /// Takes the text over; no copy is made.
    #[must_use]
    pub fn new(text: String) -> Self {
        let text = Arc::new(Zeroizing::new(text));
        held::note(&text);
        Self(text)
    }

    /// The secret itself, for the one place that sends it where it belongs.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_nothing() {
        let secret = Secret::new("hunter2".into());
        assert_eq!(
            format!("{secret:?} {:#?}", Some(&secret)),
            "Secret(..) Some(\n    Secret(..),\n)"
        );
        assert_eq!(secret.clone().expose(), "hunter2");
    }
}
