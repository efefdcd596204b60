//! A guard and nothing else, for hosts that cannot be one: the program with the window, and test binaries.

fn main() -> std::process::ExitCode {
    launcher::run_guard_if_asked();
    eprintln!("innkeeper-guard is started by innkeeper, not by hand");
    std::process::ExitCode::from(2)
}
