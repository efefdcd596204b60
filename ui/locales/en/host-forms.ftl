### The host's words on forms and pages of servers. Only Rust uses them.

## Requests that are refused
host-refused-field = The field “{ $field }” looks like a secret, which is never requested in a form.
host-refused-message = Its words request a secret, which is never sent in a form.
host-refused-address = Innkeeper only opens https addresses without a user name (and http addresses on this machine).
host-refused-unopened = The page could not be opened.

## Sending a form
host-form-problem = Nothing was sent. { $field }: { $problem }
host-form-problems = Nothing was sent. { $field }: { $problem } { $count ->
        [one] { $count } more field has
       *[other] { $count } more fields have
    } a problem.
host-form-misfit = Nothing was sent. The input does not fit the server's request: { $problems }.
host-form-unchecked = Nothing was sent. The input could not be checked. { $why }
host-form-unchecked-hint = Decline the request: Innkeeper does not send what it cannot check.
host-form-none = This request has no form.
host-form-too-large = A form holds at most { $kib } KiB.
host-form-unsendable = This cannot be sent: { $error }.

## Problems of a field
host-field-needed = This is required.
host-field-boolean = Choose yes or no.
host-field-choice = Choose one of the offered options.
host-field-choices = Choose only from the offered options.
host-field-text = Enter text.
host-field-number = Enter a number.
host-field-whole = Enter a whole number.
host-field-least = Enter a number of at least { $min }.
host-field-most = Enter a number of at most { $max }.
host-field-format = This is not { $format }.
host-field-length = Enter { $wanted }; there are now { $count }.
host-field-many = Choose { $wanted }; there are now { $count }.

## What a field accepts
host-hint-both = { $format }, { $bounds }
host-format-email = an e-mail address
host-format-uri = a full address, such as https://example.com
host-format-date = a date, such as 2026-11-22
host-format-date-time = a time with its zone, such as 2026-11-22T14:30:00Z
host-number-any = a number
host-number-whole = a whole number
host-number-between = { $min } to { $max }
host-number-least = at least { $min }
host-number-most = at most { $max }
host-characters-exactly = exactly { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }
host-characters-between = { $min } to { $max ->
        [one] { $max } character
       *[other] { $max } characters
    }
host-characters-least = at least { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }
host-characters-most = at most { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }
host-choices-exactly = exactly { $count ->
        [one] { $count } option
       *[other] { $count } options
    }
host-choices-between = { $min } to { $max ->
        [one] { $max } option
       *[other] { $max } options
    }
host-choices-least = at least { $count ->
        [one] { $count } option
       *[other] { $count } options
    }
host-choices-most = at most { $count ->
        [one] { $count } option
       *[other] { $count } options
    }
host-form-refused-log = Its request for your input was refused: { $reason }
