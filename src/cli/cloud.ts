/**
 * A connection to a server with a token: makes declared calls, returns errors as messages, and retries when the
 * connection fails.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { aliases, type Alias } from "../../resources/declare/aliases.ts";
import type { Reply } from "../../resources/declare/call-input.ts";
import type { CallLine, CallSpec } from "../../resources/declare/define.ts";
import { pages } from "./calls.ts";
import { Failure } from "./failure.ts";
import { exchange, type Answer } from "./http.ts";

const attemptsMax = 4;
const firstPauseMs = 300;

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Bytes sent unchanged; such a call is not repeated. */
  readonly bytes?: Buffer;
}

export interface Cloud {
  /** Without a trailing slash. */
  readonly origin: string;
  call<C extends CallSpec>(line: CallLine, input?: Input): Promise<Reply<C>>;
}

/** The server refused the call. */
export class Refusal extends Failure {
  readonly code: string;

  constructor(code: string, message: string, kind: "failed" | "refused") {
    super(message, kind);
    this.code = code;
  }
}

export const openCloud = (origin: string, token: string): Cloud => ({
  origin,
  async call<C extends CallSpec>(line: CallLine, { params, query, body, bytes }: Input = {}): Promise<Reply<C>> {
    const [method, path] = line.split(" ") as [string, string];
    const [, alias, rest] = /^(\$[\w-]+)(.*)$/.exec(path) as unknown as [string, Alias, string];
    const filled = rest.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!));
    const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : "";
    const type = bytes ? "application/octet-stream" : "application/json";
    const headers = {
      authorization: token,
      accept: "application/json",
      ...((body !== undefined || bytes) && { "content-type": type }),
      // A repeated request after a lost answer has one effect.
      ...(method !== "GET" && !bytes && { "idempotency-key": randomUUID() }),
    };
    const url = origin + aliases[alias] + filled + search;
    const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await persistently(origin, bytes ? 1 : attemptsMax, () =>
      exchange({ method, url, headers, body: content }),
    );
    return read(origin, answer) as Reply<C>;
  },
});

/** Retries while the connection or the server is temporarily unavailable. */
const persistently = async (origin: string, attempts: number, send: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await send();
      const isAway = answer.status >= 502 && answer.status <= 504;
      if (!isAway || attempt >= attempts) return answer;
    } catch (error) {
      // Nothing listens at this address, so a retry won't help.
      if (attempt >= attempts || isRefusedConnection(error)) throw unreachable(origin, error);
    }
    await delay(firstPauseMs * 2 ** (attempt - 1));
  }
};

const isRefusedConnection = (error: unknown): boolean =>
  ["ECONNREFUSED", "ENOTFOUND"].includes((error as NodeJS.ErrnoException).code ?? "");

const unreachable = (origin: string, error: unknown): Failure => {
  const { code = "no response" } = error as NodeJS.ErrnoException;
  return new Failure(`Can't reach ${origin} (${code}). Check the URL and your connection.`, "unreachable");
};

interface Envelope {
  readonly code: unknown;
  readonly message?: string;
  readonly data?: unknown;
}

const read = (origin: string, { status, body }: Answer): unknown => {
  const envelope = parse(body);
  if (!envelope) throw new Failure(`${origin} is not a Freehold server, or a proxy is in the way (${status}).`);
  if (envelope.code === 200 || envelope.code === "SUCCESS") return envelope.data;
  const code = String(envelope.code);
  if (status === 401) throw new Refusal(code, tokenRefused(origin), "refused");
  const details = Object.entries((envelope.data ?? {}) as Record<string, string[]>).map(([field, [first]]) =>
    field === "" ? first : `${field}: ${first}`,
  );
  const message = [envelope.message ?? `Error ${code}.`, ...details].join(" ");
  throw new Refusal(code, message, status === 403 ? "refused" : "failed");
};

const tokenRefused = (origin: string): string =>
  `${origin} rejected the token. Create a token at ${origin}${pages.authTokens} and run freehold login.`;

const parse = (text: string): Envelope | undefined => {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && "code" in value ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
};
