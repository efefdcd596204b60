//! A file that is written under another name first, so that a reader never sees half of it.

use std::{
    fs::{File, OpenOptions},
    io::BufWriter,
    path::{Path, PathBuf},
};

/// A temporary file beside the target; removed on drop.
pub(crate) struct Half(PathBuf);

impl Half {
    pub fn new(to: &Path) -> std::io::Result<Self> {
        let name = to.file_name().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut half = std::ffi::OsString::from(".");
        half.push(name);
        half.push(format!(".{}.part", std::process::id()));
        Ok(Self(to.with_file_name(half)))
    }

    pub fn create(&self) -> std::io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.0)
    }

    pub fn finish(&self, file: BufWriter<File>, to: &Path) -> std::io::Result<u64> {
        let file = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        std::fs::rename(&self.0, to)?;
        Ok(bytes)
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        // After the rename there is nothing to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}
