//! The entry point of the guard process.

#[cfg(unix)]
use crate::guard::MARKER;

/// Becomes a guard, and never returns, if this process was started as one. To be called first in `main`, before any
/// thread, runtime or window.
pub fn run_guard_if_asked() {
    #[cfg(unix)]
    if std::env::args_os().nth(1).is_some_and(|arg| arg == MARKER) {
        crate::unix::run_guard();
    }
}
