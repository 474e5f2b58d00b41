import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import { answerFrom, type Method } from "../rpc.ts";
import type { Solana } from "../solana.ts";
import { transactionOf } from "./history.ts";
import { createSolanaLedger } from "./ledger.ts";

/** The operator's vote account on the local devnet: the SHA-256 of a sentence, so no key exists for it. */
const embeddedVoteAccount = "7YQ8oD32pkyNnb7v4gJDpNqFvrDkgNs4J47ThK9A9ws6";

/** Opens a local devnet. Nothing is loaded before the first request. */
export const openEmbeddedSolana = (
  database: Pick<Database, "db">,
  log: Logger,
  voteAccount = embeddedVoteAccount,
): Solana => {
  const ledger = createSolanaLedger(database);
  let methods: Promise<Record<string, Method>> | undefined;
  const loaded = () =>
    (methods ??= import("./methods.ts").then(({ embeddedMethods }) => embeddedMethods(database, ledger)));
  return {
    voteAccount,
    isEmbedded: true,
    answer: async (request) =>
      answerFrom(await loaded(), request, (error) => log.error({ err: error }, "The Solana chain failed")),
    transaction: async (signature) => {
      const row = await transactionOf(database.db, signature);
      if (!row?.raw) return undefined;
      const { readTransaction } = await import("../read-transaction.ts");
      return readTransaction(row.raw);
    },
  };
};
