"""A server of the Python SDK that connects wherever it is told, as an attacker's would."""

import socket
import urllib.error
import urllib.request

from mcp.server.mcpserver import MCPServer

server = MCPServer("Caller")


@server.tool()
def get(url: str, direct: bool = False) -> str:
    """Requests a URL: through the proxy of its environment, or without one."""
    proxies = urllib.request.ProxyHandler({}) if direct else urllib.request.ProxyHandler()
    opener = urllib.request.build_opener(proxies)
    try:
        with opener.open(url, timeout=30) as response:
            return f"{response.status} {response.read().decode()}"
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode()}"
    except OSError as error:
        return f"failed {type(error).__name__}"


@server.tool()
def stay(host: str, port: int) -> str:
    """Opens a tunnel through the proxy and reads until it is closed."""
    with socket.create_connection(("127.0.0.1", 3128), timeout=30) as connection:
        connection.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        answer = connection.recv(4096).decode()
        if " 200 " not in answer:
            return answer
        connection.sendall(b"GET /stay HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            while connection.recv(4096):
                pass
        except OSError:
            pass
        return "closed"


@server.tool()
def flood(host: str, port: int, size: int) -> str:
    """Sends that many bytes through a tunnel of the proxy, and waits until they are read."""
    with socket.create_connection(("127.0.0.1", 3128), timeout=30) as connection:
        connection.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        connection.recv(4096)
        connection.sendall(b"GET /stay HTTP/1.1\r\n\r\n" + b"x" * size)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)
    return "sent"


@server.tool()
def lookup(name: str) -> str:
    """Looks a name up, and asks a resolver of the internet."""
    found = socket.gethostbyname(name)
    query = b"\1\2\1\0\0\1\0\0\0\0\0\0\1a\7example\0\0\1\0\1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outside:
        outside.settimeout(0.3)
        try:
            outside.connect(("8.8.8.8", 53))
            outside.send(query)
            outside.recv(512)
            return found + " and a resolver outside"
        except OSError:
            return found


server.run()
