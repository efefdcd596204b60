"""A server of the Python SDK with resources, templates, prompts and completions, over stdio."""

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

BOOKS = {"emma": "Emma Woodhouse, handsome, clever, and rich", "persuasion": "Sir Walter Elliot"}

server = MCPServer("Library", title="A library", instructions="Ask for a book.", website_url="https://library.example")


@server.resource("book://index", mime_type="text/plain")
def index() -> str:
    """All books."""
    return "\n".join(BOOKS)


@server.resource("cover://index", mime_type="application/octet-stream")
def cover() -> bytes:
    """A picture, as bytes."""
    return bytes(range(256))


@server.resource("book://{title}/{page}", mime_type="text/plain")
def book(title: str, page: str) -> str:
    """One page of a book."""
    return f"{BOOKS[title]} ({page})"


@server.prompt(title="Review a book")
def review(title: str, tone: str = "kind") -> str:
    """Asks for a review."""
    return f"Write a {tone} review of {title}."


@server.completion()
async def complete(
    ref: PromptReference | ResourceTemplateReference, argument: CompletionArgument, context: CompletionContext | None
) -> Completion | None:
    if argument.name == "title":
        return Completion(values=[title for title in BOOKS if title.startswith(argument.value)])
    return None


@server.tool()
async def lend(title: str, ctx: Context) -> str:
    """Lends a book."""
    await ctx.info(f"lent {title}")
    return "lent"


if __name__ == "__main__":
    server.run()
