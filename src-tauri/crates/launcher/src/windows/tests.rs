use std::{path::PathBuf, time::Duration};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    time::timeout,
};

use super::*;
use crate::resolve;

/// Makes this test program say its arguments, or start itself and wait.
const ROLE: &str = "INNKEEPER_TEST_ROLE";
/// Begins each line that a child says to its test.
const SAID: &str = "said: ";
const LIMIT: Duration = Duration::from_secs(60);

/// What people and models put into arguments.
const CORPUS: [&str; 30] = [
    "plain",
    "",
    "two words",
    " edges ",
    "say \"hi\"",
    "\"",
    "\"\"",
    "it's",
    "C:\\Users\\me\\",
    "C:\\Program Files\\thing\\",
    "\\\\server\\share\\\\",
    "back\\\"slash",
    "{\"query\": \"a b\", \"path\": \"C:\\\\x\\\\\"}",
    "100%",
    "%PATH%",
    "%INNKEEPER_TEST_ROLE%",
    "%%",
    "!PATH!",
    "a&b",
    "a & echo owned",
    "a|b",
    "<in >out",
    "^caret^",
    "(brackets)",
    "semi;colon,comma=equals",
    "*.txt ?",
    "~ $HOME `tick`",
    "größe 日本 🚀",
    "--option=a value",
    "tab\there",
];

/// The program of the tests, started once more. Without a role it is an empty test.
#[test]
fn child() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    if role == "family" {
        let mut grandchild = std::process::Command::new(std::env::current_exe().unwrap());
        grandchild.args(child_args()).env(ROLE, "waits");
        let mut grandchild = grandchild.spawn().unwrap();
        println!("{SAID}{}", grandchild.id());
        let _ = grandchild.wait();
    } else if role == "waits" {
        let _ = std::io::stdin().read_line(&mut String::new());
    } else {
        let args = std::env::args().skip_while(|arg| arg != "--").skip(1);
        args.for_each(|arg| println!("{SAID}{arg:?}"));
    }
}

fn child_args() -> Vec<String> {
    let words = ["--exact", "windows::tests::child", "--nocapture", "--"];
    words.map(str::to_owned).to_vec()
}

fn order(program: PathBuf, args: Vec<String>, role: &str) -> Order {
    let kept = ["SYSTEMROOT", "COMSPEC", "PATH", "TEMP", "TMP"];
    let env = kept
        .iter()
        .filter_map(|name| Some(((*name).into(), std::env::var_os(name)?)));
    Order {
        program,
        args,
        cwd: std::env::temp_dir(),
        env: env.chain([(ROLE.into(), role.into())]).collect(),
        undo_time: Duration::ZERO,
        undo_folder: None,
        confinement: None,
    }
}

async fn started(order: &Order) -> Result<Started<Tether>, LaunchError> {
    start(order, &GuardProgram::at("")).await
}

/// What a child of this order says until it ends.
async fn said(order: &Order) -> Vec<String> {
    let mut running = started(order).await.unwrap();
    drop(running.pipes.stdin);
    let mut output = String::new();
    let read = running.pipes.stdout.read_to_string(&mut output);
    timeout(LIMIT, read).await.unwrap().unwrap();
    timeout(LIMIT, running.tether.exited()).await.unwrap();
    let lines = output
        .lines()
        .filter_map(|line| Some(line.split_once(SAID)?.1.to_owned()));
    lines.collect()
}

fn quoted(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| format!("{arg:?}")).collect()
}

#[tokio::test]
async fn program_gets_each_argument_unchanged() {
    let args = child_args().into_iter().chain(CORPUS.map(str::to_owned));
    let order = order(std::env::current_exe().unwrap(), args.collect(), "says");
    assert_eq!(said(&order).await, quoted(&CORPUS));
}

/// A server of npm is such a script. Its arguments pass `cmd.exe`, which gives no word of them a meaning.
#[tokio::test]
async fn batch_script_gets_each_argument_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("tool.cmd");
    let own = std::env::current_exe().unwrap();
    let line = child_args().join(" ");
    std::fs::write(&script, format!("@\"{}\" {line} %*\r\n", own.display())).unwrap();
    let found = resolve("tool", folder.path(), &folder.path().to_string_lossy()).unwrap();
    assert_eq!(
        found.path.to_string_lossy().to_lowercase(),
        script.to_string_lossy().to_lowercase()
    );
    // The `cmd.exe` of Wine 8 does not know the form by which the standard library keeps a percent sign as it is.
    let in_wine = std::env::var_os("WINEPREFIX").is_some();
    for one in CORPUS {
        if in_wine && one.contains('%') {
            continue;
        }
        let order = order(found.path.clone(), vec![one.to_owned()], "says");
        assert_eq!(said(&order).await, quoted(&[one]), "{one:?}");
    }
}

#[tokio::test]
async fn line_break_in_an_argument_of_a_batch_script_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("tool.cmd");
    std::fs::write(&script, "@echo said: %*\r\n").unwrap();
    let refused = started(&order(script, vec!["a\r\necho owned".to_owned()], "says")).await;
    let Err(LaunchError::Exec { problem, .. }) = refused else {
        panic!("it was started");
    };
    assert_eq!(problem, crate::ExecProblem::BatchArguments);
}

#[tokio::test]
async fn kill_ends_what_the_server_started() {
    let order = order(std::env::current_exe().unwrap(), child_args(), "family");
    let mut running = started(&order).await.unwrap();
    let mut lines = BufReader::new(running.pipes.stdout).lines();
    let grandchild = async {
        while let Some(line) = lines.next_line().await.unwrap() {
            if let Some((_, pid)) = line.split_once(SAID) {
                return pid.to_owned();
            }
        }
        panic!("it said nothing");
    };
    let pid = timeout(LIMIT, grandchild).await.unwrap();
    assert_ne!(pid, running.tether.pid().to_string());
    running.tether.kill().await;
    timeout(LIMIT, running.tether.exited()).await.unwrap();
    // The grandchild has the pipe too: it is at its end only once both are gone.
    let end = async { while lines.next_line().await.unwrap().is_some() {} };
    timeout(LIMIT, end).await.unwrap();
}

#[test]
fn command_is_looked_for_with_the_endings_of_programs() {
    let names = file_names("npx");
    assert!(
        names
            .iter()
            .any(|name| name.eq_ignore_ascii_case("npx.cmd")),
        "{names:?}"
    );
    assert!(
        !names.contains(&"npx".to_owned()),
        "npm puts a script of Unix there"
    );
    assert_eq!(file_names("tool.exe")[0], "tool.exe");
}

#[test]
fn confinement_that_takes_a_sandbox_is_refused() {
    let accepted = Confinement {
        weakest: Method::Advisory,
        ..Confinement::new("C:\\home")
    };
    assert_eq!(sandbox(&accepted).unwrap().method, Method::Advisory);
    let recorded = Confinement {
        recorded: true,
        ..accepted
    };
    for refused in [Confinement::new("C:\\home"), recorded] {
        assert!(sandbox(&refused).is_err(), "{refused:?}");
    }
}
