/** Parses a request to one of this server's own models: checks each parameter against the table and returns a typed form. */
import type { Ask, Operation } from "../ai.ts";
import { isExcept, parameterOf } from "./parameters.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  readonly name?: string;
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
  /** Undefined for text. */
  readonly format: AnswerFormat | undefined;
  readonly temperature: number;
  readonly topP: number | undefined;
  readonly seed: number | undefined;
  readonly frequencyPenalty: number;
  readonly presencePenalty: number;
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
    `This model reads ${contextTokens} tokens at most. Your request has ${tokens}. Shorten it.`,
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
  const of = <T>(name: string): T | undefined => body[name] as T | undefined;
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
};

const readMessage = (message: Record<string, unknown>, index: number): Message => {
  const at = `messages[${index}]`;
  const role = roles[String(message["role"])];
  if (!role)
    throw new RefusedAsk(
      "invalid_value",
      `Invalid value for '${at}.role': expected system, developer, user or assistant.`,
      {
        param: `${at}.role`,
      },
    );
  for (const name of ["tool_calls", "function_call", "audio"]) {
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
  return { role, content: textOf(message["content"], `${at}.content`), ...(typeof name === "string" && { name }) };
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
