//! How a server is spoken to: `servers sessions`.

use clap::{Args, ValueEnum};
use domain::EraChoice;
use host::Host;
use messages::phrases;

use crate::{
    output::{Failure, Output},
    words::say,
};

#[derive(Debug, Args)]
pub(crate) struct SessionsArgs {
    /// The server's name.
    name: String,
    /// Whether it is spoken to with sessions. A server that runs is started again.
    #[arg(value_enum, value_name = "automatic|with|without")]
    choice: Option<SessionsOption>,
}

/// Whether a server is spoken to with sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SessionsOption {
    /// As Innkeeper chooses: without sessions where the server knows how, except a local server that may make requests.
    Automatic,
    /// Always, as revisions up to 2025-11-25 are spoken.
    With,
    /// Never, as revisions since 2026-07-28 are spoken.
    Without,
}

impl From<SessionsOption> for EraChoice {
    fn from(option: SessionsOption) -> Self {
        match option {
            SessionsOption::Automatic => Self::Automatic,
            SessionsOption::With => Self::WithSessions,
            SessionsOption::Without => Self::WithoutSessions,
        }
    }
}

/// Stores the choice, and prints what is chosen.
pub(crate) async fn run(host: &Host, wanted: &SessionsArgs, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    if let Some(choice) = wanted.choice {
        host.set_era_choice(id, choice.into()).await?;
    }
    let (_, view) = host.server_named(&wanted.name)?;
    let name = &view.tag.name;
    let found = serde_json::json!({ "server": name, "sessions": view.era_choice });
    output.one(&found, || {
        say(match view.era_choice.into() {
            EraChoice::Automatic => phrases::terminal_sessions_automatic(name),
            EraChoice::WithSessions => phrases::terminal_sessions_with(name),
            EraChoice::WithoutSessions => phrases::terminal_sessions_without(name),
        })
    });
    Ok(())
}
