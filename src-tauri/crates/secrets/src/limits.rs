//! Limits of the names and the sizes of secrets.

/// Longest name of a secret inside its scope, in bytes. Some keychains cap the whole account name at 512.
pub const MAX_NAME_BYTES: usize = 256;
/// Most bytes of a secret in one keychain entry; some keychains hold 2,560 bytes, and a header comes on top.
pub const PART_BYTES: usize = 2_400;
/// Most entries one secret may take.
pub const MAX_PARTS: usize = 16;
/// Largest secret, in bytes.
pub const MAX_SECRET_BYTES: usize = PART_BYTES * MAX_PARTS;
