//! What was found out about a signature.

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
    pub trust: Trust,
}

/// Whether somebody vouches for the names in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
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
