//! URI templates (RFC 6570): which variables one has, and what it becomes with values.

use std::collections::BTreeMap;

use iri_string::{
    spec::UriSpec,
    template::{UriTemplateStr, simple_context::SimpleContext},
};

use crate::bounds::{TEMPLATE_VARIABLES, URI_BYTES};

/// Why a template cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// It does not follow RFC 6570.
    #[error("it is no URI template")]
    Malformed,
    /// It has more variables than this host accepts.
    #[error("it has more than {TEMPLATE_VARIABLES} variables")]
    TooManyVariables,
    /// What it became is longer than a URI may be here.
    #[error("the URI would be longer than {URI_BYTES} bytes")]
    TooLong,
}

/// The names of its variables, in order, each once.
///
/// # Errors
/// It is no template, or has more than 64 variables.
pub fn variables(template: &str) -> Result<Vec<String>, TemplateError> {
    let template = encoded(template);
    let template = UriTemplateStr::new(&template).map_err(|_| TemplateError::Malformed)?;
    let mut names: Vec<String> = Vec::new();
    for variable in template.variables() {
        if names.iter().any(|name| name == variable.as_str()) {
            continue;
        }
        if names.len() == TEMPLATE_VARIABLES {
            return Err(TemplateError::TooManyVariables);
        }
        names.push(variable.as_str().to_owned());
    }
    Ok(names)
}

/// The URI that a template makes of these values; a variable without one counts as undefined.
///
/// # Errors
/// It is no template, or the URI would be longer than 8 KiB.
pub fn expand(template: &str, values: &BTreeMap<String, String>) -> Result<String, TemplateError> {
    variables(template)?;
    // An expansion triples a byte at most, for each time a variable stands in the template; no value may be longer than
    // the whole.
    if values.values().any(|value| value.len() > URI_BYTES) {
        return Err(TemplateError::TooLong);
    }
    let template = encoded(template);
    let parsed = UriTemplateStr::new(&template).map_err(|_| TemplateError::Malformed)?;
    let mut context = SimpleContext::new();
    for (name, value) in values {
        context.insert(name.as_str(), value.as_str());
    }
    let expanded = parsed
        .expand::<UriSpec, _>(&context)
        .map_err(|_| TemplateError::Malformed)?;
    let uri = expanded.to_string();
    if uri.len() > URI_BYTES {
        return Err(TemplateError::TooLong);
    }
    Ok(uri)
}

/// The template with what stands outside its expressions as a URI has it (RFC 6570, section 3.1).
fn encoded(template: &str) -> String {
    let mut out = String::with_capacity(template.len());
    let mut inside = false;
    for c in template.chars() {
        inside = (inside || c == '{') && c != '}';
        if inside || c.is_ascii() {
            out.push(c);
            continue;
        }
        let mut bytes = [0; 4];
        for byte in c.encode_utf8(&mut bytes).bytes() {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn with(template: &str, values: &[(&str, &str)]) -> Result<String, TemplateError> {
        let values = values
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect();
        expand(template, &values)
    }

    #[test]
    fn templates_expand_as_the_rfc_says() {
        // RFC 6570, section 3.2: `var` := "value", `hello` := "Hello World!", `path` := "/foo/bar", `x` := "1024".
        let values = [
            ("var", "value"),
            ("hello", "Hello World!"),
            ("path", "/foo/bar"),
            ("x", "1024"),
            ("empty", ""),
        ];
        for (template, uri) in [
            ("{var}", "value"),
            ("{hello}", "Hello%20World%21"),
            ("{+hello}", "Hello%20World!"),
            ("{+path}/here", "/foo/bar/here"),
            ("here?ref={+path}", "here?ref=/foo/bar"),
            ("X{#hello}", "X#Hello%20World!"),
            ("map?{x,undef}", "map?1024"),
            ("{/var,x}/here", "/value/1024/here"),
            ("{;x,empty}", ";x=1024;empty"),
            ("{?x,undef,empty}", "?x=1024&empty="),
            ("{var:3}", "val"),
            ("file:///{path}", "file:///%2Ffoo%2Fbar"),
            ("{hello:5}é", "Hello%C3%A9"),
        ] {
            assert_eq!(with(template, &values).as_deref(), Ok(uri), "{template}");
        }
    }

    #[test]
    fn variables_are_named_once_and_what_is_none_is_refused() {
        assert_eq!(variables("a/{x}/{y:3}{?x,z*}").unwrap(), ["x", "y", "z"]);
        assert_eq!(variables("{"), Err(TemplateError::Malformed));
        assert_eq!(with("{x", &[]), Err(TemplateError::Malformed));
        let many: String = (0..65).map(|n| format!("{{v{n}}}")).collect();
        assert_eq!(variables(&many), Err(TemplateError::TooManyVariables));
        let long = "x".repeat(5_000);
        assert_eq!(with("{a}{a}", &[("a", &long)]), Err(TemplateError::TooLong));
        assert_eq!(
            with("{a}", &[("a", &"é".repeat(3_000))]),
            Err(TemplateError::TooLong)
        );
    }
}
