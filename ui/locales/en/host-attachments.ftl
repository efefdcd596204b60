### Attachments, as the host describes them. Only Rust uses these messages.

host-attach-no-reader = This program has no reader of attachments.
host-attach-install-again = Install Innkeeper again.
host-attach-forgotten = This file was chosen too long ago.
host-attach-forgotten-hint = Choose it again.
host-attach-unreadable = Could not read “{ $name }”: { $error }
host-attach-unreadable-hint = Check the name and your permissions, or choose another file.
host-attach-not-a-file = “{ $name }” is not a file.
host-attach-not-a-file-hint = Choose a file. Folders, pipes and devices cannot be attached.
host-attach-over-limit = “{ $name }” has about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, and one attachment has at most { $most } for this model.
host-attach-over-limit-hint = Attach a part of it.
host-attach-remove-hint = Remove “{ $name }”, or choose another model.
host-attach-bad-range = A range begins at 1 and does not end before it begins.
host-attach-practice = The practice model takes text only.
host-attach-no-audio = { $name } takes no audio at this endpoint. Choose another model, or remove the file.
host-attach-audio-unknown = Innkeeper does not know whether { $name } takes audio.
host-attach-no-pdf = { $name } takes no PDF files at this endpoint. Attach the text or images of pages.
host-attach-pdf-unknown = Innkeeper does not know whether { $name } takes PDF files. Its text works with every model.
host-attach-no-image = { $name } reads no images, its endpoint says. Choose another model, or attach the text.
host-attach-image-unknown = Innkeeper does not know whether { $name } reads images.
host-attach-replaced = Some bytes did not belong to its encoding and were replaced.
host-attach-first-frame = Only the first image of the animation is attached.
host-attach-embedded = 
    { $count ->
        [one] { $count } file is embedded in it. It is not opened; the whole document contains it.
       *[other] { $count } files are embedded in it. They are not opened; the whole document contains them.
    }
host-attach-no-text = It seems to hold no text, as a scan does. Attach images of its pages.
host-attach-macros = It contains macros, which were ignored.
host-attach-cut = Its text was cut at the limit of 1 MiB.
host-attach-unmapped = Some of its text could not be read and was replaced by �.
host-attach-other-remark = It has a property that this version does not know.
host-attach-writable = 
    { $count ->
        [one] { $servers } can change this file. It counts as data of that server.
       *[other] { $servers } can change this file. It counts as data of these servers.
    }
host-attach-empty = The file is empty.
host-attach-another = Choose a file with content.
host-attach-too-large = The file has { $bytes } MiB, and the limit is { $limit } MiB.
host-attach-smaller = Attach a smaller file, or a part of it.
host-attach-unsupported = { $format } files cannot be read.
host-attach-convert = Convert it to text, PDF, PNG or JPEG.
host-attach-unknown = The format of the file is not known, and it is not text.
host-attach-svg = An SVG can contain a program and cannot be attached as an image.
host-attach-svg-hint = Attach it as text, or export it as PNG.
host-attach-pixels = The image has { $width } × { $height } pixels, and the limit is { $limit } million in all.
host-attach-scale-down = Crop it or scale it down, and attach it again.
host-attach-image-large = The image cannot be made small enough for a model.
host-attach-damaged = The { $format } file is damaged and cannot be read.
host-attach-save-again = Open it in the program that made it, and save it again.
host-attach-encrypted = The { $format } file is protected by a password.
host-attach-no-password = Save a copy without a password, and attach that.
host-attach-unknown-encryption = The { $format } file is encrypted in a way that is not supported.
host-attach-bomb = The { $format } file unpacks to more than Innkeeper reads.
host-attach-save-smaller = Save a smaller document, or save it as PDF or text.
host-attach-no-range = 
    { $unit ->
        [lines] There is no such range: it has { $total } lines.
        [rows] There is no such range: it has { $total } rows.
        [pages] There is no such range: it has { $total } pages.
        [slides] There is no such range: it has { $total } slides.
       *[other] There is no such range.
    }
host-attach-inside = Choose a range inside of that.
host-attach-not-offered = The file cannot be attached in this form.
host-attach-offered = Choose one of the forms that are offered.
host-attach-scan = The chosen pages hold no text, as in a scan.
host-attach-as-images = Attach them as images.
host-attach-too-long = 
    { $unit ->
        [pages] The file has { $total } pages, and at most { $limit } are sent whole.
       *[other] The file is too long to be sent whole.
    }
host-attach-range = Attach a range as text or as images.
host-attach-slow = Reading the file took too long and was stopped.
host-attach-memory = Reading the file needs too much memory and was stopped.
host-attach-not-started = The reader of attachments could not be started: { $reason }
host-attach-not-confined = The file was not read: its reader could not be confined ({ $reason }).
host-attach-not-confined-hint = Check that the system allows seccomp filters.
host-attach-crashed = The file could not be read: its reader ended unexpectedly.
host-attach-gone = This attachment no longer waits here.
host-attach-full = A message has at most { $most } attachments, and a conversation at most { $mib } MiB of them.
host-attach-full-hint = Remove one, or begin another conversation.
