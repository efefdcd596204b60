### Links that the desktop opens with Innkeeper. Only Rust uses these messages.

host-link-in-unknown = A page or another program opened this link. Innkeeper cannot tell which.
host-link-in-other = The link does not hold exactly one server.
host-links-unsupported = Links cannot be registered on this system.
host-links-failed = The registration of links could not be read or changed: { $error }
