/** Sends HTTP requests over connections from `Dial`, so that they follow its rules. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { dialConfigured, type Dial } from "./dial.ts";
import { openAnswer } from "./open-answer.ts";

export interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces the timeout of 15 seconds. */
  readonly signal?: AbortSignal;
  /** Called when a streaming response has ended or failed. */
  readonly onEnd?: () => void;
}

export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

const timeoutMs = 15_000;
const answerBytesMax = 16 * 1024 * 1024;

/** Follows no redirects. Throws without a response in 15 seconds or above 16 MiB. */
export const createFetch =
  (dial: Dial): Fetch =>
  async (url, init = {}) => {
    const { answer, close } = await openAnswer(dial, url, { signal: AbortSignal.timeout(timeoutMs), ...init });
    try {
      return await responseOf(answer);
    } finally {
      close();
    }
  };

/** Same for streaming responses: no limit of time or size, and the body is read as it arrives. */
export const createStreamingFetch =
  (dial: Dial): Fetch =>
  async (url, init) => {
    const { answer } = await openAnswer(dial, url, init);
    if (init?.onEnd) answer.once("close", init.onEnd);
    const { status, headers } = headOf(answer);
    if (!hasBody(status)) answer.resume();
    return new Response(hasBody(status) ? (Readable.toWeb(answer) as BodyInit) : null, {
      status,
      headers,
    });
  };

/** For URLs from the operator's settings only. */
export const fetchConfigured: Fetch = createFetch(dialConfigured);

const responseOf = async (answer: IncomingMessage): Promise<Response> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error("The response is too large.");
    chunks.push(chunk);
  }
  const { status, headers } = headOf(answer);
  return new Response(hasBody(status) ? Buffer.concat(chunks) : null, { status, headers });
};

const headOf = ({ headers, statusCode = 502 }: IncomingMessage) => ({
  status: statusCode,
  headers: Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  ),
});

/** `Response` requires that these have no body. */
const hasBody = (status: number): boolean => ![204, 205, 304].includes(status);
