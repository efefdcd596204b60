//! Builds again when a migration is added: the files themselves are tracked, a new one is not.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
