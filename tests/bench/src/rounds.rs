//! Runs the cases in turn, round after round, so that what else the machine does falls on all of them alike.

use std::{
    collections::BTreeMap,
    io::Read,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    Choice,
    cores::Cores,
    error::BenchError,
    load::Figures,
    plan::{self, Case, Helpers},
    profile, record,
    report::{Measured, Parts, Report},
    soak, start, storm, walls, window,
};

/// Rounds, and how many in a hurry.
const ROUNDS: usize = 7;
const QUICK_ROUNDS: usize = 3;
/// Starts of each app, at most.
const START_ROUNDS: usize = 5;
/// In a hurry each case does this part of its acts.
const QUICK_PART: usize = 5;
/// For a flame graph, each case does so many times its acts.
const PROFILED: usize = 4;
/// Nothing that is measured takes longer.
const LIMIT: Duration = Duration::from_secs(120);
/// A long day of use takes longer.
const SOAK_LIMIT: Duration = Duration::from_secs(8 * 60);
/// Between two looks at whether a program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Measures what was chosen, prints the tables, writes the JSON.
pub fn run(choice: &Choice) -> Result<(), BenchError> {
    check(&choice.only)?;
    let cores = Cores::now()?;
    let cases: Vec<Case> = plan::cases(&Helpers(choice.helpers.clone()))
        .into_iter()
        .filter(|case| choice.has(case.group))
        .collect();
    if let Some(folder) = &choice.profile {
        return profiles(&cases, folder, &cores);
    }
    let rounds = if choice.quick { QUICK_ROUNDS } else { ROUNDS };
    let mut all: BTreeMap<usize, Vec<Figures>> = BTreeMap::new();
    let of_cases = if cases.is_empty() { 0 } else { rounds };
    for round in 1..=of_cases {
        let begin = Instant::now();
        for (at, case) in cases.iter().enumerate() {
            let count = if choice.quick {
                case.count / QUICK_PART
            } else {
                case.count
            };
            let figures = once(case, count, &cores)?;
            eprintln!(
                "round {round}/{rounds}  {:<24} {:>3} at once  p50 {:>8.1} µs  {:>9.0}/s",
                case.name, case.at_once, figures.p50_us, figures.rate
            );
            all.entry(at).or_default().push(figures);
        }
        eprintln!(
            "round {round}/{rounds} took {:.1} s",
            begin.elapsed().as_secs_f64()
        );
    }
    let measured: Vec<Measured> = cases
        .iter()
        .enumerate()
        .filter_map(|(at, case)| Some(Measured::new(case, all.remove(&at)?)))
        .collect();
    let idle = if choice.has(plan::IDLE) {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["idle", &plan::IDLE_SERVERS.to_string()]);
        command.arg(choice.helpers.join("fastecho"));
        Some(serde_json::from_str(&output(command, LIMIT)?)?)
    } else {
        None
    };
    let soaked = if choice.has(plan::SOAK) {
        let parts = if choice.quick { 2 } else { soak::PARTS };
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["soak", &parts.to_string()]);
        command.arg(choice.helpers.join("fastecho"));
        Some(serde_json::from_str(&output(command, SOAK_LIMIT)?)?)
    } else {
        None
    };
    let started = if choice.apps.is_empty() || !choice.has(plan::START) {
        Vec::new()
    } else {
        start::measure(
            &choice.apps,
            &choice.helpers.join("fastecho"),
            rounds.min(START_ROUNDS),
        )?
    };
    let window = if choice.has(plan::STREAM) {
        // It has its own needs, a browser among them: what cannot be measured is said.
        window::measure(choice.quick)
            .inspect_err(|error| {
                eprintln!("the window's part of a chunk was not measured: {error}");
            })
            .ok()
    } else {
        None
    };
    let storms = match &choice.storms {
        Some(driver) if choice.has(plan::STORM) => Some(storm::measure(driver)?),
        _ => None,
    };
    let walls = if choice.has(plan::SANDBOX) {
        Some(walls::in_process(&choice.helpers, choice.quick)?)
    } else {
        None
    };
    let parts = Parts {
        idle,
        soaked,
        walls,
        started,
        window,
        storms,
    };
    let report = Report::new(measured, parts, rounds, &cores);
    report.print();
    if choice.record {
        record::keep(&report, &plan::here())?;
    }
    match &choice.json {
        Some(file) => report.write(file),
        None => Ok(()),
    }
}

/// Runs each case once and leaves a flame graph of it, if it is this program that is measured.
fn profiles(cases: &[Case], folder: &Path, cores: &Cores) -> Result<(), BenchError> {
    std::fs::create_dir_all(folder)?;
    let mut any = false;
    for case in cases {
        let mut command = (case.command)(PROFILED * case.count)?;
        if Path::new(command.get_program()) != std::env::current_exe()? {
            continue;
        }
        let words = case.name.to_lowercase();
        let words = words.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let name = format!("{}-{}-{}.svg", case.group, words.join("-"), case.at_once);
        let file = folder.join(name);
        command.env(profile::FILE, &file);
        cores.with(case.cores.unwrap_or(cores.len()), || output(command, LIMIT))?;
        println!("{}", file.display());
        any = true;
    }
    if any {
        return Ok(());
    }
    let nothing = "only parts that are measured in rounds have a profile";
    Err(BenchError::Unexpected(nothing.into()))
}

fn check(only: &[String]) -> Result<(), BenchError> {
    let known = |name: &String| plan::GROUPS.iter().any(|(group, _)| group == name);
    match only.iter().find(|name| !known(name)) {
        None => Ok(()),
        Some(other) => {
            let names: Vec<&str> = plan::GROUPS.iter().map(|(name, _)| *name).collect();
            Err(BenchError::Unexpected(format!(
                "nothing named `{other}` is measured; there is {}",
                names.join(", ")
            )))
        }
    }
}

fn once(case: &Case, count: usize, cores: &Cores) -> Result<Figures, BenchError> {
    let command = (case.command)(count)?;
    let said = cores.with(case.cores.unwrap_or(cores.len()), || output(command, LIMIT))?;
    let line = said.lines().last().unwrap_or_default();
    let mut figures: Figures = serde_json::from_str(line)?;
    figures.count.get_or_insert(count);
    Ok(figures)
}

/// What a program says, if it ends well and in time.
pub fn output(mut command: Command, limit: Duration) -> Result<String, BenchError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |what: String| BenchError::Program {
        program: program.clone(),
        what,
    };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| failed(e.to_string()))?;
    let end = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Err(failed(format!("did not end in {} s", limit.as_secs())));
        }
        thread::sleep(LOOK);
    };
    // A line or two: it never waited for a full pipe.
    let mut said = String::new();
    if let Some(mut out) = child.stdout.take() {
        out.read_to_string(&mut said)?;
    }
    if status.success() {
        Ok(said)
    } else {
        Err(failed(status.to_string()))
    }
}
