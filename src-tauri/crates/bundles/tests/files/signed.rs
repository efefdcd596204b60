//! Signatures that OpenSSL and the real packer make.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bundles::{Bundle, BundleError, Roots, Signature, SignatureProblem, Signer, Trust};
use rustls_pki_types::{CertificateDer, pem::PemObject as _};
use tempfile::TempDir;

use crate::made::{good, now_ms, zip};

/// Keys and certificates that OpenSSL makes.
struct Bench(TempDir);

impl Bench {
    /// A bench; none where OpenSSL is missing, which is said.
    fn new() -> Option<Self> {
        if Command::new("openssl").arg("version").output().is_err() {
            eprintln!("skipped: openssl is not installed");
            return None;
        }
        Some(Self(tempfile::tempdir().unwrap()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn openssl(&self, line: &str) {
        let words = line.split(' ').map(|word| word.replace('~', " "));
        let output = Command::new("openssl")
            .args(words)
            .current_dir(self.0.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// A certificate of its own. `~` stands for a space.
    fn self_signed(&self, name: &str, key: &str, subject: &str) {
        let new = format!(
            "req -x509 -newkey {key} -nodes -keyout {name}.key -out {name}.pem -days 30 -subj {subject}"
        );
        self.openssl(&format!(
            "{new} -addext extendedKeyUsage=codeSigning -addext basicConstraints=CA:FALSE"
        ));
    }

    /// A root, and a certificate that it issued for a purpose and a number of days.
    fn issued(&self, name: &str, purpose: &str, days: i32) {
        self.openssl("req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 60 -subj /CN=Test~Root");
        fs::write(
            self.path("extensions"),
            format!("extendedKeyUsage={purpose}\nbasicConstraints=CA:FALSE\n"),
        )
        .unwrap();
        self.openssl(&format!("req -new -newkey rsa:2048 -nodes -keyout {name}.key -out {name}.csr -subj /CN=Maker/O=Maker~Ltd"));
        self.openssl(&format!(
            "x509 -req -in {name}.csr -CA root.pem -CAkey root.key -set_serial 7 -days {days} -extfile extensions -out {name}.pem"
        ));
    }

    fn sign(&self, content: &[u8], name: &str, options: &str) -> Vec<u8> {
        fs::write(self.path("content"), content).unwrap();
        let sign = format!(
            "cms -sign -binary -in content -outform DER -out signature -signer {name}.pem -inkey {name}.key"
        );
        self.openssl(&format!("{sign}{options}"));
        fs::read(self.path("signature")).unwrap()
    }

    fn roots(&self) -> Roots {
        Roots::of(&[CertificateDer::from_pem_file(self.path("root.pem")).unwrap()])
    }
}

/// The block behind an archive.
fn block(signature: &[u8]) -> Vec<u8> {
    let length = u32::try_from(signature.len()).unwrap().to_le_bytes();
    [
        b"MCPB_SIG_V1".as_slice(),
        &length,
        signature,
        b"MCPB_SIG_END",
    ]
    .concat()
}

/// The archive and its block; `covers` sets the comment length to that of the block.
fn joined(content: &[u8], signature: &[u8], covers: bool) -> Vec<u8> {
    let block = block(signature);
    let mut content = content.to_vec();
    if covers {
        let length = u16::try_from(block.len()).unwrap().to_le_bytes();
        let at = content.len() - 2;
        content[at..].copy_from_slice(&length);
    }
    [content, block].concat()
}

fn read(file: Vec<u8>, roots: &Roots) -> Result<Signature, BundleError> {
    Bundle::parse(file, roots, now_ms()).map(|bundle| bundle.signature().clone())
}

fn signer(signature: Result<Signature, BundleError>) -> Signer {
    match signature.unwrap() {
        Signature::Signed(signer) => *signer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn signature_by_openssl_counts_in_both_layouts() {
    let Some(bench) = Bench::new() else { return };
    let content = zip(&good());
    bench.self_signed("rsa", "rsa:2048", "/CN=Some~Body");
    bench.self_signed(
        "ec",
        "ec -pkeyopt ec_paramgen_curve:P-256",
        "/O=An~Organization",
    );
    bench.self_signed("ec384", "ec -pkeyopt ec_paramgen_curve:P-384", "/CN=x");
    for (name, shown, options) in [
        ("rsa", "Some Body", ""),
        ("rsa", "Some Body", " -noattr"),
        ("rsa", "Some Body", " -keyid"),
        ("rsa", "Some Body", " -md sha512"),
        ("ec", "An Organization", ""),
        ("ec384", "x", " -md sha384"),
    ] {
        let signature = bench.sign(&content, name, options);
        for covers in [false, true] {
            let found = signer(read(
                joined(&content, &signature, covers),
                &Roots::default(),
            ));
            assert_eq!(
                (found.name.as_str(), found.trust),
                (shown, Trust::SelfSigned),
                "{options} {covers}"
            );
        }
    }
    // Signed after the comment was made to cover it.
    let signature = bench.sign(&content, "rsa", "");
    let covering = joined(&content, &signature, true);
    let covering = &covering[..content.len()];
    let again = bench.sign(covering, "rsa", "");
    assert_eq!(again.len(), signature.len());
    let found = signer(read(joined(covering, &again, false), &Roots::default()));
    assert_eq!(found.trust, Trust::SelfSigned);
}

#[test]
fn only_a_root_for_code_signing_vouches_for_a_name() {
    let Some(bench) = Bench::new() else { return };
    let content = zip(&good());
    let trust_of = |name: &str, roots: &Roots| {
        let file = joined(&content, &bench.sign(&content, name, ""), false);
        let found = signer(read(file, roots));
        assert_eq!(
            (found.name.as_str(), found.issuer.as_str()),
            ("Maker (Maker Ltd)", "Test Root")
        );
        found.trust
    };
    bench.issued("code", "codeSigning", 20);
    assert_eq!(trust_of("code", &bench.roots()), Trust::Trusted);
    assert_eq!(trust_of("code", &Roots::default()), Trust::Untrusted);
    assert_eq!(trust_of("code", &Roots::system()), Trust::Untrusted);
    bench.issued("web", "serverAuth", 20);
    assert_eq!(trust_of("web", &bench.roots()), Trust::Untrusted);

    // The same certificate, read before and after its time.
    bench.issued("code", "codeSigning", 20);
    let file = joined(&content, &bench.sign(&content, "code", ""), false);
    let at = |days: i64| {
        let bundle =
            Bundle::parse(file.clone(), &bench.roots(), now_ms() + days * 86_400_000).unwrap();
        match bundle.signature() {
            Signature::Signed(signer) => signer.trust,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        (at(-1), at(1), at(21)),
        (Trust::NotYet, Trust::Trusted, Trust::Expired)
    );

    // A root of the same name that made another key.
    let roots = bench.roots();
    bench.issued("code", "codeSigning", 20);
    assert_eq!(trust_of("code", &roots), Trust::Untrusted);
}

#[test]
fn altered_bundle_is_never_unsigned() {
    let Some(bench) = Bench::new() else { return };
    let content = zip(&good());
    bench.issued("code", "codeSigning", 20);
    bench.self_signed("rsa", "rsa:2048", "/CN=Some~Body");
    let (trusted, roots) = (bench.sign(&content, "code", ""), bench.roots());
    let signature = bench.sign(&content, "rsa", "");
    for (signature, covers) in [(&trusted, false), (&trusted, true), (&signature, false)] {
        let file = joined(&content, signature, covers);
        let whole = signer(read(file.clone(), &roots));
        for at in 0..file.len() {
            for bit in [0x01, 0x80] {
                let mut altered = file.clone();
                altered[at] ^= bit;
                let found = read(altered, &roots);
                let is_seen = match &found {
                    Err(_) | Ok(Signature::Broken(_)) => true,
                    Ok(Signature::Unsigned) => false,
                    // The key of a certificate signs the content, not the names beside it. Nobody vouches for those once they differ.
                    Ok(Signature::Signed(signer)) => {
                        let vouched = matches!(signer.trust, Trust::Trusted | Trust::SelfSigned);
                        at >= content.len() && (**signer == whole || !vouched)
                    }
                };
                assert!(is_seen, "{at} of {}: {found:?}", file.len());
            }
        }
    }
    // An archive of another content with this signature, and one whose signer has no certificate.
    let mut other = good();
    other[1].data = b"console.log(2)\n".to_vec();
    let mut crc = flate2::Crc::new();
    crc.update(&other[1].data);
    other[1].crc = crc.sum();
    let broken = |file| match read(file, &Roots::default()).unwrap() {
        Signature::Broken(problem) => problem,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        broken(joined(&zip(&other), &signature, false)),
        SignatureProblem::Content
    );
    let bare = bench.sign(&content, "rsa", " -nocerts");
    assert_eq!(
        broken(joined(&content, &bare, false)),
        SignatureProblem::Certificate
    );
    let weak = bench.sign(&content, "rsa", " -md sha1");
    assert_eq!(
        broken(joined(&content, &weak, false)),
        SignatureProblem::Algorithm
    );
    let whole = bench.sign(&content, "rsa", " -nodetach");
    assert_eq!(
        broken(joined(&content, &whole, false)),
        SignatureProblem::Form
    );
    assert_eq!(
        broken(joined(&content, b"nonsense", true)),
        SignatureProblem::Form
    );
}

/// The program of the packer; none where it is not installed, which is said.
fn packer() -> Option<PathBuf> {
    let program = peers::folder().join("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    if !program.exists() {
        eprintln!("skipped: @anthropic-ai/mcpb is not installed");
        return None;
    }
    Some(program)
}

fn mcpb(program: &Path, folder: &Path, args: &[&str]) {
    let output = Command::new("node")
        .arg(program)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
}

#[test]
fn bundle_of_the_real_packer_is_read_and_its_signature_verified() {
    let (Some(program), Some(bench)) = (packer(), Bench::new()) else {
        return;
    };
    let source = bench.path("source");
    fs::create_dir_all(source.join("server")).unwrap();
    fs::create_dir_all(source.join("node_modules/dep")).unwrap();
    fs::write(source.join("manifest.json"), crate::made::MANIFEST).unwrap();
    fs::write(
        source.join("server/index.js"),
        "console.log(1)\n".repeat(500),
    )
    .unwrap();
    fs::write(source.join("node_modules/dep/é.js"), "").unwrap();
    mcpb(&program, bench.0.path(), &["pack", "source", "made.mcpb"]);
    let made = bench.path("made.mcpb");
    let bundle = Bundle::read(&made, &Roots::default(), now_ms()).unwrap();
    assert_eq!(
        (bundle.files(), bundle.signature()),
        (3, &Signature::Unsigned)
    );
    let store = bundles::Store::open(&bench.path("store")).unwrap();
    let unpacked = store.unpack(&bundle).unwrap();
    let script = fs::read(unpacked.folder.join("server/index.js")).unwrap();
    assert_eq!(script, fs::read(source.join("server/index.js")).unwrap());

    mcpb(
        &program,
        bench.0.path(),
        &["sign", "made.mcpb", "--self-signed"],
    );
    let found = signer(Ok(Bundle::read(&made, &Roots::default(), now_ms())
        .unwrap()
        .signature()
        .clone()));
    assert_eq!(found.trust, Trust::SelfSigned);

    bench.issued("code", "codeSigning", 20);
    fs::remove_file(&made).unwrap();
    mcpb(&program, bench.0.path(), &["pack", "source", "made.mcpb"]);
    mcpb(
        &program,
        bench.0.path(),
        &[
            "sign",
            "made.mcpb",
            "--cert",
            "code.pem",
            "--key",
            "code.key",
            "--intermediate",
            "root.pem",
        ],
    );
    let bundle = Bundle::read(&made, &bench.roots(), now_ms()).unwrap();
    assert_eq!(signer(Ok(bundle.signature().clone())).trust, Trust::Trusted);
    let mut altered = fs::read(&made).unwrap();
    altered[40] ^= 1;
    assert!(!matches!(
        read(altered, &bench.roots()),
        Ok(Signature::Signed(_) | Signature::Unsigned)
    ));
}
