//! A guard and nothing else, for hosts that cannot start themselves again (test binaries).

fn main() -> std::process::ExitCode {
    launcher::run_guard_if_asked();
    eprintln!("innkeeper-guard is started by innkeeper, not by hand");
    std::process::ExitCode::from(2)
}
