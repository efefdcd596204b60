//! The message catalogue (`ui/locales`) as a build reads it: its files, whether the languages agree, and the constructors in
//! `messages/phrases.rs`.
//!
//! The constructors hold ids and names of values, and no wording: another word in a sentence compiles nothing that only constructs
//! messages. `cargo xtask messages` writes them.

mod constructors;
mod source;

pub use constructors::{constructors, named_in, stale};
pub use source::{LANGUAGES, Source};
