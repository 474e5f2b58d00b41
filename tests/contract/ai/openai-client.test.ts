/** OpenAI's client for JavaScript, unchanged, against a running server with the real engine. The model writes noise: what holds for it holds for any. */
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { localModelCloud } from "../../support/ai/local-model-cloud.ts";
import { hasEngine } from "../../support/ai/tiny-model.ts";

const isInstalled = await hasEngine();
const local = isInstalled ? await localModelCloud() : undefined;
const messages = [{ role: "user" as const, content: "Hello" }];

describe.skipIf(!isInstalled)("a local model", () => {
  let client: OpenAI;
  let model: string;
  beforeAll(() => {
    const { model: id, ...options } = local!;
    model = id;
    client = new OpenAI(options);
  });
  const answer = (more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) =>
    client.chat.completions.create({ model, messages, max_tokens: 12, ...more });

  it("streams what it answers whole, with usage, and ends before a stop sequence", async () => {
    const whole = await answer();
    const stream = await client.chat.completions.create({
      model,
      messages,
      max_tokens: 12,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let usage;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      usage = chunk.usage;
    }
    const { content } = whole.choices[0]!.message;
    expect([text, usage]).toEqual([content, whole.usage]);
    const stop = content!.slice(2, 4);
    const stopped = (await answer({ stop })).choices[0]!;
    expect(stopped).toMatchObject({
      message: { content: content!.slice(0, content!.indexOf(stop)) },
      finish_reason: "stop",
    });
  });

  it("draws n answers by seed, temperature, top_p and penalties: equal for equal seeds, and different without", async () => {
    const drawn = { n: 2, temperature: 1.5, top_p: 0.99, frequency_penalty: 1, presence_penalty: -1, max_tokens: 24 };
    const textsOf = ({ choices }: OpenAI.ChatCompletion) => choices.map(({ message }) => message.content);
    const [one, other] = [textsOf(await answer({ ...drawn, seed: 7 })), textsOf(await answer({ ...drawn, seed: 7 }))];
    expect(one).toEqual(other);
    expect(new Set(one).size).toBe(2);
    expect(new Set(textsOf(await answer(drawn))).size).toBe(2);
  });

  it("calls a required tool, and answers in the form of a schema", async () => {
    const schema = z.object({ on: z.boolean(), color: z.enum(["red", "green"]) });
    const parameters = z.toJSONSchema(schema);
    const tools = [{ type: "function" as const, function: { name: "set_light", parameters } }];
    const called = (await answer({ tools, tool_choice: "required", max_tokens: 400 })).choices[0]!;
    expect(called.finish_reason).toBe("tool_calls");
    const [call] = called.message.tool_calls!;
    expect(schema.parse(JSON.parse(call!.type === "function" ? call!.function.arguments : ""))).toBeDefined();
    const format = zodResponseFormat(schema, "light");
    const formed = await client.chat.completions.parse({ model, messages, response_format: format });
    expect(schema.parse(formed.choices[0]!.message.parsed)).toBeDefined();
  });

  it("tells how likely its tokens were, in both forms", async () => {
    const chat = (await answer({ logprobs: true, top_logprobs: 2 })).choices[0]!;
    expect(chat.logprobs!.content!.every(({ top_logprobs: top }) => top.length === 2)).toBe(true);
    const text = await client.completions.create({ model, prompt: "Hello", max_tokens: 5, logprobs: 0 });
    expect(text.choices[0]!.logprobs).toMatchObject({ token_logprobs: expect.any(Array), top_logprobs: null });
  });

  it("refuses a longer conversation than its context, and embeddings, with the client's own errors", async () => {
    const long = answer({ messages: [{ role: "user", content: "word ".repeat(1000) }] });
    await expect(long).rejects.toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "messages",
      message: expect.stringContaining("maximum context length is 2046 tokens"),
    });
    await expect(client.embeddings.create({ model, input: "Hello" })).rejects.toMatchObject({
      status: 400,
      code: "operation_not_supported",
    });
  });
});
