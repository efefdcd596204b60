//! Fewer places: where there are too many, the folders around them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::found::Keep;

/// A place that was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) link: bool,
    /// Whether the folders around it stay where they are.
    pub(super) pinned: bool,
}

/// At most `most` places that hold all of these; `None`: the whole folder.
pub(super) fn reduce(
    mut found: BTreeMap<PathBuf, Place>,
    most: usize,
) -> Option<Vec<(PathBuf, Keep)>> {
    loop {
        prune(&mut found);
        if found.contains_key(Path::new("")) {
            return None;
        }
        let around = around(&found);
        let count = found.len() + around.len();
        if count <= most {
            let folders = around.into_iter().map(|path| (path, Keep::InPlace));
            let places = found.into_iter().map(|(path, place)| {
                let keep = if place.link {
                    Keep::Link
                } else {
                    Keep::ReadOnly
                };
                (path, keep)
            });
            let all: BTreeMap<_, _> = folders.chain(places).collect();
            return Some(all.into_iter().collect());
        }
        gather(&mut found, count - most);
    }
}

/// Drops what lies in another place.
fn prune(found: &mut BTreeMap<PathBuf, Place>) {
    let mut last: Option<PathBuf> = None;
    found.retain(|path, place| {
        if last.as_ref().is_some_and(|last| path.starts_with(last)) {
            return false;
        }
        if !place.link {
            last = Some(path.clone());
        }
        true
    });
}

/// The folders around the pinned places.
fn around(found: &BTreeMap<PathBuf, Place>) -> BTreeSet<PathBuf> {
    let pinned = found.iter().filter(|(_, place)| place.pinned);
    let above = pinned.flat_map(|(path, _)| path.ancestors().skip(1));
    let above = above.filter(|path| !path.as_os_str().is_empty());
    above.map(Path::to_owned).collect()
}

/// Replaces places by the folder around them, the largest groups first, until about this many fewer are left. What lies in the folder
/// itself is replaced last.
fn gather(found: &mut BTreeMap<PathBuf, Place>, fewer: usize) {
    let mut groups: BTreeMap<PathBuf, (usize, bool)> = BTreeMap::new();
    for (path, place) in &*found {
        let folder = path.parent().unwrap_or(Path::new(""));
        let (count, pinned) = groups.entry(folder.to_owned()).or_default();
        *count += 1;
        *pinned |= place.pinned;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    if groups.len() > 1 {
        groups.retain(|(path, _)| !path.as_os_str().is_empty());
    }
    groups.sort_by_key(|(path, (count, _))| Reverse((*count, path.components().count())));
    let mut gone = 0;
    for (path, (count, pinned)) in groups {
        if gone >= fewer {
            break;
        }
        // One place in a folder becomes one place again, but a higher one.
        gone += (count - 1).max(1);
        found.insert(
            path,
            Place {
                link: false,
                pinned,
            },
        );
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn found(paths: &[&str], pinned: bool) -> BTreeMap<PathBuf, Place> {
        let place = Place {
            link: false,
            pinned,
        };
        paths.iter().map(|path| (path.into(), place)).collect()
    }

    #[test]
    fn folders_around_pinned_places_come_first() {
        let places = reduce(found(&["a/b/.git", "a/b/.git/hooks"], true), 9).unwrap();
        let shown: Vec<_> = places
            .iter()
            .map(|(path, keep)| (path.to_str().unwrap(), *keep))
            .collect();
        let wanted = [
            ("a", Keep::InPlace),
            ("a/b", Keep::InPlace),
            ("a/b/.git", Keep::ReadOnly),
        ];
        assert_eq!(shown, wanted);
        assert_eq!(reduce(found(&["a/.x"], false), 9).unwrap().len(), 1);
    }

    #[test]
    fn too_many_places_become_the_folders_around_them() {
        let many: Vec<String> = (0..50).map(|n| format!("m/{n}/.x")).collect();
        let many: Vec<&str> = many
            .iter()
            .map(String::as_str)
            .chain([".y", "s/.z"])
            .collect();
        let places = reduce(found(&many, false), 10).unwrap();
        assert!(places.len() <= 10, "{places:?}");
        for path in &many {
            let held = |(place, keep): &(PathBuf, Keep)| {
                *keep == Keep::ReadOnly && Path::new(path).starts_with(place)
            };
            assert!(places.iter().any(held), "{path}");
        }
        let repositories: Vec<String> = (0..50).map(|n| format!("m/{n}/.git")).collect();
        let repositories: Vec<&str> = repositories.iter().map(String::as_str).collect();
        let places = reduce(found(&repositories, true), 20).unwrap();
        assert_eq!(places, [("m".into(), Keep::ReadOnly)]);
        assert_eq!(reduce(found(&many, false), 0), None);
        assert_eq!(reduce(found(&["", "a"], false), 9), None);
    }
}
