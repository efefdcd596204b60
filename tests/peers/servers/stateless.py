"""A server of the newest Python SDK, which speaks revision 2026-07-28 and the ones before it: over stdio, or over HTTP with the argument
`http`, where the first line it prints is its URL. It ends with its input.

`greet` asks the user for a name first. The SDK keeps what it knows in the state that the client sends back, sealed by this process, or
with the key in `STATE_KEY`, which several processes can have. `meet` says which process answered; a question that said which one asks
would be another question to the SDK, and asked again.
"""

import os
import socket
import sys
import threading
from typing import Annotated

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.server.request_state import RequestStateSecurity
from pydantic import BaseModel

key = os.environ.get("STATE_KEY")
security = RequestStateSecurity(keys=[key]) if key else RequestStateSecurity.ephemeral()
server = MCPServer("stateless", request_state_security=security)


class Name(BaseModel):
    name: str


def who() -> Elicit[Name]:
    return Elicit("Who is there?", Name)


@server.tool()
def echo(text: str) -> str:
    """Says it again."""
    return text


@server.tool()
def greet(word: str, name: Annotated[Name, Resolve(who)]) -> str:
    """Greets whoever is there."""
    return f"{word}, {name.name}"


@server.tool()
def meet(name: Annotated[Name, Resolve(who)]) -> str:
    """Says who answered."""
    return f"{name.name}: {os.getpid()}"


if sys.argv[1:] == ["http"]:
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    web = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="warning"))
    threading.Thread(target=lambda: (sys.stdin.read(), setattr(web, "should_exit", True)), daemon=True).start()
    web.run(sockets=[listener])
else:
    server.run("stdio")
