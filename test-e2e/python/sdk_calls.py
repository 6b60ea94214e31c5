"""Drives a running gateway with the official Python SDKs. Prints a JSON object: for each case null, or what went wrong."""

import asyncio
import json
import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

import anthropic
import httpx2 as httpx
import openai

SETUP = json.load(open(os.environ["VEIL_SDK_SETUP"], encoding="utf-8"))
LETTER = SETUP["letter"]
VALUES = SETUP["values"]
TURNS = [{"role": "user", "content": f"Answer this letter: {LETTER}"}]
RELINKED = {"X-Veil-Relink": "true"}
CHECKS = {}


def check(name):
    return lambda run: CHECKS.setdefault(name, run)


class Recorded:
    """An HTTP client that counts attempts and shortens the wait before the next attempt."""

    def __init__(self):
        self.statuses = []
        self.sent = 0
        self.client = httpx.Client(
            trust_env=False,
            event_hooks={"request": [self._count], "response": [self._record]},
        )

    def _count(self, _request):
        self.sent += 1

    def _record(self, response):
        self.statuses.append(response.status_code)
        if "retry-after" in response.headers:
            response.headers["retry-after-ms"] = "1"


def headers_for(kind):
    return {"X-Upstream-Key": SETUP["upstream_keys"][kind], **RELINKED}


def openai_client(api_key=None, **more):
    return openai.OpenAI(
        api_key=api_key or SETUP["api_key"],
        base_url=f"{SETUP['url']}/v1",
        default_headers=headers_for("openai"),
        **more,
    )


def anthropic_client(api_key=None, **more):
    return anthropic.Anthropic(
        api_key=api_key or SETUP["api_key"],
        base_url=SETUP["url"],
        default_headers=headers_for("anthropic"),
        **more,
    )


def complete(client, model="sim-model", **more):
    return client.chat.completions.create(model=model, messages=TURNS, **more)


def message(client, model="sim-model", **more):
    return client.messages.create(model=model, max_tokens=500, messages=TURNS, **more)


CALLS = {
    "openai": (openai, openai_client, complete),
    "anthropic": (anthropic, anthropic_client, message),
}


def has_values(text):
    for value in VALUES:
        assert value in text, f"{value!r} is not in {text!r}"


def thrown(call, error):
    try:
        call()
    except error as caught:
        return caught
    raise AssertionError(f"{error.__name__} was not raised")


@check("openai: an answer, its usage and its request's id")
def _():
    answer = complete(openai_client())
    has_values(answer.choices[0].message.content)
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
    assert answer.model_dump()["metadata"]["svc_compliance"]["request_id"] == answer._request_id


@check("openai: an answer, asynchronously")
def _():
    async def run():
        async with openai.AsyncOpenAI(
            api_key=SETUP["api_key"],
            base_url=f"{SETUP['url']}/v1",
            default_headers=headers_for("openai"),
        ) as client:
            return await complete(client)

    has_values(asyncio.run(run()).choices[0].message.content)


@check("openai: an earlier answer is sent back as it is")
def _():
    client = openai_client()
    turns = [*TURNS, complete(client).choices[0].message, {"role": "user", "content": "Go on"}]
    answer = client.chat.completions.create(model="sim-model", messages=turns)
    has_values(answer.choices[0].message.content)


@check("openai: a stream is refused")
def _():
    error = thrown(lambda: complete(openai_client(), stream=True), openai.BadRequestError)
    assert error.code == "streaming_not_supported", error.code


@check("openai: a list of models")
def _():
    assert len(list(openai_client().models.list())) > 0


@check("anthropic: an answer, its usage and its request's id")
def _():
    answer = message(anthropic_client())
    has_values(answer.content[0].text)
    assert answer.usage.input_tokens > 0 and answer.stop_reason == "end_turn"
    assert answer.model_dump()["metadata"]["svc_compliance"]["request_id"] == answer._request_id


@check("anthropic: a stream, its text and its final message")
def _():
    with anthropic_client().messages.stream(
        model="sim-crlf-pings-piece-3", max_tokens=500, messages=TURNS
    ) as stream:
        texts = list(stream.text_stream)
        final = stream.get_final_message()
    assert len(texts) > 1
    has_values("".join(texts))
    assert final.content[0].text == "".join(texts) and final.stop_reason == "end_turn"
    assert final.usage.output_tokens > 0


@check("anthropic: a stream, asynchronously, event by event")
def _():
    async def run():
        async with anthropic.AsyncAnthropic(
            api_key=SETUP["api_key"],
            base_url=SETUP["url"],
            default_headers=headers_for("anthropic"),
        ) as client:
            stream = await message(client, stream=True)
            return [event.type async for event in stream]

    types = asyncio.run(run())
    assert (types[0], types[-1]) == ("message_start", "message_stop"), types


@check("anthropic: an error in the middle of a stream")
def _():
    def read():
        for _event in message(anthropic_client(), model="sim-errorevent", stream=True):
            pass

    thrown(read, anthropic.APIStatusError)


@check("anthropic: a list of models, and a count of tokens")
def _():
    client = anthropic_client()
    assert len(list(client.models.list())) > 0
    assert client.messages.count_tokens(model="sim-model", messages=TURNS).input_tokens > 0


def refusals(kind):
    sdk, client_of, call = CALLS[kind]

    def code_of(error):
        return error.body["error"]["code"] if kind == "anthropic" else error.code

    def refused(name, error, status, code, attempts, run):
        @check(f"{kind}: {name}, after {attempts} attempt(s)")
        def _():
            recorded = Recorded()
            caught = thrown(lambda: run(recorded.client), getattr(sdk, error))
            assert recorded.statuses == [status] * attempts, recorded.statuses
            assert code_of(caught) == code, caught.body
            assert caught.request_id.startswith("req_"), caught.request_id

    def of_provider(status, times=1):
        model = f"sim-{kind}-status{f'-{status}' * times}"
        return lambda http: call(client_of(http_client=http), model=model)

    refused(
        *("a key that is not valid", "AuthenticationError", 401, "invalid_api_key", 1),
        lambda http: call(client_of(api_key="gw_live_no", http_client=http)),
    )
    refused(
        *("tools", "BadRequestError", 400, "tools_not_supported", 1),
        lambda http: call(client_of(http_client=http), tools=[{}]),
    )
    refused(
        *("what is over the quota", "RateLimitError", 429, "quota_exceeded", 1),
        lambda http: call(client_of(api_key=SETUP["spent_key"], http_client=http)),
    )
    upstream = [
        ("BadRequestError", 400, "upstream_request_refused", 1, 1),
        ("PermissionDeniedError", 403, "upstream_permission_denied", 1, 1),
        ("NotFoundError", 404, "upstream_not_found", 1, 1),
        ("RateLimitError", 429, "upstream_rate_limited", 3, 3),
        # The worker has already retried, and its response says so.
        ("InternalServerError", 503, "inference_service_unavailable", 1, 2),
    ]
    for error, status, code, attempts, times in upstream:
        name = f"the provider's {status}"
        refused(name, error, status, code, attempts, of_provider(status, times))

    @check(f"{kind}: its own time-out, after 2 attempts")
    def _():
        recorded = Recorded()
        client = client_of(http_client=recorded.client, timeout=1, max_retries=1)
        thrown(lambda: call(client, model="sim-hang"), sdk.APITimeoutError)
        assert recorded.sent == 2, recorded.sent

    @check(f"{kind}: no gateway there, after 3 attempts")
    def _():
        recorded = Recorded()
        client = client_of(http_client=recorded.client).with_options(base_url="http://127.0.0.1:1")
        thrown(lambda: call(client), sdk.APIConnectionError)
        assert recorded.sent == 3, recorded.sent


def outcome(run):
    try:
        run()
        return None
    except Exception:
        return traceback.format_exc(limit=-4)


for kind in CALLS:
    refusals(kind)
with ThreadPoolExecutor(12) as pool:
    results = dict(zip(CHECKS, pool.map(outcome, CHECKS.values())))
json.dump(results, sys.stdout)
