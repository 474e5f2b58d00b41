/** Deletes an account: all rows in the call's transaction, folders and leftovers by a job that commits with it. */
import type { Trx } from "../../engines/database/database.ts";
import { recordOperation } from "../operation-log/service.ts";
import type { AccountDeps } from "./deps.ts";

export const remainsQueue = "account-remains";

export interface Remains {
  readonly teamId: string;
  readonly folders: readonly string[];
  /** The team stays, with everything stored afterwards. */
  readonly isTeamKept?: true;
}

/** Deletes a user and their own team. Returns the effects to run after the commit. */
export const deleteAccount = async (
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
export const clearRemains = async (
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
