/** HTTP requests over connections that `Dial` opens, so that they follow its rules wherever they go. */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTls } from "node:tls";
import type { Dial } from "./dial.ts";

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
  async (url, { method = "GET", headers = {}, body } = {}) => {
    const address = new URL(url);
    const isSecure = address.protocol === "https:";
    const socket = await dial(address.hostname, Number(address.port || (isSecure ? 443 : 80)));
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = (isSecure ? httpsRequest : httpRequest)({
          createConnection: () => (isSecure ? connectTls({ socket, servername: address.hostname }) : socket),
          method,
          path: address.pathname + address.search,
          headers: {
            ...headers,
            host: address.host,
            connection: "close",
            ...(body !== undefined && { "content-length": `${Buffer.byteLength(body)}` }),
          },
          signal: AbortSignal.timeout(timeoutMs),
        });
        sent.once("response", resolve).once("error", reject).end(body);
      });
      return await responseOf(answer);
    } finally {
      socket.destroy();
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
