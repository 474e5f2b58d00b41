import type { AccountContents } from "../../../../resources/account/deletion.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { levelOf } from "../../billing/ledger/usage/storage.ts";
import { accountNewSeconds } from "../../../../resources/limits.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { countAiKeys } from "../../ai/proxy/service.ts";
import { countRpcKeys } from "../../rpc/service.ts";
import { recordOperation } from "../operation-log/service.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Auth } from "../auth/service.ts";
import type { Domains } from "../../hosting/domains/service.ts";
import type { Gateways } from "../../gateway/dedicated/service.ts";
import type { ContentOwners } from "../../storage/content-owners/service.ts";
import type { Buckets } from "../../storage/buckets/service.ts";
import type { Hosting } from "../../hosting/deployments/service.ts";
import type { Ipns } from "../../gateway/names/service.ts";
import type { Notices } from "../notices/service.ts";
import type { Pinning } from "../../storage/pinning/service.ts";
import type { Raas } from "../../raas/service.ts";
import type { Repositories } from "../../hosting/repositories/service.ts";
import type { Teams } from "../teams/service.ts";
import type { Tokens } from "../tokens/service.ts";
import type { Uploads } from "../../hosting/uploads/service.ts";

export type Accounts = ReturnType<typeof createAccounts>;

const tries = 10;
const expireSeconds = 600;

/** Account contents, deletion and merge. */
export const createAccounts = (deps: AccountDeps) => {
  const { jobs } = deps.engines;
  return {
    contents: (db: Db, personId: string): Promise<AccountContents> => contentsOf(deps, db, personId),
    isNewAndEmpty: (db: Db, personId: string): Promise<boolean> => isNewAndEmpty(deps, db, personId),
    /** Deletes the user with all their data. Returns effects to run after the commit. */
    remove: async (trx: Trx, personId: string, ip: string): Promise<() => Promise<void>> => {
      const clear = await deleteAccount(deps, trx, personId, ip);
      return async () => {
        deps.auth.forgetTokens();
        deps.engines.realtime.toUser(personId, "updateUser", {});
        deps.engines.realtime.recheck(personId);
        await clear();
      };
    },
    /**
     * Same for an account whose wallet moved to another: the requesting browser continues there, so it is not notified.
     */
    removeReplaced: (trx: Trx, personId: string, ip: string): Promise<() => Promise<void>> =>
      deleteAccount(deps, trx, personId, ip),
    /** Deletes a team's stored data, but not the team. Returns effects to run after the commit. */
    purge: (trx: Trx, teamId: string): Promise<() => Promise<void>> => purgeTeam(deps, trx, teamId),
    /** Creates the queue; needed in every process before an account is deleted. */
    define: (): Promise<void> => jobs.define(remainsQueue, { concurrency: 1, retries: tries, expireSeconds }),
    work: (): Promise<void> => jobs.work<Remains>(remainsQueue, (remains) => clearRemains(deps, remains)),
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

// Deletes an account: all rows in the call's transaction, folders and leftovers by a job that commits with it.

const remainsQueue = "account-remains";

interface Remains {
  readonly teamId: string;
  readonly folders: readonly string[];
  /** The team stays, with everything stored afterwards. */
  readonly isTeamKept?: true;
}

/** Deletes a user and their own team. Returns the effects to run after the commit. */
const deleteAccount = async (
  deps: AccountDeps,
  trx: Trx,
  personId: string,
  ip: string,
): Promise<() => Promise<void>> => {
  const { auth, teams, hosting, buckets, raas, contentOwners, repositories, uploads, engines } = deps;
  // Locks both rows: a second deletion, or another wallet, waits and then finds no user.
  await trx.selectFrom("team").select("id").where("owner_id", "=", personId).forUpdate().execute();
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const memberships = await teams.membershipsOf(trx, personId);
  const own = memberships.find(({ type }) => type === "INDIVIDUAL")!;
  const others = (await teams.usersOfOwnTeam(trx, personId)).filter((id) => id !== personId);
  await notifyMembers(deps, trx, own.teamName, others);
  for (const { teamId } of memberships.filter((membership) => membership !== own))
    await recordDeparture(trx, { teamId, personId, ip });

  // First, because bucket writes lock it before anything else.
  const clearBuckets = await buckets.removeTeam(trx, own.teamId);
  const removed = await hosting.removeTeam(trx, own.teamId);
  const remains: Remains = { teamId: own.teamId, folders: await repositories.removeTeam(trx, own.teamId) };
  await engines.jobs.send(trx, remainsQueue, remains);
  await uploads.removeTeam(trx, own.teamId);
  await raas.removeTeam(trx, own.teamId);
  await contentOwners.removeTeam(trx, own.teamId);
  await teams.removeOwn(trx, personId);
  await auth.removeUser(trx, personId);
  const owners = memberships.filter((membership) => membership !== own).map(({ ownerId }) => ownerId);
  return () => announce(deps, { removed, others, owners, clearBuckets });
};

/** Job: deletes what concurrent requests created, and folders. Idempotent. */
const clearRemains = async (
  { engines, hosting, repositories, uploads }: AccountDeps,
  { teamId, folders, isTeamKept }: Remains,
): Promise<void> => {
  if (isTeamKept) return repositories.removeFolders(folders);
  const { removed, later } = await engines.database.db.transaction().execute(async (trx) => {
    await uploads.removeTeam(trx, teamId);
    return { removed: await hosting.removeTeam(trx, teamId), later: await repositories.removeTeam(trx, teamId) };
  });
  for (const { id, shown } of removed) await hosting.forget(id, shown);
  await repositories.removeFolders([...folders, ...later]);
};

const notifyMembers = async (
  { notices }: AccountDeps,
  trx: Trx,
  teamName: string,
  members: readonly string[],
): Promise<void> => {
  const message = `The owner of ${teamName} deleted the account. The team and all its content are deleted.`;
  for (const member of members) await notices.create(trx, member, { type: "REMOVED_BY_TEAM_MANAGER", message });
};

/** Records in other teams' logs why the member left. */
const recordDeparture = (trx: Trx, { teamId, personId, ip }: { teamId: string; personId: string; ip: string }) =>
  recordOperation(trx, {
    teamId,
    personId,
    via: "SESSION",
    action: "OAUTH_DELETE_ACCOUNT",
    target: "",
    details: {},
    ip,
  });

interface DeletedAccount {
  readonly removed: Awaited<ReturnType<AccountDeps["hosting"]["removeTeam"]>>;
  /** Members of the user's team, and the user's memberships. */
  readonly others: readonly string[];
  readonly owners: readonly string[];
  clearBuckets(): Promise<void>;
}

const announce = async (
  { auth, tokens, hosting, domains, notices, engines: { realtime } }: AccountDeps,
  { removed, others, owners, clearBuckets }: DeletedAccount,
): Promise<void> => {
  auth.forgetTokens();
  tokens.forget();
  for (const id of [...others, ...owners]) realtime.toUser(id, "updateTeam", {});
  others.forEach(notices.refresh);
  others.forEach(realtime.recheck);
  for (const { id, shown } of removed) await hosting.forget(id, shown);
  await domains.changed();
  await clearBuckets();
};

/** Services that hold data of an account. */
interface AccountDeps {
  readonly engines: Pick<Engines, "database" | "jobs" | "realtime">;
  readonly auth: Auth;
  readonly teams: Teams;
  readonly hosting: Pick<Hosting, "ofTeam" | "removeTeam" | "forget">;
  readonly buckets: Pick<Buckets, "listOf" | "removeTeam">;
  readonly pinning: Pick<Pinning, "list" | "removeTeam">;
  readonly allowance: Pick<Allowance, "store">;
  readonly ipns: Pick<Ipns, "list">;
  readonly gateways: Pick<Gateways, "list">;
  readonly raas: Pick<Raas, "countOf" | "removeTeam">;
  readonly contentOwners: Pick<ContentOwners, "removeTeam">;
  readonly domains: Pick<Domains, "list" | "changed">;
  readonly repositories: Pick<Repositories, "list" | "removeTeam" | "removeFolders">;
  readonly tokens: Pick<Tokens, "count" | "forget">;
  readonly uploads: Pick<Uploads, "removeTeam">;
  readonly notices: Pick<Notices, "create" | "refresh">;
}
