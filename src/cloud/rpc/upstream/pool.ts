/** The nodes of one chain: reads go to the best one with failover; writes go to one, once. */
import { rpcRefusals } from "../../../../resources/rpc/errors.ts";
import { type Cancel, createCancel } from "./cancel.ts";
import type { RpcChain } from "./chains.ts";
import { answered, failed, healthOf, hedgeAfterMs, inOrder, type NodeHealth, wasSlow } from "./node-health.ts";
import { type NodeReply, NotSent, type Request } from "./upstream.ts";

/** Checks that a node's response is plausible: a node behind a broken proxy can answer anything. */
const isQuantity = (value: unknown): boolean => typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value);
const isData = (value: unknown): boolean => typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value);
const isHash = (value: unknown): boolean => typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);
const isRecordWith =
  (field: string) =>
  (value: unknown): boolean =>
    value === null || (typeof value === "object" && isHash((value as Record<string, unknown>)[field]));

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  eth_chainId: isQuantity,
  eth_blockNumber: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getTransactionCount: isQuantity,
  eth_estimateGas: isQuantity,
  eth_call: isData,
  eth_getCode: isData,
  eth_sendRawTransaction: isHash,
  eth_getLogs: Array.isArray,
  eth_getBlockByHash: isRecordWith("hash"),
  // Its hash is null while it is pending.
  eth_getBlockByNumber: (value) => value === null || (typeof value === "object" && "number" in value),
  eth_getTransactionByHash: isRecordWith("hash"),
  eth_getTransactionReceipt: isRecordWith("transactionHash"),
};

/** Returns whether a response is plausible. Errors always are; results are checked if their shape is known. */
const isPlausible = (method: string, reply: NodeReply): boolean =>
  reply.error !== undefined || !Object.hasOwn(shapes, method) || shapes[method]!(reply.result);

export interface Outcome {
  readonly reply: NodeReply;
  readonly upstream?: string;
  readonly attempts: number;
}

export type Pool = ReturnType<typeof createPool>;

export const unavailable = {
  error: { code: rpcRefusals.noNode.code, message: "No node of this chain is available. Try again." },
};

const attemptsMax = 3;
const patienceMs = 10_000;
const probePatienceMs = 1500;
/** Age after which heads are probed again, and after which they are ignored. */
const probeAfterMs = 2000;
const forgottenAfterMs = 15_000;

export const createPool = (chain: RpcChain, onHead: (head: number) => void = () => undefined) => {
  const nodes = chain.upstreams.map(healthOf);
  let head: number | undefined;
  let probedAt = -Infinity;
  let probing: Promise<void> | undefined;

  const noteHead = (number: number): void => {
    if (!Number.isSafeInteger(number) || number <= (head ?? -1)) return;
    head = number;
    onHead(number);
  };

  const ask = async (node: NodeHealth, request: Request, callerCancel: Cancel = createCancel()): Promise<NodeReply> => {
    const start = performance.now();
    const cancel = createCancel();
    callerCancel.onOver(cancel.end);
    const late = setTimeout(cancel.end, patienceMs);
    try {
      const reply = await untilOver(node.upstream.ask(request, cancel), cancel);
      if (!isPlausible(request.method, reply)) throw new Error(`${node.upstream.name} returned an invalid response.`);
      answered(node, performance.now() - start);
      return reply;
    } catch (error) {
      if (callerCancel.isOver) wasSlow(node, performance.now() - start);
      else failed(node);
      throw error;
    } finally {
      clearTimeout(late);
    }
  };

  const probeOne = async (node: NodeHealth): Promise<void> => {
    const request = { method: "eth_blockNumber", params: [] };
    const { result } = await ask(node, request);
    if (typeof result !== "string") return;
    node.head = Number(result);
  };

  /** Checks the heads of all nodes; one node needs no check. */
  const probe = async (): Promise<void> => {
    const age = performance.now() - probedAt;
    if (nodes.length < 2 || age < probeAfterMs) return;
    probing ??= Promise.allSettled(nodes.map(probeOne)).then(() => {
      probing = undefined;
    });
    probedAt = performance.now();
    if (age > forgottenAfterMs) await Promise.race([probing, waiting(probePatienceMs)]);
  };

  const read = async (request: Request): Promise<Outcome> => {
    await probe();
    const order = inOrder(nodes).slice(0, attemptsMax);
    return order.length === 0 ? { reply: unavailable, attempts: 0 } : race(order, request);
  };

  /** Asks the next node after a failure, a retryable error or a delay; the first response counts. */
  const race = (order: readonly NodeHealth[], request: Request): Promise<Outcome> =>
    new Promise((resolve) => {
      const raceCancel = createCancel();
      let [started, open] = [0, 0];
      let second: Outcome | undefined;
      let timer: NodeJS.Timeout | undefined;
      const finish = (outcome: Outcome): void => {
        clearTimeout(timer);
        resolve(outcome);
        raceCancel.end();
      };
      const askNext = (): void => {
        clearTimeout(timer);
        const node = order[started];
        if (node) start(node);
        else if (open === 0) finish(second ?? { reply: unavailable, attempts: started });
      };
      const start = (node: NodeHealth): void => {
        started += 1;
        open += 1;
        if (started < order.length) timer = setTimeout(askNext, hedgeAfterMs(node));
        ask(node, request, raceCancel).then(
          (reply) => {
            open -= 1;
            const outcome = { reply, upstream: node.upstream.name, attempts: started };
            if (!isRetryable(reply) && !isBehind(request, reply)) return finish(outcome);
            second ??= outcome;
            askNext();
          },
          () => {
            open -= 1;
            if (!raceCancel.isOver) askNext();
          },
        );
      };
      askNext();
    });

  /** A head far behind a reported one comes from a lagging node. */
  const isBehind = ({ method }: Request, { result }: NodeReply): boolean =>
    method === "eth_blockNumber" && head !== undefined && head - Number(result) > behindMax;

  /** Sends a signed transaction under its hash. Retries only if nothing can have arrived. */
  const write = async (request: Request, hash: string): Promise<Outcome> => {
    await probe();
    let attempts = 0;
    for (const node of inOrder(nodes)) {
      attempts += 1;
      try {
        const reply = await ask(node, request);
        const upstream = node.upstream.name;
        return { reply: isKnownAlready(reply) ? { result: hash } : reply, upstream, attempts };
      } catch (error) {
        if (error instanceof NotSent) continue;
        return afterSilence(hash, attempts);
      }
    }
    return { reply: unavailable, attempts };
  };

  /** The write may have arrived: looks it up and never sends it again. */
  const afterSilence = async (hash: string, attempts: number): Promise<Outcome> => {
    const lookup = await read({ method: "eth_getTransactionByHash", params: [hash] });
    if (lookup.reply.result) return { ...lookup, reply: { result: hash }, attempts: attempts + lookup.attempts };
    const message = `Transaction ${hash} may or may not have been sent. Check before sending it again.`;
    return { reply: { error: { code: rpcRefusals.noNode.code, message } }, attempts };
  };

  return {
    read,
    write,
    /** Returns the newest block reported by any node; undefined before the first. */
    head: (): number | undefined => head,
    recordHead: noteHead,
  };
};

const behindMax = 5;

const isRetryable = ({ error }: NodeReply): boolean =>
  error !== undefined &&
  (elsewhere.has(error.code) || /header not found|missing trie|unknown block|prun/i.test(error.message));

/** Method not found, internal error, node's own limit. */
const elsewhere: ReadonlySet<number> = new Set([-32_601, -32_603, -32_005]);

const isKnownAlready = ({ error }: NodeReply): boolean =>
  error !== undefined && /already known|already imported|known transaction/i.test(error.message);

/** Rejects at once on cancellation, regardless of the pending response. */
const untilOver = <T>(answer: Promise<T>, cancel: Cancel): Promise<T> =>
  new Promise((resolve, reject) => {
    cancel.onOver(() => reject(new Error("Timed out.")));
    answer.then(resolve, reject);
  });

const waiting = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
