//! Linux: namespaces, Landlock and seccomp, applied by the guard to a child of its own.

mod channel;
mod child;
mod covers;
mod direct;
mod filter;
mod grants;
mod group;
mod guarded;
mod init;
mod limits;
mod lookout;
mod message;
mod mounts;
mod namespaces;
mod network;
mod overlay;
mod prepare;
mod raw;
mod record;
mod root;
mod seal;
mod step;
mod tree;
mod verify;
mod watches;

pub(crate) use lookout::Lookout;
use step::{At, Failure};

use crate::{Confined, Confinement, Method, Program, Refusal, SandboxError, Step};

/// The methods of this system, the strongest first.
const METHODS: [Method; 3] = [Method::Namespaces, Method::Filters, Method::Advisory];

pub(crate) fn start(
    confinement: &Confinement,
    mut program: Program,
) -> Result<Box<dyn Confined>, SandboxError> {
    confinement.check()?;
    let weakest = confinement.weakest_possible();
    let mut refused = None;
    for method in METHODS.into_iter().filter(|method| *method >= weakest) {
        match start_with(method, confinement, &mut program, refused) {
            Ok(confined) => return Ok(confined),
            Err(Failure::Refused(refusal)) => refused = refused.or(Some(refusal)),
            Err(Failure::Exec(error)) => return Err(SandboxError::Exec(error)),
        }
    }
    Err(too_weak(weakest, refused))
}

pub(crate) fn start_only(
    method: Method,
    confinement: &Confinement,
    mut program: Program,
) -> Result<Box<dyn Confined>, SandboxError> {
    confinement.check()?;
    if method < confinement.weakest_possible()
        && confinement.weakest_possible() > confinement.weakest
    {
        return Err(too_weak(
            Method::Namespaces,
            Some(Refusal {
                step: Step::Overlay,
                errno: libc::EOPNOTSUPP,
            }),
        ));
    }
    start_with(method, confinement, &mut program, None).map_err(|failure| match failure {
        Failure::Refused(refusal) => too_weak(method, Some(refusal)),
        Failure::Exec(error) => SandboxError::Exec(error),
    })
}

/// Denies every file, socket and program to this thread.
pub(crate) fn seal_self() -> Result<(), Refusal> {
    let choice = filter::Choice {
        internet: false,
        unix_sockets: false,
        on_host: true,
        chmod: false,
        recorded: false,
    };
    seal::seal(seal::Rules::default(), choice, false).map(drop)
}

fn too_weak(weakest: Method, refused: Option<Refusal>) -> SandboxError {
    let refusal = refused.unwrap_or(Refusal {
        step: Step::Namespaces,
        errno: 0,
    });
    SandboxError::TooWeak { weakest, refusal }
}

/// `refused`: why a stronger method does not work here.
fn start_with(
    method: Method,
    confinement: &Confinement,
    program: &mut Program,
    refused: Option<Refusal>,
) -> Result<Box<dyn Confined>, Failure> {
    for stream in &mut program.streams {
        // The child replaces its own standard streams before it uses these.
        *stream = rustix::io::fcntl_dupfd_cloexec(&*stream, 3).at(Step::Descriptors)?;
    }
    match method {
        Method::Namespaces => namespaces::start(confinement, program),
        Method::Filters | Method::Advisory => direct::start(method, confinement, program, refused),
        Method::Profile => Err(Failure::Refused(Refusal {
            step: Step::Namespaces,
            errno: libc::EOPNOTSUPP,
        })),
    }
}
