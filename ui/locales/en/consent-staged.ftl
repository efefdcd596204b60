# Review of pending changes of a folder, in the consent window.
consent-about-apply = · changes wait for your review
consent-apply-title = Apply the changes of { $server } to { $folder }?
consent-apply-sub = Your files are unchanged until you apply.
consent-apply-count = { $count ->
    [one] one change
   *[other] { $count } changes
}
consent-apply-selected = { $count ->
    [0] Apply selected changes
    [one] Apply one change
   *[other] Apply { $count } changes
}
consent-apply-later = Decide later
consent-apply-none = No change is selected that can be applied.
consent-apply-discard = { $count ->
    [one] Discard one change…
   *[other] Discard { $count } changes…
}
consent-apply-discard-sure = { $count ->
    [one] Discard it for good
   *[other] Discard { $count } for good
}
consent-apply-keep = Keep them
consent-apply-list = Changed files
consent-apply-difference = The selected file
consent-apply-lines = Lines that differ
consent-apply-all = { $ticked } of { $count } selected
consent-apply-select = Select { $path }
consent-apply-added = added
consent-apply-changed = changed
consent-apply-mode = permissions
consent-apply-deleted = deleted
consent-apply-unknown = not applied
consent-apply-sizes = { $old } to { $now }
consent-apply-modes = Permissions: { $old } to { $now }
consent-apply-top = top folder
consent-apply-stays = Stays pending
consent-apply-more = { $count ->
    [one] One more change is decided after these.
   *[other] { $count } more changes are decided after these.
}
consent-apply-reading = Reading…
consent-apply-blocked = This change is not applied.
consent-apply-runs = Other programs run this
consent-apply-runs-hint = Git, an editor or another program may run what is in it, without asking you. It is selected only on its own.
consent-apply-program = { $name } becomes a program
consent-apply-program-hint = After you apply, other programs can run it.
consent-apply-link = Link to
consent-apply-outside = This link leads out of the folder.
consent-apply-folder = A new, empty folder.
consent-apply-tree = { $files ->
    [one] The folder is deleted with one file ({ $size }).
   *[other] The folder is deleted with { $files } files ({ $size }).
}
consent-root-title-staged = Let { $server } read this folder, and write with review?
consent-root-staged = Write, reviewed
consent-root-staged-hint = Changes wait outside of the folder. You apply or discard each one.
consent-grant-staged = Grant reviewed access
