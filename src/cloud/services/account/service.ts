import type { AccountContents } from "../../../../resources/account/deletion.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { contentsOf, isNewAndEmpty } from "./contents.ts";
import { clearRemains, deleteAccount, remainsQueue, type Remains } from "./delete.ts";
import type { AccountParts } from "./parts.ts";

export interface Accounts {
  contents(db: Db, personId: string): Promise<AccountContents>;
  isNewAndEmpty(db: Db, personId: string): Promise<boolean>;
  /** Deletes the person with all that is theirs. What is returned is to be done once that is committed. */
  remove(trx: Trx, personId: string, ip: string): Promise<() => Promise<void>>;
  /** The same for an account whose wallet has become another's: the browser that asked goes on there, so it is not told. */
  giveWay(trx: Trx, personId: string, ip: string): Promise<() => Promise<void>>;
  /** Creates the queue; needed in every process before an account is deleted. */
  define(): Promise<void>;
  work(): Promise<void>;
}

const tries = 10;
const expireSeconds = 600;

/** Whole accounts: what is in them, and their end. */
export const createAccounts = (parts: AccountParts): Accounts => {
  const { jobs } = parts.engines;
  return {
    contents: (db, personId) => contentsOf(parts, db, personId),
    isNewAndEmpty: (db, personId) => isNewAndEmpty(parts, db, personId),
    remove: async (trx, personId, ip) => {
      const clear = await deleteAccount(parts, trx, personId, ip);
      return async () => {
        parts.auth.forgetTokens();
        parts.engines.realtime.toUser(personId, "updateUser", {});
        parts.engines.realtime.recheck(personId);
        await clear();
      };
    },
    giveWay: (trx, personId, ip) => deleteAccount(parts, trx, personId, ip),
    define: () => jobs.define(remainsQueue, { concurrency: 1, retries: tries, expireSeconds }),
    work: () => jobs.work<Remains>(remainsQueue, (remains) => clearRemains(parts, remains)),
  };
};
