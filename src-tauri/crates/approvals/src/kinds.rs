//! The approval kinds: one file each. `consent` lists them.

pub mod apply;
pub mod authority;
pub mod calls;
pub mod change;
pub mod client;
pub mod elicitation;
pub mod endpoint;
pub mod feature;
pub mod launch;
pub mod link;
pub mod outflow;
pub mod reach;
pub mod replacement;
pub mod root;
pub mod roots;
pub mod sampling;
pub mod sign_in;
pub mod tool;
