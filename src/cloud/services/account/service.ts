import type { AccountContents } from "../../../../resources/account/deletion.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { clearRemains, deleteAccount, remainsQueue, type Remains } from "./delete.ts";
import type { AccountDeps } from "./deps.ts";
import { levelOf } from "../../ledger/storage.ts";
import { accountNewSeconds } from "../../../../resources/limits.ts";
import { secondsFromNow } from "../secrets.ts";
import { countAiKeys } from "../ai-rpc/service.ts";
import { countRpcKeys } from "../rpc/service.ts";

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

/**
 * Deletes a team's buckets, projects, repositories, pins and unfinished uploads. Members, keys, names, rollups and the
 * ledger stay. Returns the effects to run after the commit.
 */
const purgeTeam = async (deps: AccountDeps, trx: Trx, teamId: string): Promise<() => Promise<void>> => {
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

const onlyCounted = { page: 1, size: 1 } as const;

/** Counts the content of a user and the user's own team. */
const contentsOf = async (
  { auth, teams, hosting, buckets, pinning, ipns, gateways, raas, domains, repositories, tokens }: AccountDeps,
  db: Db,
  personId: string,
): Promise<AccountContents> => {
  const memberships = await teams.membershipsOf(db, personId);
  const teamId = memberships.find(({ type }) => type === "INDIVIDUAL")!.teamId;
  const { projects, deployments } = await hosting.ofTeam(db, teamId);
  return {
    projects,
    deployments,
    domains: (await domains.list(db, teamId, onlyCounted)).total,
    buckets: (await buckets.listOf(teamId, db)).length,
    pins: (await pinning.list(db, teamId, { limit: 1 })).total,
    names: (await ipns.list(db, teamId, {})).total,
    gateways: (await gateways.list(db, teamId)).length,
    rollups: await raas.countOf(db, teamId),
    repositories: (await repositories.list(db, teamId, 1, "")).total,
    keys: (await countRpcKeys(db, teamId)) + (await countAiKeys(db, teamId)),
    tokens: await tokens.count(db, teamId),
    members: (await teams.usersOfOwnTeam(db, personId)).length - 1,
    memberships: memberships.length - 1,
    wallets: (await auth.wallets(db, personId)).length,
  };
};

/**
 * Whether an account is recent and unused, so that it can give way to an older one of the same user. Sample
 * repositories don't count; pushing to one requires a token, which does.
 */
const isNewAndEmpty = async (deps: AccountDeps, db: Db, personId: string): Promise<boolean> => {
  const [oldest] = (await deps.auth.wallets(db, personId)).map(({ linkedAt }) => linkedAt);
  if (!oldest || oldest < secondsFromNow(-accountNewSeconds)) return false;
  const { wallets, deployments: _, repositories: __, ...made } = await contentsOf(deps, db, personId);
  return wallets === 1 && Object.values(made).every((count) => count === 0);
};
