//! The desktop program. A server's guard and the tour's sample server branch off before any window code.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    messages_text::install();
    host::run_guard_if_asked();
    #[cfg(not(target_os = "linux"))]
    host::run_reader_if_asked();
    host::run_sample_server_if_asked();
    std::process::exit(innkeeper_desktop::run());
}
