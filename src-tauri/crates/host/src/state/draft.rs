//! Data that a person reviews before it is used.

/// A value with an identifier, which a later request refers to.
#[derive(Clone, Debug)]
pub(crate) struct Draft<T> {
    /// The identifier.
    pub id: String,
    /// The value.
    pub value: T,
}
