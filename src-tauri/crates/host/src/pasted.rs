//! Text pasted into the server form: its view for the form, and its values until a server is added with them.

use std::sync::Arc;

use domain::ApprovalId;
use foreign::{
    Planned,
    pasted::{Field, Pasted, Server, read},
};
use host_api::{AddRemoteServer, AddServer, PasteField, PastedServerView, PastedView};
use messages::Text;
use secrets::{KeychainStatus, Secret};

use crate::{
    inner::Host,
    servers::{NewRemoteServer, NewServer},
    state::Draft,
};

impl Host {
    /// Parses text pasted into a field of the server form. Its values are held in memory until a server is added with them. The
    /// text has no other effect.
    #[must_use]
    pub fn read_pasted(&self, text: &str, field: PasteField, command: &str) -> PastedView {
        match read(text, field_of(field), command) {
            Pasted::Plain => PastedView::Plain,
            Pasted::Several(servers) => PastedView::Several {
                servers: u32::try_from(servers).unwrap_or(u32::MAX),
            },
            Pasted::Unclear(reason) => PastedView::Unclear {
                reason: reason.into(),
            },
            Pasted::Server(server) => {
                let server = *server;
                PastedView::Server {
                    server: Box::new(self.hold(server)),
                }
            }
            Pasted::Names(found) => PastedView::Names {
                server: Box::new(self.hold(Server {
                    name: None,
                    found,
                    notes: Vec::new(),
                    expands: Vec::new(),
                })),
            },
        }
    }

    /// Holds the values of a server for the form, and returns its view.
    pub(crate) fn hold(&self, server: Server) -> PastedServerView {
        let id = ApprovalId::new().to_string();
        let view = view(&id, &server);
        self.inner.pasted.put(Draft {
            id,
            value: Arc::new(server.found),
        });
        view
    }

    /// Returns a local server as in the form, with the values that were pasted for its variables.
    #[must_use]
    pub fn with_pasted(&self, mut server: AddServer, pasted: Option<&str>) -> NewServer {
        let mut new = (Vec::new(), Vec::new());
        if let Some(Planned::Local(local)) = self.pasted(pasted).as_deref() {
            let has = |name: &String| server.env_names.contains(name);
            let from_host: Vec<String> =
                local.from_host.iter().filter(|n| has(n)).cloned().collect();
            let kept = local.kept.iter().filter(|(name, _)| has(name));
            new = (self.kept_if_possible(kept), from_host);
        }
        let (values, from_host) = new;
        server.env_names.retain(|name| !from_host.contains(name));
        NewServer {
            server,
            values,
            from_host,
        }
    }

    /// Returns a remote server as in the form, with the values that were pasted for its headers.
    #[must_use]
    pub fn with_pasted_remote(
        &self,
        mut server: AddRemoteServer,
        pasted: Option<&str>,
    ) -> NewRemoteServer {
        let mut new = (Vec::new(), Vec::new());
        if let Some(Planned::Remote(remote)) = self.pasted(pasted).as_deref() {
            let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
            let has = |name: &str| server.header_names.iter().any(|other| same(name, other));
            let from_host = remote.from_host.iter().filter(|(name, _)| has(name));
            let from_host: Vec<(String, String)> = from_host.cloned().collect();
            // A value belongs to the URL that it was pasted with.
            let here = remote.url.is_empty() || remote.url.trim() == server.url.trim();
            let kept = remote.kept.iter().filter(|(name, _)| here && has(name));
            new = (self.kept_if_possible(kept), from_host);
        }
        let (values, from_host) = new;
        let by_host = |name: &String| {
            from_host
                .iter()
                .any(|(other, _)| name.eq_ignore_ascii_case(other))
        };
        server.header_names.retain(|name| !by_host(name));
        NewRemoteServer {
            server,
            values,
            from_host,
        }
    }

    /// Forgets the pasted values, after the server was added.
    pub fn forget_pasted(&self) {
        self.inner.pasted.take();
    }

    fn pasted(&self, id: Option<&str>) -> Option<Arc<Planned>> {
        let held = self.inner.pasted.get()?;
        (Some(held.id.as_str()) == id).then_some(held.value)
    }

    /// Returns values for the keychain; none without an unlocked keychain. Those values are requested when the server starts.
    fn kept_if_possible<'a>(
        &self,
        kept: impl Iterator<Item = &'a (String, Secret)>,
    ) -> Vec<(String, Secret)> {
        if self.inner.keychain.status() == KeychainStatus::Available {
            kept.cloned().collect()
        } else {
            Vec::new()
        }
    }
}

/// Returns the parser's name for a field of the form.
fn field_of(field: PasteField) -> Field {
    match field {
        PasteField::Name => Field::Name,
        PasteField::Url => Field::Url,
        PasteField::Headers => Field::Headers,
        PasteField::Command => Field::Command,
        PasteField::Args => Field::Args,
        PasteField::Cwd => Field::Cwd,
        PasteField::Env => Field::Env,
    }
}

/// Returns the view for the form: names of variables and headers, never values.
fn view(id: &str, server: &Server) -> PastedServerView {
    let mut view = PastedServerView {
        id: id.to_owned(),
        name: server.suggested_name().unwrap_or_default(),
        command: String::new(),
        args: Vec::new(),
        cwd: None,
        url: None,
        names: Vec::new(),
        kept: Vec::new(),
        from_host: Vec::new(),
        expands: server
            .expands
            .iter()
            .map(|one| domain::visible(one))
            .collect(),
        notes: server.notes.iter().cloned().map(Text::from).collect(),
    };
    match &server.found {
        Planned::Local(local) => {
            view.command.clone_from(&local.command);
            view.args.clone_from(&local.args);
            view.cwd.clone_from(&local.cwd);
            view.kept = local.kept.iter().map(|(name, _)| name.clone()).collect();
            view.from_host.clone_from(&local.from_host);
            view.names = [&view.kept, &local.asked, &view.from_host]
                .into_iter()
                .flatten()
                .cloned()
                .collect();
        }
        Planned::Remote(remote) => {
            view.url = Some(remote.url.clone());
            view.kept = remote.kept.iter().map(|(name, _)| name.clone()).collect();
            view.from_host = remote
                .from_host
                .iter()
                .map(|(name, _)| name.clone())
                .collect();
            view.names = [&view.kept, &remote.asked, &view.from_host]
                .into_iter()
                .flatten()
                .cloned()
                .collect();
        }
    }
    view
}
