/** What a person types into the explorer's search box, and where it leads. */
import { pageHref } from "../../../../resources/href.ts";
import { explorerAddress, explorerBlock, explorerTransaction } from "../../../../resources/pages.ts";
import type { Ask } from "../../chains/rollup/json-rpc.ts";

export type Wanted =
  | { readonly kind: "block"; readonly number: string }
  | { readonly kind: "hash"; readonly hash: string }
  | { readonly kind: "address"; readonly address: string };

/** undefined: it is none of what can be looked for. */
export const readSearch = (input: string): Wanted | undefined => {
  const text = input.trim().replaceAll(/[,_\s]/g, "");
  if (/^#?\d{1,15}$/.test(text)) return { kind: "block", number: String(Number(text.replace("#", ""))) };
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) return { kind: "hash", hash: prefixed(text) };
  if (/^(0x)?[0-9a-f]{40}$/i.test(text)) return { kind: "address", address: prefixed(text) };
  return undefined;
};

/** The page that shows it; undefined when a hash is neither a transaction's nor a block's. Throws when the node does not answer. */
export const placeOf = async (ask: Ask, chainId: string, wanted: Wanted): Promise<string | undefined> => {
  if (wanted.kind === "block") return pageHref(explorerBlock, { chainId, number: wanted.number });
  if (wanted.kind === "address") return pageHref(explorerAddress, { chainId, address: wanted.address });
  const { hash } = wanted;
  const [transaction, block] = (await Promise.all([
    ask("eth_getTransactionByHash", hash),
    ask("eth_getBlockByHash", hash, false),
  ])) as [object | null, { readonly number: string } | null];
  if (transaction) return pageHref(explorerTransaction, { chainId, hash });
  return block ? pageHref(explorerBlock, { chainId, number: Number(block.number) }) : undefined;
};

const prefixed = (text: string): string => `0x${text.replace(/^0x/i, "").toLowerCase()}`;
