//! The digests of what users allowed, as a connection sees it, and the seals that the file has over them.

use std::{collections::HashMap, fmt::Write as _};

use domain::ServerId;
use sha2::{Digest as _, Sha256};
use sqlx::{Row, SqliteConnection};

use crate::{
    StoreError,
    columns::{count, parsed},
    seal::{Place, Rows, Sealed, Section, subject, user},
};

/// The digest of a section as this connection sees it; none if the server is not there, or the user decided nothing.
pub(crate) async fn digest(
    connection: &mut SqliteConnection,
    server: ServerId,
    section: Section,
) -> Result<Option<String>, StoreError> {
    let id = server.to_string();
    if section.is_own() {
        return own_digest(connection, &id, section).await;
    }
    let is_there: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM servers NOT INDEXED WHERE id = ?)")
            .bind(&id)
            .fetch_one(&mut *connection)
            .await?;
    if !is_there {
        return Ok(None);
    }
    let mut hash = Sha256::new();
    for query in section.queries() {
        let rows: Vec<String> = sqlx::query_scalar(query.one)
            .bind(&id)
            .fetch_all(&mut *connection)
            .await?;
        add(&mut hash, &rows);
    }
    Ok(Some(hexadecimal(hash)))
}

/// The digest of what the user decided; none if that is nothing, which allows nothing.
async fn own_digest(
    connection: &mut SqliteConnection,
    id: &str,
    section: Section,
) -> Result<Option<String>, StoreError> {
    let mut hash = Sha256::new();
    let mut any = false;
    for query in section.queries() {
        let rows: Vec<String> = sqlx::query_scalar(query.one)
            .bind(id)
            .fetch_all(&mut *connection)
            .await?;
        any |= !rows.is_empty();
        add(&mut hash, &rows);
    }
    Ok(any.then(|| hexadecimal(hash)))
}

/// The digests of everything that the user decided, as this connection sees it.
pub(crate) async fn own_digests(
    connection: &mut SqliteConnection,
) -> Result<Vec<(Place, String)>, StoreError> {
    let endpoints: Vec<String> = sqlx::query_scalar("SELECT id FROM providers NOT INDEXED")
        .fetch_all(&mut *connection)
        .await?;
    let mut places = vec![(user()?, Section::Outflow), (user()?, Section::Registry)];
    for id in endpoints {
        places.push((subject(id)?, Section::Endpoint));
    }
    let mut digests = Vec::new();
    for (id, section) in places {
        let found = own_digest(connection, &id.to_string(), section).await?;
        digests.extend(found.map(|digest| ((id, section), digest)));
    }
    Ok(digests)
}

/// The digests of sections of all servers that are not removed, as this connection sees them. It reads each table once.
pub(crate) async fn digests(
    connection: &mut SqliteConnection,
    sections: &[Section],
) -> Result<Vec<(Place, String)>, StoreError> {
    let servers = servers(connection).await?;
    let mut digests = Vec::with_capacity(servers.len() * sections.len());
    for section in sections {
        let hashes = hashes(connection, &servers, section.queries()).await?;
        let all = servers.iter().zip(hashes);
        digests.extend(all.map(|(server, hash)| ((*server, *section), hash)));
    }
    Ok(digests)
}

/// The digests that a program before the book of seals sealed, where it made them another way.
pub(crate) async fn former_digests(
    connection: &mut SqliteConnection,
) -> Result<HashMap<Place, String>, StoreError> {
    let servers = servers(connection).await?;
    let mut digests = HashMap::new();
    for section in Section::ALL {
        let Some(queries) = section.former_queries() else {
            continue;
        };
        let hashes = hashes(connection, &servers, queries).await?;
        let all = servers.iter().zip(hashes);
        digests.extend(all.map(|(server, hash)| ((*server, section), hash)));
    }
    Ok(digests)
}

/// The digest of the rows of each server.
async fn hashes(
    connection: &mut SqliteConnection,
    servers: &[ServerId],
    queries: &[Rows],
) -> Result<Vec<String>, StoreError> {
    let mut hashes: Vec<Sha256> = vec![Sha256::new(); servers.len()];
    for query in queries {
        let found: Vec<(String, String)> = sqlx::query_as(query.all)
            .fetch_all(&mut *connection)
            .await?;
        let mut of: HashMap<String, Vec<String>> = HashMap::new();
        for (server, row) in found {
            of.entry(server).or_default().push(row);
        }
        for (server, hash) in servers.iter().zip(&mut hashes) {
            let rows = of.remove(&server.to_string());
            add(hash, &rows.unwrap_or_default());
        }
    }
    Ok(hashes.into_iter().map(hexadecimal).collect())
}

/// Adds the rows of one table.
fn add(hash: &mut Sha256, rows: &[String]) {
    hash.update(format!("{}\n", rows.len()));
    for row in rows {
        hash.update(format!("{}\n", row.len()));
        hash.update(row);
    }
}

fn hexadecimal(hash: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

async fn servers(rows: &mut SqliteConnection) -> Result<Vec<ServerId>, StoreError> {
    let found = sqlx::query("SELECT id FROM servers NOT INDEXED WHERE removed_ms IS NULL")
        .fetch_all(rows)
        .await?;
    found.iter().map(|row| parsed(row, "id")).collect()
}

/// Every seal in the file with its code. A section that this program does not know is left out.
pub(crate) async fn stored(
    rows: &mut SqliteConnection,
) -> Result<HashMap<Place, (Sealed, Vec<u8>)>, StoreError> {
    let found = sqlx::query("SELECT * FROM seals").fetch_all(rows).await?;
    let mut seals = HashMap::new();
    for row in &found {
        let Ok(section) = row.try_get::<&str, _>("section")?.parse() else {
            continue;
        };
        let sealed = Sealed {
            server: parsed(row, "server_id")?,
            section,
            number: count(row, "number")?,
            digest: row.try_get("digest")?,
        };
        let code = row.try_get("code")?;
        seals.insert((sealed.server, section), (sealed, code));
    }
    Ok(seals)
}
