//! Limits of waiting and of denials.

use std::time::Duration;

/// How long a prompt waits before it is a denial.
pub const EXPIRY: Duration = Duration::from_secs(5 * 60);
/// How long an approval request waits at most while somebody fills in its form.
pub const EXPIRY_MAX: Duration = Duration::from_secs(30 * 60);
/// The most prompts that may wait; a further one is denied.
pub const MAX_WAITING: usize = 64;
/// So many denials by a person mute a server for the conversation.
pub const MUTE_AFTER: u32 = 3;

/// So many denials in a row by a person mute the requests of a server until a person starts it again.
pub const REQUESTS_MUTE_AFTER: u32 = 3;
