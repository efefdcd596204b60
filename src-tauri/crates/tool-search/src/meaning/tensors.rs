//! The part of the safetensors format that static models use: named arrays behind a JSON header.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::ModelError;

/// The longest header, in bytes.
const HEADER: usize = 1 << 20;

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The shape and the numbers of an array.
pub(super) type Array<'a> = (&'a [usize], Vec<f32>);

/// The arrays of a file.
pub(super) struct Tensors<'a> {
    entries: BTreeMap<String, Entry>,
    data: &'a [u8],
}

impl<'a> Tensors<'a> {
    /// Reads the header.
    pub fn parse(file: &'a [u8]) -> Result<Self, ModelError> {
        let (length, rest) = file
            .split_first_chunk::<8>()
            .ok_or(ModelError::Weights("it is shorter than its header"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > HEADER.min(rest.len()) {
            return Err(ModelError::Weights("its header is too long"));
        }
        let (header, data) = rest.split_at(length);
        let header: BTreeMap<String, serde_json::Value> = serde_json::from_slice(header)
            .map_err(|_| ModelError::Weights("its header is not JSON"))?;
        let entries = header
            .into_iter()
            .filter(|(name, _)| name != "__metadata__");
        let entries =
            entries.filter_map(|(name, entry)| Some((name, serde_json::from_value(entry).ok()?)));
        Ok(Self {
            entries: entries.collect(),
            data,
        })
    }

    /// The shape and the numbers of an array.
    pub fn read(&self, name: &str) -> Result<Option<Array<'_>>, ModelError> {
        let Some(entry) = self.entries.get(name) else {
            return Ok(None);
        };
        let [from, to] = entry.data_offsets;
        let bytes = self
            .data
            .get(from..to)
            .ok_or(ModelError::Weights("an array lies outside of it"))?;
        let numbers: Vec<f32> = match entry.dtype.as_str() {
            "F32" => chunks(bytes).map(f32::from_le_bytes).collect(),
            "F16" => chunks(bytes)
                .map(|two| half(u16::from_le_bytes(two)))
                .collect(),
            "I8" => bytes
                .iter()
                .map(|&byte| f32::from(byte.cast_signed()))
                .collect(),
            "I64" => chunks(bytes)
                .map(|eight| whole(i64::from_le_bytes(eight)))
                .collect::<Result<_, _>>()?,
            _ => {
                return Err(ModelError::Weights(
                    "its numbers are not F32, F16, I8 or I64",
                ));
            }
        };
        let wanted = entry
            .shape
            .iter()
            .try_fold(1_usize, |all, &side| all.checked_mul(side));
        if wanted != Some(numbers.len()) || numbers.iter().any(|number| !number.is_finite()) {
            return Err(ModelError::Weights(
                "an array has not the shape that its header says",
            ));
        }
        Ok(Some((&entry.shape, numbers)))
    }
}

fn chunks<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks::<N>().0.iter().copied()
}

/// A row number. Exact, because fewer than 2^24 rows are accepted.
fn whole(number: i64) -> Result<f32, ModelError> {
    let exact = (0..1 << 24).contains(&number).then_some(number as f32);
    exact.ok_or(ModelError::Weights("a row number is out of range"))
}

/// A number of 16 bits, IEEE 754.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, fraction) = (u32::from(bits >> 10) & 31, u32::from(bits) & 1023);
    match exponent {
        0 => f32::from_bits(sign | 0x3f80_0000) * f32::from(bits & 1023) * 2.0_f32.powi(-24),
        31 => f32::NAN,
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_exactly() {
        for (bits, number) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x0001, 5.960_464_5e-8),
            (0, 0.0),
        ] {
            assert_eq!(half(bits), number);
        }
    }
}
