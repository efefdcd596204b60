//! One module per feature: what its requests carry, and how its results are read, item by item.

pub(crate) mod tools;
