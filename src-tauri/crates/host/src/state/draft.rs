//! Data that a person looks at before it is used.

/// A value with an identifier, by which a later request names it.
#[derive(Clone, Debug)]
pub(crate) struct Draft<T> {
    /// The identifier.
    pub id: String,
    /// The value.
    pub value: T,
}
