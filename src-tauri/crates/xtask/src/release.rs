//! What people install, made from built programs.

pub mod windows;
