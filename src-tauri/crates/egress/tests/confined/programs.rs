//! The programs, what they try and what comes of it.

use std::{
    path::Path,
    process::{Command, ExitCode},
};

use libtest_mimic::{Failed, Trial};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};

use crate::{guard::authorities, host, origins};

struct Case {
    name: &'static str,
    /// It is skipped where this is missing.
    program: &'static str,
    /// `AUTHORITY` is the file of the certificate authority of these tests.
    script: &'static str,
    /// The lines that it writes.
    writes: &'static [&'static str],
    /// Destinations that are asked about, in any order.
    asks: &'static [&'static str],
}

/// Every name leads to 127.0.0.1, which is therefore allowed on these ports.
const ALLOWED: &[&str] = &[
    "a.example:80",
    "tls.example:443",
    "127.0.0.1:80",
    "127.0.0.1:443",
    "a.example:6000",
    "127.0.0.1:6000",
];

const CASES: &[Case] = &[
    Case {
        name: "curl_reaches_allowed_hosts_by_every_way",
        program: "/usr/bin/curl",
        script: r#"
            get() { curl -sS -m 20 --cacert AUTHORITY "$@" 2>&1; echo; }
            get http://a.example/
            get --noproxy '*' http://a.example/
            get --proxy socks5h://127.0.0.1:3128 http://a.example/
            get --proxy socks5://127.0.0.1:3128 http://a.example/
            get --proxytunnel http://a.example/
            get https://tls.example/
            get --noproxy '*' https://tls.example/
            get --proxy socks5h://127.0.0.1:3128 https://tls.example/
            get http://a.example:6000/
            get --noproxy '*' http://a.example:6000/
            get --noproxy '*' http://127.0.0.1:6000/
        "#,
        writes: &[
            "hello",
            "hello",
            "hello",
            "hello",
            "hello",
            "hello over TLS",
            "hello over TLS",
            "hello over TLS",
            "hello from another port",
            "hello from another port",
            "hello from another port",
        ],
        asks: &[],
    },
    Case {
        name: "curl_reaches_no_other_host_by_any_way",
        program: "/usr/bin/curl",
        script: r#"
            status() { curl -sS -m 20 -o /dev/null -w '%{http_code}' "$@" 2>/dev/null; }
            fails() { curl -sS -m 20 -k -o /dev/null "$@" 2>/dev/null && echo reached || echo refused; }
            status http://b.example/; echo
            status --noproxy '*' http://b.example/; echo
            status --noproxy '*' http://1.2.3.4/; echo
            status --noproxy '*' -H 'Host: b.example' http://a.example/; echo
            status http://127.0.0.1:8080/ --noproxy '' --proxy http://127.0.0.1:3128; echo
            fails --noproxy '*' http://127.0.0.1:8080/
            fails https://b.example/
            fails --noproxy '*' https://b.example/
            fails --noproxy '*' --connect-to b.example:443:tls.example:443 https://b.example/
            fails --connect-to b.example:443:tls.example:443 https://b.example/
            fails --noproxy '*' https://1.2.3.4/
            fails --noproxy '*' http://a.example:81/
            fails --noproxy '*' http://b.example:6000/
            fails --noproxy '*' http://[2001:4860:4860::8888]/
        "#,
        writes: &[
            "403", "403", "403", "421", "403", "refused", "refused", "refused", "refused",
            "refused", "refused", "refused", "refused", "refused",
        ],
        asks: &[
            "b.example:80",
            "b.example:80",
            "1.2.3.4:80",
            "127.0.0.1:8080",
            "b.example:443",
            "b.example:443",
            "1.2.3.4:443",
            "b.example:6000",
        ],
    },
    Case {
        name: "python_reaches_allowed_hosts_only",
        program: "/usr/bin/python3",
        script: r#"exec /usr/bin/python3 -c '
import socket, ssl, urllib.error, urllib.request
trust = ssl.create_default_context(cafile="AUTHORITY")
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trust))
proxied = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trust))
for way in direct, proxied:
    for url in "http://a.example/", "https://tls.example/", "http://b.example/", "https://b.example/":
        try:
            print(way.open(url, timeout=20).read().decode())
        except urllib.error.HTTPError as error:
            print(error.code)
        except OSError:
            print("refused")
print(socket.gethostbyname("c.example").startswith("28."))
try:
    socket.create_server(("127.0.0.1", 0))
except PermissionError:
    print("does not listen")
query = b"\1\2\1\0\0\1\0\0\0\0\0\0\1a\7example\0\0\1\0\1"
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outside:
    outside.settimeout(0.5)
    outside.connect(("8.8.8.8", 53))
    try:
        outside.send(query)
        outside.recv(512)
    except OSError:
        print("no other resolver")
'"#,
        writes: &[
            "hello",
            "hello over TLS",
            "403",
            "refused",
            "hello",
            "hello over TLS",
            "403",
            "refused",
            "True",
            "does not listen",
            "no other resolver",
        ],
        asks: &[
            "b.example:80",
            "b.example:443",
            "b.example:80",
            "b.example:443",
        ],
    },
    Case {
        name: "node_fetch_works_unchanged_for_allowed_hosts_only",
        program: "/usr/bin/node",
        script: r#"NODE_EXTRA_CA_CERTS=AUTHORITY exec /usr/bin/node -e '
(async () => {
  for (const url of ["http://a.example/", "https://tls.example/", "http://b.example/", "https://b.example/"]) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(20000) });
      console.log(response.ok ? await response.text() : response.status);
    } catch {
      console.log("refused");
    }
  }
})()
'"#,
        writes: &["hello", "hello over TLS", "403", "refused"],
        asks: &["b.example:80", "b.example:443"],
    },
];

pub fn trials() -> Vec<Trial> {
    let works = in_own_network(&["true"])
        .status()
        .is_ok_and(|ended| ended.success());
    let trials = CASES.iter().map(|case| {
        let missing = !works || !Path::new(case.program).exists();
        Trial::test(case.name, || check(case.name)).with_ignored_flag(missing)
    });
    trials.collect()
}

/// A command in a network of its own, in which it may use every port.
fn in_own_network(words: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--user", "--map-root-user", "--net", "--"])
        .args(words);
    command
}

fn check(name: &str) -> Result<(), Failed> {
    let own = std::env::current_exe().unwrap();
    let output = in_own_network(&[own.to_str().unwrap(), "inside", name]).output()?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(String::from_utf8_lossy(&text).into_owned().into())
}

/// Runs one case in the network that this process is in.
pub fn run(name: &str) -> ExitCode {
    loopback_up();
    let case = CASES.iter().find(|case| case.name == name).unwrap();
    let authority = authorities().join("ca.pem");
    let script = case
        .script
        .replace("AUTHORITY", authority.to_str().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(origins::start());
    let _within = runtime.enter();
    let (written, mut asked) = host::run(&script, ALLOWED);
    let written: Vec<&str> = written.lines().collect();
    assert_eq!(written, case.writes);
    let mut asks = case.asks.to_vec();
    asked.sort();
    asks.sort_unstable();
    assert_eq!(asked, asks);
    ExitCode::SUCCESS
}

/// `ip link set lo up` (rtnetlink(7)).
fn loopback_up() {
    let kind = SocketType::RAW;
    let socket = socket_with(AddressFamily::NETLINK, kind, SocketFlags::CLOEXEC, None).unwrap();
    let numbers: [u32; 8] = [32, 0x0005_0010, 1, 0, 0, 1, 1, 1];
    let request: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect();
    rustix::net::send(&socket, &request, rustix::net::SendFlags::empty()).unwrap();
    let mut answer = [0; 256];
    rustix::net::recv(&socket, &mut answer, rustix::net::RecvFlags::empty()).unwrap();
    assert_eq!(answer[16..20], [0; 4], "no error");
}
