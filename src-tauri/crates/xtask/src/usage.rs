//! The command line in words.

use crate::failure::Failure;

/// What `cargo xtask help` prints.
pub const USAGE: &str = "\
Usage: cargo xtask SUBCOMMAND

  run [-- ARGS]              install what is missing, build, open the app (without a display: the terminal program)
  check [--since COMMIT]     formatting, lints and tests of what changed and of what depends on it; no real servers, no window
  test [--full] [--since COMMIT] [--only STEP]… [--list] [--flaky]
                             install what is missing, run the checks that the changes since the last full run concern, and
                             say what was left out; --full runs all, --only a step with what it needs, --list says what
                             would be run, --flaky names tests that passed only at their second try
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
  messages                   write the constructors of the messages that Rust says anew
  bindings                   do that, and write the TypeScript of the commands anew
  reference                  write the reference of the terminal program anew
  house [--accept]           print the shape of production code in figures, and those that grew; --accept lowers the
                             figures on file, and raises none
  doctor                     say what this machine lacks, and how to get it
";

/// Refuses arguments where a subcommand takes none.
pub fn no_arguments(rest: &[String]) -> Result<(), Failure> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Failure::Usage(format!("unexpected `{extra}`\n\n{USAGE}"))),
    }
}
