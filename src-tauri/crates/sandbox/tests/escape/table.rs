//! Makes every attempt in five ways, and compares what came of it with what should.

use std::{
    fmt::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use libtest_mimic::Failed;
use sandbox::{Method, Network};

use crate::{
    attempts::{AREAS, Attempt, Control},
    guard::{NOT_STARTED, Plan},
    scene::{PLACE, Scene, Stage},
};

/// A way in which an attempt is made.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    /// None: no sandbox.
    method: Option<Method>,
    network: Network,
    recorded: bool,
}

const WAYS: [Way; 5] = [
    Way {
        name: "unconfined",
        method: None,
        network: Network::Open,
        recorded: false,
    },
    Way {
        name: "namespaces",
        method: Some(Method::Namespaces),
        network: Network::Off,
        recorded: false,
    },
    Way {
        name: "with hosts",
        method: Some(Method::Namespaces),
        network: Network::Brokered,
        recorded: false,
    },
    Way {
        name: "recorded",
        method: Some(Method::Namespaces),
        network: Network::Brokered,
        recorded: true,
    },
    Way {
        name: "filters",
        method: Some(Method::Filters),
        network: Network::Off,
        recorded: false,
    },
];

/// What came of one attempt in one way.
struct Result {
    word: String,
    succeeded: bool,
    started: bool,
}

/// Whether this system has what a method needs, found out without the sandbox.
pub fn works(method: Method, scene: &Scene) -> bool {
    let code = guard(scene, &["works", &scene.user.to_string()])
        .status
        .code();
    let bit = if method == Method::Namespaces { 1 } else { 2 };
    code.is_some_and(|code| code & bit != 0)
}

/// Makes all attempts as this user, and prints the table.
pub fn check(user: u32) -> std::result::Result<(), Failed> {
    let stage = Stage::new(user, PLACE);
    let missing: Vec<Method> = [Method::Namespaces, Method::Filters]
        .into_iter()
        .filter(|method| !works(*method, &stage.scene))
        .collect();
    let line = |first: &str, words: [&str; 5]| {
        let [control, all, hosts, recorded, filters] = words;
        format!("{first:<52} {control:<12} {all:<12} {hosts:<12} {recorded:<12} {filters}\n")
    };
    let mut text = line("", WAYS.map(|way| way.name));
    let (mut wrong, mut counts, mut attempts) = (Vec::new(), [0; 5], 0);
    for (area, list) in AREAS {
        let _ = writeln!(text, "{area}");
        for attempt in *list {
            attempts += 1;
            let results = WAYS.map(|way| match way.method {
                Some(method) if missing.contains(&method) => skipped(),
                Some(_) | None => make(&stage.scene, attempt, way),
            });
            for (count, result) in counts.iter_mut().zip(&results) {
                *count += u32::from(result.succeeded);
            }
            let words = results.each_ref().map(|result| result.word.as_str());
            text += &line(&format!("  {}", attempt.name), words);
            wrong.extend(complaints(attempt, user, &results, &missing));
        }
    }
    let counts = WAYS.iter().zip(counts);
    let counts: Vec<String> = counts
        .map(|(way, count)| format!("{count} {}", way.name))
        .collect();
    let _ = writeln!(
        text,
        "{attempts} attempts as uid {user}; succeed: {}",
        counts.join(", ")
    );
    let _ = writeln!(text, "\nKnown to succeed:");
    for attempt in AREAS.iter().flat_map(|(_, list)| list.iter()) {
        for method in [Method::Namespaces, Method::Filters] {
            if let Some(reason) = attempt.known(method, user) {
                let _ = writeln!(text, "  {method:?}: {}: {reason}", attempt.name);
            }
        }
    }
    for method in missing {
        let _ = writeln!(text, "\nskipped: this system has not what {method:?} needs");
    }
    println!("{text}");
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n").into())
    }
}

fn complaints(
    attempt: &Attempt,
    user: u32,
    results: &[Result; 5],
    missing: &[Method],
) -> Vec<String> {
    let name = attempt.name;
    let [control, ..] = results;
    let must_work = match attempt.control {
        Control::Works => true,
        Control::Root => user == 0,
        Control::User => user != 0 && rustix::process::geteuid().is_root(),
        Control::Machine => false,
    };
    let mut wrong = Vec::new();
    if must_work && !control.succeeded {
        wrong.push(format!("{name}: the control failed ({})", control.word));
    }
    // What fails without a sandbox says nothing about one.
    let means_something = control.succeeded && (attempt.control != Control::User || user != 0);
    for (way, result) in WAYS.into_iter().zip(results).skip(1) {
        let Some(method) = way.method.filter(|method| !missing.contains(method)) else {
            continue;
        };
        let way = way.name;
        if !result.started {
            wrong.push(format!("{name}: {way} did not start ({})", result.word));
        }
        match attempt.known(method, user) {
            None if result.succeeded && means_something => {
                wrong.push(format!("{name}: succeeds: {way}"))
            }
            Some(_) if !result.succeeded && means_something => {
                wrong.push(format!(
                    "{name}: is known to succeed ({way}), and did not ({})",
                    result.word
                ));
            }
            _ => {}
        }
    }
    wrong
}

fn skipped() -> Result {
    Result {
        word: "skipped".to_owned(),
        succeeded: false,
        started: false,
    }
}

fn make(scene: &Scene, attempt: &Attempt, way: Way) -> Result {
    scene.reset();
    let plan = Plan {
        scene: scene.clone(),
        method: way.method,
        network: way.network,
        recorded: way.recorded,
        attempt: attempt.name.to_owned(),
    };
    let output = guard(scene, &["guard", &serde_json::to_string(&plan).unwrap()]);
    let said = String::from_utf8_lossy(&output.stdout);
    let word = said.lines().last().unwrap_or("killed").to_owned();
    let started =
        output.status.code() != Some(i32::from(NOT_STARTED)) && output.status.code() != Some(101);
    Result {
        succeeded: output.status.success() && word == "succeeds",
        word: if started {
            word
        } else {
            String::from_utf8_lossy(&output.stderr).trim().to_owned()
        },
        started,
    }
}

/// Runs this program as a guard, to its end.
pub fn guard(scene: &Scene, args: &[&str]) -> std::process::Output {
    let mut guard = Command::new(scene.at("program/escape"));
    let guard = guard
        .args(args)
        .current_dir(Path::new("/"))
        .stdin(Stdio::null());
    guard
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}
