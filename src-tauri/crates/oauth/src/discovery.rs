//! Whom to ask for a token (2025-11-25, basic/authorization, authorization server discovery; 2025-03-26, section 2.3).

use url::Url;

use crate::{
    OAuthError,
    challenge::Bearing,
    error::shown,
    guard::Guard,
    metadata::{self, IssuerMetadata, ResourceMetadata},
    net::{HttpAnswer, Trip},
    proof::ALGORITHM,
    scope::Scopes,
};

const OF_SERVER: &str = "the metadata of the server";
const OF_ISSUER: &str = "the authorization server";

/// What was found out.
#[derive(Clone, Debug)]
pub(crate) struct Discovered {
    /// What tokens are asked for (RFC 8707).
    pub(crate) resource: String,
    /// The scopes that the server's metadata name.
    pub(crate) scopes: Option<Scopes>,
    pub(crate) issuer: IssuerMetadata,
    /// What the server says about tokens that are bound to a key.
    binding: Binding,
}

/// Whether a server takes tokens that are bound to a key, and others.
#[derive(Clone, Copy, Debug)]
struct Binding {
    wanted: bool,
    required: bool,
    /// Proofs of this program are of a kind that it takes.
    fits: bool,
}

impl Binding {
    fn of(bearing: &Bearing, metadata: Option<&ResourceMetadata>) -> Self {
        let required = metadata.is_some_and(|metadata| metadata.bound_only);
        let listed = metadata.and_then(|metadata| metadata.proofs.as_ref());
        let challenged = bearing.algorithms.as_deref();
        Self {
            wanted: required || bearing.takes_bound || listed.is_some_and(|all| !all.is_empty()),
            required: required || (bearing.takes_bound && !bearing.takes_bearer),
            fits: listed.is_none_or(|all| all.iter().any(|name| name == ALGORITHM))
                && challenged.is_none_or(|all| all.split(' ').any(|name| name == ALGORITHM)),
        }
    }
}

impl Discovered {
    /// Whether tokens are asked for that are bound to a key. Where the server requires it, or those until now were (`held`), it is
    /// that or none.
    pub(crate) fn binds(&self, held: bool) -> Result<bool, OAuthError> {
        let possible = self.issuer.binds && self.binding.fits;
        match (self.binding.required || held) && !possible {
            true => Err(OAuthError::NoProof {
                issuer: shown(&self.issuer.issuer),
            }),
            false => Ok(possible && (self.binding.wanted || held)),
        }
    }
}

/// Finds out whom to ask. Of several issuers, one that `known` says yes to is taken, else the first.
pub(crate) async fn discover(
    trip: &Trip<'_>,
    server: &Url,
    bearing: &Bearing,
    known: impl Fn(&str) -> bool,
) -> Result<Discovered, OAuthError> {
    let of_server = server_metadata(trip, server, bearing).await?;
    let named = of_server.as_ref().and_then(|metadata| {
        let mut issuers = metadata.issuers.iter();
        issuers
            .clone()
            .find(|issuer| known(issuer))
            .or_else(|| issuers.next())
            .cloned()
    });
    let issuer = match &named {
        Some(issuer) => {
            issuer_metadata(trip, issuer)
                .await?
                .ok_or_else(|| OAuthError::NoMetadata {
                    issuer: shown(issuer),
                })?
        }
        // A server of 2025-03-26 is its own authorization server.
        None => {
            let origin = server.origin().ascii_serialization();
            match issuer_metadata(trip, &origin).await? {
                Some(metadata) => metadata,
                None => metadata::defaults(server, trip.guard())?,
            }
        }
    };
    let binding = Binding::of(bearing, of_server.as_ref());
    let (resource, scopes) = match of_server {
        Some(metadata) => (metadata.resource, metadata.scopes),
        None => (metadata::canonical(server), None),
    };
    Ok(Discovered {
        resource,
        scopes,
        issuer,
        binding,
    })
}

/// RFC 9728: where the challenge says, else for the server's path, else for its root.
async fn server_metadata(
    trip: &Trip<'_>,
    server: &Url,
    bearing: &Bearing,
) -> Result<Option<ResourceMetadata>, OAuthError> {
    let mut places = Vec::new();
    if let Some(named) = &bearing.resource_metadata {
        places.push(trip.guard().url(OF_SERVER, named)?);
    }
    let well_known = "/.well-known/oauth-protected-resource";
    let path = server.path().trim_end_matches('/');
    if !path.is_empty() {
        places.push(at(server, &format!("{well_known}{path}")));
    }
    places.push(at(server, well_known));
    places.dedup();
    for place in places {
        if let Some(answer) = fetched(trip, OF_SERVER, &place).await? {
            return metadata::resource(&answer.body, &answer.from, server).map(Some);
        }
    }
    Ok(None)
}

/// RFC 8414 with the path inserted, then OpenID discovery with the path inserted and appended.
async fn issuer_metadata(
    trip: &Trip<'_>,
    issuer: &str,
) -> Result<Option<IssuerMetadata>, OAuthError> {
    let url = issuer_url(trip.guard(), issuer)?;
    let path = url.path().trim_end_matches('/');
    let mut places = vec![
        format!("/.well-known/oauth-authorization-server{path}"),
        format!("/.well-known/openid-configuration{path}"),
    ];
    if !path.is_empty() {
        places.push(format!("{path}/.well-known/openid-configuration"));
    }
    for place in places {
        if let Some(answer) = fetched(trip, OF_ISSUER, &at(&url, &place)).await? {
            let read = metadata::issuer(&answer.body, &answer.from, issuer, trip.guard());
            return read.map(Some);
        }
    }
    Ok(None)
}

/// An issuer's URL has neither query nor fragment (RFC 8414, section 2).
fn issuer_url(guard: &Guard, issuer: &str) -> Result<Url, OAuthError> {
    let url = guard.url(OF_ISSUER, issuer)?;
    match url.query() {
        None => Ok(url),
        Some(_) => Err(OAuthError::BadUrl {
            whose: OF_ISSUER,
            url: shown(issuer),
            why: "it has a query component",
        }),
    }
}

/// The document at a place, if there is one: many servers answer every path with a page.
async fn fetched(
    trip: &Trip<'_>,
    whose: &'static str,
    url: &Url,
) -> Result<Option<HttpAnswer>, OAuthError> {
    let answer = trip.document(whose, url).await?;
    if answer.status >= 500 || answer.status == 429 {
        return Err(OAuthError::Status {
            host: crate::guard::place(&answer.from),
            status: answer.status,
        });
    }
    let is_document = answer.status == 200 && {
        let start = answer.body.iter().find(|b| !b.is_ascii_whitespace());
        start == Some(&b'{')
    };
    Ok(is_document.then_some(answer))
}

fn at(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    url
}
