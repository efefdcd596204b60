//! The kill switch, with everything under way that there can be.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use host::{DirectCall, StoppedFrom};
use host_api::{CallStateView, MessageStatusView, ServerStateView, TurnStateView};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, until};

const SERVERS: usize = 10;
const CALLS_EACH: usize = 2;
/// The aim is one second; machines that test are busy.
const GENEROUS: Duration = Duration::from_secs(5);

fn runs(pid: u32) -> bool {
    // A process that ended and waits for its parent has no command line.
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

/// A server that does not want to end, with a child that does not either. Every other one says without end that it is at work.
fn script(number: usize) -> Value {
    let work = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"at work"}}"#;
    let busy = json!([{ "flood": { "line": work, "times": 1_000_000_000 } }]);
    let waits = json!([{ "wait_ms": 600_000 }]);
    json!({
        "process": { "ignore_eof": true, "ignore_sigterm": true, "grandchild": "grandchild" },
        "on_call": { "echo": if number.is_multiple_of(2) { busy } else { waits } },
    })
}

/// The process that a process started.
async fn child_of(parent: u32) -> u32 {
    let wanted = format!("PPid:\t{parent}");
    let find = || {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let mut numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        numbers.find(|number| {
            let status = std::fs::read_to_string(format!("/proc/{number}/status"));
            status.is_ok_and(|status| status.lines().any(|line| line == wanted))
        })
    };
    let found = async {
        loop {
            match find() {
                Some(child) => return child,
                None => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    };
    tokio::time::timeout(LIMIT, found)
        .await
        .expect("it has a child")
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn everything_ends_at_once() {
    let house = House::open(Person::Waits).await;
    let long = "A long answer, word by word. ".repeat(400);
    let fixtures = json!([{
        "match": { "userMessage": "Tell" },
        "latency": 50,
        "chunkSize": 8,
        "response": { "content": long },
    }]);
    let aimock = Aimock::start(&fixtures).unwrap();
    let model = house.model(&aimock).await;

    let program = testkit::server_binary().unwrap();
    let (mut servers, mut pids) = (Vec::new(), Vec::new());
    for number in 0..SERVERS {
        let script = script(number).to_string();
        let name = format!("Busy {number}");
        let (id, view) = house
            .server(&name, (program.clone(), vec![script]), &[])
            .await;
        let ServerStateView::Ready { pid: Some(pid) } = view.state else {
            panic!("{:?}", view.state);
        };
        house.host.allow_tool(id, "echo", None).unwrap();
        pids.push(pid);
        // In its sandbox, its child has another number.
        pids.push(child_of(pid).await);
        servers.push(id);
    }
    let mut events = house.host.events();
    let calls: Vec<_> = (0..SERVERS * CALLS_EACH)
        .map(|number| {
            let (host, server) = (house.host.clone(), servers[number % SERVERS]);
            tokio::spawn(async move {
                let call = DirectCall {
                    server,
                    tool: "echo".into(),
                    arguments: json!({ "number": number }).to_string(),
                    allowed: false,
                };
                host.call_tool(call).await.unwrap()
            })
        })
        .collect();
    let mut running = 0;
    until(&mut events, |event| {
        if let host_api::Event::Tried { call } = event
            && matches!(call.state, CallStateView::Running { .. })
        {
            running += 1;
        }
        (running == SERVERS * CALLS_EACH).then_some(())
    })
    .await;
    let conversation = house.host.send(None, model, "Tell", None).await.unwrap();
    until(&mut events, |event| {
        matches!(event, host_api::Event::Delta { .. }).then_some(())
    })
    .await;
    assert!(pids.iter().all(|pid| runs(*pid)));

    let begin = Instant::now();
    house.host.stop_all(StoppedFrom::Window);
    while !house.host.is_at_rest() || pids.iter().any(|pid| runs(*pid)) {
        assert!(begin.elapsed() < LIMIT, "it still runs");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let took = begin.elapsed();
    println!("stopped: {SERVERS} servers and their children, {running} calls, a turn, in {took:?}");
    assert!(took < GENEROUS, "{took:?}");

    for ended in join_all(calls).await {
        let state = ended.unwrap().state;
        assert!(
            matches!(
                state,
                CallStateView::Cancelled { .. } | CallStateView::Unknown { .. }
            ),
            "{state:?}"
        );
    }
    let view = house.view(conversation).await;
    assert_eq!(view.summary.turn, TurnStateView::Idle);
    assert_eq!(
        view.messages.last().unwrap().status,
        MessageStatusView::Stopped
    );
    let rows = house.host.audit_list(None, 1000).await.unwrap();
    let of = |kind: &str, server: &str| {
        let about = |row: &&host::AuditRowView| {
            row.kind == kind && row.server.as_deref() == Some(server) && row.subject == "echo"
        };
        rows.iter().filter(about).count()
    };
    for server in &servers {
        let server = server.to_string();
        assert_eq!(of("decision", &server), CALLS_EACH);
        assert_eq!(of("outcome", &server), CALLS_EACH);
    }
    let stop = rows.iter().find(|row| row.kind == "stop").unwrap();
    assert_eq!(stop.detail["from"], "window");
    assert_eq!(stop.detail["calls"], SERVERS * CALLS_EACH);
    assert_eq!(stop.detail["turns"], 1);
    assert!(house.host.audit_verify().await.unwrap().intact);

    // What was allowed ahead waits for the person: a server that is back is asked about all the same.
    let server = servers[1];
    house.host.start_and_wait(server, true).await.unwrap();
    let mut prompts = house.host.prompts();
    let host = house.host.clone();
    let again = tokio::spawn(async move {
        let call = DirectCall {
            server,
            tool: "echo".into(),
            arguments: "{}".into(),
            allowed: false,
        };
        host.call_tool(call).await.unwrap()
    });
    let asked = async { while prompts.recv().await.expect("the host lives").is_empty() {} };
    tokio::time::timeout(LIMIT, asked)
        .await
        .expect("it is asked");
    house.host.stop_all(StoppedFrom::Tray);
    let again = again.await.unwrap();
    let stopped = matches!(
        again.state,
        CallStateView::Cancelled { .. } | CallStateView::Denied { .. }
    );
    assert!(stopped && again.sent_ms.is_none(), "{again:?}");
    house.close().await;
}
