//! How long an app takes from its start to the first paint of what its script made, and how much memory it holds at rest, with
//! all its processes.
//!
//! Nothing in an app helps: the paint is seen in the memory of an X server without a screen. Both apps draw by script alone, so
//! what is seen can be used.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{BufRead, BufReader},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde::Serialize;

use crate::{error::BenchError, full::folder, report::median};

/// The size of the screen and of both windows.
const WIDTH: usize = 1280;
const HEIGHT: usize = 800;
/// Every so manieth row of the screen is looked at: letters are higher.
const ROWS: usize = 6;
/// So many colours are letters with soft edges, and no background.
const COLOURS: usize = 12;
/// Between two looks at the screen.
const LOOK: Duration = Duration::from_millis(3);
/// From the paint to the count of the memory.
const REST: Duration = Duration::from_secs(3);
/// How long an app may take to paint, or to end.
const LIMIT: Duration = Duration::from_secs(30);
/// The number of servers of the app that has some.
const KNOWN: usize = 100;
/// Marks the processes of a start: each inherits it.
const MARK: &str = "INNKEEPER_BENCH_START";

/// What was seen of an app.
#[derive(Debug, Serialize)]
pub struct Started {
    /// Its name.
    pub name: &'static str,
    /// To the first paint, in milliseconds, the median.
    pub paint_ms: f64,
    /// Proportional set size of all its processes, in MB, the median.
    pub memory_mb: f64,
    /// How many processes it has.
    pub processes: usize,
    /// Its program and those that are installed with it, in MB.
    pub size_mb: f64,
    /// Every start: milliseconds and MB.
    pub starts: Vec<(f64, f64)>,
}

struct App {
    name: &'static str,
    program: PathBuf,
    args: Vec<String>,
    starts: Vec<(f64, f64)>,
    processes: usize,
}

/// Starts the apps in turn, after one start of each that does not count: the empty one, this one, and this one with [`KNOWN`] servers that run `program`.
pub fn measure(
    apps: &[PathBuf],
    program: &Path,
    rounds: usize,
) -> Result<Vec<Started>, BenchError> {
    let [empty, ours] = apps else {
        return Err(BenchError::Unexpected("two apps are needed".into()));
    };
    let folder = folder()?;
    let data = |name: &str| folder.path().join(name).display().to_string();
    let of = |name: &str| vec!["--data-dir".into(), data(name)];
    seed(&data("known"), program)?;
    let mut apps = [
        App::new("empty app, two windows", empty, vec![]),
        App::new("Innkeeper", ours, of("data")),
        App::new("Innkeeper, 100 servers", ours, of("known")),
    ];
    for round in 0..=rounds {
        for app in &mut apps {
            let screen = Screen::start(folder.path())?;
            let (paint, memory, processes) = app.start(&screen)?;
            eprintln!(
                "start {round}/{rounds}  {:<24} paint {paint:>6.0} ms  {memory:>6.1} MB in {processes} processes",
                app.name
            );
            if round > 0 {
                app.starts.push((paint, memory));
                app.processes = processes;
            }
        }
    }
    Ok(apps.into_iter().map(App::done).collect())
}

/// Fills a data folder with [`KNOWN`] servers.
fn seed(data: &str, program: &Path) -> Result<(), BenchError> {
    let status = Command::new(std::env::current_exe()?)
        .arg("known")
        .arg(data)
        .arg(KNOWN.to_string())
        .arg(program)
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err(BenchError::Unexpected("the servers were not added".into())),
    }
}

impl App {
    fn new(name: &'static str, program: &Path, args: Vec<String>) -> Self {
        Self {
            name,
            program: program.to_owned(),
            args,
            starts: Vec::new(),
            processes: 0,
        }
    }

    fn done(self) -> Started {
        Started {
            name: self.name,
            paint_ms: median(self.starts.iter().map(|s| s.0).collect()),
            memory_mb: median(self.starts.iter().map(|s| s.1).collect()),
            processes: self.processes,
            size_mb: size(&self.program),
            starts: self.starts,
        }
    }

    fn start(&self, screen: &Screen) -> Result<(f64, f64, usize), BenchError> {
        let mark = format!("{}-{}", std::process::id(), screen.number);
        let begin = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .env("DISPLAY", format!(":{}", screen.number))
            .env("GDK_BACKEND", "x11")
            .env_remove("WAYLAND_DISPLAY")
            .env(MARK, &mark)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let seen = screen.wait_for_paint(begin).map(|paint| {
            thread::sleep(REST);
            let all = processes(&mark);
            let memory = all.iter().map(|pid| memory(*pid)).sum::<f64>();
            (paint.as_secs_f64() * 1e3, memory, all.len())
        });
        end(&mut child, &mark)?;
        seen
    }
}

/// The size of a program and of what is installed beside it, in MB.
fn size(program: &Path) -> f64 {
    let beside = ["innkeeper-guard", "innkeeper-reader"].map(|name| program.with_file_name(name));
    let ours = program.ends_with("innkeeper");
    let all = beside.iter().filter(|_| ours).map(PathBuf::as_path);
    let bytes = |file: &Path| fs::metadata(file).map_or(0, |file| file.len());
    all.chain([program]).map(bytes).sum::<u64>() as f64 / 1e6
}

/// Asks the app to end, and whatever is left of it.
fn end(child: &mut Child, mark: &str) -> Result<(), BenchError> {
    let begin = Instant::now();
    loop {
        let hard = begin.elapsed() > LIMIT / 4;
        let left = processes(mark);
        if child.try_wait()?.is_some() && left.is_empty() {
            return Ok(());
        }
        if begin.elapsed() > LIMIT {
            return Err(BenchError::Unexpected("an app did not end".into()));
        }
        for pid in left.into_iter().filter_map(Pid::from_raw) {
            let signal = if hard { Signal::KILL } else { Signal::TERM };
            // It may have ended meanwhile.
            let _ = kill_process(pid, signal);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn processes(mark: &str) -> Vec<i32> {
    let wanted = format!("{MARK}={mark}\0");
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment
                .windows(wanted.len())
                .any(|part| part == wanted.as_bytes())
        })
        .collect()
}

/// The proportional set size of a process, in MB.
fn memory(pid: i32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kib.unwrap_or_default() * 1024.0 / 1e6
}

/// An X server whose screen is a file.
struct Screen {
    server: Child,
    number: u32,
    file: File,
}

impl Screen {
    fn start(folder: &Path) -> Result<Self, BenchError> {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-nolisten",
                "tcp",
                "-nocursor",
                "-screen",
                "0",
            ])
            .arg(format!("{WIDTH}x{HEIGHT}x24"))
            .arg("-fbdir")
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = server.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let number = line.trim().parse();
        let file = File::open(folder.join("Xvfb_screen0"));
        match (number, file) {
            (Ok(number), Ok(file)) => Ok(Self {
                server,
                number,
                file,
            }),
            _ => {
                server.kill()?;
                server.wait()?;
                Err(BenchError::Unexpected("Xvfb did not start".into()))
            }
        }
    }

    fn wait_for_paint(&self, begin: Instant) -> Result<Duration, BenchError> {
        let pixels = self
            .file
            .metadata()?
            .len()
            .saturating_sub((WIDTH * HEIGHT * 4) as u64);
        let mut row = vec![0; WIDTH * 4];
        loop {
            let mut colours = HashSet::new();
            for at in (0..HEIGHT).step_by(ROWS) {
                self.file
                    .read_exact_at(&mut row, pixels + (at * WIDTH * 4) as u64)?;
                let mut last: &[u8] = &[];
                for pixel in row.chunks_exact(4) {
                    if pixel != last {
                        colours.insert([pixel[0], pixel[1], pixel[2]]);
                        last = pixel;
                    }
                }
            }
            let elapsed = begin.elapsed();
            if colours.len() >= COLOURS {
                return Ok(elapsed);
            }
            if elapsed > LIMIT {
                return Err(BenchError::Unexpected("an app did not paint".into()));
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
