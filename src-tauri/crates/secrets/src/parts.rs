//! Splits a secret into parts that every keychain can hold, and joins them again.
//!
//! A part is a header line and bytes of the secret. The header of the first part is `<count> <generation>`, of the
//! others `<generation>`; a part of an older generation is never joined with a newer one.

use zeroize::Zeroizing;

use crate::{MAX_PARTS, MAX_SECRET_BYTES, PART_BYTES, SecretsError};

/// Longest header that is looked for, in bytes.
const MAX_HEADER_BYTES: usize = 80;

/// The bytes of one keychain entry, wiped when dropped.
pub(crate) type PartBytes = Zeroizing<Vec<u8>>;

/// The header of a first part.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FirstHeader {
    /// How many parts there are, 1 to [`MAX_PARTS`].
    pub(crate) count: usize,
    /// The generation all parts carry.
    pub(crate) generation: String,
}

/// The parts of a secret, at least one.
pub(crate) fn split(secret: &str, generation: &str) -> Result<Vec<PartBytes>, SecretsError> {
    let bytes = secret.as_bytes();
    if bytes.len() > MAX_SECRET_BYTES {
        return Err(SecretsError::TooLarge { bytes: bytes.len() });
    }
    let count = bytes.len().div_ceil(PART_BYTES).max(1);
    let chunk = |i: usize| &bytes[i * PART_BYTES..bytes.len().min((i + 1) * PART_BYTES)];
    Ok((0..count)
        .map(|i| match i {
            0 => with_header(&format!("{count} {generation}\n"), chunk(i)),
            _ => with_header(&format!("{generation}\n"), chunk(i)),
        })
        .collect())
}

fn with_header(header: &str, chunk: &[u8]) -> PartBytes {
    // The full capacity at once: growing would leave copies of the secret behind.
    let mut out = Zeroizing::new(Vec::with_capacity(header.len() + chunk.len()));
    out.extend_from_slice(header.as_bytes());
    out.extend_from_slice(chunk);
    out
}

fn split_header(part: &[u8]) -> Result<(&str, &[u8]), SecretsError> {
    let end = part
        .iter()
        .take(MAX_HEADER_BYTES)
        .position(|b| *b == b'\n')
        .ok_or(SecretsError::Damaged)?;
    let header = std::str::from_utf8(&part[..end]).map_err(|_| SecretsError::Damaged)?;
    Ok((header, &part[end + 1..]))
}

/// Reads the header of a first part.
pub(crate) fn first_header(part: &[u8]) -> Result<FirstHeader, SecretsError> {
    let (header, _) = split_header(part)?;
    let (count, generation) = header.split_once(' ').ok_or(SecretsError::Damaged)?;
    let count = count.parse().map_err(|_| SecretsError::Damaged)?;
    if !(1..=MAX_PARTS).contains(&count) {
        return Err(SecretsError::Damaged);
    }
    Ok(FirstHeader {
        count,
        generation: generation.to_owned(),
    })
}

/// Joins all parts, in order.
pub(crate) fn join(parts: &[PartBytes]) -> Result<Zeroizing<String>, SecretsError> {
    let first = parts.first().ok_or(SecretsError::Damaged)?;
    let header = first_header(first)?;
    let mut out = Zeroizing::new(String::with_capacity(parts.iter().map(|p| p.len()).sum()));
    let mut bytes = Zeroizing::new(Vec::with_capacity(out.capacity()));
    for (i, part) in parts.iter().enumerate() {
        let (found, chunk) = split_header(part)?;
        if i > 0 && found != header.generation {
            return Err(SecretsError::Damaged);
        }
        bytes.extend_from_slice(chunk);
    }
    if parts.len() != header.count {
        return Err(SecretsError::Damaged);
    }
    out.push_str(std::str::from_utf8(&bytes).map_err(|_| SecretsError::Damaged)?);
    Ok(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_size_survives() {
        for size in [
            0,
            1,
            PART_BYTES - 1,
            PART_BYTES,
            PART_BYTES + 1,
            MAX_SECRET_BYTES,
        ] {
            let secret: String = "aß\n0".chars().cycle().take(size).collect();
            let secret = &secret[..secret.floor_char_boundary(size)];
            let parts = split(secret, "g1").unwrap();
            assert_eq!(parts.len(), secret.len().div_ceil(PART_BYTES).max(1));
            assert!(
                parts
                    .iter()
                    .all(|p| p.len() <= PART_BYTES + MAX_HEADER_BYTES)
            );
            assert_eq!(join(&parts).unwrap().as_str(), secret);
        }
        let large = "x".repeat(MAX_SECRET_BYTES + 1);
        assert_eq!(
            split(&large, "g").unwrap_err(),
            SecretsError::TooLarge {
                bytes: MAX_SECRET_BYTES + 1
            }
        );
    }

    #[test]
    fn mixed_or_missing_parts_are_damage() {
        let old = split(&"a".repeat(5_000), "g1").unwrap();
        let new = split(&"b".repeat(5_000), "g2").unwrap();
        assert_eq!(
            join(&[new[0].clone(), old[1].clone(), old[2].clone()]).unwrap_err(),
            SecretsError::Damaged
        );
        assert_eq!(join(&new[..2]).unwrap_err(), SecretsError::Damaged);
        assert_eq!(
            join(&[Zeroizing::new(b"no header".to_vec())]).unwrap_err(),
            SecretsError::Damaged
        );
    }
}
