/** Client for a rollup's node (JSON-RPC 2.0 over HTTP): concurrent calls are sent as one batch. */
import { ProviderError } from "../wallets/provider.ts";

/** Throws ProviderError with the node's error, TypeError without a response. */
export type CallRpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

interface Waiting {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Limit of the gateways. */
const batchMax = 50;

/** `rpcUrl`: absolute, or relative to this page. */
export const createAsk = (rpcUrl: string): CallRpc => {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (let from = 0; from < batch.length; from += batchMax)
      void sendBatch(rpcUrl, batch.slice(from, from + batchMax));
  };
  return (method, ...params) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ method, params, resolve, reject });
    });
};

const sendBatch = async (rpcUrl: string, batch: readonly Waiting[]): Promise<void> => {
  try {
    const body = batch.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const answers = await post(rpcUrl, body);
    batch.forEach((call, id) =>
      settle(
        call,
        answers.find((answer) => answer.id === id),
      ),
    );
  } catch (error) {
    batch.forEach(({ reject }) => reject(error));
  }
};

const post = async (rpcUrl: string, body: readonly object[]): Promise<readonly Answer[]> => {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answers = (await response.json()) as Answer | readonly Answer[];
  if (Array.isArray(answers)) return answers as readonly Answer[];
  // The whole batch was refused.
  const { message = `${response.status} error` } = (answers as Answer).error ?? (answers as { message?: string });
  throw new Error(message);
};

const settle = ({ method, resolve, reject }: Waiting, answer: Answer | undefined): void => {
  if (!answer) reject(new Error(`The node didn't answer ${method}.`));
  else if (answer.error) reject(new ProviderError(answer.error.code, answer.error.message, answer.error.data));
  else resolve(answer.result);
};
