//! A hostile server tries to get out, in one way at a time: without any sandbox, where it must succeed, and in both kinds of
//! sandbox, where it must not. As root, each is tried as root and as a normal user.
//!
//! This program has its own `main`, because it is also the guard (which has one thread only) and the server.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[cfg(target_os = "linux")]
mod attempts;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod live;
#[cfg(target_os = "linux")]
mod raw;
#[cfg(target_os = "linux")]
mod scene;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod table;
#[cfg(target_os = "linux")]
mod trials;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = args.iter().skip(1).map(String::as_str).collect();
    match words[..] {
        ["guard", plan] => return guard::run(plan),
        ["live", scenario, scene] => return live::run(scenario, scene),
        ["attempt", name, scene] => return attempts::run(name, scene),
        ["serve"] => return server::serve(),
        ["victim", user] => return server::be_victim(user),
        ["works", user] => return server::what_works(user),
        ["raised"] => return server::tell_rights(),
        _ => {}
    }
    // One at a time: a file that another thread copies is busy when this one starts it.
    let arguments = libtest_mimic::Arguments {
        test_threads: Some(1),
        ..libtest_mimic::Arguments::from_args()
    };
    libtest_mimic::run(&arguments, trials::trials()).exit_code()
}
