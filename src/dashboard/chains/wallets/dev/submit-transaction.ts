/**
 * Submits a signed transaction over an unreliable connection: the same bytes are one transaction, regardless of the
 * number of attempts.
 */
import { ProviderError } from "../provider.ts";

interface Signed {
  /** The raw transaction and its hash. */
  readonly raw: string;
  readonly hash: string;
}

type Node = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const triesMax = 60;

/** Submits it; returns the transaction's hash. Throws the node's error, or the last attempt's. */
export const submitTransaction = async (node: Node, { raw, hash }: Signed, pauseMs = 1000): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return String(await node("eth_sendRawTransaction", raw));
    } catch (error) {
      const isAnswer = error instanceof ProviderError;
      // An earlier attempt may have arrived although its response was lost.
      if (isAnswer && tries > 1 && (await node("eth_getTransactionByHash", hash))) return hash;
      if (isAnswer || tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
};
