//! Updates from a server on this machine, with the real plugin and real signatures of a key that is thrown away.

mod refused;
mod server;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use host::{GuardProgram, HostConfig};
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};

use super::*;
use server::{Reply, Served, Signer, manifest};

/// The version of the program in these tests.
const NOW: &str = "1.0.0";
/// What an AppImage begins with.
const ELF: &[u8] = b"\x7fELF\x02\x01\x01";

/// A program as a file, and what asks for its updates.
struct Stage {
    app: tauri::App<MockRuntime>,
    folder: tempfile::TempDir,
    signer: Signer,
}

impl Stage {
    fn new() -> Self {
        let mut context = mock_context(noop_assets());
        context.config_mut().version = Some(NOW.to_owned());
        context.package_info_mut().version = NOW.parse().unwrap();
        configure(&mut context);
        let app = mock_builder()
            .plugin(tauri_plugin_updater::Builder::new().build())
            .build(context)
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let this = Self {
            app,
            folder,
            signer: Signer::new(),
        };
        std::fs::write(this.image(), b"old").unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(
            this.image(),
            std::os::unix::fs::PermissionsExt::from_mode(0o755),
        )
        .unwrap();
        this
    }

    /// The program.
    fn image(&self) -> PathBuf {
        self.folder.path().join("Innkeeper.AppImage")
    }

    fn engine(&self, server: &Served) -> Engine {
        self.engine_for(server, self.image())
    }

    fn engine_for(&self, server: &Served, image: PathBuf) -> Engine {
        let source = Source::parse(&format!("{}/{{channel}}.json", server.address())).unwrap();
        let client = Client::new(source).at_most(4 * 1024 * 1024);
        Engine::new(client, self.signer.key(), Some(Place::File(image)))
    }

    async fn found(&self, engine: &Engine) -> Result<NewerVersion, UpdateError> {
        match engine.check(self.app.handle(), Channel::Stable).await? {
            Checked::Found(found) => Ok(*found),
            Checked::Newest(offered) => panic!("nothing newer than {NOW}: {offered:?}"),
        }
    }

    /// Goes all the way, and returns why it did not come to the end.
    async fn updated(&self, engine: &Engine) -> Result<(), UpdateError> {
        let found = self.found(engine).await?;
        let file = engine
            .fetch(&found, &CancellationToken::new(), |_, _| {})
            .await?;
        engine.install(&found, Arc::new(file)).await
    }

    /// Asserts that the program is the old one, with nothing beside it.
    fn assert_untouched(&self, what: &str) {
        assert_eq!(std::fs::read(self.image()).unwrap(), b"old", "{what}");
        let beside = std::fs::read_dir(self.folder.path()).unwrap().count();
        assert_eq!(beside, 1, "{what}: something is beside it");
    }
}

/// A new program.
fn program(size: usize) -> Vec<u8> {
    let mut file = ELF.to_vec();
    file.resize(size, b'n');
    file
}

#[tokio::test]
async fn newer_version_is_found_verified_and_replaces_the_program() {
    let stage = Stage::new();
    let file = program(3 * 1024 * 1024);
    let signature = stage.signer.sign(&file, "1.1.0");
    let server = Served::new(file.clone(), move |base| {
        manifest(base, "1.1.0", &signature)
    });
    let engine = stage.engine(&server);
    let found = stage.found(&engine).await.unwrap();
    assert_eq!(found.manifest.version.to_string(), "1.1.0");
    assert_eq!(found.manifest.notes, "What is new");
    let mut seen = Vec::new();
    let progress = |done, total| seen.push((done, total));
    let cancelled = CancellationToken::new();
    let fetched = engine.fetch(&found, &cancelled, progress).await.unwrap();
    assert_eq!(fetched, file);
    let size = file.len() as u64;
    assert_eq!(seen.first(), Some(&(0, Some(size))));
    assert_eq!(seen.last(), Some(&(size, Some(size))));
    stage.assert_untouched("only fetched");
    engine.install(&found, Arc::new(fetched)).await.unwrap();
    assert_eq!(std::fs::read(stage.image()).unwrap(), file);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(stage.image())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o755);
    }
    assert_eq!(server.asked(), ["/stable.json", "/file"]);
}

#[tokio::test]
async fn same_and_lower_versions_are_no_update_even_if_signed() {
    for offered in ["1.0.0", "0.9.9", "1.0.0-beta.2", "1.0.0+other"] {
        let stage = Stage::new();
        let file = program(100);
        let signature = stage.signer.sign(&file, offered);
        let server = Served::new(file, move |base| manifest(base, offered, &signature));
        let engine = stage.engine(&server);
        let checked = engine.check(stage.app.handle(), Channel::Beta).await;
        let Ok(Checked::Newest(said)) = checked else {
            panic!("{offered} was taken");
        };
        assert_eq!(said.unwrap().to_string(), offered);
        assert_eq!(server.asked(), ["/beta.json"]);
        stage.assert_untouched(offered);
    }
}

#[tokio::test]
async fn unfinished_version_is_offered_to_beta_alone() {
    let stage = Stage::new();
    let file = program(100);
    let signature = stage.signer.sign(&file, "2.0.0-beta.1");
    let server = Served::new(file, move |base| manifest(base, "2.0.0-beta.1", &signature));
    let engine = stage.engine(&server);
    let stable = engine.check(stage.app.handle(), Channel::Stable).await;
    assert!(matches!(stable, Ok(Checked::Newest(None))));
    let beta = engine.check(stage.app.handle(), Channel::Beta).await;
    assert!(matches!(beta, Ok(Checked::Found(_))));
}

#[tokio::test]
async fn cancelled_download_leaves_nothing() {
    let stage = Stage::new();
    let file = program(100);
    let signature = stage.signer.sign(&file, "1.1.0");
    let mut server = Served::new(file, move |base| manifest(base, "1.1.0", &signature));
    server.file(Reply::Silent);
    let engine = stage.engine(&server);
    let found = stage.found(&engine).await.unwrap();
    let cancelled = CancellationToken::new();
    let stop = cancelled.clone();
    let progress = move |done, _| {
        if done > 0 {
            stop.cancel();
        }
    };
    let fetched = engine.fetch(&found, &cancelled, progress).await;
    assert_eq!(fetched, Err(UpdateError::Cancelled));
    stage.assert_untouched("cancelled");
}

#[test]
fn server_is_asked_only_as_often_as_the_user_wants() {
    let setting = |answered, every| UpdateSetting {
        answered,
        every,
        ..UpdateSetting::default()
    };
    let last = |hours: i64, failed| LastUpdateCheck {
        at_ms: 1_000 * HOUR_MS - hours * HOUR_MS,
        failed,
        result: String::new(),
    };
    let now = 1_000 * HOUR_MS;
    let due = |setting, last: Option<LastUpdateCheck>| is_due(setting, last.as_ref(), now);
    // Never before the answer, whatever is stored beside it.
    for every in [UpdateEvery::Never, UpdateEvery::Day, UpdateEvery::Week] {
        assert!(!due(setting(false, every), None));
        assert!(!due(setting(false, every), Some(last(5_000, false))));
    }
    assert!(!due(UpdateSetting::default(), None));
    assert!(!due(setting(true, UpdateEvery::Never), None));
    let (day, week) = (
        setting(true, UpdateEvery::Day),
        setting(true, UpdateEvery::Week),
    );
    assert!(due(day, None) && due(week, None));
    assert!(!due(day, Some(last(23, false))) && due(day, Some(last(24, false))));
    assert!(!due(week, Some(last(167, false))) && due(week, Some(last(168, false))));
    assert!(!due(week, Some(last(3, true))) && due(week, Some(last(4, true))));
    assert!(due(day, Some(last(-10, false))), "the clock was set back");
}

async fn open_host(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.to_owned(),
        version: NOW.into(),
        guard: GuardProgram::at(dir.join("no-guard")),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

#[tokio::test]
async fn window_goes_from_check_to_installation_and_the_log_has_each_step() {
    let stage = Stage::new();
    let data = tempfile::tempdir().unwrap();
    let host = open_host(data.path()).await;
    let file = program(1_000);
    let signature = stage.signer.sign(&file, "1.1.0");
    let server = Served::new(file.clone(), move |base| {
        manifest(base, "1.1.0", &signature)
    });
    let updates = Updates::new(Some(stage.engine(&server)), NOW);
    let view = updates.view(&host).await;
    assert!(!view.setting.answered && view.offer.is_none() && view.last.is_none());
    assert_eq!(view.setting.every, UpdateEvery::Never);
    assert!(server.asked().is_empty(), "nothing is asked by itself");
    let nothing = updates.install(&host, false).await.unwrap_err();
    assert_eq!(nothing.code, ErrorCode::NotFound);

    updates
        .check(stage.app.handle(), &host, true)
        .await
        .unwrap();
    let view = updates.view(&host).await;
    assert_eq!(view.offer.unwrap().version, "1.1.0");
    let last = view.last.unwrap();
    assert!(!last.failed && last.result == "Version 1.1.0 is available.");
    updates.download(&host).await.unwrap();
    let view = updates.view(&host).await;
    assert_eq!((view.phase, view.failure), (UpdatePhase::Ready, None));
    assert_eq!((view.done, view.total), (1_000.0, Some(1_000.0)));
    stage.assert_untouched("only downloaded");
    assert!(updates.install(&host, false).await.unwrap());
    assert_eq!(std::fs::read(stage.image()).unwrap(), file);
    let rows = host.audit_list(None, 10).await.unwrap();
    let words: Vec<_> = rows
        .iter()
        .filter_map(|row| row.decision.as_deref())
        .collect();
    for word in ["update_check", "update_download", "update_install"] {
        assert!(words.contains(&word), "{words:?}");
    }
    host.close().await;
}

#[tokio::test]
async fn failure_is_said_and_the_next_try_works() {
    let stage = Stage::new();
    let data = tempfile::tempdir().unwrap();
    let host = open_host(data.path()).await;
    let file = program(1_000);
    let signature = stage.signer.sign(&file, "1.1.0");
    let mut server = Served::new(file.clone(), move |base| {
        manifest(base, "1.1.0", &signature)
    });
    server.file(Reply::Cut {
        announced: 1_000,
        sent: file[..500].to_vec(),
    });
    let updates = Updates::new(Some(stage.engine(&server)), NOW);
    updates
        .check(stage.app.handle(), &host, true)
        .await
        .unwrap();
    updates.download(&host).await.unwrap();
    let view = updates.view(&host).await;
    assert_eq!(view.phase, UpdatePhase::Idle);
    let said = view.failure.unwrap().to_string();
    assert!(said.contains("ended before the whole update"), "{said}");
    let nothing = updates.install(&host, true).await.unwrap_err();
    assert_eq!(nothing.code, ErrorCode::NotFound);
    stage.assert_untouched("cut");

    server.file(Reply::Whole(file));
    updates.download(&host).await.unwrap();
    assert_eq!(updates.view(&host).await.phase, UpdatePhase::Ready);
    // A build without a server, and a copy that is no package.
    let none = Updates::new(None, NOW);
    assert_eq!(none.view(&host).await.host, None);
    let refused = none.check(stage.app.handle(), &host, true).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::NotFound);
    let mut engine = stage.engine(&server);
    engine.place = None;
    let fixed = Updates::new(Some(engine), NOW);
    fixed.check(stage.app.handle(), &host, true).await.unwrap();
    assert!(fixed.view(&host).await.blocked.is_some());
    let refused = fixed.download(&host).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    host.close().await;
}

/// A small file system of its own, where one may be mounted.
struct Small(tempfile::TempDir);

impl Small {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m,mode=0700", "innkeeper-test"])
            .arg(folder.path())
            .output();
        mounted.ok()?.status.success().then(|| Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[tokio::test]
async fn full_disk_leaves_the_old_program() {
    let Some(disk) = Small::new() else {
        eprintln!("skipped: no file system may be mounted here");
        return;
    };
    let stage = Stage::new();
    let image = disk.0.path().join("Innkeeper.AppImage");
    std::fs::write(&image, b"old").unwrap();
    let file = program(2 * 1024 * 1024);
    let signature = stage.signer.sign(&file, "1.1.0");
    let server = Served::new(file, move |base| manifest(base, "1.1.0", &signature));
    let engine = stage.engine_for(&server, image.clone());
    let refused = stage.updated(&engine).await.unwrap_err();
    let UpdateError::NotInstalled(why) = refused else {
        panic!("{refused:?}");
    };
    assert!(why.to_lowercase().contains("space"), "{why}");
    assert_eq!(std::fs::read(&image).unwrap(), b"old");
    assert_eq!(std::fs::read_dir(disk.0.path()).unwrap().count(), 1);
}
