//! A detached PKCS#7 signature by one signer (RFC 5652, section 5).

use cms::{
    cert::CertificateChoices,
    content_info::ContentInfo,
    signed_data::{SignedData, SignerIdentifier, SignerInfo},
};
use der::{
    AnyRef, Decode as _, Encode as _, Length, Reader as _, SliceReader, TagNumber,
    asn1::{ObjectIdentifier, OctetStringRef},
    oid::AssociatedOid as _,
};
use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm};
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use webpki::{EndEntityCert, ring};
use x509_cert::{Certificate, ext::pkix::SubjectKeyIdentifier};

use super::found::SignatureProblem;

/// Most certificates of a signature.
const CERTIFICATES_MAX: usize = 16;

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

const SIGNED_DATA: ObjectIdentifier = oid("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = oid("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = oid("1.2.840.113549.1.9.4");
const SHA_256: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.1");
const SHA_384: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.2");
const SHA_512: ObjectIdentifier = oid("2.16.840.1.101.3.4.2.3");
const RSA: ObjectIdentifier = oid("1.2.840.113549.1.1.1");
const RSA_SHA_256: ObjectIdentifier = oid("1.2.840.113549.1.1.11");
const RSA_SHA_384: ObjectIdentifier = oid("1.2.840.113549.1.1.12");
const RSA_SHA_512: ObjectIdentifier = oid("1.2.840.113549.1.1.13");
const ECDSA_SHA_256: ObjectIdentifier = oid("1.2.840.10045.4.3.2");
const ECDSA_SHA_384: ObjectIdentifier = oid("1.2.840.10045.4.3.3");

type Algorithms = &'static [&'static dyn SignatureVerificationAlgorithm];

/// A signature that was read.
pub(super) struct Signed {
    signer: SignerInfo,
    /// The signed attributes as they stand in the signature: what was signed is in their order, which should be that of DER.
    attributes: Option<Vec<u8>>,
    content_type: ObjectIdentifier,
    certificate: CertificateDer<'static>,
    others: Vec<CertificateDer<'static>>,
}

impl Signed {
    /// Reads a signature.
    pub fn read(signature: &[u8]) -> Result<Self, SignatureProblem> {
        let form = |_: der::Error| SignatureProblem::Form;
        let info = ContentInfo::from_der(signature).map_err(form)?;
        if info.content_type != SIGNED_DATA {
            return Err(SignatureProblem::Form);
        }
        let data: SignedData = info.content.decode_as().map_err(form)?;
        let [signer] = data.signer_infos.0.as_slice() else {
            return Err(SignatureProblem::Form);
        };
        if data.encap_content_info.econtent.is_some() {
            return Err(SignatureProblem::Form);
        }
        let attributes = attributes(signature).map_err(form)?;
        if attributes.is_some() != signer.signed_attrs.is_some() {
            return Err(SignatureProblem::Form);
        }
        let missing = SignatureProblem::Certificate;
        let set = data.certificates.as_ref().ok_or(missing)?;
        let certificates = set.0.iter().filter_map(|choice| match choice {
            CertificateChoices::Certificate(certificate) => Some(certificate),
            CertificateChoices::Other(_) => None,
        });
        let (mut own, mut others) = (None, Vec::new());
        for certificate in certificates.take(CERTIFICATES_MAX) {
            let der = CertificateDer::from(certificate.to_der().map_err(|_| missing)?);
            if own.is_none() && is_of(certificate, &signer.sid) {
                own = Some(der);
            } else {
                others.push(der);
            }
        }
        Ok(Self {
            signer: signer.clone(),
            attributes,
            content_type: data.encap_content_info.econtent_type,
            certificate: own.ok_or(missing)?,
            others,
        })
    }

    /// The signer's certificate, and the others.
    pub fn certificates(self) -> (CertificateDer<'static>, Vec<CertificateDer<'static>>) {
        (self.certificate, self.others)
    }

    /// Compares the digest of the content, and verifies the signature with the key of the certificate.
    pub fn verify(&self, content: &[u8]) -> Result<(), SignatureProblem> {
        let Some(attributes) = &self.attributes else {
            // The signature is of the content itself: which of both was changed cannot be told.
            let made = self.made(content);
            return made.map_err(|problem| match problem == SignatureProblem::Key {
                true => SignatureProblem::Content,
                false => problem,
            });
        };
        let digest = match self.signer.digest_alg.oid {
            SHA_256 => Sha256::digest(content).to_vec(),
            SHA_384 => Sha384::digest(content).to_vec(),
            SHA_512 => Sha512::digest(content).to_vec(),
            _ => return Err(SignatureProblem::Algorithm),
        };
        let said: OctetStringRef<'_> = self.attribute(MESSAGE_DIGEST)?;
        let kind: ObjectIdentifier = self.attribute(CONTENT_TYPE)?;
        if kind != self.content_type {
            return Err(SignatureProblem::Form);
        }
        self.made(attributes)?;
        match said.as_bytes() == digest {
            true => Ok(()),
            false => Err(SignatureProblem::Content),
        }
    }

    /// The only value of a signed attribute.
    fn attribute<'a, T: TryFrom<AnyRef<'a>>>(
        &'a self,
        kind: ObjectIdentifier,
    ) -> Result<T, SignatureProblem> {
        let all = self.signer.signed_attrs.iter().flat_map(|all| all.iter());
        let mut named = all.filter(|attribute| attribute.oid == kind);
        let (Some(attribute), None) = (named.next(), named.next()) else {
            return Err(SignatureProblem::Form);
        };
        let [value] = attribute.values.as_slice() else {
            return Err(SignatureProblem::Form);
        };
        let value = AnyRef::from(value);
        T::try_from(value).map_err(|_| SignatureProblem::Form)
    }

    /// Whether the key of the certificate made the signature of this message.
    fn made(&self, message: &[u8]) -> Result<(), SignatureProblem> {
        let algorithms = self.algorithms().ok_or(SignatureProblem::Algorithm)?;
        let certificate = EndEntityCert::try_from(&self.certificate);
        let certificate = certificate.map_err(|_| SignatureProblem::Certificate)?;
        let signature = self.signer.signature.as_bytes();
        let mut problem = SignatureProblem::Algorithm;
        for algorithm in algorithms {
            match certificate.verify_signature(*algorithm, message, signature) {
                Ok(()) => return Ok(()),
                Err(webpki::Error::InvalidSignatureForPublicKey) => problem = SignatureProblem::Key,
                Err(_) => {}
            }
        }
        Err(problem)
    }

    fn algorithms(&self) -> Option<Algorithms> {
        const RSA_256: Algorithms = &[ring::RSA_PKCS1_2048_8192_SHA256];
        const RSA_384: Algorithms = &[ring::RSA_PKCS1_2048_8192_SHA384];
        const RSA_512: Algorithms = &[ring::RSA_PKCS1_2048_8192_SHA512];
        const EC_256: Algorithms = &[ring::ECDSA_P256_SHA256, ring::ECDSA_P384_SHA256];
        const EC_384: Algorithms = &[ring::ECDSA_P256_SHA384, ring::ECDSA_P384_SHA384];
        let signer = &self.signer;
        let of = (signer.signature_algorithm.oid, signer.digest_alg.oid);
        Some(match of {
            (RSA | RSA_SHA_256, SHA_256) => RSA_256,
            (RSA | RSA_SHA_384, SHA_384) => RSA_384,
            (RSA | RSA_SHA_512, SHA_512) => RSA_512,
            (ECDSA_SHA_256, SHA_256) => EC_256,
            (ECDSA_SHA_384, SHA_384) => EC_384,
            _ => return None,
        })
    }
}

/// Whether a certificate is the one that a signer names.
fn is_of(certificate: &Certificate, signer: &SignerIdentifier) -> bool {
    let certificate = &certificate.tbs_certificate;
    match signer {
        SignerIdentifier::IssuerAndSerialNumber(named) => {
            named.issuer == certificate.issuer && named.serial_number == certificate.serial_number
        }
        SignerIdentifier::SubjectKeyIdentifier(named) => {
            let extensions = certificate.extensions.iter().flatten();
            let mut ids = extensions.filter(|one| one.extn_id == SubjectKeyIdentifier::OID);
            let id = ids.next().map(|one| one.extn_value.as_bytes());
            let id = id.and_then(|id| SubjectKeyIdentifier::from_der(id).ok());
            id.is_some_and(|id| id == *named)
        }
    }
}

/// The signed attributes of the only signer as a SET, in the order in which they stand there (RFC 5652, section 5.4).
fn attributes(signature: &[u8]) -> der::Result<Option<Vec<u8>>> {
    let info = parts(AnyRef::from_der(signature)?)?;
    let wrapped = info.get(1).copied().ok_or_else(short)?;
    let data = parts(wrapped)?.first().copied().ok_or_else(short)?;
    let signers = parts(data)?.last().copied().ok_or_else(short)?;
    let signer = parts(signers)?.first().copied().ok_or_else(short)?;
    let kind = der::Tag::ContextSpecific {
        constructed: true,
        number: TagNumber::N0,
    };
    // Version, signer and digest come before it.
    let found = parts(signer)?.get(3).copied();
    let Some(found) = found.filter(|part| der::Tagged::tag(part) == kind) else {
        return Ok(None);
    };
    let mut set = vec![0x31];
    Length::try_from(found.value().len())?.encode_to_vec(&mut set)?;
    set.extend_from_slice(found.value());
    Ok(Some(set))
}

fn short() -> der::Error {
    der::ErrorKind::Failed.into()
}

/// The parts of a constructed value.
fn parts(whole: AnyRef<'_>) -> der::Result<Vec<AnyRef<'_>>> {
    let mut reader = SliceReader::new(whole.value())?;
    let mut parts = Vec::new();
    while !reader.is_finished() {
        parts.push(AnyRef::decode(&mut reader)?);
    }
    Ok(parts)
}
