/** Parses the fields of a request to /api/v1 that billing and routing need; the rest is passed through. */
import {
  aiAnswerTokens,
  aiAnswerTokensMax,
  aiAttachmentTokens,
  aiChoicesMax,
  aiModelsPerRequest,
} from "../../../../resources/ai/limits.ts";
import type { Operation } from "../../engines/ai/ai.ts";
import { isRecord } from "../../engines/ai/events.ts";
import { isRawNumber } from "../../engines/network/parse-json.ts";
import { invalid, missing, unreadable } from "./problems.ts";

export interface AiRequest {
  readonly operation: Operation;
  /** The first is used; the others if it fails and the request has `route: "fallback"`. */
  readonly models: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly streams: boolean;
  /** Number of answers. */
  readonly choices: number;
  /** Whether the client wants the usage in the last event of a stream. */
  readonly wantsUsage: boolean;
  /** Maximum input and output tokens: a token has at least one byte. */
  readonly inputMax: bigint;
  readonly outputMax: bigint;
  /** Whether the request limits its response. */
  readonly isLimited: boolean;
}

/** Parses a request. Throws AiProblem (400) with the field. */
export const readRequest = (operation: Operation, body: unknown): AiRequest => {
  if (!isRecord(body)) throw unreadable();
  checkStream(operation, body);
  const { models: _models, route: _route, ...rest } = body;
  const isEmbedding = operation === "embeddings";
  const choices = wholeNumber(body, "n", aiChoicesMax) ?? 1;
  const best = wholeNumber(body, "best_of", aiChoicesMax) ?? 1;
  const limits = ["max_completion_tokens", "max_tokens"].flatMap(
    (name) => wholeNumber(body, name, aiAnswerTokensMax) ?? [],
  );
  const prompts = promptsIn(body);
  return {
    operation,
    models: modelsIn(body),
    body: rest,
    streams: !isEmbedding && body["stream"] === true,
    choices: choices * prompts,
    wantsUsage: isRecord(body["stream_options"]) && body["stream_options"]["include_usage"] === true,
    inputMax: BigInt(Buffer.byteLength(JSON.stringify(rest)) + attachmentsIn(body) * aiAttachmentTokens),
    // A server can apply either of the two limits.
    outputMax: isEmbedding
      ? 0n
      : BigInt(Math.max(0, ...limits) || aiAnswerTokens) * BigInt(Math.max(choices, best) * prompts),
    isLimited: limits.length > 0,
  };
};

const modelsIn = (body: Record<string, unknown>): string[] => {
  const { model, models, route } = body;
  if (model !== undefined && typeof model !== "string") throw invalid("model", "'model' must be a model ID.");
  if (models !== undefined && !(Array.isArray(models) && models.every((one) => typeof one === "string")))
    throw invalid("models", "'models' must be a list of model IDs.");
  if (route !== undefined && route !== null && route !== "fallback")
    throw invalid("route", `'route' must be "fallback" if set.`);
  const others = Array.isArray(models) ? (models as string[]) : [];
  const all = [...new Set([...(model === undefined ? [] : [model]), ...others])];
  if (all.length === 0) throw missing("model", "Missing 'model': the ID of the model.");
  if (all.length > aiModelsPerRequest)
    throw invalid("models", `'models' can have up to ${aiModelsPerRequest} entries.`);
  return route === "fallback" ? all : all.slice(0, 1);
};

/** Checks the fields that the relay needs; the model checks the rest. */
const checkStream = (operation: Operation, { stream, stream_options: options }: Record<string, unknown>): void => {
  const isSet = (value: unknown): boolean => value !== undefined && value !== null;
  if (operation === "embeddings") return;
  if (isSet(stream) && typeof stream !== "boolean") throw invalid("stream", "'stream' must be true or false.");
  if (!isSet(options)) return;
  if (stream !== true) throw invalid("stream_options", "'stream_options' needs 'stream': true.");
  if (!isRecord(options) || (isSet(options["include_usage"]) && typeof options["include_usage"] !== "boolean"))
    throw invalid("stream_options", "'stream_options' must be an object whose 'include_usage' is true or false.");
};

const wholeNumber = (body: Record<string, unknown>, name: string, most: number): number | undefined => {
  const raw = body[name];
  const value = isRawNumber(raw) ? Number(raw.rawJSON) : raw;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalid(name, `${name} must be a whole number from 1 to ${most}.`);
};

/** Completions accept several prompts at once, as texts or as lists of tokens. */
const promptsIn = ({ prompt }: Record<string, unknown>): number =>
  Array.isArray(prompt) && typeof prompt[0] !== "number" ? Math.max(1, prompt.length) : 1;

/** Parts of messages that are not text. */
const attachmentsIn = ({ messages }: Record<string, unknown>): number => {
  if (!Array.isArray(messages)) return 0;
  const parts = messages.flatMap((message) =>
    isRecord(message) && Array.isArray(message["content"]) ? message["content"] : [],
  );
  return parts.filter((part) => isRecord(part) && part["type"] !== "text").length;
};
