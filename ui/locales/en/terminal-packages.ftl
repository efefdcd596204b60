### Packages of servers in the terminal program. Only Rust uses them.

terminal-packages = { $sets ->
    [one] { $sets } package set, { $bytes }
   *[other] { $sets } package sets, { $bytes }
 } ({ $unused } unused, { $unused_bytes })
terminal-packages-freed = Unused packages were deleted: { $bytes } freed.
terminal-package = Package: { $name }
terminal-package-instead = Package: { $name } in place of { $before }
terminal-package-publisher = Published by: { $publisher } (a claim of the registry)
terminal-package-count = Consists of: { $count ->
    [one] { $count } package
   *[other] { $count } packages
 }
terminal-package-odd = Its name has characters that look like others or cannot be seen.
terminal-package-deprecated = Deprecated: { $why }
terminal-package-scripts = Install scripts, not run: { $names }
terminal-package-registry = Registry: { $url }
terminal-package-digests = Digests: lock { $lock }, files { $files }
terminal-package-disk = On the disk: { $bytes } in { $files ->
    [one] { $files } file
   *[other] { $files } files
 }
terminal-package-older = Used before: { $version }
terminal-package-none = This server’s command is no package runner whose package can be installed.
terminal-package-fetches = Its package runner fetches the package at each start.
terminal-package-not-yet = Its package is installed at the next start.
terminal-package-current = { $version } is the newest version.
terminal-package-updated = Version { $version } is used from now on.
terminal-package-no-version = No version { $version } is kept. Without an option, the command lists those that are.
