### MCP bundles: the page that adds one, and the facts in the main and the consent window.

bundle-open = Open a bundle
bundle-add = Add a bundle
bundle-lead = A bundle is a file (.mcpb or .dxt) that holds a local server. Innkeeper checks it and shows what it says. Nothing is unpacked before you add it, and nothing starts before you review its launch.
bundle-choose = Choose a bundle…
bundle-choose-another = Choose another bundle…
bundle-title = Bundle
bundle-name = Name
bundle-signature = Signature
bundle-author = Author
bundle-claim = A claim of the bundle.
bundle-runs = Runs
bundle-needs = Needs { $names }
bundle-variables = Sets { $names }
bundle-platforms = For { $names }
bundle-tools = Tools
bundle-tools-more = { $count ->
    [one] { $count } more
   *[other] { $count } more
 }
bundle-tools-none = It names no tools.
bundle-tools-some = Claims of the bundle. It says that it has more.
bundle-tools-claim = Claims of the bundle.
bundle-size = Unpacked
bundle-files = { $count ->
    [one] { $size } in { $count } file
   *[other] { $size } in { $count } files
 }

## Signature
bundle-unsigned = Not signed
bundle-unsigned-hint = Anybody may have made or changed this file.
bundle-broken = The signature is broken
bundle-broken-lead = The signature of this bundle is broken.
bundle-broken-rest = The file was changed or damaged after it was signed. Get it again from its maker.
bundle-trusted = Signed by { $name }, trusted by your system
bundle-trusted-hint = Issued by { $issuer }. Whether the certificate was revoked is not checked.
bundle-self-signed = Self-signed as { $name }
bundle-untrusted = Signed as { $name }, not trusted by your system
bundle-nobody = Nobody vouches for this name.
bundle-expired = Signed as { $name }, with an expired certificate
bundle-expired-hint = It was valid until { $day }.
bundle-not-yet = Signed as { $name }, with a certificate that is not valid yet

## Versions
bundle-where = Server
bundle-replace = Use it for { $server }
bundle-replace-hint = In place of version { $version }, once you accept its launch.
bundle-new = Add it as a new server
bundle-differs = What differs from the version in use:
bundle-same = It says the same as the version in use.
bundle-update-review = Review the new version

## Options
bundle-required = required
bundle-optional = optional
bundle-secret = You enter it in the consent window. It is kept in your keychain.
bundle-secret-give = Enter a value
bundle-folder-hint = Access to this folder is requested before the server starts.
bundle-file-hint = Access to the folder of this file is requested before the server starts.
bundle-add-value = Add another
bundle-remove-value = Remove
bundle-missing = Enter a value.
bundle-not-number = Enter a number.
bundle-not-path = Enter a full path, or choose one.
bundle-too-small = Enter at least { $limit }.
bundle-too-large = Enter at most { $limit }.
