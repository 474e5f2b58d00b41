/** Deletes a team's stored data, but not the team. */
import type { Trx } from "../../engines/database/database.ts";
import { levelOf } from "../../ledger/storage.ts";
import { remainsQueue, type Remains } from "./delete.ts";
import type { AccountDeps } from "./deps.ts";

/**
 * Deletes a team's buckets, projects, repositories, pins and unfinished uploads. Members, keys, names, rollups and the
 * ledger stay. Returns the effects to run after the commit.
 */
export const purgeTeam = async (deps: AccountDeps, trx: Trx, teamId: string): Promise<() => Promise<void>> => {
  const { hosting, buckets, contentOwners, pinning, repositories, uploads, allowance, domains, engines } = deps;
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  const clearBuckets = await buckets.removeTeam(trx, teamId);
  const removed = await hosting.removeTeam(trx, teamId);
  const remains: Remains = { teamId, folders: await repositories.removeTeam(trx, teamId), isTeamKept: true };
  await engines.jobs.send(trx, remainsQueue, remains);
  await uploads.removeTeam(trx, teamId);
  await pinning.removeTeam(trx, teamId);
  await contentOwners.removeTeam(trx, teamId);
  await allowance.store(trx, teamId, -(await levelOf(trx, teamId, "IPFS_STORAGE")));
  return async () => {
    for (const { id, shown } of removed) await hosting.forget(id, shown);
    await domains.changed();
    await clearBuckets();
  };
};
