//! Why a model cannot be used.

/// A model that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A file could not be read.
    #[error(
        "could not read {file}: {source}. Choose a folder with `model.safetensors` and `tokenizer.json` of a model2vec model."
    )]
    Read {
        /// The file's name.
        file: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// A file is larger than any known static model.
    #[error(
        "{0} is too large for a static embedding model. Choose a model2vec model of at most 512 MB."
    )]
    TooLarge(&'static str),
    /// `model.safetensors` is damaged or of another kind.
    #[error("`model.safetensors` is no static embedding model: {0}. Choose a model2vec model.")]
    Weights(&'static str),
    /// `tokenizer.json` is damaged or of another kind.
    #[error("`tokenizer.json` cannot be used: {0}. Choose a model2vec model.")]
    Tokenizer(&'static str),
}
