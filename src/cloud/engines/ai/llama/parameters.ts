/**
 * Lists every parameter of OpenAI's chat completions, completions and embeddings, and what this server's own models do with it: apply it,
 * ignore it because that changes nothing, or refuse it. read-ask.ts checks each request against the list, docs/reference/ai-parameters.md
 * is written from it, and parameters.test.ts compares it with OpenAI's client. External servers get each parameter unchanged. Long because it is one
 * table.
 */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { aiAnswerTokensMax, aiChoicesMax } from "../../../../../resources/ai/limits.ts";
import type { Operation } from "../ai.ts";

export type ParameterRule =
  | { readonly does: "apply"; readonly effect: string }
  | { readonly does: "ignore"; readonly why: string }
  /** Values in `except` are accepted because they request the default behavior. */
  | { readonly does: "refuse"; readonly why: string; readonly except: readonly unknown[] };

export interface Parameter {
  readonly name: string;
  readonly on: readonly Operation[];
  readonly type: z.ZodType;
  /** The type as text, for errors. */
  readonly expects: string;
  readonly rule: ParameterRule;
}

const chat = "chat/completions";
const text = "completions";
type Ruled = Pick<Parameter, "rule">;
const apply = (effect: string): Ruled => ({ rule: { does: "apply", effect } });
const ignore = (why: string): Ruled => ({ rule: { does: "ignore", why } });
const refuse = (why: string, ...except: readonly unknown[]): Ruled => ({ rule: { does: "refuse", why, except } });

const stopsMax = 4;
const wholeNumber = (least: number, most: number) => ({
  type: z.int().min(least).max(most),
  expects: `a whole number from ${least} to ${most}`,
});
const numberFrom = (least: number, most: number) => ({
  type: z.number().min(least).max(most),
  expects: `a number from ${least} to ${most}`,
});
const string = { type: z.string(), expects: "a string" };
const boolean = { type: z.boolean(), expects: "true or false" };
const object = { type: z.record(z.string(), z.unknown()), expects: "an object" };
const list = { type: z.array(z.unknown()), expects: "a list" };
const texts = { type: z.union([z.string(), z.array(z.string()).min(1)]), expects: "a string or a list of strings" };
const anything = { type: z.unknown(), expects: "a value" };

const oldTools = "Use tools instead.";
const notStored = "Answers are not stored.";
const noSound = "This model reads and writes text only.";

export const parameters: readonly Parameter[] = [
  { name: "model", on: [chat, text, "embeddings"], ...string, ...apply("The model to ask.") },
  {
    name: "messages",
    on: [chat],
    type: z.array(z.record(z.string(), z.unknown())).min(1),
    expects: "a list of at least one message",
    ...apply("The whole conversation, in the chat template of the file."),
  },
  { name: "prompt", on: [text], ...texts, ...apply("Each prompt is answered. Lists of tokens are refused.") },
  {
    name: "input",
    on: ["embeddings"],
    ...texts,
    ...apply("Each text gets a vector. Lists of tokens are refused."),
  },

  { name: "n", on: [chat, text], ...wholeNumber(1, aiChoicesMax), ...apply("The number of answers.") },
  { name: "best_of", on: [text], ...wholeNumber(1, aiChoicesMax), ...refuse("Every answer is returned.", 1) },
  {
    name: "max_completion_tokens",
    on: [chat],
    ...wholeNumber(1, aiAnswerTokensMax),
    ...apply("The longest answer in tokens, as far as the context has room. Default: 1,024."),
  },
  {
    name: "max_tokens",
    on: [chat, text],
    ...wholeNumber(1, aiAnswerTokensMax),
    ...apply("As max_completion_tokens."),
  },
  {
    name: "stop",
    on: [chat, text],
    type: z.union([z.string().min(1), z.array(z.string().min(1)).max(stopsMax)]),
    expects: `a string, or a list of up to ${stopsMax} strings`,
    ...apply("The answer ends before any of these texts."),
  },
  { name: "stream", on: [chat, text], ...boolean, ...apply("Sends the answer as server-sent events.") },
  {
    name: "stream_options",
    on: [chat, text],
    type: z.object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() }),
    expects: "an object with include_usage",
    ...apply("`include_usage` adds an event with the tokens used. Streams have no obfuscation."),
  },
  {
    name: "response_format",
    on: [chat],
    type: z.discriminatedUnion("type", [
      z.object({ type: z.literal("text") }),
      z.object({ type: z.literal("json_object") }),
      z.object({
        type: z.literal("json_schema"),
        json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
      }),
    ]),
    expects: "an object of type text, json_object or json_schema",
    ...apply(
      "The answer follows a grammar of JSON, or of the schema. Schemas with other keywords than a grammar can hold are refused.",
    ),
  },

  {
    name: "temperature",
    on: [chat, text],
    ...numberFrom(0, 2),
    ...apply("0, the default, always takes the likeliest token."),
  },
  {
    name: "top_p",
    on: [chat, text],
    ...numberFrom(0, 1),
    ...apply("Draws from the likeliest tokens up to this share, and from 40 at most. Default: 0.95."),
  },
  {
    name: "seed",
    on: [chat, text],
    type: z.int(),
    expects: "a whole number",
    ...apply("Equal requests with equal seeds get equal answers. Each further answer of `n` adds 1."),
  },
  {
    name: "frequency_penalty",
    on: [chat, text],
    ...numberFrom(-2, 2),
    ...apply("Makes repeated tokens less likely."),
  },
  {
    name: "presence_penalty",
    on: [chat, text],
    ...numberFrom(-2, 2),
    ...apply("Makes used tokens less likely."),
  },
  {
    name: "logit_bias",
    on: [chat, text],
    ...object,
    ...refuse("Tokens of this model have no public numbers.", {}),
  },
  {
    name: "logprobs",
    on: [chat],
    ...boolean,
    ...apply(
      "How likely each token was when it was chosen: after the penalties, the grammar, `temperature` and `top_p`.",
    ),
  },
  {
    name: "logprobs",
    on: [text],
    ...wholeNumber(0, 5),
    ...apply("As in chat, with this many of the likeliest tokens in each place. Above 0, answers take longer."),
  },
  {
    name: "top_logprobs",
    on: [chat],
    ...wholeNumber(0, 20),
    ...apply("This many of the likeliest tokens in each place. Above 0, answers take longer. Needs `logprobs`."),
  },
  { name: "echo", on: [text], ...boolean, ...refuse("The prompt is not repeated.", false) },
  { name: "suffix", on: [text], ...string, ...refuse("This model continues text and does not insert it.", "") },

  {
    name: "tools",
    on: [chat],
    ...list,
    ...apply("Functions that the model may call. A small model often calls none, or the wrong one."),
  },
  {
    name: "tool_choice",
    on: [chat],
    ...anything,
    ...apply(
      "`required` and a named function force a call by a grammar, so that it always fits the function's schema.",
    ),
  },
  { name: "parallel_tool_calls", on: [chat], ...boolean, ...ignore("An answer has one call.") },
  { name: "functions", on: [chat], ...list, ...refuse(oldTools, []) },
  { name: "function_call", on: [chat], ...anything, ...refuse(oldTools, "none", "auto") },
  { name: "web_search_options", on: [chat], ...object, ...refuse("This model does not search the web.") },
  { name: "modalities", on: [chat], ...list, ...refuse(noSound, ["text"]) },
  { name: "audio", on: [chat], ...object, ...refuse(noSound) },
  { name: "reasoning_effort", on: [chat], ...string, ...refuse("This model has no reasoning effort.", "none") },
  { name: "verbosity", on: [chat], ...string, ...refuse("This model has no verbosity.", "medium") },
  { name: "moderation", on: [chat], ...object, ...refuse("Nothing here moderates requests.") },

  { name: "store", on: [chat], ...boolean, ...refuse(notStored, false) },
  { name: "metadata", on: [chat], ...object, ...ignore("It labels stored answers. Nothing is stored.") },
  { name: "service_tier", on: [chat], ...string, ...refuse("There is one tier.", "auto", "default") },
  { name: "prediction", on: [chat], ...object, ...ignore("It only makes answers faster.") },
  { name: "prompt_cache_key", on: [chat], ...string, ...ignore("It only makes answers faster.") },
  { name: "prompt_cache_options", on: [chat], ...object, ...ignore("It only makes answers faster.") },
  { name: "prompt_cache_retention", on: [chat], ...string, ...ignore("It only makes answers faster.") },
  { name: "safety_identifier", on: [chat], ...string, ...ignore("It is for reports of abuse to OpenAI.") },
  { name: "user", on: [chat, text, "embeddings"], ...string, ...ignore("It is for reports of abuse to OpenAI.") },

  {
    name: "encoding_format",
    on: ["embeddings"],
    type: z.enum(["float", "base64"]),
    expects: "float or base64",
    ...apply("Vectors as lists of numbers, or as 32-bit floats in base64."),
  },
  {
    name: "dimensions",
    on: ["embeddings"],
    ...wholeNumber(1, 65_536),
    ...refuse("The length of the vectors is fixed."),
  },
];

/** Returns the row of a parameter, or undefined if OpenAI's API has no such name. */
export const parameterOf = (operation: Operation, name: string): Parameter | undefined =>
  parameters.find((one) => one.name === name && one.on.includes(operation));

/** Returns whether a refused parameter accepts this value. */
export const isExcept = (rule: ParameterRule, value: unknown): boolean =>
  rule.does === "refuse" && rule.except.some((one) => isDeepStrictEqual(one, value));
