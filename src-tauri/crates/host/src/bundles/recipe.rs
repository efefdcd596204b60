//! The packages of a registry that a bundle needs.

use ::bundles::{Bundle, Kind};
use messages::{Phrase, phrases};
use packages::Recipe;

/// Returns the packages that a bundle needs; none for a bundle that has them.
///
/// # Errors
/// Why they cannot be installed.
pub(crate) fn recipe(bundle: &Bundle) -> Result<Option<Recipe>, Phrase> {
    if bundle.manifest().server.kind != Kind::Uv {
        return Ok(None);
    }
    let text = bundle.project();
    let text = text.ok_or_else(phrases::host_bundle_no_project)?;
    match Recipe::of_project(text) {
        Ok(recipe) => Ok(Some(recipe)),
        Err(problem) => Err(phrases::host_bundle_project(problem.to_string())),
    }
}
