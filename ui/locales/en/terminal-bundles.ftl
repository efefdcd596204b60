### MCP bundles in the terminal program. Only Rust uses them.

terminal-bundle = Bundle: { $name }
terminal-bundle-author = Author, as it says: { $author }
terminal-bundle-text = Description: { $text }
terminal-bundle-page = Home page: { $url }
terminal-bundle-command = Runs: { $command }
terminal-bundle-runtimes = Needs: { $names }
terminal-bundle-platforms = Systems: { $names }
terminal-bundle-files = Unpacked: { $bytes } in { $files ->
    [one] { $files } file
   *[other] { $files } files
 }
terminal-bundle-tools = Tools, as it says: { $names }
terminal-bundle-more-tools = Tools, as it says: { $names }, and more
terminal-bundle-no-tools = It names no tools.
terminal-bundle-unsigned = Signature: none. Anybody may have made or changed this file.
terminal-bundle-broken = Signature: BROKEN: { $problem }
terminal-bundle-trusted = Signature: { $name }, trusted by your system (issued by { $issuer })
terminal-bundle-self-signed = Signature: self-signed as { $name }. Nobody vouches for this name.
terminal-bundle-untrusted = Signature: { $name }, not trusted by your system. Nobody vouches for this name.
terminal-bundle-expired = Signature: { $name }, whose certificate expired on { $until }
terminal-bundle-not-yet = Signature: { $name }, whose certificate is not valid yet
terminal-bundle-kind-text = text
terminal-bundle-kind-number = number
terminal-bundle-kind-boolean = true or false
terminal-bundle-kind-folder = folder
terminal-bundle-kind-file = file
terminal-bundle-option = Option { $key } ({ $kind }): { $title }
terminal-bundle-option-required = Option { $key } ({ $kind }, required): { $title }
terminal-bundle-option-secret = Option { $key } ({ $kind }, secret): { $title }
terminal-bundle-default = [{ $values }]
terminal-bundle-update = The server { $name } has version { $version } of it:
terminal-bundle-updated = { $name } uses version { $version } from now on.
terminal-bundle-set-form = An option is given as OPTION=VALUE.
terminal-bundle-no-variable = The variable { $name } is not set.
terminal-bundle-not-one = { $name } is no file of a bundle: its name ends in neither .mcpb nor .dxt.
