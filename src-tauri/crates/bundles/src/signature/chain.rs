//! The roots that vouch for names in certificates.

use rustls_pki_types::{CertificateDer, TrustAnchor, UnixTime};
use webpki::{ALL_VERIFICATION_ALGS, EndEntityCert, KeyUsage, anchor_from_trusted_cert};

/// The purpose *code signing* (RFC 5280, section 4.2.1.12): 1.3.6.1.5.5.7.3.3.
const CODE_SIGNING: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 3];

/// Certificates whose holders are trusted to issue others.
#[derive(Debug, Default)]
pub struct Roots(Vec<TrustAnchor<'static>>);

impl Roots {
    /// Those of this system. What cannot be read is none of them. It reads the disk, and may block.
    #[must_use]
    pub fn system() -> Self {
        Self::of(&rustls_native_certs::load_native_certs().certs)
    }

    /// These certificates. One that cannot be read is none of them.
    #[must_use]
    pub fn of(certificates: &[CertificateDer<'_>]) -> Self {
        let anchors = certificates.iter().filter_map(|certificate| {
            let anchor = anchor_from_trusted_cert(certificate).ok()?;
            Some(anchor.to_owned())
        });
        Self(anchors.collect())
    }

    /// Whether a chain leads from a certificate for code signing to one of these.
    pub(super) fn vouch(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> bool {
        let Ok(end) = EndEntityCert::try_from(certificate) else {
            return false;
        };
        let usage = KeyUsage::required(CODE_SIGNING);
        let algorithms = ALL_VERIFICATION_ALGS;
        end.verify_for_usage(algorithms, &self.0, others, now, usage, None, None)
            .is_ok()
    }
}
