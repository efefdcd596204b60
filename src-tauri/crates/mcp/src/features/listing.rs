//! Listings of whatever a server offers, page by page (2025-03-26, server/utilities/pagination).
//!
//! Cursors are opaque and never kept. One that comes a second time ends the listing with an error, and every cap holds over
//! all pages together. An item that cannot be read costs itself alone.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use domain::ServerId;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError, McpError, Wire,
    bounds::{CURSOR_BYTES, TEXT_CHARS},
    session::{Meta, Session},
    text::shown,
};

/// What a server listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// Those that could be read, in the server's order; no key twice.
    pub items: Vec<T>,
    /// Those that could not.
    pub unreadable: Vec<Unreadable>,
    /// For how long the server lets it be used again, at most [`crate::bounds::FRESH_MAX`]; none if it does not say.
    pub fresh_for: Option<Duration>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            unreadable: Vec::new(),
            fresh_for: None,
        }
    }
}

/// An item of a listing that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its place in the listing, over all pages, from 0.
    pub index: usize,
    /// What is wrong with it; bounded, hidden characters made visible.
    pub reason: String,
}

/// Something that servers list.
pub(crate) trait Item: Sized + Send + 'static {
    /// The request that lists it.
    const METHOD: &'static str;
    /// The field of the result that holds the items.
    const FIELD: &'static str;
    /// What one of it is called.
    const WHAT: &'static str;

    /// Reads one item, or says in words what is wrong with it.
    fn read(raw: &RawValue, server: ServerId) -> Result<Self, String>;

    /// What tells it from the others of its list.
    fn key(&self) -> &str;

    /// Whether it can be used in this session, over this wire, or says in words why not.
    fn admitted(&self, _: &dyn Session, _: Wire) -> Result<(), String> {
        Ok(())
    }
}

#[derive(Serialize)]
pub(crate) struct ListParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<&'a str>,
}

/// One page.
pub(crate) struct Page<T> {
    items: Vec<Result<T, String>>,
    bytes: usize,
    next: Option<String>,
    fresh_for: Option<Duration>,
}

/// Reads one page; at most `bounds.listing_items` of it.
pub(crate) fn read_page<T: Item>(
    raw: &RawValue,
    server: ServerId,
    bounds: &Bounds,
    fresh_for: Option<Duration>,
    admits: &dyn Fn(&T) -> Result<(), String>,
) -> Result<Page<T>, CallError> {
    let unreadable = |e: serde_json::Error| CallError::BadResult(shown(&e.to_string(), TEXT_CHARS));
    let fields: HashMap<String, &RawValue> = serde_json::from_str(raw.get()).map_err(unreadable)?;
    let Some(items) = fields.get(T::FIELD) else {
        return Err(CallError::BadResult(format!("it has no {}", T::FIELD)));
    };
    let items: Vec<&RawValue> = serde_json::from_str(items.get()).map_err(unreadable)?;
    if items.len() > bounds.listing_items {
        return Err(BoundHit::ListingItems.into());
    }
    let bytes = items.iter().map(|t| t.get().len()).sum();
    if bytes > bounds.listing_bytes {
        return Err(BoundHit::ListingBytes.into());
    }
    let read = |raw: &RawValue| {
        let item = T::read(raw, server)?;
        admits(&item).map(|()| item)
    };
    Ok(Page {
        items: items.into_iter().map(read).collect(),
        bytes,
        next: read_cursor(fields.get("nextCursor").copied())?,
        fresh_for,
    })
}

/// An empty cursor ends a listing, as an absent one does: asked with it, servers begin again.
fn read_cursor(raw: Option<&RawValue>) -> Result<Option<String>, CallError> {
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else {
        return Ok(None);
    };
    match serde_json::from_str::<String>(raw.get()) {
        Ok(cursor) if cursor.len() > CURSOR_BYTES => {
            Err(CallError::BadResult("its cursor is too long".into()))
        }
        Ok(cursor) => Ok(Some(cursor).filter(|c| !c.is_empty())),
        Err(_) => Err(CallError::BadResult("its cursor is no string".into())),
    }
}

/// A listing under way: collects pages and holds the caps over all of them.
pub(crate) struct Listing<T> {
    list: Listed<T>,
    keys: HashSet<String>,
    cursors: HashSet<String>,
    items: usize,
    bytes: usize,
    pages: usize,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self {
            list: Listed::default(),
            keys: HashSet::new(),
            cursors: HashSet::new(),
            items: 0,
            bytes: 0,
            pages: 0,
        }
    }
}

impl<T: Item> Listing<T> {
    /// Takes a page; gives the cursor of the next one, or `None` at the end.
    pub(crate) fn take(
        &mut self,
        page: Page<T>,
        bounds: &Bounds,
    ) -> Result<Option<String>, McpError> {
        // A list is as fresh as its page that ages first.
        self.list.fresh_for = match self.pages {
            0 => page.fresh_for,
            _ => self.list.fresh_for.min(page.fresh_for),
        };
        self.pages += 1;
        self.bytes += page.bytes;
        if self.items + page.items.len() > bounds.listing_items {
            return Err(McpError::Bound(BoundHit::ListingItems));
        }
        if self.bytes > bounds.listing_bytes {
            return Err(McpError::Bound(BoundHit::ListingBytes));
        }
        for item in page.items {
            self.add(item);
        }
        let Some(cursor) = page.next else {
            return Ok(None);
        };
        if !self.cursors.insert(cursor.clone()) {
            return Err(McpError::RepeatedCursor);
        }
        if self.pages >= bounds.listing_pages {
            return Err(McpError::Bound(BoundHit::ListingPages));
        }
        Ok(Some(cursor))
    }

    fn add(&mut self, item: Result<T, String>) {
        let index = self.items;
        self.items += 1;
        let item = item.and_then(|item| {
            if self.keys.insert(item.key().to_owned()) {
                Ok(item)
            } else {
                let key = shown(item.key(), TEXT_CHARS);
                Err(format!("a second {} of the name \"{key}\"", T::WHAT))
            }
        });
        match item {
            Ok(item) => self.list.items.push(item),
            Err(reason) => self.list.unreadable.push(Unreadable { index, reason }),
        }
    }

    /// What was collected.
    pub(crate) fn finish(self) -> Listed<T> {
        self.list
    }
}
