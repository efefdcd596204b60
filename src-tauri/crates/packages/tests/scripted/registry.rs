//! A registry on this machine that serves packages for npm and Python from memory, and can be told to misbehave.

use std::{
    collections::BTreeMap,
    io::Write as _,
    sync::{Arc, Mutex},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256, Sha512};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

type Files = BTreeMap<String, (String, Vec<u8>)>;

/// A registry at a port of this machine. It ends with its owner.
pub struct Registry {
    pub port: u16,
    files: Arc<Mutex<Files>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Registry {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A package of npm.
pub struct Npm {
    pub name: &'static str,
    /// Members of its `package.json` beside name and version.
    pub manifest: Value,
    /// Files beside its `package.json`.
    pub files: Vec<(&'static str, &'static str)>,
    /// The host and port that its archive is said to be at; none for the registry's own.
    pub elsewhere: Option<&'static str>,
}

impl Registry {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let files: Arc<Mutex<Files>> = Arc::default();
        let shared = Arc::clone(&files);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { port, files, task }
    }

    /// One that runs in another process.
    pub fn at(port: u16) -> Self {
        Self {
            port,
            files: Arc::default(),
            task: tokio::spawn(async {}),
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    fn put(&self, path: &str, kind: &str, bytes: Vec<u8>) {
        let mut files = self.files.lock().unwrap();
        files.insert(path.to_owned(), (kind.to_owned(), bytes));
    }

    /// Replaces a file of the registry by another.
    pub fn alter(&self, path: &str) {
        let mut files = self.files.lock().unwrap();
        let (_, bytes) = files.get_mut(path).unwrap();
        *bytes = archive(&[("package/package.json", "{}"), ("package/evil.js", "")]);
    }

    /// Paths that the registry has.
    pub fn has(&self, path: &str) -> bool {
        self.files.lock().unwrap().contains_key(path)
    }

    /// Publishes version 1.0.0 of a package.
    pub fn npm(&self, package: Npm) {
        let mut manifest = package.manifest;
        manifest["name"] = package.name.into();
        manifest["version"] = "1.0.0".into();
        let text = manifest.to_string();
        let mut files = vec![("package/package.json".to_owned(), text)];
        for (path, text) in &package.files {
            files.push((format!("package/{path}"), (*text).to_owned()));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let bytes = archive(&files);
        let path = format!("/{0}/-/{0}-1.0.0.tgz", package.name);
        let host = package.elsewhere.map_or_else(
            || format!("http://127.0.0.1:{}", self.port),
            |host| format!("https://{host}"),
        );
        manifest["dist"] = json!({
            "tarball": format!("{host}{path}"),
            "integrity": format!("sha512-{}", BASE64_STANDARD.encode(Sha512::digest(&bytes))),
        });
        manifest["_npmUser"] = json!({ "name": "somebody" });
        // As the real one: it says so if a script would run.
        let has_script = manifest["scripts"]["install"].is_string()
            || manifest["scripts"]["postinstall"].is_string();
        manifest["hasInstallScript"] = has_script.into();
        let document = json!({
            "name": package.name,
            "dist-tags": { "latest": "1.0.0" },
            "versions": { "1.0.0": manifest },
            "time": { "1.0.0": "2026-01-02T03:04:05.000Z" },
        });
        self.put(
            &format!("/{}", package.name),
            "application/json",
            document.to_string().into(),
        );
        self.put(&path, "application/octet-stream", bytes);
    }

    /// Publishes version 1.0.0 of a Python package: a wheel with a program, or a source archive alone.
    pub fn python(&self, name: &'static str, module: &str, has_wheel: bool) -> String {
        let stem = name.replace('-', "_");
        let (file, bytes) = if has_wheel {
            (
                format!("{stem}-1.0.0-py3-none-any.whl"),
                wheel(name, &stem, module),
            )
        } else {
            let text = "Metadata-Version: 2.1\nName: x\nVersion: 1.0.0\n";
            (
                format!("{stem}-1.0.0.tar.gz"),
                archive(&[("x-1.0.0/PKG-INFO", text)]),
            )
        };
        let digest: String = Sha256::digest(&bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let path = format!("/files/{file}");
        let page = json!({
            "meta": { "api-version": "1.1" },
            "name": name,
            "versions": ["1.0.0"],
            "files": [{
                "filename": file,
                "url": format!("http://127.0.0.1:{}{path}", self.port),
                "hashes": { "sha256": digest },
                "requires-python": ">=3.8",
                "size": bytes.len(),
                "upload-time": "2026-01-02T03:04:05.000000Z",
                "yanked": "withdrawn\u{202e} by the author",
            }],
        });
        let kind = "application/vnd.pypi.simple.v1+json";
        self.put(&format!("/simple/{name}/"), kind, page.to_string().into());
        self.put(&path, "application/octet-stream", bytes);
        path
    }
}

/// Answers the requests of one connection.
async fn serve(stream: TcpStream, files: Arc<Mutex<Files>>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut path = None;
        loop {
            let mut line = String::new();
            match stream.read_line(&mut line).await {
                Ok(0) | Err(_) => return,
                Ok(_) if line == "\r\n" => break,
                Ok(_) => path = path.or_else(|| line.split(' ').nth(1).map(str::to_owned)),
            }
        }
        let path = path.unwrap_or_default();
        let found = files.lock().unwrap().get(&path).cloned();
        let (status, kind, bytes) = match found {
            Some((kind, bytes)) => ("200 OK", kind, bytes),
            None => (
                "404 Not Found",
                "application/json".to_owned(),
                b"{}".to_vec(),
            ),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            bytes.len()
        );
        let sent = [head.as_bytes(), &bytes].concat();
        if stream.write_all(&sent).await.is_err() {
            return;
        }
    }
}

/// A `tar.gz` with these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for (path, text) in files {
        let mut head = [0_u8; 512];
        head[..path.len()].copy_from_slice(path.as_bytes());
        let field = |head: &mut [u8; 512], at: usize, text: &str| {
            head[at..at + text.len()].copy_from_slice(text.as_bytes());
        };
        field(&mut head, 100, "0000755\0");
        field(&mut head, 108, "0000000\0");
        field(&mut head, 116, "0000000\0");
        field(&mut head, 124, &format!("{:011o}\0", text.len()));
        field(&mut head, 136, "00000000000\0");
        field(&mut head, 148, "        ");
        field(&mut head, 156, "0");
        field(&mut head, 257, "ustar\x0000");
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        field(&mut head, 148, &format!("{sum:06o}\0 "));
        gzip.write_all(&head).unwrap();
        gzip.write_all(text.as_bytes()).unwrap();
        gzip.write_all(&vec![0; text.len().next_multiple_of(512) - text.len()])
            .unwrap();
    }
    gzip.write_all(&[0; 1024]).unwrap();
    gzip.finish().unwrap()
}

/// A wheel with one module and a program that calls its `main`.
fn wheel(name: &str, stem: &str, module: &str) -> Vec<u8> {
    let info = format!("{stem}-1.0.0.dist-info");
    let files = [
        (format!("{stem}.py"), module.to_owned()),
        (
            format!("{info}/METADATA"),
            format!("Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\nAuthor: somebody\n"),
        ),
        (
            format!("{info}/WHEEL"),
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
                .to_owned(),
        ),
        (
            format!("{info}/entry_points.txt"),
            format!("[console_scripts]\n{name} = {stem}:main\n"),
        ),
    ];
    let mut record = String::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (path, text) in &files {
        record.push_str(&format!("{path},,\n"));
        zip.start_file(path.as_str(), options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    record.push_str(&format!("{info}/RECORD,,\n"));
    zip.start_file(format!("{info}/RECORD"), options).unwrap();
    zip.write_all(record.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}
