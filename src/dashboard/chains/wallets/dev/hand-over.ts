/** Brings a signed transaction to a node over a line that may break: the same bytes are one transaction, however often they are sent. */
import { ProviderError } from "../provider.ts";

interface Signed {
  /** The raw transaction, and what it will be known by. */
  readonly raw: string;
  readonly hash: string;
}

type Node = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const triesMax = 60;

/** The transaction's hash. Throws what the node answers, and what the last of many tries met. */
export const handOver = async (node: Node, { raw, hash }: Signed, pauseMs = 1000): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return String(await node("eth_sendRawTransaction", raw));
    } catch (error) {
      const isAnswer = error instanceof ProviderError;
      // An earlier try may have arrived though its answer did not.
      if (isAnswer && tries > 1 && (await node("eth_getTransactionByHash", hash))) return hash;
      if (isAnswer || tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
};
