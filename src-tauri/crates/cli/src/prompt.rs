//! `chat --prompt`: prompts of servers as a part of the message, with their arguments.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use domain::AttachmentId;
use host::{AttachFor, Host};
use host_api::{GivenValue, PreparedPromptView, PromptRoleView};
use messages::phrases;

use crate::{
    output::{Failure, note},
    values::{block_text, given},
    words::{said, say},
};

/// Maximum number of lines of a message that are shown before it is sent.
const SHOWN_LINES: usize = 12;

/// The prompts of a command line, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct PromptArgs(pub Vec<NamedPrompt>);

/// A prompt with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct NamedPrompt {
    /// `SERVER/NAME`.
    named: String,
    /// `NAME=VALUE`, each.
    set: Vec<String>,
}

impl Args for PromptArgs {
    fn augment_args(command: Command) -> Command {
        let prompt = Arg::new("prompt")
            .long("prompt")
            .value_name("SERVER/NAME")
            .action(ArgAction::Append)
            .help("A prompt of a server to insert. It is shown, and the model reads it as that server's words. Repeat the option for more");
        let arg = Arg::new("arg")
            .long("arg")
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .requires("prompt")
            .help("An argument of the prompt before it. Repeat the option for more");
        command.arg(prompt).arg(arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PromptArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let placed = |id| {
            let places = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many::<String>(id).into_iter().flatten();
            places.zip(values.cloned()).collect::<Vec<_>>()
        };
        let prompts = placed("prompt");
        let mut named: Vec<NamedPrompt> = prompts
            .iter()
            .map(|(_, named)| NamedPrompt {
                named: named.clone(),
                set: Vec::new(),
            })
            .collect();
        for (at, value) in placed("arg") {
            let before = prompts.iter().filter(|(place, _)| *place < at).count();
            if let Some(prompt) = named.get_mut(before.saturating_sub(1)) {
                prompt.set.push(value);
            }
        }
        Ok(Self(named))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Gets a prompt, shows it, and makes it part of the message.
pub(crate) async fn insert(
    host: &Host,
    prompt: &NamedPrompt,
    to: &AttachFor,
) -> Result<AttachmentId, Failure> {
    let (server, name) = split(host, &prompt.named).ok_or_else(|| unnamed(host, prompt))?;
    let values: Vec<GivenValue> = given(&prompt.set)?;
    let (server, _) = host.server_named(&server)?;
    host.start_and_wait(server, false).await?;
    let prepared = host.inspect_prompt(server, name, &values, to).await?;
    show(&prepared);
    let made = host.insert_prompt(&prepared.id, to).await?;
    let no_id = |_| Failure::data(phrases::terminal_attach_no_id());
    made.id.parse().map_err(no_id)
}

/// Splits SERVER/URI or SERVER/NAME after the longest name of a server that it begins with: a name may contain a slash.
pub(crate) fn split<'a>(host: &Host, named: &'a str) -> Option<(String, &'a str)> {
    let names = host.servers().into_iter().map(|server| server.tag.name);
    let rest = |name: String| {
        let uri = named.strip_prefix(&name)?.strip_prefix('/')?;
        (!uri.is_empty()).then_some((name, uri))
    };
    names.filter_map(rest).max_by_key(|(name, _)| name.len())
}

fn unnamed(host: &Host, prompt: &NamedPrompt) -> Failure {
    let servers = host.servers().into_iter().map(|server| server.tag.name);
    let servers: Vec<String> = servers.map(|name| domain::visible(&name)).collect();
    let failure = Failure::usage(phrases::terminal_prompt_unnamed(&prompt.named));
    failure.hint(match servers.is_empty() {
        true => phrases::terminal_hint_prompt_no_server(),
        false => phrases::terminal_hint_prompt_servers(servers.join(", ")),
    })
}

/// Shows what is sent of a prompt: each message, long ones from their start.
fn show(prepared: &PreparedPromptView) {
    let (server, name) = (&prepared.server.name, &prepared.name);
    note(&say(phrases::terminal_prompt_inserted(
        name,
        server,
        prepared.tokens,
    )));
    for part in &prepared.parts {
        let role = match part.role {
            PromptRoleView::User => phrases::terminal_prompt_as_user(),
            PromptRoleView::Assistant => phrases::terminal_prompt_as_model(),
            PromptRoleView::Other => phrases::terminal_prompt_as_unknown(),
        };
        let uri = part.uri.as_deref().map(|uri| format!(" {uri}"));
        note(&format!("  {}{}", say(role), uri.unwrap_or_default()));
        let text = block_text(&part.content);
        let mut lines = text.lines();
        for line in lines.by_ref().take(SHOWN_LINES) {
            note(&format!("    {line}"));
        }
        if lines.next().is_some() {
            note("    …");
        }
    }
    prepared
        .remarks
        .iter()
        .chain(&prepared.problem)
        .for_each(|remark| note(&said(remark)));
}
