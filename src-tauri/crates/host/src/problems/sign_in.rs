//! How a sign-in fails.

use messages::{Phrase, phrases};
use oauth::{OAuthError, STEP_UPS};

use super::link::{link_hint, link_problem};

/// Returns why a sign-in, or the renewal of one, failed.
pub(crate) fn not_signed_in(error: &OAuthError) -> Phrase {
    match error {
        OAuthError::PlainServer => phrases::host_oauth_plain(),
        OAuthError::ForeignSecrets => phrases::host_launch_other_secrets(),
        OAuthError::NoTls(error) => phrases::host_oauth_no_tls(error),
        OAuthError::NoRuntime => phrases::host_oauth_closing(),
        OAuthError::Secrets(error) => phrases::host_oauth_keychain(error.to_string()),
        OAuthError::Unreachable { host, cause } => phrases::host_oauth_unreachable(cause, host),
        OAuthError::Proxy { host, problem } => {
            phrases::host_oauth_unreachable(link_problem(problem), host)
        }
        OAuthError::TimedOut { host } => phrases::host_oauth_timed_out(host),
        OAuthError::Blocked { host, kind } => phrases::host_oauth_blocked(host, *kind),
        OAuthError::BadUrl { whose, url, why } => phrases::host_oauth_bad_url(url, *whose, *why),
        OAuthError::Redirected { host, to } => phrases::host_oauth_redirected(host, to),
        OAuthError::TooLarge { host } => phrases::host_oauth_too_large(host),
        OAuthError::TooManyRequests => phrases::host_oauth_too_many(),
        OAuthError::Status { host, status } => phrases::host_oauth_status(host, status.to_string()),
        OAuthError::BadDocument { what, host, why } => {
            phrases::host_oauth_document(host, *what, *why)
        }
        OAuthError::ResourceMismatch { said, server } => phrases::host_oauth_resource(said, server),
        OAuthError::NoMetadata { issuer } => phrases::host_oauth_no_metadata(issuer),
        OAuthError::IssuerMismatch { asked, said } => phrases::host_oauth_issuer(asked, said),
        OAuthError::NoPkce { issuer } => phrases::host_oauth_no_pkce(issuer),
        OAuthError::NoCodeFlow { issuer } => phrases::host_oauth_no_code(issuer),
        OAuthError::NoClient { issuer } => phrases::host_oauth_no_client(issuer),
        OAuthError::NoTokenAuth { issuer } => phrases::host_oauth_no_token_auth(issuer),
        OAuthError::RegistrationRefused { issuer, said } => match said {
            Some(said) => phrases::host_oauth_refused_said(issuer, said),
            None => phrases::host_oauth_refused(issuer),
        },
        OAuthError::BadClient(why) => phrases::host_oauth_client(*why),
        OAuthError::BadKey(why) => phrases::host_oauth_key(*why),
        OAuthError::BadWorkload(why) => phrases::host_oauth_workload(*why),
        OAuthError::NoAssertions { issuer } => phrases::host_oauth_no_assertions(issuer),
        OAuthError::NoProof { issuer } => phrases::host_oauth_no_proof(issuer),
        OAuthError::ProofRefused => phrases::host_oauth_proof_refused(),
        OAuthError::NonceLoop => phrases::host_oauth_nonce_loop(),
        OAuthError::NoPort(error) => phrases::host_oauth_no_port(error),
        OAuthError::CallbackTimedOut => phrases::host_oauth_no_callback(),
        OAuthError::NotTheCallback(why) => phrases::host_oauth_not_callback(*why),
        OAuthError::SignInOver => phrases::host_oauth_over(),
        OAuthError::Denied {
            issuer,
            error,
            said,
        } => match said {
            Some(said) => phrases::host_oauth_denied_said(error, issuer, said),
            None => phrases::host_oauth_denied(error, issuer),
        },
        OAuthError::WrongIssuer { issuer, said } => phrases::host_oauth_wrong_issuer(issuer, said),
        OAuthError::MissingIssuer { issuer } => phrases::host_oauth_missing_issuer(issuer),
        OAuthError::TokenRefused {
            issuer,
            error,
            said,
        } => match said {
            Some(said) => phrases::host_oauth_token_refused_said(error, issuer, said),
            None => phrases::host_oauth_token_refused(error, issuer),
        },
        OAuthError::BadToken { issuer, why } => phrases::host_oauth_token(issuer, *why),
        OAuthError::Overtaken => phrases::host_oauth_overtaken(),
        OAuthError::StepUpLimit => phrases::host_oauth_step_ups(STEP_UPS),
    }
}

/// Returns what to do about a sign-in that failed.
pub(crate) fn sign_in_hint(error: &OAuthError) -> Phrase {
    match error {
        OAuthError::PlainServer => phrases::host_hint_use_https(),
        OAuthError::ForeignSecrets | OAuthError::NoRuntime => phrases::host_hint_start_innkeeper(),
        OAuthError::NoTls(_) => phrases::host_hint_certificates(),
        OAuthError::Secrets(_) => phrases::host_hint_unlock_try(),
        OAuthError::Proxy { problem, .. } => link_hint(problem),
        OAuthError::Unreachable { .. } | OAuthError::TimedOut { .. } => {
            phrases::host_hint_connection_sign_in()
        }
        OAuthError::Status { .. } => phrases::host_hint_later(),
        OAuthError::Blocked { .. } | OAuthError::BadUrl { .. } | OAuthError::Redirected { .. } => {
            phrases::host_hint_not_expected()
        }
        OAuthError::TooLarge { .. }
        | OAuthError::TooManyRequests
        | OAuthError::BadDocument { .. }
        | OAuthError::NoMetadata { .. }
        | OAuthError::NoPkce { .. }
        | OAuthError::NoCodeFlow { .. }
        | OAuthError::NoTokenAuth { .. }
        | OAuthError::BadToken { .. } => phrases::host_hint_sign_in_broken(),
        OAuthError::ResourceMismatch { .. } => phrases::host_hint_check_resource(),
        OAuthError::IssuerMismatch { .. }
        | OAuthError::WrongIssuer { .. }
        | OAuthError::MissingIssuer { .. } => phrases::host_hint_between(),
        OAuthError::NoClient { .. } => phrases::host_hint_register(),
        OAuthError::RegistrationRefused { .. } => phrases::host_hint_register_or_ask(),
        OAuthError::BadClient(_) => phrases::host_hint_copy_client(),
        OAuthError::BadKey(_) => phrases::host_hint_key(),
        OAuthError::BadWorkload(_) | OAuthError::NoAssertions { .. } => {
            phrases::host_hint_workload()
        }
        OAuthError::NoProof { .. } => phrases::host_hint_no_proof(),
        OAuthError::ProofRefused => phrases::host_hint_clock(),
        OAuthError::NonceLoop => phrases::host_hint_sign_in_broken(),
        OAuthError::NoPort(_) => phrases::host_hint_ports(),
        OAuthError::CallbackTimedOut | OAuthError::SignInOver | OAuthError::Overtaken => {
            phrases::host_hint_sign_in_again()
        }
        OAuthError::NotTheCallback(_) => phrases::host_hint_copy_callback(),
        OAuthError::Denied { .. } => phrases::host_hint_not_refused(),
        OAuthError::TokenRefused { .. } => phrases::host_hint_sign_in_later(),
        OAuthError::StepUpLimit => phrases::host_hint_step_ups(),
    }
}
