//! Real programs in the sandbox, whose network the broker serves: curl, Python and Node, unchanged.
//!
//! Each test runs in a network of its own, so that its servers have the usual ports. This program has its own `main`,
//! because it is also the guard, which has one thread only.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod host;
#[cfg(target_os = "linux")]
mod origins;
#[cfg(target_os = "linux")]
mod programs;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    match words[..] {
        ["guard", home, script] => guard::run(home, script),
        ["inside", name] => programs::run(name),
        _ => libtest_mimic::run(&libtest_mimic::Arguments::from_args(), programs::trials())
            .exit_code(),
    }
}
