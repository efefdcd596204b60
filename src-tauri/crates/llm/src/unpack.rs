//! Replies that come compressed though nobody asked for it, as some proxies send them. What they unpack to has the same bounds as a plain reply.

use std::io::Write;

use bytes::Bytes;
use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};
use reqwest::header::{CONTENT_ENCODING, HeaderMap};

use crate::{LlmError, error::shown};

/// Packed bytes that are unpacked before the size is looked at; they become at most about a thousand times as many.
const STEP: usize = 1024;

/// Unpacks a body as it comes.
pub(crate) enum Unpacker {
    Plain,
    Gzip(GzDecoder<Vec<u8>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    Deflate(DeflateDecoder<Vec<u8>>),
}

/// Why a body cannot be unpacked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unpack {
    /// It is larger than there is room for.
    TooLarge,
    /// Its bytes are not what its headers say.
    Broken(String),
}

impl Unpacker {
    /// The unpacker for a body with these headers.
    ///
    /// # Errors
    /// [`LlmError::Malformed`] for a compression that is not known.
    pub(crate) fn new(headers: &HeaderMap) -> Result<Self, LlmError> {
        let named = headers.get(CONTENT_ENCODING);
        let name = named.map(|value| {
            String::from_utf8_lossy(value.as_bytes())
                .trim()
                .to_lowercase()
        });
        match name.as_deref().unwrap_or_default() {
            "" | "identity" => Ok(Self::Plain),
            "gzip" | "x-gzip" => Ok(Self::Gzip(GzDecoder::new(Vec::new()))),
            "deflate" => Ok(Self::Zlib(ZlibDecoder::new(Vec::new()))),
            other => Err(LlmError::malformed(&format!(
                "it is compressed as {}, which nobody asked for",
                shown(other)
            ))),
        }
    }

    /// Unpacks more, to at most `room` bytes.
    pub(crate) fn unpack(&mut self, packed: Bytes, room: usize) -> Result<Bytes, Unpack> {
        if matches!(self, Self::Plain) {
            return match packed.len() <= room {
                true => Ok(packed),
                false => Err(Unpack::TooLarge),
            };
        }
        // Some servers send the raw form under the name of the wrapped one (RFC 9110, section 8.4.1.2).
        if let (Self::Zlib(zlib), Some(first)) = (&self, packed.first())
            && zlib.total_in() == 0
            && first & 0x0f != 8
        {
            *self = Self::Deflate(DeflateDecoder::new(Vec::new()));
        }
        let mut out = Vec::new();
        for step in packed.chunks(STEP) {
            self.step(step, &mut out)
                .map_err(|error| Unpack::Broken(format!("it cannot be unpacked: {error}")))?;
            if out.len() > room {
                return Err(Unpack::TooLarge);
            }
        }
        Ok(out.into())
    }

    fn step(&mut self, packed: &[u8], out: &mut Vec<u8>) -> std::io::Result<()> {
        let unpacked = match self {
            Self::Plain => return Ok(()),
            Self::Gzip(decoder) => {
                decoder.write_all(packed)?;
                decoder.flush()?;
                decoder.get_mut()
            }
            Self::Zlib(decoder) => {
                decoder.write_all(packed)?;
                decoder.flush()?;
                decoder.get_mut()
            }
            Self::Deflate(decoder) => {
                decoder.write_all(packed)?;
                decoder.flush()?;
                decoder.get_mut()
            }
        };
        out.append(unpacked);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    fn gzip() -> Unpacker {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, "gzip".parse().unwrap());
        Unpacker::new(&headers).unwrap()
    }

    #[test]
    fn packed_replies_are_read_in_any_pieces() {
        let packed = packed(b"data: {}\n\n");
        for size in [1, 7, packed.len()] {
            let mut unpacker = gzip();
            let mut all = Vec::new();
            for piece in packed.chunks(size) {
                let more = unpacker.unpack(Bytes::copy_from_slice(piece), 1000);
                all.extend_from_slice(&more.unwrap());
            }
            assert_eq!(all, b"data: {}\n\n");
        }
        let plain = Bytes::from_static(b"data: {\"choices\":[]}\n\n");
        assert!(gzip().unpack(plain, 1000).is_err());
    }

    #[test]
    fn a_small_reply_cannot_unpack_past_its_bound() {
        let bomb = Bytes::from(packed(&vec![0; 10_000_000]));
        assert_eq!(gzip().unpack(bomb, 1_000_000), Err(Unpack::TooLarge));
    }
}
