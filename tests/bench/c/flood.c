// An MCP server that shakes hands and then logs as fast as it can, for ever. It reads nothing after the first line.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"a word of no weight, and another one\"}}\n"
#define TIMES 512

int main(void) {
    char first[65536];
    if (!fgets(first, sizeof first, stdin))
        return 0;
    const char *id = strstr(first, "\"id\":");
    printf("{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"logging\":{}},"
           "\"serverInfo\":{\"name\":\"flood\",\"version\":\"1\"}}}\n",
           id ? strtol(id + 5, NULL, 10) : 1);
    fflush(stdout);
    size_t length = strlen(LINE);
    char *block = malloc(length * TIMES);
    if (!block)
        return 1;
    for (size_t at = 0; at < TIMES; at++)
        memcpy(block + at * length, LINE, length);
    for (;;) {
        size_t left = length * TIMES;
        for (const char *from = block; left;) {
            ssize_t wrote = write(1, from, left);
            if (wrote <= 0)
                return 0;
            from += wrote;
            left -= (size_t)wrote;
        }
    }
}
