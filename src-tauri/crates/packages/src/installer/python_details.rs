//! What a registry for Python says of a package beside its files.

use std::path::Path;

use domain::{Utc, cut, visible};
use serde_json::Value as Json;

use super::bench::{Bench, RESOLVE_TIME, Step};
use crate::{
    error::PackageError,
    execute::Value,
    lock::{self, Python},
    review::TEXT_MAX,
};

/// Prints what a registry says of a package, by the JSON form of the simple API (PEP 691).
const DETAILS: &str = "import base64, os, urllib.parse, urllib.request
index = urllib.parse.urlsplit(os.environ['INDEX'])
login, at, host = index.netloc.rpartition('@')
url = urllib.parse.urlunsplit((index.scheme, host, index.path.rstrip('/') + '/' + os.environ['NAME'] + '/', '', ''))
request = urllib.request.Request(url, headers={'Accept': 'application/vnd.pypi.simple.v1+json'})
if at:
    login = urllib.parse.unquote(login).encode()
    request.add_unredirected_header('Authorization', 'Basic ' + base64.b64encode(login).decode())
print(urllib.request.urlopen(request, timeout=20).read(4 << 20).decode())
";

/// What the default registry says of a package. `None` if it says nothing.
pub(super) async fn ask(
    bench: &Bench<'_>,
    work: &Path,
    python: &Python,
    name: &str,
) -> Result<Option<Json>, PackageError> {
    let cwd = work.join("project");
    let mut env = bench.env(work, &[&python.program]);
    let name = Value::Plain(lock::python_name(name));
    env.push(("NAME".to_owned(), name));
    if let Some(url) = bench.registries.python_urls().next() {
        env.push(("INDEX".to_owned(), Value::Secret(url)));
    }
    let step = Step {
        program: &python.program,
        args: ["-I", "-c", DETAILS].map(str::to_owned).to_vec(),
        env,
        cwd: &cwd,
        writable: vec![work.to_owned()],
        readable: vec![python.prefix.clone()],
        is_online: true,
        time_limit: RESOLVE_TIME,
    };
    match bench.run(step).await {
        Ok(exit) => Ok(serde_json::from_slice(&exit.stdout).ok()),
        Err(error @ PackageError::Cancelled) => Err(error),
        Err(_) => Ok(None),
    }
}

/// When a version was published, and why it was yanked.
pub(super) fn of_version(
    details: &Json,
    name: &str,
    version: &str,
) -> (Option<i64>, Option<String>) {
    let files = details["files"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let name = lock::python_name(name);
    let of_version = files.iter().filter(|file| {
        let file = file["filename"].as_str().unwrap_or_default();
        let mut parts = file.split('-');
        let file_name = lock::python_name(parts.next().unwrap_or_default());
        file.ends_with(".whl") && file_name == name && parts.next() == Some(version)
    });
    let mut published = None;
    let mut yanked = None;
    for file in of_version {
        let time = file["upload-time"].as_str().and_then(Utc::parse);
        let time = time.map(|time| time.ms());
        published = match (published, time) {
            (Some(first), Some(time)) => Some(std::cmp::min::<i64>(first, time)),
            (first, time) => first.or(time),
        };
        yanked = match &file["yanked"] {
            Json::String(reason) => Some(visible(cut(reason, TEXT_MAX))),
            Json::Bool(true) => Some(String::new()),
            Json::Null | Json::Bool(false) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                yanked
            }
        };
    }
    (published, yanked)
}
