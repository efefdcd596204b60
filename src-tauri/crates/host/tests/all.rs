//! The tests of the host through its interface, in one program, so that linking is done once.

#[path = "attaching/main.rs"]
mod attaching;
mod care;
mod clock;
#[path = "compacting/main.rs"]
mod compacting;
mod confirming;
mod context;
mod crash;
mod deletion;
mod going_back;
mod import;
#[path = "killed/main.rs"]
mod killed;
mod links;
mod page;
mod projects;
mod registry;
mod replacing;
#[path = "replay/main.rs"]
mod replay;
mod results;
#[path = "sampling/main.rs"]
mod sampling;
#[path = "secrets/main.rs"]
mod secrets;
mod settings;
mod sign_in;
mod spending;
mod stale_tools;
mod stop_all;
mod swapping;
mod tasks;
mod trying;
