"""A server of the Python SDK whose tools ask: the user's model, the user, and the host, over stdio.

It speaks the revisions with sessions only, or all of them with the argument `both`. What it was told stands in the results of its tools, as JSON; what becomes of a request that is taken back, in its log.
"""

import base64
import json
import os
import sys
from typing import Literal

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.runner import serve_loop
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    ImageContent,
    ModelHint,
    ModelPreferences,
    SamplingMessage,
    TextContent,
    Tool,
    ToolChoice,
    ToolResultContent,
    ToolUseContent,
)
from pydantic import BaseModel, Field

# One pixel, transparent.
PIXEL = base64.b64encode(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=="
    )
).decode()

server = MCPServer("Asking")
# What `sample` waits for.
waiting: set[anyio.CancelScope] = set()


def said(answer) -> str:
    """An answer as it came."""
    return json.dumps(answer.model_dump(mode="json", by_alias=True, exclude_none=True))


def text(words: str) -> TextContent:
    return TextContent(type="text", text=words)


def user(content) -> SamplingMessage:
    return SamplingMessage(role="user", content=content)


async def ask_model(ctx: Context, messages: list[SamplingMessage], **wishes) -> str:
    wishes.setdefault("max_tokens", 100)
    with anyio.CancelScope() as scope:
        waiting.add(scope)
        try:
            return said(await ctx.session.create_message(messages, related_request_id=ctx.request_id, **wishes))
        except MCPError as error:
            return json.dumps({"error": {"code": error.error.code, "message": error.error.message}})
        finally:
            waiting.discard(scope)
    return "it was taken back"


@server.tool()
async def sample(ctx: Context, prompt: str, system: str | None = None, include: str | None = None, most: int = 100) -> str:
    """Asks the model one thing."""
    return await ask_model(
        ctx,
        [user(text(prompt))],
        system_prompt=system,
        include_context=include,
        max_tokens=most,
        model_preferences=ModelPreferences(hints=[ModelHint(name="haiku")], intelligence_priority=0.8),
    )


@server.tool()
async def sample_image(ctx: Context, characters: int = 0) -> str:
    """Asks what a picture shows, so many characters of base64 long."""
    picture = ImageContent(type="image", data=PIXEL + "A" * characters, mime_type="image/png")
    return await ask_model(ctx, [user(text("What is on it?")), user(picture)])


@server.tool()
async def sample_tools(ctx: Context) -> str:
    """Lets the model use a tool of this server, and asks again with what it gave."""
    shelf = Tool(name="shelf", description="Where a book stands", input_schema={"type": "object"})
    messages = [user(text("Where is Emma?"))]
    answer = await ctx.session.create_message(
        messages, max_tokens=100, tools=[shelf], tool_choice=ToolChoice(mode="auto"), related_request_id=ctx.request_id
    )
    blocks = answer.content if isinstance(answer.content, list) else [answer.content]
    used = [block for block in blocks if isinstance(block, ToolUseContent)]
    if not used:
        return said(answer)
    messages.append(SamplingMessage(role="assistant", content=used))
    results = [ToolResultContent(type="tool_result", tool_use_id=use.id, content=[text("On the third.")]) for use in used]
    messages.append(SamplingMessage(role="user", content=results))
    return await ask_model(ctx, messages, tools=[shelf])


class Guest(BaseModel):
    """A field of every kind."""

    name: str = Field(title="Your name", min_length=2, max_length=20)
    mail: str | None = Field(default=None, title="Mail", json_schema_extra={"format": "email"})
    page: str | None = Field(default=None, json_schema_extra={"format": "uri"})
    arrives: str | None = Field(default=None, json_schema_extra={"format": "date"})
    at: str | None = Field(default=None, json_schema_extra={"format": "date-time"})
    guests: int = Field(default=1, ge=1, le=8)
    budget: float | None = Field(default=None, ge=0.5)
    quiet: bool = True
    meal: Literal["meat", "fish", "plants"] = "plants"
    days: list[Literal["fri", "sat", "sun"]] = Field(default=["sat"], min_length=1, max_length=2)


@server.tool()
async def invite(ctx: Context) -> str:
    """Asks for everything about a guest."""
    answer = await ctx.elicit("For the invitation", Guest)
    data = getattr(answer, "data", None)
    return json.dumps({"action": answer.action, "data": data.model_dump(mode="json") if data else None})


@server.tool()
async def ask_form(ctx: Context, message: str, schema: dict) -> str:
    """Asks with any form."""
    try:
        return said(await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id))
    except MCPError as error:
        return json.dumps({"error": {"code": error.error.code, "message": error.error.message}})


@server.tool()
async def visit(ctx: Context, url: str, number: str = "visit-1") -> str:
    """Sends the user to a page, and says when that is done."""
    try:
        answer = await ctx.session.elicit_url("Look at this", url, number, related_request_id=ctx.request_id)
    except MCPError as error:
        return json.dumps({"error": {"code": error.error.code, "message": error.error.message}})
    await ctx.session.send_elicit_complete(number, related_request_id=ctx.request_id)
    return said(answer)


@server.tool()
async def take_back() -> str:
    """Takes back what `sample` asks at the moment."""
    for scope in list(waiting):
        scope.cancel()
    return "taken back"


@server.tool()
async def end() -> str:
    """Ends without a word."""
    os._exit(3)


@server.tool()
async def storm(ctx: Context, what: Literal["roots", "sampling", "elicitation"], times: int) -> str:
    """Asks the same many times at once; how many were answered, and the words of each error."""
    counts: dict[str, int] = {}

    def count(word: str) -> None:
        counts[word] = counts.get(word, 0) + 1

    async def once() -> None:
        try:
            if what == "roots":
                await ctx.session.list_roots()
            elif what == "sampling":
                await ctx.session.create_message([user(text("Again"))], max_tokens=10)
            else:
                await ctx.session.elicit_form("Again", {"type": "object", "properties": {}})
            count("answered")
        except MCPError as error:
            count(error.error.message)

    async with anyio.create_task_group() as group:
        for _ in range(times):
            group.start_soon(once)
    return json.dumps(counts)


@server.tool()
async def roots(ctx: Context) -> str:
    """Which folders it may know of."""
    return said(await ctx.session.list_roots())


async def with_sessions() -> None:
    """Serves the revisions with sessions only: what its tools ask, they ask in messages of their own."""
    own = server._lowlevel_server
    async with stdio_server() as (read, write), own.lifespan(own) as state:
        options = own.create_initialization_options()
        await serve_loop(own, read, write, lifespan_state=state, init_options=options)


if __name__ == "__main__":
    if sys.argv[1:] == ["both"]:
        server.run("stdio")
    else:
        anyio.run(with_sessions)
