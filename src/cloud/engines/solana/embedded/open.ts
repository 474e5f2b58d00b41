import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import { answerFrom, type Method } from "../rpc.ts";
import type { Solana } from "../solana.ts";
import { transactionOf } from "./history.ts";
import { createSolanaLedger } from "./ledger.ts";

/** The SHA-256 of a sentence, so nobody holds its key: on a chain of our own it stands for the operator's vote account. */
const embeddedVoteAccount = "7YQ8oD32pkyNnb7v4gJDpNqFvrDkgNs4J47ThK9A9ws6";

/** A chain of this cloud's own. Nothing is loaded before it is first asked. */
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
