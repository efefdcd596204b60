//! A scripted portal on a bus of its own, over the real protocol.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use tokio::sync::mpsc;
use zbus::{connection, interface, message::Header, object_server::SignalEmitter};

use super::*;

const SESSION: &str = "/org/freedesktop/portal/desktop/session/one";

/// What the portal was asked, and how it answers.
struct Portal {
    asked: mpsc::UnboundedSender<String>,
    /// The code of its answer to `BindShortcuts`.
    code: u32,
}

struct SessionObject(mpsc::UnboundedSender<String>);

#[interface(name = "org.freedesktop.portal.Session")]
impl SessionObject {
    fn close(&self) {
        let _ = self.0.send("closed".into());
    }
}

async fn answer(
    header: &Header<'_>,
    bus: &Connection,
    options: &Results,
    code: u32,
    results: HashMap<&str, Value<'_>>,
) -> OwnedObjectPath {
    let sender = header.sender().unwrap().to_string();
    let sender = sender.trim_start_matches(':').replace('.', "_");
    let token = text(options, "handle_token").unwrap();
    let path = format!("{PATH}/request/{sender}/{token}");
    let to = header.sender().cloned();
    bus.emit_signal(to, path.as_str(), REQUEST, "Response", &(code, results))
        .await
        .unwrap();
    ObjectPath::try_from(path).unwrap().into()
}

#[interface(name = "org.freedesktop.portal.GlobalShortcuts")]
impl Portal {
    async fn create_session(
        &self,
        options: Results,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> OwnedObjectPath {
        let results = HashMap::from([("session_handle", Value::from(SESSION))]);
        answer(&header, bus, &options, 0, results).await
    }

    async fn bind_shortcuts(
        &self,
        session: OwnedObjectPath,
        shortcuts: Vec<(String, Results)>,
        _parent: String,
        options: Results,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &Connection,
    ) -> OwnedObjectPath {
        let (id, about) = &shortcuts[0];
        let wanted = text(about, "preferred_trigger").unwrap();
        let _ = self
            .asked
            .send(format!("{} {id} {wanted}", session.as_str()));
        let given = HashMap::from([("trigger_description", Value::from("Super+Space"))]);
        let given = Value::from(vec![(ID, given)]);
        answer(
            &header,
            bus,
            &options,
            self.code,
            HashMap::from([("shortcuts", given)]),
        )
        .await
    }

    #[zbus(signal)]
    async fn activated(
        emitter: &SignalEmitter<'_>,
        session: ObjectPath<'_>,
        id: &str,
        timestamp: u64,
        options: HashMap<&str, Value<'_>>,
    ) -> zbus::Result<()>;
}

struct Desktop {
    session: testkit::Session,
    portal: Connection,
    program: Connection,
    asked: mpsc::UnboundedReceiver<String>,
    _bus: testkit::Owned,
    _home: tempfile::TempDir,
}

async fn connected(session: &testkit::Session) -> Connection {
    let address = session.address();
    let bus = connection::Builder::address(address.as_str()).unwrap();
    bus.build().await.unwrap()
}

async fn desktop(code: u32) -> Desktop {
    let home = tempfile::tempdir().unwrap();
    let session = testkit::Session::new(home.path()).unwrap();
    let bus = session.bus().unwrap();
    let (send, asked) = mpsc::unbounded_channel();
    let portal = connection::Builder::address(session.address().as_str())
        .unwrap()
        .name(NAME)
        .unwrap()
        .serve_at(
            PATH,
            Portal {
                asked: send.clone(),
                code,
            },
        )
        .unwrap()
        .serve_at(SESSION, SessionObject(send))
        .unwrap()
        .build()
        .await
        .unwrap();
    let program = connected(&session).await;
    Desktop {
        session,
        portal,
        program,
        asked,
        _bus: bus,
        _home: home,
    }
}

fn keys() -> Shortcut {
    "Ctrl+Alt+Space".parse().unwrap()
}

#[tokio::test]
async fn shortcut_of_the_desktop_is_bound_followed_and_released() {
    let mut desktop = desktop(0).await;
    let (pressed, mut presses) = mpsc::unbounded_channel();
    let bound = bind_on(desktop.program.clone(), keys(), move || {
        pressed.send(()).unwrap_or_default()
    })
    .await
    .unwrap();
    assert_eq!(bound.trigger(), "Super+Space");
    assert_eq!(
        desktop.asked.recv().await.unwrap(),
        format!("{SESSION} quick-ask CTRL+ALT+space")
    );
    let emitter = SignalEmitter::new(&desktop.portal, PATH).unwrap();
    let of = |path| ObjectPath::try_from(path).unwrap();
    // Those of another session and of another name are not ours; the one after them is.
    let other = of("/org/freedesktop/portal/desktop/session/other");
    Portal::activated(&emitter, other, ID, 1, HashMap::new())
        .await
        .unwrap();
    Portal::activated(&emitter, of(SESSION), "other", 2, HashMap::new())
        .await
        .unwrap();
    Portal::activated(&emitter, of(SESSION), ID, 3, HashMap::new())
        .await
        .unwrap();
    presses.recv().await.unwrap();
    bound.end().await;
    assert_eq!(desktop.asked.recv().await.unwrap(), "closed");
    // Nothing follows any more, and no earlier press is left.
    assert!(presses.recv().await.is_none());
}

#[tokio::test]
async fn refusal_of_the_user_and_missing_portal_are_told_apart() {
    let desktop = desktop(1).await;
    let refused = bind_on(desktop.program.clone(), keys(), || ()).await;
    assert!(matches!(refused, Err(PortalError::Refused(1))));
    desktop.portal.close().await.unwrap();
    let missing = bind_on(desktop.program.clone(), keys(), || ()).await;
    assert!(matches!(missing, Err(PortalError::Missing(_))));
}

#[tokio::test]
async fn sender_other_than_the_portal_presses_nothing() {
    let desktop = desktop(0).await;
    let count = Arc::new(AtomicU32::new(0));
    let (send, mut presses) = mpsc::unbounded_channel();
    let counted = Arc::clone(&count);
    let bound = bind_on(desktop.program.clone(), keys(), move || {
        counted.fetch_add(1, Ordering::Relaxed);
        send.send(()).unwrap_or_default();
    })
    .await
    .unwrap();
    let stranger = connected(&desktop.session).await;
    let press = |time: u64| {
        let path = ObjectPath::try_from(SESSION).unwrap();
        (path, ID, time, HashMap::<&str, Value<'_>>::new())
    };
    let forged = press(1);
    let forged = stranger.emit_signal(None::<&str>, PATH, SHORTCUTS, "Activated", &forged);
    forged.await.unwrap();
    // The bus answers this after it has passed the signal on.
    let bus = "org.freedesktop.DBus";
    let asked = stranger.call_method(Some(bus), "/org/freedesktop/DBus", Some(bus), "GetId", &());
    asked.await.unwrap();
    let real = press(2);
    let portal = &desktop.portal;
    let real = portal.emit_signal(None::<&str>, PATH, SHORTCUTS, "Activated", &real);
    real.await.unwrap();
    presses.recv().await.unwrap();
    assert_eq!(
        count.load(Ordering::Relaxed),
        1,
        "only the portal's own press counts"
    );
    bound.end().await;
}
