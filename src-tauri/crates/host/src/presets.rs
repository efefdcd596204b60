//! Presets: texts of the user with a name. Inserted, they are the user's own words.

use domain::{PresetId, ProjectId};
use host_api::{ApiError, ErrorCode, PresetView};
use messages::phrases;
use store::{MAX_PRESETS, StoreError};

use crate::inner::Host;

/// Maximum length of a preset's name, in characters.
const MAX_NAME: usize = 80;
/// Maximum length of a preset's text, in bytes.
const MAX_TEXT: usize = 32 * 1024;

impl Host {
    /// Returns the user's presets, by name.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn presets(&self) -> Result<Vec<PresetView>, ApiError> {
        let presets = self.inner.store.presets().list().await?;
        let view = |preset: store::PresetRecord| PresetView {
            id: preset.id.to_string(),
            name: preset.name,
            text: preset.text,
            project: preset.project.map(|id| id.to_string()),
        };
        Ok(presets.into_iter().map(view).collect())
    }

    /// Stores a preset: a new one, for all conversations or for those of a project, or another name and text of one. Returns all presets.
    ///
    /// # Errors
    /// The name or the text is empty or too long, the name is taken, there are too many, or it could not be stored.
    pub async fn save_preset(
        &self,
        id: Option<PresetId>,
        name: &str,
        text: &str,
        project: Option<ProjectId>,
    ) -> Result<Vec<PresetView>, ApiError> {
        let name = checked(name, text)?;
        let presets = self.inner.store.presets();
        let all = presets.list().await?;
        let invalid = |message| Err(ApiError::new(ErrorCode::Invalid, message));
        let same = |other: &str| other.eq_ignore_ascii_case(&name);
        if all.iter().any(|one| Some(one.id) != id && same(&one.name)) {
            return invalid(phrases::host_preset_taken(name));
        }
        if id.is_none() && all.len() >= MAX_PRESETS as usize {
            return invalid(phrases::host_preset_too_many(MAX_PRESETS));
        }
        match id {
            Some(id) => presets.change(id, &name, text).await.map_err(gone)?,
            None => presets.add(&name, text, project).await.map(drop)?,
        }
        self.presets().await
    }

    /// Deletes a preset. Returns those that are left.
    ///
    /// # Errors
    /// There is none, or it could not be deleted.
    pub async fn remove_preset(&self, id: PresetId) -> Result<Vec<PresetView>, ApiError> {
        let removed = self.inner.store.presets().remove(id).await;
        removed.map_err(gone)?;
        self.presets().await
    }
}

/// Returns the name on one line, after checking both.
fn checked(name: &str, text: &str) -> Result<String, ApiError> {
    let invalid = |message| Err(ApiError::new(ErrorCode::Invalid, message));
    let name = domain::visible(name.trim());
    if name.is_empty() {
        return invalid(phrases::host_preset_no_name());
    }
    if name.chars().count() > MAX_NAME {
        return invalid(phrases::host_preset_long_name(MAX_NAME));
    }
    if text.trim().is_empty() {
        return invalid(phrases::host_preset_no_text());
    }
    if text.len() > MAX_TEXT {
        return invalid(phrases::host_preset_long_text(MAX_TEXT >> 10));
    }
    Ok(name)
}

fn gone(error: StoreError) -> ApiError {
    if matches!(error, StoreError::NotFound) {
        return ApiError::new(ErrorCode::NotFound, phrases::host_preset_gone());
    }
    error.into()
}
