### Registries of servers, as the host describes them. Only Rust uses these messages.

## registry::error
host-registry-unreachable = The registry { $host } could not be reached: { $why }
host-registry-timeout = The registry { $host } did not answer in time.
host-registry-blocked = The registry { $host } leads to { $kind }. No registry is there.
host-registry-redirected = The registry { $host } sent the request on to { $to }. Innkeeper does not follow that. If the registry has moved, change its address in the settings.
host-registry-not-found = The registry { $host } has no such server, version or page.
host-registry-status = The registry { $host } refused the request: HTTP { $status }.
host-registry-too-large = The answer of { $host } is larger than { $most } MiB.
host-registry-malformed = The answer of { $host } is not one of the registry API.
host-registry-endless = The registry { $host } repeats its pages, or has more than { $most } of them. Search for more specific words.
host-registry-long-search = A search has at most { $most } characters.

## Settings and the host
host-registry-off = The registry is off. Nothing was sent.
host-registry-off-hint = Switch it on in *Add a server > Registry*, or with `innkeeper-cli registry settings on`.
host-registry-address-url = This is not a full URL. For example: { $example }
host-registry-address-https = The address must begin with `https://`. Only a registry on this computer may use `http://`.
host-registry-address-extra = The address must have no user name, no password, and no part after `?` or `#`.
host-registry-address-host = No registry is at such an address.
host-registry-address-again = Nothing was changed.
host-registry-no-name = “{ $name }” is not the name of a server in a registry. Such a name has a slash: io.github.user/weather.
host-registry-since = “{ $text }” is not a date. Write it as 2026-11-01.
host-registry-no-way = The server has no package or remote with this number.
host-registry-no-ways = The server has no package and no remote.

## registry::entry
host-registry-entry-schema = It does not fit the schema: { $why }
host-registry-entry-name = Its name does not have the form `namespace/name`.
host-registry-entry-long = { $what } is longer than { $most } characters.
host-registry-entry-hidden = { $what } has hidden characters, line breaks or surrounding spaces.
host-registry-entry-many = { $what } has more than { $most } elements.
host-registry-entry-argument = “{ $name }” is not the name of an option.
host-registry-entry-argument-type = An argument is neither positional nor named.
host-registry-entry-setting = “{ $name }” cannot be the name of a variable or header, or is there twice.
host-registry-deleted = The registry says that this version was deleted. It cannot be added.

## registry::way
host-registry-filled = Filled in from the registry: { $name }, version { $version }. Anyone can publish an entry: check it before you add the server.
host-registry-fixed = The entry sets { $name } to “{ $value }”.
host-registry-hint = Value of { $name }: { $hint }
host-registry-optional = { $name } is optional. Add its name if you need it.
host-registry-missing = These values are missing: { $names }
host-registry-unknown-value = The server has no value with the name “{ $name }”.
host-registry-not-choice = The value of { $name } is not one of the choices.
host-registry-value-option = The value of { $name } begins with a dash, so the program would take it for an option.
host-registry-value-mount = The value of { $name } must not have a comma or a colon.
host-registry-bundle = This is a bundle. It is downloaded and then reviewed as a bundle.
host-registry-bundle-url = “{ $url }” is not a URL from which Innkeeper downloads a bundle. It must begin with `https://`, and not lead to this computer or a private network.
host-registry-bundle-digest = The entry does not name the SHA-256 of the bundle, so Innkeeper cannot tell whether the file is the published one.
host-registry-bundle-unused = The entry sets arguments or variables. Innkeeper does not use them: the manifest of the bundle says how it is started.
host-registry-other-kind = Innkeeper cannot add this kind of package or remote.
host-registry-other-registry = The package is in another package registry, { $base }. Only the usual one is used.
host-registry-package-http = The package is a web server that you start yourself. Add its URL once it runs.
host-registry-bad-identifier = “{ $name }” is not the name of a package of this kind.
host-registry-bad-version = “{ $version }” does not name one version.
host-registry-runner-option = The entry sets the option { $option } of the program that runs the package. Such an option can choose what runs.
host-registry-loader = The entry sets the option { $option }, with which programs load other code.
host-registry-loads-code = The entry sets the variable { $name }, which loads code into a program.
host-registry-short = The entry sets the option { $option }, with which some programs run code. Check what it means to this one.
host-registry-flag = The option { $option } is optional. Add it if you need it.
host-registry-mount = The container gets a folder that you name: { $option }
host-registry-runtime = The entry names { $wanted } to run the package. Innkeeper uses { $command }.
host-registry-unpinned = The entry names no version of the package. Another version may run each time.
host-registry-container = Innkeeper cannot confine a container.
host-registry-secret-argument = { $name } is a secret in the command line, which other programs can see.
host-registry-secret-url = { $name } is a secret in the URL, which is stored with the server.
host-registry-digest = SHA-256 of the file, as the entry says: { $digest }
host-registry-private = The URL leads into a private network or to this computer.
host-registry-url = The URL must begin with `https://`, or `http://` on this computer, and its values must not change its host.

## registry::download
host-download-unreachable = { $host } could not be reached: { $why }
host-download-timeout = { $host } did not send the bundle in time.
host-download-blocked = { $host } leads to { $kind }. Innkeeper downloads no bundle from there.
host-download-status = { $host } refused the download: HTTP { $status }.
host-download-https = The download was redirected to { $host }, but not over https.
host-download-redirects = The download was redirected more than { $most } times.
host-download-large = The bundle is larger than { $most } MiB.
host-download-page = { $host } returned a web page, not a bundle.
host-download-packed = { $host } compressed the bundle in a way that was not requested.
host-download-digest = The downloaded file is not the bundle that the entry names: its SHA-256 is another one. The file was deleted.
host-download-disk = The download could not be stored: { $why }
host-download-busy = Another download is running.
host-download-stopped = The download was stopped.
host-download-none = This package or remote is no bundle.

## registry::imitation
host-registry-warn-hidden = Its texts have { $count ->
        [one] a hidden character
       *[other] { $count } hidden characters
    }.
host-registry-warn-mixed = “{ $word }” mixes letters of { $scripts }.
host-registry-warn-poses = Its title has letters of another alphabet, and looks like “{ $name }”.
host-registry-warn-known = Its name is like that of { $name }, and its namespace is not the one of that server's publisher.
host-registry-warn-package = Its package has nearly the name of { $package }, a well-known one.
host-registry-warn-account = Its namespace is that of { $account }, and its repository belongs to { $owner }.
