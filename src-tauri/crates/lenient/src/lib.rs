//! Reads what servers send as it is: text with messages in it, JSON that is not quite JSON, fields of other types, base64 in
//! every spelling.
//!
//! One odd part costs that part. [`pieces`] finds the messages in what was printed, [`whole`] repairs one, [`Fields`] reads an
//! object field by field and names what it could not use, [`Shortened`] drops what passes a bound and leaves a note in its
//! place, and [`Encoded`] decodes base64. Nothing here knows the protocol, and nothing is ever made up: what is absent stays absent.
//! Every function is linear in its input.

mod edges;
mod encoded;
mod fields;
mod pieces;
mod repair;
mod shorten;

pub use edges::id_at_edges;
pub use encoded::{Encoded, text_of};
pub use fields::Fields;
pub use pieces::{Depth, Piece, pieces};
pub use repair::{names_surrogates, whole};
pub use shorten::{Bound, Shortened, fits, shorten};
