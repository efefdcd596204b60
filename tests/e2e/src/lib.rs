//! The real program in a real window: an X display, the system's webview, and its driver, each started for one test.
//!
//! What is missing is an error that names it, never a silent pass.

mod account;
mod changed;
mod damage;
mod desk;
mod dialog;
mod display;
mod driver;
mod error;
mod eye;
mod keys;
mod process;
mod proven;
mod recovery_screens;
mod screens;
mod server_page;
mod standing_screens;
mod steps;
mod storm;
mod window;

pub use account::{Opener, account, account_is, add_remote, agree, in_state, told_of_sign_out};
pub use damage::{PAGE, damage, filled};
pub use desk::{Area, Desk};
pub use dialog::Dialog;
pub use display::Display;
pub use driver::WAIT;
pub use error::Error;
pub use eye::Eye;
pub use keys::{ALT, CONTROL, ENTER, ESCAPE, F6, TAB};
pub use process::program;
pub use proven::PROVEN;
pub use recovery_screens::recovery;
pub use screens::{beginnings, conversations, server_pages, walk};
pub use server_page::{call, let_ask};
pub use steps::{
    add_model, add_node_server, add_server, allow, allow_folders, armed, ask, ask_several, begun,
    deny, paste_server, question, shown_server_is,
};
pub use storm::{Storm, storm};
pub use window::App;
