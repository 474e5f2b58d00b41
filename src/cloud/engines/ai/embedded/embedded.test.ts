import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Ask } from "../ai.ts";
import { corpus, refusal } from "../model/corpus.ts";
import { loadModel, modelFolder } from "./load.ts";
import { embeddedModel, openEmbeddedModel } from "./open.ts";
import { speak } from "./speak.ts";

const { tokenizer, weights } = loadModel();
const answerTo = (text: string): string =>
  [...speak(tokenizer, weights, { text, tokensMax: 96, temperature: 0 })].map((said) => said.text).join("");
const model = openEmbeddedModel();
afterAll(() => model.close());
const ask = async (body: Omit<Ask, "model">, operation: "chat/completions" | "embeddings" = "chat/completions") =>
  model.ask(operation, { model: embeddedModel.id, ...body }, new AbortController().signal);
const question = (content: unknown) => ({ messages: [{ role: "user", content }] });

it("the weights are committed as fp16 under 1 MB with their hash", () => {
  const path = join(modelFolder, "weights.bin");
  const { sha256 } = JSON.parse(readFileSync(join(modelFolder, "model.json"), "utf8")) as { sha256: string };
  expect(statSync(path).size).toBeLessThan(1_000_000);
  expect(createHash("sha256").update(readFileSync(path)).digest("hex")).toBe(sha256);
  expect(weights.shape.vocabulary).toBe(tokenizer.size);
});

it("answers a question of the corpus word for word, and similar questions", () => {
  const [first] = corpus();
  expect(answerTo(first!.question)).toBe(first!.answer);
  expect(answerTo("how do I top up my land balance")).toMatch(/^Open Deposit, choose a chain/);
  expect(answerTo("explain ipns")).toMatch(/^IPNS publishes changing content/);
});

it("refuses questions about other subjects", () => {
  for (const text of ["who is the king of spain", "how do I bake a cake", "tell me a good joke"])
    expect(answerTo(text)).toBe(refusal);
});

it("encodes and decodes text in any script", () => {
  for (const text of ["LAND", "naïve Ωμέγα 🦊 中文", "a\n\n  b\t<|user|>", ""]) {
    const tokens = tokenizer.encode(text);
    expect(Buffer.concat(tokens.map(tokenizer.bytesOf)).toString()).toBe(text);
    // Text never contains a mark.
    expect(tokens.every((token) => token < tokenizer.mark("user"))).toBe(true);
  }
});

it("refuses a question above the limit, at any length", async () => {
  expect(embeddedModel.contextTokens).toBe(weights.shape.context);
  for (const count of [60, 500, 100_000]) {
    const refused = await ask(question("and so on ".repeat(count)));
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      expect.objectContaining({ code: "context_length_exceeded", param: "messages", type: "invalid_request_error" }),
    ]);
  }
  expect(() => answerTo("and so on ".repeat(60))).toThrow(RangeError);
});

it("returns n choices, equal answers for equal seeds, and the likeliest answer for a small top_p", async () => {
  const drawn = async (typed: object) =>
    (await (await ask({ ...question("What is LAND?"), temperature: 2, ...typed })).json()).choices.map(
      ({ message }: { message: { content: string } }) => message.content,
    );
  const first = await drawn({ n: 3, seed: 7 });
  expect(first).toHaveLength(3);
  expect(new Set(first).size).toBe(3);
  expect(await drawn({ n: 3, seed: 7 })).toEqual(first);
  expect(await drawn({ top_p: 0 })).toEqual([answerTo("What is LAND?")]);
});

it("an answer ends before a stop sequence", async () => {
  const whole = answerTo("What is LAND?");
  const stop = whole.slice(8, 14);
  const cut = await (await ask({ ...question("What is LAND?"), stop })).json();
  expect(cut.choices).toMatchObject([
    { message: { content: whole.slice(0, whole.indexOf(stop)) }, finish_reason: "stop" },
  ]);
});

it("answers in OpenAI's format from a worker thread, as JSON and as events with usage", async () => {
  const whole = await (await ask(question("What is LAND?"))).json();
  expect(whole).toMatchObject({
    object: "chat.completion",
    model: embeddedModel.id,
    choices: [{ message: { role: "assistant", content: answerTo("What is LAND?") }, finish_reason: "stop" }],
  });
  const reply = await ask({
    ...question([{ type: "text", text: "What is LAND?" }]),
    stream: true,
    stream_options: { include_usage: true },
  });
  const events = (await reply.text())
    .split("\n\n")
    .filter(Boolean)
    .map((line) => line.slice("data: ".length));
  expect(events.pop()).toBe("[DONE]");
  const chunks = events.map((event) => JSON.parse(event));
  expect(chunks.pop()).toMatchObject({ choices: [], usage: whole.usage });
  expect(chunks.map(({ choices: [{ delta }] }) => delta.content ?? "").join("")).toBe(answerTo("What is LAND?"));
});

it("cuts an answer at max_tokens and reports the reason", async () => {
  const cut = await (await ask({ ...question("What is LAND?"), max_tokens: 3 })).json();
  expect(cut).toMatchObject({ choices: [{ finish_reason: "length" }], usage: { completion_tokens: 3 } });
});

it("refuses a request without a question, and embeddings", async () => {
  expect((await ask({ messages: [] })).status).toBe(400);
  const refused = await ask({ input: "x" }, "embeddings");
  expect([refused.status, (await refused.json()).error.code]).toEqual([400, "operation_not_supported"]);
});
