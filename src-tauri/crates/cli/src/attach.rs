//! `chat --attach`: files of the user, and resources and prompts of servers.

use std::path::Path;

use clap::ValueEnum;
use domain::{AttachmentId, ProviderId};
use host::{AttachFor, Host, ModelChoice};
use host_api::{
    AttachmentChoice, AttachmentFormView, AttachmentOfferView, AttachmentUnitView, AttachmentView,
    InspectedView,
};
use messages::{Phrase, phrases};

use crate::{
    output::{Failure, note},
    prompt::{self, NamedPrompt, PromptArgs, split},
    words::{said, say, say_inside},
};

#[derive(Debug, clap::Args)]
pub(crate) struct AttachArgs {
    /// A file to attach: text, an image, a PDF, an office document or a sound. Repeat the option for more.
    #[arg(long, value_name = "FILE")]
    pub attach: Vec<String>,
    /// A part of a file to attach: its lines, rows, pages or slides from the first number to the last one, as in
    /// `--attach-part report.pdf 1-20`. Repeat the option for more.
    #[arg(long, num_args = 2, value_names = ["FILE", "FIRST-LAST"])]
    pub attach_part: Vec<String>,
    /// A resource of a server to attach. The conversation then holds data of that server.
    #[arg(long, value_name = "SERVER/URI")]
    pub attach_resource: Vec<String>,
    /// How files reach the model, where they can in several ways; the usual way if not given.
    #[arg(long, value_name = "FORM")]
    pub attach_as: Option<Form>,
    #[command(flatten)]
    pub prompts: PromptArgs,
}

/// How a file reaches the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// As text.
    Text,
    /// As images: an image, or pages.
    Images,
    /// As the file itself.
    Document,
}

impl Form {
    fn is(self, form: AttachmentFormView) -> bool {
        match form {
            AttachmentFormView::Text => self == Self::Text,
            AttachmentFormView::Image | AttachmentFormView::PageImages => self == Self::Images,
            AttachmentFormView::Document => self == Self::Document,
            AttachmentFormView::Audio => false,
        }
    }
}

/// What was named on the command line.
enum Named<'a> {
    File(&'a str, Option<(u32, u32)>),
    Resource(&'a str),
    Prompt(&'a NamedPrompt),
}

/// Attaches what the command line names. If one of it cannot be attached, nothing is.
pub(crate) async fn attach(
    host: &Host,
    args: &AttachArgs,
    provider: ProviderId,
) -> Result<Vec<AttachmentId>, Failure> {
    let mut named: Vec<Named<'_>> = Vec::new();
    named.extend(args.attach.iter().map(|file| Named::File(file, None)));
    for pair in args.attach_part.chunks_exact(2) {
        if let [file, range] = pair {
            named.push(Named::File(file, Some(parsed(range)?)));
        }
    }
    named.extend(args.attach_resource.iter().map(|one| Named::Resource(one)));
    named.extend(args.prompts.0.iter().map(Named::Prompt));
    let to = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(provider)),
    };
    let mut attached = Vec::with_capacity(named.len());
    for one in &named {
        match attach_one(host, one, &to, args.attach_as).await {
            Ok(id) => attached.push(id),
            Err(failure) => {
                take_back(host, &attached).await;
                return Err(failure);
            }
        }
    }
    Ok(attached)
}

/// Removes what was attached and not sent.
pub(crate) async fn take_back(host: &Host, attached: &[AttachmentId]) {
    for id in attached {
        if let Err(error) = host.detach(*id).await {
            tracing::debug!(%error, "an attachment that was not sent is left");
        }
    }
}

async fn attach_one(
    host: &Host,
    named: &Named<'_>,
    to: &AttachFor,
    form: Option<Form>,
) -> Result<AttachmentId, Failure> {
    let (found, range) = match named {
        Named::File(file, range) => (host.inspect_file(Path::new(file), to).await?, *range),
        Named::Resource(named) => {
            let (server, uri) = split(host, named).ok_or_else(|| {
                Failure::usage(phrases::terminal_attach_resource(*named))
                    .hint(phrases::terminal_hint_attach_resource())
            })?;
            let (server, _) = host.server_named(&server)?;
            host.start_and_wait(server, false).await?;
            (host.inspect_resource(server, uri, to).await?, None)
        }
        Named::Prompt(named) => return prompt::insert(host, named, to).await,
    };
    let offer = offer(&found, form)?;
    if let Some(problem) = &offer.problem
        && !offer.refused
    {
        note(&said(problem));
    }
    check_size(&found, offer, range)?;
    let choice = AttachmentChoice {
        form: offer.form,
        section: offer.section,
        range,
    };
    let made = host.attach(&found.id, to, choice, false).await?;
    made.remarks.iter().for_each(|remark| note(&said(remark)));
    note(&say(line(&made)));
    let no_id = |_| Failure::data(phrases::terminal_attach_no_id());
    made.id.parse().map_err(no_id)
}

fn offer(found: &InspectedView, form: Option<Form>) -> Result<&AttachmentOfferView, Failure> {
    let mut offers = found.offers.iter();
    let offer = offers.find(|offer| form.is_none_or(|form| form.is(offer.form)));
    offer.ok_or_else(|| {
        Failure::usage(phrases::terminal_attach_no_form(&found.name))
            .hint(phrases::terminal_hint_attach_form())
    })
}

/// Offers a part of what is too large.
fn check_size(
    found: &InspectedView,
    offer: &AttachmentOfferView,
    range: Option<(u32, u32)>,
) -> Result<(), Failure> {
    if range.is_some() || offer.fits >= offer.total {
        return Ok(());
    }
    let all = say_inside(units(offer.unit, offer.total));
    let message =
        phrases::terminal_attach_too_large(&all, found.most_tokens, &found.name, offer.tokens);
    Err(Failure::usage(message).hint(match offer.fits {
        0 => phrases::host_attach_smaller(),
        fits => phrases::terminal_hint_attach_part(fits.to_string(), &found.name),
    }))
}

fn units(unit: AttachmentUnitView, count: u32) -> Phrase {
    match unit {
        AttachmentUnitView::Lines => phrases::terminal_attach_lines(count),
        AttachmentUnitView::Rows => phrases::terminal_attach_rows(count),
        AttachmentUnitView::Pages => phrases::terminal_attach_pages(count),
        AttachmentUnitView::Slides => phrases::terminal_attach_slides(count),
        AttachmentUnitView::Files => phrases::terminal_attach_files(count),
    }
}

/// Returns what was attached: "report.pdf: pages 1 to 20 of 340, about 9,000 tokens".
fn line(made: &AttachmentView) -> Phrase {
    let (first, last) = made.taken;
    let all = say_inside(units(made.unit, made.total));
    if first == 1 && last == made.total {
        phrases::terminal_attached(&all, &made.name, made.tokens)
    } else {
        phrases::terminal_attached_part(&all, first, last, &made.name, made.tokens)
    }
}

fn parsed(range: &str) -> Result<(u32, u32), Failure> {
    let numbers = range.split_once('-').and_then(|(first, last)| {
        let numbers = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (1 <= numbers.0 && numbers.0 <= numbers.1).then_some(numbers)
    });
    numbers.ok_or_else(|| {
        Failure::usage(phrases::terminal_attach_range(range))
            .hint(phrases::terminal_hint_attach_range())
    })
}
