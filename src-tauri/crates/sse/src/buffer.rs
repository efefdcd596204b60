//! Growth of a buffer that never reserves more than its limit.

/// Appends `bytes` if the buffer then has at most `limit` bytes; says whether it did.
pub(crate) fn append(buffer: &mut Vec<u8>, bytes: &[u8], limit: usize) -> bool {
    let Some(needed) = buffer
        .len()
        .checked_add(bytes.len())
        .filter(|n| *n <= limit)
    else {
        return false;
    };
    if needed > buffer.capacity() {
        // `Vec` alone would double past the limit.
        let wanted = buffer.capacity().saturating_mul(2).clamp(needed, limit);
        buffer.reserve_exact(wanted - buffer.len());
    }
    buffer.extend_from_slice(bytes);
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn capacity_stays_within_the_limit() {
        let mut buffer = Vec::new();
        for _ in 0..1000 {
            assert!(append(&mut buffer, b"x", 1000));
            assert!(buffer.capacity() <= 1000);
        }
        assert!(!append(&mut buffer, b"x", 1000));
        assert_eq!(buffer.len(), 1000);
    }
}
