// Preloaded into a host: keeps a copy of each file of a folder as it was when it was last synchronized. The copies are what a power
// cut leaves, at worst: everything that was written later is lost.
//
// INNKEEPER_TEST_POWER_DATA is the folder, INNKEEPER_TEST_POWER_KEPT the folder of the copies. INNKEEPER_TEST_POWER_BLIND names a file
// that is synchronized in vain.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
    fprintf(stderr, "power.c: %s: %s\n", what, strerror(errno));
    abort();
}

// Reads through the descriptor that is synchronized: closing another one of the file would release the locks of this process on it.
static void copy(int from, const char *kept, const char *name) {
    char part[PATH_MAX], whole[PATH_MAX];
    snprintf(part, sizeof part, "%s/part-of-%s", kept, name);
    snprintf(whole, sizeof whole, "%s/%s", kept, name);
    int to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (to < 0)
        fail(part);
    static char buffer[1 << 16];
    off_t at = 0;
    for (;;) {
        ssize_t read = pread(from, buffer, sizeof buffer, at);
        if (read < 0)
            fail("pread");
        if (read == 0)
            break;
        for (ssize_t done = 0; done < read;) {
            ssize_t wrote = write(to, buffer + done, (size_t)(read - done));
            if (wrote < 0)
                fail("write");
            done += wrote;
        }
        at += read;
    }
    close(to);
    if (rename(part, whole) != 0)
        fail("rename");
}

// Calls `act` for each name in a folder that is not in another one.
static void each(const char *folder, const char *other, void (*act)(const char *folder, const char *other, const char *name)) {
    DIR *names = opendir(folder);
    if (names == NULL)
        fail(folder);
    for (struct dirent *entry; (entry = readdir(names)) != NULL;) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", other, entry->d_name);
        if (entry->d_name[0] != '.' && access(path, F_OK) != 0)
            act(folder, other, entry->d_name);
    }
    closedir(names);
}

static void gone(const char *kept, const char *data, const char *name) {
    (void)data;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", kept, name);
    unlink(path);
}

static void made(const char *data, const char *kept, const char *name) {
    char path[PATH_MAX];
    struct stat is;
    snprintf(path, sizeof path, "%s/%s", data, name);
    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode))
        return;
    snprintf(path, sizeof path, "%s/%s", kept, name);
    int empty = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (empty >= 0)
        close(empty);
}

static void keep(int fd) {
    const char *data = getenv("INNKEEPER_TEST_POWER_DATA");
    const char *kept = getenv("INNKEEPER_TEST_POWER_KEPT");
    if (data == NULL || kept == NULL)
        return;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    size_t prefix = strlen(data);
    if (length <= (ssize_t)prefix || strncmp(path, data, prefix) != 0 || path[prefix] != '/')
        return;
    path[length] = 0;
    const char *name = path + prefix + 1;
    const char *blind = getenv("INNKEEPER_TEST_POWER_BLIND");
    if (blind != NULL && strcmp(name, blind) == 0)
        return;
    struct stat is;
    // Files of its folders, and files that are only written, hold nothing that is looked at.
    if (strchr(name, '/') != NULL || fstat(fd, &is) != 0 || !S_ISREG(is.st_mode) || is.st_nlink == 0 ||
        (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY)
        return;
    pthread_mutex_lock(&one);
    copy(fd, kept, name);
    // A file system with a journal writes names down before it says that a file is synchronized: of a new file that was not
    // synchronized, the name is left and nothing else.
    each(kept, data, gone);
    each(data, kept, made);
    pthread_mutex_unlock(&one);
}

static int synchronize(const char *call, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    if (real == NULL)
        fail(call);
    int done = real(fd);
    if (done == 0)
        keep(fd);
    return done;
}

int fsync(int fd) {
    return synchronize("fsync", fd);
}

int fdatasync(int fd) {
    return synchronize("fdatasync", fd);
}
