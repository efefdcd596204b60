### The trial start of an update, in its review. The terminal program shares these.

consent-update-title = What the new version does
consent-update-about = Innkeeper started it once, without a network, without your folders and without its variables, and ended it. This accepts none of its tools: new and changed ones are reviewed once the server starts.
consent-update-failed = The new version did not say what it offers.
consent-update-still = You can accept it all the same. { $why }
consent-update-withheld = It did not get these variables, and may do more with them: { $names }
consent-update-same = { $count ->
    [one] { $count } tool is as you accepted it.
   *[other] { $count } tools are as you accepted them.
 }
consent-update-no-tools = It offers no tools.
consent-update-changed = Changed tool: { $tool }
consent-update-new = New tool: { $tool }
consent-update-removed = Tools that it does not offer any more: { $names }
consent-update-more = { $count ->
    [one] { $count } more tool is new or changed.
   *[other] { $count } more tools are new or changed.
 }
consent-update-prompts-new = New prompts: { $names }
consent-update-prompts-removed = Prompts that it does not offer any more: { $names }
consent-update-prompts-unknown = { $count ->
    [one] It offers { $count } prompt. It was not compared, because the version in use is not running.
   *[other] It offers { $count } prompts. They were not compared, because the version in use is not running.
 }
consent-update-resources-new = New resources: { $names }
consent-update-resources-removed = Resources that it does not offer any more: { $names }
consent-update-resources-unknown = { $count ->
    [one] It offers { $count } resource. It was not compared, because the version in use is not running.
   *[other] It offers { $count } resources. They were not compared, because the version in use is not running.
 }
consent-update-looked-for = What it looked for and did not get
consent-update-looked-for-nothing = It looked for nothing that it lacks.
