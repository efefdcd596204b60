// The floor under every client: ready-made request lines out, line breaks counted in, no JSON read beyond the identifier.
// `floor COUNT AT_ONCE WARM -- PROGRAM [ARG]…`, the message in `MSG`. Prints one line of JSON: {p50_us, p99_us, tail_us, rate, cpu_s}.

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define INITIALIZE                                                                                                      \
    "{\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":"      \
    "{\"name\":\"floor\",\"version\":\"1\"}},\"jsonrpc\":\"2.0\",\"id\":0}\n"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
#define CALL                                                                                                            \
    "{\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"%s\"}},\"jsonrpc\":\"2.0\","  \
    "\"id\":%ld}\n"

static int to_server, from_server;
static char in[1 << 22];
static size_t held;

static double clock_us(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void send_all(const char *p, size_t n) {
    while (n) {
        ssize_t written = write(to_server, p, n);
        if (written <= 0)
            fail("write");
        p += written;
        n -= written;
    }
}

static void receive(void) {
    ssize_t n = read(from_server, in + held, sizeof in - held);
    if (n <= 0)
        fail("read");
    held += n;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// Makes `count` calls with the identifiers from `first`, at most `at_once` at a time; notes how long each took.
static void calls(long first, long count, long at_once, const char *message, double *taken) {
    double *begun = calloc(count, sizeof *begun);
    char *request = malloc(strlen(message) + 256);
    for (long sent = 0, done = 0; done < count;) {
        while (sent < count && sent - done < at_once) {
            int n = sprintf(request, CALL, message, first + sent);
            begun[sent++] = clock_us(CLOCK_MONOTONIC);
            send_all(request, n);
        }
        receive();
        double now = clock_us(CLOCK_MONOTONIC);
        char *from = in, *line_end;
        while ((line_end = memchr(from, '\n', in + held - from))) {
            *line_end = 0;
            char *id = strstr(from, "\"id\":");
            long at = id ? atol(id + 5) - first : -1;
            if (at >= 0 && at < count) {
                taken[at] = now - begun[at];
                done++;
            }
            from = line_end + 1;
        }
        held = in + held - from;
        memmove(in, from, held);
    }
    free(begun);
    free(request);
}

int main(int argc, char **argv) {
    const char *message = getenv("MSG");
    if (argc < 6 || strcmp(argv[4], "--") || !message)
        return 2;
    long count = atol(argv[1]), at_once = atol(argv[2]), warm = atol(argv[3]);
    int down[2], up[2];
    if (pipe(down) || pipe(up))
        fail("pipe");
    pid_t server = fork();
    if (server < 0)
        fail("fork");
    if (!server) {
        dup2(down[0], 0);
        dup2(up[1], 1);
        close(down[0]);
        close(down[1]);
        close(up[0]);
        close(up[1]);
        execvp(argv[5], argv + 5);
        _exit(9);
    }
    close(down[0]);
    close(up[1]);
    to_server = down[1];
    from_server = up[0];

    send_all(INITIALIZE, strlen(INITIALIZE));
    while (!memchr(in, '\n', held))
        receive();
    held = 0;
    send_all(INITIALIZED, strlen(INITIALIZED));
    double *taken = calloc(count > warm ? count : warm, sizeof *taken);
    calls(1, warm, 1, message, taken);
    double cpu = clock_us(CLOCK_PROCESS_CPUTIME_ID), begin = clock_us(CLOCK_MONOTONIC);
    calls(1 + warm, count, at_once, message, taken);
    double end = clock_us(CLOCK_MONOTONIC);
    cpu = clock_us(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    qsort(taken, count, sizeof *taken, ascending);
    const double tail[] = {0.5, 0.75, 0.9, 0.95, 0.99, 0.999};
    printf("{\"p50_us\":%.2f,\"p99_us\":%.2f,\"rate\":%.0f,\"cpu_s\":%.6f,\"tail_us\":[", taken[count / 2],
           taken[(long)(count * 0.99)], count / ((end - begin) / 1e6), cpu / 1e6);
    for (int at = 0; at < 6; at++)
        printf(at ? ",%.2f" : "%.2f", taken[(long)(count * tail[at])]);
    printf("]}\n");
    close(to_server);
    waitpid(server, 0, 0);
    return 0;
}
