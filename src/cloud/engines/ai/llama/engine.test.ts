/** The real engine in its own process, with a model of random weights. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pino } from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { engineFolder, hasEngine, tinyModelFile } from "../../../../../tests/support/ai/tiny-model.ts";
import type { Operation } from "../ai.ts";
import { eventsOf } from "../events.ts";
import { readGgufHeader } from "../models/gguf-header.ts";
import { openLlama, type Llama } from "./engine.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
const question = { model: "tiny", messages: [{ role: "user", content: "Hello" }], max_tokens: 8 };
/** Of a model that talks until its context is full. */
const endless = { ...question, max_tokens: 900, stream: true };

let path: string;
beforeAll(async () => {
  path = await tinyModelFile({ contextTokens: 1024 });
});

const opened = async (
  options: Partial<Parameters<typeof openLlama>[1]> = {},
  operations: readonly Operation[] = ["chat/completions", "completions"],
): Promise<Llama> => {
  const header = await readGgufHeader(path);
  const model = { id: "tiny", name: "Tiny", path, bytes: 100_000, header, operations };
  const llama = openLlama(model, { folder: engineFolder, gpu: "off", idleMs: 60_000, log, ...options });
  onTestFinished(() => llama.close());
  return llama;
};
const ask = async (llama: Llama, body: object, signal = never): Promise<Response> =>
  llama.ask("chat/completions", { ...question, ...body }, { signal, caller: "a key" });

/** Returns the IDs of the engine's processes with this test's model. */
const processes = (): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).includes(path));
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

it("a model that needs more memory than is free is not loaded, and the sentence says how much it needs", async () => {
  const llama = await opened({ availableMemory: () => 50 * 1024 ** 2 });
  await expect(ask(llama, {})).rejects.toThrow(
    "Tiny needs 0.1 GiB of memory, and 0.0 GiB are free. Use a smaller model, or stop other programs on the server.",
  );
  expect(processes()).toEqual([]);
});

describe.skipIf(!(await hasEngine()))("in its process", () => {
  it("answers whole and as a stream, with equal answers for equal seeds, and JSON that follows a schema", async () => {
    const llama = await opened();
    const whole = await (await ask(llama, { seed: 7, temperature: 1 })).json();
    expect(whole).toMatchObject({ object: "chat.completion", usage: { completion_tokens: expect.any(Number) } });
    const reply = await ask(llama, { seed: 7, temperature: 1, stream: true });
    let text = "";
    for await (const data of eventsOf(reply.body!))
      if (data !== "[DONE]") text += JSON.parse(data).choices[0]?.delta.content ?? "";
    expect(text).toBe(whole.choices[0].message.content);

    const schema = { type: "object", properties: { open: { type: "boolean" } }, required: ["open"] };
    const format = { type: "json_schema", json_schema: { schema } };
    const typed = await (await ask(llama, { max_tokens: 100, response_format: format })).json();
    expect(JSON.parse(typed.choices[0].message.content)).toEqual({ open: expect.any(Boolean) });
    const tools = [{ type: "function", function: { name: "shut", parameters: schema } }];
    const calling = await (await ask(llama, { max_tokens: 200, tools, tool_choice: "required" })).json();
    const [{ function: shut }] = calling.choices[0].message.tool_calls;
    expect([shut.name, JSON.parse(shut.arguments)]).toEqual(["shut", { open: expect.any(Boolean) }]);
  });

  it("tells how likely each token was, whole and streamed, with the likeliest tokens in each place", async () => {
    const llama = await opened();
    const wanted = { logprobs: true, top_logprobs: 3 };
    const whole = await (await ask(llama, wanted)).json();
    const { message, logprobs } = whole.choices[0];
    expect(logprobs.content.length).toBeGreaterThan(0);
    const said: { token: string; bytes: number[] | null }[] = logprobs.content;
    if (said.every(({ bytes }) => bytes)) expect(said.map(({ token }) => token).join("")).toBe(message.content);
    for (const { token, logprob, bytes, top_logprobs: top } of logprobs.content) {
      expect(bytes).toEqual(token === "\u{FFFD}" ? null : [...Buffer.from(token)]);
      // At temperature 0 it is the likeliest.
      expect(top).toHaveLength(3);
      expect(top[0]).toMatchObject({ token, bytes });
      expect(top[0].logprob).toBeCloseTo(logprob, 5);
      expect(top[0].logprob).toBeGreaterThanOrEqual(top[1].logprob);
    }
    const streamed = [];
    const reply = await ask(llama, { ...wanted, stream: true });
    for await (const data of eventsOf(reply.body!))
      if (data !== "[DONE]") streamed.push(...(JSON.parse(data).choices[0]?.logprobs?.content ?? []));
    expect(streamed).toEqual(logprobs.content);

    const body = { model: "tiny", prompt: "Hello", max_tokens: 8, logprobs: 2, temperature: 1, seed: 7 };
    const text = await (await llama.ask("completions", body, { signal: never, caller: "a key" })).json();
    const { tokens, token_logprobs: chosen, top_logprobs: tops, text_offset: offsets } = text.choices[0].logprobs;
    expect(chosen.every((one: number) => one <= 0)).toBe(true);
    for (const [index, top] of tops.entries()) expect(top).toHaveProperty([tokens[index]]);
    expect(offsets[0]).toBe(0);
  });

  it("a model that encodes text gives equal vectors for equal texts, and refuses to write", async () => {
    const llama = await opened({}, ["embeddings"]);
    const options = { signal: never, caller: "a key" };
    const input = ["Hello", "Other", "Hello"];
    const { data, usage } = await (await llama.ask("embeddings", { model: "tiny", input }, options)).json();
    expect(data[0].embedding).toHaveLength(32);
    expect(data[2].embedding).toEqual(data[0].embedding);
    expect(data[1].embedding).not.toEqual(data[0].embedding);
    expect(usage.prompt_tokens).toBeGreaterThan(3);
    expect((await (await ask(llama, {})).json()).error).toMatchObject({ code: "operation_not_supported" });
  });

  it("runs the model on one thread, and knows none of the server's settings", async () => {
    vi.stubEnv("SECRET_KEY", "of-the-server");
    onTestFinished(() => void vi.unstubAllEnvs());
    const llama = await opened();
    await (await ask(llama, { max_tokens: 1 })).json();
    const environment = readFileSync(`/proc/${processes()[0]}/environ`, "utf8").split("\0");
    expect(environment).toContain("UV_THREADPOOL_SIZE=1");
    expect(environment.filter((line) => line.includes("of-the-server"))).toEqual([]);
  });

  it("a killed process breaks off its answers, and the next request starts another", async () => {
    const llama = await opened();
    const streams = await Promise.all(Array.from({ length: 8 }, () => ask(llama, endless)));
    const [pid] = processes();
    process.kill(pid!, "SIGKILL");
    const ends = await Promise.allSettled(streams.map((response) => response.text()));
    expect(ends.filter(({ status }) => status === "rejected")).not.toEqual([]);
    // Its memory is gone before its socket is: only when it was reaped, nothing connects to it anymore.
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect((await ask(llama, {})).status).toBe(200);
    expect(processes()).not.toContain(pid);
  });

  it("requests that meet a process that has just ended share the next one", async () => {
    const llama = await opened();
    await (await ask(llama, {})).text();
    const [pid] = processes();
    process.kill(pid!, "SIGKILL");
    // Without a pause for events: the engine has not heard of the end.
    while (readdirSync(`/proc/${pid}/task`).length > 1 || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
    const answers = await Promise.all([ask(llama, {}), ask(llama, {})]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(processes()).toHaveLength(1);
  });

  it("a request whose client disconnects frees its place for those that wait", async () => {
    const llama = await opened();
    const gone = new AbortController();
    const streams = await Promise.all(Array.from({ length: 8 }, () => ask(llama, endless, gone.signal)));
    const waiting = ask(llama, {}).then((response) => response.json());
    gone.abort(new Error("gone"));
    await Promise.allSettled(streams.map((response) => response.text()));
    expect(await waiting).toMatchObject({ usage: { completion_tokens: expect.any(Number) } });
  });

  it("an unused model leaves memory, and closing ends the process", async () => {
    const llama = await opened({ idleMs: 1 });
    await (await ask(llama, {})).text();
    await expect.poll(processes).toEqual([]);
    const other = await opened();
    await (await ask(other, {})).text();
    expect(processes()).toHaveLength(1);
    await other.close();
    expect(processes()).toEqual([]);
  });
});
