//! Trial runs of real servers: what is proposed suffices for them to work, and nothing else is proposed.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use domain::{ConfinementChoice, ServerId};
use host::{DirectCall, NewServer};
use host_api::{AddServer, CallStateView, Event, ServerStateView, TrialRunView, TrialWantView};
use secrets::Secret;
use serde_json::{Value, json};

use crate::{
    confined::intruder,
    house::{House, LIMIT, Person, until},
};

const FILES: &str = "@modelcontextprotocol/server-filesystem";
/// How often a trial run is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// A server, one call of it, and what a trial run is to propose.
struct Case {
    name: &'static str,
    program: (PathBuf, Vec<String>),
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
    call: (&'static str, Value),
    proposed: Vec<String>,
    /// Whether its call works once all of that is allowed.
    works: bool,
}

impl Case {
    fn new(
        name: &'static str,
        program: (PathBuf, Vec<String>),
        call: (&'static str, Value),
    ) -> Self {
        Self {
            name,
            program,
            args: Vec::new(),
            env: Vec::new(),
            call,
            proposed: Vec::new(),
            works: true,
        }
    }

    fn args(mut self, args: &[&str]) -> Self {
        self.args = args.iter().map(|&word| word.to_owned()).collect();
        self
    }

    fn proposes(mut self, proposed: String) -> Self {
        self.proposed.push(proposed);
        self
    }
}

fn words(want: &TrialWantView) -> String {
    match want {
        TrialWantView::Folder { path, write: false } => format!("read {path}"),
        TrialWantView::Folder { path, write: true } => format!("write {path}"),
        TrialWantView::Host { host } => format!("reach {host}"),
        TrialWantView::Program { path } => format!("run {path}"),
        TrialWantView::RunInHome => "run in home".to_owned(),
    }
}

fn proposed(view: &TrialRunView) -> Vec<String> {
    let proposals = view.proposals.iter();
    proposals.map(|proposal| words(&proposal.what)).collect()
}

async fn add(house: &House, case: &Case) -> ServerId {
    let (command, mut args) = case.program.clone();
    let programs = args.iter().filter(|word| Path::new(word).is_file());
    let programs = programs.cloned().collect();
    args.extend(case.args.iter().cloned());
    let values = case.env.iter();
    let new = NewServer {
        server: AddServer {
            name: case.name.into(),
            command: command.display().to_string(),
            args,
            cwd: None,
            env_names: case.env.iter().map(|(name, _)| (*name).into()).collect(),
        },
        values: values
            .map(|(name, value)| ((*name).to_owned(), Secret::new(value.clone())))
            .collect(),
        from_host: vec![],
    };
    let view = house.host.add_server(new).await.unwrap();
    let id = view.tag.id.parse().unwrap();
    let choice = ConfinementChoice {
        programs,
        ..ConfinementChoice::default()
    };
    house.host.set_confinement(id, choice).await.unwrap();
    id
}

/// Calls the tool of a case. Returns whether it did what it should.
async fn call(house: &House, id: ServerId, case: &Case) -> bool {
    let (tool, arguments) = &case.call;
    let call = DirectCall {
        server: id,
        tool: (*tool).to_owned(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    let done = house.host.call_tool(call).await;
    done.is_ok_and(|view| {
        matches!(
            view.state,
            CallStateView::Done {
                tool_error: false,
                ..
            }
        )
    })
}

async fn stop(house: &House, id: ServerId) {
    let ended = |state: &ServerStateView| {
        !matches!(
            state,
            ServerStateView::Ready { .. } | ServerStateView::Starting { .. }
        )
    };
    let mut events = house.host.events();
    house.host.stop_server(id).unwrap();
    let views = house.host.servers();
    let now = views.iter().find(|view| view.tag.id == id.to_string());
    if now.is_some_and(|view| ended(&view.state)) {
        return;
    }
    until(&mut events, |event| match event {
        Event::Server { server } if server.tag.id == id.to_string() => {
            ended(&server.state).then_some(())
        }
        _other => None,
    })
    .await;
}

/// The trial run once it proposes what it should, or when the time is over.
async fn found(house: &House, id: ServerId, wanted: &[String]) -> TrialRunView {
    let deadline = Instant::now() + LIMIT / 4;
    loop {
        let view = house.host.trial_run(id).await.unwrap();
        if proposed(&view) == wanted || Instant::now() > deadline {
            return view;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Answers every request with a page, until the test ends.
fn serve_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.read(&mut [0; 4096]);
            let page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";
            let _ = stream.write_all(page.as_bytes());
        }
    });
    here
}

fn cases(house: &House, here: &str) -> Vec<Case> {
    let python = |module: &str| peers::python_server(module).unwrap();
    let node = |package: &str| peers::node_server(package).unwrap();
    let folder = |name: &str| house.folder(name).display().to_string();
    let (docs, more, repo, db) = (folder("docs"), folder("more"), folder("repo"), folder("db"));
    std::fs::write(format!("{docs}/note.txt"), "found").unwrap();
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        let done = git.args(["-C", &repo]).args(args).output().unwrap();
        assert!(done.status.success());
    };
    git(&["init", "-q"]);
    std::fs::write(format!("{repo}/new.txt"), "new").unwrap();
    let secret = house.folder("home/.ssh");
    std::fs::write(secret.join("id_key"), "secret").unwrap();
    let memory = json!({ "entities": [{ "name": "a", "entityType": "b", "observations": [] }] });
    let mut kept = Case::new(
        "Kept memory",
        node("@modelcontextprotocol/server-memory"),
        ("create_entities", memory.clone()),
    )
    .proposes(format!("write {db}"));
    kept.env = vec![("MEMORY_FILE_PATH", format!("{db}/memory.json"))];
    let mut lost = Case::new(
        "Lost memory",
        node("@modelcontextprotocol/server-memory"),
        ("create_entities", memory),
    );
    // It keeps its file beside its own program, unless it is told another place.
    lost.works = false;
    vec![
        Case::new(
            "Reader",
            node(FILES),
            ("list_directory", json!({ "path": docs })),
        )
        .args(&[&docs])
        .proposes(format!("read {docs}")),
        Case::new(
            "Two folders",
            node(FILES),
            ("list_directory", json!({ "path": more })),
        )
        .args(&[&docs, &more])
        .proposes(format!("read {docs}"))
        .proposes(format!("read {more}")),
        Case::new(
            "Git",
            python("mcp_server_git"),
            ("git_status", json!({ "repo_path": repo })),
        )
        .args(&["--repository", &repo])
        .proposes(format!("read {repo}")),
        Case::new(
            "Fetch",
            python("mcp_server_fetch"),
            (
                "fetch",
                json!({ "url": format!("http://{here}/"), "raw": true }),
            ),
        )
        .args(&["--ignore-robots-txt", "--allow-private-ips"])
        .proposes(format!("reach {here}")),
        Case::new(
            "Time",
            python("mcp_server_time"),
            ("get_current_time", json!({ "timezone": "UTC" })),
        ),
        Case::new(
            "Everything",
            node("@modelcontextprotocol/server-everything"),
            ("echo", json!({ "message": "hello" })),
        ),
        kept,
        lost,
        Case::new(
            "Reads what nobody named",
            intruder(),
            ("read", json!({ "path": format!("{docs}/note.txt") })),
        )
        .proposes(format!("read {docs}")),
        Case::new(
            "Writes what nobody named",
            intruder(),
            (
                "write",
                json!({ "path": format!("{db}/log.txt"), "text": "x" }),
            ),
        )
        .proposes(format!("write {db}")),
        {
            let path = dirs_key();
            // What is never granted is never proposed.
            let mut spy = Case::new("Spy", intruder(), ("read", json!({ "path": path })));
            spy.works = false;
            spy
        },
    ]
}

/// A file that no server may have: of the system, and there on every machine.
fn dirs_key() -> &'static str {
    "/etc/shells"
}

#[tokio::test(flavor = "multi_thread")]
async fn proposals_suffice_and_nothing_else_is_proposed() {
    let house = House::open(Person::Widest).await;
    let here = serve_page();
    let (mut table, mut wrong) = (Vec::new(), Vec::new());
    for case in cases(&house, &here) {
        let id = add(&house, &case).await;
        if let Err(error) = house.host.begin_trial_run(id).await {
            println!("skipped: {}", error.message);
            return house.close().await;
        }
        let started = house.host.start_and_wait(id, true).await.is_ok();
        // The control: without what is proposed, the call does not work.
        let worked = started && call(&house, id, &case).await;
        assert_eq!(
            worked,
            case.proposed.is_empty() && case.works,
            "{}",
            case.name
        );
        // One that ends at its start has said all; a folder may only be looked for later.
        let mut allowed = Vec::new();
        let mut view = found(&house, id, &case.proposed).await;
        stop(&house, id).await;
        let last = found(&house, id, &case.proposed).await;
        if proposed(&last) != proposed(&view) {
            view = last;
        }
        for proposal in &view.proposals {
            let done = house.host.allow_proposal(id, &proposal.key, true).await;
            done.unwrap_or_else(|error| panic!("{}: {}", case.name, error.message));
            allowed.push(words(&proposal.what));
        }
        house.host.end_trial_run(id).unwrap();
        let started = house.host.start_and_wait(id, true).await;
        let works = started.is_ok() && call(&house, id, &case).await;
        stop(&house, id).await;
        table.push(format!(
            "{:<26} {:<8} {} (and {} more looked for)",
            case.name,
            if works { "works" } else { "fails" },
            if allowed.is_empty() {
                "nothing".to_owned()
            } else {
                allowed.join(", ")
            },
            view.notes.len(),
        ));
        if allowed != case.proposed || works != case.works {
            wrong.push(format!(
                "{}: {:?}, not {:?}; {works}",
                case.name, allowed, case.proposed
            ));
        }
    }
    println!("{}", table.join("\n"));
    assert!(wrong.is_empty(), "{wrong:#?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_or_reached_in_a_trial_run() {
    let house = House::open(Person::Widest).await;
    let here = serve_page();
    let url = json!({ "url": format!("http://{here}/"), "raw": true });
    let case = Case::new(
        "Fetch",
        peers::python_server("mcp_server_fetch").unwrap(),
        ("fetch", url),
    )
    .args(&["--ignore-robots-txt", "--allow-private-ips"]);
    let id = add(&house, &case).await;
    // What the launch lets it reach is not reached either.
    let open = ConfinementChoice {
        network: Some(domain::LocalNetwork::Open),
        ..house.host.confinement(id).unwrap()
    };
    house.host.set_confinement(id, open).await.unwrap();
    house.host.start_and_wait(id, true).await.unwrap();
    assert!(call(&house, id, &case).await, "the control");
    stop(&house, id).await;
    if let Err(error) = house.host.begin_trial_run(id).await {
        println!("skipped: {}", error.message);
        return house.close().await;
    }
    let before = house.asked.lock().await.len();
    house.host.start_and_wait(id, true).await.unwrap();
    assert!(!call(&house, id, &case).await);
    let view = house.host.trial_run(id).await.unwrap();
    assert_eq!(proposed(&view), Vec::<String>::new());
    let mut notes = view.notes.iter();
    assert!(
        notes.any(|note| note.what.to_string() == here),
        "{:?}",
        view.notes
    );
    assert_eq!(house.asked.lock().await.len(), before);
    let key = format!("host {here}");
    assert!(house.host.allow_proposal(id, &key, true).await.is_err());
    stop(&house, id).await;
    house.close().await;
}
