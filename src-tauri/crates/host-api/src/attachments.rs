//! Files and resources that the user attaches to a conversation.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ApiError, ServerTag};

/// What the content of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AttachmentKindView {
    /// Text, SVG included.
    Text,
    /// A table of separated values.
    Table,
    /// An image.
    Image,
    /// A PDF.
    Pdf,
    /// An office document.
    Document,
    /// A workbook with sheets.
    Workbook,
    /// A presentation.
    Presentation,
    /// A sound.
    Audio,
    /// A prompt of a server.
    Prompt,
    /// A kind that this version does not know.
    Other,
}

/// How a part of a file reaches a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AttachmentFormView {
    /// As text.
    Text,
    /// As an image.
    Image,
    /// As images of pages.
    PageImages,
    /// As the file itself.
    Document,
    /// As a sound.
    Audio,
}

/// What the parts of a file are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AttachmentUnitView {
    /// Lines.
    Lines,
    /// Rows.
    Rows,
    /// Pages.
    Pages,
    /// Slides.
    Slides,
    /// The file as one.
    Files,
}

/// Something of a file that can be attached.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AttachmentOfferView {
    /// How it reaches the model.
    pub form: AttachmentFormView,
    /// The sheet, from 0.
    pub section: u32,
    /// The name of the sheet; empty where there are no sheets.
    pub title: String,
    /// What a range of it counts.
    pub unit: AttachmentUnitView,
    /// How many there are.
    pub total: u32,
    /// All of it in tokens, estimated.
    pub tokens: u32,
    /// How many from the start fit; `total` if all do, 0 if not even the first does.
    pub fits: u32,
    /// Why the model may not take it, or does not.
    pub problem: Option<Text>,
    /// Whether it cannot be attached for this model.
    pub refused: bool,
}

/// A file or a resource that was looked at, and can be attached for some minutes.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct InspectedView {
    /// Its identifier, to attach it.
    pub id: String,
    /// Its name, on one line.
    pub name: String,
    /// What it is.
    pub kind: AttachmentKindView,
    /// Its size in bytes.
    pub bytes: f64,
    /// What can be attached, the usual choice first. Never empty.
    pub offers: Vec<AttachmentOfferView>,
    /// What a person should know of it.
    pub remarks: Vec<Text>,
    /// The most tokens of one attachment for this model.
    pub most_tokens: u32,
    /// The server that it was read from; none for a file of the user.
    pub server: Option<ServerTag>,
}

/// A file in a granted folder that can be attached.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FoundFileView {
    /// Its identifier, for some minutes.
    pub id: String,
    /// Its name, on one line.
    pub name: String,
    /// The name of the granted folder, and the path within it.
    pub place: String,
    /// Its size in bytes.
    pub bytes: f64,
}

/// The files that a search in the granted folders found.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FoundFilesView {
    /// The best ones first.
    pub files: Vec<FoundFileView>,
    /// How many more were found.
    pub more: u32,
    /// Whether the folders hold more than was searched.
    pub cut: bool,
    /// How many folders were searched.
    pub folders: u32,
}

/// A file that the user chose, dropped or pasted: looked at, or refused.
#[derive(Clone, Debug, Serialize, Type)]
pub struct PickedView {
    /// The last component of its name, on one line.
    pub name: String,
    /// What was found.
    pub inspected: Option<InspectedView>,
    /// Why it cannot be attached.
    pub failure: Option<ApiError>,
}

/// What to attach of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AttachmentChoice {
    /// The form of one of its offers.
    pub form: AttachmentFormView,
    /// The sheet, from 0.
    pub section: u32,
    /// The first and the last unit, from 1; none for all.
    pub range: Option<(u32, u32)>,
}

/// An attachment: one that waits in the composer, one of a message, or a pinned one.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AttachmentView {
    /// The attachment.
    pub id: String,
    /// The name of its file or prompt, or the URI of its resource, on one line.
    pub name: String,
    /// What it is.
    pub kind: AttachmentKindView,
    /// How it reaches the model.
    pub form: AttachmentFormView,
    /// The sheet; empty where there are no sheets.
    pub title: String,
    /// What its range counts.
    pub unit: AttachmentUnitView,
    /// The first and the last unit that is attached.
    pub taken: (u32, u32),
    /// How many units there are in all.
    pub total: u32,
    /// Its size in tokens, estimated.
    pub tokens: u32,
    /// The server that it was read from; none for a file of the user.
    pub server: Option<ServerTag>,
    /// Whether it is part of every request of the conversation.
    pub pinned: bool,
    /// Whether the server said that the resource changed, and it was read again since it was pinned.
    pub changed: bool,
    /// What a person should know of it.
    pub remarks: Vec<Text>,
    /// Why the model may not take it, or does not.
    pub problem: Option<Text>,
    /// Whether a message cannot be sent with it to this model.
    pub refused: bool,
}

/// What an attachment is for: a composer, and the model that will read it.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct AttachmentFor {
    /// The conversation; none for a new one.
    pub conversation: Option<String>,
    /// The endpoint, where one is chosen.
    pub provider: Option<String>,
    /// The model, where it is not the endpoint's default.
    pub model: Option<String>,
}

/// What happens with files that are dragged over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DropView {
    /// They are over it.
    Over,
    /// They left it.
    Left,
    /// They were dropped on it.
    Dropped,
    /// A bundle was dropped on it.
    Bundle,
}
