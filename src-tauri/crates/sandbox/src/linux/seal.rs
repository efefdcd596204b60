//! Gives up every right for good: capabilities, Landlock, seccomp. What this process starts afterwards has no more.

use std::{
    fs::File,
    io,
    net::{Ipv4Addr, SocketAddrV4},
    os::fd::OwnedFd,
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::{
    io::Errno,
    net::{AddressFamily, SocketFlags, SocketType, bind, socket_with},
    thread::{
        CapabilitySet, CapabilitySets, clear_ambient_capability_set,
        remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
    },
};

use super::{
    filter::{self, Choice},
    message::LandlockFacts,
    step::At,
};
use crate::{Network, Refusal, Step};

/// The version of Landlock whose rights are handled, as far as the kernel knows them.
const HANDLED: ABI = ABI::V7;

/// What Landlock allows in these places, files and folders alike. Everything else is denied.
#[derive(Default)]
pub(super) struct Rules {
    pub(super) execute: Vec<OwnedFd>,
    pub(super) read: Vec<OwnedFd>,
    pub(super) write: Vec<OwnedFd>,
    pub(super) network: Network,
}

/// Gives up every right. `bounding`: the set of capabilities that a program could regain is emptied too, which takes a
/// capability of its own; without namespaces a normal user has none, and the kernel's flag against new rights does.
pub(super) fn seal(rules: Rules, choice: Choice, bounding: bool) -> Result<LandlockFacts, Refusal> {
    drop_capabilities(bounding).at(Step::Capabilities)?;
    set_no_new_privs(true).at(Step::Capabilities)?;
    let facts = restrict(rules).at(Step::Landlock)?;
    filter::apply(choice)
        .map_err(io::Error::other)
        .at(Step::Seccomp)?;
    Ok(facts)
}

fn drop_capabilities(bounding: bool) -> io::Result<()> {
    for number in 0..u64::BITS {
        match remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << number)) {
            Ok(()) => {}
            // The first that the kernel does not have.
            Err(Errno::INVAL) => break,
            Err(_) if !bounding => break,
            Err(error) => return Err(error.into()),
        }
    }
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets {
        effective: none,
        permitted: none,
        inheritable: none,
    };
    Ok(set_capabilities(None, sets)?)
}

/// Applies the rules as far as the kernel knows them, and tries one thing that they deny.
fn restrict(rules: Rules) -> io::Result<LandlockFacts> {
    let all = AccessFs::from_all(HANDLED);
    let of_files = AccessFs::from_file(HANDLED);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = all & !AccessFs::Execute & !AccessFs::MakeBlock & !AccessFs::MakeChar;
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|ruleset| match rules.network {
            // It may connect to its own network, and listens to nobody.
            Network::Brokered => ruleset.handle_access(AccessNet::BindTcp),
            Network::Off => ruleset.handle_access(AccessNet::from_all(HANDLED)),
            Network::Open => Ok(ruleset),
        })
        .and_then(|ruleset| ruleset.scope(Scope::from_all(HANDLED)))
        .and_then(Ruleset::create);
    let mut ruleset = ruleset.map_err(io::Error::other)?;
    for (places, rights) in [
        (rules.execute, read | AccessFs::Execute),
        (rules.read, read),
        (rules.write, write),
    ] {
        for place in places {
            let place = File::from(place);
            let is_folder = place.metadata()?.is_dir();
            let rights = if is_folder { rights } else { rights & of_files };
            ruleset = ruleset
                .add_rule(PathBeneath::new(place, rights))
                .map_err(io::Error::other)?;
        }
    }
    let status = ruleset.restrict_self().map_err(io::Error::other)?;
    let version = match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) => 0,
        (_, LandlockStatus::Available { effective_abi, .. }) => effective_abi as u8,
        (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => 0,
    };
    if version >= ABI::V4 as u8 && rules.network != Network::Open {
        check_denied()?;
    }
    Ok(LandlockFacts { version })
}

/// Listening is denied.
fn check_denied() -> io::Result<()> {
    let socket = match socket_with(
        AddressFamily::INET,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    ) {
        Ok(socket) => socket,
        Err(Errno::AFNOSUPPORT) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    match bind(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)) {
        Err(Errno::ACCESS) => Ok(()),
        Ok(()) | Err(_) => Err(io::Error::other("Landlock is on and does not deny")),
    }
}
