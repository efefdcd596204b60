use std::fs;

use domain::{ResolvedProgram, ServerId};

use super::*;

/// A home in a folder for temporary files, with what is in it.
struct Home(tempfile::TempDir);

impl Home {
    fn with(files: &[&str]) -> Self {
        let home = Self(tempfile::tempdir_in("/var/tmp").unwrap());
        for file in files {
            let path = home.at(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        }
        home
    }

    fn at(&self, path: &str) -> PathBuf {
        dunce::canonicalize(self.0.path())
            .unwrap()
            .join("me")
            .join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.at(path), text).unwrap();
    }

    fn link(&self, path: &str, to: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, self.at(path)).unwrap();
    }

    /// What the program at `path` with these arguments is shown, relative to the home.
    fn shown(&self, path: &str, args: &[&str]) -> Vec<String> {
        let spec = LocalLaunch {
            server: ServerId::new(),
            command: path.to_owned(),
            program: ResolvedProgram {
                path: if path.starts_with('/') {
                    path.into()
                } else {
                    self.at(path)
                },
                target: None,
                searched: Vec::new(),
            },
            args: args
                .iter()
                .map(|arg| arg.replace("HOME", self.at("").to_str().unwrap().trim_end_matches('/')))
                .collect(),
            cwd: self.at(""),
            env: Vec::new(),
            risky: Vec::new(),
            plain: Vec::new(),
            roots: Vec::new(),
            contents: Vec::new(),
            path_value: "/usr/bin:/bin".into(),
            confinement: Confinement::Unconfined { instead: None },
            package: None,
        };
        let places = Places::new(Some(self.at("")), &[self.at(".local/share/innkeeper")]);
        let found = programs(&spec, &ConfinementChoice::default(), &places);
        found
            .iter()
            .map(|path| {
                let path = path.strip_prefix(self.at("")).unwrap_or(path);
                path.to_str().unwrap().to_owned()
            })
            .collect()
    }
}

#[test]
fn script_shows_its_package_and_not_the_folders_that_it_works_on() {
    let home = Home::with(&[
        "src/server/package.json",
        "src/server/dist/index.js",
        "src/other/package.json",
        "Documents/notes.txt",
        "Downloads/server.py",
        "tools/run.py",
    ]);
    let shown = home.shown(
        "/usr/bin/node",
        &[
            "HOME/src/server/dist/index.js",
            "HOME/Documents",
            "HOME/src/other",
        ],
    );
    assert_eq!(shown, ["src/server"]);
    assert_eq!(
        home.shown("/usr/bin/node", &["HOME/src/server"]),
        ["src/server"]
    );
    assert_eq!(
        home.shown("/usr/bin/python3", &["-u", "HOME/tools/run.py"]),
        ["tools"]
    );
    assert_eq!(
        home.shown(
            "/usr/bin/env",
            &["A=b", "node", "HOME/src/server/dist/index.js"]
        ),
        ["src/server"]
    );
    // Beside it lies what the user downloaded.
    assert_eq!(
        home.shown("/usr/bin/python3.11", &["HOME/Downloads/server.py"]),
        ["Downloads/server.py"]
    );
    assert_eq!(
        home.shown("/usr/bin/cat", &["HOME/tools/run.py"]),
        Vec::<String>::new()
    );
    assert_eq!(
        home.shown(
            "/usr/bin/uv",
            &["--directory", "HOME/src/server", "run", "dist/index.js"]
        ),
        ["src/server"]
    );
    assert_eq!(
        home.shown(
            "/usr/bin/npx",
            &["-y", "@x/server-filesystem", "HOME/src/other"]
        ),
        Vec::<String>::new()
    );
}

#[test]
fn home_and_private_data_are_never_shown() {
    let home = Home::with(&[
        "server.py",
        "package.json",
        ".local/share/innkeeper/innkeeper.db",
        ".local/bin/tool",
        ".ssh/id",
    ]);
    assert_eq!(
        home.shown("/usr/bin/python3", &["HOME/server.py"]),
        ["server.py"]
    );
    assert_eq!(home.shown("/usr/bin/node", &["HOME"]), Vec::<String>::new());
    assert_eq!(
        home.shown("/usr/bin/node", &["HOME/.local"]),
        Vec::<String>::new()
    );
    assert_eq!(
        home.shown(
            "/usr/bin/node",
            &["HOME/.local/share/innkeeper/innkeeper.db"]
        ),
        Vec::<String>::new()
    );
    assert_eq!(home.shown(".local/bin/tool", &[]), [".local/bin/tool"]);
}

#[test]
fn runtimes_are_shown_with_what_their_links_lead_to() {
    let home = Home::with(&[
        ".nvm/versions/node/v20/bin/node",
        ".nvm/versions/node/v20/lib/node_modules/npm/bin/npx-cli.js",
        ".local/share/uv/python/cpython-3.12.1/bin/python3.12",
        "work/venv/bin/server",
        "work/node_modules/thing/dist/cli.js",
    ]);
    home.link(
        ".nvm/versions/node/v20/bin/npx",
        "../lib/node_modules/npm/bin/npx-cli.js",
    );
    assert_eq!(
        home.shown(".nvm/versions/node/v20/bin/npx", &[]),
        [".nvm/versions/node/v20"]
    );

    let base = home.at(".local/share/uv/python/cpython-3.12/bin");
    home.link(".local/share/uv/python/cpython-3.12", "cpython-3.12.1");
    home.link(
        "work/venv/bin/python3",
        base.join("python3.12").to_str().unwrap(),
    );
    home.write(
        "work/venv/pyvenv.cfg",
        &format!("home = {}\nversion = 3\n", base.display()),
    );
    home.write(
        "work/venv/bin/server",
        &format!("#!{}\n", home.at("work/venv/bin/python3").display()),
    );
    let both = [".local/share/uv/python", "work/venv"];
    assert_eq!(home.shown("work/venv/bin/server", &[]), both);
    home.link(
        ".local/bin/server",
        home.at("work/venv/bin/server").to_str().unwrap(),
    );
    let linked = home.shown(".local/bin/server", &[]);
    assert_eq!(
        linked,
        [".local/bin/server", ".local/share/uv/python", "work/venv"].map(str::to_owned)[1..]
    );

    home.link("work/node_modules/.bin/thing", "../thing/dist/cli.js");
    assert_eq!(
        home.shown("work/node_modules/.bin/thing", &[]),
        ["work/node_modules"]
    );
}
