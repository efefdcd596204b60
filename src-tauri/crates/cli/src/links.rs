//! `links`: registration of the desktop program for `innkeeper:` links.

use clap::Subcommand;
use messages::phrases;
use serde::Serialize;
use url_handler::{Folders, Handler, HandlerError, State};

use crate::{
    output::{Failure, Output},
    words::say,
};

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum LinksVerb {
    /// Say whether your desktop opens `innkeeper:` links with Innkeeper.
    Show,
    /// Have your desktop open `innkeeper:` links with the Innkeeper window. A link fills in the form for a server; it adds and starts nothing.
    Register,
    /// Remove the registration. That of another program stays.
    Unregister,
}

#[derive(Serialize)]
struct Registration {
    registered: bool,
    /// The entry of another program that opens them.
    other: Option<String>,
}

/// Runs `links`. It needs no data.
pub(crate) fn run(verb: LinksVerb, output: Output) -> Result<(), Failure> {
    let folders =
        Folders::of_user().ok_or_else(|| Failure::failed(phrases::host_links_unsupported()))?;
    let own = std::env::current_exe().map_err(|error| Failure::data(error.to_string()))?;
    // The window is the program beside this one.
    let program = own.with_file_name("innkeeper");
    if matches!(verb, LinksVerb::Register) && !program.is_file() {
        let path = program.display().to_string();
        return Err(Failure::failed(phrases::terminal_links_no_window(
            domain::visible(&path),
        )));
    }
    let handler = Handler::new(program, folders);
    match verb {
        LinksVerb::Show => {}
        LinksVerb::Register => handler.register().map_err(|error| failed(&error))?,
        LinksVerb::Unregister => handler.unregister().map_err(|error| failed(&error))?,
    }
    let state = handler.state().map_err(|error| failed(&error))?;
    let found = Registration {
        registered: state == State::Registered,
        other: match &state {
            State::Other(name) => Some(domain::visible(name)),
            State::Registered | State::Elsewhere | State::Off => None,
        },
    };
    output.one(&found, || {
        say(match state {
            State::Registered => phrases::terminal_links_on(),
            State::Elsewhere => phrases::terminal_links_elsewhere(),
            State::Other(name) => phrases::terminal_links_other(domain::visible(&name)),
            State::Off => phrases::terminal_links_off(),
        })
    });
    Ok(())
}

fn failed(error: &HandlerError) -> Failure {
    Failure::data(phrases::host_links_failed(domain::visible(
        &error.to_string(),
    )))
}
