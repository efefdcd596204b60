//! Preparation of a sign-in: discovers the issuer and chooses the client and the scopes.

use url::Url;

use crate::{
    Account, Challenge, ClientKind, OAuthError, Prepared, SignInPlan, TokenAuth,
    bounds::{DISCOVERY, DISCOVERY_REQUESTS},
    client::{ClientRecord, token_auth},
    discovery::{Discovered, discover},
    error::shown,
    guard::LookUp,
    metadata::same_issuer,
    plan::Choice,
    scope::{ScopeSources, Scopes, choose},
};

impl Account {
    /// Finds out whom to ask for a token, as which client and for which scopes. It opens nothing, registers nothing and
    /// sends no secret; every hop is checked.
    ///
    /// # Errors
    /// Whatever makes a sign-in impossible or unsafe; no browser was opened.
    pub async fn prepare(&self, challenge: Option<&Challenge>) -> Result<Prepared, OAuthError> {
        let steps_up = challenge.is_some_and(Challenge::wants_more_scopes);
        let bearing = challenge.map(Challenge::read).unwrap_or_default();
        let found = self.find(challenge).await?;
        let guard = self.0.net.guard();
        let page = found.issuer.sign_in_page(guard)?;
        for endpoint in [
            Some(&found.issuer.token),
            found.issuer.registration.as_ref(),
        ] {
            self.leads_somewhere_safe(endpoint).await?;
        }
        let before = self.0.state().session.clone();
        let is_bound = found.binds(before.as_ref().is_some_and(|held| held.key.is_some()))?;
        let moved_from = before.as_ref().map(|held| held.issuer.clone());
        let moved_from = moved_from.filter(|old| !same_issuer(old, &found.issuer.issuer));
        // Scopes of another issuer are no scopes of this one.
        let before = before.filter(|_| moved_from.is_none());
        let scopes = choose(&ScopeSources {
            challenged: &bearing.scopes,
            of_resource: found.scopes.as_ref(),
            of_issuer: found.issuer.scopes.as_ref(),
            kept: before.as_ref().filter(|_| steps_up).map(|s| &s.scopes),
        });
        let new_scopes = match before.filter(|_| steps_up) {
            Some(session) => session.lacks(&scopes).into_vec(),
            None => Vec::new(),
        };
        let client = self.choose_client(&found, &scopes)?;
        let (kind, client_id) = match &client {
            Choice::Known(known) => (known.kind, Some(shown(&known.id))),
            Choice::New(_) => (ClientKind::Dynamic, None),
        };
        let plan = SignInPlan {
            server: self.0.server,
            issuer: shown(&found.issuer.issuer),
            opens: page.origin().ascii_serialization(),
            redeems: found.issuer.token.origin().ascii_serialization(),
            resource: shown(&found.resource),
            scopes: scopes.to_vec(),
            new_scopes,
            is_bound,
            moved_from: moved_from.as_deref().map(shown),
            client: kind,
            client_id,
        };
        Ok(Prepared {
            account: self.clone(),
            plan,
            found,
            page,
            scopes,
            client,
            steps_up,
        })
    }

    /// Discovery, with what is known of clients; a keychain that cannot be read leaves a sign-in that is kept in memory.
    pub(crate) async fn find(
        &self,
        challenge: Option<&Challenge>,
    ) -> Result<Discovered, OAuthError> {
        if !self.0.net.guard().server_is_private_on_the_way() {
            return Err(OAuthError::PlainServer);
        }
        let _ = self.read_all().await;
        let known = |issuer: &str| {
            let state = self.0.state();
            [ClientKind::PreRegistered, ClientKind::Dynamic]
                .iter()
                .any(|kind| state.client(issuer, *kind).is_some())
        };
        let trip = self.0.net.trip(DISCOVERY_REQUESTS, DISCOVERY);
        let bearing = challenge.map(Challenge::read).unwrap_or_default();
        discover(&trip, &self.0.url, &bearing, known).await
    }

    /// What a name leads to is seen for sure only when it is connected to; a person is not sent to sign in for nothing.
    async fn leads_somewhere_safe(&self, endpoint: Option<&Url>) -> Result<(), OAuthError> {
        let guard = self.0.net.guard();
        let Some(endpoint) = endpoint else {
            return Ok(());
        };
        let Some(name) = endpoint.domain().filter(|name| *name != "localhost") else {
            return Ok(());
        };
        guard.expect(endpoint);
        match guard.addresses(name).await {
            Err(LookUp::Refused(refused)) => Err(OAuthError::Blocked {
                host: refused.host,
                kind: refused.kind,
            }),
            // Behind a proxy this machine may know no names at all.
            Ok(_) | Err(LookUp::Io(_)) => Ok(()),
        }
    }

    /// Pre-registered, else a document where it is taken, else registered dynamically (2025-11-25, basic/authorization).
    fn choose_client(&self, found: &Discovered, scopes: &Scopes) -> Result<Choice, OAuthError> {
        let metadata = &found.issuer;
        let state = self.0.state();
        if let Some(known) = state.client(&metadata.issuer, ClientKind::PreRegistered) {
            let mut client = known.clone();
            client.auth = token_auth(metadata, client.secret.is_some(), None)?;
            return Ok(Choice::Known(client));
        }
        let document = self.0.options.client_metadata_url.as_ref();
        if let Some(url) = document.filter(|_| metadata.takes_documents) {
            return Ok(Choice::Known(ClientRecord {
                issuer: metadata.issuer.clone(),
                kind: ClientKind::MetadataDocument,
                id: url.to_string(),
                secret: None,
                auth: TokenAuth::None,
                port: None,
                scopes: Scopes::default(),
                ends_at_ms: None,
            }));
        }
        let known = state.client(&metadata.issuer, ClientKind::Dynamic);
        if let Some(known) = known.filter(|known| scopes.without(&known.scopes).is_empty()) {
            return Ok(Choice::Known(known.clone()));
        }
        match &metadata.registration {
            Some(endpoint) => Ok(Choice::New(endpoint.clone())),
            None => Err(OAuthError::NoClient {
                issuer: shown(&metadata.issuer),
            }),
        }
    }

    /// Who would be asked for a token. Nothing secret is sent.
    ///
    /// # Errors
    /// As [`Account::prepare`].
    pub async fn issuer(&self, challenge: Option<&Challenge>) -> Result<String, OAuthError> {
        Ok(self.find(challenge).await?.issuer.issuer)
    }
}
