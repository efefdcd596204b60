## FieldItems
field-item-remove = Remove item { $number }
field-item-remove-of = Remove item { $number } of { $field }

## ToolDetail
tool-changed-hint = This page and models use the definition that you accepted. A call requests approval of the change first.
tool-changed-since = This page and models use the definition that you accepted { $day }. A call requests approval of the change first.

## Tools
tools-filter-count = Filter { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     }
tools-off = { $count } off

## draft
draft-wrong = “{ $key }” { $why }.

## fields
shape-anything = anything
shape-list = list
shape-or = or
range-numbers = { $min } to { $max }
range-characters = { $min } to { $max } { $count ->
        [one] character
       *[other] characters
     }
range-items = { $min } to { $max } { $count ->
        [one] item
       *[other] items
     }
range-most-numbers = at most { $max }
range-most-characters = at most { $max } { $count ->
        [one] character
       *[other] characters
     }
range-most-items = at most { $max } { $count ->
        [one] item
       *[other] items
     }
range-least-numbers = at least { $min }
range-least-characters = at least { $min } { $count ->
        [one] character
       *[other] characters
     }
range-least-items = at least { $min } { $count ->
        [one] item
       *[other] items
     }
shape-text = text
shape-integer = integer
shape-number = number
shape-boolean = boolean
shape-object = object, { $count ->
        [one] { $count } field
       *[other] { $count } fields
     }
shape-texts = texts
shape-integers = integers
shape-numbers = numbers
shape-booleans = booleans
shape-objects = objects
shape-any-values = values

## FieldInput
field-choose = Choose
field-not-given = Not given

## FieldItems
field-item = { $field }, item { $number }
field-item-add = Add an item
field-item-add-to = to { $field }
field-full = It accepts no more.
field-more-json = Write more as JSON.

## FieldList
field-extra = Also sent, as you wrote it in JSON:

## SchemaView
schema-more = and { $count } more
schema-look = { $title }: display
schema-fields = Fields
schema-json = Schema
schema-no-fields = No fields.

## ToolDetail
schema-too-large = Its schema is too large for a form.
tool-changed = The server changed the definition of this tool.
tool-not-described = The server does not describe it.
tool-claims = The server also says: { $what }. Innkeeper does not rely on that.
tool-input = Input
tool-output = Output

## Tools
tool-row-changed = Changed.
tool-row-new = New.
tools-new = { $count ->
    [one] This server offers a new tool.
   *[other] This server offers { $count } new tools.
}
tools-new-hint = No model sees new tools until you accept them.
tools-new-review = Review new tools
tool-row-off = Not for models.
tool-row-undescribed = Not described
tool-offer = Offer { $tool } to models
tools-filter = Filter tools
tools-offered = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     } offered to models, { $weight } in each request
tools-unreadable = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     } could not be read
tool-reading = Reading its definition.

## TryIt
not-json = This is not JSON.
try-not-ready = The server is not ready.
try-off = It is switched off: nothing is sent to it.
try = Try it
try-json-hint = as JSON, an object
try-hint = Your approval is needed first, as for a call of a model.
clear = Clear
try-call = Call this tool
try-result = The call
try-fits = Its structured content matches the schema that the tool declares.

## TryWait
try-waiting = Waiting for you.
try-running = In progress.

## draft
draft-no-text = is no text
draft-no-number = is no number
draft-no-boolean = is neither true nor false
draft-no-choice = is none of its choices
draft-no-list = is no list
draft-too-many = has more than { $most } items
draft-item = is not valid: item { $number } { $why }
draft-no-object = is no object
draft-twice = gives “{ $key }” twice
draft-choose = Choose one.
at-least-characters = At least { $count ->
        [one] { $count } character
       *[other] { $count } characters
     }.
at-most-characters = At most { $count ->
        [one] { $count } character
       *[other] { $count } characters
     }.
at-least-items = At least { $count ->
        [one] { $count } item
       *[other] { $count } items
     }.
at-most-items = At most { $count ->
        [one] { $count } item
       *[other] { $count } items
     }.
whole-number = A whole number.
a-number = A number.
at-least = At least { $value }.
at-most = At most { $value }.
more-than = More than { $value }.
less-than = Less than { $value }.

## fields
schema-unreadable = Its schema cannot be read here.
schema-too-many = It takes more than { $most } fields.
schema-unnamed = Its schema does not name the fields.
shape-kinds = one of several kinds
shape-values = one of many values
shape-list-of = list of { $what }
shape-more = more than { $value }
shape-less = less than { $value }
shape-one-of = one of { $count }
shape-choices = { $count } choices
shape-default = default { $value }
shape-nullable = may be null

## Arguments
arguments-object = Arguments must be an object.
