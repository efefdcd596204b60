### The host's words about packages of servers. Only Rust uses them.

## Installing
host-package-busy = Its package is being installed already.
host-package-not-stored = Its package was installed, but that could not be stored.
host-package-none = This server’s command is no package runner whose package Innkeeper can install.
host-package-tool = { $tool } was not found on this machine.
host-package-python = Python { $version } was not found on this machine.
host-package-registry = The registry { $url } is not used, because it is not reached over HTTPS. It is set in { $origin }.
host-package-unreachable = The package registry was not reached.
host-package-refused = The package registry refused the sign-in.
host-package-not-found = The package registry has no package { $name }.
host-package-no-version = No version of the package fits.
host-package-no-wheel = { $name } exists for this machine as source code only. Innkeeper runs no build scripts of packages.
host-package-no-wheels = A package exists for this machine as source code only. Innkeeper runs no build scripts of packages.
host-package-integrity = What was downloaded is not what the lock of the package names.
host-package-lock = The list of packages was refused: { $why }
host-package-lock-changed = The list of packages changed since it was resolved.
host-package-no-entry = The package has no program that can be started.
host-package-odd-file = The package holds a file that is not accepted: { $path }
host-package-changed = An installed file is not what was installed: { $path }
host-package-gone = The package is not installed any more.
host-package-too-large = The package is larger than Innkeeper accepts.
host-package-disk = No space is left on the disk.
host-package-cancelled = You cancelled it.
host-package-timed-out = The package manager took too long.
host-package-sandbox = The sandbox for the package manager could not be made: { $why }
host-package-manager = The package manager could not be run: { $why }
host-package-failed = { $program } failed.
host-package-io = { $path } could not be read or written: { $why }
host-package-hint-node = Install Node.js, which includes npm.
host-package-hint-python = Install Python 3 or uv.
host-package-hint-registry = Change the address in the settings of npm, pip or uv.
host-package-hint-connection = Check the network connection, then start the server again.
host-package-hint-sign-in = Check the credentials in the settings of npm, pip or uv.
host-package-hint-name = Check the name in the command.
host-package-hint-version = Name another version in the command, or let the package runner fetch it at each start: on the server’s page, under Package.
host-package-hint-trust = Do not use it. Report it to the registry if it stays so.
host-package-hint-program = Name the program in the command, for example with -p or --from.
host-package-hint-again = Install it again: on the server’s page, under Package.
host-package-hint-space = Free some space, then start the server again.
host-package-hint-retry = Start the server again.
host-package-hint-detail = What the package manager wrote is below.
host-launch-package = A package that Innkeeper installed
host-package-said = The package manager wrote: { $line }

## Trial starts of updates
host-trial-start-weak = This system refuses user namespaces. Without them, Innkeeper does not start a new version before its review.
host-trial-start-silent = It did not say what it offers within { $seconds } seconds.
host-trial-start-full = It wrote more than { $mebibytes } MiB to its private folder, so Innkeeper ended it.
host-trial-start-no-pins = What you accepted of this server could not be read, so the new version was not compared.
host-trial-start-said = { $reason } Its last line of output: { $line }
