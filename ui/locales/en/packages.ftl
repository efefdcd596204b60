### The package of a server: the facts in the main and the consent window, and the card on its page.

package-title = Package
package-npm = npm package
package-python = Python package
package-from-to = { $version }, in place of { $before }
package-odd = Its name has characters that look like others or cannot be seen.
package-deprecated = Deprecated: { $why }
package-published = Published
package-claim = A claim of the registry.
package-consists = Consists of
package-count = { $count ->
    [one] { $count } package
   *[other] { $count } packages
 }
package-scripts = { $count ->
    [one] { $count } has an install script, which does not run:
   *[other] { $count } have install scripts, which do not run:
 }
package-registry = Registry
package-changes = Changes
package-changes-more = { $count ->
    [one] { $count } more change
   *[other] { $count } more changes
 }
package-digests = Digests
package-digests-of = lock { $lock }, files { $files }
package-disk = { $count ->
    [one] { $size } in { $count } file
   *[other] { $size } in { $count } files
 }, installed { $day }. Its files are compared before each start.
package-check = Check for updates
package-fetch = Fetch at each start…
package-install = Install once
package-fetches = Its package runner fetches the package at each start. What runs can change without a review.
package-fetched = Its package runner fetched the package. Installed once, it runs without a network, and its files are compared before each start.
package-not-yet = The package is installed when the server starts, before its review.
package-older = Versions used before
package-since = since { $day }
package-back = Go back
package-back-to = Go back to { $version }
package-working = Installing beside the version in use.
package-current = { $version } is the newest version.
package-updated = Version { $version } is used from now on.
package-next-start = Reviewed at the next start.
package-kept = The version in use stays.
