"""A server of the Python SDK with two hundred texts, a picture and bytes without a meaning, over stdio."""

import base64

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import FunctionResource

# A PNG of one pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

server = MCPServer("Shelf")


def add(uri, name, mime_type, content):
    server.add_resource(FunctionResource(uri=uri, name=name, mime_type=mime_type, fn=lambda: content))


for number in range(200):
    add(f"shelf://text/{number:03}", f"text {number:03}", "text/plain", f"Line of text number {number:03}.")
add("shelf://picture", "picture", "image/png", PIXEL)
add("shelf://bytes", "bytes", "application/octet-stream", bytes(range(256)) * 4)

if __name__ == "__main__":
    server.run()
