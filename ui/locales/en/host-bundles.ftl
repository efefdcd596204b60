### The host's words about MCP bundles. Only Rust uses them.

## Reading
host-bundle-refused = The bundle was refused: { $problem }.
host-bundle-refused-hint = Nothing was unpacked. Get the bundle again from its maker, or ask for one that the current packer made.
host-bundle-read-hint = Check that the file exists and that you may read it.
host-bundle-platform = This bundle does not run on this system. It names: { $platforms }.
host-bundle-uv = Bundles of the type “uv” need packages of a registry, which Innkeeper does not install on this system.
host-bundle-no-project = This bundle is of the type “uv”, and has no pyproject.toml that names its packages.
host-bundle-project = The packages of this bundle cannot be installed, because of its pyproject.toml: { $problem }.
host-bundle-command = This bundle runs { $command }, which is not how bundles of its type are started. Innkeeper starts node, python or a program in the bundle.

## Adding
host-bundle-other-file = The file changed since you reviewed it.
host-bundle-other-file-hint = Open it again and review what it says now.
host-bundle-broken = The signature of the bundle is broken: { $problem }.
host-bundle-broken-hint = Get the bundle again from its maker. Innkeeper adds no bundle with a broken signature.
host-bundle-another = This bundle has another name than the one of the server. Add it as a server of its own.
host-bundle-answer = { $option }: { $problem }.

## Starting
host-launch-bundle = For a bundle that Innkeeper unpacked
host-bundle-changed = The files of the bundle are not those that you accepted: { $problem }.
host-bundle-changed-hint = Something changed them on the disk. Add the bundle file again, and remove this server.
host-bundle-folder = The bundle is set up with { $path }, and access to that folder is not granted. Grant it on the server’s page, or add the bundle with another folder.

## Updating
host-bundle-change-version = Version { $before } → { $after }
host-bundle-change-author = Author { $before } → { $after }
host-bundle-change-signature = Another signature, or another signer
host-bundle-change-command = Command { $before } → { $after }
host-bundle-change-files = { $before } files → { $after }
host-bundle-tools-added = New tools: { $names }
host-bundle-tools-removed = Tools that are gone: { $names }
host-bundle-options-added = New options: { $names }
host-bundle-options-removed = Options that are gone: { $names }
host-bundle-variables-added = New variables: { $names }
host-bundle-variables-removed = Variables that are gone: { $names }
