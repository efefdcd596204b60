//! MCP bundles, as a shell sees them.

use std::collections::BTreeMap;

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A bundle that was read and checked, and not unpacked. Names, texts and tools are claims of its manifest, hidden characters visible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct BundleView {
    /// SHA-256 of its file, in hexadecimal digits.
    pub digest: String,
    /// Its name for programs.
    pub name: String,
    /// Its name for people.
    pub display_name: String,
    /// Its version.
    pub version: String,
    /// What it does.
    pub description: String,
    /// Who made it, as it says.
    pub author: String,
    /// Its home page or that of its author.
    pub homepage: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// What was found out about its signature.
    pub signature: BundleSignatureView,
    /// What runs its server.
    pub kind: BundleKindView,
    /// The systems that it names: `linux`, `darwin`, `win32`; empty for all.
    pub platforms: Vec<String>,
    /// The runtimes that it needs, one line each: `node >=18`.
    pub runtimes: Vec<String>,
    /// Its command and arguments, as in the manifest.
    pub command: Vec<String>,
    /// The names of the variables that it sets.
    pub variables: Vec<String>,
    /// The tools that it names.
    pub tools: Vec<BundleClaimView>,
    /// Whether it says that it has more tools than those.
    pub more_tools: bool,
    /// The number of prompts that it names.
    pub prompts: u32,
    /// The number of its files.
    pub files: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// What is entered before it is added, in its order.
    pub options: Vec<BundleOptionView>,
}

/// A bundle that was opened for a review.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct OpenedBundleView {
    /// The bundle.
    pub bundle: BundleView,
    /// Why it cannot be added, if it cannot.
    pub obstacle: Option<Text>,
    /// The servers of an earlier or later version of it.
    pub updates: Vec<BundleUpdateView>,
}

/// A tool that a bundle names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct BundleClaimView {
    /// Its name.
    pub name: String,
    /// What it does, as the manifest says.
    pub description: Option<String>,
}

/// What runs the server of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum BundleKindView {
    /// Node.js.
    Node,
    /// Python.
    Python,
    /// A program in the bundle.
    Binary,
    /// uv.
    Uv,
}

/// The signature of a bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct BundleSignatureView {
    /// Whether there is one, and who vouches for it.
    pub state: BundleSignatureStateView,
    /// Whom the certificate names.
    pub name: Option<String>,
    /// Who issued the certificate.
    pub issuer: Option<String>,
    /// SHA-256 of the certificate, in hexadecimal digits.
    pub fingerprint: Option<String>,
    /// The end of its validity, in milliseconds since the Unix epoch.
    pub until_ms: Option<f64>,
    /// Why the signature does not count.
    pub problem: Option<String>,
}

/// Whether a bundle is signed, and who vouches for the signer's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum BundleSignatureStateView {
    /// It has no signature.
    Unsigned,
    /// It was changed after it was signed, or the signature is damaged.
    Broken,
    /// A root of this system vouches for the name.
    Trusted,
    /// The certificate is signed with its own key: anybody can write any name into one.
    SelfSigned,
    /// Nobody whom this system trusts vouches for the name.
    Untrusted,
    /// The certificate has expired.
    Expired,
    /// The certificate is not valid yet.
    NotYet,
}

/// What is entered before a bundle is added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct BundleOptionView {
    /// Its name in the manifest.
    pub key: String,
    /// What is entered.
    pub kind: BundleOptionKindView,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// Whether it must be entered.
    pub required: bool,
    /// Whether several values may be entered.
    pub multiple: bool,
    /// Whether its value is entered in the consent window and kept in the keychain.
    pub sensitive: bool,
    /// The values it has if none is entered, or has now.
    pub values: Vec<String>,
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
}

/// The kind of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum BundleOptionKindView {
    /// A text.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A folder; the server gets access to it once that is granted.
    Folder,
    /// A file; access to its folder is requested.
    File,
}

/// A server of another version of a bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct BundleUpdateView {
    /// The server.
    pub server: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What differs, one line each.
    pub changes: Vec<Text>,
    /// What was entered for it, by option.
    pub values: BTreeMap<String, Vec<String>>,
}

/// A bundle to add, or to use in place of the one that a server has.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct AddBundle {
    /// The file.
    pub path: String,
    /// The digest that the review showed: another file is refused.
    pub digest: String,
    /// The user's name for the server; that of the bundle if none.
    pub name: Option<String>,
    /// What was entered, by option. Secrets are not among it.
    pub values: BTreeMap<String, Vec<String>>,
    /// The options whose secrets are entered in the consent window. Those that are required need not be among them.
    pub secrets: Vec<String>,
}
