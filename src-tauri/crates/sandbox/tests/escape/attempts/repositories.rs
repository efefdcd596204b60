//! Every place in a writable folder from which Git, an editor or an agent outside would run what a server wrote.

use std::{fs, io, os::unix::fs::symlink};

use super::{
    Attempt, attempt,
    folders::{HOOKS, there_and_back},
};
use crate::scene::Scene;

/// Settings with which the next `git status` runs a program.
const SETTINGS: &str = "[core]\n\tfsmonitor = planted\n";

fn write(scene: &Scene, path: &str) -> io::Result<()> {
    fs::write(scene.at("rw").join(path), SETTINGS)
}

/// Puts something else in the place of a file or folder.
fn replace(scene: &Scene, path: &str) -> io::Result<()> {
    let (new, old) = (scene.at("rw/new-place"), scene.at("rw").join(path));
    fs::write(&new, "gitdir: new-git\n")?;
    let aside = scene.at("rw/new-aside");
    fs::rename(&old, &aside)?;
    fs::rename(&new, &old)?;
    fs::rename(&old, &new)?;
    fs::rename(&aside, &old)
}

const fn open(name: &'static str, run: fn(&Scene) -> io::Result<()>) -> Attempt {
    attempt(name, run).open(HOOKS)
}

pub const ALL: &[Attempt] = &[
    open("change the rest of .git", |scene| write(scene, ".git/HEAD")),
    open("make a commondir", |scene| write(scene, ".git/commondir")),
    open("make attributes of a repository", |scene| {
        fs::create_dir_all(scene.at("rw/.git/info"))?;
        write(scene, ".git/info/attributes")
    }),
    open("make settings of a worktree", |scene| {
        write(scene, ".git/config.worktree")
    }),
    open("write to a nested repository's settings", |scene| {
        write(scene, "nested/in/.git/config")
    }),
    open("add a hook to a nested repository", |scene| {
        write(scene, "nested/in/.git/hooks/post-checkout")
    }),
    open("replace a nested repository", |scene| {
        replace(scene, "nested/in/.git")
    }),
    open("replace the folder around a nested repository", |scene| {
        replace(scene, "nested/in")
    }),
    open("replace a folder further above", |scene| {
        replace(scene, "nested")
    }),
    open("write to a repository in capitals", |scene| {
        write(scene, "capitals/.GIT/config")
    }),
    open("write to a submodule's settings", |scene| {
        write(scene, ".git/modules/sub/config")
    }),
    open("write to a gitfile", |scene| write(scene, "sub/.git")),
    open("replace a gitfile", |scene| replace(scene, "sub/.git")),
    open("remove a gitfile", |scene| {
        fs::remove_file(scene.at("rw/sub/.git"))
    }),
    open("write to a worktree's commondir", |scene| {
        write(scene, ".git/worktrees/tree/commondir")
    }),
    open("write to a bare repository's settings", |scene| {
        write(scene, "bare/config")
    }),
    open("add a hook to a bare repository", |scene| {
        write(scene, "bare/hooks/update")
    }),
    open("replace a bare repository", |scene| replace(scene, "bare")),
    open("write to what a gitfile names", |scene| {
        write(scene, "store/odd/config.worktree")
    }),
    open("write to what a commondir names", |scene| {
        write(scene, "store/common/config")
    }),
    open("replace what a commondir names", |scene| {
        replace(scene, "store/common")
    }),
    open("write to what a linked .git names", |scene| {
        write(scene, "store/real/config")
    }),
    open("replace a linked .git", |scene| {
        replace(scene, "linked/.git")
    }),
    open("let a linked .git name something else", |scene| {
        let link = scene.at("rw/linked/.git");
        fs::remove_file(&link)?;
        symlink("../store/real", link)
    }),
    open("replace a link on the way to a repository", |scene| {
        replace(scene, "way")
    }),
    open("write to a hook in a folder that settings name", |scene| {
        write(scene, "tools/hooks/pre-commit")
    }),
    open("make the folder of hooks that settings name", |scene| {
        fs::create_dir_all(scene.at("rw/nested/in/scripts/new"))?;
        write(scene, "nested/in/scripts/new/pre-commit")?;
        fs::remove_dir_all(scene.at("rw/nested/in/scripts/new"))
    }),
    open("write to what a hook is linked to", |scene| {
        write(scene, "build/checked.sh")
    }),
    open("write to a hook that settings outside name", |scene| {
        write(scene, "outer/hooks/pre-commit")
    }),
    open("write to settings that settings include", |scene| {
        write(scene, "tools/more.inc")
    }),
    open("write to an editor's settings further down", |scene| {
        write(scene, "deep/down/.zed/settings.json")
    }),
    open("write to an agent's settings", |scene| {
        write(scene, ".claude/settings.json")
    }),
    open("write to what a service runs", |scene| {
        write(scene, ".github/workflows/test.yml")
    }),
    open("rename an agent's settings", |scene| {
        there_and_back(scene, ".claude")
    }),
    open("write to what a linked agent's file names", |scene| {
        write(scene, "agents/mcp.json")
    }),
    open("write to a repository in a folder of packages", |scene| {
        write(scene, "node_modules/one/.git/config")
    }),
    open("write to settings that are marked as a cache", |scene| {
        write(scene, ".cargo/config.toml")
    }),
    open("write to a repository in a cache", |scene| {
        write(scene, ".cache/one/.git/config")
    }),
];
