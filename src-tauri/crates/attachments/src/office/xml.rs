//! XML as a sequence of elements and texts. Nothing is nested in memory, and no entity is defined by a document.

use std::io::BufRead;

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};

/// A piece of a document. Names are without their prefix.
pub(crate) enum Node<'n, 'x> {
    Start(&'n str, &'n Attributes<'x>),
    End(&'n str),
    Text(&'n str),
}

/// The attributes of an element.
pub(crate) struct Attributes<'x>(BytesStart<'x>);

impl Attributes<'_> {
    /// The value of the first attribute with that name, whatever its prefix is.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let mut all = self.0.attributes();
        let found = all
            .with_checks(false)
            .filter_map(Result::ok)
            .find(|attribute| attribute.key.local_name().as_ref() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some(value.into_owned())
    }

    /// The value of the attribute with that name and prefix.
    pub(crate) fn get_qualified(&self, name: &str) -> Option<String> {
        let mut all = self.0.attributes();
        let found = all
            .with_checks(false)
            .filter_map(Result::ok)
            .find(|attribute| attribute.key.as_ref() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some(value.into_owned())
    }

    /// The value of an attribute that is a number.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.get(name)?.parse().ok()
    }
}

/// Reads a document until `on` returns `false`.
///
/// # Errors
/// It is not well-formed.
pub(crate) fn walk(
    from: impl BufRead,
    mut on: impl FnMut(Node<'_, '_>) -> bool,
) -> Result<(), quick_xml::Error> {
    let mut reader = Reader::from_reader(from);
    reader.config_mut().expand_empty_elements = true;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let more = match reader.read_event_into(&mut buffer)? {
            Event::Start(start) => {
                let attributes = Attributes(start);
                on(Node::Start(attributes.0.local_name().as_ref(), &attributes))
            }
            Event::End(end) => on(Node::End(end.local_name().as_ref())),
            Event::Text(text) => on(Node::Text(&text.into_inner())),
            Event::CData(text) => on(Node::Text(&text.into_inner())),
            Event::GeneralRef(name) => match resolved(&name) {
                Some(c) => on(Node::Text(c.encode_utf8(&mut [0; 4]))),
                None => true,
            },
            Event::Eof => false,
            Event::Empty(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => true,
        };
        if !more {
            return Ok(());
        }
    }
}

/// The character of a reference: a number, or one of the five names that XML itself has.
fn resolved(name: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = name.resolve_char_ref() {
        return Some(c);
    }
    match name.clone().into_inner().as_ref() {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}
