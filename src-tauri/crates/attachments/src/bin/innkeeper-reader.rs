//! A reader of attachments and nothing else, for programs that cannot be one: the program with the window, and test binaries.

fn main() -> std::process::ExitCode {
    attachments::reader_main()
}
