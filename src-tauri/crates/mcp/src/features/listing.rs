//! Listings of whatever a server offers, page by page (2025-03-26, server/utilities/pagination).
//!
//! Cursors are opaque and never kept. Every cap holds over all pages together. An item that cannot be read costs itself alone, and
//! what ends a listing early, a cap, a cursor that comes a second time or a page that fails, costs what would have followed.

use std::{collections::HashSet, time::Duration};

use domain::ServerId;
use lenient::Fields;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError, Wire,
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
    /// What counts as absent in those that could, because it is of another type.
    pub repaired: Vec<Unreadable>,
    /// Why there may be more; none if the list is whole.
    pub stopped: Option<Stopped>,
    /// For how long the server lets it be used again, at most [`crate::bounds::FRESH_MAX`]; none if it does not say.
    pub fresh_for: Option<Duration>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            unreadable: Vec::new(),
            repaired: Vec::new(),
            stopped: None,
            fresh_for: None,
        }
    }
}

/// Why a listing ended before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has more items than [`Bounds::listing_items`].
    Items {
        /// The limit.
        most: usize,
        /// How many that were sent were left out; more may follow.
        left_out: usize,
    },
    /// It has more pages than [`Bounds::listing_pages`], which is this.
    Pages(usize),
    /// It hit another bound of listings.
    Bound(BoundHit),
    /// A cursor came a second time: the listing would never end.
    RepeatedCursor,
    /// The next page could not be read.
    Page(CallError),
    /// The server says that it does not list these at all.
    NotOffered,
}

/// An item of a listing of which something could not be read.
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

    /// Reads one item, or says in words what is wrong with it. `odd` takes the names of fields that count as absent.
    fn read(raw: &RawValue, server: ServerId, odd: &mut Vec<&'static str>) -> Result<Self, String>;

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
    items: Vec<(Result<T, String>, Vec<&'static str>)>,
    /// How many more it has than fit.
    left_out: usize,
    bytes: usize,
    next: Option<String>,
    fresh_for: Option<Duration>,
}

#[cfg(test)]
impl<T> Page<T> {
    /// How many of its items can be used.
    pub(crate) fn usable(&self) -> usize {
        self.items.iter().filter(|(item, _)| item.is_ok()).count()
    }
}

/// Reads one page; at most `bounds.listing_items` and `bounds.listing_bytes` of it.
pub(crate) fn read_page<T: Item>(
    raw: &RawValue,
    server: ServerId,
    bounds: &Bounds,
    fresh_for: Option<Duration>,
    admits: &dyn Fn(&T) -> Result<(), String>,
) -> Page<T> {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let mut items = match raw.get().starts_with('[') {
        true => serde_json::from_str(raw.get()).unwrap_or_default(),
        false => fields.list(T::FIELD),
    };
    let all = items.len();
    items.truncate(bounds.listing_items);
    let mut bytes = 0;
    items.retain(|item: &&RawValue| {
        bytes += item.get().len();
        bytes <= bounds.listing_bytes
    });
    let left_out = all - items.len();
    let read = |raw: &RawValue| {
        let mut odd = Vec::new();
        let item = T::read(raw, server, &mut odd);
        let item = item.and_then(|item| admits(&item).map(|()| item));
        (item, odd)
    };
    Page {
        items: items.into_iter().map(read).collect(),
        left_out,
        bytes,
        next: cursor(&mut fields),
        fresh_for,
    }
}

/// An empty cursor ends a listing, as an absent one does: asked with it, servers begin again. A number is one too, as its text.
fn cursor(fields: &mut Fields<'_>) -> Option<String> {
    let raw = fields.raw("nextCursor")?.get();
    let cursor = serde_json::from_str(raw).ok();
    let number = || raw.parse::<f64>().is_ok().then(|| raw.to_owned());
    cursor
        .or_else(number)
        .filter(|cursor: &String| !cursor.is_empty())
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
    pub(crate) fn take(&mut self, page: Page<T>, bounds: &Bounds) -> Option<String> {
        // A list is as fresh as its page that ages first.
        self.list.fresh_for = match self.pages {
            0 => page.fresh_for,
            _ => self.list.fresh_for.min(page.fresh_for),
        };
        self.pages += 1;
        self.bytes += page.bytes;
        let room = bounds.listing_items - self.items.min(bounds.listing_items);
        let left_out = page.left_out + page.items.len().saturating_sub(room);
        for (item, odd) in page.items.into_iter().take(room) {
            self.add(item, &odd);
        }
        let cursor = page.next;
        let full = cursor.is_some() && self.items >= bounds.listing_items;
        let stopped = if self.bytes > bounds.listing_bytes {
            Some(Stopped::Bound(BoundHit::ListingBytes))
        } else if left_out > 0 || full {
            let most = bounds.listing_items;
            Some(Stopped::Items { most, left_out })
        } else if cursor.as_ref().is_some_and(|c| c.len() > CURSOR_BYTES) {
            let why = CallError::BadResult("its cursor is too long".into());
            Some(Stopped::Page(why))
        } else if cursor
            .as_ref()
            .is_some_and(|c| !self.cursors.insert(c.clone()))
        {
            Some(Stopped::RepeatedCursor)
        } else if cursor.is_some() && self.pages >= bounds.listing_pages {
            Some(Stopped::Pages(bounds.listing_pages))
        } else {
            return cursor;
        };
        self.list.stopped = stopped;
        None
    }

    /// Whether a page was taken.
    pub(crate) fn has_begun(&self) -> bool {
        self.pages > 0
    }

    /// What was collected before it ended for this reason.
    pub(crate) fn stop(mut self, why: Stopped) -> Listed<T> {
        self.list.stopped = Some(why);
        self.list
    }

    fn add(&mut self, item: Result<T, String>, odd: &[&str]) {
        let index = self.items;
        self.items += 1;
        if item.is_ok() && !odd.is_empty() {
            let reason = format!("not used, of another type: {}", odd.join(", "));
            self.list.repaired.push(Unreadable { index, reason });
        }
        let item = item.and_then(|item| {
            if self.keys.insert(item.key().to_owned()) {
                Ok(item)
            } else {
                let key = shown(item.key(), TEXT_CHARS);
                Err(format!("a second {} \"{key}\"", T::WHAT))
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
