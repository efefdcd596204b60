//! The tables, and the same as JSON.

use std::{fs, path::Path, process::Command};

use serde::Serialize;

use crate::{
    aims::{self, Aim},
    cores::Cores,
    error::BenchError,
    load::{Figures, TAIL},
    neighbour::Idle,
    plan::{self, Case},
    soak::Soak,
    start::Started,
    storm::{Clicks, Storms},
    tables::{micros, table, whole},
    walls::{Changed, Pair, Walls},
    window::{Kind, Window},
};

/// What came out of all rounds of a case: medians.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Its group.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How many at once.
    pub at_once: usize,
    /// Half of the acts took at most this, in microseconds.
    pub p50_us: f64,
    /// All but one in a hundred.
    pub p99_us: f64,
    /// The shares of [`TAIL`].
    pub tail_us: Vec<f64>,
    /// Acts a second.
    pub rate: f64,
    /// Of the round in which the machine did least else.
    best_rate: f64,
    /// Processor time of an act, in microseconds.
    pub cpu_us: f64,
    /// Every round.
    rounds: Vec<Figures>,
}

impl Measured {
    /// From the figures of every round.
    pub fn new(case: &Case, rounds: Vec<Figures>) -> Self {
        let of = |pick: fn(&Figures) -> f64| median(rounds.iter().map(pick).collect());
        Self {
            group: case.group,
            name: case.name,
            at_once: case.at_once,
            p50_us: of(|f| f.p50_us),
            p99_us: of(|f| f.p99_us),
            tail_us: tails(&rounds),
            rate: of(|f| f.rate),
            best_rate: rounds.iter().map(|f| f.rate).fold(0.0, f64::max),
            cpu_us: of(|f| f.cpu_s * 1e6 / f.count.unwrap_or(1).max(1) as f64),
            rounds,
        }
    }
}

/// The middle one for each share, if every round has them.
fn tails(rounds: &[Figures]) -> Vec<f64> {
    let at = |at: usize| {
        let all: Option<Vec<f64>> = rounds.iter().map(|f| f.tail_us.get(at).copied()).collect();
        all.map(median)
    };
    let all: Option<Vec<f64>> = (0..TAIL.len()).map(at).collect();
    all.unwrap_or_default()
}

/// The middle one.
pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Everything that was measured, where and when.
#[derive(Debug, Serialize)]
pub struct Report {
    machine: Machine,
    rounds: usize,
    /// The cases.
    pub measured: Vec<Measured>,
    #[serde(flatten)]
    parts: Parts,
    /// What is wanted.
    pub aims: Vec<Aim>,
}

/// What is no case: measured in ways of their own.
#[derive(Debug, Serialize)]
pub struct Parts {
    /// Many servers at rest.
    pub idle: Option<Idle>,
    /// A long day of use.
    pub soaked: Option<Soak>,
    /// Starts of apps.
    pub started: Vec<Started>,
    /// The window's part of a chunk.
    pub window: Option<Window>,
    /// The window in a storm.
    pub storms: Option<Storms>,
    /// What the sandbox costs.
    pub walls: Option<Walls>,
}

impl Report {
    /// Of a whole run.
    pub fn new(measured: Vec<Measured>, parts: Parts, rounds: usize, cores: &Cores) -> Self {
        let aims = aims::of(&measured, &parts);
        Self {
            machine: Machine::now(cores),
            rounds,
            measured,
            parts,
            aims,
        }
    }

    /// Where and when it was measured.
    pub fn line(&self) -> String {
        self.machine.line(self.rounds)
    }

    /// Prints it as tables that Markdown understands.
    pub fn print(&self) {
        println!("\n{}", self.line());
        for (group, about) in plan::GROUPS {
            let of: Vec<&Measured> = self.measured.iter().filter(|m| m.group == *group).collect();
            let is_part = match *group {
                plan::START => !self.parts.started.is_empty(),
                plan::IDLE => self.parts.idle.is_some(),
                plan::SOAK => self.parts.soaked.is_some(),
                plan::STORM => self.parts.storms.is_some(),
                plan::SANDBOX => self.parts.walls.is_some(),
                _ => false,
            };
            if of.is_empty() && !is_part {
                continue;
            }
            println!("\n{about}:\n");
            match *group {
                "echo" => echo(&of),
                plan::STREAM => {
                    stream(&of);
                    self.parts.window.iter().for_each(windows);
                }
                plan::NEIGHBOUR => neighbour(&of),
                plan::IDLE => self.parts.idle.iter().for_each(at_rest),
                plan::SOAK => self.parts.soaked.iter().for_each(soaked),
                plan::STORM => self.parts.storms.iter().for_each(in_storm),
                plan::SANDBOX => self.parts.walls.iter().for_each(in_walls),
                plan::START => started(&self.parts.started),
                plan::MATCHING => matching(&of),
                plan::TOOLS => tools(&of),
                plan::READING => reading(&of),
                plan::ASSEMBLING => assembling(&of),
                plan::STOP => stop(&of),
                _ => commit(&of),
            }
        }
        if !self.aims.is_empty() {
            println!("\nAims:\n");
            table(
                &["Aim", "Wanted", "Measured", ""],
                &self
                    .aims
                    .iter()
                    .map(|aim| aim.row().to_vec())
                    .collect::<Vec<_>>(),
            );
        }
    }

    /// Writes every figure.
    pub fn write(&self, file: &Path) -> Result<(), BenchError> {
        Ok(fs::write(file, serde_json::to_string_pretty(self)?)?)
    }
}

fn echo(of: &[&Measured]) {
    let floor = |at_once| {
        of.iter()
            .find(|m| m.name == plan::FLOOR && m.at_once == at_once)
    };
    let rows: Vec<Vec<String>> = of
        .iter()
        .map(|m| {
            let ratio = floor(m.at_once).map_or(f64::NAN, |f| m.p50_us / f.p50_us);
            let share = floor(m.at_once).map_or(f64::NAN, |f| m.rate / f.rate);
            vec![
                m.name.into(),
                m.at_once.to_string(),
                micros(m.p50_us),
                format!("{ratio:.1} ×"),
                micros(m.p99_us),
                whole(m.rate),
                format!("{:.1} %", share * 100.0),
                whole(m.best_rate),
                micros(m.cpu_us),
            ]
        })
        .collect();
    table(
        &[
            "Client",
            "At once",
            "p50 µs",
            "to floor",
            "p99 µs",
            "Calls/s",
            "of floor",
            "best round",
            "CPU µs a call",
        ],
        &rows,
    );
}

fn commit(of: &[&Measured]) {
    let rows: Vec<Vec<String>> = of
        .iter()
        .map(|m| {
            vec![
                m.name.into(),
                micros(m.p50_us),
                micros(m.p99_us),
                whole(m.rate),
            ]
        })
        .collect();
    table(&["Work", "p50 µs", "p99 µs", "A second"], &rows);
}

fn stop(of: &[&Measured]) {
    let ms = |us: f64| whole(us / 1000.0);
    let row = |m: &&Measured| vec![m.name.into(), ms(m.p50_us), ms(m.p99_us)];
    let rows: Vec<Vec<String>> = of.iter().map(row).collect();
    table(&["Stopped", "p50 ms", "Slowest ms"], &rows);
}

fn tools(of: &[&Measured]) {
    let ms = |us: f64| format!("{:.2}", us / 1000.0);
    let row = |m: &&Measured| vec![m.name.into(), ms(m.p50_us), ms(m.p99_us)];
    let rows: Vec<Vec<String>> = of.iter().map(row).collect();
    table(&["Operation", "p50 ms", "p99 ms"], &rows);
}

fn matching(of: &[&Measured]) {
    let first = of.first().map_or(f64::NAN, |m| m.p50_us);
    let row = |m: &&Measured| {
        vec![
            m.name.into(),
            format!("{:.2}", m.p50_us / 1000.0),
            format!("{:.2}", m.p99_us / 1000.0),
            format!("{:.1} ×", m.p50_us / first),
        ]
    };
    let rows: Vec<Vec<String>> = of.iter().map(row).collect();
    table(&["Search", "p50 ms", "p99 ms", "to floor"], &rows);
}

fn reading(of: &[&Measured]) {
    let ms = |us: f64| format!("{:.1}", us / 1000.0);
    let row = |m: &&Measured| vec![m.name.into(), ms(m.p50_us), ms(m.p99_us)];
    let rows: Vec<Vec<String>> = of.iter().map(row).collect();
    table(&["File", "p50 ms", "p99 ms"], &rows);
}

fn assembling(of: &[&Measured]) {
    let ms = |us: f64| format!("{:.2}", us / 1000.0);
    let row = |m: &&Measured| vec![m.name.into(), ms(m.p50_us), ms(m.p99_us)];
    let rows: Vec<Vec<String>> = of.iter().map(row).collect();
    table(&["10,000 messages", "p50 ms", "p99 ms"], &rows);
}

fn neighbour(of: &[&Measured]) {
    let first = of.first().map_or(f64::NAN, |m| m.p99_us);
    let rows: Vec<Vec<String>> = of
        .iter()
        .map(|m| {
            vec![
                m.name.into(),
                micros(m.p50_us),
                micros(m.p99_us),
                format!("{:.2} ×", m.p99_us / first),
                whole(m.rate),
            ]
        })
        .collect();
    table(
        &["Beside it", "p50 µs", "p99 µs", "to the first", "Calls/s"],
        &rows,
    );
}

fn soaked(soak: &Soak) {
    let row = |(what, first, last): (&str, f64, f64)| {
        let ratio = last / first;
        let number = |n: f64| format!("{n:.0}");
        vec![
            what.into(),
            number(first),
            number(last),
            format!("{ratio:.2} ×"),
        ]
    };
    let rows: Vec<_> = soak.ratios().into_iter().map(row).collect();
    table(&["Held", "After a warm-up", "At the end", "Ratio"], &rows);
}

fn at_rest(idle: &Idle) {
    let row = vec![
        idle.servers.to_string(),
        format!("{:.2} s", idle.seconds),
        format!("{:.0} KiB", idle.kib_each),
    ];
    table(
        &["Servers", "All ready after", "Memory each, in the host"],
        &[row],
    );
}

fn in_storm(storms: &Storms) {
    let row = |name: &str, clicks: &Clicks| {
        vec![
            name.to_owned(),
            format!("{:.0} ms", clicks.p50_ms),
            format!("{:.0} ms", clicks.worst_ms),
        ]
    };
    table(
        &["Server", "half of the clicks", "the slowest"],
        &[
            row("at rest", &storms.calm),
            row("in its storm", &storms.storm),
        ],
    );
    println!("\n{}", storms.dropped);
}

fn in_walls(walls: &Walls) {
    let row = |pair: &Pair| {
        vec![
            pair.what.clone(),
            exact(pair.plain_us),
            exact(pair.confined_us),
            format!("{:.2} ×", pair.confined_us / pair.plain_us),
            exact(pair.plain_best_us),
            exact(pair.confined_best_us),
            pair.count.to_string(),
        ]
    };
    table(
        &[
            "Act",
            "p50 µs",
            "in the sandbox",
            "ratio",
            "best µs",
            "in the sandbox",
            "of each",
        ],
        &walls.pairs.iter().map(row).collect::<Vec<_>>(),
    );
    let row = |change: &Changed| {
        vec![
            change.what.clone(),
            exact(change.p50_us),
            exact(change.worst_us),
            change.count.to_string(),
        ]
    };
    println!();
    table(
        &["While the server runs", "p50 µs", "slowest µs", "changes"],
        &walls.changes.iter().map(row).collect::<Vec<_>>(),
    );
}

/// Microseconds, which may be few.
fn exact(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.3}")
    } else {
        micros(value)
    }
}

fn stream(of: &[&Measured]) {
    let first = of.first().map_or(f64::NAN, |m| m.cpu_us);
    let rows: Vec<Vec<String>> = of
        .iter()
        .map(|m| {
            vec![
                m.name.into(),
                micros(m.cpu_us),
                format!("{:.1} ×", m.cpu_us / first),
            ]
        })
        .collect();
    table(&["Answer", "CPU µs a chunk", "to the first"], &rows);
}

fn windows(window: &Window) {
    println!("\nThe window's cost of a chunk, in {}:\n", window.engine);
    let row = |kind: &Kind| {
        vec![
            kind.kind.clone(),
            format!("{:.2} ms", kind.small_ms),
            format!("{:.2} ms", kind.large_ms),
            format!("{:.2} ×", kind.ratio),
        ]
    };
    table(
        &["Text", "after 1 KB", "after 1 MB", "to the first"],
        &window.results.iter().map(row).collect::<Vec<_>>(),
    );
}

fn started(all: &[Started]) {
    let first = all.first();
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|app| {
            let ratio = |value: f64, of: fn(&Started) -> f64| {
                format!("{:.2} ×", value / first.map_or(f64::NAN, of))
            };
            vec![
                app.name.into(),
                format!("{:.0} ms", app.paint_ms),
                ratio(app.paint_ms, |a| a.paint_ms),
                format!("{:.0} MB", app.memory_mb),
                ratio(app.memory_mb, |a| a.memory_mb),
                app.processes.to_string(),
                format!("{:.1} MB", app.size_mb),
            ]
        })
        .collect();
    table(
        &[
            "App",
            "First paint",
            "",
            "Memory (PSS)",
            "",
            "Processes",
            "Installed",
        ],
        &rows,
    );
}

/// Where and when.
#[derive(Debug, Serialize)]
struct Machine {
    processor: String,
    cores: usize,
    system: String,
    date: String,
}

impl Machine {
    fn now(cores: &Cores) -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let info = read("/proc/cpuinfo");
        let processor = info
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
            .map_or("an unknown processor", |(_, name)| name.trim())
            .to_owned();
        let date = Command::new("date").arg("+%Y-%m-%d").output();
        Self {
            processor,
            cores: cores.len(),
            system: format!("Linux {}", read("/proc/sys/kernel/osrelease").trim()),
            date: date
                .map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned())
                .unwrap_or_default(),
        }
    }

    fn line(&self, rounds: usize) -> String {
        format!(
            "{}, {} cores, {}, {}. Medians of {rounds} interleaved rounds.",
            self.processor, self.cores, self.system, self.date
        )
    }
}
