//! What a shell sees of a bundle.

use ::bundles::{
    Bundle, Kind, Obstacle, OptionKind, Places, Platform, Signature, Trust, UserOption,
};
use host_api::{
    BundleClaimView, BundleKindView, BundleOptionKindView, BundleOptionView,
    BundleSignatureStateView, BundleSignatureView, BundleView,
};
use messages::{Text, Value, phrases};

use super::recipe::recipe;

/// Most bytes of a text that is shown.
const MAX_TEXT: usize = 600;

/// Returns the view of a bundle.
pub(crate) fn of(bundle: &Bundle) -> BundleView {
    let manifest = bundle.manifest();
    let config = manifest.server.on(Platform::here());
    let tools = manifest.tools.iter();
    let author = &manifest.author;
    let url = author.url.as_ref();
    BundleView {
        digest: bundle.digest().to_owned(),
        name: shown(&manifest.name),
        display_name: shown(&manifest.display_name),
        version: shown(&manifest.version),
        description: shown(&manifest.description),
        author: shown(&author.name),
        homepage: manifest.homepage.as_ref().or(url).map(|url| shown(url)),
        license: manifest.license.as_deref().map(shown),
        signature: signature(bundle.signature()),
        kind: match manifest.server.kind {
            Kind::Node => BundleKindView::Node,
            Kind::Python => BundleKindView::Python,
            Kind::Binary => BundleKindView::Binary,
            Kind::Uv => BundleKindView::Uv,
        },
        platforms: manifest.platforms.iter().map(|name| shown(name)).collect(),
        runtimes: manifest
            .runtimes
            .iter()
            .map(|(name, version)| shown(&format!("{name} {version}")))
            .collect(),
        command: std::iter::once(&config.command)
            .chain(&config.args)
            .map(|word| shown(word))
            .collect(),
        variables: config.env.keys().map(|name| shown(name)).collect(),
        tools: tools
            .map(|tool| BundleClaimView {
                name: shown(&tool.name),
                description: tool.description.as_deref().map(shown),
            })
            .collect(),
        more_tools: manifest.more_tools,
        prompts: count(manifest.prompts.len()),
        files: count(bundle.files()),
        bytes: bundle.unpacked() as f64,
        options: manifest.options.iter().map(option).collect(),
    }
}

fn shown(text: &str) -> String {
    domain::visible(domain::cut(text, MAX_TEXT))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn option(option: &UserOption) -> BundleOptionView {
    BundleOptionView {
        key: option.key.clone(),
        kind: match option.kind {
            OptionKind::Text => BundleOptionKindView::Text,
            OptionKind::Number => BundleOptionKindView::Number,
            OptionKind::Boolean => BundleOptionKindView::Boolean,
            OptionKind::Folder => BundleOptionKindView::Folder,
            OptionKind::File => BundleOptionKindView::File,
        },
        title: shown(&option.title),
        description: shown(&option.description),
        required: option.is_required,
        multiple: option.is_multiple,
        sensitive: option.is_sensitive,
        values: option.defaults(&places()),
        min: option.min,
        max: option.max,
    }
}

/// Returns why a bundle cannot be added here, if it cannot.
pub(crate) fn obstacle(bundle: &Bundle) -> Option<Text> {
    let manifest = bundle.manifest();
    let Some(obstacle) = manifest.obstacle(Platform::here()) else {
        return recipe(bundle).err().map(Text::from);
    };
    let phrase = match obstacle {
        Obstacle::Platform => {
            let names = manifest.platforms.iter().map(|name| shown(name));
            let names: Vec<String> = names.collect();
            phrases::host_bundle_platform(Value::list(&names))
        }
        Obstacle::Uv => phrases::host_bundle_uv(),
        Obstacle::Command(command) => phrases::host_bundle_command(shown(&command)),
    };
    Some(phrase.into())
}

fn signature(signature: &Signature) -> BundleSignatureView {
    let none = BundleSignatureView {
        state: BundleSignatureStateView::Unsigned,
        name: None,
        issuer: None,
        fingerprint: None,
        until_ms: None,
        problem: None,
    };
    match signature {
        Signature::Unsigned => none,
        Signature::Broken(problem) => BundleSignatureView {
            state: BundleSignatureStateView::Broken,
            problem: Some(problem.to_string()),
            ..none
        },
        Signature::Signed(signer) => BundleSignatureView {
            state: match signer.trust {
                Trust::Trusted => BundleSignatureStateView::Trusted,
                Trust::SelfSigned => BundleSignatureStateView::SelfSigned,
                Trust::Untrusted => BundleSignatureStateView::Untrusted,
                Trust::Expired => BundleSignatureStateView::Expired,
                Trust::NotYet => BundleSignatureStateView::NotYet,
            },
            name: Some(signer.name.clone()),
            issuer: Some(signer.issuer.clone()),
            fingerprint: Some(signer.fingerprint.clone()),
            until_ms: Some(signer.until_ms as f64),
            problem: None,
        },
    }
}

/// The folders of this user that a manifest may name.
pub(crate) fn places() -> Places {
    Places {
        home: std::env::home_dir().unwrap_or_default(),
        ..Places::default()
    }
}
