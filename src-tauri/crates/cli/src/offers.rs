//! `resources list | templates | read`, `prompts list | get`, `complete`: what a server offers beside tools.

use domain::ServerId;
use host::Host;
use host_api::{CompleteFor, GivenValue, PromptRoleView, SegmentView};

use messages::phrases;

use crate::{
    args::{CompleteArgs, PromptsVerb, ResourcesVerb},
    options::Approve,
    output::{Failure, Output, note},
    values::{block_text, given},
    words::{said, say},
};

pub(crate) async fn resources(
    host: &Host,
    verb: &ResourcesVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        ResourcesVerb::List { server } => {
            let id = started(host, server, approve).await?;
            let view = host.resources(id).await?;
            output.rows(&view.resources, |r| {
                let size = r
                    .bytes
                    .map(|b| format!("  {}", say(phrases::terminal_bytes(b))))
                    .unwrap_or_default();
                let mime = r.mime.as_deref().unwrap_or("-");
                let name = r.title.as_deref().unwrap_or(&r.name);
                format!("{}  {mime}{size}  {name}", r.uri)
            });
            view.notes.iter().for_each(|line| note(&said(line)));
            Ok(())
        }
        ResourcesVerb::Templates { server } => {
            let id = started(host, server, approve).await?;
            let view = host.resources(id).await?;
            output.rows(&view.templates, |t| {
                let name = t.title.as_deref().unwrap_or(&t.name);
                match &t.problem {
                    Some(problem) => {
                        let problem = said(problem);
                        format!("{}  {name} ({problem})", t.uri_template)
                    }
                    None => format!("{}  {name}", t.uri_template),
                }
            });
            view.notes.iter().for_each(|line| note(&said(line)));
            Ok(())
        }
        ResourcesVerb::Read { server, uri, set } => {
            let values = given(set)?;
            let id = started(host, server, approve).await?;
            let uri = if values.is_empty() {
                uri.clone()
            } else {
                host.expand_template(id, uri, &values)?
            };
            let view = host.read_resource(id, &uri).await?;
            output.one(&view, || {
                let blocks: Vec<String> = view.contents.iter().map(block_text).collect();
                blocks.join("\n")
            });
            Ok(())
        }
    }
}

pub(crate) async fn prompts(
    host: &Host,
    verb: &PromptsVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        PromptsVerb::List { server } => {
            let id = started(host, server, approve).await?;
            let view = host.server_prompts(id).await?;
            output.rows(&view.prompts, |p| {
                let arguments: Vec<String> = p
                    .arguments
                    .iter()
                    .map(|a| match a.required {
                        true => a.name.clone(),
                        false => format!("[{}]", a.name),
                    })
                    .collect();
                format!(
                    "{} {}\n    {}",
                    p.name,
                    arguments.join(" "),
                    words(&p.description)
                )
            });
            view.notes.iter().for_each(|line| note(&said(line)));
            Ok(())
        }
        PromptsVerb::Get { server, name, set } => {
            let values = given(set)?;
            let id = started(host, server, approve).await?;
            let view = host.get_prompt(id, name, &values).await?;
            output.one(&view, || {
                let messages = view.messages.iter().map(|m| {
                    // All of it is the server's words: no model said what it gives to one.
                    let role = match m.role {
                        PromptRoleView::User => phrases::terminal_prompt_as_user(),
                        PromptRoleView::Assistant => phrases::terminal_prompt_as_model(),
                        PromptRoleView::Other => phrases::terminal_prompt_as_unknown(),
                    };
                    format!("{}\n{}", say(role), block_text(&m.content))
                });
                messages.collect::<Vec<_>>().join("\n")
            });
            Ok(())
        }
    }
}

pub(crate) async fn complete(
    host: &Host,
    args: &CompleteArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let reference = match (&args.prompt, &args.template) {
        (Some(name), None) => CompleteFor::Prompt { name: name.clone() },
        (None, Some(template)) => CompleteFor::Template {
            uri_template: template.clone(),
        },
        (Some(_), Some(_)) | (None, None) => {
            return Err(Failure::usage(phrases::terminal_complete_for_missing())
                .hint(phrases::terminal_hint_complete_for()));
        }
    };
    let others = given(&args.set)?;
    let id = started(host, &args.server, approve).await?;
    let argument = GivenValue {
        name: args.argument.clone(),
        value: args.value.clone(),
    };
    let view = host.complete(id, reference, argument, others).await?;
    output.one(&view, || {
        let more = view.has_more.then(|| say(phrases::terminal_and_more()));
        let lines: Vec<String> = view.values.iter().cloned().chain(more).collect();
        lines.join("\n")
    });
    Ok(())
}

/// A server by its name, started.
pub(crate) async fn started(
    host: &Host,
    server: &str,
    approve: Approve,
) -> Result<ServerId, Failure> {
    let (id, _) = host.server_named(server)?;
    host.start_and_wait(id, approve == Approve::Once).await?;
    Ok(id)
}

/// A claim on one line, hidden characters written out.
fn words(segments: &[SegmentView]) -> String {
    segments
        .iter()
        .map(|segment| match segment {
            SegmentView::Text { text, .. } => domain::visible(text),
            SegmentView::Hidden { code, count, .. } => format!("⟨{code}⟩ × {count}"),
        })
        .collect()
}
