/** Looks through the history of the operator's vote account for the transaction by which a person binds an address. */
import * as z from "zod/mini";

/** As many as a node gives at once. */
export const historyPageSize = 1000;
/** The look-up goes no further back than this many pages. */
const pagesMax = 20;

const page = z.object({
  result: z.optional(z.array(z.object({ signature: z.string(), err: z.unknown(), memo: z.nullable(z.string()) }))),
  error: z.optional(z.object({ message: z.string() })),
});

/** Posts JSON to the Solana node and gives the answer's JSON. */
export type Post = (body: unknown) => Promise<unknown>;

interface Wanted {
  readonly voteAccount: string;
  readonly memo: string;
  /** Told how many transactions have been looked at. */
  readonly onProgress?: (seen: number) => void;
}

/**
 * The signature of the newest transaction with that memo that did not fail; undefined when there is none. Pages back by the
 * last signature of each page, 1000 at a time (Solana JSON-RPC, getSignaturesForAddress). Throws the node's own sentence.
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
    const found = result.find((each) => each.err === null && memosIn(each.memo).includes(memo));
    if (found) return found.signature;
    if (result.length < historyPageSize) return undefined;
    before = result.at(-1)!.signature;
    onProgress?.((pages + 1) * historyPageSize);
  }
  return undefined;
};

/** "[11] bind:0xabcd; [3] tea" → the texts. */
const memosIn = (memo: string | null): string[] =>
  (memo ?? "").split("; ").map((each) => each.replace(/^\[\d+\] /, ""));
