//! The files of a user, in a folder of the test's own.
#![allow(clippy::unwrap_used, reason = "tests")]
#![cfg(unix)]

use std::{fs, path::Path};

use url_handler::{Folders, Handler, State};

fn handler(folder: &Path, program: &str) -> Handler {
    let folders = Folders {
        data: folder.join("data"),
        config: folder.join("config"),
    };
    Handler::new(program.into(), folders)
}

#[test]
fn registration_is_written_and_removed_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mine = handler(folder.path(), "/opt/inn keeper/innkeeper");
    assert_eq!(mine.state().unwrap(), State::Off);
    mine.unregister().unwrap();
    for _ in 0..2 {
        mine.register().unwrap();
        assert_eq!(mine.state().unwrap(), State::Registered);
    }
    let entry = folder
        .path()
        .join("data/applications/innkeeper-links.desktop");
    let text = fs::read_to_string(&entry).unwrap();
    assert!(
        text.contains("Exec=\"/opt/inn keeper/innkeeper\" --open-link %u\n"),
        "{text}"
    );
    assert_eq!(
        handler(folder.path(), "/elsewhere").state().unwrap(),
        State::Elsewhere
    );
    mine.unregister().unwrap();
    assert_eq!(mine.state().unwrap(), State::Off);
    assert!(!entry.exists());
    let left: Vec<_> = fs::read_dir(folder.path().join("config"))
        .unwrap()
        .collect();
    assert_eq!(left.len(), 1, "no part is left behind: {left:?}");
}

#[test]
fn list_of_the_user_is_kept_also_behind_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let mine = handler(folder.path(), "/opt/innkeeper");
    let (config, real) = (folder.path().join("config"), folder.path().join("dotfiles"));
    fs::create_dir(&config).unwrap();
    let others =
        "[Default Applications]\ntext/html=b.desktop\nx-scheme-handler/innkeeper=other.desktop\n";
    fs::write(&real, others).unwrap();
    std::os::unix::fs::symlink(&real, config.join("mimeapps.list")).unwrap();
    assert_eq!(mine.state().unwrap(), State::Other("other.desktop".into()));
    mine.unregister().unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), others);
    mine.register().unwrap();
    assert!(config.join("mimeapps.list").is_symlink());
    assert!(
        fs::read_to_string(&real)
            .unwrap()
            .contains("text/html=b.desktop")
    );
    assert_eq!(mine.state().unwrap(), State::Registered);
}

#[test]
fn file_that_cannot_be_read_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let mine = handler(folder.path(), "/opt/innkeeper");
    let list = folder.path().join("config/mimeapps.list");
    fs::create_dir_all(list.parent().unwrap()).unwrap();
    for bytes in [vec![0xff, 0xfe], vec![b'#'; 2 << 20]] {
        fs::write(&list, &bytes).unwrap();
        assert!(mine.register().is_err() && mine.unregister().is_err());
        assert_eq!(fs::read(&list).unwrap(), bytes);
    }
    let odd = handler(folder.path(), "/opt/a\nExec=evil");
    assert!(odd.register().is_err());
}
