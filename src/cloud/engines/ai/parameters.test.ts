/** Checks that this server's own models handle each parameter of OpenAI's API as parameters.ts lists it: applied, ignored or refused. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fakeGguf } from "../../../../tests/support/ai/gguf-engine.ts";
import { operations, type Operation, type Upstream } from "./ai.ts";
import { embeddedModel, openEmbeddedModel } from "./embedded/open.ts";
import { openGguf } from "./gguf.ts";
import { parameters, type OwnEngine, type Parameter, type ParameterRule } from "./parameters.ts";
import { formatMarkdown } from "../../../../tests/support/markdown.ts";

const embedded = openEmbeddedModel();
const gguf = await openGguf("/models/tiny.gguf", fakeGguf({ said: ["Hello"] }).packages);
afterAll(embedded.close);

const engines: Readonly<Record<OwnEngine, { readonly id: string; readonly model: Upstream }>> = {
  gguf: { id: "tiny", model: gguf },
  embedded: { id: embeddedModel.id, model: embedded },
};
const required: Readonly<Record<Operation, Record<string, unknown>>> = {
  "chat/completions": { messages: [{ role: "user", content: "What is LAND?" }] },
  completions: { prompt: "What is LAND?" },
  embeddings: { input: "What is LAND?" },
};

/** A value of each parameter that differs from the default. */
const samples: Readonly<Record<string, unknown>> = {
  ...required["chat/completions"],
  ...required.completions,
  ...required.embeddings,
  n: 2,
  best_of: 2,
  max_completion_tokens: 5,
  max_tokens: 5,
  stop: ["the"],
  stream: true,
  stream_options: { include_usage: true },
  response_format: { type: "json_object" },
  temperature: 0.5,
  top_p: 0.5,
  seed: 7,
  frequency_penalty: 1,
  presence_penalty: 1,
  logit_bias: { 5: 1 },
  logprobs: 1,
  top_logprobs: 2,
  echo: true,
  suffix: "end",
  tools: [{ type: "function", function: { name: "weather" } }],
  tool_choice: "required",
  parallel_tool_calls: true,
  functions: [{ name: "weather" }],
  function_call: { name: "weather" },
  web_search_options: {},
  modalities: ["text", "audio"],
  audio: { voice: "alloy", format: "mp3" },
  reasoning_effort: "high",
  verbosity: "low",
  moderation: { model: "any" },
  store: true,
  metadata: { a: "b" },
  service_tier: "flex",
  prediction: { type: "content", content: "LAND" },
  prompt_cache_key: "a",
  prompt_cache_options: {},
  prompt_cache_retention: "24h",
  safety_identifier: "a",
  user: "a",
  encoding_format: "base64",
  dimensions: 8,
};
const sampleOf = ({ name, on }: Parameter): unknown =>
  name === "logprobs" && on.includes("chat/completions") ? true : samples[name];

const ask = async (engine: OwnEngine, operation: Operation, typed: Record<string, unknown>) => {
  const { id, model } = engines[engine];
  const needed = "stream_options" in typed ? { stream: true } : {};
  const body = { model: id, ...required[operation], ...needed, ...typed };
  const response = await model.ask(operation, body, new AbortController().signal);
  return { status: response.status, text: await response.text() };
};
const errorIn = (text: string) => (JSON.parse(text) as { error: Record<string, unknown> }).error;

const rows = (["gguf", "embedded"] as const).flatMap((engine) =>
  parameters
    .filter(({ name }) => name !== "model")
    .flatMap((parameter) =>
      parameter.on
        .filter((operation) => engine === "gguf" || operation !== "embeddings")
        .map((operation) => [engine, operation, parameter.name, parameter] as const),
    ),
);

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

  test("docs/reference/ai-parameters.md shows the table", async () => {
    const says = (rule: ParameterRule): string => {
      if (rule.does === "apply") return rule.effect;
      if (rule.does === "ignore") return `Ignored. ${rule.why}`;
      const except = rule.except.map((one) => `\`${JSON.stringify(one)}\``).join(", ");
      return `Refused${except && `, except ${except}`}. ${rule.why}`;
    };
    const lines = parameters.map(
      ({ name, on, gguf: file, embedded: small }) =>
        `| \`${name}\` | ${on.map((one) => `\`${one}\``).join(", ")} | ${says(file)} | ${says(small)} |`,
    );
    const table = ["| parameter | of | GGUF file | embedded model |", "| --- | --- | --- | --- |", ...lines].join("\n");
    const document = await readFile(join(import.meta.dirname, "../../../../docs/reference/ai-parameters.md"), "utf8");
    expect(document).toContain((await formatMarkdown(table)).trim());
  });
});

test.each(rows)("%s, %s: %s behaves as its row says", async (engine, operation, name, parameter) => {
  const rule = parameter[engine];
  const { status, text } = await ask(engine, operation, { [name]: sampleOf(parameter) });
  if (rule.does !== "refuse") return expect([status, text]).toEqual([200, expect.any(String)]);
  expect(status).toBe(400);
  expect(errorIn(text)).toEqual({
    message: expect.stringContaining(rule.why),
    type: "invalid_request_error",
    param: name,
    code: expect.stringMatching(/^unsupported_(parameter|value)$/),
  });
  for (const value of rule.except) expect((await ask(engine, operation, { [name]: value })).status).toBe(200);
});

test.each(rows)("%s, %s: null means the default of %s, and a value of the wrong type is refused", async (...row) => {
  const [engine, operation, name] = row;
  const isRequired = name in required[operation];
  expect((await ask(engine, operation, { [name]: null })).status).toBe(isRequired ? 400 : 200);
  if (name === "tool_choice" || name === "function_call") return;
  const { status, text } = await ask(engine, operation, { [name]: name === "stop" || name === "prompt" ? 5 : [[]] });
  expect(status).toBe(400);
  expect(errorIn(text)).toMatchObject({ param: name, type: "invalid_request_error" });
});

test.each(["gguf", "embedded"] as const)("%s: an unknown parameter is refused", async (engine) => {
  const { status, text } = await ask(engine, "chat/completions", { top_k: 5 });
  expect([status, errorIn(text)]).toEqual([
    400,
    expect.objectContaining({ code: "unknown_parameter", param: "top_k" }),
  ]);
});

test.each([
  [{ role: "tool", content: "x" }, "messages[0].role"],
  [{ role: "user", content: 5 }, "messages[0].content"],
  [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }, "messages[0].content[0].type"],
  [{ role: "assistant", content: null, tool_calls: [{ id: "1" }] }, "messages[0].tool_calls"],
])("a message with more than text is refused, with its position: %j", async (message, param) => {
  for (const engine of ["gguf", "embedded"] as const) {
    const { status, text } = await ask(engine, "chat/completions", { messages: [message] });
    expect([status, errorIn(text)["param"]]).toEqual([400, param]);
  }
});
