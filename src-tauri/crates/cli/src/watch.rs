//! `logs`, `traffic`, `ping`: a look at one server while it runs.

use std::time::Duration;

use host::Host;
use host_api::{LogRowView, LogSourceView, TrafficRowView};
use messages::{Text, phrases};
use tokio::time::{Instant, timeout_at};

use crate::{
    args::{LogsArgs, TrafficArgs},
    offers::started,
    options::Approve,
    output::{Failure, Output, note, print, time},
    words::{said, say, say_inside},
};

/// How often the log is looked at while it is followed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

pub(crate) async fn logs(
    host: &Host,
    args: &LogsArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&args.server)?;
    let begun = started(host, &args.server, approve).await;
    if begun.is_ok()
        && let Some(level) = args.level
    {
        host.set_log_level(id, level.into()).await?;
    }
    let seconds = if begun.is_ok() { args.seconds } else { 0 };
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut rows, mut after) = (Vec::new(), 0.0);
    loop {
        let page = host.server_log(id, after)?;
        for row in page.rows {
            after = row.seq;
            if !output.json {
                print(&format!("{}\n", log_line(&row)));
            }
            rows.push(row);
        }
        if Instant::now() >= end {
            for dropped in page.dropped {
                note(&format!(
                    "{}: {} {}",
                    args.server,
                    dropped.count,
                    said(&dropped.what)
                ));
            }
            break;
        }
        tokio::time::sleep_until(end.min(Instant::now() + BETWEEN_LOOKS)).await;
    }
    if output.json {
        output.rows(&rows, log_line);
    }
    // A server that did not start has a log all the same: it says why.
    begun.map(drop)
}

fn log_line(row: &LogRowView) -> String {
    let source = match row.source {
        LogSourceView::Server => "server",
        LogSourceView::Stderr => "stderr",
        LogSourceView::Innkeeper => "innkeeper",
    };
    let level = format!("{:?}", row.level).to_lowercase();
    let logger = row.logger.as_ref().map(|l| format!("{l}: "));
    let text = match &row.text {
        Text::Message(note) => say(note.clone()),
        // A text of several lines stays so.
        Text::Given(text) => text.clone(),
    };
    format!(
        "{}  {source:<9} {level:<9} {}{text}",
        time(row.at_ms as i64),
        logger.unwrap_or_default(),
    )
}

pub(crate) async fn traffic(
    host: &Host,
    args: &TrafficArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&args.server)?;
    // Before the start, so that the first messages are among them.
    let mut feed = host.watch_traffic(id)?;
    let begun = started(host, &args.server, approve).await;
    let seconds = if begun.is_ok() { args.seconds } else { 0 };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rows: Vec<TrafficRowView> = Vec::new();
    while let Ok(Some(batch)) = timeout_at(end, feed.next()).await {
        if batch.dropped > 0 {
            let dropped = phrases::terminal_traffic_dropped(batch.dropped, &args.server);
            note(&say(dropped));
        }
        for row in batch.rows {
            if !output.json {
                print(&format!("{}\n", traffic_line(&row)));
            }
            rows.push(row);
        }
    }
    if output.json {
        output.rows(&rows, traffic_line);
    }
    begun.map(drop)
}

fn traffic_line(row: &TrafficRowView) -> String {
    let way = if row.sent { "→" } else { "←" };
    let id = row.id.as_deref().unwrap_or("-");
    let method = row.method.as_deref().unwrap_or("?");
    let took = row
        .took_ms
        .map(|ms| format!(" {}", say_inside(phrases::terminal_milliseconds(ms))));
    let round = row
        .round
        .map(|number| format!(" ({})", say_inside(phrases::terminal_traffic_round(number))));
    let bad = row.bad.as_ref().map(|bad| format!(" ({})", said(bad)));
    format!(
        "{}  {way} {id:<5} {method}{}{} {}{}  {}",
        time(row.at_ms as i64),
        round.unwrap_or_default(),
        took.unwrap_or_default(),
        say_inside(phrases::terminal_bytes(row.bytes)),
        bad.unwrap_or_default(),
        row.summary
    )
}

pub(crate) async fn ping(
    host: &Host,
    server: &str,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let id = started(host, server, approve).await?;
    let took = host.ping_server(id).await?;
    let answer = serde_json::json!({ "server": server, "answers_in_ms": took });
    output.one(&answer, || {
        say(phrases::terminal_answered(phrases::terminal_milliseconds(
            took,
        )))
    });
    Ok(())
}
