//! How the model of a conversation is to answer.

use domain::ConversationId;
use serde::{Deserialize, Serialize};

use crate::{
    Conversations, StoreError,
    columns::{changed, to_json},
};

/// How a model is to answer, where the user chose so; its own way otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tuning {
    /// How much it reasons, as the word of its wire format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// The temperature in hundredths, 0 to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<u16>,
    /// The longest answer in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<u32>,
}

impl Conversations<'_> {
    /// Stores how the model of a conversation is to answer.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_tuning(&self, id: ConversationId, tuning: &Tuning) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET tuning = ? WHERE id = ?")
            .bind(to_json(tuning)?)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }
}
