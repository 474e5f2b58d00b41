/** A node over HTTP. A client's batch is sent to the node as a batch, if the node supports them. */
import { parseExact } from "../../engines/network/parse-json.ts";
import { createCancel, type Cancel } from "./cancel.ts";
import { createPost } from "./post.ts";
import { nodeReplyOf, nodeReplySchema, type NodeReply, type Request, type Upstream } from "./upstream.ts";

interface Waiting {
  readonly request: Request;
  readonly cancel: Cancel;
  resolve(reply: NodeReply): void;
  reject(error: unknown): void;
}

const batchMax = 100;
const writeMethod = "eth_sendRawTransaction";

export const httpUpstream = (name: string, url: string): Upstream => {
  const post = createPost(name, url);
  /** Until the node refuses a batch. */
  let takesBatches = true;
  let waiting: Waiting[] = [];

  const askAlone = async ({ method, params }: Request, cancel: Cancel): Promise<NodeReply> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return nodeReplyOf(parseExact(await post(body, { cancel, isWrite: method === writeMethod })), 1);
  };

  const eachAlone = (batch: readonly Waiting[]): void => {
    for (const { request, cancel, resolve, reject } of batch) askAlone(request, cancel).then(resolve, reject);
  };

  const askTogether = async (batch: readonly Waiting[]): Promise<void> => {
    const body = batch.map(({ request }, place) => ({ jsonrpc: "2.0", id: place + 1, ...request }));
    try {
      const cancel = allOf(batch.map((each) => each.cancel));
      const replies = parseExact(await post(JSON.stringify(body), { cancel, isWrite: false }));
      if (!Array.isArray(replies)) {
        takesBatches = false;
        return eachAlone(batch);
      }
      const byId = new Map(replies.map((reply) => [(reply as { readonly id?: unknown } | null)?.id, reply as unknown]));
      batch.forEach(({ resolve, reject }, place) => {
        const parsed = nodeReplySchema.safeParse(byId.get(place + 1));
        if (parsed.success) resolve(nodeReplyOf(parsed.data, place + 1));
        else reject(new Error(`${name} omitted a response from a batch.`));
      });
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  };

  /** Sends all requests since the last flush, which come from one message of one client. */
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    if (!takesBatches || batch.length === 1) return eachAlone(batch);
    for (let from = 0; from < batch.length; from += batchMax) void askTogether(batch.slice(from, from + batchMax));
  };

  return {
    name,
    ask: (request, cancel) => {
      if (request.method === writeMethod) return askAlone(request, cancel);
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(flush);
        waiting.push({ request, cancel, resolve, reject });
      });
    },
  };
};

/** Is cancelled once all of them are. */
const allOf = (cancels: readonly Cancel[]): Cancel => {
  const all = createCancel();
  let open = cancels.length;
  const close = (): void => {
    open -= 1;
    if (open === 0) all.end();
  };
  for (const cancel of cancels) cancel.onOver(close);
  return all;
};
