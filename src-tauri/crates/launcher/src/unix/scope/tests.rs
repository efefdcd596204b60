#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Instant,
};

use zbus::{connection::Builder, interface, object_server::SignalEmitter, zvariant::OwnedValue};

use super::*;

/// A bus of a test's own.
struct Bus {
    daemon: Child,
    address: String,
}

impl Bus {
    fn start() -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let said = daemon.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut address).unwrap();
        Self {
            daemon,
            address: address.trim().to_owned(),
        }
    }

    async fn connect(&self) -> Connection {
        let builder = Builder::address(self.address.as_str()).unwrap();
        builder.build().await.unwrap()
    }

    /// A program that has systemd's name, and answers like this.
    async fn systemd(&self, answers: Answers) -> Connection {
        let builder = Builder::address(self.address.as_str()).unwrap();
        builder
            .serve_at("/org/freedesktop/systemd1", Manager(answers))
            .unwrap()
            .name("org.freedesktop.systemd1")
            .unwrap()
            .build()
            .await
            .unwrap()
    }

    async fn made(&self) -> Result<(), ScopeError> {
        let bus = self.connect().await;
        make(&bus, NAME, 4711, &Limits::default()).await
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

const NAME: &str = "innkeeper-files-1-0.scope";

#[derive(Clone, Copy)]
enum Answers {
    /// With this end of the job.
    With(&'static str),
    WithAnError,
    Never,
}

struct Manager(Answers);

type Properties = Vec<(String, OwnedValue)>;

#[interface(name = "org.freedesktop.systemd1.Manager")]
impl Manager {
    async fn start_transient_unit(
        &self,
        name: String,
        mode: String,
        properties: Properties,
        aux: Vec<(String, Properties)>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<OwnedObjectPath> {
        let of = |key: &str| {
            let mut all = properties.iter();
            all.find(|(name, _)| name == key).unwrap().1.clone()
        };
        let number = |key| u64::try_from(of(key)).unwrap();
        assert_eq!((name.as_str(), mode.as_str(), aux.len()), (NAME, "fail", 0));
        assert_eq!(Vec::<u32>::try_from(of("PIDs")).unwrap(), [4711]);
        assert_eq!(number("MemoryMax"), 4 << 30);
        assert_eq!(number("TasksMax"), 512 + 32);
        assert_eq!(number("CPUWeight"), 50);
        assert_eq!(
            String::try_from(of("CollectMode")).unwrap(),
            "inactive-or-failed"
        );
        let job = OwnedObjectPath::try_from("/org/freedesktop/systemd1/job/7").unwrap();
        match self.0 {
            Answers::With(end) => {
                let other = OwnedObjectPath::try_from("/org/freedesktop/systemd1/job/6").unwrap();
                emitter
                    .job_removed(6, other, "other.service", "failed")
                    .await?;
                emitter.job_removed(7, job.clone(), &name, end).await?;
                Ok(job)
            }
            Answers::WithAnError => Err(zbus::fdo::Error::AccessDenied("no".into())),
            Answers::Never => std::future::pending().await,
        }
    }

    #[zbus(signal)]
    async fn job_removed(
        emitter: &SignalEmitter<'_>,
        id: u32,
        job: OwnedObjectPath,
        unit: &str,
        result: &str,
    ) -> zbus::Result<()>;
}

#[tokio::test]
async fn systemd_is_asked_for_a_scope_with_these_bounds() {
    let bus = Bus::start();
    let _systemd = bus.systemd(Answers::With("done")).await;
    bus.made().await.unwrap();
}

#[tokio::test]
async fn errors_of_systemd_are_no_scope() {
    let bus = Bus::start();
    assert!(
        matches!(bus.made().await, Err(ScopeError::Bus(_))),
        "nobody has the name"
    );
    let systemd = bus.systemd(Answers::WithAnError).await;
    assert!(matches!(bus.made().await, Err(ScopeError::Bus(_))));
    systemd.close().await.unwrap();
    let _systemd = bus.systemd(Answers::With("failed")).await;
    let failed = bus.made().await;
    assert!(matches!(failed, Err(ScopeError::Unfinished(end)) if end == "failed"));
}

#[tokio::test]
async fn silence_of_systemd_is_waited_for_a_second() {
    let bus = Bus::start();
    let _systemd = bus.systemd(Answers::Never).await;
    let begun = Instant::now();
    let connection = bus.connect().await;
    put_on(async { Ok(connection) }, NAME, 4711, &Limits::default()).await;
    let waited = begun.elapsed();
    assert!(WAIT <= waited && waited < WAIT * 5, "{waited:?}");
}

#[test]
fn names_of_scopes_differ() {
    let server = ServerId::new();
    let (one, other) = (scope_name(server), scope_name(server));
    assert_ne!(one, other);
    let plain = |name: &str| {
        let mut chars = name.chars();
        chars.all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.')
    };
    assert!(plain(&one.unwrap()));
}
