/** Sends JSON-RPC 2.0 requests to a node over HTTP. */
import * as z from "zod";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { parseExact } from "../network/parse-json.ts";

/** The node's error response, with its code and message. */
export class NodeError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "NodeError";
    this.code = code;
    this.data = data;
  }
}

/** The node did not answer, or not in JSON-RPC. */
export class NodeGone extends Error {
  constructor(cause: unknown) {
    super("The node is unreachable.", { cause });
    this.name = "NodeGone";
  }
}

export type NodeRequest = (method: string, params?: readonly unknown[]) => Promise<unknown>;

const answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
]);

/** Returns a function that sends requests to the node at `url`. It throws NodeError and NodeGone. */
export const nodeRequestTo =
  (url: string, patienceMs = 60_000): NodeRequest =>
  async (method, params = []) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const toNode = { engine: "chains", upstream: "evm", operation: "request" } as const;
    const reply = await callEngine(toNode, () => post(url, call, patienceMs));
    if (!("error" in reply)) return reply.result;
    const { code, message, data } = reply.error;
    throw new NodeError(code, message, data);
  };

const post = async (url: string, body: unknown, patienceMs: number): Promise<z.output<typeof answer>> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    return answer.parse(parseExact(await response.text()));
  } catch (error) {
    throw new NodeGone(error);
  }
};
