//! macOS: a profile for `sandbox-exec`. Never run; written from documentation, and reported as advisory.

#[cfg(target_os = "macos")]
pub(crate) use running::start;

use std::{fmt::Write as _, path::Path};

use crate::{Confinement, FolderGrant, Method, Network, Refusal, SandboxError, Step};

/// What programs need of the system to start at all. No service of the keychain is among it.
const BASE: &str = r#"(version 1)
(deny default)
(allow process-fork)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System") (subpath "/Library/Apple")
  (literal "/") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom")
  (subpath "/private/etc/ssl") (literal "/private/etc/localtime") (subpath "/private/var/db/timezone"))
(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))
(allow process-exec (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System"))
(allow mach-lookup (global-name "com.apple.system.notification_center")
  (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.logd"))
"#;

/// The profile of a confinement.
///
/// # Errors
/// A path that is no UTF-8, or a confinement that takes more than a profile.
#[cfg_attr(
    not(target_os = "macos"),
    allow(dead_code, reason = "tested everywhere, used on macOS")
)]
pub(crate) fn profile(confinement: &Confinement) -> Result<String, SandboxError> {
    let weakest = confinement.weakest_possible();
    if weakest > Method::Profile {
        return Err(SandboxError::TooWeak {
            weakest,
            refusal: Refusal {
                step: Step::Namespaces,
                errno: 0,
            },
        });
    }
    let mut text = BASE.to_owned();
    for path in &confinement.programs {
        rule(&mut text, "allow file-read* process-exec", path)?;
    }
    rule(&mut text, "allow file-read* file-write*", &confinement.home)?;
    if confinement.run_in_home {
        rule(&mut text, "allow process-exec", &confinement.home)?;
    }
    // The last rule about a path counts: an inner folder comes after the one around it, with all that is denied there.
    let mut grants: Vec<&FolderGrant> = confinement.grants.iter().collect();
    grants.sort_by(|one, other| one.path.cmp(&other.path));
    for (index, grant) in grants.iter().enumerate() {
        let mut before = grants.iter().take(index);
        let writable_around =
            before.any(|outer| outer.access.writes() && grant.path.starts_with(&outer.path));
        rules_of(&mut text, grant, writable_around)?;
    }
    match confinement.network {
        Network::Off | Network::Brokered => {}
        Network::Open => text.push_str("(allow network-outbound)\n(allow system-socket)\n"),
    }
    if !confinement.unix_sockets {
        text.push_str("(deny network* (remote unix-socket))\n");
    }
    Ok(text)
}

/// The rules of one granted folder.
fn rules_of(
    text: &mut String,
    grant: &FolderGrant,
    writable_around: bool,
) -> Result<(), SandboxError> {
    rule(text, "allow file-read*", &grant.path)?;
    if grant.execute {
        rule(text, "allow process-exec", &grant.path)?;
    }
    if grant.access.writes() {
        rule(text, "allow file-write*", &grant.path)?;
        if !grant.own {
            let names = hidden_names(&grant.path)?;
            let _ = writeln!(text, "(deny file-write* (regex #\"{names}\"))");
        }
    } else if writable_around {
        rule(text, "deny file-write*", &grant.path)?;
    }
    for hidden in &grant.hidden {
        rule(
            text,
            "deny file-read* file-write*",
            &grant.path.join(hidden),
        )?;
    }
    Ok(())
}

fn rule(text: &mut String, what: &str, path: &Path) -> Result<(), SandboxError> {
    let path = quoted(path)?;
    // Writing to a string does not fail.
    let _ = writeln!(text, "({what} (subpath {path}))");
    Ok(())
}

/// A pattern of all hidden names below a folder: what other programs run code from. Bare repositories and what settings name are not found
/// here. A character that could mean something in a pattern stands for any one.
fn hidden_names(folder: &Path) -> Result<String, SandboxError> {
    let plain = |at: char| {
        if at.is_alphanumeric() || "/_-".contains(at) {
            at
        } else {
            '.'
        }
    };
    let folder: String = text_of(folder)?.chars().map(plain).collect();
    Ok(format!(r"^{folder}/(.*/)?\.[^/]"))
}

fn text_of(path: &Path) -> Result<&str, SandboxError> {
    path.to_str().ok_or_else(|| SandboxError::Path {
        path: path.to_owned(),
        why: "is no UTF-8",
    })
}

/// A path as a string of the profile's language.
fn quoted(path: &Path) -> Result<String, SandboxError> {
    let escaped = text_of(path)?.replace('\\', "\\\\").replace('"', "\\\"");
    Ok(format!("\"{escaped}\""))
}

#[cfg(target_os = "macos")]
mod running {
    use std::{
        io,
        os::unix::process::CommandExt as _,
        process::{Command, Stdio},
    };

    use rustix::process::Pid;

    use super::profile;
    use crate::{Confined, Confinement, Method, Program, Remark, Report, SandboxError};

    struct Profiled {
        server: Pid,
        report: Report,
    }

    impl Confined for Profiled {
        fn child(&self) -> Pid {
            self.server
        }

        fn server(&self) -> Pid {
            self.server
        }

        fn report(&self) -> &Report {
            &self.report
        }
    }

    pub(crate) fn start(
        confinement: &Confinement,
        program: Program,
    ) -> Result<Box<dyn Confined>, SandboxError> {
        confinement.check()?;
        let tmp = confinement.home.join("tmp");
        std::fs::create_dir_all(&tmp).map_err(SandboxError::Exec)?;
        let env = program.environment(&confinement.home, &tmp);
        let cwd = confinement.working_folder(&program.cwd, &confinement.home);
        let [stdin, stdout, stderr] = program.streams;
        let child = Command::new("/usr/bin/sandbox-exec")
            .arg("-p")
            .arg(profile(confinement)?)
            .arg(&program.path)
            .args(&program.args)
            .env_clear()
            .envs(env)
            .current_dir(cwd)
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::from(stderr))
            .process_group(0)
            .spawn()
            .map_err(SandboxError::Exec)?;
        let server = Pid::from_raw(child.id().cast_signed())
            .ok_or_else(|| SandboxError::Exec(io::ErrorKind::InvalidData.into()))?;
        let report = Report {
            method: Method::Profile,
            ..Report::advisory(Remark::NotVerified)
        };
        Ok(Box::new(Profiled { server, report }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Access, Layers};

    #[test]
    fn path_cannot_break_out_of_the_profile() {
        let grant = FolderGrant {
            path: "/a\") (allow default) (\\".into(),
            device: 0,
            inode: 0,
            access: Access::Write,
            execute: false,
            own: false,
            hidden: Vec::new(),
        };
        let confinement = Confinement {
            grants: vec![grant],
            ..Confinement::new("/home")
        };
        let text = profile(&confinement).unwrap();
        assert!(
            text.contains(r#"(allow file-write* (subpath "/a\") (allow default) (\\"))"#),
            "{text}"
        );
        assert!(
            text.contains(
                r##"(deny file-write* (regex #"^/a....allow.default..../(.*/)?\.[^/]"))"##
            ),
            "{text}"
        );
        assert!(!text.contains("network-outbound"));
    }

    #[test]
    fn inner_folder_has_the_last_word() {
        let grant = |path: &str, access| FolderGrant {
            path: path.into(),
            device: 0,
            inode: 0,
            access,
            execute: false,
            own: false,
            hidden: vec!["secret".into()],
        };
        let confinement = Confinement {
            grants: vec![
                grant("/a/read", Access::Read),
                grant("/a/.agent", Access::Write),
                grant("/a", Access::Write),
                grant("/b", Access::Read),
            ],
            ..Confinement::new("/home")
        };
        let text = profile(&confinement).unwrap();
        let rules = [
            r#"(allow file-write* (subpath "/a"))"#,
            r##"(deny file-write* (regex #"^/a/(.*/)?\.[^/]"))"##,
            r#"(deny file-read* file-write* (subpath "/a/secret"))"#,
            r#"(allow file-write* (subpath "/a/.agent"))"#,
            r#"(deny file-read* file-write* (subpath "/a/.agent/secret"))"#,
            r#"(deny file-write* (subpath "/a/read"))"#,
        ];
        let places = rules.map(|rule| text.find(rule).expect(rule));
        assert!(places.is_sorted(), "{text}");
        assert!(!text.contains(r#"(deny file-write* (subpath "/b"))"#));
    }

    #[test]
    fn confinement_that_takes_more_than_a_profile_is_refused() {
        let plain = Confinement::new("/home");
        assert!(profile(&plain).is_ok());
        let layers = Layers {
            upper: "/layers/upper".into(),
            work: "/layers/work".into(),
        };
        let staged = FolderGrant {
            access: Access::Staged(layers),
            ..FolderGrant::new(Path::new("/"), Access::Read).unwrap()
        };
        for beyond in [
            Confinement {
                weakest: Method::Namespaces,
                ..plain.clone()
            },
            Confinement {
                recorded: true,
                ..plain.clone()
            },
            Confinement {
                grants: vec![staged],
                ..plain.clone()
            },
        ] {
            let refused = profile(&beyond);
            assert!(
                matches!(refused, Err(SandboxError::TooWeak { .. })),
                "{refused:?}"
            );
        }
    }
}
