//! pptx: the text of each slide, in the order of the presentation.

use std::collections::HashMap;

use super::{lines::Lines, package::Package, xml::Node};
use crate::{AttachError, Unit, tally::Sink};

pub(super) fn read(package: &mut Package<'_>, sink: &mut dyn Sink) -> Result<(), AttachError> {
    sink.section("", Unit::Slides);
    for slide in order(package)? {
        let mut text = Slide::default();
        package.walk(&slide, |node| {
            text.node(node);
            true
        })?;
        text.line.finish(package)?;
        sink.unit(text.lines.trim_end());
    }
    Ok(())
}

/// The names of the entries of the slides.
fn order(package: &mut Package<'_>) -> Result<Vec<String>, AttachError> {
    let most = package.limits().sections as usize;
    let mut targets = HashMap::new();
    package.walk("ppt/_rels/presentation.xml.rels", |node| {
        if let Node::Start("Relationship", attributes) = node
            && attributes.get("TargetMode").as_deref() != Some("External")
            && let (Some(id), Some(target)) = (attributes.get("Id"), attributes.get("Target"))
        {
            targets.insert(id, target);
        }
        targets.len() < 100 * most
    })?;
    let mut slides = Vec::new();
    package.walk("ppt/presentation.xml", |node| {
        if let Node::Start("sldId", attributes) = node
            && let Some(target) = attributes
                .get_qualified("r:id")
                .and_then(|id| targets.get(&id))
        {
            slides.push(match target.strip_prefix('/') {
                Some(absolute) => absolute.to_owned(),
                None => format!("ppt/{target}"),
            });
        }
        slides.len() < most
    })?;
    slides.retain(|slide| package.has(slide));
    Ok(slides)
}

/// Collects lines instead of handing them on, since a slide is one unit.
#[derive(Default)]
struct Slide {
    lines: String,
    line: Lines,
    in_text: bool,
}

struct Joined<'a>(&'a mut String);

impl Sink for Joined<'_> {
    fn section(&mut self, _: &str, _: Unit) {}

    fn unit(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.0.push_str(text);
            self.0.push('\n');
        }
    }
}

impl Slide {
    fn node(&mut self, node: Node<'_, '_>) {
        let sink = &mut Joined(&mut self.lines);
        match node {
            Node::Start("t", _) => self.in_text = true,
            Node::End("t") => self.in_text = false,
            Node::Text(text) if self.in_text => self.line.push(text),
            Node::End("p") | Node::Start("br", _) => self.line.end_line(sink),
            Node::Start("tbl", _) => self.line.begin_table(),
            Node::End("tbl") => self.line.end_table(),
            Node::End("tc") => self.line.end_cell(),
            Node::End("tr") => self.line.end_row(sink),
            Node::Start(..) | Node::End(_) | Node::Text(_) => {}
        }
    }
}
