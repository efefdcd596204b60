//! The language of the tray, of notifications and dialogs, and of the host's words in the windows.

use host_api::Language as Chosen;
use messages::{Language, Text};

/// Uses a language from now on. The windows choose theirs from the same setting (`ui/src/i18n/language.svelte.ts`).
pub(crate) fn speak(chosen: Chosen) {
    messages::serialize_texts_in(match chosen {
        Chosen::System => Language::of_system(),
        Chosen::En => Language::English,
        Chosen::De => Language::German,
        Chosen::Pseudo => Language::Pseudo,
    });
}

/// A message for a part of the system that shows plain text, such as a menu.
pub(crate) fn plain(words: impl Into<Text>) -> String {
    messages::without_isolation(&words.into().chosen())
}
