import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import { fenced, NotOwner, type Owners } from "../../kernel/owners.ts";
import { answerFrom } from "../../engines/solana/rpc.ts";
import type { Solana } from "../../engines/solana/solana.ts";
import { transactionOf } from "./history.ts";
import { createSolanaLedger } from "./ledger.ts";

/** The operator's vote account on the local devnet: the SHA-256 of a sentence, so no key exists for it. */
const embeddedVoteAccount = "7YQ8oD32pkyNnb7v4gJDpNqFvrDkgNs4J47ThK9A9ws6";

/** Opens a local devnet. Its owner loads the virtual machine with the first request. */
export const openEmbeddedSolana = async (
  database: Pick<Database, "db">,
  owners: Owners,
  log: Logger,
  voteAccount = embeddedVoteAccount,
): Promise<Solana> => {
  const onFault = (error: unknown): void => {
    if (error instanceof NotOwner) throw error;
    log.error({ err: error }, "The Solana chain failed");
  };
  const { call } = await owners.define({
    name: "solana",
    open: async (_id, fence) => {
      const { embeddedMethods } = await import("./methods.ts");
      const methods = embeddedMethods(database, createSolanaLedger({ db: fenced(database.db, fence) }));
      return {
        answer: (request: unknown) => answerFrom(methods, request, onFault),
        close: async () => undefined,
      };
    },
  });
  return {
    voteAccount,
    isEmbedded: true,
    answer: (request) => call("", request, { mayRepeat: !JSON.stringify(request)?.includes("requestAirdrop") }),
    transaction: async (signature) => {
      const row = await transactionOf(database.db, signature);
      if (!row?.raw) return undefined;
      const { readTransaction } = await import("../../engines/solana/read-transaction.ts");
      return readTransaction(row.raw);
    },
  };
};
