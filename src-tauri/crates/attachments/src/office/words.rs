//! docx: the paragraphs and tables of the main text.

use super::{
    lines::Lines,
    package::Package,
    xml::{Attributes, Node},
};
use crate::{AttachError, Unit, tally::Sink};

pub(super) fn read(package: &mut Package<'_>, sink: &mut dyn Sink) -> Result<(), AttachError> {
    sink.section("", Unit::Lines);
    let mut state = State::default();
    package.walk("word/document.xml", |node| {
        state.node(node, sink);
        true
    })?;
    state.lines.finish(package)
}

#[derive(Default)]
struct State {
    lines: Lines,
    in_text: bool,
    /// How many elements are open whose content exists a second time.
    skipped: u32,
}

impl State {
    fn node(&mut self, node: Node<'_, '_>, sink: &mut dyn Sink) {
        match node {
            // The same content for readers that do not know the first.
            Node::Start("Fallback", _) => self.skipped = self.skipped.saturating_add(1),
            Node::End("Fallback") => self.skipped = self.skipped.saturating_sub(1),
            _ if self.skipped > 0 => {}
            Node::Start(name, attributes) => self.start(name, attributes, sink),
            Node::End(name) => self.end(name, sink),
            Node::Text(text) if self.in_text => self.lines.push(text),
            Node::Text(_) => {}
        }
    }

    fn start(&mut self, name: &str, attributes: &Attributes<'_>, sink: &mut dyn Sink) {
        match name {
            "t" => self.in_text = true,
            "tab" if !self.lines.is_empty() => self.lines.push("\t"),
            "br" | "cr" => self.lines.end_line(sink),
            "noBreakHyphen" => self.lines.push("-"),
            "tbl" => self.lines.begin_table(),
            "pStyle" => self.lines.push(heading(attributes)),
            _ => {}
        }
    }

    fn end(&mut self, name: &str, sink: &mut dyn Sink) {
        match name {
            "t" => self.in_text = false,
            "p" => self.lines.end_line(sink),
            "tbl" => self.lines.end_table(),
            "tc" => self.lines.end_cell(),
            "tr" => self.lines.end_row(sink),
            _ => {}
        }
    }
}

/// The mark of a heading, by the names that styles have whatever the language is.
fn heading(attributes: &Attributes<'_>) -> &'static str {
    match attributes.get("val").as_deref() {
        Some("Title" | "Heading1") => "# ",
        Some("Heading2") => "## ",
        Some("Heading3") => "### ",
        Some("Heading4") => "#### ",
        Some(_) | None => "",
    }
}
