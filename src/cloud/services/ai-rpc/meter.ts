/** Meters a response's usage: as reported by its server, or by its length. */
import { isRecord } from "./request.ts";
import type { Tokens } from "./prices.ts";

export interface Meter {
  /** Adds one event of a stream, or a whole response. */
  see(data: unknown): void;
  tokens(): Tokens;
  firstTokenMs(): number | null;
  /** Returns tokens per second since the first token. */
  speed(): number | null;
}

/** Approximate bytes per token, for servers that don't report usage and for interrupted streams. */
const bytesPerToken = 4;

/** Creates a meter; `startedAt` and the clock are in milliseconds. */
export const createMeter = (promptBytes: number, now: () => number = () => performance.now()): Meter => {
  const startedAt = now();
  let reported: Tokens | undefined;
  let firstAt: number | undefined;
  let lastAt = startedAt;
  let pieces = 0;
  let bytes = 0;
  const tokens = (): Tokens =>
    reported ?? {
      input: BigInt(Math.ceil(promptBytes / bytesPerToken)),
      output: BigInt(Math.max(pieces > 1 ? pieces : 0, Math.ceil(bytes / bytesPerToken))),
      cacheRead: 0n,
      cacheCreate: 0n,
    };
  return {
    see: (data) => {
      if (!isRecord(data)) return;
      if (isRecord(data["usage"])) reported = tokensIn(data["usage"]);
      const outputBytes = outputBytesIn(data["choices"]);
      if (outputBytes === 0) return;
      pieces += 1;
      bytes += outputBytes;
      lastAt = now();
      firstAt ??= lastAt;
    },
    tokens,
    firstTokenMs: () => (firstAt === undefined ? null : Math.round(firstAt - startedAt)),
    speed: () => {
      if (firstAt === undefined || lastAt - firstAt < 1) return null;
      return Math.round((Number(tokens().output) * 10_000) / (lastAt - firstAt)) / 10;
    },
  };
};

const tokensIn = (usage: Record<string, unknown>): Tokens => {
  const details = isRecord(usage["prompt_tokens_details"]) ? usage["prompt_tokens_details"] : {};
  const count = (value: unknown): bigint =>
    typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 0n;
  return {
    input: count(usage["prompt_tokens"]),
    output: count(usage["completion_tokens"]),
    cacheRead: count(details["cached_tokens"]),
    cacheCreate: count(details["cache_creation_tokens"]),
  };
};

/** Returns the bytes of the output: text, reasoning and tool calls. */
const outputBytesIn = (choices: unknown): number => {
  if (!Array.isArray(choices)) return 0;
  return choices.reduce<number>((sum, choice) => {
    if (!isRecord(choice)) return sum;
    const from = [choice["delta"], choice["message"], choice].find(isRecord)!;
    const parts = [from["content"], from["text"], from["reasoning_content"], from["tool_calls"]].filter(Boolean);
    const lengths = parts.map((part) => Buffer.byteLength(typeof part === "string" ? part : JSON.stringify(part)));
    return sum + lengths.reduce((a, b) => a + b, 0);
  }, 0);
};
