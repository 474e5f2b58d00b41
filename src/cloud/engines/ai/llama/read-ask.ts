/** Parses a request to one of this server's own models: checks each parameter against the table and returns a typed form. */
import * as z from "zod";
import type { Ask, Operation } from "../ai.ts";
import { isExcept, parameterOf } from "./parameters.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly name?: string;
  /** Calls that the assistant made, with their arguments as an object. */
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: unknown } }[];
}

/** A function that the model may call. */
export interface Tool {
  readonly name: string;
  readonly description: string | undefined;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type AnswerFormat =
  | { readonly type: "json_object" }
  | { readonly type: "json_schema"; readonly schema: Readonly<Record<string, unknown>> };

export interface OwnAsk {
  /** Messages of a chat. Empty for other operations. */
  readonly messages: readonly Message[];
  /** Prompts of a completion or inputs of embeddings. Empty for a chat. */
  readonly prompts: readonly string[];
  /** Number of answers to each prompt. */
  readonly answers: number;
  readonly tokensMax: number | undefined;
  readonly stops: readonly string[];
  readonly streams: boolean;
  readonly wantsUsage: boolean;
  /** The functions that it may call; empty if it may not. */
  readonly tools: readonly Tool[];
  /** Whether it must call one of them. */
  readonly mustCall: boolean;
  /** Undefined for text. */
  readonly format: AnswerFormat | undefined;
  readonly temperature: number;
  readonly topP: number | undefined;
  readonly seed: number | undefined;
  readonly frequencyPenalty: number;
  readonly presencePenalty: number;
  /** How many likely tokens to list with each token of the answer; undefined for no likelihoods. */
  readonly alternatives: number | undefined;
  readonly isBase64: boolean;
}

/** Thrown for a request that this model refuses. Holds the fields of OpenAI's error format. */
export class RefusedAsk extends Error {
  override readonly name = "RefusedAsk";
  readonly code: string;
  readonly param: string | null;
  readonly status: number;

  constructor(
    code: string,
    message: string,
    { param = null, status = 400 }: { param?: string | null; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.param = param;
    this.status = status;
  }
}

export const contextExceeded = (param: string, contextTokens: number, tokens: number): RefusedAsk =>
  new RefusedAsk(
    "context_length_exceeded",
    // Clients recognize the error by the first words.
    `This model's maximum context length is ${contextTokens} tokens. Your request has ${tokens}. Shorten it.`,
    { param },
  );

export const operationNotSupported = (model: string, operation: Operation): RefusedAsk =>
  new RefusedAsk(
    "operation_not_supported",
    `The model ${model} does not support /${operation}. Choose another model.`,
    {
      param: "model",
    },
  );

/** @throws RefusedAsk for an unsupported or invalid parameter. */
export const readAsk = (operation: Operation, { model: _model, ...rest }: Ask): OwnAsk => {
  // As in OpenAI's API, null means the default.
  const present = Object.entries(rest).filter(([, value]) => value !== null);
  // Numbers that are passed on with their digits are plain ones here.
  const body = JSON.parse(JSON.stringify(Object.fromEntries(present))) as Record<string, unknown>;
  for (const [name, value] of Object.entries(body)) checkParameter(operation, name, value);
  for (const name of ["messages", "prompt", "input"])
    if (parameterOf(operation, name) && body[name] === undefined)
      throw new RefusedAsk("missing_required_parameter", `Missing required parameter: '${name}'.`, { param: name });
  if (body["stream_options"] !== undefined && body["stream"] !== true)
    throw new RefusedAsk("invalid_value", "'stream_options' needs 'stream': true.", { param: "stream_options" });
  if (body["top_logprobs"] !== undefined && body["logprobs"] !== true)
    throw new RefusedAsk("invalid_value", "'top_logprobs' needs 'logprobs': true.", { param: "top_logprobs" });
  const of = <T>(name: string): T | undefined => body[name] as T | undefined;
  const logprobs = of<boolean | number>("logprobs");
  const choice = readChoice(of("tool_choice"), (of<Record<string, unknown>[]>("tools") ?? []).map(readTool));
  const format = of<{ type: string; json_schema: { schema: Record<string, unknown> } }>("response_format");
  return {
    messages: (of<Record<string, unknown>[]>("messages") ?? []).map(readMessage),
    prompts: listOf(of<string | string[]>("prompt") ?? of<string | string[]>("input")),
    answers: of("n") ?? 1,
    tokensMax: of("max_completion_tokens") ?? of("max_tokens"),
    stops: listOf(of<string | string[]>("stop")),
    streams: body["stream"] === true,
    wantsUsage: of<{ include_usage?: boolean }>("stream_options")?.include_usage === true,
    format:
      format?.type === "json_schema"
        ? { type: "json_schema", schema: format.json_schema.schema }
        : format?.type === "json_object"
          ? { type: "json_object" }
          : undefined,
    temperature: of("temperature") ?? 0,
    topP: of("top_p"),
    seed: of("seed"),
    frequencyPenalty: of("frequency_penalty") ?? 0,
    presencePenalty: of("presence_penalty") ?? 0,
    alternatives: logprobs === true ? (of("top_logprobs") ?? 0) : logprobs || logprobs === 0 ? logprobs : undefined,
    ...choice,
    isBase64: body["encoding_format"] === "base64",
  };
};

const checkParameter = (operation: Operation, name: string, value: unknown): void => {
  const parameter = parameterOf(operation, name);
  if (!parameter) throw new RefusedAsk("unknown_parameter", `Unknown parameter: '${name}'.`, { param: name });
  const { rule } = parameter;
  if (isExcept(rule, value)) return;
  if (!parameter.type.safeParse(value).success)
    throw new RefusedAsk("invalid_value", `Invalid value for '${name}': expected ${parameter.expects}.`, {
      param: name,
    });
  if (rule.does !== "refuse") return;
  const [code, what] =
    rule.except.length > 0
      ? ["unsupported_value", "Unsupported value for"]
      : ["unsupported_parameter", "Unsupported parameter:"];
  throw new RefusedAsk(code!, `${what} '${name}'. ${rule.why}`, { param: name });
};

const listOf = (value: string | string[] | undefined): string[] => {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
};

const roles: Readonly<Record<string, Message["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
};

const readMessage = (message: Record<string, unknown>, index: number): Message => {
  const at = `messages[${index}]`;
  const role = roles[String(message["role"])];
  if (!role)
    throw new RefusedAsk(
      "invalid_value",
      `Invalid value for '${at}.role': expected system, developer, user, assistant or tool.`,
      {
        param: `${at}.role`,
      },
    );
  for (const name of ["function_call", "audio"]) {
    const value = message[name];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty)
      throw new RefusedAsk(
        "unsupported_parameter",
        `Unsupported parameter: '${at}.${name}'. This model reads text only.`,
        {
          param: `${at}.${name}`,
        },
      );
  }
  const name = message["name"];
  const calls = readCalls(message["tool_calls"], `${at}.tool_calls`);
  return {
    role,
    content: textOf(calls.length > 0 ? (message["content"] ?? null) : message["content"], `${at}.content`),
    ...(typeof name === "string" && { name }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
};

const tool = z.object({
  type: z.literal("function"),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
});

const readTool = (value: unknown, index: number): Tool => {
  const { data } = tool.safeParse(value);
  if (!data)
    throw new RefusedAsk("invalid_value", `Invalid value for 'tools[${index}]': expected a function with a name.`, {
      param: `tools[${index}]`,
    });
  const { name, description, parameters } = data.function;
  return { name, description, parameters: parameters ?? { type: "object", properties: {} } };
};

const named = z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) });

const readChoice = (choice: unknown, tools: readonly Tool[]): Pick<OwnAsk, "tools" | "mustCall"> => {
  if (choice === "none") return { tools: [], mustCall: false };
  if (choice === undefined || choice === "auto") return { tools, mustCall: false };
  const name = named.safeParse(choice).data?.function.name;
  const chosen = choice === "required" ? tools : tools.filter((one) => one.name === name);
  if (chosen.length === 0)
    throw new RefusedAsk(
      "invalid_value",
      "Invalid value for 'tool_choice': expected none, auto, required, or a function of 'tools'.",
      { param: "tool_choice" },
    );
  return { tools: chosen, mustCall: true };
};

const call = z.object({ function: z.object({ name: z.string(), arguments: z.string() }) });

const readCalls = (value: unknown, at: string): NonNullable<Message["tool_calls"]> => {
  if (value === undefined || value === null) return [];
  const { data } = z.array(call).safeParse(value);
  if (!data)
    throw new RefusedAsk("invalid_value", `Invalid value for '${at}': expected a list of function calls.`, {
      param: at,
    });
  return data.map((one) => ({ function: { name: one.function.name, arguments: argumentsIn(one.function.arguments) } }));
};

/** Models write arguments that are not always JSON. */
const argumentsIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const textOf = (content: unknown, at: string): string => {
  if (typeof content === "string") return content;
  if (content === null) return "";
  if (!Array.isArray(content))
    throw new RefusedAsk("invalid_value", `Invalid value for '${at}': expected a string or a list of text parts.`, {
      param: at,
    });
  return content.map((part: unknown, index) => partText(part, `${at}[${index}]`)).join("\n");
};

const partText = (part: unknown, at: string): string => {
  const { type, text } = typeof part === "object" && part !== null ? (part as { type?: unknown; text?: unknown }) : {};
  if (type === "text" && typeof text === "string") return text;
  throw new RefusedAsk("unsupported_value", `Unsupported value for '${at}.type'. This model reads text only.`, {
    param: `${at}.type`,
  });
};
