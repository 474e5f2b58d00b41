/** Reads the server-sent events of a chat server (HTML Standard §9.2.6), and what they mean in OpenAI's format. */
import { isRawNumber } from "../network/parse-json.ts";

const eventBytesMax = 4 * 1024 * 1024;

/**
 * Yields the data of each event; several `data:` lines are joined by line feeds. Ends after the last event even if its
 * blank line is missing. @throws RangeError for an event above the size limit.
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  let length = 0;
  const taken = (): string[] => {
    const event = data.length === 0 ? [] : [data.join("\n")];
    [data, length] = [[], 0];
    return event;
  };
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    // A carriage return at the end may be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const line of lines) {
      if (isData(line)) {
        data.push(dataIn(line));
        length += line.length;
      }
      // Some servers leave out the blank line after an event.
      if (line === "" || (data.length === 1 && isWhole(data[0]!))) yield* taken();
    }
    if (length + rest.length > eventBytesMax) throw new RangeError("An event from a model server is too large.");
  }
  const last = rest.replace(/\r$/, "");
  if (isData(last)) data.push(dataIn(last));
  yield* taken();
}

const isData = (line: string): boolean => line === "data" || line.startsWith("data:");
const dataIn = (line: string): string => line.slice("data:".length).trim();
const isWhole = (data: string): boolean => data === "[DONE]" || parsedEvent(data) !== undefined;

/** Returns the object of an event; undefined for `[DONE]` and anything else. */
export const parsedEvent = (data: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** A model server's own error. */
export interface ServerError {
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
}

/** Returns the error of an event or answer. Some servers send `"error": null` or `{}` with each event: no error. */
export const errorIn = ({ error }: Record<string, unknown>): ServerError | undefined => {
  if (typeof error === "string")
    return error === "" ? undefined : { message: error, code: undefined, param: undefined };
  if (!isRecord(error) || Object.values(error).every((value) => value === null || value === "")) return undefined;
  const textIn = (name: string): string | undefined => {
    const value = error[name];
    return typeof value === "number"
      ? String(value)
      : typeof value === "string" && value !== ""
        ? value.slice(0, 2000)
        : undefined;
  };
  return { message: textIn("message"), code: textIn("code") ?? textIn("type"), param: textIn("param") };
};

/** Tells when all choices of a stream have ended. `expected`: how many choices the request asks for. Servers may leave out the final `[DONE]`. */
export const createChoices = (expected: number) => {
  const ended = new Map<unknown, boolean>();
  return {
    see: ({ choices }: Record<string, unknown>): void => {
      if (!Array.isArray(choices)) return;
      for (const choice of choices.filter(isRecord)) {
        const { index = 0, finish_reason: reason } = choice;
        ended.set(index, (ended.get(index) ?? false) || (typeof reason === "string" && reason !== ""));
      }
    },
    areComplete: (): boolean => ended.size >= expected && [...ended.values()].every(Boolean),
  };
};
