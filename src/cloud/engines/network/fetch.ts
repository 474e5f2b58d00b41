/** HTTP requests over connections that `Dial` opens, so that they follow its rules wherever they go. */
import type { IncomingMessage } from "node:http";
import type { Dial } from "./dial.ts";
import { openAnswer } from "./open-answer.ts";

export interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

const timeoutMs = 15_000;
const answerBytesMax = 16 * 1024 * 1024;

/** Follows no redirect. Throws when nobody answers within 15 seconds, or with more than 16 MiB. */
export const createFetch =
  (dial: Dial): Fetch =>
  async (url, init = {}) => {
    const { answer, close } = await openAnswer(dial, url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    try {
      return await responseOf(answer);
    } finally {
      close();
    }
  };

const responseOf = async (answer: IncomingMessage): Promise<Response> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error("The answer is too large.");
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const status = answer.statusCode ?? 502;
  // These have no body, and `Response` insists on it.
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers });
};
