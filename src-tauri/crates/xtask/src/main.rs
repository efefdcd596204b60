//! `cargo xtask`: what a developer does with this repository. It installs what is missing, builds, runs and tests.

mod bench;
mod bindings;
mod child;
mod doctor;
mod failure;
mod house;
mod install;
mod machine;
mod messages;
mod place;
mod reference;
mod release;
mod run;
mod screenshots;
mod session;
mod test;
mod tools;
mod usage;

use std::process::ExitCode;

use failure::Failure;
use usage::USAGE;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match act(&args) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn act(args: &[String]) -> Result<ExitCode, Failure> {
    child::notice_interrupts()?;
    let (verb, rest) = args
        .split_first()
        .ok_or_else(|| Failure::Usage(USAGE.to_owned()))?;
    match verb.as_str() {
        "run" => run::run(rest),
        "check" => test::check(rest),
        "test" => test::test(rest),
        "fresh" => test::fresh(rest),
        "e2e" => test::e2e(rest),
        "screenshots" => screenshots::take(rest),
        "bench" => bench::bench(rest),
        "release" => release::release(rest),
        "messages" => messages::write(rest),
        "bindings" => bindings::write(rest),
        "reference" => reference::write(rest),
        "house" => house::house(rest),
        "doctor" => doctor::doctor(rest),
        "help" | "-h" | "--help" => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        other => Err(Failure::Usage(format!(
            "no subcommand `{other}`\n\n{USAGE}"
        ))),
    }
}
