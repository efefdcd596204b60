//! Made-up addresses that mean names.

use std::{
    collections::{BTreeMap, HashMap},
    net::{IpAddr, Ipv4Addr},
    sync::{Mutex, PoisonError},
};

use crate::{Destination, Host, Refusal};

/// A range of IPv4 addresses from which names get made-up ones.
///
/// The default is 28.0.0.0/8: it looks public, as some programs refuse private addresses, and no public server is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressPool {
    first: u32,
    size: u32,
}

impl AddressPool {
    /// The addresses that begin with the same `prefix` bits as `base`. At most 30 bits, so that there are some.
    #[must_use]
    pub fn new(base: Ipv4Addr, prefix: u8) -> Self {
        let size = 1 << (32 - u32::from(prefix.clamp(1, 30)));
        Self {
            first: u32::from(base) & !(size - 1),
            size,
        }
    }

    fn contains(self, ip: Ipv4Addr) -> bool {
        u32::from(ip)
            .checked_sub(self.first)
            .is_some_and(|at| at < self.size)
    }

    /// Address number `at`, counted from 1 and beginning anew behind the last but one.
    fn at(self, at: u32) -> Ipv4Addr {
        Ipv4Addr::from(self.first + 1 + at % (self.size - 2))
    }
}

impl Default for AddressPool {
    fn default() -> Self {
        Self::new(Ipv4Addr::new(28, 0, 0, 0), 8)
    }
}

/// Which name each made-up address means. Bounded: the name that was not used for longest is forgotten, and its
/// address means no name then. An address means another name only after all others were given.
pub(crate) struct Names {
    pool: AddressPool,
    limit: usize,
    table: Mutex<State>,
}

#[derive(Default)]
struct State {
    by_name: HashMap<String, Ipv4Addr>,
    by_address: HashMap<Ipv4Addr, Entry>,
    /// When each was last used, the oldest first.
    used: BTreeMap<u64, Ipv4Addr>,
    clock: u64,
    given: u32,
}

struct Entry {
    name: String,
    used: u64,
}

impl Names {
    pub(crate) fn new(pool: AddressPool, limit: usize) -> Self {
        // The pool must not run out of addresses.
        let limit = limit.clamp(1, (pool.size - 2) as usize);
        Self {
            pool,
            limit,
            table: Mutex::default(),
        }
    }

    /// The address that means a name, made up if there is none. The name is one of a [`Destination`].
    pub(crate) fn address(&self, name: &str) -> Ipv4Addr {
        let mut table = self.lock();
        if let Some(ip) = table.by_name.get(name).copied() {
            table.touch(ip);
            return ip;
        }
        if table.by_name.len() >= self.limit {
            table.forget_oldest();
        }
        let mut ip = self.pool.at(table.given);
        // At most `limit` times: so many are in use.
        while table.by_address.contains_key(&ip) {
            table.given = table.given.wrapping_add(1);
            ip = self.pool.at(table.given);
        }
        table.given = table.given.wrapping_add(1);
        table.insert(name, ip);
        ip
    }

    /// What a connection to this destination is for: a made-up address becomes its name.
    pub(crate) fn named(&self, destination: Destination) -> Result<Destination, Refusal> {
        let Host::Address(IpAddr::V4(ip)) = *destination.host() else {
            return Ok(destination);
        };
        if !self.pool.contains(ip) {
            return Ok(destination);
        }
        let mut table = self.lock();
        let entry = table.by_address.get(&ip).ok_or(Refusal::UnknownAddress)?;
        let named = Destination::parse(&entry.name, destination.port())?;
        table.touch(ip);
        Ok(named)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn insert(&mut self, name: &str, ip: Ipv4Addr) {
        self.clock += 1;
        self.by_name.insert(name.to_owned(), ip);
        let name = name.to_owned();
        let used = self.clock;
        self.by_address.insert(ip, Entry { name, used });
        self.used.insert(used, ip);
    }

    fn touch(&mut self, ip: Ipv4Addr) {
        self.clock += 1;
        if let Some(entry) = self.by_address.get_mut(&ip) {
            self.used.remove(&entry.used);
            entry.used = self.clock;
            self.used.insert(self.clock, ip);
        }
    }

    fn forget_oldest(&mut self) {
        let oldest = self.used.pop_first();
        if let Some(entry) = oldest.and_then(|(_, ip)| self.by_address.remove(&ip)) {
            self.by_name.remove(&entry.name);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(ip: Ipv4Addr) -> Destination {
        Destination::address(ip.into(), 443).unwrap()
    }

    #[test]
    fn address_stands_for_its_name_until_it_is_forgotten() {
        let names = Names::new(AddressPool::default(), 2);
        let a = names.address("a.example");
        assert_eq!(a, Ipv4Addr::new(28, 0, 0, 1));
        assert_eq!(names.address("a.example"), a);
        let b = names.address("b.example");
        assert_eq!(names.named(at(a)).unwrap().to_string(), "a.example:443");
        // `b` was not used for longest.
        let c = names.address("c.example");
        assert_eq!(names.named(at(b)), Err(Refusal::UnknownAddress));
        assert_eq!(names.named(at(c)).unwrap().to_string(), "c.example:443");
        assert_eq!(names.named(at(a)).unwrap().to_string(), "a.example:443");
        // Its address is given to no other name while there are unused ones.
        assert_ne!(names.address("d.example"), b);
    }

    #[test]
    fn address_outside_the_pool_stays_an_address() {
        let names = Names::new(AddressPool::default(), 2);
        for ip in [[1, 1, 1, 1], [27, 255, 255, 255], [29, 0, 0, 0]] {
            assert_eq!(names.named(at(ip.into())), Ok(at(ip.into())));
        }
        for ip in [[28, 0, 0, 0], [28, 255, 255, 255], [28, 1, 2, 3]] {
            assert_eq!(names.named(at(ip.into())), Err(Refusal::UnknownAddress));
        }
    }

    proptest! {
        #[test]
        fn no_address_stands_for_two_names(asked in proptest::collection::vec(0_u8..30, 0..200)) {
            // A pool of 14 addresses, in which they have to be given again.
            let pool = AddressPool::new(Ipv4Addr::new(127, 9, 0, 0), 28);
            let names = Names::new(pool, 10);
            for number in asked {
                let name = format!("n{number}.example");
                let ip = names.address(&name);
                prop_assert!(pool.contains(ip));
                let named = names.named(at(ip)).unwrap();
                prop_assert_eq!(named.host(), &Host::Name(name));
                let table = names.lock();
                prop_assert!(table.by_name.len() <= 10);
                prop_assert_eq!(table.by_name.len(), table.by_address.len());
                prop_assert_eq!(table.by_name.len(), table.used.len());
            }
        }
    }
}
