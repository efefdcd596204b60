//! Adding a bundle as a server, and using another version of it.

use std::collections::{BTreeMap, BTreeSet};
use std::{path::Path, sync::Arc};

use ::bundles::{Answers, Bundle, Launch, Manifest, Origin, Platform, Signature, Variable};
use domain::ServerId;
use host_api::{AddBundle, AddServer, ApiError, ErrorCode, ServerView};
use messages::phrases;
use packages::Recipe;
use secrets::Secret;
use store::{ServerRecord, StoredBundle};
use tokio_util::sync::CancellationToken;

use crate::{
    bundles::{obstacle, places, recipe, refused, shown},
    inner::Host,
    servers::{
        adding::{NewServer, check, free_name},
        names::kept_names,
        swapping::{as_new, restore, stop_for, stored},
    },
    state::not_found,
};

/// Most characters of a server's name.
const NAME_CHARS: usize = 60;

/// A bundle to add, with secrets from a command line.
pub struct NewBundle {
    /// The file, what was reviewed of it, and what was entered.
    pub add: AddBundle,
    /// Secrets by option. Those that are missing are entered when the launch is reviewed.
    pub secrets: Vec<(String, Secret)>,
}

/// A bundle as a server.
struct Prepared {
    bundle: Arc<Bundle>,
    /// The packages that it needs.
    recipe: Option<Recipe>,
    server: store::NewServer,
    values: Vec<(String, Secret)>,
    stored: StoredBundle,
}

impl Host {
    /// Unpacks a bundle and adds its server without starting it.
    ///
    /// # Errors
    /// The file is another than the one that was reviewed, its signature is broken, it does not run here, an option is not answered as it must
    /// be, or what [`Host::add_server`] refuses. Then nothing was added.
    pub async fn add_bundle(&self, new: NewBundle) -> Result<ServerView, ApiError> {
        let path = new.add.path.clone();
        let prepared = self.prepare(new, None).await?;
        let added = self.add_prepared(prepared).await;
        match added {
            Ok(_) => self.inner.browsing.downloads.used(&path),
            Err(_) => self.inner.remove_unused_bundles().await,
        }
        added
    }

    async fn add_prepared(&self, prepared: Prepared) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let changing = inner.bundles.changing.enter().await;
        let server = store::NewServer {
            name: free_name(inner, &prepared.server.name).await?,
            ..prepared.server
        };
        inner.unpack_bundle(&prepared.bundle).await?;
        let view = self.add_record(server, prepared.values).await?;
        let id: ServerId = view.tag.id.parse().map_err(|_| not_found())?;
        let servers = inner.store.servers();
        let stored = servers.set_bundle(id, Some(&prepared.stored)).await;
        drop(changing);
        if let Err(error) = stored {
            self.remove_server(id).await?;
            return Err(error.into());
        }
        let handle = inner.servers.handle(id)?;
        handle.settle(|record| record.bundle = Some(prepared.stored));
        Ok(view)
    }

    /// Unpacks another version of the bundle of a server, has its launch reviewed, and uses it from then on. The one before stays in use
    /// until that was accepted.
    ///
    /// # Errors
    /// As for [`Host::add_bundle`]; the server has no bundle of this name, or the launch was not accepted. Then nothing changed.
    pub async fn update_bundle(
        &self,
        id: ServerId,
        new: NewBundle,
        allowed: bool,
    ) -> Result<ServerView, ApiError> {
        let old = self.inner.servers.handle(id)?.snapshot().record.clone();
        let path = new.add.path.clone();
        let prepared = self.prepare(new, Some(&old)).await?;
        let updated = Box::pin(self.update_prepared(old, prepared, allowed)).await;
        if updated.is_ok() {
            self.inner.browsing.downloads.used(&path);
        }
        self.inner.remove_unused_bundles().await;
        updated
    }

    async fn update_prepared(
        &self,
        old: ServerRecord,
        prepared: Prepared,
        allowed: bool,
    ) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let id = old.id;
        // Others remove what no server uses, and the new one has none until it was accepted.
        let _changing = inner.bundles.changing.enter().await;
        inner.unpack_bundle(&prepared.bundle).await?;
        self.can_keep(&prepared.values)?;
        let package = match &prepared.recipe {
            Some(recipe) => Some(Box::pin(inner.install_beside(id, recipe)).await?),
            None => None,
        };
        let secrets = inner.keychain.server(id);
        let mut before = Vec::new();
        for (name, _) in &prepared.values {
            before.push((name.clone(), secrets.get(name).await?));
        }
        self.set_values(id, &prepared.values).await?;
        let record = ServerRecord {
            command: prepared.server.command.clone(),
            args: prepared.server.args.clone(),
            env: prepared.server.env.clone(),
            bundle: Some(prepared.stored.clone()),
            package,
            ..old.clone()
        };
        let accepted = async {
            let never = CancellationToken::new();
            Box::pin(inner.try_update(&record, &never)).await;
            Box::pin(self.review_as(&record, allowed, false)).await?;
            let servers = inner.store.servers();
            let written = async {
                servers.update(id, &as_new(record.clone())).await?;
                servers.set_bundle(id, Some(&prepared.stored)).await?;
                servers.set_package(id, record.package.as_ref()).await?;
                stored(&inner.store, id).await
            };
            let written = written.await;
            if written.is_err() {
                restore(&inner.store, &old).await;
            }
            written
        };
        let now = match accepted.await {
            Ok(now) => now,
            Err(error) => {
                for (name, value) in before {
                    match value {
                        Some(value) => secrets.set(&name, &value).await?,
                        None => secrets.delete_all(&[name]).await?,
                    }
                }
                return Err(error);
            }
        };
        let kept = kept_names(&record.env, &record.headers);
        let mut gone = kept_names(&old.env, &old.headers);
        gone.retain(|name| !kept.contains(name));
        let stopped = async {
            if let Err(error) = secrets.delete_all(&gone).await {
                tracing::warn!(%error, "the values of dropped variables are still in the keychain");
            }
        };
        let now = stop_for(&inner.servers, &inner.store, now, stopped).await?;
        Ok(inner.install(now))
    }

    /// Checks a bundle, and makes a server of it. Nothing is unpacked or stored.
    async fn prepare(
        &self,
        new: NewBundle,
        old: Option<&ServerRecord>,
    ) -> Result<Prepared, ApiError> {
        let NewBundle { add, secrets } = new;
        let inner = &self.inner;
        let bundle = inner.read_bundle(&add.path).await?;
        let invalid = |message| ApiError::new(ErrorCode::Invalid, message);
        if bundle.digest() != add.digest {
            let hint = phrases::host_bundle_other_file_hint();
            return Err(invalid(phrases::host_bundle_other_file()).hint(hint));
        }
        let view = shown(&bundle);
        if let Signature::Broken(problem) = bundle.signature() {
            let message = phrases::host_bundle_broken(problem.to_string());
            return Err(invalid(message).hint(phrases::host_bundle_broken_hint()));
        }
        let manifest = bundle.manifest();
        if let Some(why) = obstacle(&bundle) {
            return Err(ApiError::new(ErrorCode::Invalid, why));
        }
        let recipe = recipe(&bundle).map_err(invalid)?;
        let before = old.and_then(|old| old.bundle.as_ref());
        if old.is_some() && before.is_none_or(|before| before.name != manifest.name) {
            return Err(invalid(phrases::host_bundle_another()));
        }
        let mut entered = Answers {
            values: add.values,
            secrets: add.secrets.into_iter().collect(),
        };
        entered
            .secrets
            .extend(secrets.iter().map(|(key, _)| key.clone()));
        let answers = checked(manifest, &entered)?;
        let store = inner.bundle_store().await.map_err(refused)?;
        let folder = store.folder(bundle.digest());
        let is_file = |path: &str| bundle.has_file(path);
        let launch = manifest.launch(&answers, Platform::here(), &folder, &places(), &is_file);
        let (env_names, values) = variables(&launch, &secrets);
        let name = match (old, &add.name) {
            (Some(old), _) => old.name.clone(),
            (None, Some(name)) => name.clone(),
            (None, None) => view.display_name.chars().take(NAME_CHARS).collect(),
        };
        let server = AddServer {
            name,
            command: launch.command.clone(),
            args: launch.args.clone(),
            cwd: old.and_then(|old| old.cwd.clone()),
            env_names,
        };
        check(&server, &[])?;
        let new = NewServer {
            server,
            values,
            from_host: Vec::new(),
        };
        let (server, values) = new.into_record(self.has_keychain());
        let json = |value: Result<serde_json::Value, _>| value.unwrap_or_default();
        let stored = StoredBundle {
            digest: bundle.digest().to_owned(),
            tree: bundle.tree(),
            name: manifest.name.clone(),
            version: view.version.clone(),
            command: server.command.clone(),
            folders: folders(&launch),
            recipe: recipe
                .as_ref()
                .map(|recipe| json(serde_json::to_value(recipe))),
            answers: json(serde_json::to_value(&answers.values)),
            review: json(serde_json::to_value(&view)),
        };
        inner.bundles.show(view);
        Ok(Prepared {
            bundle,
            recipe,
            server,
            values,
            stored,
        })
    }
}

fn checked(manifest: &Manifest, entered: &Answers) -> Result<Answers, ApiError> {
    manifest
        .check(entered, &places())
        .map_err(|(key, problem)| {
            let mut options = manifest.options.iter();
            let option = options.find(|option| option.key == key);
            let title = option.map_or(key.as_str(), |option| &option.title);
            let name = format!("{} ({})", domain::visible(title), domain::visible(&key));
            let message = phrases::host_bundle_answer(name, problem.to_string());
            ApiError::new(ErrorCode::Invalid, message)
        })
}

/// The names of the variables of a launch, and the values that are known.
fn variables(
    launch: &Launch,
    secrets: &[(String, Secret)],
) -> (Vec<String>, Vec<(String, Secret)>) {
    let known: BTreeMap<&str, &Secret> = secrets
        .iter()
        .map(|(key, secret)| (key.as_str(), secret))
        .collect();
    let mut values = Vec::new();
    for variable in &launch.env {
        let needed = match &variable.origin {
            Origin::Bundle | Origin::Entered => &[],
            Origin::Secrets(keys) => keys.as_slice(),
        };
        let mut value = variable.value.clone();
        let mut is_whole = true;
        for key in needed {
            match known.get(key.as_str()) {
                Some(secret) => value = value.replace(&Variable::mark(key), secret.expose()),
                None => is_whole = false,
            }
        }
        if is_whole {
            values.push((variable.name.clone(), Secret::new(value)));
        }
    }
    let names = launch.env.iter().map(|variable| variable.name.clone());
    (names.collect(), values)
}

/// The folders that a server gets access to: those that were chosen, and those of chosen files.
fn folders(launch: &Launch) -> Vec<String> {
    let above = launch.files.iter().filter_map(|file| file.parent());
    let own = launch.folders.iter().map(|folder| folder.as_path());
    let all: BTreeSet<&Path> = own.chain(above).collect();
    let text = all.into_iter().map(|path| path.to_string_lossy());
    text.map(|path| path.into_owned()).collect()
}
