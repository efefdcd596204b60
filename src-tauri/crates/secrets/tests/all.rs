//! The tests of the keychain and of the log filter, in one program, so that linking is done once.

mod keyring;
mod scrub;
