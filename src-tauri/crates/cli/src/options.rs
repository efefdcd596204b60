//! Values of options that several subcommands share.

use clap::ValueEnum;

/// Who answers approval requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Approve {
    /// You, at this terminal; without a terminal, nobody.
    Ask,
    /// Nobody: everything that needs an answer is denied.
    Deny,
    /// This command line, for exactly the action it names, destructive or not.
    Once,
}

/// A switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnOff {
    /// On.
    On,
    /// Off.
    Off,
}
