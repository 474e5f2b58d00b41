"""Calls a running server with OpenAI's Python client, unchanged. Usage: openai_client.py CHECK, one of the functions below.

OPENAI_BASE_URL, OPENAI_API_KEY and MODEL name the server, a key and a model. Any model passes, also one that writes
noise: only what the server guarantees is checked.
"""

import asyncio
import json
import math
import os
import sys
from typing import Literal

import openai
from pydantic import BaseModel

client = openai.OpenAI()
model = os.environ["MODEL"]
hello = [{"role": "user", "content": "Hello"}]


def streaming():
    stream = client.chat.completions.create(
        model=model, messages=hello, max_tokens=16, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert chunks[-1].choices == [] and chunks[-1].usage.completion_tokens > 0, chunks[-1]
    assert chunks[-2].choices[0].finish_reason in ("stop", "length"), chunks[-2]
    whole = client.chat.completions.create(model=model, messages=hello, max_tokens=16)
    assert whole.choices[0].message.content == text, (whole, text)
    assert whole.usage == chunks[-1].usage, (whole.usage, chunks[-1].usage)


def text_completions():
    options = {"model": model, "prompt": "Hello", "max_tokens": 8, "n": 2, "seed": 7, "temperature": 1}
    one, other = (client.completions.create(**options) for _ in range(2))
    assert [choice.index for choice in one.choices] == [0, 1], one
    assert [choice.text for choice in one.choices] == [choice.text for choice in other.choices], (one, other)


def likelihoods():
    answer = client.chat.completions.create(
        model=model, messages=hello, max_tokens=8, logprobs=True, top_logprobs=3
    )
    for token in answer.choices[0].logprobs.content:
        assert token.logprob <= 0 and len(token.top_logprobs) == 3, token
        assert math.isclose(token.top_logprobs[0].logprob, token.logprob, abs_tol=1e-4), token
    text = client.completions.create(model=model, prompt="Hello", max_tokens=8, logprobs=2)
    logprobs = text.choices[0].logprobs
    assert len(logprobs.tokens) == len(logprobs.token_logprobs) == len(logprobs.text_offset), logprobs


def tools():
    answer = client.chat.completions.create(
        model=model,
        messages=hello,
        tool_choice="required",
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "set_light",
                    "parameters": {
                        "type": "object",
                        "properties": {"on": {"type": "boolean"}},
                        "required": ["on"],
                        "additionalProperties": False,
                    },
                },
            }
        ],
    )
    [call] = answer.choices[0].message.tool_calls
    assert answer.choices[0].finish_reason == "tool_calls", answer
    assert call.function.name == "set_light", call
    assert isinstance(json.loads(call.function.arguments)["on"], bool), call


class Light(BaseModel):
    on: bool
    color: Literal["red", "green", "blue"]


def structured_output():
    answer = client.chat.completions.parse(model=model, messages=hello, response_format=Light)
    assert isinstance(answer.choices[0].message.parsed, Light), answer


def parallel_streams():
    async def stream(asynchronous):
        chunks = [
            chunk
            async for chunk in await asynchronous.chat.completions.create(
                model=model, messages=hello, max_tokens=16, stream=True
            )
        ]
        return chunks[-1].choices[0].finish_reason

    async def all_streams():
        async with openai.AsyncOpenAI() as asynchronous:
            return await asyncio.gather(*(stream(asynchronous) for _ in range(20)))

    reasons = asyncio.run(all_streams())
    assert len(reasons) == 20 and set(reasons) <= {"stop", "length"}, reasons


def errors():
    def error_of(kind, call):
        try:
            call()
        except kind as error:
            return error.code
        raise AssertionError(f"{kind.__name__} was not raised.")

    def chat(**changes):
        return lambda: client.chat.completions.create(**{"model": model, "messages": hello, **changes})

    assert error_of(openai.NotFoundError, chat(model="unknown")) == "model_not_found"
    long = [{"role": "user", "content": "word " * 10_000}]
    assert error_of(openai.BadRequestError, chat(messages=long)) == "context_length_exceeded"
    assert error_of(openai.BadRequestError, chat(temperature=3)) == "invalid_value"
    embed = lambda: client.embeddings.create(model=model, input="Hello")
    assert error_of(openai.BadRequestError, embed) == "operation_not_supported"
    unknown = openai.OpenAI(api_key="fhai_unknown")
    assert error_of(openai.AuthenticationError, lambda: unknown.models.retrieve(model)) == "invalid_api_key"


globals()[sys.argv[1]]()
