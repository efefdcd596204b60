//! The proof that an action was approved.

use std::fmt;

/// Something a person, a rule or a command line approved, written down before this value came to be.
///
/// It can neither be cloned nor made outside this crate: one approval is one action.
///
/// ```compile_fail
/// let forged = consent::Approved { payload: 1 };
/// ```
/// ```compile_fail
/// fn twice(a: consent::Approved<u8>) { let b = a.clone(); }
/// ```
///
/// Nor can another crate decide a kind of its own, whose action could be anything:
///
/// ```compile_fail,E0277
/// # use consent::{ApprovalRequest, Decide, Detail, GrantScope, Listed, Log};
/// # use domain::{LaunchSpec, ServerId};
/// # #[derive(Clone, Debug)]
/// # struct Own(LaunchSpec);
/// # impl Decide for Own {
/// #     type Action = LaunchSpec;
/// #     type Detail = ();
/// #     fn server(&self) -> Option<ServerId> { None }
/// #     fn offers(&self, _: &GrantScope) -> bool { true }
/// #     fn action(&self) -> LaunchSpec { self.0.clone() }
/// #     fn log(&self) -> Log { Log::decision(String::new()) }
/// #     fn detail(&self) {}
/// # }
/// impl Listed for Own {
///     fn take(_: ApprovalRequest) -> Result<Box<Self>, ApprovalRequest> { todo!() }
///     fn into_request(self) -> ApprovalRequest { todo!() }
///     fn to_detail(&self) -> Detail { todo!() }
/// }
/// ```
#[must_use = "an approval that is dropped does nothing"]
pub struct Approved<T> {
    payload: T,
}

impl<T> Approved<T> {
    pub(crate) fn mint(payload: T) -> Self {
        Self { payload }
    }

    /// What was approved.
    pub fn payload(&self) -> &T {
        &self.payload
    }

    /// Consumes the approval to do the action once.
    pub fn into_payload(self) -> T {
        self.payload
    }
}

impl<T: fmt::Debug> fmt::Debug for Approved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Approved").field(&self.payload).finish()
    }
}
