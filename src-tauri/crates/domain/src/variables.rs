//! Environment variables: which every server gets, and which decide what code a program runs or where it sends its requests.

/// What setting an environment variable can do besides configuring a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableRisk {
    /// It loads code into the program, or chooses the code that it runs.
    LoadsCode,
    /// It sends the program's requests to another place, or makes it trust another one.
    Redirects,
}

/// The host's own variables that every server gets when they are set, beside `PATH` (whose value is the approved one)
/// and the locale variables that start with [`INHERITED_PREFIX`].
///
/// Programs need to know who and where they are: `HOME`, `USER`, `LOGNAME`, `SHELL`. Their messages should be in the
/// user's language and time: `LANG`, `LANGUAGE`, `TZ`. `TMPDIR` is where the system wants temporary files, and `TERM`
/// decides about colour in logs. Left out on purpose: `XDG_RUNTIME_DIR`, `DBUS_SESSION_BUS_ADDRESS`, `SSH_AUTH_SOCK`,
/// `DISPLAY` and `WAYLAND_DISPLAY` lead to the session's keys and screen; proxy variables carry passwords; `LD_*`,
/// `DYLD_*`, `NODE_OPTIONS`, `PYTHONPATH` and their like change which code runs. Each can be approved by name.
#[cfg(not(windows))]
pub const INHERITED: &[&str] = &[
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
];

/// The host's own variables that every server gets when they are set, beside `PATH` (whose value is the approved one):
/// the folders and system facts without which Windows programs do not start.
#[cfg(windows)]
pub const INHERITED: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// Variables whose name starts with this are inherited as well: the parts of the user's locale.
pub const INHERITED_PREFIX: &str = "LC_";

/// Beginnings of the names of variables that choose or load code, in capitals.
const LOADERS: &[&str] = &[
    "BASHOPTS",
    "BASH_ENV",
    "BASH_FUNC_",
    "BUN_",
    "CARGO_",
    "CLASSPATH",
    "COREPACK_",
    "DENO_",
    "DOCKER_",
    "DOTNET_",
    "DYLD_",
    "ELECTRON_",
    "GIT_",
    "GOFLAGS",
    "GRADLE_",
    "JAVA_",
    "JDK_JAVA_OPTIONS",
    "LD_",
    "LUA_",
    "MAVEN_",
    "NODE_",
    "NPM_CONFIG_",
    "PERL5",
    "PHPRC",
    "PHP_",
    "PIP_",
    "PLAYWRIGHT_",
    "PNPM_",
    "PROMPT_COMMAND",
    "PUPPETEER_",
    "PYTHON",
    "RUBY",
    "RUSTC",
    "RUSTFLAGS",
    "SHELLOPTS",
    "UV_",
    "VIRTUAL_ENV",
    "YARN_",
    "_JAVA_OPTIONS",
];

/// Names of such variables whose beginning says nothing.
const LOADER_NAMES: &[&str] = &[
    "BROWSER", "EDITOR", "ENV", "IFS", "PAGER", "PATH", "PS4", "SHELL", "VISUAL",
];

/// Ends of the names of variables that name a program.
const PROGRAMS: &[&str] = &[
    "_BIN",
    "_CMD",
    "_COMMAND",
    "_EXECUTABLE",
    "_EXECUTABLE_PATH",
];

/// Ends of the names of variables that name a place that requests go to.
const PLACES: &[&str] = &[
    "_API_BASE",
    "_API_HOST",
    "_API_URL",
    "_BASE_URI",
    "_BASE_URL",
    "_ENDPOINT",
    "_ENDPOINT_URL",
    "_INDEX",
    "_INDEX_URL",
    "_MIRROR",
    "_PROXY",
    "_REGISTRY",
    "_REGISTRY_URL",
];

/// Names of variables that name such a place, or whom to trust there.
const PLACE_NAMES: &[&str] = &[
    "AWS_ENDPOINT_URL",
    "BASE_URL",
    "CURL_CA_BUNDLE",
    "GOPROXY",
    "PROXY",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
];

/// Names that match, and only configure how a program writes or names things.
const HARMLESS: &[&str] = &[
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_TERMINAL_PROMPT",
    "NODE_ENV",
    "NODE_NO_WARNINGS",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
];

/// The risk of setting a variable of this name, in any letter case; none if none is known.
///
/// ```
/// use domain::{VariableRisk, variable_risk};
///
/// assert_eq!(variable_risk("npm_config_registry"), Some(VariableRisk::LoadsCode));
/// assert_eq!(variable_risk("OPENAI_BASE_URL"), Some(VariableRisk::Redirects));
/// assert_eq!(variable_risk("GITHUB_TOKEN"), None);
/// ```
#[must_use]
pub fn variable_risk(name: &str) -> Option<VariableRisk> {
    let name = name.to_ascii_uppercase();
    let is = |names: &[&str]| names.contains(&name.as_str());
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if is(HARMLESS) {
        None
    } else if is(PLACE_NAMES) || ends(PLACES) && !name.starts_with("NPM_CONFIG_") {
        Some(VariableRisk::Redirects)
    } else if is(LOADER_NAMES)
        || ends(PROGRAMS)
        || LOADERS.iter().any(|begin| name.starts_with(begin))
    {
        Some(VariableRisk::LoadsCode)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_load_code_or_redirect_are_known_in_any_letter_case() {
        for name in [
            "LD_AUDIT",
            "ld_preload",
            "DYLD_INSERT_LIBRARIES",
            "NODE_OPTIONS",
            "Npm_Config_Registry",
            "PYTHONSTARTUP",
            "PIP_INDEX",
            "UV_DEFAULT_INDEX",
            "BASH_ENV",
            "JAVA_TOOL_OPTIONS",
            "BASH_FUNC_ls%%",
            "GIT_SSH_COMMAND",
            "FFMPEG_BIN",
        ] {
            assert!(variable_risk(name).is_some(), "{name}");
        }
        for name in [
            "https_proxy",
            "ALL_PROXY",
            "ANTHROPIC_BASE_URL",
            "SSL_CERT_FILE",
            "AWS_ENDPOINT_URL",
        ] {
            assert_eq!(variable_risk(name), Some(VariableRisk::Redirects), "{name}");
        }
        for name in [
            "TOKEN",
            "GITHUB_TOKEN",
            "PYTHONUNBUFFERED",
            "NODE_ENV",
            "DATABASE_URL",
            "LOG_LEVEL",
            "INDEX",
        ] {
            assert_eq!(variable_risk(name), None, "{name}");
        }
    }
}
