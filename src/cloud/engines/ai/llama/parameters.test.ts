/** Checks that the model on this server handles each parameter of OpenAI's API as parameters.ts lists it: applied, ignored or refused. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeGguf, loadFake } from "../../../../../tests/support/ai/gguf-engine.ts";
import { required, sampleOf } from "../../../../../tests/support/ai/parameter-samples.ts";
import { operations, type Operation } from "../ai.ts";
import { parameters } from "./parameters.ts";

const { engine } = fakeGguf({ said: ["Hello"], contextTokens: 500 });
const writer = await loadFake(engine, { contextTokens: 500 });
const encoder = await loadFake(engine, { operations: ["embeddings"], contextTokens: 500 });

const ask = async (operation: Operation, typed: Record<string, unknown>) => {
  const needed = {
    ...("stream_options" in typed && { stream: true }),
    ...("top_logprobs" in typed && { logprobs: true }),
  };
  const body = { model: "tiny", ...required[operation], ...needed, ...typed };
  const model = operation === "embeddings" ? encoder : writer;
  const response = await model.ask(operation, body, "a key", new AbortController().signal);
  return { status: response.status, text: await response.text() };
};
const errorIn = (text: string) => (JSON.parse(text) as { error: Record<string, unknown> }).error;

const rows = parameters
  .filter(({ name }) => name !== "model")
  .flatMap((parameter) => parameter.on.map((operation) => [operation, parameter.name, parameter] as const));

describe("the table is complete:", () => {
  const declarations: Readonly<Record<Operation, [file: string, name: string]>> = {
    "chat/completions": ["resources/chat/completions/completions.d.ts", "ChatCompletionCreateParamsBase"],
    completions: ["resources/completions.d.ts", "CompletionCreateParamsBase"],
    embeddings: ["resources/embeddings.d.ts", "EmbeddingCreateParams"],
  };
  const folder = dirname(createRequire(import.meta.url).resolve("openai"));

  test.each(operations)(
    "it has a row for each parameter of %s in OpenAI's client, and no others",
    async (operation) => {
      const [file, name] = declarations[operation];
      const source = await readFile(join(folder, file), "utf8");
      const [, members] = new RegExp(`export interface ${name}\\b[^{]*\\{(.*?)\\n\\}`, "s").exec(source)!;
      const names = [...members!.matchAll(/^ {4}(\w+)\??:/gm)].map(([, one]) => one!);
      expect(names.length).toBeGreaterThan(4);
      const here = parameters.filter(({ on }) => on.includes(operation)).map((one) => one.name);
      expect([...here].sort()).toEqual(names.sort());
    },
  );
});

test.each(rows)("%s: %s behaves as its row says", async (operation, name, { rule, ...parameter }) => {
  const { status, text } = await ask(operation, { [name]: sampleOf(parameter) });
  if (rule.does !== "refuse") return expect([status, text]).toEqual([200, expect.any(String)]);
  expect(status).toBe(400);
  expect(errorIn(text)).toEqual({
    message: expect.stringContaining(rule.why),
    type: "invalid_request_error",
    param: name,
    code: expect.stringMatching(/^unsupported_(parameter|value)$/),
  });
  for (const value of rule.except) expect((await ask(operation, { [name]: value })).status).toBe(200);
});

test.each(rows)("%s: null means the default of %s, and a value of the wrong type is refused", async (...row) => {
  const [operation, name] = row;
  const isRequired = name in required[operation];
  expect((await ask(operation, { [name]: null })).status).toBe(isRequired ? 400 : 200);
  if (name === "tool_choice" || name === "function_call") return;
  const { status, text } = await ask(operation, { [name]: name === "stop" || name === "prompt" ? 5 : [[]] });
  expect(status).toBe(400);
  expect(errorIn(text)).toMatchObject({ param: expect.stringContaining(name), type: "invalid_request_error" });
});

test("an unknown parameter is refused", async () => {
  const { status, text } = await ask("chat/completions", { top_k: 5 });
  expect([status, errorIn(text)]).toEqual([
    400,
    expect.objectContaining({ code: "unknown_parameter", param: "top_k" }),
  ]);
});

test.each([
  [{ role: "function", content: "x" }, "messages[0].role"],
  [{ role: "user", content: 5 }, "messages[0].content"],
  [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }, "messages[0].content[0].type"],
  [{ role: "assistant", content: null, tool_calls: [{ id: "1" }] }, "messages[0].tool_calls"],
])("a message with more than text is refused, with its position: %j", async (message, param) => {
  const { status, text } = await ask("chat/completions", { messages: [message] });
  expect([status, errorIn(text)["param"]]).toEqual([400, param]);
});
