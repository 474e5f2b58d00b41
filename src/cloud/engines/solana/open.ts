import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Owners } from "../../kernel/owners.ts";
import type { Solana } from "./solana.ts";
import { fetchConfigured } from "../network/fetch.ts";
import { refusalOf } from "../network/json-rpc.ts";
import { parseExact } from "../network/parse-json.ts";

/** Opens the local devnet, unless SOLANA_RPC_URL is set. */
export const openSolana = async (
  { SOLANA_RPC_URL, SOLANA_VOTE_ACCOUNT }: Pick<Config, "SOLANA_RPC_URL" | "SOLANA_VOTE_ACCOUNT">,
  database: Pick<Database, "db">,
  owners: Owners,
  log: Logger,
): Promise<Solana> => {
  if (SOLANA_RPC_URL !== undefined) return openRemoteSolana(SOLANA_RPC_URL, SOLANA_VOTE_ACCOUNT);
  const { openEmbeddedSolana } = await import("../../devnet/solana/open.ts");
  return openEmbeddedSolana(database, owners, log, SOLANA_VOTE_ACCOUNT);
};

/** Methods that browsers may call on the remote node through the server. */
const allowedMethods = [
  "getHealth",
  "getSlot",
  "getBlockHeight",
  "getLatestBlockhash",
  "getBalance",
  "getAccountInfo",
  "getSignatureStatuses",
  "getSignaturesForAddress",
  "getTransaction",
  "sendTransaction",
];
const timeoutMs = 10_000;

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** Opens an external chain: JSON-RPC of a node or provider. */
const openRemoteSolana = (url: string, voteAccount: string | undefined): Solana => {
  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetchConfigured(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return parseExact(await response.text());
  };
  return {
    voteAccount,
    isEmbedded: false,
    answer: (request) => answerThrough(post, request),
    transaction: async (signature) => {
      const options = { encoding: "base64", commitment: "finalized", maxSupportedTransactionVersion: 0 };
      const request = { jsonrpc: "2.0", id: 1, method: "getTransaction", params: [signature, options] };
      const { result, error } = (await post(request)) as Answer;
      if (error) throw new Error(`The Solana node returned an error: ${error.message ?? "no reason given"}`);
      const found = result as {
        readonly transaction: [string, string];
        readonly meta: { readonly err: unknown };
      } | null;
      if (!found || found.meta.err !== null) return undefined;
      const { readBase64Transaction } = await import("./read-transaction.ts");
      return readBase64Transaction(found.transaction[0]);
    },
  };
};

const answerThrough = async (post: (body: unknown) => Promise<unknown>, request: unknown): Promise<unknown> => {
  const each = Array.isArray(request) ? request : [request];
  const refused = each.find((one) => !allowedMethods.includes((one as { method?: string } | null)?.method ?? ""));
  if (refused !== undefined) return refusalOf(request, { code: -32_601, message: "This method is not supported." });
  try {
    return await post(request);
  } catch {
    return refusalOf(request, { code: -32_603, message: "Can't reach the Solana node. Try again." });
  }
};
