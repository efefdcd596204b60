//! Preparation of a folder approval from a path: canonical path, facts, choices.

use std::path::{Path, PathBuf};

use consent::{RootApproval, RootChoice, RootFacts};
use domain::{RootAccess, RootGrant, RootPass, ServerId, visible};
use host_api::{ApiError, ErrorCode, RootAccessView, RootChoiceView};
use messages::phrases;

use super::{
    FIND_OUT, facts, invalid,
    places::{Place, Places},
    watch,
};
use crate::inner::Inner;

/// Maximum number of folders of one server.
const MOST: usize = 50;
/// Maximum length of a folder's name, in characters.
const NAME_CHARS: usize = 100;
/// Maximum length of a granted path, in bytes.
const PATH_BYTES: usize = 4_096;

impl Inner {
    /// Prepares the approval of a folder grant.
    pub(super) async fn root_question(
        &self,
        server: ServerId,
        path: &str,
    ) -> Result<RootApproval, ApiError> {
        let record = self.servers.handle(server)?.snapshot().record.clone();
        if path.len() > PATH_BYTES {
            return Err(invalid(phrases::host_root_path_long(PATH_BYTES)));
        }
        let (picked, own) = (PathBuf::from(path), self.config.data_dir.clone());
        let finding = tokio::task::spawn_blocking(move || find_out(&picked, &own));
        let found = tokio::time::timeout(FIND_OUT, finding)
            .await
            .map_err(|_| {
                ApiError::new(ErrorCode::Timeout, phrases::host_root_silent())
                    .hint(phrases::host_root_silent_hint())
            })?
            .map_err(|_| invalid(phrases::host_root_uninspected()))??;
        let PickedFolder {
            path,
            identity,
            place,
            mut facts,
        } = found;
        let name = folder_name(&path);
        let typed = match place {
            Place::Refused(why) => {
                return Err(invalid(why).hint(phrases::host_root_refused_hint()));
            }
            Place::Typed(why) => {
                facts.risk = Some(why);
                true
            }
            Place::Plain => !facts.secrets.is_empty(),
        };
        let had = {
            let roots = self.folders.of(server);
            let had = roots.iter().find(|root| root.grant.path == path);
            if had.is_none() && roots.len() >= MOST {
                let message = phrases::host_root_many(MOST);
                return Err(invalid(message).hint(phrases::host_root_many_hint()));
            }
            had.map(|root| root.grant.clone())
        };
        facts.had = had.as_ref().map(|grant| grant.access);
        let sent = self.held_by(server).await?;
        let named = |id: ServerId| (id, self.servers.name(id));
        facts.holds = sent.into_iter().map(named).collect();
        Ok(RootApproval {
            server_name: record.name,
            typed: typed.then(|| name.clone()),
            local: record.url.is_none(),
            facts,
            grant: RootGrant {
                server,
                name: had.as_ref().map_or(name, |grant| grant.name.clone()),
                access: RootAccess::Read,
                pass: had.map_or(RootPass::Asked, |grant| grant.pass),
                path,
                identity,
            },
        })
    }

    /// Validates the user's choice.
    pub(super) async fn root_choice(
        &self,
        question: &RootApproval,
        chosen: RootChoiceView,
    ) -> Result<RootChoice, ApiError> {
        if chosen.access == RootAccessView::Staged {
            let (server, path) = (question.grant.server, &question.grant.path);
            let refused = match self.unstaged(server).await {
                None => self.unstaged_folder(path).await,
                refused => refused,
            };
            if let Some(why) = refused {
                return Err(invalid(why).hint(phrases::host_root_nothing()));
            }
        }
        let name = chosen.name.trim();
        let name = if name.is_empty() {
            &question.grant.name
        } else {
            name
        };
        if name.chars().count() > NAME_CHARS || name.chars().any(domain::is_hidden) {
            return Err(invalid(phrases::host_root_name(NAME_CHARS)));
        }
        let pass: RootPass = chosen.pass.into();
        if pass != RootPass::Asked && !question.local {
            return Err(invalid(phrases::host_root_remote()));
        }
        if let RootPass::Variable(variable) = &pass {
            let server = question.grant.server;
            let taken = self
                .folders
                .of(server)
                .iter()
                .any(|root| root.grant.pass == pass && root.grant.path != question.grant.path);
            let own = self.servers.snapshot(server).is_some_and(|server| {
                let mut env = server.record.env.iter();
                env.any(|entry| entry.name == *variable)
            });
            if taken || own || !launcher::is_variable(variable) {
                return Err(invalid(phrases::host_root_variable(visible(variable))));
            }
        }
        Ok(RootChoice {
            name: name.to_owned(),
            access: chosen.access.into(),
            pass,
            typed: chosen.typed,
        })
    }
}

/// A folder as found on the disk.
struct PickedFolder {
    path: String,
    identity: Option<String>,
    place: Place,
    facts: RootFacts,
}

fn find_out(picked: &Path, own: &Path) -> Result<PickedFolder, ApiError> {
    if !picked.is_absolute() {
        return Err(invalid(phrases::host_root_relative()));
    }
    let shown = visible(&picked.to_string_lossy());
    let real = dunce::canonicalize(picked).map_err(|error| {
        invalid(phrases::host_root_path(error.to_string(), &shown))
            .hint(phrases::host_root_nothing())
    })?;
    if !real.is_dir() {
        return Err(invalid(phrases::host_root_not_folder(shown)));
    }
    let path = real
        .to_str()
        .ok_or_else(|| invalid(phrases::host_root_unicode()))?
        .to_owned();
    if path.len() > PATH_BYTES {
        return Err(invalid(phrases::host_root_path_long(PATH_BYTES)));
    }
    std::fs::read_dir(&real)
        .map_err(|error| invalid(phrases::host_root_unreadable(error.to_string(), shown)))?;
    let place = Places::here(own).place(&real);
    // A refused folder is not inspected.
    let mut facts = match place {
        Place::Refused(_) => RootFacts::default(),
        Place::Plain | Place::Typed(_) => facts::look(&real),
    };
    facts.picked = (picked != real).then(|| picked.to_string_lossy().into_owned());
    Ok(PickedFolder {
        identity: watch::identity(&real),
        path,
        place,
        facts,
    })
}

/// Returns the last component of a path, without invisible characters.
fn folder_name(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let seen: String = name.chars().filter(|c| !domain::is_hidden(*c)).collect();
    let seen: String = seen.trim().chars().take(NAME_CHARS).collect();
    // The text to be typed is never empty.
    if seen.is_empty() {
        "folder".to_owned()
    } else {
        seen
    }
}
