//! Reads what a server declares about itself in its first answer. Whatever has another type than it should counts as absent.

use std::collections::HashMap;

use domain::Untrusted;
use serde::Deserialize;
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
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Implementation<'a> {
    #[serde(borrow, default)]
    pub(super) name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) title: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) version: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) description: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) website_url: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) icons: Option<&'a RawValue>,
}

impl Implementation<'_> {
    /// What it says of itself, with what it declared.
    pub(super) fn info(
        &self,
        protocol_version: String,
        capabilities: Capabilities,
        instructions: Option<&RawValue>,
    ) -> ServerInfo {
        let nothing = || Untrusted::new(String::new());
        ServerInfo {
            name: claim(self.name, CLAIM_CHARS).unwrap_or_else(nothing),
            title: claim(self.title, CLAIM_CHARS),
            version: claim(self.version, CLAIM_CHARS).unwrap_or_else(nothing),
            description: claim(self.description, TEXT_CHARS),
            website: claim(self.website_url, TEXT_CHARS),
            icons: icons(self.icons),
            protocol_version,
            capabilities,
            instructions: claim(instructions, INSTRUCTION_CHARS),
        }
    }
}

/// A string a server claims; anything else counts as absent.
fn claim(raw: Option<&RawValue>, chars: usize) -> Option<Untrusted<String>> {
    let text: String = serde_json::from_str(raw?.get()).ok()?;
    Some(Untrusted::new(clipped(&text, chars)))
}

/// The icons that can be read, the first ones. One that is too large is left out whole: half a picture is none.
fn icons(raw: Option<&RawValue>) -> Vec<Icon> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Named<'a> {
        src: String,
        #[serde(borrow, default)]
        mime_type: Option<&'a RawValue>,
    }
    let all: Vec<&RawValue> = raw
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_default();
    all.into_iter()
        .filter(|icon| icon.get().len() <= ICON_BYTES)
        .filter_map(|icon| serde_json::from_str::<Named<'_>>(icon.get()).ok())
        .take(ICONS)
        .map(|icon| Icon {
            source: Untrusted::new(icon.src),
            mime_type: claim(icon.mime_type, CLAIM_CHARS),
        })
        .collect()
}

/// Whether an extension is declared.
fn extends(declared: Option<&RawValue>, extension: &str) -> bool {
    let all: HashMap<String, &RawValue> = declared
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_default();
    all.get(extension)
        .is_some_and(|settings| settings.get().starts_with('{'))
}

/// What a server declared, under the revision it answered with.
pub(super) fn capabilities(raw: Option<&RawValue>, revision: &str) -> Capabilities {
    #[derive(Default, Deserialize)]
    struct Declared<'a> {
        #[serde(borrow, default)]
        tools: Option<&'a RawValue>,
        #[serde(borrow, default)]
        resources: Option<&'a RawValue>,
        #[serde(borrow, default)]
        prompts: Option<&'a RawValue>,
        #[serde(borrow, default)]
        logging: Option<&'a RawValue>,
        #[serde(borrow, default)]
        completions: Option<&'a RawValue>,
        #[serde(borrow, default)]
        extensions: Option<&'a RawValue>,
    }
    #[derive(Clone, Copy, Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Details {
        subscribe: bool,
        list_changed: bool,
    }
    let text = raw.map_or("{}", RawValue::get);
    let declared: Declared<'_> = serde_json::from_str(text).unwrap_or_default();
    let details = |part: Option<&RawValue>| {
        part.filter(|p| p.get().starts_with('{'))
            .map(|p| serde_json::from_str::<Details>(p.get()).unwrap_or_default())
    };
    let (resources, prompts) = (details(declared.resources), details(declared.prompts));
    let asked_before =
        revision == WITHOUT_COMPLETIONS && (resources.is_some() || prompts.is_some());
    Capabilities {
        tools: details(declared.tools).map(|d| ToolsCapability {
            list_changed: d.list_changed,
        }),
        resources: resources.map(|d| ResourcesCapability {
            subscribe: d.subscribe,
            list_changed: d.list_changed,
        }),
        prompts: prompts.map(|d| PromptsCapability {
            list_changed: d.list_changed,
        }),
        logging: details(declared.logging).is_some(),
        completions: details(declared.completions).is_some() || asked_before,
        tasks: extends(declared.extensions, TASKS_EXTENSION),
        raw: text.to_owned(),
    }
}
