/** Parses the explorer's search input and finds the matching page. */
import { pageHref } from "../../../../../resources/declare/href.ts";
import { explorerAddress, explorerBlock, explorerTransaction } from "../../../../../resources/pages.ts";
import type { CallRpc } from "../../../chains/rollup/json-rpc.ts";

export type Wanted =
  | { readonly kind: "block"; readonly number: string }
  | { readonly kind: "hash"; readonly hash: string }
  | { readonly kind: "address"; readonly address: string };

/** Parses the input; undefined if it is not searchable. */
export const readSearch = (input: string): Wanted | undefined => {
  const text = input.trim().replaceAll(/[,_\s]/g, "");
  if (/^#?\d{1,15}$/.test(text)) return { kind: "block", number: String(Number(text.replace("#", ""))) };
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) return { kind: "hash", hash: prefixed(text) };
  if (/^(0x)?[0-9a-f]{40}$/i.test(text)) return { kind: "address", address: prefixed(text) };
  return undefined;
};

/**
 * Returns the matching page; undefined if a hash is neither a transaction's nor a block's. Throws if the node can't be
 * reached.
 */
export const placeOf = async (call: CallRpc, chainId: string, wanted: Wanted): Promise<string | undefined> => {
  if (wanted.kind === "block") return pageHref(explorerBlock, { chainId, number: wanted.number });
  if (wanted.kind === "address") return pageHref(explorerAddress, { chainId, address: wanted.address });
  const { hash } = wanted;
  const [transaction, block] = (await Promise.all([
    call("eth_getTransactionByHash", hash),
    call("eth_getBlockByHash", hash, false),
  ])) as [object | null, { readonly number: string } | null];
  if (transaction) return pageHref(explorerTransaction, { chainId, hash });
  return block ? pageHref(explorerBlock, { chainId, number: Number(block.number) }) : undefined;
};

const prefixed = (text: string): string => `0x${text.replace(/^0x/i, "").toLowerCase()}`;
