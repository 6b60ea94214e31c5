"""Uses a running gateway through SDKs and frameworks, each with the same cases. Prints a JSON object: for each case null, or what went wrong."""

import json
import os
import sys
import traceback
import uuid

# LiteLLM prints advice, and standard output is for the results alone.
OUTPUT, sys.stdout = sys.stdout, sys.stderr
# LiteLLM would otherwise load its list of models from the Internet.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from pydantic import BaseModel

SETUP = json.load(open(os.environ["VEIL_SDK_SETUP"], encoding="utf-8"))
LETTER = SETUP["letter"]
VALUES = SETUP["values"]
KEYS = SETUP["keys"]
ASKED = {"role": "user", "content": f"Answer this letter: {LETTER}"}
ANTHROPIC_URL = SETUP["url"]
OPENAI_URL = f"{SETUP['url']}/v1"
MODEL = "sim-model"
# The simulated provider calls the first tool for this model.
CALLING = "sim-tools"


class send(BaseModel):
    """Sends a letter"""

    subjects: list[str]
    note: str


SCHEMA = send.model_json_schema()
OPENAI_TOOL = {"type": "function", "function": {"name": "send", "parameters": SCHEMA}}
ANTHROPIC_TOOL = {"name": "send", "input_schema": SCHEMA}


def headers_for(kind):
    return {"X-Upstream-Key": SETUP["upstream_keys"][kind], "X-Veil-Relink": "true"}


def record_attempts():
    """Counts the requests of every HTTP client, because each framework creates its own."""
    attempts = []
    for name in ("httpx", "httpx2"):
        try:
            module = __import__(name)
        except ImportError:
            continue

        def counting(send_request):
            def counted(self, request, **more):
                attempts.append(str(request.url))
                return send_request(self, request, **more)

            return counted

        module.Client.send = counting(module.Client.send)
    return attempts


def errors_of(sdk, late="APITimeoutError"):
    """Returns the errors of an SDK by what they report."""
    return {
        "refused": sdk.AuthenticationError,
        "over_quota": sdk.RateLimitError,
        "failed": sdk.InternalServerError,
        "late": getattr(sdk, late),
    }


class OpenAI:
    """The SDK of OpenAI."""

    def __init__(self, key, **options):
        import openai

        self.errors = errors_of(openai)
        client = openai.OpenAI(
            api_key=key, base_url=OPENAI_URL, default_headers=headers_for("openai"), **options
        )
        self.completions = client.chat.completions

    def ask(self, turns, model=MODEL):
        return self.completions.create(model=model, messages=turns).choices[0].message.content

    def stream(self, turns):
        with self.completions.stream(model=MODEL, messages=turns) as stream:
            return [event.delta for event in stream if event.type == "content.delta"]

    def call(self, turns):
        answer = self.completions.create(model=CALLING, messages=turns, tools=[OPENAI_TOOL])
        call = answer.choices[0].message.tool_calls[0]
        results = [answer.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "Sent"}]
        return json.loads(call.function.arguments), self.ask([*turns, *results])

    def parse(self, turns):
        answer = self.completions.parse(model=MODEL, messages=turns, response_format=send)
        return answer.choices[0].message.parsed


class Anthropic:
    """The SDK of Anthropic."""

    def __init__(self, key, **options):
        import anthropic

        self.errors = errors_of(anthropic)
        client = anthropic.Anthropic(
            api_key=key,
            base_url=ANTHROPIC_URL,
            default_headers=headers_for("anthropic"),
            **options,
        )
        self.messages = client.messages

    def create(self, turns, **more):
        return self.messages.create(**{"model": MODEL, "max_tokens": 500, "messages": turns, **more})

    def ask(self, turns, model=MODEL):
        return self.create(turns, model=model).content[0].text

    def stream(self, turns):
        with self.messages.stream(model=MODEL, max_tokens=500, messages=turns) as stream:
            return list(stream.text_stream)

    def call(self, turns):
        answer = self.create(turns, model=CALLING, tools=[ANTHROPIC_TOOL])
        call = next(block for block in answer.content if block.type == "tool_use")
        result = {"type": "tool_result", "tool_use_id": call.id, "content": "Sent"}
        after = [{"role": "assistant", "content": answer.content}, {"role": "user", "content": [result]}]
        return call.input, self.ask([*turns, *after])

    def parse(self, turns):
        answer = self.messages.parse(model=MODEL, max_tokens=500, messages=turns, output_format=send)
        return answer.parsed_output


class LangChain:
    """A chat model of LangChain, with the method of structured output that a subclass names."""

    method = "json_schema"

    def model(self, name):
        raise NotImplementedError

    def ask(self, turns, model=MODEL):
        return self.model(model).invoke(turns).text

    def stream(self, turns):
        return [text for text in (chunk.text for chunk in self.model(MODEL).stream(turns)) if text]

    def call(self, turns):
        from langchain_core.messages import ToolMessage

        model = self.model(CALLING).bind_tools([send])
        answer = model.invoke(turns)
        call = answer.tool_calls[0]
        result = ToolMessage("Sent", tool_call_id=call["id"])
        return call["args"], self.ask([*turns, answer, result])

    def parse(self, turns):
        return self.model(MODEL).with_structured_output(send, method=self.method).invoke(turns)


class LangChainOpenAI(LangChain):
    def __init__(self, key, **options):
        import openai

        self.errors, self.key, self.options = errors_of(openai), key, options

    def model(self, name):
        from langchain_openai import ChatOpenAI

        headers = headers_for("openai")
        return ChatOpenAI(
            model=name,
            base_url=OPENAI_URL,
            api_key=self.key,
            default_headers=headers,
            **self.options,
        )


class LangChainOpenAITools(LangChainOpenAI):
    method = "function_calling"


class LangChainAnthropic(LangChain):
    def __init__(self, key, **options):
        import anthropic

        self.errors, self.key, self.options = errors_of(anthropic), key, options

    def model(self, name):
        from langchain_anthropic import ChatAnthropic

        headers = headers_for("anthropic")
        return ChatAnthropic(
            model=name,
            base_url=ANTHROPIC_URL,
            api_key=self.key,
            default_headers=headers,
            **self.options,
        )


class LangChainAnthropicTools(LangChainAnthropic):
    method = "function_calling"


class LiteLLM:
    """LiteLLM as a library, in the format that a subclass names."""

    def __init__(self, key, **options):
        import litellm

        failed = (litellm.InternalServerError, litellm.ServiceUnavailableError)
        self.errors = {**errors_of(litellm, late="Timeout"), "failed": failed}
        self.litellm, self.key, self.options = litellm, key, options

    def complete(self, turns, model=MODEL, **more):
        return self.litellm.completion(
            model=f"{self.kind}/{model}",
            messages=turns,
            api_base=self.url,
            api_key=self.key,
            extra_headers=headers_for(self.kind),
            **self.options,
            **more,
        )

    def ask(self, turns, **more):
        return self.complete(turns, **more).choices[0].message.content

    def stream(self, turns):
        chunks = self.complete(turns, stream=True)
        return [text for text in (chunk.choices[0].delta.content for chunk in chunks) if text]

    def call(self, turns):
        answer = self.complete(turns, model=CALLING, tools=[OPENAI_TOOL]).choices[0].message
        call = answer.tool_calls[0]
        results = [answer.model_dump(), {"role": "tool", "tool_call_id": call.id, "content": "Sent"}]
        return json.loads(call.function.arguments), self.ask([*turns, *results], tools=[OPENAI_TOOL])

    def parse(self, turns):
        return send.model_validate_json(self.ask(turns, response_format=send))


class LiteLLMOpenAI(LiteLLM):
    kind, url = "openai", OPENAI_URL


class LiteLLMAnthropic(LiteLLM):
    kind, url = "anthropic", ANTHROPIC_URL


class LiteLLMAnthropicSchema(LiteLLMAnthropic):
    """For models that LiteLLM knows to have structured output, it sends a schema."""

    def parse(self, turns):
        answer = self.complete(turns, model="claude-sonnet-4-5", response_format=send)
        return send.model_validate_json(answer.choices[0].message.content)


class LlamaIndex:
    """LlamaIndex with OpenAILike."""

    def __init__(self, key, **options):
        import openai

        self.errors, self.key, self.options = errors_of(openai), key, options

    def model(self, name):
        from llama_index.llms.openai_like import OpenAILike

        return OpenAILike(
            model=name,
            api_base=OPENAI_URL,
            api_key=self.key,
            default_headers=headers_for("openai"),
            is_chat_model=True,
            is_function_calling_model=True,
            # With more, LlamaIndex itself repeats a call over the quota, and waits for a minute.
            **{"max_retries": 1, **self.options},
        )

    @staticmethod
    def messages(turns):
        from llama_index.core.llms import ChatMessage

        return [turn if isinstance(turn, ChatMessage) else ChatMessage(**turn) for turn in turns]

    def ask(self, turns, model=MODEL):
        return self.model(model).chat(self.messages(turns)).message.content

    def stream(self, turns):
        chunks = self.model(MODEL).stream_chat(self.messages(turns))
        return [chunk.delta for chunk in chunks if chunk.delta]

    def call(self, turns):
        from llama_index.core.llms import ChatMessage
        from llama_index.core.tools import FunctionTool

        tool = FunctionTool.from_defaults(lambda **_: "Sent", name="send", fn_schema=send)
        model = self.model(CALLING)
        answer = model.chat_with_tools([tool], chat_history=self.messages(turns))
        call = model.get_tool_calls_from_response(answer)[0]
        more = {"tool_call_id": call.tool_id, "name": "send"}
        result = ChatMessage(role="tool", content="Sent", additional_kwargs=more)
        return call.tool_kwargs, self.ask([*turns, answer.message, result])

    def parse(self, turns):
        return self.model(MODEL).as_structured_llm(send).chat(self.messages(turns)).raw


CLIENTS = {
    "openai": OpenAI,
    "anthropic": Anthropic,
    "langchain-openai": LangChainOpenAI,
    "langchain-openai, objects by a tool": LangChainOpenAITools,
    "langchain-anthropic": LangChainAnthropic,
    "langchain-anthropic, objects by a tool": LangChainAnthropicTools,
    "litellm for openai": LiteLLMOpenAI,
    "litellm for anthropic": LiteLLMAnthropic,
    "litellm for anthropic, objects by a schema": LiteLLMAnthropicSchema,
    "llama-index": LlamaIndex,
}


def has_values(text):
    for value in VALUES:
        assert value in text, f"{value!r} is not in {text!r}"


def is_restored(texts):
    for text in texts:
        assert "[" not in text, f"{text!r} has a placeholder"
    assert any(value in text for text in texts for value in VALUES), texts


def plain(client):
    has_values(client(KEYS["allowed"]).ask([ASKED]))


def several_turns(client):
    chat = client(KEYS["allowed"])
    answer = chat.ask([ASKED])
    has_values(chat.ask([ASKED, {"role": "assistant", "content": answer}, {"role": "user", "content": "Go on"}]))


def streamed(client):
    pieces = client(KEYS["allowed"]).stream([ASKED])
    assert len(pieces) > 1, pieces
    has_values("".join(pieces))


def tool(client):
    given, answer = client(KEYS["allowed"]).call([ASKED])
    has_values(given["note"])
    has_values(answer)


def structured(client):
    parsed = client(KEYS["allowed"]).parse([ASKED])
    assert isinstance(parsed, send), parsed
    is_restored([*parsed.subjects, parsed.note])


def failing_model():
    """Returns a new model that fails twice, because the gateway's worker asks it twice."""
    return f"sim-status-500-500-x{uuid.uuid4().hex}"


def raises(error, key=KEYS["allowed"], model=lambda: MODEL, **options):
    def case(client):
        chat = client(key, **options)
        ATTEMPTS.clear()
        try:
            chat.ask([ASKED], model=model())
        except chat.errors[error]:
            assert len(ATTEMPTS) == 1, ATTEMPTS
        else:
            raise AssertionError(f"{error} was not raised")

    return case


CASES = {
    "an answer": plain,
    "an earlier answer in the next request": several_turns,
    "a stream": streamed,
    "a tool, and the answer to its result": tool,
    "an object of a class": structured,
    "a key that is not valid, after 1 attempt": raises("refused", key="gw_live_no"),
    "what is over the quota, after 1 attempt": raises("over_quota", key=KEYS["spent"]),
    "a failed provider, after 1 attempt": raises("failed", model=failing_model),
    "its own time-out": raises("late", model=lambda: "sim-hang", timeout=2, max_retries=0),
}


def outcome(case, client):
    try:
        case(client)
        return None
    except Exception:
        return traceback.format_exc(limit=-4)


ATTEMPTS = record_attempts()
results = {
    f"{name}: {what}": outcome(case, CLIENTS[name])
    for name in SETUP["clients"]
    for what, case in CASES.items()
}
json.dump(results, OUTPUT)
OUTPUT.flush()
