//! Child processes: each in a group of its own, with a time limit, ended when this program is interrupted.

use std::{
    cell::Cell,
    io::{self, BufRead, BufReader, IsTerminal, Read, Seek},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::failure::Failure;

/// How long output is awaited between two looks at the clock and at Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// How long output may still come after the program has ended; a process that it left behind may hold the pipe.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// How long a group has to end by itself after it was asked to.
#[cfg(unix)]
const TO_END: Duration = Duration::from_secs(5);
/// How long a program that only answers a question may take.
pub const QUESTION: Duration = Duration::from_secs(60);

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

thread_local! {
    /// What stands before each line that this thread shows.
    static MARK: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// From now on this thread shows each line of a program after `name`, to tell it from those of another thread.
pub fn mark(name: Option<&'static str>) {
    MARK.set(name);
}

/// From now on Ctrl-C ends the running step, and this program after it.
pub fn notice_interrupts() -> Result<(), Failure> {
    let flag = INTERRUPTED.get_or_init(Arc::default);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(flag))?;
    }
    Ok(())
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED
        .get()
        .is_some_and(|flag| flag.load(Ordering::SeqCst))
}

/// Runs `command` for at most `limit`, shows its output, and hands every line, without colours, to `each`.
pub fn watch(
    mut command: Command,
    limit: Duration,
    each: &mut dyn FnMut(&str),
) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        command
            .env("CARGO_TERM_COLOR", "always")
            .env("FORCE_COLOR", "1");
    }
    let mut show = |line: &str| {
        match MARK.get() {
            Some(name) => println!("{name} | {line}"),
            None => println!("{line}"),
        }
        each(&plain(line));
    };
    let program = name(&command);
    command.stderr(Stdio::piped());
    let status = supervise(command, limit, &mut show)?;
    finished(program, status)
}

/// [`watch`] where no line matters.
pub fn run(command: Command, limit: Duration) -> Result<(), Failure> {
    watch(command, limit, &mut |_| ())
}

/// Runs `command` for at most `limit` and gives its standard output, unless it fails. Shows nothing.
pub fn output(mut command: Command, limit: Duration) -> Result<String, Failure> {
    command.stderr(Stdio::null());
    let (all, ended) = collected(command, limit);
    ended.map(|()| all)
}

/// [`output`] of a program that must not fail: if it does, what it said is shown, its standard error too.
pub fn said(mut command: Command, limit: Duration) -> Result<String, Failure> {
    let mut errors = tempfile::tempfile()?;
    command.stderr(errors.try_clone()?);
    let (all, ended) = collected(command, limit);
    if ended.is_err() {
        errors.rewind()?;
        let errors = io::read_to_string(errors).unwrap_or_default();
        print!("{all}{errors}");
    }
    ended.map(|()| all)
}

/// Runs `command` for at most `limit` and gives all that it says. Shows it only if the command fails.
pub fn quiet(mut command: Command, limit: Duration) -> Result<String, Failure> {
    command.stderr(Stdio::piped());
    let (all, ended) = collected(command, limit);
    if ended.is_err() {
        print!("{all}");
    }
    ended.map(|()| all)
}

/// Runs `command` and gives what it printed, and how it ended.
fn collected(command: Command, limit: Duration) -> (String, Result<(), Failure>) {
    let mut all = String::new();
    let program = name(&command);
    let ended = supervise(command, limit, &mut |line| {
        all.push_str(line);
        all.push('\n');
    })
    .and_then(|status| finished(program, status));
    (all, ended)
}

/// [`output`] of a program that only answers a question.
pub fn ask(program: &str, args: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new(program);
    command.args(args);
    output(command, QUESTION)
}

/// Runs `command` on this terminal, without a limit: it may ask the person something, or be the app itself.
pub fn foreground(command: &mut Command) -> Result<ExitStatus, Failure> {
    let program = name(command);
    command
        .status()
        .map_err(|source| Failure::Start { program, source })
}

/// [`foreground`] where only success counts.
pub fn foreground_ok(command: &mut Command) -> Result<(), Failure> {
    let program = name(command);
    let status = foreground(command)?;
    finished(program, status)
}

fn supervise(
    mut command: Command,
    limit: Duration,
    show: &mut dyn FnMut(&str),
) -> Result<ExitStatus, Failure> {
    let program = name(&command);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn().map_err(|source| Failure::Start {
        program: program.clone(),
        source,
    })?;
    let mut group = Group { child, ended: None };
    let lines = group.lines();
    let end = Instant::now() + limit;
    let mut silence: Option<Instant> = None;
    loop {
        match lines.recv_timeout(LOOK) {
            Ok(line) => show(&line),
            Err(RecvTimeoutError::Disconnected) => return group.wait_until(end, program, limit),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupted() {
            return Err(Failure::Interrupted);
        }
        if Instant::now() >= end {
            return Err(Failure::TooLong { program, limit });
        }
        if let Some(status) = group.look()? {
            let since = silence.get_or_insert_with(Instant::now);
            if since.elapsed() >= LAST_WORDS {
                return Ok(status);
            }
        }
    }
}

/// A child and the processes it started. Dropped, it is ended whole.
struct Group {
    child: Child,
    ended: Option<ExitStatus>,
}

impl Group {
    fn lines(&mut self) -> Receiver<String> {
        let (sender, receiver) = channel();
        if let Some(out) = self.child.stdout.take() {
            forward(out, sender.clone());
        }
        if let Some(err) = self.child.stderr.take() {
            forward(err, sender);
        }
        receiver
    }

    fn look(&mut self) -> Result<Option<ExitStatus>, Failure> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?;
        }
        Ok(self.ended)
    }

    /// Waits for a child that has closed its outputs.
    fn wait_until(
        &mut self,
        end: Instant,
        program: String,
        limit: Duration,
    ) -> Result<ExitStatus, Failure> {
        loop {
            if let Some(status) = self.look()? {
                return Ok(status);
            }
            if interrupted() {
                return Err(Failure::Interrupted);
            }
            if Instant::now() >= end {
                return Err(Failure::TooLong { program, limit });
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Group {
    #[cfg(unix)]
    fn drop(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
        let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) else {
            return;
        };
        // A failure means that nothing is left.
        let _ = kill_process_group(group, Signal::TERM);
        let end = Instant::now() + TO_END;
        while test_kill_process_group(group).is_ok() && Instant::now() < end {
            // Collects the child, which counts as part of its group until then.
            if self.look().is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = kill_process_group(group, Signal::KILL);
        let _ = self.child.wait();
    }

    #[cfg(not(unix))]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(output: impl Read + Send + 'static, lines: Sender<String>) {
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if lines.send(text).is_err() {
                return;
            }
            line.clear();
        }
    });
}

fn finished(program: String, status: ExitStatus) -> Result<(), Failure> {
    if status.success() {
        return Ok(());
    }
    let code = status
        .code()
        .map_or_else(|| "signal".to_owned(), |code| format!("exit code {code}"));
    Err(Failure::Status { program, code })
}

/// The program and its first argument: `cargo build`.
fn name(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default();
    let first = command
        .get_args()
        .next()
        .filter(|arg| !arg.to_string_lossy().starts_with('-'));
    match first {
        Some(first) => format!("{} {}", program.to_string_lossy(), first.to_string_lossy()),
        None => program.to_string_lossy().into_owned(),
    }
}

/// `line` without the terminal's colour sequences.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.by_ref().find(|end| end.is_ascii_alphabetic());
        } else {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_removed() {
        assert_eq!(
            plain("\u{1b}[32;1m     Summary\u{1b}[0m [ 1s]"),
            "     Summary [ 1s]"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_limit_ends_the_whole_group() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & echo $!; wait"]);
        let mut left = None;
        let failure = watch(command, Duration::from_millis(400), &mut |line| {
            left = line.parse().ok()
        });
        assert!(
            matches!(failure, Err(Failure::TooLong { .. })),
            "{failure:?}"
        );
        let left = rustix::process::Pid::from_raw(left.unwrap()).unwrap();
        let end = Instant::now() + Duration::from_secs(5);
        while rustix::process::test_kill_process(left).is_ok() && !is_zombie(left) {
            assert!(Instant::now() < end, "the grandchild still runs");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// An orphan may stay as a zombie where nothing collects orphans, as in a container.
    #[cfg(unix)]
    fn is_zombie(pid: rustix::process::Pid) -> bool {
        std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).is_ok_and(|stat| {
            stat.rsplit(") ")
                .next()
                .is_some_and(|rest| rest.starts_with('Z'))
        })
    }

    #[cfg(unix)]
    #[test]
    fn a_process_left_behind_does_not_hold_the_step() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & echo done"]);
        let start = Instant::now();
        run(command, Duration::from_secs(60)).unwrap();
        assert!(start.elapsed() < LAST_WORDS + Duration::from_secs(7));
    }
}
