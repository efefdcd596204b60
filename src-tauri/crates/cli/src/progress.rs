//! What a person at a terminal sees while a package runner downloads a server: who, how long, and its last line.

use std::{collections::HashMap, time::Duration};

use host::Host;
use host_api::{Event, InstallView, ServerStateView, ServerView};
use messages::phrases;
use tokio::{sync::broadcast::error::RecvError, task::JoinHandle, time::Instant};

use crate::output::complain;

/// An installation that is done by then is not worth a word.
const QUIET: Duration = Duration::from_secs(3);
/// How often the time is said while nothing new is written.
const AGAIN: Duration = Duration::from_secs(15);
/// How often it is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// An installation under way.
struct Under {
    name: String,
    since: Instant,
    install: InstallView,
    said: Option<(Instant, Option<String>)>,
}

/// Follows the installations of a host and says on standard error how far they are.
pub(crate) fn spawn(host: &Host) -> JoinHandle<()> {
    let mut events = host.events();
    tokio::spawn(async move {
        let mut under: HashMap<String, Under> = HashMap::new();
        let mut look = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Ok(Event::Server { server }) => take(&mut under, *server),
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
                _ = look.tick() => under.values_mut().for_each(say),
            }
        }
    })
}

fn take(under: &mut HashMap<String, Under>, server: ServerView) {
    let ServerStateView::Starting {
        install: Some(install),
        ..
    } = server.state
    else {
        under.remove(&server.tag.id);
        return;
    };
    let known = under.entry(server.tag.id).or_insert_with(|| Under {
        name: server.tag.name,
        since: Instant::now(),
        install: install.clone(),
        said: None,
    });
    known.install = install;
}

fn say(under: &mut Under) {
    let news = match &under.said {
        None => under.since.elapsed() >= QUIET,
        Some((at, line)) => *line != under.install.said || at.elapsed() >= AGAIN,
    };
    if !news {
        return;
    }
    let line = &under.install.said;
    let (server, runner) = (&under.name, &under.install.runner);
    let seconds = under.since.elapsed().as_secs();
    let minutes = (under.install.limit_ms / 60_000.0).ceil();
    complain(match line {
        Some(line) => phrases::terminal_installing_line(line, minutes, runner, seconds, server),
        None => phrases::terminal_installing(minutes, runner, seconds, server),
    });
    under.said = Some((Instant::now(), line.clone()));
}
