//! The names of embedded files. Their content is never opened.

use std::collections::BTreeSet;

use hayro::hayro_syntax::{
    Pdf,
    object::{Array, Dict, Name, Object, String as PdfString},
};

use crate::name::shown;

/// Most names that are told.
const NAMES_MAX: usize = 64;
/// Most nodes of the tree of names, and most pages whose annotations are looked at.
const NODES_MAX: usize = 1_000;
const UNNAMED: &str = "(unnamed)";

/// The names of the files that the document embeds, in its list of files or attached to its first 1,000 pages.
pub(super) fn names(pdf: &Pdf) -> Vec<String> {
    let mut names = BTreeSet::new();
    let listed = pdf
        .xref()
        .get::<Dict<'_>>(pdf.xref().root_id())
        .and_then(|root| root.get::<Dict<'_>>("Names"))
        .and_then(|names| names.get::<Dict<'_>>("EmbeddedFiles"));
    if let Some(listed) = listed {
        of_tree(listed, &mut names);
    }
    for page in pdf.pages().iter().take(NODES_MAX) {
        if let Some(annotations) = page.raw().get::<Array<'_>>("Annots") {
            of_annotations(&annotations, &mut names);
        }
    }
    names.into_iter().collect()
}

/// A node has children or pairs of a key and a file. The bound on nodes ends a tree that contains itself.
fn of_tree(root: Dict<'_>, names: &mut BTreeSet<String>) {
    let mut open = vec![root];
    for _ in 0..NODES_MAX {
        let Some(node) = open.pop() else {
            return;
        };
        if let Some(children) = node.get::<Array<'_>>("Kids") {
            let room = NODES_MAX.saturating_sub(open.len());
            open.extend(dicts(&children).take(room));
        }
        if let Some(pairs) = node.get::<Array<'_>>("Names") {
            for file in dicts(&pairs).take(NODES_MAX) {
                add(&file, names);
            }
        }
    }
}

fn dicts<'a>(array: &Array<'a>) -> impl Iterator<Item = Dict<'a>> {
    array.iter::<Object<'_>>().filter_map(Object::into_dict)
}

fn of_annotations(annotations: &Array<'_>, names: &mut BTreeSet<String>) {
    for annotation in dicts(annotations).take(NODES_MAX) {
        let kind = annotation.get::<Name<'_>>("Subtype");
        let is_file = kind.is_some_and(|kind| &*kind == b"FileAttachment");
        if is_file && let Some(file) = annotation.get::<Dict<'_>>("FS") {
            add(&file, names);
        }
    }
}

fn add(file: &Dict<'_>, names: &mut BTreeSet<String>) {
    if names.len() >= NAMES_MAX {
        return;
    }
    let name = file
        .get::<PdfString<'_>>("UF")
        .or_else(|| file.get::<PdfString<'_>>("F"));
    let name = name.map(|name| shown(&decoded(name.as_bytes())));
    let name = name.filter(|name| !name.is_empty());
    names.insert(name.unwrap_or_else(|| UNNAMED.to_owned()));
}

/// A text string is UTF-16 with its byte order mark, UTF-8 with its mark, or nearly Latin-1.
fn decoded(bytes: &[u8]) -> String {
    match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding.decode(bytes).0.into_owned(),
        None => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    }
}
