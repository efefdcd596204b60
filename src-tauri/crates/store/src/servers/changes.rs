//! Changes of a server that is in the list.

use std::collections::{BTreeMap, BTreeSet};

use domain::{ConfinementChoice, EraChoice, LaunchDigest, RemoteTransport, ServerId};

use super::{NewServer, Servers, StoredBundle, StoredEra, StoredPackage, name_key, name_taken};
use crate::{
    StoreError,
    columns::{changed, to_json},
    seal::Section,
};

impl Servers<'_> {
    /// Keeps or withdraws the launch that needs no further approval.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn update_launch_grant(
        &self,
        id: ServerId,
        grant: Option<LaunchDigest>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET launch_grant = ? WHERE id = ?")
            .bind(grant.map(|digest| digest.to_string()))
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps what the user chose about its sandbox.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_confinement(
        &self,
        id: ServerId,
        choice: &ConfinementChoice,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET confinement = ? WHERE id = ?")
            .bind(to_json(choice)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps the package that was installed for it, or that none is. Its launch grant holds for the launch it names, not for another.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_package(
        &self,
        id: ServerId,
        package: Option<&StoredPackage>,
    ) -> Result<(), StoreError> {
        let done = sqlx::query("UPDATE servers SET package = ? WHERE id = ?")
            .bind(package.map(to_json).transpose()?)
            .bind(id.to_string())
            .execute(self.0.writer())
            .await?;
        changed(done.rows_affected())
    }

    /// Keeps the bundle that it is started from, or that it is from none. Its launch grant holds for the launch it names, not for another.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_bundle(
        &self,
        id: ServerId,
        bundle: Option<&StoredBundle>,
    ) -> Result<(), StoreError> {
        let done = sqlx::query("UPDATE servers SET bundle = ? WHERE id = ?")
            .bind(bundle.map(to_json).transpose()?)
            .bind(id.to_string())
            .execute(self.0.writer())
            .await?;
        changed(done.rows_affected())
    }

    /// Changes name and the way it is started. Its launch grant holds for the launch it names, not for another. A server that ran
    /// without a sandbox is confined again, unless it is started as before.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn update(&self, id: ServerId, new: &NewServer) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE servers SET name = ?, name_key = ?, command = ?, args = ?, cwd = ?, env = ?, url = ?, headers = ?, \
             wire = NULL, era = NULL, era_ms = NULL, confinement = CASE WHEN command = ? AND args = ? THEN confinement ELSE '{}' END WHERE id = ?",
        )
        .bind(&new.name)
        .bind(name_key(&new.name))
        .bind(&new.command)
        .bind(to_json(&new.args)?)
        .bind(&new.cwd)
        .bind(to_json(&new.env)?)
        .bind(&new.url)
        .bind(to_json(&new.headers)?)
        .bind(&new.command)
        .bind(to_json(&new.args)?)
        .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        let done = update.execute(change.rows()).await.map_err(name_taken)?;
        changed(done.rows_affected())?;
        change.commit().await
    }

    /// Renames it.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn rename(&self, id: ServerId, name: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET name = ?, name_key = ? WHERE id = ?")
            .bind(name)
            .bind(name_key(name))
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        let done = update.execute(change.rows()).await.map_err(name_taken)?;
        changed(done.rows_affected())?;
        change.commit().await
    }

    /// Keeps which of its tools are switched off.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_tools_off(
        &self,
        id: ServerId,
        tools_off: &BTreeSet<String>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET tools_off = ? WHERE id = ?")
            .bind(to_json(tools_off)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps the bounds of its connection that differ from those of all servers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_bounds(
        &self,
        id: ServerId,
        bounds: &BTreeMap<String, u32>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET bounds = ? WHERE id = ?")
            .bind(to_json(bounds)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps what it may ask for.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_features(
        &self,
        id: ServerId,
        sampling: bool,
        elicitation: bool,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET sampling = ?, elicitation = ? WHERE id = ?")
            .bind(sampling)
            .bind(elicitation)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Says whether the keychain may hold an account of it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_account(&self, id: ServerId, account: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET account = ? WHERE id = ?")
            .bind(account)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Says whether it is started with the host.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_enabled(&self, id: ServerId, enabled: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET enabled = ? WHERE id = ?")
            .bind(enabled)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps the protocol revision last agreed on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_last_revision(&self, id: ServerId, revision: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET last_revision = ? WHERE id = ?")
            .bind(revision)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps what carried the messages to its URL.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_wire(&self, id: ServerId, wire: RemoteTransport) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET wire = ? WHERE id = ?")
            .bind(wire.as_str())
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps how the user wants it spoken to.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_era_choice(&self, id: ServerId, choice: EraChoice) -> Result<(), StoreError> {
        let kept = (choice != EraChoice::Automatic).then(|| choice.to_string());
        let update = sqlx::query("UPDATE servers SET era_choice = ? WHERE id = ?")
            .bind(kept)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps how it is spoken to; with none it is probed at the next start.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_era(&self, id: ServerId, era: Option<&StoredEra>) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET era = ?, era_ms = ? WHERE id = ?")
            .bind(era.map(StoredEra::name))
            .bind(era.map(|era| era.probed_ms))
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }
}
