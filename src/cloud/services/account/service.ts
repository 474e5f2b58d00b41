import type { AccountContents } from "../../../../resources/account/deletion.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { contentsOf, isNewAndEmpty } from "./contents.ts";
import { clearRemains, deleteAccount, remainsQueue, type Remains } from "./delete.ts";
import { purgeTeam } from "./purge.ts";
import type { AccountDeps } from "./deps.ts";

export interface Accounts {
  contents(db: Db, personId: string): Promise<AccountContents>;
  isNewAndEmpty(db: Db, personId: string): Promise<boolean>;
  /** Deletes the user with all their data. Returns effects to run after the commit. */
  remove(trx: Trx, personId: string, ip: string): Promise<() => Promise<void>>;
  /**
   * Same for an account whose wallet moved to another: the requesting browser continues there, so it is not notified.
   */
  removeReplaced(trx: Trx, personId: string, ip: string): Promise<() => Promise<void>>;
  /** Deletes a team's stored data, but not the team. Returns effects to run after the commit. */
  purge(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  /** Creates the queue; needed in every process before an account is deleted. */
  define(): Promise<void>;
  work(): Promise<void>;
}

const tries = 10;
const expireSeconds = 600;

/** Account contents, deletion and merge. */
export const createAccounts = (deps: AccountDeps): Accounts => {
  const { jobs } = deps.engines;
  return {
    contents: (db, personId) => contentsOf(deps, db, personId),
    isNewAndEmpty: (db, personId) => isNewAndEmpty(deps, db, personId),
    remove: async (trx, personId, ip) => {
      const clear = await deleteAccount(deps, trx, personId, ip);
      return async () => {
        deps.auth.forgetTokens();
        deps.engines.realtime.toUser(personId, "updateUser", {});
        deps.engines.realtime.recheck(personId);
        await clear();
      };
    },
    removeReplaced: (trx, personId, ip) => deleteAccount(deps, trx, personId, ip),
    purge: (trx, teamId) => purgeTeam(deps, trx, teamId),
    define: () => jobs.define(remainsQueue, { concurrency: 1, retries: tries, expireSeconds }),
    work: () => jobs.work<Remains>(remainsQueue, (remains) => clearRemains(deps, remains)),
  };
};
