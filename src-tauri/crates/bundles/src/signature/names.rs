//! What a certificate says of itself.

use der::{Decode as _, Encode as _, asn1::ObjectIdentifier};
use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm};
use webpki::{ALL_VERIFICATION_ALGS, EndEntityCert};
use x509_cert::{Certificate, name::Name, time::Time};

use super::found::SignatureProblem;

const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
const ORGANIZATION: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.10");
/// Most bytes of a name that is shown.
const NAME_MAX: usize = 200;

/// See the module.
pub(super) struct Facts {
    pub name: String,
    pub issuer: String,
    pub from_ms: i64,
    pub until_ms: i64,
    certificate: Certificate,
}

impl Facts {
    /// Reads a certificate.
    pub fn read(certificate: &CertificateDer<'_>) -> Result<Self, SignatureProblem> {
        let certificate =
            Certificate::from_der(certificate).map_err(|_| SignatureProblem::Certificate)?;
        let own = &certificate.tbs_certificate;
        Ok(Self {
            name: shown(&own.subject),
            issuer: shown(&own.issuer),
            from_ms: ms(&own.validity.not_before),
            until_ms: ms(&own.validity.not_after),
            certificate,
        })
    }

    /// Whether it is signed with its own key.
    pub fn is_self_signed(&self, der: &CertificateDer<'_>) -> bool {
        let own = &self.certificate.tbs_certificate;
        let (Ok(end), Ok(message)) = (EndEntityCert::try_from(der), own.to_der()) else {
            return false;
        };
        let signature = self.certificate.signature.raw_bytes();
        let made = |algorithm: &&dyn SignatureVerificationAlgorithm| {
            end.verify_signature(*algorithm, &message, signature)
                .is_ok()
        };
        own.subject == own.issuer && ALL_VERIFICATION_ALGS.iter().any(made)
    }
}

/// The common name and the organization, or all of a name that has neither.
fn shown(name: &Name) -> String {
    let find = |kind: ObjectIdentifier| {
        let parts = name.0.iter().flat_map(|part| part.0.iter());
        let mut values = parts.filter(|part| part.oid == kind);
        let value = values.next().map(|part| part.value.value());
        value.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let text = match (find(COMMON_NAME), find(ORGANIZATION)) {
        (Some(common), Some(organization)) if common != organization => {
            format!("{common} ({organization})")
        }
        (Some(one), _) | (None, Some(one)) => one,
        (None, None) => name.to_string(),
    };
    domain::visible(domain::cut(&text, NAME_MAX))
}

fn ms(time: &Time) -> i64 {
    i64::try_from(time.to_unix_duration().as_millis()).unwrap_or(i64::MAX)
}
