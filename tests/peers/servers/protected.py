"""A server that wants a sign-in, after the Python SDK's own example of one: its authorization server and its resource server, at
two origins. It registers clients with a secret, gives no refresh token, and can revoke.

The first line it prints is {"server", "issuer"}. It then reads commands, a line each, as `protected.mjs` does.
"""

import asyncio
import json
import secrets
import socket
import sys
import time

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    ProviderTokenVerifier,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

HOST = "127.0.0.1"
SCOPE = "user"
ACCOUNT = ("demo_user", "demo_password")
FORM = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Demo sign-in</title><h1>Demo sign-in</h1>
<form method="post"><p><label>Name <input name="username" required></label>
<p><label>Password <input name="password" type="password" required></label>
<p><button type="submit">Sign in</button></form></html>"""

counts = {"registrations": 0, "sign_ins": 0, "codes": 0, "revocations": 0, "calls": 0}


class Doorkeeper(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """Keeps everything in memory; who knows the demo's password is let in."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.waiting: dict[str, tuple[str, AuthorizationParams]] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.tokens: dict[str, AccessToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        counts["registrations"] += 1
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        ticket = secrets.token_urlsafe(24)
        self.waiting[ticket] = (client.client_id, params)
        return f"{self.issuer}/login?ticket={ticket}"

    async def login(self, request: Request) -> Response:
        if request.method == "GET":
            return HTMLResponse(FORM)
        form = await request.form()
        known = self.waiting.pop(request.query_params.get("ticket", ""), None)
        if known is None or (form.get("username"), form.get("password")) != ACCOUNT:
            return HTMLResponse("Wrong name or password", status_code=401)
        counts["sign_ins"] += 1
        client_id, params = known
        code = AuthorizationCode(
            code=secrets.token_urlsafe(24),
            client_id=client_id,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            expires_at=time.time() + 60,
            scopes=params.scopes or [SCOPE],
            code_challenge=params.code_challenge,
            resource=params.resource,
        )
        self.codes[code.code] = code
        back = construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)
        return RedirectResponse(back, status_code=302)

    async def load_authorization_code(self, client: OAuthClientInformationFull, authorization_code: str) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode) -> OAuthToken:
        counts["codes"] += 1
        del self.codes[authorization_code.code]
        token = AccessToken(
            token=secrets.token_urlsafe(32),
            client_id=client.client_id,
            scopes=authorization_code.scopes,
            expires_at=int(time.time()) + 3600,
            resource=authorization_code.resource,
            subject=ACCOUNT[0],
        )
        self.tokens[token.token] = token
        return OAuthToken(access_token=token.token, token_type="Bearer", expires_in=3600, scope=" ".join(token.scopes))

    async def load_refresh_token(self, client: OAuthClientInformationFull, refresh_token: str) -> RefreshToken | None:
        return None

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.tokens.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        counts["revocations"] += 1
        self.tokens.pop(token.token, None)


def listening() -> tuple[socket.socket, str]:
    place = socket.socket()
    place.bind((HOST, 0))
    return place, f"http://{HOST}:{place.getsockname()[1]}"


async def commands(doors: Doorkeeper) -> None:
    """Answers each line of the input, and comes back at its end."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        answer: dict[str, object] = {}
        match line.strip():
            case "counts":
                answer = counts
            case "expire" | "forget":
                doors.tokens.clear()
            case other:
                answer = {"unknown": other}
        print(json.dumps(answer), flush=True)


async def main() -> None:
    near, issuer = listening()
    far, origin = listening()
    doors = Doorkeeper(issuer)
    settings = AuthSettings(
        issuer_url=issuer,
        resource_server_url=f"{origin}/mcp",
        required_scopes=[SCOPE],
        validate_token_resource=True,
        client_registration_options=ClientRegistrationOptions(enabled=True, valid_scopes=[SCOPE], default_scopes=[SCOPE]),
        revocation_options=RevocationOptions(enabled=True),
    )
    routes = create_auth_routes(
        provider=doors,
        issuer_url=settings.issuer_url,
        client_registration_options=settings.client_registration_options,
        revocation_options=settings.revocation_options,
    )
    routes.append(Route("/login", endpoint=doors.login, methods=["GET", "POST"]))

    server = MCPServer("Demo", token_verifier=ProviderTokenVerifier(doors), auth=settings)

    @server.tool()
    async def get_time() -> str:
        """Says what time it is."""
        counts["calls"] += 1
        return time.strftime("%H:%M")

    def program(app: Starlette) -> uvicorn.Server:
        return uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="auto"))

    programs = [(program(Starlette(routes=routes)), near), (program(server.streamable_http_app()), far)]
    tasks = [asyncio.create_task(one.serve(sockets=[place])) for one, place in programs]
    while not all(one.started for one, _ in programs):
        await asyncio.sleep(0.01)
    print(json.dumps({"server": f"{origin}/mcp", "issuer": issuer}), flush=True)
    await commands(doors)
    for one, _ in programs:
        one.should_exit = True
        one.force_exit = True
    await asyncio.gather(*tasks)


asyncio.run(main())
