// A server that measures from where it stands: its tool does something often, or fetches something large, and answers how
// many nanoseconds that took. All its arguments are strings.

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

#include "server.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

// Nanoseconds of each act on a file; negative if one failed.
static double acts(const char *what, const char *path, long count) {
    static char block[4096];
    struct stat status;
    int held = open(path, O_RDONLY);
    int failed = held < 0;
    double begin = now();
    for (long n = 0; n < count && !failed; n++) {
        if (!strcmp(what, "open")) {
            int file = open(path, O_RDONLY);
            failed = file < 0 || close(file);
        } else if (!strcmp(what, "stat")) {
            failed = stat(path, &status) != 0;
        } else {
            failed = pread(held, block, sizeof block, 0) < 0;
        }
    }
    double taken = now() - begin;
    close(held);
    return failed ? -1 : taken / count;
}

static int connected(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    return made < 0 || connect(made, (struct sockaddr *)&to, sizeof to) ? -1 : made;
}

static char block[1 << 16];

// Reads the head of an answer; the length of what came with it, or nothing if it is not a good one.
static long after_head(int from) {
    size_t held = 0;
    for (;;) {
        ssize_t n = read(from, block + held, sizeof block - 1 - held);
        if (n <= 0)
            return -1;
        held += n;
        block[held] = 0;
        char *end = strstr(block, "\r\n\r\n");
        if (end)
            return strncmp(block + 8, " 200", 4) ? -1 : (long)(held - (end + 4 - block));
    }
}

// Nanoseconds from the connection to the last of `size` bytes; negative if fewer came. The way leads through the proxy if there
// is one, by CONNECT if `tunnel`.
static double fetch(int port, long size, int tunnel) {
    const char *proxy = getenv("HTTP_PROXY");
    char request[512];
    double begin = now();
    int to = connected(proxy ? atoi(strrchr(proxy, ':') + 1) : port);
    if (to < 0)
        return -1;
    if (proxy && tunnel) {
        int n = snprintf(request, sizeof request, "CONNECT 127.0.0.1:%d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port, port);
        if (write(to, request, n) != n || after_head(to) != 0)
            return -2;
    }
    char base[64] = "";
    if (proxy && !tunnel)
        snprintf(base, sizeof base, "http://127.0.0.1:%d", port);
    int n = snprintf(request, sizeof request, "GET %s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", base, port);
    if (write(to, request, n) != n)
        return -3;
    long came = after_head(to);
    while (came >= 0 && came < size) {
        ssize_t more = read(to, block, sizeof block);
        if (more <= 0)
            break;
        came += more;
    }
    close(to);
    return came == size ? now() - begin : -4;
}

static const char *text(slice arguments, const char *key, char *into, size_t room) {
    slice value = field(arguments, key);
    size_t n = value.n >= 2 && value.n - 2 < room ? value.n - 2 : 0;
    memcpy(into, value.p + 1, n);
    into[n] = 0;
    return into;
}

static void answer(slice message) {
    if (answered(message, ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"probe\",\"version\":\"1\"}}}\n",
                 ",\"result\":{\"tools\":[{\"name\":\"measure\",\"description\":\"Measures\",\"inputSchema\":{\"type\":\"object\","
                 "\"properties\":{\"what\":{\"type\":\"string\"},\"path\":{\"type\":\"string\"},\"port\":{\"type\":\"string\"},"
                 "\"count\":{\"type\":\"string\"}},\"required\":[\"what\",\"count\"]}}]}}\n"))
        return;
    slice arguments = field(field(message, "params"), "arguments");
    char what[32], path[4096], number[32];
    text(arguments, "what", what, sizeof what);
    long count = atol(text(arguments, "count", number, sizeof number));
    int port = atoi(text(arguments, "port", number, sizeof number));
    double taken = port ? fetch(port, count, !strcmp(what, "tunnel")) : acts(what, text(arguments, "path", path, sizeof path), count);
    char said[64];
    snprintf(said, sizeof said, "%.1f", taken);
    say(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
    say(said);
    say("\"}]}}\n");
}
