//! The signature of a bundle: a block behind the archive with a detached PKCS#7 signature (RFC 5652) of all bytes before it.
//!
//! Two layouts are in use. In one, the archive is as it was before it was signed. In the other, the length of the comment in its
//! end-of-central-directory record was set to that of the block afterwards, so that strict ZIP programs read the file. The signature
//! counts for the bytes as they are, or as they were before that length was set; nothing else may differ.

mod chain;
mod cms;
mod found;
mod names;

use rustls_pki_types::UnixTime;

pub use self::{
    chain::Roots,
    found::{Signature, SignatureProblem, Signer, Trust},
};
use crate::error::ArchiveProblem;

const BEGIN: &[u8] = b"MCPB_SIG_V1";
const END: &[u8] = b"MCPB_SIG_END";
/// Most bytes of a signature.
const SIGNATURE_MAX: usize = 60 << 10;
/// Where the comment length is, from the end of an archive.
const COMMENT_LENGTH: usize = 2;

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
        let trust = if now_ms > facts.until_ms {
            Trust::Expired
        } else if now_ms < facts.from_ms {
            Trust::NotYet
        } else if roots.vouch(&certificate, &others, now) {
            Trust::Trusted
        } else if facts.is_self_signed(&certificate) {
            Trust::SelfSigned
        } else {
            Trust::Untrusted
        };
        Ok(Signer {
            name: facts.name,
            issuer: facts.issuer,
            fingerprint: crate::hex(&certificate),
            from_ms: facts.from_ms,
            until_ms: facts.until_ms,
            trust,
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
