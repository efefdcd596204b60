//! What can be asked of a server beside calling its tools. Nothing is asked that it did not declare.

use std::{collections::BTreeMap, sync::Arc};

use domain::{Content, ToolDefinition, Untrusted};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Client, Outline};
use crate::{
    BoundHit, CallError, Capabilities, Completion, CompletionFor, Listed, LogLevel, NotSent,
    PromptResult, PromptTemplate, Resource, ResourceTemplate, ToolList,
    bounds::{LISTING_PAUSE, URI_BYTES},
    connection::Command,
    features::{
        completion::{Argument, CompleteParams, Context, read_completion},
        listing::{Item, ListParams, Listing, Page, Stopped, read_page},
        prompts::{GetParams, read_prompt},
        resources::{UriParams, read_contents},
    },
    session::{Meta, Subject},
};

/// The request that gets a prompt.
const GET_PROMPT: &str = "prompts/get";

/// The revision that brought the values already given into completions.
const WITH_CONTEXT: &str = "2025-06-18";

impl Client {
    /// Lists the server's tools, all pages (2025-03-26, server/tools, "Listing Tools").
    ///
    /// # Errors
    /// The first page could not be had, also at a second try. A tool that cannot be read is no error: it is in
    /// [`Listed::unreadable`]. So it is with what ends a list early: it is [`Listed::stopped`].
    pub async fn list_tools(&self) -> Result<ToolList, CallError> {
        self.need("tools", |c| c.tools.is_some())?;
        self.list::<ToolDefinition>().await
    }

    /// Lists the server's resources, all pages (2025-03-26, server/resources, "Listing Resources").
    ///
    /// # Errors
    /// As [`Client::list_tools`].
    pub async fn list_resources(&self) -> Result<Listed<Resource>, CallError> {
        self.need_resources()?;
        self.list().await
    }

    /// Lists the server's templates of resources, all pages (2025-03-26, server/resources, "Resource Templates").
    ///
    /// # Errors
    /// As [`Client::list_tools`].
    pub async fn list_templates(&self) -> Result<Listed<ResourceTemplate>, CallError> {
        self.need_resources()?;
        self.list().await
    }

    /// Lists the server's prompts, all pages (2025-03-26, server/prompts, "Listing Prompts").
    ///
    /// # Errors
    /// As [`Client::list_tools`].
    pub async fn list_prompts(&self) -> Result<Listed<PromptTemplate>, CallError> {
        self.need_prompts()?;
        self.list().await
    }

    /// Reads a resource of this server (2025-03-26, server/resources, "Reading Resources"), or gives what the server lets this
    /// client use again, until it says that it changed.
    ///
    /// # Errors
    /// The server offers no resources, the URI is longer than 8 KiB, or the request failed.
    pub async fn read_resource(&self, uri: &str) -> Result<Untrusted<Vec<Content>>, CallError> {
        self.need_resources()?;
        if let Some(kept) = self.0.cache.get(uri) {
            return Ok(Untrusted::new(read_contents(&kept, &self.0.bounds)));
        }
        let (bounds, cache) = (self.0.bounds.clone(), Arc::clone(&self.0.cache));
        let offers = self.0.offers.get().ok_or(NotSent::Closed)?;
        let session = Arc::clone(&offers.session);
        let (about, begun) = (uri.to_owned(), cache.begin());
        let decode = move |raw: &RawValue| {
            let contents = read_contents(raw, &bounds);
            if let Some(fresh) = session.fresh_for(raw) {
                cache.keep(&about, raw, fresh, begun);
            }
            Ok(contents)
        };
        let asked = self.about("resources/read", uri, true, decode).await;
        asked.map(Untrusted::new)
    }

    /// Forgets the contents that the server lets this client use again: another user may be signed in from now on.
    pub fn forget_cached(&self) {
        self.0.cache.changed(None);
    }

    /// Asks the server to tell when a resource changes (2025-03-26, server/resources, "Subscriptions").
    ///
    /// # Errors
    /// The server does not offer that, the URI is longer than 8 KiB, or the request failed.
    pub async fn subscribe(&self, uri: &str) -> Result<(), CallError> {
        self.change_subscription(uri, true).await
    }

    /// Ends the subscription of [`Client::subscribe`].
    ///
    /// # Errors
    /// As there.
    pub async fn unsubscribe(&self, uri: &str) -> Result<(), CallError> {
        self.change_subscription(uri, false).await
    }

    async fn change_subscription(&self, uri: &str, begins: bool) -> Result<(), CallError> {
        self.need_subscriptions()?;
        if let Some(method) = self.session()?.subscription(begins) {
            return self.about(method, uri, false, |_| Ok(())).await;
        }
        if uri.len() > URI_BYTES {
            return Err(NotSent::Encoding.into());
        }
        let uri = uri.to_owned();
        self.tell(Command::Listen { uri, begins });
        Ok(())
    }

    /// What a prompt becomes with these arguments (2025-03-26, server/prompts, "Getting a Prompt").
    ///
    /// # Errors
    /// The server offers no prompts, or the request failed.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: &BTreeMap<String, String>,
    ) -> Result<Untrusted<PromptResult>, CallError> {
        self.need_prompts()?;
        let bounds = self.0.bounds.clone();
        let session = self.session()?;
        let params = GetParams {
            meta: session.meta(None),
            name,
            arguments,
        };
        let decode = move |raw: &RawValue| Ok(read_prompt(raw, &bounds));
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        outline.again = true;
        outline.headers = session.headers(GET_PROMPT, Subject::Named(name));
        self.request(outline, GET_PROMPT, Some(&params), decode)
            .await
            .map(Untrusted::new)
    }

    /// Values that the server proposes for an argument; `given` are those of the others
    /// (2025-03-26, server/utilities/completion).
    ///
    /// # Errors
    /// The server does not offer that, or the request failed.
    pub async fn complete(
        &self,
        wanted_for: &CompletionFor,
        name: &str,
        value: &str,
        given: &BTreeMap<String, String>,
    ) -> Result<Completion, CallError> {
        self.need("completions", |c| c.completions)?;
        let context = (!given.is_empty() && self.speaks_since(WITH_CONTEXT))
            .then_some(Context { arguments: given });
        let params = CompleteParams {
            meta: self.session()?.meta(None),
            wanted_for,
            argument: Argument { name, value },
            context,
        };
        let decode = |raw: &RawValue| Ok(read_completion(raw));
        self.ask("completion/complete", Some(&params), decode).await
    }

    /// Asks the server to log what is at least this grave (2025-03-26, server/utilities/logging). One that takes no level logs as it
    /// likes.
    ///
    /// # Errors
    /// The server does not offer that, or the request failed.
    pub async fn set_log_level(&self, level: LogLevel) -> Result<(), CallError> {
        #[derive(Serialize)]
        struct LevelParams {
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<Meta>,
            level: LogLevel,
        }
        self.need("logging", |c| c.logging)?;
        let session = self.session()?;
        let Some(method) = session.log_level(level) else {
            return Ok(());
        };
        let params = LevelParams {
            meta: session.meta(None),
            level,
        };
        match self.ask(method, Some(&params), |_| Ok(())).await {
            Err(error) if error.is_absence() => Ok(()),
            set => set,
        }
    }

    /// Whether the server reports changes of its resources.
    #[must_use]
    pub fn tells_of_resources(&self) -> bool {
        let told = |c: &Capabilities| c.resources.is_some_and(|r| r.list_changed);
        self.need("changes of resources", told).is_ok()
    }

    /// Whether the server reports changes of its tools.
    #[must_use]
    pub fn tells_of_tools(&self) -> bool {
        let told = |c: &Capabilities| c.tools.is_some_and(|t| t.list_changed);
        self.need("changes of tools", told).is_ok()
    }

    /// Whether the server reports changes of its prompts.
    #[must_use]
    pub fn tells_of_prompts(&self) -> bool {
        let told = |c: &Capabilities| c.prompts.is_some_and(|p| p.list_changed);
        self.need("changes of prompts", told).is_ok()
    }

    /// Lists all pages, as far as they come within the time.
    async fn list<T: Item>(&self) -> Result<Listed<T>, CallError> {
        let mut listing = Listing::<T>::default();
        let pages = self.list_pages(&mut listing);
        let stopped = match tokio::time::timeout(self.0.bounds.listing_time, pages).await {
            Ok(Ok(())) => return Ok(listing.finish()),
            Ok(Err(error)) if listing.has_begun() => Stopped::Page(error),
            Ok(Err(error)) if error.is_absence() => Stopped::NotOffered,
            Ok(Err(error)) => return Err(error),
            Err(_) if listing.has_begun() => Stopped::Bound(BoundHit::ListingTime),
            Err(_) => return Err(BoundHit::ListingTime.into()),
        };
        Ok(listing.stop(stopped))
    }

    /// A first page that fails is asked for once more: the server may not be ready yet.
    async fn list_pages<T: Item>(&self, listing: &mut Listing<T>) -> Result<(), CallError> {
        let first = match self.list_page(None).await {
            Err(error) if error.may_pass() => {
                tokio::time::sleep(LISTING_PAUSE).await;
                self.list_page(None).await
            }
            first => first,
        };
        let mut cursor = listing.take(first?, &self.0.bounds);
        while let Some(next) = cursor {
            let page = self.list_page(Some(&next)).await?;
            cursor = listing.take(page, &self.0.bounds);
        }
        Ok(())
    }

    async fn list_page<T: Item>(&self, cursor: Option<&str>) -> Result<Page<T>, CallError> {
        let (server, bounds) = (self.0.server, self.0.bounds.clone());
        let offers = self.0.offers.get().ok_or(NotSent::Closed)?;
        let (session, wire) = (Arc::clone(&offers.session), offers.wire);
        let meta = session.meta(None);
        let params = (cursor.is_some() || meta.is_some()).then_some(ListParams { meta, cursor });
        let decode = move |raw: &RawValue| {
            let admits = |item: &T| item.admitted(session.as_ref(), wire);
            let fresh = session.fresh_for(raw);
            Ok(read_page(raw, server, &bounds, fresh, &admits))
        };
        self.ask(T::METHOD, params.as_ref(), decode).await
    }

    /// A request about one resource.
    async fn about<T: Send + 'static>(
        &self,
        method: &'static str,
        uri: &str,
        again: bool,
        decode: impl FnOnce(&RawValue) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        if uri.len() > URI_BYTES {
            return Err(NotSent::Encoding.into());
        }
        let session = self.session()?;
        let params = UriParams {
            meta: session.meta(None),
            uri,
        };
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        outline.again = again;
        outline.headers = session.headers(method, Subject::Named(uri));
        self.request(outline, method, Some(&params), decode).await
    }

    async fn ask<T: Send + 'static, P: Serialize>(
        &self,
        method: &'static str,
        params: Option<&P>,
        decode: impl FnOnce(&RawValue) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        outline.headers = self.session()?.headers(method, Subject::None);
        self.request(outline, method, params, decode).await
    }

    fn need_resources(&self) -> Result<(), NotSent> {
        self.need("resources", |c| c.resources.is_some())
    }

    fn need_subscriptions(&self) -> Result<(), NotSent> {
        self.need("subscriptions to resources", |c| {
            c.resources.is_some_and(|r| r.subscribe)
        })
    }

    fn need_prompts(&self) -> Result<(), NotSent> {
        self.need("prompts", |c| c.prompts.is_some())
    }

    /// Refuses what the server did not declare.
    pub(super) fn need(
        &self,
        what: &'static str,
        declared: impl FnOnce(&Capabilities) -> bool,
    ) -> Result<(), NotSent> {
        match self.0.offers.get() {
            Some(offers) if declared(&offers.capabilities) => Ok(()),
            Some(_) | None => Err(NotSent::NotDeclared(what)),
        }
    }

    /// Whether the revision both speak is this one or a later one. Revisions are dates: their text has their order.
    fn speaks_since(&self, revision: &str) -> bool {
        self.0
            .offers
            .get()
            .is_some_and(|offers| offers.revision.as_str() >= revision)
    }
}
