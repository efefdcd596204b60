//! What is wanted of the figures, and whether it was met.

use serde::Serialize;

use crate::{
    neighbour::Idle,
    plan,
    report::{Measured, Parts},
    soak::Soak,
    start::Started,
    storm::Storms,
    tables::{micros, whole},
    walls::{self, Walls},
};

/// What opening a file costs in the sandbox, to without one: 1.0 µs to 0.65 µs when it was designed.
const OPEN_RATIO: f64 = 1.55;

/// What is wanted, and what was measured.
#[derive(Debug, Serialize)]
pub struct Aim {
    what: &'static str,
    wanted: String,
    measured: String,
    met: bool,
}

impl Aim {
    /// A row of the table.
    pub fn row(&self) -> [String; 4] {
        let met = if self.met { "met" } else { "missed" };
        [
            self.what.into(),
            self.wanted.clone(),
            self.measured.clone(),
            met.into(),
        ]
    }
}

/// Those of everything that was measured.
pub fn of(all: &[Measured], parts: &Parts) -> Vec<Aim> {
    let mut aims = of_cases(all);
    aims.extend(parts.idle.iter().map(idle_aim));
    aims.extend(parts.soaked.iter().map(soak_aim));
    aims.extend(parts.storms.iter().map(storm_aim));
    aims.extend(start_aims(&parts.started));
    aims.extend(parts.walls.iter().flat_map(wall_aims));
    aims
}

fn find<'a>(all: &'a [Measured], name: &str, at_once: usize) -> Option<&'a Measured> {
    all.iter().find(|m| m.name == name && m.at_once == at_once)
}

fn storm_aim(storms: &Storms) -> Aim {
    Aim {
        what: "The window's slowest answer to a click in a storm",
        wanted: "< 100 ms".into(),
        measured: format!("{:.0} ms", storms.storm.worst_ms),
        met: storms.storm.worst_ms < 100.0,
    }
}

fn soak_aim(soak: &Soak) -> Aim {
    let ratios = soak.ratios().into_iter();
    let most = ratios
        .map(|(_, first, last)| last / first)
        .fold(0.0, f64::max);
    Aim {
        what: "Memory, files, threads and processes after a long day, to its begin",
        wanted: "≤ 1.05 ×".into(),
        measured: format!("{most:.2} × at most"),
        met: most <= 1.05,
    }
}

fn idle_aim(idle: &Idle) -> Aim {
    Aim {
        what: "Memory of an idle client in the host",
        wanted: "≤ 300 KiB".into(),
        measured: format!("{:.0} KiB", idle.kib_each),
        met: idle.kib_each <= 300.0,
    }
}

fn wall_aims(walls: &Walls) -> Vec<Aim> {
    let mut aims = Vec::new();
    if let Some(start) = walls.pair(walls::START) {
        let above = (start.confined_us - start.plain_us) / 1000.0;
        aims.push(Aim {
            what: "Start in the sandbox, above one without",
            wanted: "≤ 10 ms".into(),
            measured: format!("{above:.1} ms"),
            met: above <= 10.0,
        });
    }
    for (row, what, limit) in [
        (
            walls::FILE_CALL,
            "Reading a file by a call in the sandbox",
            1.05,
        ),
        (
            walls::GIT_CALL,
            "`git status` by a call in the sandbox",
            1.05,
        ),
        (walls::OPEN, "Opening a file in the sandbox", OPEN_RATIO),
    ] {
        if let Some(pair) = walls.pair(row) {
            let ratio = pair.confined_us / pair.plain_us;
            aims.push(Aim {
                what,
                wanted: format!("≤ {limit} ×"),
                measured: format!("{ratio:.2} ×"),
                met: ratio <= limit,
            });
        }
    }
    for (row, what) in [
        (walls::GRANT, "Granting a folder to a running server"),
        (walls::REVOKE, "Revoking it"),
    ] {
        if let Some(change) = walls.change(row) {
            let ms = change.p50_us / 1000.0;
            aims.push(Aim {
                what,
                wanted: "≤ 20 ms".into(),
                measured: format!("{ms:.2} ms"),
                met: ms <= 20.0,
            });
        }
    }
    aims
}

fn start_aims(all: &[Started]) -> Vec<Aim> {
    let [empty, ours, known] = all else {
        return Vec::new();
    };
    let aim = |what, limit: f64, ratio: f64| Aim {
        what,
        wanted: format!("≤ {limit} ×"),
        measured: format!("{ratio:.2} ×"),
        met: ratio <= limit,
    };
    vec![
        aim(
            "First paint, to an empty app",
            1.15,
            ours.paint_ms / empty.paint_ms,
        ),
        aim(
            "Memory, to an empty app",
            1.1,
            ours.memory_mb / empty.memory_mb,
        ),
        aim(
            "First paint with 100 known servers, to none",
            1.05,
            known.paint_ms / ours.paint_ms,
        ),
        aim(
            "Memory with 100 known servers, to none",
            1.05,
            known.memory_mb / ours.memory_mb,
        ),
    ]
}

fn of_cases(all: &[Measured]) -> Vec<Aim> {
    let mut aims = Vec::new();
    if let (Some(ours), Some(floor)) = (find(all, plan::OURS, 1), find(all, plan::FLOOR, 1)) {
        let above = ours.p50_us - floor.p50_us;
        aims.push(Aim {
            what: "Client, one at a time: p50 above the floor",
            wanted: "≤ 9 µs".into(),
            measured: format!("{} µs", micros(above)),
            met: above <= 9.0,
        });
    }
    if let (Some(newer), Some(older)) =
        (find(all, plan::OURS_STATELESS, 1), find(all, plan::OURS, 1))
    {
        let ratio = newer.p50_us / older.p50_us;
        aims.push(Aim {
            what: "Client without a session, one at a time: p50 to one with a session",
            wanted: "≤ 1.15 ×".into(),
            measured: format!("{ratio:.2} ×"),
            met: ratio <= 1.15,
        });
    }
    if let (Some(ours), Some(other)) = (find(all, plan::OURS, 1), find(all, plan::RMCP, 1)) {
        let ratio = ours.p50_us / other.p50_us;
        aims.push(Aim {
            what: "Client, one at a time: p50 to rmcp",
            wanted: "≤ 0.9 ×".into(),
            measured: format!("{ratio:.2} ×"),
            met: ratio <= 0.9,
        });
    }
    if let (Some(ours), Some(other)) = (find(all, plan::OURS, 64), find(all, plan::RMCP, 64)) {
        let ratio = ours.rate / other.rate;
        aims.push(Aim {
            what: "Client, 64 at once: calls/s to rmcp",
            wanted: "≥ 4 ×".into(),
            measured: format!("{ratio:.1} ×"),
            met: ratio >= 4.0,
        });
    }
    if let Some(ours) = find(all, plan::OURS, 64) {
        aims.push(Aim {
            what: "Client, 64 at once: calls/s",
            wanted: "≥ 150 000".into(),
            measured: whole(ours.rate),
            met: ours.rate >= 150_000.0,
        });
        aims.push(Aim {
            what: "Client, 64 at once: CPU a call",
            wanted: "≤ 10 µs".into(),
            measured: format!("{} µs", micros(ours.cpu_us)),
            met: ours.cpu_us <= 10.0,
        });
    }
    if let (Some(ours), Some(elsewhere)) = (
        find(all, plan::FLOOD_IN_HOST, 1),
        find(all, plan::FLOOD_ELSEWHERE, 1),
    ) {
        let ratio = ours.p99_us / elsewhere.p99_us;
        aims.push(Aim {
            what: "A neighbour's p99 with a flood in the host, to one elsewhere",
            wanted: "≤ 1.1 ×".into(),
            measured: format!("{ratio:.2} ×"),
            met: ratio <= 1.1,
        });
    }
    if let Some(built) = find(all, plan::ALL_FITS, 1) {
        let ms = built.p50_us / 1000.0;
        aims.push(Aim {
            what: "Building a request of 10,000 messages",
            wanted: "≤ 10 ms".into(),
            measured: format!("{ms:.1} ms"),
            met: ms <= 10.0,
        });
    }
    for (name, what, limit) in [
        (
            plan::OF_TEXT,
            "Looking for 1 MiB of earlier text in a call",
            3.0,
        ),
        (plan::OF_JSON, "The same, JSON with escapes", 5.0),
    ] {
        if let Some(search) = find(all, name, 1) {
            let ms = search.p50_us / 1000.0;
            aims.push(Aim {
                what,
                wanted: format!("≤ {limit} ms"),
                measured: format!("{ms:.1} ms"),
                met: ms <= limit,
            });
        }
    }
    if let Some(search) = find(all, plan::PHRASED, 1) {
        let ms = search.p99_us / 1000.0;
        aims.push(Aim {
            what: "Searching 10,000 tools with several phrasings, p99",
            wanted: "≤ 5 ms".into(),
            measured: format!("{ms:.1} ms"),
            met: ms <= 5.0,
        });
    }
    if let Some(search) = find(all, plan::EVERYWHERE, 1) {
        let ms = search.p99_us / 1000.0;
        aims.push(Aim {
            what: "Searching 200,000 messages for a word in each, p99",
            wanted: "≤ 50 ms".into(),
            measured: format!("{ms:.1} ms"),
            met: ms <= 50.0,
        });
    }
    if let (Some(short), Some(long)) = (find(all, plan::SHORT, 1), find(all, plan::LONG, 1)) {
        let fastest = find(all, plan::SHORT_FASTEST, 1);
        let paces = [
            (
                "A chunk of a streamed answer, 200 a second: CPU",
                Some(short.cpu_us.max(long.cpu_us)),
            ),
            (
                "A chunk of a streamed answer, 1,000 a second: CPU",
                fastest.map(|of| of.cpu_us),
            ),
        ];
        for (what, cpu) in paces {
            aims.extend(cpu.map(|cpu| Aim {
                what,
                wanted: "≤ 30 µs".into(),
                measured: format!("{} µs", micros(cpu)),
                met: cpu <= 30.0,
            }));
        }
        let ratio = long.cpu_us / short.cpu_us;
        aims.push(Aim {
            what: "A chunk in the host after 1 MB, to 1 KB",
            wanted: "≤ 1.2 ×".into(),
            measured: format!("{ratio:.2} ×"),
            met: ratio <= 1.2,
        });
    }
    if let Some(stop) = find(all, plan::STOP_ALL, 1) {
        let ms = stop.p99_us / 1000.0;
        aims.push(Aim {
            what: "Stopping everything, the slowest",
            wanted: "< 1 000 ms".into(),
            measured: format!("{} ms", whole(ms)),
            met: ms < 1_000.0,
        });
    }
    if let Some(full) = find(all, plan::FULL, 64) {
        aims.push(Aim {
            what: "Full path, 64 at once: ruled calls/s",
            wanted: "≥ 20 000".into(),
            measured: whole(full.rate),
            met: full.rate >= 20_000.0,
        });
        aims.push(Aim {
            what: "Full path, 64 at once: CPU a call",
            wanted: "≤ 60 µs".into(),
            measured: format!("{} µs", micros(full.cpu_us)),
            met: full.cpu_us <= 60.0,
        });
        if let Some(rows) = find(all, plan::ROWS, 64) {
            let share = full.rate / rows.rate;
            aims.push(Aim {
                what: "Ruled calls/s, to rows of the log/s",
                wanted: "≥ 0.6 ×".into(),
                measured: format!("{share:.2} ×"),
                met: share >= 0.6,
            });
        }
    }
    if let (Some(full), Some(row)) = (find(all, plan::FULL, 1), find(all, plan::ROW, 1)) {
        let ratio = full.p50_us / row.p50_us;
        aims.push(Aim {
            what: "Full path, one at a time: p50 to one durable row",
            wanted: "≤ 1.4 ×".into(),
            measured: format!("{ratio:.2} ×"),
            met: ratio <= 1.4,
        });
    }
    aims
}
