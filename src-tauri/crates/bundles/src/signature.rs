//! The signature of a bundle: a block behind the archive with a detached PKCS#7 signature (RFC 5652) of all that stands before it.
//!
//! Two layouts are in use. In one, the archive is as it was before it was signed. In the other, the length of the comment in its
//! end-of-central-directory record was set to that of the block afterwards, so that strict ZIP programs read the file. The signature
//! counts for the bytes as they are, or as they were before that length was set; nothing else may differ.

mod chain;
mod cms;
mod names;

use rustls_pki_types::{CertificateDer, UnixTime};

pub use self::chain::Roots;
use crate::ArchiveProblem;

const BEGIN: &[u8] = b"MCPB_SIG_V1";
const END: &[u8] = b"MCPB_SIG_END";
/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 60 << 10;
/// Where the comment length stands, from the end of an archive.
const COMMENT_LENGTH: usize = 2;

/// What was found out about the signature of a bundle. Checked: the digest of the bytes, the signature with the key of its certificate, the
/// time, and the chain of certificates to a root of this system for code signing. Not checked: whether a certificate was revoked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signature {
    /// There is none.
    Unsigned,
    /// There is one, and it is not one of these bytes.
    Broken(SignatureProblem),
    /// These bytes were signed with the key of this certificate.
    Signed(Box<Signer>),
}

/// The certificate whose key signed a bundle. Its names are those in the certificate, hidden characters visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// Whom the certificate names.
    pub name: String,
    /// Who issued the certificate, as it says.
    pub issuer: String,
    /// SHA-256 of the certificate, in hexadecimal digits.
    pub fingerprint: String,
    /// The begin of its validity, in milliseconds since the Unix epoch.
    pub from_ms: i64,
    /// The end of its validity, in milliseconds since the Unix epoch.
    pub until_ms: i64,
    /// Whether somebody vouches for the names.
    pub standing: Standing,
}

/// Whether somebody vouches for the names in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A root of this system, for code signing.
    Trusted,
    /// Nobody: it is signed with its own key.
    SelfSigned,
    /// Nobody whom this system trusts for code signing.
    Untrusted,
    /// Nobody any more: it has expired.
    Expired,
    /// Nobody yet: its validity has not begun.
    NotYet,
}

/// Why a signature does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureProblem {
    /// It is no detached PKCS#7 signature by one signer.
    #[error("it is no detached PKCS#7 signature by one signer")]
    Form,
    /// It is a signature of other bytes.
    #[error("the bundle was changed after it was signed")]
    Content,
    /// The key of its certificate did not make it.
    #[error("the key of its certificate did not make it")]
    Key,
    /// It has no certificate, or one that cannot be read.
    #[error("its certificate is missing or cannot be read")]
    Certificate,
    /// It is made with a weak or unknown algorithm.
    #[error("it is made with a weak or unknown algorithm")]
    Algorithm,
}

/// A file, taken apart.
pub(crate) struct Parts<'a> {
    /// The archive.
    pub content: &'a [u8],
    /// The length of the block behind it.
    pub block: usize,
    signature: Option<&'a [u8]>,
}

impl<'a> Parts<'a> {
    /// Takes the signature block off the end of a file.
    pub fn of(file: &'a [u8]) -> Result<Self, ArchiveProblem> {
        let Some(body) = file.strip_suffix(END) else {
            return Ok(Self {
                content: file,
                block: 0,
                signature: None,
            });
        };
        let from = body.len().saturating_sub(SIGNATURE_MAX + BEGIN.len() + 4);
        let last = body.get(from..).unwrap_or_default();
        // The mark may occur in the signature itself: the length decides.
        let found = last
            .windows(BEGIN.len())
            .enumerate()
            .find_map(|(at, window)| {
                let rest = (window == BEGIN).then(|| last.get(at + BEGIN.len()..))??;
                let (length, signature) = rest.split_first_chunk::<4>()?;
                let length = u32::from_le_bytes(*length);
                (usize::try_from(length) == Ok(signature.len())).then_some((from + at, signature))
            });
        let (at, signature) = found.ok_or(ArchiveProblem::SignatureBlock)?;
        Ok(Self {
            content: file.get(..at).unwrap_or_default(),
            block: file.len() - at,
            signature: Some(signature),
        })
    }

    /// Verifies the signature at this time, in milliseconds since the Unix epoch.
    pub fn verify(&self, roots: &Roots, now_ms: i64) -> Signature {
        let Some(signature) = self.signature else {
            return Signature::Unsigned;
        };
        match self.signed(signature, roots, now_ms) {
            Ok(signer) => Signature::Signed(Box::new(signer)),
            Err(problem) => Signature::Broken(problem),
        }
    }

    fn signed(
        &self,
        signature: &[u8],
        roots: &Roots,
        now_ms: i64,
    ) -> Result<Signer, SignatureProblem> {
        let signed = cms::Signed::read(signature)?;
        let as_it_is = signed.verify(self.content);
        match (as_it_is, self.before_covered()) {
            (Ok(()), _) => {}
            (Err(SignatureProblem::Content), Some(before)) => signed.verify(&before)?,
            (Err(problem), _) => return Err(problem),
        }
        let (certificate, others) = signed.certificates();
        let facts = names::Facts::read(&certificate)?;
        let seconds = u64::try_from(now_ms / 1000).unwrap_or_default();
        let now = UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds));
        let standing = if now_ms > facts.until_ms {
            Standing::Expired
        } else if now_ms < facts.from_ms {
            Standing::NotYet
        } else if roots.vouch(&certificate, &others, now) {
            Standing::Trusted
        } else if facts.is_self_signed(&certificate) {
            Standing::SelfSigned
        } else {
            Standing::Untrusted
        };
        Ok(Signer {
            name: facts.name,
            issuer: facts.issuer,
            fingerprint: crate::hex(&certificate),
            from_ms: facts.from_ms,
            until_ms: facts.until_ms,
            standing,
        })
    }

    /// The archive as it was before its comment was made to cover the block.
    fn before_covered(&self) -> Option<Vec<u8>> {
        let mut before = self.content.to_vec();
        let at = before.len().checked_sub(COMMENT_LENGTH)?;
        let length = before.get_mut(at..)?;
        let covered = length != [0, 0];
        length.fill(0);
        covered.then_some(before)
    }
}

/// A certificate of its own, out of what owns its bytes.
fn owned(der: Vec<u8>) -> CertificateDer<'static> {
    CertificateDer::from(der)
}
