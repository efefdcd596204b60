//! Reading files in a process of its own, so that a parser that fails takes nothing else with it.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::PathBuf,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    AttachError, Attachment, Extract, Limits, Selection, check,
    task::{MARKER, Reading, Task},
};

/// Most bytes of what a reader says besides its answer.
const COMPLAINT_MAX: u64 = 4 << 10;

/// `CREATE_NO_WINDOW`: a host with a window has no console, and Windows would open one for each reader.
#[cfg(windows)]
const NO_WINDOW: u32 = 0x0800_0000;

/// Reads files, each in a process that is started for it and confined before it sees the first byte.
///
/// On Linux that process has bounds on memory and processor time, may open no file, make no socket and start no program. On other
/// Unix systems it has the bounds. On Windows it has none but the time it is awaited.
#[derive(Clone, Debug)]
pub struct Reader {
    program: PathBuf,
    /// Keeps the file that `program` leads to, where that is a descriptor.
    _file: Option<Arc<File>>,
    limits: Limits,
}

impl Reader {
    /// A reader that starts this program, whose `main` begins with [`crate::run_reader_if_asked`].
    #[must_use]
    pub fn at(program: impl Into<PathBuf>, limits: Limits) -> Self {
        Self {
            program: program.into(),
            _file: None,
            limits,
        }
    }

    /// A reader that starts the program `innkeeper-reader` beside the running one, which therefore needs no parsers itself. The file
    /// is opened now, so that this version of it is used even after an update replaces it.
    ///
    /// On systems other than Linux it starts the running program once more, whose `main` begins with [`crate::run_reader_if_asked`].
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub fn beside(limits: Limits) -> io::Result<Self> {
        if !cfg!(target_os = "linux") {
            return Ok(Self::at(std::env::current_exe()?, limits));
        }
        let path = std::env::current_exe()?.with_file_name("innkeeper-reader");
        let file = File::open(&path).map_err(|error| {
            let message = format!("{} cannot be opened: {error}", path.display());
            io::Error::new(error.kind(), message)
        })?;
        Ok(Self::opened(file, limits))
    }

    #[cfg(unix)]
    fn opened(file: File, limits: Limits) -> Self {
        use std::os::fd::AsRawFd as _;
        let own = std::process::id();
        Self {
            program: format!("/proc/{own}/fd/{}", file.as_raw_fd()).into(),
            _file: Some(Arc::new(file)),
            limits,
        }
    }

    #[cfg(not(unix))]
    fn opened(file: File, limits: Limits) -> Self {
        Self {
            program: PathBuf::new(),
            _file: Some(Arc::new(file)),
            limits,
        }
    }

    /// The bounds of all it reads.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Tells what a file is and what can be attached of it. Blocks for at most [`crate::ReaderLimits::wait_ms`].
    ///
    /// # Errors
    /// [`AttachError`], with what to do next.
    pub fn inspect(&self, name: &str, bytes: &Arc<[u8]>) -> Result<Attachment, AttachError> {
        match self.run(name, bytes, None)? {
            Reading::Attachment(found) => check::attachment(found, name, bytes, &self.limits)
                .ok_or(AttachError::ReaderCrashed),
            Reading::Refused(error) => Err(check::error(error)),
            Reading::Extract(_) => Err(AttachError::ReaderCrashed),
        }
    }

    /// Makes parts from what is wanted of a file. Blocks for at most [`crate::ReaderLimits::wait_ms`].
    ///
    /// # Errors
    /// [`AttachError`], with what to do next.
    pub fn extract(
        &self,
        name: &str,
        bytes: &Arc<[u8]>,
        selection: Selection,
    ) -> Result<Extract, AttachError> {
        match self.run(name, bytes, Some(selection))? {
            Reading::Extract(made) => {
                check::extract(made, bytes, &self.limits).ok_or(AttachError::ReaderCrashed)
            }
            Reading::Refused(error) => Err(check::error(error)),
            Reading::Attachment(_) => Err(AttachError::ReaderCrashed),
        }
    }

    fn run(
        &self,
        name: &str,
        bytes: &Arc<[u8]>,
        selection: Option<Selection>,
    ) -> Result<Reading, AttachError> {
        let size = bytes.len() as u64;
        if size > self.limits.file_bytes {
            return Err(AttachError::TooLarge {
                bytes: size,
                limit: self.limits.file_bytes,
            });
        }
        let task = Task {
            name: crate::name::of_file(name),
            selection,
            limits: self.limits,
        };
        let not_started = |error: &io::Error| AttachError::ReaderNotStarted {
            reason: error.to_string(),
        };
        let started = self
            .start(task, bytes)
            .map_err(|error| not_started(&error))?;
        started.answer(self.limits)
    }

    fn start(&self, task: Task, bytes: &Arc<[u8]>) -> io::Result<Started> {
        let mut command = Command::new(&self.program);
        command
            .arg(MARKER)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            command.current_dir("/").process_group(0);
        }
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NO_WINDOW);
        let mut running = Running(command.spawn()?);
        let (stdin, stdout, stderr) = running.streams()?;
        let bytes = Arc::clone(bytes);
        // Threads of their own, which nothing waits for: whoever holds the other ends cannot delay the host.
        spawn(move || write(stdin, &task, &bytes))?;
        let most = self.limits.reader.output_bytes;
        Ok(Started {
            running,
            answer: collect(stdout, most)?,
            complaint: collect(stderr, COMPLAINT_MAX)?,
        })
    }
}

/// A process that is ended when it is dropped.
struct Running(Child);

impl Running {
    fn streams(&mut self) -> io::Result<(ChildStdin, ChildStdout, ChildStderr)> {
        let child = &mut self.0;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((stdin, stdout, stderr)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until it has ended, and ends what it left behind.
    fn ended(&mut self, until: Instant) -> Result<io::Result<ExitStatus>, AttachError> {
        const PAUSE: Duration = Duration::from_millis(1);
        loop {
            match self.0.try_wait() {
                Ok(None) if Instant::now() >= until => return Err(AttachError::OutOfTime),
                Ok(None) => std::thread::sleep(PAUSE),
                Ok(Some(_)) => return Ok(self.end()),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Ends it with all that it started, and tells how it ended. One that had ended keeps its status.
    fn end(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.0.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
        self.0.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.0.try_wait().is_ok_and(|ended| ended.is_none()) {
            let _ = self.end();
        }
    }
}

struct Started {
    running: Running,
    answer: Receiver<Vec<u8>>,
    complaint: Receiver<Vec<u8>>,
}

impl Started {
    fn answer(mut self, limits: Limits) -> Result<Reading, AttachError> {
        let until = Instant::now() + Duration::from_millis(limits.reader.wait_ms);
        let answer = receive(&self.answer, until)?;
        if let Ok(answer) = serde_json::from_slice(&answer) {
            return Ok(answer);
        }
        let complaint = receive(&self.complaint, until)?;
        // Both streams are closed, so that it is about to end.
        let status = self.running.ended(until)?;
        Err(status.map_or(AttachError::ReaderCrashed, |status| {
            reason(status, &complaint)
        }))
    }
}

fn receive(from: &Receiver<Vec<u8>>, until: Instant) -> Result<Vec<u8>, AttachError> {
    let left = until.saturating_duration_since(Instant::now());
    from.recv_timeout(left).map_err(|_| AttachError::OutOfTime)
}

/// Why a reader ended without an answer.
fn reason(status: ExitStatus, complaint: &[u8]) -> AttachError {
    /// What the standard library says before it ends a process without memory.
    const NO_MEMORY: &[u8] = b"memory allocation of";
    if complaint
        .windows(NO_MEMORY.len())
        .any(|said| said == NO_MEMORY)
    {
        return AttachError::OutOfMemory;
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;

        use rustix::process::Signal;
        let signal = status.signal();
        if signal == Some(Signal::XCPU.as_raw()) {
            return AttachError::OutOfTime;
        }
        // By the system, which had too little left.
        if signal == Some(Signal::KILL.as_raw()) {
            return AttachError::OutOfMemory;
        }
    }
    let _ = status;
    AttachError::ReaderCrashed
}

fn write(mut to: ChildStdin, task: &Task, bytes: &[u8]) {
    // One that ended early says why on its other streams.
    let _ = task.write(&mut to).and_then(|()| to.write_all(bytes));
}

/// Collects the first `most` bytes, and reads on to the end.
fn collect(mut from: impl Read + Send + 'static, most: u64) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = mpsc::sync_channel(1);
    spawn(move || {
        let mut bytes = Vec::new();
        let read = from.by_ref().take(most).read_to_end(&mut bytes);
        let rest = read.and_then(|_| io::copy(&mut from, &mut io::sink()));
        if rest.is_err() {
            bytes.clear();
        }
        let _ = sender.send(bytes);
    })?;
    Ok(receiver)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let named = thread::Builder::new().name("attachment".to_owned());
    named.spawn(work).map(drop)
}
