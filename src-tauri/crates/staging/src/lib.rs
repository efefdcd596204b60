//! Pending changes of a folder that a server may write to under review: listed, applied or discarded.
//!
//! The sandbox puts an overlay over such a folder. What the server writes goes to an *upper* layer; the user's folder, the *lower* one, stays
//! as it is. This crate reads the upper layer as a list of [`Change`]s, copies chosen ones into the folder, and drops others. It knows no
//! server, no approval and no sandbox: it works on two folder trees.
//!
//! The upper layer is hostile: a server wrote it. No link in it is followed, in either tree; nothing outside of the two folders is opened. Devices,
//! pipes and sockets are never applied, and neither is a set-user-id bit.
//!
//! Three rules keep the user's files safe:
//!
//! 1. *What was shown is what is applied.* A change has a [`Digest`] over both of its sides. [`Staged::apply`] takes these, and leaves a change that has
//!    another one by now as it is.
//! 2. *Work of others is not overwritten.* When a change is first seen, what the folder held there is recorded. If the folder holds something else later,
//!    or was changed after the server made its version, the change is a [`State::Conflict`].
//! 3. *Each file is the old one or the new one*, also if the program is killed. What was not applied yet is still pending, and applying again completes it.
//!
//! Applying and discarding change the upper layer, so no overlay may be mounted over it then. Listing may happen at any time.
//!
//! ```no_run
//! use staging::{Bounds, Lower, Staged};
//!
//! let staged = Staged::new(Lower::at("/home/maja/notes".as_ref())?, "/var/lib/innkeeper/staged/1".into());
//! staged.prepare()?;
//! // … a server writes, in a sandbox with `staged.upper()` and `staged.work()` …
//! let pending = staged.pending(&Bounds::default())?;
//! let all: Vec<_> = pending.changes.iter().map(|change| change.digest).collect();
//! let applied = staged.apply(&all, &Bounds::default())?;
//! println!("{} of {} changes applied", applied.done.len(), all.len());
//! # Ok::<(), staging::StagingError>(())
//! ```

mod change;
mod digest;
mod error;
#[cfg(target_os = "linux")]
mod linux;
mod operations;
mod staged;

pub use change::{
    Applied, Block, Bounds, Change, Content, Contents, Kind, NotApplied, Pending, Side, State, Why,
};
pub use digest::Digest;
pub use error::StagingError;
pub use staged::{Lower, Staged};
