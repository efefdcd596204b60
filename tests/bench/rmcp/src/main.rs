//! Echo round trips through the client of the official Rust SDK: `bench-rmcp COUNT AT_ONCE WARM -- PROGRAM [ARG]…`, the
//! message in `MSG`. Prints one line of JSON: `{p50_us, p99_us, tail_us, rate, cpu_s}`.

use std::{
    error::Error,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use rmcp::{
    RoleClient, ServiceExt, model::CallToolRequestParams, service::RunningService,
    transport::TokioChildProcess,
};

type Failure = Box<dyn Error + Send + Sync>;

fn cpu_seconds() -> f64 {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
}

fn params(message: &str) -> CallToolRequestParams {
    let mut arguments = serde_json::Map::new();
    arguments.insert("message".into(), message.into());
    CallToolRequestParams::new("echo").with_arguments(arguments)
}

async fn worker(
    client: Arc<RunningService<RoleClient, ()>>,
    next: Arc<AtomicUsize>,
    count: usize,
    message: String,
) -> Result<Vec<f64>, Failure> {
    let mut taken = Vec::new();
    while next.fetch_add(1, Ordering::Relaxed) < count {
        let begin = Instant::now();
        client.call_tool(params(&message)).await?;
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok(taken)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().collect();
    let number = |at: usize| -> Result<usize, Failure> {
        Ok(args.get(at).ok_or("a number is missing")?.parse()?)
    };
    let (count, at_once, warm) = (number(1)?, number(2)?, number(3)?);
    let dashes = args.iter().position(|arg| arg == "--").ok_or("no --")?;
    let mut command = tokio::process::Command::new(&args[dashes + 1]);
    command.args(&args[dashes + 2..]);
    let (transport, _) = TokioChildProcess::builder(command)
        .stderr(Stdio::null())
        .spawn()?;
    let client = Arc::new(().serve(transport).await?);
    let message = std::env::var("MSG")?;
    for _ in 0..warm {
        client.call_tool(params(&message)).await?;
    }
    let next = Arc::new(AtomicUsize::new(0));
    let (cpu, begin) = (cpu_seconds(), Instant::now());
    let workers: Vec<_> = (0..at_once)
        .map(|_| tokio::spawn(worker(client.clone(), next.clone(), count, message.clone())))
        .collect();
    let mut taken = Vec::new();
    for worker in workers {
        taken.extend(worker.await??);
    }
    let (elapsed, cpu) = (begin.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    taken.sort_by(f64::total_cmp);
    let tail = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999]
        .map(|share| taken[(taken.len() as f64 * share) as usize]);
    let figures = serde_json::json!({
        "p50_us": taken[taken.len() / 2],
        "p99_us": taken[taken.len() * 99 / 100],
        "tail_us": tail,
        "rate": count as f64 / elapsed,
        "cpu_s": cpu,
    });
    println!("{figures}");
    std::process::exit(0)
}
