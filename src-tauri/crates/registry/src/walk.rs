//! A search and its pages so far.

use std::sync::Arc;

use crate::{Client, Page, Query, RegistryError, bounds::PAGES};

/// A search, with the pages that were requested.
#[derive(Debug)]
pub struct Walk {
    query: Query,
    pages: Vec<Arc<Page>>,
    /// Every cursor that was followed: a registry that repeats one would never end.
    followed: Vec<String>,
}

impl Walk {
    /// Makes a search. Nothing is requested.
    #[must_use]
    pub fn new(query: Query) -> Self {
        Self {
            query,
            pages: Vec::new(),
            followed: Vec::new(),
        }
    }

    /// Returns what it searches for.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Returns a page by its number from 0: one that was requested before, or the next one. Pages are requested in order.
    ///
    /// # Errors
    /// [`RegistryError`]; [`RegistryError::NotFound`] if there is no such page.
    pub async fn page(&mut self, client: &Client, at: usize) -> Result<Arc<Page>, RegistryError> {
        if let Some(page) = self.pages.get(at) {
            return Ok(Arc::clone(page));
        }
        if at != self.pages.len() {
            return Err(RegistryError::NotFound);
        }
        let cursor = match self.pages.last() {
            None => None,
            Some(last) => Some(last.cursor.clone().ok_or(RegistryError::NotFound)?),
        };
        if at >= PAGES || cursor.as_ref().is_some_and(|c| self.followed.contains(c)) {
            return Err(RegistryError::Endless);
        }
        let page = Arc::new(client.page(&self.query, cursor.as_deref()).await?);
        self.followed.extend(cursor);
        self.pages.push(Arc::clone(&page));
        Ok(page)
    }
}
