//! What a model takes, as far as its endpoint's list of models, its wire format and its address tell.

use std::collections::BTreeSet;

use attachments::Form;
use domain::{ConversationId, is_loopback};
use host_api::ApiError;
use llm::{Input, Wire};
use messages::{Text, phrases};
use url::Url;

use crate::{inner::Inner, providers::ModelChoice, tour};

/// The most tokens of one attachment where the model's window is not known.
const MOST_TOKENS: u64 = 100_000;
/// The share of the window that one attachment may take.
const SHARE: (u64, u64) = (3, 4);
/// Endpoints of chat completions that take PDF files, by their host name.
const PDF_HOSTS: [&str; 2] = ["api.openai.com", "openrouter.ai"];
/// Endpoints whose current models read images.
const IMAGE_HOSTS: [&str; 3] = ["api.openai.com", "openrouter.ai", "api.anthropic.com"];

/// What an attachment is for: the composer that it waits in, and the model that will read it.
#[derive(Clone, Debug, Default)]
pub struct AttachFor {
    /// The conversation; none for a new one.
    pub conversation: Option<ConversationId>,
    /// The model, where it is not that of the conversation.
    pub model: Option<ModelChoice>,
}

/// The model that will read an attachment.
pub(crate) struct Reads {
    /// Its endpoint; none if no model is chosen.
    endpoint: Option<(Wire, Url)>,
    /// Whether it is the practice model.
    practice: bool,
    /// Its name.
    name: String,
    /// What it takes beside text, if its endpoint says so.
    inputs: Option<BTreeSet<Input>>,
    /// The most tokens of one attachment.
    pub most_tokens: u64,
}

/// Why a model may not take a form, or does not.
pub(super) struct Problem {
    pub why: Text,
    pub refused: bool,
}

/// Returns why a model may not take something in this form; none if it does.
pub(super) fn refusal(model: &Reads, form: Form) -> Option<Problem> {
    let refused = |why: messages::Phrase| {
        Some(Problem {
            why: why.into(),
            refused: true,
        })
    };
    let doubt = |why: messages::Phrase| {
        Some(Problem {
            why: why.into(),
            refused: false,
        })
    };
    if model.practice && form != Form::Text {
        return refused(phrases::host_attach_practice());
    }
    let (wire, url) = model.endpoint.as_ref()?;
    let host = url.host_str().unwrap_or_default();
    let name = domain::visible(&model.name);
    let says = |input| model.inputs.as_ref().map(|inputs| inputs.contains(&input));
    match (form, wire) {
        (Form::Audio, _) if says(Input::Audio) == Some(false) => {
            refused(phrases::host_attach_no_audio(name))
        }
        (Form::Image | Form::PageImages, _) if says(Input::Image) == Some(false) => {
            refused(phrases::host_attach_no_image(name))
        }
        (Form::Text, _) | (Form::Document, Wire::AnthropicMessages) => None,
        (Form::Audio, Wire::AnthropicMessages | Wire::OpenAiResponses) => {
            refused(phrases::host_attach_no_audio(name))
        }
        (Form::Audio, Wire::OpenAiChat) if says(Input::Audio) == Some(true) => None,
        (Form::Audio, Wire::OpenAiChat) => doubt(phrases::host_attach_audio_unknown(name)),
        (Form::Document, Wire::OpenAiChat | Wire::OpenAiResponses)
            if PDF_HOSTS.contains(&host) || says(Input::File) == Some(true) =>
        {
            None
        }
        (Form::Document, Wire::OpenAiChat | Wire::OpenAiResponses) if is_loopback(url) => {
            refused(phrases::host_attach_no_pdf(name))
        }
        (Form::Document, Wire::OpenAiChat | Wire::OpenAiResponses) => {
            doubt(phrases::host_attach_pdf_unknown(name))
        }
        (Form::Image | Form::PageImages, _)
            if IMAGE_HOSTS.contains(&host) || says(Input::Image) == Some(true) =>
        {
            None
        }
        (Form::Image | Form::PageImages, _) => doubt(phrases::host_attach_image_unknown(name)),
    }
}

impl Inner {
    /// Returns what is known of the model that will read an attachment.
    pub(super) async fn reader_of(&self, to: &AttachFor) -> Result<Reads, ApiError> {
        let chosen = match (&to.model, to.conversation) {
            (Some(choice), _) => Some(choice.clone()),
            (None, Some(id)) => {
                let conversation = self.conversation(id).await?;
                let provider = conversation.provider.or_else(|| self.practice_in(id));
                provider.map(|provider| ModelChoice {
                    model: conversation.model,
                    ..ModelChoice::from(provider)
                })
            }
            (None, None) => None,
        };
        let mut reads = Reads {
            endpoint: None,
            practice: false,
            name: String::new(),
            inputs: None,
            most_tokens: MOST_TOKENS,
        };
        let Some(choice) = chosen else {
            return Ok(reads);
        };
        if tour::is_practice(choice.provider) {
            reads.practice = true;
            return Ok(reads);
        }
        let provider = self.provider(choice.provider).await?;
        let provider = provider.with_model(choice.model.as_deref());
        if let Some(window) = self.window_of(&provider).await? {
            reads.most_tokens = window / SHARE.1 * SHARE.0;
        }
        reads.inputs = self.inputs_of(&provider).await?;
        reads.name = provider.model;
        reads.endpoint = Some((provider.wire, provider.base_url));
        Ok(reads)
    }
}
