"""Echo round trips through the client of the Python SDK: `python py.py COUNT AT_ONCE WARM -- PROGRAM [ARG]...`, the message in
`MSG`. Prints one line of JSON: `{p50_us, p99_us, tail_us, rate, cpu_s}`."""

import json
import os
import sys
import time

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

count, at_once, warm = map(int, sys.argv[1:4])
program, *args = sys.argv[sys.argv.index("--") + 1 :]
message = os.environ["MSG"]


async def load(session):
    async def call():
        return await session.call_tool("echo", {"message": message})

    first = await call()
    if message not in first.content[0].text:
        raise SystemExit("not what was sent")
    for _ in range(warm):
        await call()
    taken = []
    left = iter(range(count))

    async def worker():
        for _ in left:
            begin = time.perf_counter()
            await call()
            taken.append((time.perf_counter() - begin) * 1e6)

    cpu, begin = time.process_time(), time.perf_counter()
    async with anyio.create_task_group() as group:
        for _ in range(at_once):
            group.start_soon(worker)
    seconds, spent = time.perf_counter() - begin, time.process_time() - cpu
    taken.sort()
    figures = {
        "p50_us": taken[count // 2],
        "p99_us": taken[int(count * 0.99)],
        "tail_us": [taken[int(count * share)] for share in (0.5, 0.75, 0.9, 0.95, 0.99, 0.999)],
        "rate": count / seconds,
        "cpu_s": spent,
    }
    print(json.dumps(figures), flush=True)


async def main():
    with open(os.devnull, "w") as nowhere:
        server = StdioServerParameters(command=program, args=args)
        async with stdio_client(server, errlog=nowhere) as (read, write):
            async with ClientSession(read, write) as session:
                await session.initialize()
                await load(session)
                os._exit(0)


anyio.run(main)
