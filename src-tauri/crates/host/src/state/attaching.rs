//! The reader of attachments, what it looked at, and what servers say of pinned resources.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use attachments::{AttachError, Attachment, Extract, Form, Part, Reader, Selection};
use domain::{AttachmentId, LaunchDigest, RootGrant, ServerId};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use tokio::sync::{Semaphore, mpsc};

use super::Slot;
use crate::{mutex::lock, problems::refused};

/// How long a file that was looked at can be attached.
const KEPT_FOR: Duration = Duration::from_secs(30 * 60);
/// Most files that were looked at and not attached yet.
const KEPT: usize = 8;
/// Most bytes of those.
const KEPT_BYTES: usize = 128 << 20;
/// Readers that run at once.
const READERS: usize = 2;

/// Where content came from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A file of the user, and the servers that could write it.
    File { writers: Vec<ServerId> },
    /// A resource.
    Resource {
        server: ServerId,
        uri: String,
        launch: LaunchDigest,
    },
}

/// A file or a resource that was looked at.
#[derive(Clone)]
pub(crate) struct Inspected {
    pub id: String,
    pub found: Attachment,
    pub bytes: Arc<[u8]>,
    pub source: Source,
}

impl Inspected {
    pub fn new(found: Attachment, bytes: Arc<[u8]>, source: Source) -> Self {
        Self {
            id: AttachmentId::new().to_string(),
            found,
            bytes,
            source,
        }
    }
}

/// Something that was looked at, until it is attached.
pub(crate) trait LookedAt: Clone {
    /// Its identifier.
    fn id(&self) -> &str;
    /// Its size in bytes.
    fn bytes(&self) -> usize;
}

impl LookedAt for Inspected {
    fn id(&self) -> &str {
        &self.id
    }

    fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// What was looked at lately, oldest first.
pub(crate) struct Recent<T>(Mutex<VecDeque<(Instant, T)>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: LookedAt> Recent<T> {
    /// Keeps what was looked at. The oldest goes at the limits.
    pub fn keep(&self, new: T) {
        let mut kept = lock(&self.0);
        kept.retain(|(at, _)| at.elapsed() < KEPT_FOR);
        kept.push_back((Instant::now(), new));
        let size =
            |kept: &VecDeque<(Instant, T)>| kept.iter().map(|(_, one)| one.bytes()).sum::<usize>();
        while kept.len() > 1 && (kept.len() > KEPT || size(&kept) > KEPT_BYTES) {
            kept.pop_front();
        }
    }

    /// Returns what was looked at; none if it was too long ago.
    pub fn get(&self, id: &str) -> Option<T> {
        let kept = lock(&self.0);
        let found = kept
            .iter()
            .find(|(at, one)| one.id() == id && at.elapsed() < KEPT_FOR);
        found.map(|(_, one)| one.clone())
    }
}

/// An image in a size that models take.
#[derive(Clone)]
pub(crate) struct ScaledImage {
    /// The digest of the image that it was made of.
    pub id: String,
    pub mime_type: &'static str,
    /// Its bytes in base64.
    pub data: Arc<str>,
}

impl LookedAt for ScaledImage {
    fn id(&self) -> &str {
        &self.id
    }

    fn bytes(&self) -> usize {
        self.data.len()
    }
}

/// A prompt that a server returned, until it is inserted.
#[derive(Clone)]
pub(crate) struct PreparedPrompt {
    pub id: String,
    pub server: ServerId,
    pub launch: LaunchDigest,
    /// The prompt's name on its server.
    pub name: String,
    /// Its parts, as they are sent.
    pub parts: Arc<[Part]>,
    /// What is stored of it beside its content, as JSON text.
    pub facts: String,
    /// The form that the fewest models take.
    pub form: Form,
    pub tokens: u64,
}

impl LookedAt for PreparedPrompt {
    fn id(&self) -> &str {
        &self.id
    }

    fn bytes(&self) -> usize {
        let bytes = |part: &Part| match part {
            Part::Text(text) => text.len(),
            Part::Image { data, .. } | Part::Audio { data, .. } | Part::Pdf { data } => data.len(),
        };
        self.parts.iter().map(bytes).sum::<usize>() + self.facts.len()
    }
}

/// Most files of granted folders that can be attached after they were found.
const FOUND: usize = 400;

/// A file of a granted folder.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    pub folder: RootGrant,
    /// Its path within the folder.
    pub relative: PathBuf,
}

/// The files that were found last, by their numbers: a shell names no path.
#[derive(Default)]
pub(crate) struct FoundFiles(Mutex<(u64, VecDeque<(u64, FoundFile)>)>);

impl FoundFiles {
    /// Keeps files. Returns their identifiers, in order. The oldest go at the limit.
    pub fn keep(&self, files: Vec<FoundFile>) -> Vec<String> {
        let mut kept = lock(&self.0);
        let (next, all) = &mut *kept;
        let keep = |file| {
            *next += 1;
            all.push_back((*next, file));
            next.to_string()
        };
        let ids = files.into_iter().map(keep).collect();
        let over = all.len().saturating_sub(FOUND);
        all.drain(..over);
        ids
    }

    /// Returns a file that was found; none if that was too long ago.
    pub fn get(&self, id: &str) -> Option<FoundFile> {
        let id: u64 = id.parse().ok()?;
        let kept = lock(&self.0);
        let found = kept.1.iter().find(|(of, _)| *of == id);
        found.map(|(_, file)| file.clone())
    }
}

/// The reader of attachments, and what it looked at.
pub(crate) struct Attaching {
    pub reader: Slot<Reader>,
    /// What servers say of their resources.
    pub ears: Ears,
    pub inspected: Recent<Inspected>,
    pub prepared: Recent<PreparedPrompt>,
    /// Files of granted folders.
    pub found: FoundFiles,
    /// Images of requests that were scaled lately.
    pub scaled: Recent<ScaledImage>,
    permits: Semaphore,
    /// One search at a time: a disk that hangs holds one thread.
    searches: Arc<Semaphore>,
}

impl Default for Attaching {
    fn default() -> Self {
        Self {
            reader: Slot::default(),
            ears: Ears::default(),
            inspected: Recent::default(),
            prepared: Recent::default(),
            found: FoundFiles::default(),
            scaled: Recent::default(),
            permits: Semaphore::new(READERS),
            searches: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Attaching {
    /// Returns the reader.
    ///
    /// # Errors
    /// The shell has none.
    pub fn reader(&self) -> Result<Reader, ApiError> {
        self.reader.get().ok_or_else(|| {
            ApiError::new(ErrorCode::Data, phrases::host_attach_no_reader())
                .hint(phrases::host_attach_install_again())
        })
    }

    /// Returns what was looked at.
    ///
    /// # Errors
    /// It was too long ago.
    pub(crate) fn inspected(&self, id: &str) -> Result<Inspected, ApiError> {
        self.inspected.get(id).ok_or_else(forgotten)
    }

    /// Returns a prompt that was looked at.
    ///
    /// # Errors
    /// It was too long ago.
    pub(crate) fn prepared(&self, id: &str) -> Result<PreparedPrompt, ApiError> {
        self.prepared.get(id).ok_or_else(forgotten)
    }

    /// Looks at bytes.
    pub(crate) async fn inspect(
        &self,
        name: &str,
        bytes: &Arc<[u8]>,
    ) -> Result<Attachment, ApiError> {
        let (name, bytes) = (name.to_owned(), Arc::clone(bytes));
        self.run(move |reader| reader.inspect(&name, &bytes)).await
    }

    /// Makes the parts of a choice.
    pub(crate) async fn extract(
        &self,
        inspected: &Inspected,
        selection: Selection,
    ) -> Result<Extract, ApiError> {
        let (name, bytes) = (inspected.found.name.clone(), Arc::clone(&inspected.bytes));
        self.run(move |reader| reader.extract(&name, &bytes, selection))
            .await
    }

    /// Makes an image of a size that models take.
    pub(crate) async fn picture(&self, bytes: &Arc<[u8]>) -> Result<Extract, ApiError> {
        let bytes = Arc::clone(bytes);
        self.run(move |reader| reader.extract("image", &bytes, Selection::all(Form::Image)))
            .await
    }

    /// Searches folders once no other search runs. None if that took too long, or the search did not end in twice its time.
    pub(crate) async fn searching<T: Send + 'static>(
        &self,
        limit: Duration,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let searches = Arc::clone(&self.searches);
        let searching = async {
            let permit = searches.acquire_owned().await.ok()?;
            let run = move || {
                let found = search();
                drop(permit);
                found
            };
            tokio::task::spawn_blocking(run).await.ok()
        };
        tokio::time::timeout(limit * 2, searching).await.ok()?
    }

    async fn run<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Reader) -> Result<T, AttachError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let reader = self.reader()?;
        let ended = || refused(&AttachError::ReaderCrashed);
        let _one = self.permits.acquire().await.map_err(|_| ended())?;
        let done = tokio::task::spawn_blocking(move || read(&reader)).await;
        done.map_err(|_| ended())?.map_err(|error| refused(&error))
    }
}

/// Returns the error for what was chosen too long ago.
pub(crate) fn forgotten() -> ApiError {
    ApiError::new(ErrorCode::Stale, phrases::host_attach_forgotten())
        .hint(phrases::host_attach_forgotten_hint())
}

/// Most messages of servers that wait; more are dropped, and the next connection reads again.
const WAITING: usize = 256;

/// What a server said.
pub(crate) enum Heard {
    /// A resource changed, or one beneath it.
    Updated(ServerId, String),
    /// It is connected.
    Connected(ServerId),
}

/// What servers said about resources, until it is handled.
pub(crate) struct Ears {
    send: mpsc::Sender<Heard>,
    receive: Slot<mpsc::Receiver<Heard>>,
}

impl Default for Ears {
    fn default() -> Self {
        let (send, receive) = mpsc::channel(WAITING);
        let slot = Slot::default();
        slot.put(receive);
        Self {
            send,
            receive: slot,
        }
    }
}

impl Ears {
    /// Returns what is heard, once.
    pub fn listen(&self) -> Option<mpsc::Receiver<Heard>> {
        self.receive.take()
    }

    /// Notes what a server said; never waits.
    pub fn hear(&self, heard: Heard) {
        if self.send.try_send(heard).is_err() {
            tracing::debug!("too many changes of resources wait");
        }
    }
}
