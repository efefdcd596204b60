//! Files that a user attaches, and resources of servers, as parts that a model can take. No network, no async, no server.
//!
//! It works in two steps. [`Reader::inspect`] tells what a file is and what it offers: each [`Offer`] is a form (text, an image, images of
//! pages, the whole file), what it counts ("340 pages"), and the estimated tokens of its ranges. A shell shows that, and
//! the user chooses. [`Reader::extract`] makes the [`Part`]s of the choice.
//!
//! | Content | Offered as | Counted in |
//! |---|---|---|
//! | text in any encoding, SVG | text | lines |
//! | separated values | text | rows |
//! | PNG, JPEG, GIF, WebP, BMP | an image, encoded again | — |
//! | PDF | text, images of pages, the whole file | pages |
//! | docx, odt | text | lines |
//! | xlsx, ods | text, each sheet separately | rows |
//! | pptx | text | slides |
//! | WAV, MP3 | a sound | — |
//!
//! Files are hostile. What a file is, its content says and never its name. Everything has a bound ([`Limits`]). No script,
//! macro, link or embedded file is ever opened. Images and sounds lose their metadata, position and names included. And since
//! parsers have defects, a [`Reader`] runs them in a process of its own, confined before it sees the first byte, and checks what
//! that process answers. [`inspect()`] and [`extract()`] are what runs there; a host does not call them with files of others.
//!
//! ```
//! use attachments::{Form, Kind, Limits, Part, Selection, Span, Unit, extract, inspect};
//!
//! let limits = Limits::default();
//! let bytes = b"name;town;year\nAda;London;1815\nKurt;Br\xfcnn;1906\n";
//! let found = inspect("people.txt", bytes, &limits)?;
//! assert!(matches!(&found.kind, Kind::Csv { separator: ';', .. }));
//!
//! // "2 of 3 rows": a range of what is offered.
//! let offer = &found.offers[0];
//! assert_eq!((offer.form, offer.unit, offer.total), (Form::Text, Unit::Rows, 3));
//! let rows = Span::new(2, 3).expect("not empty");
//! assert!(offer.tokens_of(rows) < offer.tokens());
//!
//! let made = extract("people.txt", bytes, Selection::range(Form::Text, rows), &limits)?;
//! assert_eq!(made.parts, [Part::Text("Ada;London;1815\nKurt;Brünn;1906".into())]);
//! assert_eq!((made.taken, made.total), (rows, 3));
//! # Ok::<(), attachments::AttachError>(())
//! ```

mod attachment;
mod audio;
mod check;
mod child;
mod error;
mod kind;
mod limits;
mod name;
mod office;
mod part;
mod pdf;
mod picture;
mod read;
mod reader;
mod table;
mod tally;
mod task;
mod text;
mod tokens;

pub use attachment::{
    Attachment, AudioKind, Form, ImageKind, Kind, Offer, Office, Remark, STEPS_MAX, Span, Step,
    Unit,
};
pub use child::{reader_main, run_reader_if_asked};
pub use error::AttachError;
pub use limits::{ImageLimits, Limits, PackageLimits, ReaderLimits};
pub use part::{AudioMedia, Extract, ImageMedia, Part, Selection};
pub use read::{extract, inspect};
pub use reader::Reader;
