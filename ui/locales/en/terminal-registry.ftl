### The registry of servers in the terminal program. Only Rust uses them.

terminal-registry-on = The registry is on: { $address }
terminal-registry-off = The registry is off. Its address: { $address }
terminal-registry-off-address = An address switches the registry on, and `off` switches it off.
terminal-registry-none = { $host } lists no such server. It searches names only.
terminal-registry-refused = { $count ->
    [one] { $count } entry is left out, because it breaks the schema.
   *[other] { $count } entries are left out, because they break the schema.
 }
terminal-registry-more = There is more: --page { $page }
terminal-registry-from = Downloaded from { $host }
terminal-registry-downloads = Downloading the bundle from { $host }.
terminal-registry-claims = From { $host }. Anyone can publish there: names, descriptions and publishers are claims.
terminal-registry-unvouched = These are claims of its publisher. `servers add NAME --from-registry` reviews the launch before anything starts.
terminal-registry-deprecated = (deprecated)
terminal-registry-deleted = (deleted)
terminal-registry-title = Title: { $title }
terminal-registry-description = Description: { $text }
terminal-registry-publisher = Published under: { $publisher } (a claim)
terminal-registry-repository = Repository: { $url } (a claim)
terminal-registry-website = Website: { $url }
terminal-registry-updated = Changed: { $moment }
terminal-registry-status = Publisher’s note: { $text }
terminal-registry-versions = Versions: { $versions }
terminal-registry-value = Value { $key }, optional: { $what }
terminal-registry-value-needed = Value { $key }, needed: { $what }
terminal-registry-value-default = Value { $key }, “{ $default }” if not given: { $what }
terminal-registry-name = Variable or header { $name }, optional: { $what }
terminal-registry-name-needed = Variable or header { $name }, needed: { $what }
terminal-hint-registry-set = Give values with --set NAME=VALUE. `registry show { $name }` lists them.
