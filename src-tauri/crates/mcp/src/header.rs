//! What a transport with headers says of a message beside it.

use std::borrow::Cow;

/// Name and value of a header that repeats a part of a message for those between client and server.
pub(crate) type Header = (Cow<'static, str>, String);
