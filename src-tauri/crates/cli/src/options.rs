//! Values of options that several subcommands share.

use clap::ValueEnum;
use messages::Language;

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

/// The language of this program's own sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageChoice {
    /// English.
    En,
    /// German.
    De,
    /// The first that is set of `LC_ALL`, `LC_MESSAGES`, `LANGUAGE` and `LANG`.
    System,
}

impl From<LanguageChoice> for Language {
    fn from(choice: LanguageChoice) -> Self {
        match choice {
            LanguageChoice::En => Self::English,
            LanguageChoice::De => Self::German,
            LanguageChoice::System => Self::of_system(),
        }
    }
}

/// The format of requests to a model endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WireOption {
    /// Chat completions as OpenAI defined them; many other servers speak them.
    Openai,
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Responses.
    Responses,
}

/// What a local server reaches over the network in its sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NetworkOption {
    /// Nothing.
    None,
    /// The hosts that you allow; each is asked about.
    Asked,
    /// Whatever this machine reaches.
    Open,
}
