//! Reads what a server declares about itself in its first answer. Whatever has another type than it should counts as absent.

use domain::Untrusted;
use lenient::Fields;
use serde_json::value::RawValue;

use crate::{
    Capabilities, Icon, PromptsCapability, ResourcesCapability, ServerInfo, ToolsCapability,
    bounds::{CLAIM_CHARS, ICON_BYTES, ICONS, INSTRUCTION_CHARS, TEXT_CHARS},
    text::clipped,
    versions::TASKS_EXTENSION,
};

/// The revision before the `completions` capability existed.
const WITHOUT_COMPLETIONS: &str = "2024-11-05";

/// Who a server says it is.
#[derive(Default)]
pub(super) struct Implementation<'a>(Fields<'a>);

impl<'a> Implementation<'a> {
    /// Of the object that says so; one that cannot be read says nothing.
    pub(super) fn of(raw: Option<&'a RawValue>) -> Self {
        Self(raw.and_then(Fields::of).unwrap_or_default())
    }

    /// What it says of itself, with what it declared.
    pub(super) fn info(
        mut self,
        protocol_version: String,
        capabilities: Capabilities,
        instructions: Option<String>,
    ) -> ServerInfo {
        let claim = |text: String, chars| Untrusted::new(clipped(&text, chars));
        let mut said = |name, chars| self.0.text(name).map(|text| claim(text, chars));
        ServerInfo {
            name: said("name", CLAIM_CHARS).unwrap_or_else(|| claim(String::new(), 0)),
            title: said("title", CLAIM_CHARS),
            version: said("version", CLAIM_CHARS).unwrap_or_else(|| claim(String::new(), 0)),
            description: said("description", TEXT_CHARS),
            website: said("websiteUrl", TEXT_CHARS),
            icons: icons(self.0.list("icons")),
            protocol_version,
            capabilities,
            instructions: instructions.map(|text| claim(text, INSTRUCTION_CHARS)),
        }
    }
}

/// The icons that can be read, the first ones. One that is too large is left out whole: half a picture is none.
fn icons(all: Vec<&RawValue>) -> Vec<Icon> {
    all.into_iter()
        .filter(|icon| icon.get().len() <= ICON_BYTES)
        .filter_map(|icon| {
            let mut fields = Fields::of(icon)?;
            let mime_type = fields.text("mimeType");
            Some(Icon {
                source: Untrusted::new(fields.text("src")?),
                mime_type: mime_type.map(|text| Untrusted::new(clipped(&text, CLAIM_CHARS))),
            })
        })
        .take(ICONS)
        .collect()
}

/// What a server declared, under the revision it answered with. A capability that is there and neither `null` nor `false` is
/// declared, whatever its details are.
pub(super) fn capabilities(raw: Option<&RawValue>, revision: &str) -> Capabilities {
    let mut declared = raw.and_then(Fields::of).unwrap_or_default();
    let mut details = |name| {
        declared.declares(name).then(|| {
            let mut details = declared.object(name).unwrap_or_default();
            let mut said = |name| details.flag(name).unwrap_or(false);
            (said("listChanged"), said("subscribe"))
        })
    };
    let (tools, resources, prompts) = (details("tools"), details("resources"), details("prompts"));
    let asked_before =
        revision == WITHOUT_COMPLETIONS && (resources.is_some() || prompts.is_some());
    let extensions = declared.object("extensions").unwrap_or_default();
    Capabilities {
        tools: tools.map(|(list_changed, _)| ToolsCapability { list_changed }),
        resources: resources.map(|(list_changed, subscribe)| ResourcesCapability {
            subscribe,
            list_changed,
        }),
        prompts: prompts.map(|(list_changed, _)| PromptsCapability { list_changed }),
        logging: declared.declares("logging"),
        completions: declared.declares("completions") || asked_before,
        tasks: extensions.declares(TASKS_EXTENSION),
        raw: raw.map_or("{}", RawValue::get).to_owned(),
    }
}
