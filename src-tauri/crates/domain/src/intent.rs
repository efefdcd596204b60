//! What a model asked for, before anything about it is believed.

/// A model's request to call a tool: an alias and JSON text, both untrusted.
///
/// The raw text is kept as it came; it becomes a [`crate::ToolCall`] only after the alias resolved in the
/// turn's catalog and the text passed [`crate::JsonObjectText::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolIntent {
    /// The provider's identifier of this call, needed to answer it.
    pub provider_call_id: String,
    /// The name the model used: an alias minted by the host, if the model kept to its tools.
    pub alias: String,
    /// The arguments as the model wrote them.
    pub arguments: String,
}
