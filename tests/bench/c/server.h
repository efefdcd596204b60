// What the servers of the benchmark share: lines of JSON-RPC on the standard streams, no allocation per message, one write
// per read. Finds what it needs by one scan; takes no care of hostile input.

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *p;
    size_t n;
} slice;

static const char *skip_string(const char *p, const char *end) {
    for (p++; p < end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '"')
            return p + 1;
    }
    return end;
}

static const char *skip_value(const char *p, const char *end) {
    if (*p == '"')
        return skip_string(p, end);
    if (*p != '{' && *p != '[') {
        while (p < end && *p != ',' && *p != '}' && *p != ']')
            p++;
        return p;
    }
    for (int depth = 0; p < end;) {
        if (*p == '"') {
            p = skip_string(p, end);
            continue;
        }
        if (*p == '{' || *p == '[')
            depth++;
        else if ((*p == '}' || *p == ']') && --depth == 0)
            return p + 1;
        p++;
    }
    return end;
}

// The value of a field of an object, or nothing.
static slice field(slice object, const char *key) {
    slice none = {0, 0};
    size_t length = strlen(key);
    if (object.n < 2 || *object.p != '{')
        return none;
    const char *p = object.p + 1, *end = object.p + object.n;
    for (;;) {
        while (p < end && (*p == ' ' || *p == ',' || *p == '\t'))
            p++;
        if (p >= end || *p != '"')
            return none;
        const char *name = p + 1;
        p = skip_string(p, end);
        size_t n = p - 1 - name;
        while (p < end && (*p == ' ' || *p == ':'))
            p++;
        const char *value = p;
        p = skip_value(p, end);
        if (n == length && !memcmp(name, key, length)) {
            slice found = {value, p - value};
            while (found.n && found.p[found.n - 1] == ' ')
                found.n--;
            return found;
        }
    }
}

static char out[1 << 22];
static size_t filled;

static void flush(void) {
    for (size_t done = 0; done < filled;) {
        ssize_t n = write(1, out + done, filled - done);
        if (n <= 0)
            exit(1);
        done += n;
    }
    filled = 0;
}

static void put(const char *p, size_t n) {
    if (filled + n > sizeof out)
        flush();
    memcpy(out + filled, p, n);
    filled += n;
}

static void say(const char *text) { put(text, strlen(text)); }

static int is(slice s, const char *text) { return s.n == strlen(text) && !memcmp(s.p, text, s.n); }

// Answers everything but a call; of a call, what comes before its result.
static int answered(slice message, const char *initialized, const char *tools) {
    slice id = field(message, "id"), method = field(message, "method");
    if (!id.p || !method.p)
        return 1;
    say("{\"jsonrpc\":\"2.0\",\"id\":");
    put(id.p, id.n);
    if (is(method, "\"tools/call\""))
        return 0;
    if (is(method, "\"initialize\"")) {
        slice version = field(field(message, "params"), "protocolVersion");
        say(",\"result\":{\"protocolVersion\":");
        put(version.p, version.n);
        say(initialized);
    } else if (is(method, "\"server/discover\"")) {
        say(",\"result\":{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\","
            "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}}\n");
    } else if (is(method, "\"tools/list\"")) {
        say(tools);
    } else if (is(method, "\"ping\"")) {
        say(",\"result\":{}}\n");
    } else {
        say(",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
    }
    return 1;
}

static void answer(slice message);

int main(void) {
    static char in[1 << 22];
    size_t held = 0;
    for (;;) {
        ssize_t n = read(0, in + held, sizeof in - held);
        if (n <= 0)
            return 0;
        held += n;
        char *from = in, *line_end;
        while ((line_end = memchr(from, '\n', in + held - from))) {
            slice message = {from, line_end - from};
            answer(message);
            from = line_end + 1;
        }
        held = in + held - from;
        memmove(in, from, held);
        flush();
    }
}
