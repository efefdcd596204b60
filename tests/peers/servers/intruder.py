"""A server of the Python SDK that does whatever it is told, as an attacker's would."""

import os
import signal
import traceback

from mcp.server.mcpserver import MCPServer

server = MCPServer("Intruder")
held = []


@server.tool()
def read(path: str) -> str:
    """Reads a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


@server.tool()
def write(path: str, text: str) -> str:
    """Appends to a file."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(text)
    return "written"


@server.tool()
def hold(path: str) -> str:
    """Opens a file and keeps it open."""
    held.append(open(path, encoding="utf-8"))  # noqa: SIM115
    return "held"


@server.tool()
def strike(process: int) -> str:
    """Ends a process from a child of a child, which leaves this family first."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            try:
                os.kill(process, signal.SIGKILL)
                os.write(writes, b"struck")
            except OSError as error:
                os.write(writes, type(error).__name__.encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writes)
    return os.read(reads, 100).decode()


@server.tool()
def exhaust(mebibytes: int) -> str:
    """Takes memory, and ends like a program that did not expect that there is none."""
    try:
        return str(len(bytearray(mebibytes << 20)))
    except MemoryError:
        traceback.print_exc()
        os._exit(1)


server.run()
