//! The message catalogue (Fluent): every sentence of the windows and of the terminal program, in English and German.
//!
//! The files are in `ui/locales`. The windows read them themselves (`ui/src/i18n`). This crate has a constructor for each message that
//! Rust says ([`phrases`]), and no wording: a program installs the [`Texts`] that `messages-text` embeds, before it says anything. A
//! changed sentence therefore compiles only the programs again. Tests read the files instead, from the folder that Cargo names in
//! `INNKEEPER_LOCALES`.
//!
//! `ui/scripts/messages.mjs` finds messages that nothing uses. Messages that only Rust uses are in `terminal*.ftl`, `host*.ftl` and
//! `desktop*.ftl`, which the windows leave out.
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
mod texts;

/// Constructors of the messages that Rust says, written by `cargo xtask messages`. The parameters are in the order of the alphabet,
/// so that other words in a message never swap them. The texts are in `ui/locales/en`.
#[allow(
    clippy::too_many_arguments,
    reason = "a message has as many parameters as it inserts values"
)]
pub mod phrases {
    use crate::{Phrase, Value};

    /// The name of a value in its message: that of the parameter, unless another follows.
    macro_rules! key {
        ($parameter:ident) => {
            stringify!($parameter)
        };
        ($parameter:ident $key:literal) => {
            $key
        };
    }

    macro_rules! phrase {
        ($name:ident($($parameter:ident $(= $key:literal)?),*) = $id:literal) => {
            #[doc = concat!("The message `", $id, "`.")]
            #[must_use]
            pub fn $name($($parameter: impl Into<Value>),*) -> Phrase {
                Phrase::new($id, [$((key!($parameter $($key)?), $parameter.into())),*])
            }
        };
    }

    include!("../phrases.rs");
}

pub use catalogue::Catalogue;
pub use isolation::{contained, isolated, without_isolation};
pub use language::Language;
pub use phrase::{Phrase, Value};
pub use text::{Text, serialize_texts_in};
pub use texts::{Texts, install};
