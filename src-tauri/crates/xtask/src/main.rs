//! `cargo xtask`: what a developer does with this repository. It installs what is missing, builds, runs and tests.

mod bench;
mod bindings;
mod child;
mod doctor;
mod failure;
mod house;
mod install;
mod machine;
mod place;
mod reference;
mod release;
mod run;
mod screenshots;
mod session;
mod test;

use std::process::ExitCode;

use failure::Failure;

const USAGE: &str = "\
Usage: cargo xtask SUBCOMMAND

  run [-- ARGS]              install what is missing, build, open the app (without a display: the terminal program)
  test [--only STEP]… [--list]
                             install what is missing, run every check; --only takes what the step needs with it
  e2e [FILTER]               only the tests in the real window, or those whose name contains FILTER
  screenshots [--out DIR] [--readme]
                             pictures of every screen into target/screenshots; --readme takes the README's anew
  bench [--only NAME]… [--profile NAME]… [--quick] [--record] [--json FILE]
                             build for release and measure echo, commit, stream or start, or all of them; --profile
                             leaves flame graphs of where the processor's time goes instead, --record keeps the figures
  release [--windows] [--out DIR]
                             build for release and make packages, notes, licences, bills of materials and digests;
                             --windows adds the ZIP and the installer for Windows
  release --check [--out DIR]
                             check them, install the packages in a clean Debian, and build them again to compare
  bindings                   write the TypeScript of the commands anew
  reference                  write the reference of the terminal program anew
  house [--accept]           print the shape of production code in figures, and those that grew; --accept lowers the
                             figures on file, and raises none
  doctor                     say what this machine lacks, and how to get it
";

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
        "test" => test::test(rest),
        "e2e" => test::e2e(rest),
        "screenshots" => screenshots::take(rest),
        "bench" => bench::bench(rest),
        "release" => release::release(rest),
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

/// Refuses arguments where a subcommand takes none.
fn no_arguments(rest: &[String]) -> Result<(), Failure> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Failure::Usage(format!("unexpected `{extra}`\n\n{USAGE}"))),
    }
}
