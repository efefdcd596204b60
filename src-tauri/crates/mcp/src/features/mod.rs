//! One module per feature: what its requests carry, and how its results are read, item by item.

pub(crate) mod completion;
pub(crate) mod content;
pub(crate) mod elicitation;
pub(crate) mod listing;
pub(crate) mod prompts;
pub(crate) mod resources;
pub(crate) mod sampling;
pub(crate) mod tasks;
pub(crate) mod template;
pub(crate) mod tools;
