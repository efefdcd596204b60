//! The desktop program. A guard of a server branches off before any window code.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    host::run_guard_if_asked();
    std::process::exit(innkeeper_desktop::run());
}
