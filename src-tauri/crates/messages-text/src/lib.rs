//! The texts of the message catalogue, embedded into a program.
//!
//! Only the programs import this crate, because another word in `ui/locales` compiles it and all that import it again. The build
//! fails if the languages differ, or if the constructors in `messages` are not those of the catalogue.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Gives the embedded texts to `messages`. A program calls it before it says anything.
pub fn install() {
    messages::install(messages::Texts::embedded(EN, DE));
}
