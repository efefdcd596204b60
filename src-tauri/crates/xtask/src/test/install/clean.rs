//! A clean Debian system in a folder, as it is before anything is installed. It is made once and kept; each use is a copy.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use tempfile::TempDir;

use crate::{child, failure::Failure};

/// Where Debian's packages come from.
const MIRROR: &str = "http://deb.debian.org/debian";
/// Where its security updates come from.
const SECURITY: &str = "http://security.debian.org/debian-security";
/// How long a base is used before it is made anew.
const AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How the names of copies begin, and when one is left over.
const COPY: &str = "copy-";
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);
/// How long making a base may take, or installing with what is fetched for it.
const SLOW: Duration = Duration::from_secs(900);
/// How long a command inside may take.
pub const LIMIT: Duration = Duration::from_secs(120);
/// What a desktop has and no package of a program brings: a session bus, a runtime for servers, and AppArmor.
const BASE: &str = "dbus-daemon,nodejs,apparmor,ca-certificates";
/// The user, who is no administrator.
const USER: &str = "1000";
/// The user's home.
pub const HOME: &str = "home/person";
/// The folder of tests/peers inside.
pub const PEERS: &str = "/opt/peers";

/// Enters a root of its own: mounts and processes are those of this call alone, and end with it. `pivot_root` and not `chroot`, in
/// which the kernel refuses user namespaces.
const ENTER: &str = r#"
root=$1 archives=$2 peers=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$archives" "$root/var/cache/apt/archives"
mount --bind "$peers" "$root/opt/peers"
mkdir -p "$root/tmp/.X11-unix"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"; fi
cd "$root"
pivot_root . .outside
cd /
umount -l /.outside
exec "$@"
"#;

/// A copy of a clean system. Dropped, it is deleted.
pub struct Clean {
    folder: TempDir,
    archives: PathBuf,
}

impl Clean {
    /// A copy of the base of a suite, which is made if there is none or if it is old.
    pub fn new(suite: &str) -> Result<Self, Failure> {
        let roots = peers::cache_dir()?.join("roots");
        let archives = roots.join(format!("archives-{suite}"));
        fs::create_dir_all(archives.join("partial"))?;
        let base = roots.join(format!("debian-{suite}"));
        let made = roots.join(format!("debian-{suite}.made"));
        if !is_fresh(&made) {
            make(suite, &base, &archives)?;
            fs::write(&made, "")?;
        }
        forget(&roots)?;
        let folder = tempfile::Builder::new().prefix(COPY).tempdir_in(&roots)?;
        let mut copy = Command::new("cp");
        copy.args(["--archive", "--reflink=auto", "--no-target-directory"])
            .args([&base, folder.path()]);
        child::quiet(copy, SLOW)?;
        // The copy has the time of its base until something is written to it.
        fs::write(folder.path().join(".copied"), "")?;
        Ok(Self { folder, archives })
    }

    /// Where its files are.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file of it, by its absolute path inside.
    pub fn inside(&self, path: &str) -> PathBuf {
        self.path().join(path.trim_start_matches('/'))
    }

    /// A command as the administrator.
    pub fn admin(&self, words: &[&str]) -> Command {
        let mut command = self.enter();
        command.args(["env", "-i"]);
        for name in ["http_proxy", "https_proxy"] {
            if let Ok(value) = std::env::var(name) {
                command.arg(format!("{name}={value}"));
            }
        }
        command
            .args(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"])
            .arg("DEBIAN_FRONTEND=noninteractive")
            .args(words);
        command
    }

    /// A command as the user, in a session of the desktop's bus.
    pub fn user(&self, words: &[&str]) -> Command {
        let mut command = self.enter();
        command.args(["setpriv", "--reuid", USER, "--regid", USER]);
        // The change of the user clears what `--kill-child` asked for.
        command.args(["--clear-groups", "--pdeathsig", "KILL"]);
        command.args(["env", "-i"]);
        command.args(self.variables());
        command.args(["dbus-run-session", "--"]).args(words);
        command
    }

    fn variables(&self) -> [String; 5] {
        [
            format!("HOME=/{HOME}"),
            "USER=person".to_owned(),
            format!("XDG_RUNTIME_DIR=/run/user/{USER}"),
            "PATH=/usr/bin:/bin".to_owned(),
            "LANG=C.UTF-8".to_owned(),
        ]
    }

    /// Writes a script that starts a program as the user, on the display of the caller and under its driver, and returns its path.
    pub fn script(&self, program: &str) -> Result<PathBuf, Failure> {
        const PASSED: [&str; 3] = [
            "DISPLAY",
            "TAURI_WEBVIEW_AUTOMATION",
            "WEBKIT_INSPECTOR_SERVER",
        ];
        let mut words: Vec<String> = Vec::new();
        let command = self.user(&[]);
        for word in [command.get_program()]
            .into_iter()
            .chain(command.get_args())
        {
            words.push(quoted(&word.to_string_lossy()));
            if word == "-i" {
                words.extend(PASSED.map(|name| format!("{name}=\"${name}\"")));
                words.push("GDK_BACKEND=x11".to_owned());
            }
        }
        let path = self.inside("/root/start");
        let text = format!("#!/bin/sh\nexec {} {}\n", words.join(" "), quoted(program));
        fs::write(&path, text)?;
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        Ok(path)
    }

    /// Installs a package of this machine with what it depends on, and nothing that is only recommended.
    pub fn install(&self, package: &Path) -> Result<(), Failure> {
        let name = package.file_name().unwrap_or_default().to_string_lossy();
        let inside = format!("/root/{name}");
        fs::copy(package, self.inside(&inside))?;
        let words = [
            "apt-get",
            "install",
            "--yes",
            "--no-install-recommends",
            &inside,
        ];
        child::quiet(self.admin(&words), SLOW).map(drop)
    }

    fn enter(&self) -> Command {
        enter(self.path(), &self.archives)
    }
}

fn enter(root: &Path, archives: &Path) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "--pid", "--ipc", "--fork", "--kill-child"])
        .args(["--", "sh", "-ec", ENTER, "_"])
        .arg(root)
        .arg(archives)
        .arg(peers::folder());
    command
}

/// Deletes copies that an interrupted run left, a day later: another run may be using a younger one.
fn forget(roots: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(roots)? {
        let entry = entry?;
        let is_copy = entry.file_name().to_string_lossy().starts_with(COPY);
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.ok().and_then(|time| time.elapsed().ok());
        if is_copy && age.is_some_and(|age| age > LEFT) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

fn is_fresh(made: &Path) -> bool {
    let modified = fs::metadata(made).and_then(|data| data.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age < AGE))
}

/// Makes the base of a suite, under its name only once it is whole.
fn make(suite: &str, base: &Path, archives: &Path) -> Result<(), Failure> {
    let part = base.with_extension("part");
    for old in [base, &part] {
        if old.exists() {
            fs::remove_dir_all(old)?;
        }
    }
    println!("Making a clean Debian {suite} in {}.", base.display());
    let mut make = Command::new("debootstrap");
    make.args(["--variant=minbase", suite])
        .arg(&part)
        .arg(MIRROR);
    child::quiet(make, SLOW)?;
    let sources = format!(
        "deb {MIRROR} {suite} main\ndeb {MIRROR} {suite}-updates main\ndeb {SECURITY} {suite}-security main\n"
    );
    fs::write(part.join("etc/apt/sources.list"), sources)?;
    fs::write(part.join("etc/dpkg/dpkg.cfg.d/quick"), "force-unsafe-io\n")?;
    // Nothing runs in a folder: packages start no service.
    let policy = part.join("usr/sbin/policy-rc.d");
    fs::write(&policy, "#!/bin/sh\nexit 101\n")?;
    #[cfg(unix)]
    fs::set_permissions(&policy, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    for folder in [".outside", "opt/peers", "run/user/1000", HOME] {
        fs::create_dir_all(part.join(folder))?;
    }
    let packages = BASE.replace(',', " ");
    let install = format!(
        "apt-get update && apt-get install --yes --no-install-recommends {packages} \
         && useradd --uid {USER} --home-dir /{HOME} --shell /bin/sh person \
         && chown {USER}:{USER} /{HOME} /run/user/{USER} && chmod 700 /{HOME} /run/user/{USER}"
    );
    let mut inside = enter(&part, archives);
    inside.args(["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]);
    inside.args(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-ec", &install]);
    child::quiet(inside, SLOW)?;
    Ok(fs::rename(part, base)?)
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_one_word_of_a_shell() {
        for word in ["a b", "it's", "$HOME `id`", "two\nlines", ""] {
            let script = format!("printf %s {}", quoted(word));
            let said = child::ask("sh", &["-c", &script]).unwrap_or_default();
            assert_eq!(said.trim_end(), word);
        }
    }
}
