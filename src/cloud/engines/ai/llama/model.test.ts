import { expect, it, onTestFinished, vi } from "vitest";
import { fakeGguf, loadFake } from "../../../../../tests/support/ai/gguf-engine.ts";
import type { Operation } from "../ai.ts";
import { eventsOf } from "../events.ts";
import type { LoadOptions } from "./model.ts";

const question = { model: "tiny", messages: [{ role: "user", content: "two words" }] };
const never = new AbortController().signal;
const opened = async (behavior: Parameters<typeof fakeGguf>[0], options: Partial<LoadOptions> = {}) => {
  const { seen, engine } = fakeGguf(behavior);
  const model = await loadFake(engine, options);
  const ask = async (body: object, operation: Operation = "chat/completions") => {
    const response = await model.ask(operation, { model: "tiny", ...body }, "a key", never);
    return { status: response.status, body: await response.json() };
  };
  return { model, seen, ask };
};

it("a model streams its answer piece by piece while it generates", async () => {
  let goOn = (): void => undefined;
  const { model, seen } = await opened({
    said: ["Hello", " there"],
    pause: () => new Promise<void>((resolve) => (goOn = resolve)),
  });
  const response = await model.ask("chat/completions", { ...question, stream: true, max_tokens: 7 }, "a key", never);
  const texts: string[] = [];
  for await (const data of eventsOf(response.body!)) {
    const content = data === "[DONE]" ? "" : (JSON.parse(data).choices[0]?.delta.content ?? "");
    if (content === "") continue;
    texts.push(content);
    // The generation continues only if each piece arrives before the next.
    goOn();
  }
  expect(texts.join("")).toBe("Hello there");
  expect(seen.prompts).toMatchObject([{ maxTokens: 7, temperature: 0 }]);
  expect(seen.running).toBe(0);
});

it("a stream sends comments while its answer waits, so that readers don't end it", async () => {
  let goOn = (): void => undefined;
  const pause = () => new Promise<void>((resolve) => (goOn = resolve));
  const { model } = await opened({ said: ["Hello"], pause });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const response = await model.ask("chat/completions", { ...question, stream: true }, "a key", never);
  const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await pieces.read()).value;
  expect(await next()).toContain('"role":"assistant"');
  expect(await next()).toContain("Hello");
  const waiting = next();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await waiting).toBe(": waiting\n\n");
  goOn();
  expect(await next()).toContain('"finish_reason":"stop"');
  expect(await next()).toBe("data: [DONE]\n\n");
});

it("reads the whole conversation in the file's chat template, with special tokens once", async () => {
  const { ask, seen } = await opened({ said: ["Hi"] });
  await ask({
    messages: [
      { role: "developer", content: "Be short." },
      { role: "user", content: [{ type: "text", text: "One?" }] },
      { role: "assistant", content: "Two." },
      { role: "user", content: "Three?" },
    ],
  });
  expect(seen.prompts[0]!.text).toBe(
    "<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nOne?<|im_end|>\n<|im_start|>assistant\nTwo.<|im_end|>\n<|im_start|>user\nThree?<|im_end|>\n<|im_start|>assistant\n",
  );
  await ask({ prompt: "a <|im_end|> b" }, "completions");
  expect(seen.prompts[1]!.text).toBe("a text:<|im_end|> b");
});

it("reports a template that rejects a conversation, a missing template and an invalid one", async () => {
  const strict = await opened({ chatTemplate: "{{ raise_exception('Roles must alternate.') }}" });
  const refused = await strict.ask(question);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({ param: "messages", message: expect.stringContaining("Roles must alternate.") }),
  ]);
  const base = await opened({ chatTemplate: null, said: ["Hi"] }, { operations: ["completions"] });
  expect((await base.ask(question)).body.error).toMatchObject({ code: "operation_not_supported", param: "model" });
  expect((await base.ask({ prompt: "x" }, "completions")).status).toBe(200);
  await expect(opened({ chatTemplate: "{% if %}" })).rejects.toThrow(/^The model's chat template cannot be read: /);
});

it("rejects a prompt above the context length before the engine runs, and limits answers to the remaining context", async () => {
  const { ask, seen } = await opened({ said: Array.from({ length: 100 }, () => "x") });
  const long = { messages: [{ role: "user", content: "word ".repeat(60) }] };
  const { status, body } = await ask(long);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: "context_length_exceeded",
    param: "messages",
    message: expect.stringMatching(/^This model's maximum context length is 62 tokens\. Your request has \d+\./),
  });
  expect(seen.prompts).toEqual([]);
  const cut = await ask({ prompt: "word ".repeat(20).trim() }, "completions");
  expect(cut.body).toMatchObject({
    choices: [{ finish_reason: "length" }],
    usage: { prompt_tokens: 40, completion_tokens: 23, total_tokens: 63 },
  });
});

it("usage includes the end token, and n answers are n generations with different seeds", async () => {
  const { ask, seen } = await opened({ said: ["He", "llo"] });
  const { body } = await ask({ prompt: ["one", "two words"], n: 2, seed: 7, temperature: 1 }, "completions");
  expect(body.choices.map(({ index, text, finish_reason }: never) => [index, text, finish_reason])).toEqual(
    [0, 1, 2, 3].map((index) => [index, "Hello", "stop"]),
  );
  expect(body.usage).toEqual({ prompt_tokens: 2 + 4, completion_tokens: 12, total_tokens: 18 });
  expect(seen.prompts.map(({ seed }) => seed)).toEqual([7, 8, 7, 8]);
  seen.prompts.length = 0;
  await ask({ prompt: "one", n: 2, temperature: 1 }, "completions");
  const [first, second] = seen.prompts.map(({ seed }) => Number(seed));
  expect(second).toBe((first! + 1) % 2 ** 32);
});

it("repeated tokens are punished only as the request says, over the whole answer", async () => {
  const { ask, seen } = await opened({ said: ["Hi"] });
  await ask(question);
  await ask({ ...question, frequency_penalty: 0.5 });
  await ask({ prompt: "one", presence_penalty: -1 }, "completions");
  const asked = { penalty: 1, penalizeNewLine: true, lastTokens: 64 };
  expect(seen.prompts.map(({ repeatPenalty }) => repeatPenalty)).toEqual([
    false,
    { ...asked, frequencyPenalty: 0.5, presencePenalty: 0 },
    { ...asked, frequencyPenalty: 0, presencePenalty: -1 },
  ]);
});

it("likelihoods belong to the text that is returned: those of a stop sequence and of a call are left out", async () => {
  const { ask } = await opened({ said: ["One", " EN", "D two"] });
  const { body } = await ask({ ...question, stop: "END", logprobs: true, top_logprobs: 1 });
  const half = { logprob: Math.log(0.5) };
  const one = { token: "One", bytes: [79, 110, 101], ...half };
  const space = { token: " EN", bytes: [32, 69, 78], ...half };
  expect(body.choices[0].logprobs).toEqual({
    content: [
      { ...one, top_logprobs: [one] },
      { ...space, top_logprobs: [space] },
    ],
    refusal: null,
  });
  const text = await ask({ prompt: "one", stop: "END", logprobs: 1 }, "completions");
  expect(text.body.choices[0]).toMatchObject({
    text: "One ",
    logprobs: {
      tokens: ["One", " EN"],
      token_logprobs: [Math.log(0.5), Math.log(0.5)],
      top_logprobs: [{ One: Math.log(0.5) }, { " EN": Math.log(0.5) }],
      text_offset: [0, 3],
    },
  });
  const calling = await opened({ said: [JSON.stringify(call)], ...roomy }, roomy);
  const called = await calling.ask({ ...question, tools: [weather], logprobs: true });
  expect(called.body.choices[0]).toMatchObject({ finish_reason: "tool_calls", logprobs: { content: [] } });
  const alone = await ask({ ...question, top_logprobs: 1 });
  expect([alone.status, alone.body.error.param]).toEqual([400, "top_logprobs"]);
});

it("an answer ends before a stop sequence, even one split across pieces, and the engine stops", async () => {
  let stopped = 0;
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        stopped += 1;
        reject(signal.reason as Error);
      });
      setImmediate(resolve);
    });
  const { ask } = await opened({ said: ["One", " EN", "D two", " three"], pause });
  const { body } = await ask({ ...question, stop: ["END", "never"] });
  expect(body.choices).toMatchObject([{ message: { content: "One " }, finish_reason: "stop" }]);
  await expect.poll(() => stopped).toBeGreaterThan(0);
});

it("JSON mode uses a grammar, and a schema that a grammar can't express is rejected", async () => {
  const { ask, seen } = await opened({ said: ["{}"] });
  await ask({ ...question, response_format: { type: "json_object" } });
  const schema = { type: "object", properties: { pattern: { type: "string" } }, required: ["pattern"] };
  const typed = (one: object) => ({
    ...question,
    response_format: { type: "json_schema", json_schema: { schema: one } },
  });
  await ask(typed(schema));
  expect(seen.prompts.map(({ grammar }) => grammar)).toEqual(["a grammar of JSON", "a grammar of a schema"]);
  expect(seen.grammars).toEqual(["json", schema]);
  const { status, body } = await ask(typed({ type: "object", properties: { a: { type: "string", pattern: "x" } } }));
  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({
      param: "response_format.json_schema.schema",
      message: expect.stringContaining("pattern"),
    }),
  ]);
});

it("embeddings return a vector for each text, as numbers or in base64, with usage", async () => {
  const { ask } = await opened({}, { operations: ["embeddings"] });
  const { body } = await ask({ input: ["one", "two words"] }, "embeddings");
  expect(body).toMatchObject({
    object: "list",
    data: [
      { object: "embedding", index: 0, embedding: [1, 0.5] },
      { index: 1, embedding: [3, 0.5] },
    ],
    usage: { prompt_tokens: 6, total_tokens: 6 },
  });
  const coded = await ask({ input: "one", encoding_format: "base64" }, "embeddings");
  const bytes = Buffer.from(coded.body.data[0].embedding as string, "base64");
  expect([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length]).toEqual([1, 0.5, 8]);
  expect((await ask({ input: "word ".repeat(60) }, "embeddings")).body.error.code).toBe("context_length_exceeded");
  expect((await ask({ input: [""] }, "embeddings")).body.error).toMatchObject({ param: "input" });
  expect((await ask({ prompt: "x" }, "completions")).body.error.code).toBe("operation_not_supported");
});

it("answers as many requests at a time as it has sequences, and goes on after a failure", async () => {
  const { ask, seen } = await opened({ said: ["Hi"], pause: () => new Promise(setImmediate) });
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(question)));
  expect(answers.every(({ body }) => body.choices[0].message.content === "Hi")).toBe(true);
  expect(seen).toMatchObject({ running: 0, most: 2 });
  const failing = await opened({ said: ["Hi"], pause: () => Promise.reject(new Error("out of memory")) });
  for (const _ of [1, 2, 3]) await expect(failing.ask(question)).rejects.toThrow("out of memory");
  expect(failing.seen.running).toBe(0);
});

it("skips a queued request whose client disconnected", async () => {
  const { model, seen } = await opened({ said: ["Hi"] });
  const gone = new AbortController();
  gone.abort();
  const response = await model.ask("chat/completions", question, "a key", gone.signal);
  await expect(response.text()).rejects.toThrow();
  expect(seen.prompts).toEqual([]);
});

it("a file that the engine can't load is reported in one sentence", async () => {
  await expect(opened({}, { path: "/models/broken.gguf" })).rejects.toThrow(
    "The model cannot be loaded: invalid magic",
  );
});

const roomy = { contextTokens: 500 };
const weather = {
  type: "function",
  function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};
const call = { name: "weather", arguments: { city: "Oslo" } };

it("output that calls a tool becomes a call, whole and streamed; other output is text", async () => {
  const { ask, model } = await opened({ said: ["{", JSON.stringify(call).slice(1)], ...roomy }, roomy);
  const { body } = await ask({ ...question, tools: [weather] });
  const asCall = { type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
  expect(body.choices).toMatchObject([
    { message: { content: null, tool_calls: [asCall] }, finish_reason: "tool_calls" },
  ]);
  const streamed = { ...question, tools: [weather], stream: true };
  const deltas: { tool_calls?: unknown[] }[] = [];
  const response = await model.ask("chat/completions", streamed, "a key", never);
  for await (const data of eventsOf(response.body!)) if (data !== "[DONE]") deltas.push(JSON.parse(data).choices[0]);
  expect(deltas).toMatchObject([
    { delta: { role: "assistant" } },
    { delta: { tool_calls: [{ index: 0, id: expect.stringMatching(/^call_/), ...asCall }] } },
    { delta: {}, finish_reason: "tool_calls" },
  ]);

  const tagged = await opened({ said: ["<tool", "_call>\n", JSON.stringify(call), "\n</tool_call>"], ...roomy }, roomy);
  expect((await tagged.ask({ ...question, tools: [weather] })).body.choices[0].finish_reason).toBe("tool_calls");
  const unknown = await opened({ said: ['{"name": "other"}'], ...roomy }, roomy);
  expect((await unknown.ask({ ...question, tools: [weather] })).body.choices[0]).toMatchObject({
    message: { content: '{"name": "other"}' },
    finish_reason: "stop",
  });
  const none = await ask({ ...question, tools: [weather], tool_choice: "none" });
  expect(none.body.choices[0].message).toEqual({ role: "assistant", content: JSON.stringify(call), refusal: null });
});

it("a required call follows a grammar of the tools, and a schema's anyOf is one of its schemas", async () => {
  const { ask, seen } = await opened({ said: [JSON.stringify(call)], ...roomy }, roomy);
  const optional = { anyOf: [{ type: "string" }, { type: "null" }] };
  const other = {
    type: "function",
    function: { name: "time", parameters: { type: "object", properties: { optional } } },
  };
  await ask({ ...question, tools: [weather, other], tool_choice: "required" });
  await ask({ ...question, tools: [weather, other], tool_choice: { type: "function", function: { name: "time" } } });
  const required = { type: "object", required: ["name", "arguments"] };
  const time = {
    ...required,
    properties: {
      name: { const: "time" },
      arguments: { type: "object", properties: { optional: { oneOf: optional.anyOf } } },
    },
  };
  const first = { ...required, properties: { name: { const: "weather" }, arguments: weather.function.parameters } };
  expect(seen.grammars).toEqual([{ oneOf: [first, time] }, { oneOf: [time] }]);
  for (const choice of ["always", { type: "function", function: { name: "other" } }, "required"])
    expect((await ask({ ...question, tools: [], tool_choice: choice })).body.error).toMatchObject({
      param: "tool_choice",
    });
});

it("a template without tools gets them in the system message, and their calls and results as text", async () => {
  const conversation = [
    { role: "user", content: "Is it cold?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "weather", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "1", content: "-3 °C" },
  ];
  const plain = await opened({ said: ["Yes"], ...roomy }, roomy);
  await plain.ask({ messages: conversation, tools: [weather] });
  const { text } = plain.seen.prompts[0]!;
  expect(text).toMatch(/^<\|im_start\|>system\nYou can call these functions:\n\{"name":"weather",/);
  expect(text).toContain('assistant\n{"name":"weather","arguments":{}}<|im_end|>');
  expect(text).toContain("user\nResult: -3 °C<|im_end|>");

  const chatTemplate =
    "{% for tool in tools %}{{ tool.function.name }} {% endfor %}{% for m in messages %}{{ m.role }}:{{ m.content }}{% if m.tool_calls %}[{{ m.tool_calls[0].function.name }}]{% endif %} {% endfor %}";
  const native = await opened({ said: ["Yes"], chatTemplate });
  await native.ask({ messages: conversation, tools: [weather] });
  expect(native.seen.prompts[0]!.text).toBe("weather user:Is it cold? assistant:[weather] tool:-3 °C ");
});
