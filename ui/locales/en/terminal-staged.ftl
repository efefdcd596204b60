### Reviewed changes of folders at a terminal. The window leaves these out.

terminal-staged-none = No change is pending.
terminal-staged-folder = { $count ->
    [0] { $path }: no change is pending.
    [one] { $path }: one pending change. The folder is unchanged until you apply it.
   *[other] { $path }: { $count } pending changes. The folder is unchanged until you apply them.
}
terminal-staged-more = { $more ->
    [one] One more change is not listed here.
   *[other] { $more } more changes are not listed here.
}
terminal-staged-more-lines = { $more ->
    [one] One more line differs.
   *[other] { $more } more lines differ.
}
terminal-staged-added = new, { $size }
terminal-staged-changed = changed, { $old } to { $new }
terminal-staged-mode = permissions { $old } to { $new }
terminal-staged-deleted = deleted, { $size }
terminal-staged-deleted-folder = { $files ->
    [one] folder deleted, one file, { $size }
   *[other] folder deleted, { $files } files, { $size }
}
terminal-staged-deleted-link = link deleted
terminal-staged-new-folder = new folder
terminal-staged-link = link to { $target }
terminal-staged-link-outside = link to { $target }, which is outside of the folder
terminal-staged-program = other programs can run it
terminal-staged-runs = other programs run it; apply it by its path
terminal-staged-applied = { $done ->
    [0] No change was applied.
    [one] One change was applied.
   *[other] { $done } changes were applied.
}
terminal-staged-discarded = { $done ->
    [0] No change was discarded.
    [one] One change was discarded.
   *[other] { $done } changes were discarded.
}
terminal-staged-left = { $count ->
    [one] One change is still pending.
   *[other] { $count } changes are still pending.
}
terminal-staged-unknown = There is no pending change at { $path }.

## The approval
terminal-apply-title = { $count ->
    [one] Apply one change of { $server } to { $folder }?
   *[other] Apply { $count } changes of { $server } to { $folder }?
}
terminal-apply-others = { $count ->
    [one] One other change stays pending:
   *[other] { $count } other changes stay pending:
}
terminal-apply-note = `roots pending` with `--diff` shows the lines that differ.
terminal-ask-apply = Apply them? y applies, anything else leaves them pending:
