//! System calls as a hostile program makes them: by number, with any arguments.
#![allow(unsafe_code, reason = "hostile programs do not use safe wrappers")]

use std::{ffi::CString, io, os::unix::ffi::OsStrExt, path::Path};

/// Makes a system call. Pointers are passed as numbers; what they point to outlives the call.
pub fn call<const N: usize>(number: i64, arguments: [usize; N]) -> io::Result<usize> {
    let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
    // SAFETY: every pointer among the arguments is made from a reference that the caller holds.
    let result = unsafe {
        libc::syscall(
            number,
            argument(0),
            argument(1),
            argument(2),
            argument(3),
            argument(4),
            argument(5),
        )
    };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(result.cast_unsigned() as usize)
}

pub fn c(path: impl AsRef<Path>) -> CString {
    CString::new(path.as_ref().as_os_str().as_bytes()).unwrap()
}

pub fn address(text: &std::ffi::CStr) -> usize {
    text.as_ptr().addr()
}

/// A child that waits for a signal. Answers its process id.
pub fn fork_sleeper() -> io::Result<i32> {
    // SAFETY: this process has one thread, and the child calls nothing but system calls.
    unsafe {
        let pid = libc::fork();
        if pid == 0 {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::pause();
            libc::_exit(0);
        }
        if pid < 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(pid)
        }
    }
}

/// A fork made with these flags; the child ends at once.
pub fn fork_with(flags: libc::c_int) -> io::Result<()> {
    let flags = (flags | libc::SIGCHLD).cast_unsigned() as usize;
    let pid = call(libc::SYS_clone, [flags, 0, 0, 0, 0])?;
    if pid == 0 {
        // SAFETY: ends the child, which has done nothing.
        unsafe { libc::_exit(0) }
    }
    Ok(())
}

/// `getpid` by the entry for 32-bit programs.
#[cfg(target_arch = "x86_64")]
pub fn getpid_32_bit() -> io::Result<()> {
    let result: i32;
    // SAFETY: getpid changes nothing; the kernel may clobber r8 to r11.
    unsafe {
        std::arch::asm!("int 0x80", inlateout("eax") 20_i32 => result, out("r8") _, out("r9") _, out("r10") _, out("r11") _);
    }
    if result > 0 {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(-result))
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub fn getpid_32_bit() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Maps a file for reading, for as long as this process lives.
pub fn map(file: &std::fs::File) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let fd = usize::try_from(file.as_raw_fd()).unwrap();
    call(libc::SYS_mmap, [0, 4096, 1, 2, fd, 0]).map(drop)
}
