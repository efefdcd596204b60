"""A llama.cpp server with a tiny model of random weights: real inference, and words without sense.

Prints the server's address, and serves until its standard input closes.
"""

import os
import random
import struct
import sys
import tempfile

import xllamacpp

# Sizes of the model. The vocabulary is the bytes.
EMBEDDING, HEADS, FEED_FORWARD, CONTEXT = 64, 4, 128, 32_768
TOKENS = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)] + ["\u2581"]
# Tokens of an answer at most.
ANSWER = 16
TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"

# Types of values in a GGUF file, https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
UINT32, INT32, FLOAT32, STRING, ARRAY = 4, 5, 6, 8, 9
ALIGNMENT = 32


def string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def value(kind, content):
    if kind == STRING:
        return string(content)
    return struct.pack({UINT32: "<I", INT32: "<i", FLOAT32: "<f"}[kind], content)


def entry(key, kind, content):
    return string(key) + struct.pack("<I", kind) + value(kind, content)


def entries(key, kind, contents):
    head = struct.pack("<IIQ", ARRAY, kind, len(contents))
    return string(key) + head + b"".join(value(kind, content) for content in contents)


def tensors():
    """The name and the shape of each tensor, fastest dimension first."""
    yield "token_embd.weight", (EMBEDDING, len(TOKENS))
    yield "output.weight", (EMBEDDING, len(TOKENS))
    yield "output_norm.weight", (EMBEDDING,)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        yield f"blk.0.{name}.weight", (EMBEDDING, EMBEDDING)
    yield "blk.0.attn_norm.weight", (EMBEDDING,)
    yield "blk.0.ffn_norm.weight", (EMBEDDING,)
    yield "blk.0.ffn_gate.weight", (EMBEDDING, FEED_FORWARD)
    yield "blk.0.ffn_up.weight", (EMBEDDING, FEED_FORWARD)
    yield "blk.0.ffn_down.weight", (FEED_FORWARD, EMBEDDING)


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def model():
    facts = [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "tiny-random"),
        entry("llama.context_length", UINT32, CONTEXT),
        entry("llama.embedding_length", UINT32, EMBEDDING),
        entry("llama.block_count", UINT32, 1),
        entry("llama.feed_forward_length", UINT32, FEED_FORWARD),
        entry("llama.attention.head_count", UINT32, HEADS),
        entry("llama.attention.head_count_kv", UINT32, HEADS),
        entry("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        entry("llama.rope.dimension_count", UINT32, EMBEDDING // HEADS),
        entry("llama.vocab_size", UINT32, len(TOKENS)),
        entry("tokenizer.ggml.model", STRING, "llama"),
        entries("tokenizer.ggml.tokens", STRING, TOKENS),
        entries("tokenizer.ggml.scores", FLOAT32, [0.0] * len(TOKENS)),
        entries("tokenizer.ggml.token_type", INT32, [2, 3, 3] + [6] * 256 + [1]),
        entry("tokenizer.ggml.bos_token_id", UINT32, 1),
        entry("tokenizer.ggml.eos_token_id", UINT32, 2),
        entry("tokenizer.chat_template", STRING, TEMPLATE),
    ]
    weights, listed, rest = random.Random(7), [], b""
    for name, shape in tensors():
        head = string(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        listed.append(head + struct.pack("<IQ", 0, len(rest)))
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        norm = name.endswith("norm.weight")
        numbers = [1.0 if norm else weights.gauss(0, 0.05) for _ in range(count)]
        rest += padded(struct.pack(f"<{count}f", *numbers))
    begin = b"GGUF" + struct.pack("<IQQ", 3, len(listed), len(facts))
    return padded(begin + b"".join(facts) + b"".join(listed)) + rest


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tiny-random.gguf")
        with open(path, "wb") as file:
            file.write(model())
        params = xllamacpp.CommonParams()
        params.model.path = path
        params.n_ctx = CONTEXT
        params.n_predict = ANSWER
        params.n_parallel = 1
        params.warmup = False
        params.port = 0
        server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


main()
