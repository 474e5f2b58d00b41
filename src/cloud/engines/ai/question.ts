/** What a model that knows one question at a time reads of a request: what was said last. */
import type { Ask } from "./ai.ts";

/** Text of the last message of the user, or the prompt; undefined where there is none. */
export const questionIn = (body: Ask): string | undefined => {
  const { messages, prompt } = body;
  if (typeof prompt === "string") return prompt;
  if (!Array.isArray(messages)) return undefined;
  const last = messages.findLast((message) => isRecord(message) && message["role"] === "user") as unknown;
  return isRecord(last) ? textOf(last["content"]) : undefined;
};

/** A whole number that a request may name, within bounds; the most where it does not. */
export const numberIn = (body: Ask, names: readonly string[], most: number): number => {
  const named = names.map((name) => body[name]).find((value) => typeof value === "number" && value >= 0);
  return Math.min(most, typeof named === "number" ? named : most);
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const textOf = (content: unknown): string | undefined => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  return content
    .map((part) => (isRecord(part) && part["type"] === "text" && typeof part["text"] === "string" ? part["text"] : ""))
    .join(" ");
};
