//! Archives made byte by byte, so that each rule can be broken alone.

use bundles::{Bundle, BundleError, Roots};

/// A time within the validity of the certificates that the tests make, in milliseconds since the Unix epoch.
pub(crate) fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(now.unwrap().as_millis()).unwrap()
}

pub(crate) const MANIFEST: &str = r#"{"manifest_version":"0.3","name":"files","version":"1.0.0","description":"Files",
  "author":{"name":"Example"},
  "server":{"type":"node","entry_point":"server/index.js",
    "mcp_config":{"command":"node","args":["${__dirname}/server/index.js"]}}}"#;

/// An entry, with what its headers say of it.
#[derive(Clone)]
pub(crate) struct Entry {
    pub name: Vec<u8>,
    pub data: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub size: u32,
    /// Unix mode with the kind of file.
    pub mode: u32,
    pub extra: Vec<u8>,
    /// What the header before the data says of the name, if that is another.
    pub local_name: Option<Vec<u8>>,
    /// The same for the size.
    pub local_size: Option<u32>,
    /// Bytes behind the data that belong to nothing.
    pub behind: Vec<u8>,
}

pub(crate) fn stored(name: &str, data: &[u8]) -> Entry {
    let mut crc = flate2::Crc::new();
    crc.update(data);
    Entry {
        name: name.into(),
        data: data.to_vec(),
        flags: 0,
        method: 0,
        crc: crc.sum(),
        size: u32::try_from(data.len()).unwrap(),
        mode: 0o100_644,
        extra: Vec::new(),
        local_name: None,
        local_size: None,
        behind: Vec::new(),
    }
}

/// The entries of a good bundle.
pub(crate) fn good() -> Vec<Entry> {
    vec![
        stored("manifest.json", MANIFEST.as_bytes()),
        stored("server/index.js", b"console.log(1)\n"),
    ]
}

/// An archive of entries.
pub(crate) fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let short = |n: usize| u16::try_from(n).unwrap().to_le_bytes();
    for entry in entries {
        let offset = u32::try_from(file.len()).unwrap();
        let packed = u32::try_from(entry.data.len()).unwrap();
        let local = entry.local_name.as_ref().unwrap_or(&entry.name);
        file.extend(b"PK\x03\x04\x14\x00");
        file.extend(entry.flags.to_le_bytes());
        file.extend(entry.method.to_le_bytes());
        file.extend([0; 4]);
        file.extend(entry.crc.to_le_bytes());
        file.extend(packed.to_le_bytes());
        file.extend(entry.local_size.unwrap_or(entry.size).to_le_bytes());
        file.extend(short(local.len()));
        file.extend(short(entry.extra.len()));
        file.extend(local);
        file.extend(&entry.extra);
        file.extend(&entry.data);
        file.extend(&entry.behind);
        directory.extend(b"PK\x01\x02\x14\x03\x14\x00");
        directory.extend(entry.flags.to_le_bytes());
        directory.extend(entry.method.to_le_bytes());
        directory.extend([0; 4]);
        directory.extend(entry.crc.to_le_bytes());
        directory.extend(packed.to_le_bytes());
        directory.extend(entry.size.to_le_bytes());
        directory.extend(short(entry.name.len()));
        directory.extend(short(entry.extra.len()));
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
        directory.extend(&entry.extra);
    }
    let (at, size) = (file.len(), directory.len());
    file.extend(directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(short(entries.len()));
    file.extend(short(entries.len()));
    file.extend(u32::try_from(size).unwrap().to_le_bytes());
    file.extend(u32::try_from(at).unwrap().to_le_bytes());
    file.extend([0, 0]);
    file
}

pub(crate) fn parse(file: Vec<u8>) -> Result<Bundle, BundleError> {
    Bundle::parse(file, &Roots::default(), now_ms())
}
