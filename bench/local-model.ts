/**
 * Measures a local model through /api/v1 against the engine's own loop in another process, with the same model, threads and context: tokens
 * per second, the first token and memory. `AI_MODEL` is another model than the smallest of the catalog.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { oneRunner } from "../src/cloud/engines/ai/llama/engine.ts";
import { eventsOf, parsedEvent } from "../src/cloud/engines/ai/events.ts";
import { readCatalog } from "../src/cloud/engines/ai/models/catalog.ts";
import { openLocalModel, type LocalUpstream } from "../src/cloud/engines/ai/models/local-model.ts";
import { readConfig } from "../src/cloud/config.ts";
import { peakBytes } from "../tests/support/server/process-memory.ts";
import { root } from "../tests/support/hosting/source-files.ts";
import { median, type BenchRow } from "./rows.ts";

/** A run of one stream takes two seconds and varies by a third on shared machines. */
const roundsOf = (streams: number): number => (streams === 1 ? 12 : 4);
const tokensEach = 128;
const streamCounts = [1, 8];

const settings = readConfig({ DATA_DIR: join(root, "node_modules/.cache/freehold-bench") });
const fetched = readCatalog()[0]!;
const source = process.env["AI_MODEL"] ?? fetched.id;

/** Opens the model. Fetches it at its first use, with its engine. */
export const openBenchModel = (): Promise<LocalUpstream> =>
  openLocalModel(source, { settings, log: pino({ level: "error" }) });

/** What one run of several streams took. */
export interface Run {
  readonly tokens: number;
  readonly seconds: number;
  readonly firstTokenMs: number;
}

/** Tells the process of the loop what to do: the prompts of a run. */
export interface RunRequest {
  readonly prompts: readonly string[];
  readonly tokensEach: number;
}

type Runner = (prompts: readonly string[]) => Promise<Run>;

/** `url` and `key`: of a server that offers the model. */
export const localModelBench = async (url: string, key: string): Promise<BenchRow[]> => {
  const model = await openBenchModel();
  await model.prepare(new AbortController().signal);
  const [card] = await model.models();
  const ours: Runner = (prompts) => runOurs(prompts, { url, key, model: card!.id });
  const path = source === fetched.id ? join(settings.DATA_DIR, "ai", fetched.file) : source;
  const loop = await startLoop(path, card!.contextTokens!);
  try {
    const runs = new Map<number, { readonly ours: Run[]; readonly loop: Run[] }>();
    for (const count of streamCounts) {
      const of = { ours: [] as Run[], loop: [] as Run[] };
      for (let round = 0; round <= roundsOf(count); round += 1) {
        // Each prompt is new, so that neither side knows it; the first round loads the model.
        const prompts = Array.from(
          { length: count },
          (_, each) => `${count}.${round}.${each}. Once upon a time, a keeper`,
        );
        const results = [await ours(prompts), await loop.run(prompts)];
        if (round === 0) continue;
        of.ours.push(results[0]!);
        of.loop.push(results[1]!);
      }
      runs.set(count, of);
    }
    const memory = { ours: await peakBytes(engineProcess(path)), floor: await peakBytes(loop.pid) };
    return [
      ...streamCounts.map((count) => speedRow(count, runs.get(count)!)),
      ...streamCounts.map((count) => firstRow(count, runs.get(count)!)),
      row("memory of the model's process", "MB", "less", { ours: memory.ours / 1e6, floor: memory.floor / 1e6 }),
    ];
  } finally {
    await loop.stop();
  }
};

const row = (
  name: string,
  unit: string,
  better: BenchRow["better"],
  both: Pick<BenchRow, "ours" | "floor">,
): BenchRow => ({
  name,
  unit,
  better,
  ...both,
  floorName: "the engine's own loop",
});

type Runs = Readonly<Record<"ours" | "loop", readonly Run[]>>;

const streams = (count: number): string => `${count} stream${count === 1 ? "" : "s"}`;

const speedRow = (count: number, { ours, loop }: Runs): BenchRow => {
  const speed = (all: readonly Run[]): number => median(all.map(({ tokens, seconds }) => tokens / seconds));
  return row(`local model, ${streams(count)}`, "tokens/s", "more", { ours: speed(ours), floor: speed(loop) });
};

const firstRow = (count: number, { ours, loop }: Runs): BenchRow => {
  const first = (all: readonly Run[]): number => median(all.map(({ firstTokenMs }) => firstTokenMs));
  return row(`local model, first token, ${streams(count)}`, "ms", "less", { ours: first(ours), floor: first(loop) });
};

interface Client {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

const runOurs = async (prompts: readonly string[], client: Client): Promise<Run> => {
  const startedAt = performance.now();
  const streamed = await Promise.all(prompts.map((prompt) => stream(prompt, client)));
  return {
    tokens: streamed.reduce((sum, { tokens }) => sum + tokens, 0),
    seconds: (performance.now() - startedAt) / 1000,
    firstTokenMs: median(streamed.map(({ firstTokenMs }) => firstTokenMs)),
  };
};

const stream = async (prompt: string, { url, key, model }: Client): Promise<Omit<Run, "seconds">> => {
  const startedAt = performance.now();
  const response = await fetch(`${url}/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model,
      prompt,
      max_tokens: tokensEach,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (!response.ok) throw new Error(`The model did not answer: ${await response.text()}`);
  let firstTokenMs: number | undefined;
  let tokens = 0;
  for await (const data of eventsOf(response.body!)) {
    firstTokenMs ??= performance.now() - startedAt;
    const { usage } = (parsedEvent(data) ?? {}) as { usage?: { completion_tokens: number } | null };
    if (usage) tokens = usage.completion_tokens;
  }
  return { tokens, firstTokenMs: firstTokenMs! };
};

const startLoop = async (path: string, contextTokens: number) => {
  const [engine] = globSync(join(settings.DATA_DIR, "ai/engine-*-off"));
  const args = [engine!, path, String(contextTokens), String(Math.max(...streamCounts))];
  const child = fork(join(import.meta.dirname, "servers/engine-loop.ts"), args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...oneRunner },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The engine's loop ended.")));
  ended.catch(() => undefined);
  return {
    pid: child.pid!,
    run: async (prompts: readonly string[]): Promise<Run> => {
      child.send({ prompts, tokensEach } satisfies RunRequest);
      const [run] = (await Promise.race([once(child, "message"), ended])) as [Run];
      return run;
    },
    stop: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
};

/** Returns the ID of the server's process with this model. */
const engineProcess = (path: string): number =>
  Number(
    globSync("/proc/[0-9]*")
      .map((folder) => folder.slice("/proc/".length))
      .find((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
          return command.includes("llama/process.") && command.includes(path);
        } catch {
          return false;
        }
      }),
  );
