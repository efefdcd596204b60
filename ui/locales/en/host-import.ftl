### Pasted servers and configuration files of other programs, as the host describes them. Only Rust uses these messages.

## foreign::pasted
host-paste-operator = Only a shell understands `{ $sign }`, and Innkeeper starts programs without a shell.
host-paste-too-many-words = The text has more than { $most } words.
host-paste-no-servers = The text contains no servers.
host-paste-no-command = The text contains no command.
host-paste-shell-folder = Only a shell can resolve the folder after `cd`.
host-paste-several-commands = The text has several commands, and `{ $command }` is the first. Paste only the command that starts the server.
host-paste-left-out = `{ $shell }` is left out: Innkeeper starts programs without a shell.
host-paste-only-variables = The text sets variables and starts no program.
host-paste-env-empty = `env -i` is left out: a server receives only a few variables anyway.
host-paste-env-option = Innkeeper does not support `env { $option }`.
host-paste-option = Innkeeper does not know the option `{ $option }`.
host-paste-no-name = The command does not name the server.
host-paste-no-program = The command contains neither a program nor a URL.
host-paste-link = From a link for { $program }. Anyone can write such a link: check it before you add the server.
host-paste-link-other = This link for { $program } does not add a server.
host-paste-link-long = The link is longer than { $most } KiB.
host-paste-link-hidden = The link contains hidden characters or line breaks.
host-paste-link-encoding = The link is damaged: its percent-encoding or Base64 is not valid.
host-paste-link-twice = The link has the parameter “{ $parameter }” more than once.
host-paste-link-missing = The link has no parameter “{ $parameter }”.
host-paste-link-config = The configuration in the link is not a JSON object, or has a field twice.
host-paste-link-several = The link contains several servers. A link can add only one.
host-paste-link-both = The link has both a command and a URL.
host-paste-link-url = The URL in the link must begin with `https://` or `http://`, and contain no user name or password.
host-paste-link-name = “{ $name }” cannot be the name of a variable or header.
host-value-with-part = The value of { $name } contains { $part }. Innkeeper requests it at the first start.
host-value-with-placeholder = The value of { $name } contains a placeholder. Innkeeper requests it at the first start.

## foreign::read
host-import-too-large = The text is larger than { $most } MiB.
host-import-not-json = The text is not JSON: line { $line }, column { $column }.
host-import-not-toml = The text is not TOML: line { $line }, column { $column }.
host-import-not-yaml = The text is not YAML that Innkeeper can read: line { $line }, column { $column }.
host-import-excessive = The text nests too deeply, or repeats its parts too often.
host-import-no-servers = The text contains no servers: `mcpServers`, `servers`, `mcp`, `context_servers`, `mcp_servers` and `extensions` are all missing or hold none.
host-import-too-many = The text has more than { $most } servers.
host-import-same-name = Another server in this file has the same name.
host-import-not-imported = Not imported: { $fields }.
host-import-approvals = Not imported: { $fields }. Approvals in another program do not apply in Innkeeper.
host-import-parts = Not imported: { $names }. They are parts or extensions of { $program }.
host-more = { $count } more
host-import-not-object = The entry is not an object.
host-import-type = The type is “{ $type }”, not “{ $wanted }”.
host-import-type-not-string = The type is not a string.
host-import-url-not-string = The URL is not a string.
host-import-query = The part of the URL after “?” is stored with the URL. Put keys into headers instead.
host-import-no-command = The entry has no command.
host-import-command-not-string = The command is not a string.
host-import-spaces = The command contains spaces. Innkeeper treats it as the name of one file.
host-import-arguments-not-list = The arguments are not a list.
host-import-argument-not-string = Argument { $number } is not a string.
host-import-folder-not-string = The working directory is not a string.
host-import-folder-relative = The working directory “{ $folder }” is relative, and only the other program knows where it begins. Write the full path in that file, or add the server by hand.
host-import-headers-not-object = The headers are not an object.
host-import-variables-not-object = The variables are not an object.
host-import-value-not-string = The value of { $name } is not a string.
host-import-not-fillable = The entry uses { $placeholder }, which only the other program can replace.
host-import-format = { $field }, as in { $program }
host-import-format-code = the settings of VS Code
host-import-format-single = a single server
host-import-format-names = servers by their names

## foreign::plan
host-import-loads-code = The variable { $name } can load other code into the program, or choose the code that it runs.
host-import-redirects = The variable { $name } can send what the program sends to another place.
host-import-in-command = the command
host-import-in-argument = argument { $number }
host-import-in-folder = the working directory
host-import-in-variable = variable { $name }
host-import-in-url = the URL
host-import-in-header = header { $name }

## import
host-import-project = Claude Code, project { $name }
host-import-other-file = This is not one of the detected files.
host-import-failed = The file { $file } could not be imported. { $reason }
host-import-failed-of = The file { $file } of { $program } could not be imported. { $reason }
host-import-nothing-added = Nothing was added.
host-import-file-error = It could not be read: { $error }.
host-import-file-unread = It could not be read.
host-import-not-file = It is not a file.
host-import-not-text = It is not text in UTF-8 or UTF-16.
host-import-outdated = These servers were added already, or another text was read since.
host-import-outdated-hint = Read the file or the text again.
host-import-missing = { $count ->
        [one] A value is missing
       *[other] Values are missing
    }: { $names }.
host-import-missing-hint = Enter each value, or set its variable and read the file again.
host-import-keychain-hint = Set these variables in your own environment, and choose to read the values from there.
host-import-part-url = URL
host-import-part-command = command
host-import-part-arguments = arguments
host-import-part-folder = working directory
host-import-part-variables = variables
host-import-part-headers = headers
