/** Searches the operator's vote account for the transaction that links a Solana address. */
import * as z from "zod/mini";

/** Maximum page size of a node. */
export const historyPageSize = 1000;
/** Maximum number of pages to search. */
const pagesMax = 20;

const page = z.object({
  result: z.optional(z.array(z.object({ signature: z.string(), err: z.unknown(), memo: z.nullable(z.string()) }))),
  error: z.optional(z.object({ message: z.string() })),
});

/** Posts JSON to the Solana node and returns its JSON response. */
export type Post = (body: unknown) => Promise<unknown>;

interface Wanted {
  readonly voteAccount: string;
  readonly memo: string;
  /** Called with the number of transactions checked. */
  readonly onProgress?: (seen: number) => void;
}

/**
 * Returns the signature of the newest successful transaction with that memo; undefined if none. Pages back by the last
 * signature, 1000 at a time (Solana JSON-RPC, getSignaturesForAddress). Throws the node's error message.
 */
export const findBinding = async (
  post: Post,
  { voteAccount, memo, onProgress }: Wanted,
): Promise<string | undefined> => {
  let before: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const options = { limit: historyPageSize, ...(before && { before }) };
    const request = { jsonrpc: "2.0", id: pages, method: "getSignaturesForAddress", params: [voteAccount, options] };
    const { result = [], error } = page.parse(await post(request));
    if (error) throw new Error(error.message);
    const match = result.find((each) => each.err === null && memosIn(each.memo).includes(memo));
    if (match) return match.signature;
    if (result.length < historyPageSize) return undefined;
    before = result.at(-1)!.signature;
    onProgress?.((pages + 1) * historyPageSize);
  }
  return undefined;
};

/** Splits "[11] bind:0xabcd; [3] tea" into texts. */
const memosIn = (memo: string | null): string[] =>
  (memo ?? "").split("; ").map((each) => each.replace(/^\[\d+\] /, ""));
