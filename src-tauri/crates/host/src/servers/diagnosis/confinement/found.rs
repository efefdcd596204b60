//! Paths, programs and addresses in the output of a confined program.

use std::{
    net::IpAddr,
    path::{Path, PathBuf},
};

use domain::Confined;

use super::{
    line::{LOOKED_FOR, Line, is_provided},
    signs::is_full,
};
use crate::servers::diagnosis::{
    barrier::{Barrier, Limit},
    evidence::Evidence,
};

/// What programs say of a path that is not there for them.
pub(super) const UNSEEN: &[&str] = &[
    "enoent",
    "eacces",
    "no such file",
    "permission denied",
    "does not exist",
    "not found",
    "cannot access",
    "cannot find",
    "can't open",
];

/// What programs say of a file that they may not make.
const DENIED: &[&str] = &["eacces", "permission denied"];

/// What programs say of a path that they may not write to.
const UNWRITABLE: &[&str] = &["erofs", "read-only file system"];

/// What programs say of a file that they may not run or load as code.
const UNRUNNABLE: &[&str] = &[
    "eacces",
    "permission denied",
    "failed to map segment from shared object",
];

/// What programs say without a network.
const NO_NETWORK: &[&str] = &[
    "eai_again",
    "enotfound",
    "enetunreach",
    "getaddrinfo",
    "network is unreachable",
    "temporary failure in name resolution",
    "name or service not known",
    "dns error",
    "failed to lookup address",
    "could not resolve host",
    "connect eacces",
    "connect: permission denied",
];

/// What stands before a host that was not reached.
const BEFORE_HOST: &[&str] = &[
    "eai_again ",
    "enotfound ",
    "could not resolve host: ",
    "lookup ",
    "host='",
    "https://",
    "http://",
    "ssh: connect to host ",
    "could not resolve hostname ",
];

/// What stands before a program that was not found, and what ends it.
const PROGRAM: &[(&str, &str)] = &[
    ("spawn ", " ENOENT"),
    ("spawnSync ", " ENOENT"),
    ("No such file or directory: '", "'"),
    ("exec: \"", "\": executable file not found"),
    ("exec: ", ": not found"),
    ("/usr/bin/env: '", "': No such file"),
    ("/usr/bin/env: ‘", "’: No such file"),
    ("env: ", ": No such file or directory"),
    ("cannot run ", ": No such file or directory"),
];

/// What ends a program that a shell did not find; its name is the last word before.
const SHELL: &[&str] = &[": command not found", ": not found"];

/// Returns a program that is installed for the user, and that the sandbox does not show.
pub(super) fn program(
    lines: &[Line<'_>],
    evidence: &Evidence<'_>,
    confined: &Confined,
) -> Option<Barrier> {
    let launch = evidence.launch;
    let mut names = lines
        .iter()
        .filter_map(|line| program_in(line.text))
        .take(LOOKED_FOR);
    names.find_map(|name| {
        let file = launcher::resolve(name, &launch.cwd, &launch.path_value)
            .ok()?
            .path;
        let hidden =
            !(is_provided(&file) || launcher::is_system(&file) || is_shown(&file, confined));
        hidden.then(|| Barrier::Program(file.to_string_lossy().into_owned()))
    })
}

fn program_in(line: &str) -> Option<&str> {
    let between = PROGRAM.iter().find_map(|(before, after)| {
        let (_, rest) = line.split_once(before)?;
        let (name, _) = rest.split_once(after)?;
        Some(name)
    });
    let by_shell = || {
        let mut ends = SHELL.iter();
        let before = ends.find_map(|end| line.trim_end().strip_suffix(end))?;
        before.rsplit(": ").next()
    };
    let name = between
        .or_else(by_shell)?
        .trim_matches(['‘', '’', '\'', '"', '`', ' ']);
    // A path with a slash that is relative would be looked for in the wrong folder.
    let whole = !name.contains('/') || name.starts_with('/');
    let plain = !name.is_empty() && name.len() < 200 && !name.contains(char::is_whitespace);
    (whole && plain).then_some(name)
}

/// Returns a file that the program made or was granted, and may not run.
pub(super) fn not_executable(
    lines: &[Line<'_>],
    granted: &[PathBuf],
    confined: &Confined,
) -> Option<Barrier> {
    let within = |path: &Path, places: &[&str]| places.iter().any(|place| path.starts_with(place));
    let about = lines.iter().filter(|line| line.says(UNRUNNABLE));
    let mut paths = about.flat_map(|line| paths_in(line.text)).take(LOOKED_FOR);
    paths.find_map(|path| {
        let shown = path.to_string_lossy().into_owned();
        let in_grant = granted.iter().any(|folder| path.starts_with(folder));
        // A folder of the user's, which the server does not see.
        let of_user = path.parent().is_some_and(|f| below_top(f) && f.is_dir());
        if !in_grant && !of_user && within(&path, &[sandbox::HOME, "/tmp", "/dev/shm"]) {
            return (!confined.run_in_home).then_some(Barrier::NotExecutable(shown));
        }
        (in_grant && is_executable(&path)).then_some(Barrier::NotExecutableInGrant(shown))
    })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let file = std::fs::metadata(path);
    file.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

/// Returns a place that it may only read.
pub(super) fn read_only(lines: &[Line<'_>], granted: &[PathBuf]) -> Option<Barrier> {
    let about = lines.iter().filter(|line| line.says(UNWRITABLE));
    let mut paths = about.flat_map(|line| paths_in(line.text)).take(LOOKED_FOR);
    let found = paths.find(|path| {
        let its_own = is_provided(path) || launcher::is_system(path);
        !its_own && path.parent().is_some_and(Path::is_dir)
    })?;
    let in_grant = granted.iter().find(|folder| found.starts_with(folder));
    let folder = match in_grant {
        Some(folder) => Some(folder.to_string_lossy().into_owned()),
        None => folder_of(&found),
    };
    Some(Barrier::ReadOnly {
        path: found.to_string_lossy().into_owned(),
        folder,
    })
}

/// Returns the folder to grant for a path, unless that is the user's home, which is too much to grant.
fn folder_of(path: &Path) -> Option<String> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let is_home = std::env::home_dir().is_some_and(|home| home == folder);
    (!is_home).then(|| folder.to_string_lossy().into_owned())
}

/// Returns the limit of its temporary folder, unless the full place is another one.
pub(super) fn no_space(lines: &[Line<'_>]) -> Option<Barrier> {
    let line = lines.iter().find(|line| is_full(line))?;
    let paths = paths_in(line.text);
    let temporary = ["/tmp", "/dev/shm"];
    let is_temporary = |path: &PathBuf| temporary.iter().any(|place| path.starts_with(place));
    (paths.is_empty() || paths.iter().any(is_temporary)).then_some(Barrier::Limit(Limit::Space))
}

/// Whether a path is not at the top, such as `/tmp`.
fn below_top(path: &Path) -> bool {
    path.components().count() > 2
}

/// Returns a path that exists for the user, and not for the program; or one that it may not make in a folder that exists for the user.
pub(super) fn out_of_sight(
    lines: &[Line<'_>],
    granted: &[PathBuf],
    confined: &Confined,
) -> Option<Barrier> {
    let about = lines.iter().filter(|line| line.says(UNSEEN));
    let paths = about.flat_map(|line| {
        let denied = line.says(DENIED);
        paths_in(line.text)
            .into_iter()
            .map(move |path| (path, denied))
    });
    let (found, _) = paths.take(LOOKED_FOR).find(|(path, denied)| {
        let its_own = is_provided(path) || launcher::is_system(path) || is_shown(path, confined);
        let in_grant = || granted.iter().any(|folder| path.starts_with(folder));
        let folder = path.parent().filter(|folder| below_top(folder));
        let in_folder = || *denied && !in_grant() && folder.is_some_and(Path::is_dir);
        !its_own && below_top(path) && (path.exists() || in_folder())
    })?;
    let shown = found.to_string_lossy().into_owned();
    Some(match is_executable(&found) {
        true => Barrier::Program(shown),
        false => Barrier::OutOfSight {
            path: shown,
            folder: folder_of(&found),
        },
    })
}

fn is_shown(path: &Path, confined: &Confined) -> bool {
    let mut programs = confined.programs.iter();
    programs.any(|program| path.starts_with(program))
}

/// Returns the address of a program on this machine that was not reached.
pub(super) fn local_service(lines: &[Line<'_>], asked: bool) -> Option<Barrier> {
    let refused = [
        "econnrefused",
        "connection refused",
        "failed to connect to ",
        "connect eacces",
        "connect: permission denied",
    ];
    let about = lines.iter().filter(|line| line.says(&refused));
    let address = about.filter_map(|line| loopback_in(&line.lower)).next()?;
    Some(Barrier::LocalService { address, asked })
}

/// Returns an address of this machine with its port in a line: together, or as a host and a port further on.
fn loopback_in(line: &str) -> Option<String> {
    let words = || {
        line.split(|c: char| c.is_whitespace() || "'\"`()<>,;=[]".contains(c))
            .map(|word| word.trim_end_matches(['.', ':', ',']))
    };
    let whole = words().find_map(|word| {
        let (host, port) = word.rsplit_once(':')?;
        let host = host.rsplit('/').next().unwrap_or(host);
        Some((loopback(host)?, port_of(port)?))
    });
    let (host, port) = whole.or_else(|| {
        let host = words().find_map(loopback)?;
        let after = words().skip_while(|word| *word != "port").nth(1)?;
        Some((host, port_of(after)?))
    })?;
    Some(format!("{host}:{port}"))
}

/// Returns the spelling in which an address of this machine can be allowed.
fn loopback(host: &str) -> Option<String> {
    match host {
        "localhost" => Some("127.0.0.1".to_owned()),
        _ => match host.parse::<IpAddr>().ok()? {
            IpAddr::V4(address) if address.is_loopback() => Some(address.to_string()),
            IpAddr::V6(address) if address.is_loopback() => Some(format!("[{address}]")),
            IpAddr::V4(_) | IpAddr::V6(_) => None,
        },
    }
}

fn port_of(text: &str) -> Option<u16> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|port| *port != 0)
}

/// Returns, if the program says that it has no network, the host and port that it wanted, if it names one.
#[allow(
    clippy::option_option,
    reason = "about the network, and then its host if it is named"
)]
pub(super) fn no_network(lines: &[Line<'_>]) -> Option<Option<String>> {
    let mut about = lines.iter().filter(|line| line.says(NO_NETWORK)).peekable();
    about.peek()?;
    Some(about.find_map(|line| host_in(&line.lower)))
}

fn host_in(line: &str) -> Option<String> {
    BEFORE_HOST.iter().find_map(|before| {
        let (_, rest) = line.split_once(before)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
        let host = rest
            .split(|c: char| !plain(c))
            .next()?
            .trim_end_matches('.');
        let name = host.contains('.') && host.len() < 254 && host.parse::<IpAddr>().is_err();
        let port = match *before {
            "http://" => 80,
            "ssh: connect to host " | "could not resolve hostname " => 22,
            _ => 443,
        };
        name.then(|| format!("{host}:{port}"))
    })
}

/// Returns the absolute paths in a line, and those that begin with `~/`: those in quotation marks, which may hold spaces, and those
/// between spaces.
pub(super) fn paths_in(line: &str) -> Vec<PathBuf> {
    let quoted = line.split(['\'', '"', '`', '‘', '’', '“', '”']);
    let words = line.split(|c: char| c.is_whitespace() || "'\"`()<>,;=".contains(c));
    quoted
        .chain(words)
        .map(|word| word.trim_end_matches([':', '.', ',', ')']))
        .filter(|word| (word.starts_with('/') || word.starts_with("~/")) && !word.contains('\0'))
        .map(PathBuf::from)
        .collect()
}
