// An MCP echo server that costs almost nothing, so that the client's cost shows.

#include "server.h"

static void answer(slice message) {
    if (answered(message,
                 ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"fastecho\",\"version\":\"1\"}}}\n",
                 ",\"result\":{\"tools\":[{\"name\":\"echo\",\"description\":\"Echoes\",\"inputSchema\":{\"type\":\"object\","
                 "\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}}]}}\n"))
        return;
    slice text = field(field(field(message, "params"), "arguments"), "message");
    say(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"Echo: ");
    if (text.n >= 2)
        put(text.p + 1, text.n - 2);
    say("\"}]}}\n");
}
