## Numbers, days and lists
on-day = on { $day }
seconds-left = { $count ->
        [one] { $count } second left to answer
       *[other] { $count } seconds left to answer
    }
more-servers = { $count ->
        [one] { $count } more server
       *[other] { $count } more servers
    }

## Quoted
quoted = “{ $text }”

## BoundRow
bound-span = { $min } to { $max }
bound-span-unit = { $min } to { $max } { $unit }

## CopyButton
copy-message = Copy message
copy-text = Copy text
copied = Copied
not-copied = Not copied

## ExportSummary
export-conversations = { $count ->
        [one] { $count } conversation
       *[other] { $count } conversations
     }
export-messages = { $count ->
        [one] { $count } message
       *[other] { $count } messages
     }
export-servers = { $count ->
        [one] { $count } server
       *[other] { $count } servers
     }
export-rules = { $count ->
        [one] { $count } rule
       *[other] { $count } rules
     }
export-audit-rows = { $count ->
        [one] { $count } row of the audit log
       *[other] { $count } rows of the audit log
     }

## LongText
folded = { $count ->
        [one] { $count } character
       *[other] { $count } characters
     } folded
folded-hidden = , { $count ->
        [one] { $count } hidden character
       *[other] { $count } hidden characters
     } in them
folded-marked = , { $count ->
        [one] { $count } marked passage
       *[other] { $count } marked passages
     } in them

## Segments
marked-from = From { $servers }

## Keys
key-ctrl = Ctrl
key-delete = Del
key-end = End
key-enter = Enter
key-home = Home
key-page-down = PgDn
key-page-up = PgUp
key-space = Space

## BoundRow
bound-whole-number = Enter a whole number.
bound-reset = Reset to { $fallback }
bound-reset-for = for { $name }
bound-bad = { $bad } Nothing was changed. Possible: { $span }.
bound-hint = { $hint } { $span }, { $fallback } by default.

## Complete
complete-count = { $count ->
        [one] { $count } suggestion
       *[other] { $count } suggestions
     }, press Down to choose
complete-none = No suggestions
complete-list = Suggestions of the server
complete-title = The server's suggestions
complete-more = and more: keep typing

## ExportSummary
export-partial = Saved what can be read.
saved = Saved.
export-summary = { $what }: { $size }. Secrets are not included.

## FailureNotice
close = Close

## LazyPart
part-page = Page not loaded
part-not-loaded = Innkeeper could not load this part of its window.
part-not-loaded-hint = Try again. If it fails again, restart Innkeeper.

## LongText
show-all = Show all

## Patience
not-answered-yet = It has not answered yet.
stop-waiting = Stop waiting

## Switch
on = On
off = Off
tab-errors = { $count ->
    [one] error
   *[other] errors
}

## Of several windows
rule-effect-allow = Allow
rule-effect-ask = Ask each time
rule-effect-deny = Never
rule-where = where
rule-and = and
rule-every-tool = every tool
consent-sign-in-for = For
consent-sign-in-known = Known as
consent-field-required = required
consent-no-arguments = It takes no arguments.
consent-definition = Definition
hours = { $count ->
        [one] { $count } hour
       *[other] { $count } hours
     }
consent-edit-form-label = How arguments are written
consent-edit-form = Form
consent-edit-apart = The form cannot show this: { $why }
minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
     }
consent-deny = Deny
back = Back
conversations = Conversations
recovery-progress = { $done } of { $count ->
        [one] { $count } conversation
       *[other] { $count } conversations
     } saved.
difference-now = Now:
difference-before = Before:
