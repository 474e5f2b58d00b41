/** Posts JSON to a node over keep-alive connections. */
import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { traceHeaders } from "../../kernel/observe/work.ts";
import type { Cancel } from "./cancel.ts";
import { NotSent } from "./upstream.ts";

export interface PostOptions {
  readonly cancel: Cancel;
  /**
   * Uses a separate connection: a keep-alive connection closed by the node would leave it open whether the write
   * arrived.
   */
  readonly isWrite: boolean;
}

/** Posts a body. Throws without a valid response; NotSent if nothing can have reached the node. */
export type Post = (body: string, options: PostOptions) => Promise<string>;

const answerBytesMax = 32 * 1024 * 1024;
const agentOptions = { keepAlive: true, maxSockets: 256, scheduling: "lifo" } as const;

export const createPost = (name: string, url: string): Post => {
  const where = new URL(url);
  const isSecure = where.protocol === "https:";
  const agent = isSecure ? new SecureAgent(agentOptions) : new PlainAgent(agentOptions);
  const request = isSecure ? secureRequest : plainRequest;

  const send = (body: string, { cancel, isWrite }: PostOptions): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...traceHeaders(),
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      };
      const clientRequest = request(where, { method: "POST", agent: isWrite ? false : agent, headers });
      cancel.onOver(() => clientRequest.destroy());
      clientRequest.on("response", (response) =>
        textOf(name, response).then((text) => (cancel.done(), resolve(text)), reject),
      );
      clientRequest.on("error", (error: NodeJS.ErrnoException) => reject(faultOf(clientRequest, error)));
      clientRequest.end(body);
    });

  return (body, options) =>
    callEngine({ engine: "rpc", upstream: name, operation: options.isWrite ? "write" : "read" }, async () => {
      try {
        return await send(body, options);
      } catch (error) {
        if (!(error instanceof ClosedMeanwhile) || options.isWrite) throw error;
        return send(body, options);
      }
    });
};

/** The node closed the keep-alive connection while we sent: a read is sent once more. */
class ClosedMeanwhile extends Error {}

const faultOf = (clientRequest: ClientRequest, error: NodeJS.ErrnoException): Error => {
  if (beforeSending.has(error.code ?? "")) return new NotSent(error.code);
  if (clientRequest.reusedSocket && error.code === "ECONNRESET") return new ClosedMeanwhile(error.message);
  return error;
};

const beforeSending: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

const textOf = async (name: string, response: IncomingMessage): Promise<string> => {
  const { statusCode: status = 0 } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error("The response is too large.");
    chunks.push(chunk);
  }
  // A node's error status can come with a JSON-RPC error, except for these statuses.
  if (status >= 500 || status === 429 || (status >= 300 && status < 400)) throw new Error(`${name} answers ${status}.`);
  return Buffer.concat(chunks).toString("utf8");
};
