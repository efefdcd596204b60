//! How the model of a conversation is to answer.

use serde::{Deserialize, Serialize};

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
