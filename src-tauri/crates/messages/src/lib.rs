//! The message catalogue (Fluent): every sentence of the windows and of the terminal program, in English and German.
//!
//! The files are in `ui/locales`. The windows read them themselves (`ui/src/i18n`); this crate embeds them for Rust. The build
//! writes one constructor per message into [`phrases`] and fails if the languages differ. `ui/scripts/messages.mjs` finds messages
//! that nothing uses. Messages that only Rust uses are in `terminal*.ftl`, `host*.ftl` and `desktop*.ftl`, which the windows leave out.
//!
//! A [`Phrase`] names a message and holds its values as data. A [`Catalogue`] turns it into text. Each inserted value is isolated
//! (U+2068 FSI … U+2069 PDI), so that a name cannot reorder the text around it.
//!
//! ```
//! use messages::{Catalogue, Language, phrases, without_isolation};
//!
//! let phrase = phrases::more_servers(2);
//! let said = Catalogue::new(Language::German).say(&phrase);
//! assert_eq!(without_isolation(&said), "2 weitere Server");
//! ```

mod catalogue;
mod isolation;
mod language;
mod number;
mod phrase;
mod pseudo;
mod text;

/// Constructors of the messages, with their English text. The parameters are in the order of the
/// alphabet, so that other words in a message never swap them.
#[allow(
    clippy::too_many_arguments,
    reason = "a message has as many parameters as it inserts values"
)]
pub mod phrases {
    use crate::{Phrase, Value};

    include!(concat!(env!("OUT_DIR"), "/phrases.rs"));
}

pub use catalogue::Catalogue;
pub use isolation::{contained, isolated, without_isolation};
pub use language::Language;
pub use phrase::{Phrase, Value};
pub use text::{Text, serialize_texts_in};
