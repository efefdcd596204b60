//! What a server makes in the folders that it writes to, as seen from outside.

use crate::{FolderGrant, Made};

/// Looks for what appears in folders that a server writes to without a layer of its own ([`crate::Access::Write`]). Each look blocks while
/// the disk does, and takes two seconds at most for each folder. On systems other than Linux it finds nothing.
#[derive(Debug, Default)]
pub struct Lookout {
    #[cfg(target_os = "linux")]
    inner: crate::linux::Lookout,
}

impl Lookout {
    /// Looks for what appears from now on in the writable ones of these folders, and no longer in others. Of a folder that was among them
    /// before, what appeared since the last look stays news.
    pub fn follow(&mut self, folders: &[FolderGrant]) {
        #[cfg(target_os = "linux")]
        self.inner.follow(folders);
        #[cfg(not(target_os = "linux"))]
        let _ = folders;
    }

    /// Returns what appeared since the last look, and what appeared before and runs something else now.
    #[must_use]
    pub fn news(&mut self) -> Vec<Made> {
        #[cfg(target_os = "linux")]
        return self.inner.news();
        #[cfg(not(target_os = "linux"))]
        Vec::new()
    }
}
