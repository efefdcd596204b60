//! A disk that fills up while the host runs, and one that is full when it opens: a small file system of the test's own.
//! Where none may be mounted, the tests say that they are ignored: they never pass without having run.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        io::Write,
        path::{Path, PathBuf},
        process::{Command, Stdio},
    };

    use archive::Recovery;
    use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
    use host_api::{AddServer, TroubleKind};

    type Test = (&'static str, fn());
    const TESTS: [Test; 3] = [
        (
            "nothing_is_sent_without_its_row",
            nothing_is_sent_without_its_row,
        ),
        (
            "a_full_or_read_only_disk_is_said",
            a_full_or_read_only_disk_is_said,
        ),
        (
            "another_version_does_not_start_without_room_for_a_backup",
            another_version_does_not_start_without_room_for_a_backup,
        ),
    ];

    /// What a runner of tests asks of a test program, as far as it is asked: a list, those that are ignored, one by name.
    pub fn main() {
        let args: Vec<String> = std::env::args().skip(1).collect();
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        let mounts = Disk::new().is_ok();
        let wanted = |name: &str| {
            let mut names = args
                .iter()
                .filter(|arg| !arg.starts_with('-') && *arg != "terse")
                .peekable();
            names.peek().is_none() || names.any(|arg| name.contains(arg.as_str()))
        };
        for (name, test) in TESTS.iter().filter(|(name, _)| wanted(name)) {
            if has("--list") {
                if !mounts || !has("--ignored") {
                    println!("{name}: test");
                }
            } else if mounts {
                test();
                println!("test {name} ... ok");
            } else {
                println!("test {name} ... ignored, no file system may be mounted here");
            }
        }
    }

    /// A file system of 4 MiB.
    struct Disk(tempfile::TempDir);

    impl Disk {
        fn new() -> Result<Self, String> {
            let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
            let mounted = Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=4m,mode=0700", "innkeeper-test"])
                .arg(dir.path())
                .stdin(Stdio::null())
                .output()
                .map_err(|e| e.to_string())?;
            if mounted.status.success() {
                Ok(Self(dir))
            } else {
                Err(String::from_utf8_lossy(&mounted.stderr).into_owned())
            }
        }

        fn data(&self) -> PathBuf {
            self.0.path().join("data")
        }

        fn filler(&self) -> PathBuf {
            self.0.path().join("filler")
        }

        fn fill(&self) {
            let mut file = std::fs::File::create(self.filler()).unwrap();
            while file.write(&[0; 4096]).is_ok_and(|written| written > 0) {}
        }

        /// Leaves less than 1 MiB, which is enough to run.
        fn nearly_fill(&self) {
            let mut file = std::fs::File::create(self.filler()).unwrap();
            let left = || {
                let disk = rustix::fs::statvfs(self.0.path()).unwrap();
                disk.f_bavail * disk.f_frsize
            };
            while left() > 900 * 1024 {
                file.write_all(&[0; 4096]).unwrap();
            }
        }

        fn free(&self) {
            std::fs::remove_file(self.filler()).unwrap();
        }

        fn read_only(&self, on: bool) {
            let how = if on { "remount,ro" } else { "remount,rw" };
            let done = Command::new("mount")
                .args(["-o", how])
                .arg(self.0.path())
                .status();
            assert!(done.unwrap().success());
        }
    }

    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
        }
    }

    fn run(work: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(work);
    }

    fn config(data_dir: &Path) -> HostConfig {
        HostConfig {
            data_dir: data_dir.to_owned(),
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        }
    }

    fn new_server(name: &str, marker: &Path) -> NewServer {
        NewServer {
            server: AddServer {
                name: name.into(),
                command: testkit::server_binary().unwrap().display().to_string(),
                args: vec![serde_json::json!({ "marker": marker }).to_string()],
                cwd: None,
                env_names: vec![],
            },
            values: vec![],
            from_host: vec![],
        }
    }

    fn nothing_is_sent_without_its_row() {
        run(async {
            let (disk, elsewhere) = (Disk::new().unwrap(), tempfile::tempdir().unwrap());
            let marker = elsewhere.path().join("marker");
            let host = Host::open(config(&disk.data())).await.unwrap();
            let view = host.add_server(new_server("Marks", &marker)).await.unwrap();
            let server = view.tag.id.parse().unwrap();
            // It writes a file for this test.
            host.run_unconfined(server, true).await.unwrap();
            host.start_and_wait(server, true).await.unwrap();
            let call = |text: &str| {
                host.call_tool(DirectCall {
                    server,
                    tool: "write_marker".into(),
                    arguments: serde_json::json!({ "text": text }).to_string(),
                    allowed: true,
                })
            };
            call("before").await.unwrap();
            let written = || std::fs::read_to_string(&marker).unwrap();
            assert_eq!(written().lines().count(), 1);

            disk.fill();
            // Long enough to need space that what is there does not have.
            let error = host.add_server(new_server(&"x".repeat(50), &marker)).await;
            let mut refused = 0;
            for number in 0..20 {
                match call(&format!("{number} {}", "y".repeat(60_000))).await {
                    Err(error) => {
                        assert!(
                            error.message.to_string().contains("disk")
                                && error.message.to_string().contains("full"),
                            "{error:?}"
                        );
                        refused += 1;
                    }
                    // That it was not sent found a place, its decision did not.
                    Ok(view) if view.sent_ms.is_none() => refused += 1,
                    Ok(_) => {}
                }
            }
            assert!(refused > 0 || error.is_err(), "the disk was never full");
            let sent = written().lines().count();
            let rows = host.audit_list(None, 1000).await.unwrap();
            let allowed = rows
                .iter()
                .filter(|row| row.kind == "decision" && row.subject == "write_marker");
            assert!(sent <= allowed.count(), "{sent} sent");
            assert!(refused > 0, "no call was refused");
            assert_eq!(sent, 1 + 20 - refused);

            disk.free();
            call("after").await.unwrap();
            assert!(host.audit_verify().await.unwrap().intact);
            host.close().await;
        });
    }

    fn another_version_does_not_start_without_room_for_a_backup() {
        run(async {
            let disk = Disk::new().unwrap();
            let config = config(&disk.data());
            Host::open(config.clone()).await.unwrap().close().await;
            let bytes = std::fs::read(disk.data().join("innkeeper.db")).unwrap();
            disk.nearly_fill();
            let newer = HostConfig {
                version: "0.0.1".into(),
                ..config.clone()
            };
            let error = match Host::open(newer.clone()).await {
                Err(error) => error,
                Ok(_) => panic!("it opened"),
            };
            let recovery = Recovery::look(&newer.data_dir, &newer.version, &error).await;
            let view = recovery.view();
            assert_eq!(view.kind, TroubleKind::NoBackup, "{error:?}");
            assert!(recovery.lacks_backup() && view.readable);
            let said = view.found.to_string();
            assert!(
                said.contains("needs 2 MiB") && said.contains("0 MiB are free"),
                "{said}"
            );
            assert_eq!(
                std::fs::read(disk.data().join("innkeeper.db")).unwrap(),
                bytes
            );
            assert!(archive::backups(&newer.data_dir).is_empty());
            // The user starts without one, and the next start asks no more.
            let host = Host::open_without_backup(newer.clone()).await.unwrap();
            host.close().await;
            Host::open(newer).await.unwrap().close().await;
            // With room again, the next version is backed up.
            disk.free();
            let newest = HostConfig {
                version: "0.0.2".into(),
                ..config
            };
            Host::open(newest.clone()).await.unwrap().close().await;
            assert_eq!(archive::backups(&newest.data_dir).len(), 1);
        });
    }

    fn a_full_or_read_only_disk_is_said() {
        run(async {
            let disk = Disk::new().unwrap();
            let config = config(&disk.data());
            Host::open(config.clone()).await.unwrap().close().await;
            let bytes = std::fs::read(disk.data().join("innkeeper.db")).unwrap();

            for (kind, read_only) in [(TroubleKind::Full, false), (TroubleKind::NotWritable, true)]
            {
                if read_only {
                    disk.read_only(true);
                } else {
                    disk.fill();
                }
                let error = match Host::open(config.clone()).await {
                    Err(error) => error,
                    Ok(_) => panic!("it opened"),
                };
                let recovery = Recovery::look(&config.data_dir, &config.version, &error).await;
                let view = recovery.view();
                assert_eq!(view.kind, kind, "{error:?}");
                assert!(view.readable, "it can be read all the same");
                assert!(recovery.conversations().await.unwrap().is_empty());
                let elsewhere = tempfile::tempdir().unwrap();
                let saved = archive::export(&config.data_dir, elsewhere.path(), |_| {})
                    .await
                    .unwrap();
                assert!(
                    saved
                        .missing
                        .iter()
                        .all(|line| line.to_string().contains("last changes")),
                    "{:?}",
                    saved.missing
                );
                if read_only {
                    disk.read_only(false);
                } else {
                    disk.free();
                }
            }
            assert_eq!(
                std::fs::read(disk.data().join("innkeeper.db")).unwrap(),
                bytes
            );
            Host::open(config).await.unwrap().close().await;
        });
    }
}
