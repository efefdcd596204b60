//! Servers of a registry: the setting, the search, and filling in the server form. Nothing is sent while the registry is off, and
//! nothing is added or started from here.

mod downloads;

use std::{collections::BTreeMap, sync::Arc};

use ::registry::{Address, BadAddress, Client, Entry, OFFICIAL, Query, RegistryError, Status, Way};
use consent::Widening;
use host_api::{
    ApiError, ErrorCode, PastedServerView, RegistryChoice, RegistryEntryView, RegistryInputView,
    RegistryNameView, RegistryPageView, RegistryRowView, RegistrySettingView, RegistryStatusView,
    RegistryVersionView, RegistryWayView,
};
use messages::{Text, phrases};

pub use downloads::DownloadedBundle;
pub(crate) use downloads::remove_leftovers;

use crate::{inner::Host, state::RegistrySetting};

impl Host {
    /// Uses the registry at an address, once a person confirmed it.
    ///
    /// # Errors
    /// The address is not https or of this machine, it was not confirmed, or it could not be stored.
    pub async fn use_registry(&self, address: &str) -> Result<RegistrySettingView, ApiError> {
        let inner = &self.inner;
        let address = Address::parse(address).map_err(bad_address)?.to_string();
        let next = RegistrySetting { on: true, address };
        if inner.settings.get().registry != next {
            let address = next.address.clone();
            inner.confirm(None, Widening::Registry { address }).await?;
            self.set_registry(next).await?;
        }
        Ok(inner.settings.get().registry.view())
    }

    /// Stops using the registry. What was read from it is forgotten.
    ///
    /// # Errors
    /// It could not be stored; it is not used in this run all the same.
    pub async fn stop_registry(&self) -> Result<RegistrySettingView, ApiError> {
        let mut next = self.inner.settings.get().registry;
        next.on = false;
        // Narrowing has effect even if it cannot be stored.
        let off = next.clone();
        self.inner
            .settings
            .change(|settings| settings.registry = off);
        self.inner.browsing.forget();
        self.set_registry(next).await?;
        Ok(self.inner.settings.get().registry.view())
    }

    async fn set_registry(&self, registry: RegistrySetting) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.registry = registry.clone();
        next.registry.keep(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.registry = registry);
        Ok(())
    }

    /// Returns a page of a search in the registry, from 0. `since`: only entries that changed since this day, with deleted ones.
    ///
    /// # Errors
    /// The registry is off or returned no usable answer; there is no such page; `since` is no date.
    pub async fn search_registry(
        &self,
        search: &str,
        since: Option<&str>,
        page: u32,
    ) -> Result<RegistryPageView, ApiError> {
        let client = self.registry_client()?;
        let query = Query {
            search: search.trim().to_owned(),
            updated_since: since.map(moment).transpose()?,
            version: None,
        };
        let at = usize::try_from(page).unwrap_or(usize::MAX);
        let found = self.inner.browsing.page(&client, query, at).await;
        let found = found.map_err(|error| failed(&client, &error))?;
        Ok(RegistryPageView {
            host: client.address().host(),
            rows: found.entries.iter().map(row).collect(),
            refused: u32::try_from(found.unreadable.len()).unwrap_or(u32::MAX),
            more: found.cursor.is_some(),
        })
    }

    /// Returns one version of a server of the registry; the latest if none is named.
    ///
    /// # Errors
    /// The registry is off or returned no usable answer; the name is not one of a registry; there is no such version.
    pub async fn registry_entry(
        &self,
        name: &str,
        version: Option<&str>,
    ) -> Result<RegistryEntryView, ApiError> {
        let (client, entries) = self.registry_versions(name).await?;
        let entry = chosen(&client, &entries, version)?;
        Ok(entry_view(entry, &entries, client.address()))
    }

    /// Fills in the server form from a package or remote of the registry, as pasted text does. It adds and starts nothing.
    ///
    /// # Errors
    /// As for [`Host::registry_entry`]; it cannot be added, or a value is missing or invalid.
    pub async fn fill_from_registry(
        &self,
        choice: RegistryChoice,
    ) -> Result<PastedServerView, ApiError> {
        let (_, entry, way) = self.chosen_way(&choice).await?;
        let values: BTreeMap<String, String> = choice
            .values
            .into_iter()
            .map(|given| (given.name, given.value))
            .collect();
        let server = way
            .fill(&entry, &values)
            .map_err(|reason| ApiError::new(ErrorCode::Invalid, reason))?;
        Ok(self.hold(server))
    }

    /// Returns the package or remote that was chosen, with its entry.
    async fn chosen_way(
        &self,
        choice: &RegistryChoice,
    ) -> Result<(Arc<Client>, Entry, Way), ApiError> {
        let (client, entries) = self.registry_versions(&choice.name).await?;
        let entry = chosen(&client, &entries, choice.version.as_deref())?;
        let at = usize::try_from(choice.way).unwrap_or(usize::MAX);
        let way = entry.ways.get(at).ok_or_else(|| {
            let none = entry.ways.is_empty();
            let message = match none {
                true => phrases::host_registry_no_ways(),
                false => phrases::host_registry_no_way(),
            };
            ApiError::new(ErrorCode::NotFound, message)
        })?;
        Ok((client, entry.clone(), way.clone()))
    }

    async fn registry_versions(
        &self,
        name: &str,
    ) -> Result<(Arc<Client>, Arc<Vec<Entry>>), ApiError> {
        let client = self.registry_client()?;
        if !::registry::is_name(name) {
            let name: String = domain::visible(name).chars().take(80).collect();
            let message = phrases::host_registry_no_name(name);
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let found = self.inner.browsing.versions(&client, name).await;
        let found = found.map_err(|error| failed(&client, &error))?;
        Ok((client, found))
    }

    fn registry_client(&self) -> Result<Arc<Client>, ApiError> {
        let setting = self.inner.settings.get().registry;
        let address = Address::parse(&setting.address);
        let Some(address) = address.ok().filter(|_| setting.on) else {
            let off = ApiError::new(ErrorCode::Denied, phrases::host_registry_off());
            return Err(off.hint(phrases::host_registry_off_hint()));
        };
        let client = self.inner.browsing.client(&address);
        client.map_err(|error| ApiError::new(ErrorCode::Server, error.text(&address.host())))
    }
}

/// Returns the entry of a version; the latest if none is named: the one that the registry calls so, or the first.
fn chosen<'a>(
    client: &Client,
    entries: &'a [Entry],
    version: Option<&str>,
) -> Result<&'a Entry, ApiError> {
    let found = match version.filter(|version| *version != "latest") {
        Some(version) => entries.iter().find(|entry| entry.version == version),
        None => entries
            .iter()
            .find(|entry| entry.latest)
            .or(entries.first()),
    };
    found.ok_or_else(|| failed(client, &RegistryError::NotFound))
}

fn failed(client: &Client, error: &RegistryError) -> ApiError {
    let code = match error {
        RegistryError::NotFound => ErrorCode::NotFound,
        RegistryError::TimedOut => ErrorCode::Timeout,
        RegistryError::LongSearch | RegistryError::Endless => ErrorCode::Invalid,
        RegistryError::Unreachable(_)
        | RegistryError::Blocked(_)
        | RegistryError::Redirected(_)
        | RegistryError::Status(_)
        | RegistryError::TooLarge
        | RegistryError::Malformed => ErrorCode::Server,
    };
    ApiError::new(code, error.text(&client.address().host()))
}

fn bad_address(why: BadAddress) -> ApiError {
    let message = match why {
        BadAddress::NotUrl => phrases::host_registry_address_url(OFFICIAL),
        BadAddress::NotHttps => phrases::host_registry_address_https(),
        BadAddress::Extra => phrases::host_registry_address_extra(),
        BadAddress::Host => phrases::host_registry_address_host(),
    };
    ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_registry_address_again())
}

/// Returns a day as a moment in RFC 3339.
fn moment(day: &str) -> Result<String, ApiError> {
    let mut parts = day.split('-');
    let mut part = |long: usize| {
        let part = parts.next().filter(|part| part.len() == long)?;
        part.chars()
            .all(|c| c.is_ascii_digit())
            .then(|| part.parse::<u32>().ok())
            .flatten()
    };
    let (year, month, date) = (part(4), part(2), part(2));
    let fits = year.is_some()
        && month.is_some_and(|month| (1..=12).contains(&month))
        && date.is_some_and(|date| (1..=31).contains(&date))
        && parts.next().is_none();
    if fits {
        return Ok(format!("{day}T00:00:00Z"));
    }
    let day: String = domain::visible(day).chars().take(40).collect();
    Err(ApiError::new(
        ErrorCode::Invalid,
        phrases::host_registry_since(day),
    ))
}

fn row(entry: &Entry) -> RegistryRowView {
    let mut kinds: Vec<String> = Vec::new();
    for way in &entry.ways {
        let kind = way.kind.name();
        if !kinds.iter().any(|known| known == kind) {
            kinds.push(kind.to_owned());
        }
    }
    RegistryRowView {
        name: entry.name.clone(),
        title: entry.suggested_name(),
        publisher: entry.publisher().to_owned(),
        description: entry.description.clone(),
        version: entry.version.clone(),
        status: status(entry.status),
        kinds,
        warnings: entry
            .warnings
            .iter()
            .map(|warning| Text::from(warning.text()))
            .collect(),
    }
}

fn status(status: Status) -> RegistryStatusView {
    match status {
        Status::Active => RegistryStatusView::Active,
        Status::Deprecated => RegistryStatusView::Deprecated,
        Status::Deleted => RegistryStatusView::Deleted,
    }
}

fn entry_view(entry: &Entry, all: &[Entry], registry: &Address) -> RegistryEntryView {
    let versions = all.iter().map(|entry| RegistryVersionView {
        version: entry.version.clone(),
        status: status(entry.status),
    });
    let repository = entry.repository.as_ref().map(|repository| {
        let folder = repository.subfolder.as_deref();
        let folder = folder.map(|folder| format!(" ({folder})"));
        format!("{}{}", repository.url, folder.unwrap_or_default())
    });
    RegistryEntryView {
        row: row(entry),
        status_message: entry.status_message.clone(),
        repository,
        website: entry.website.clone(),
        published: entry.published.clone(),
        updated: entry.updated.clone(),
        versions: versions.collect(),
        ways: entry
            .ways
            .iter()
            .map(|way| way_view(entry, way, registry))
            .collect(),
    }
}

fn way_view(entry: &Entry, way: &Way, registry: &Address) -> RegistryWayView {
    let inputs = way.inputs.iter().map(|input| RegistryInputView {
        key: input.key.clone(),
        description: input.description.clone(),
        required: input.required,
        secret: input.secret,
        path: input.path,
        default: input.default.clone(),
        placeholder: input.placeholder.clone(),
        choices: input.choices.clone(),
    });
    let settings = way.settings.iter().map(|setting| RegistryNameView {
        name: setting.name.clone(),
        description: setting.description.clone(),
        required: setting.required,
        secret: setting.secret,
    });
    RegistryWayView {
        kind: way.kind.name().to_owned(),
        source: way.source.clone(),
        words: way.shown_words(),
        problem: entry
            .problem()
            .or_else(|| way.problem.clone())
            .or_else(|| way.bundle().and_then(|file| file.problem(registry)))
            .map(Text::from),
        download: way.bundle().map(::registry::BundleFile::host),
        inputs: inputs.collect(),
        settings: settings.collect(),
        notes: way.notes.iter().cloned().map(Text::from).collect(),
    }
}
