import type { AccountContents } from "../../../../resources/account/deletion.ts";
import { accountNewSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../secrets.ts";
import { countAiKeys } from "../ai-rpc/service.ts";
import { countRpcKeys } from "../rpc/service.ts";
import type { AccountDeps } from "./deps.ts";

const onlyCounted = { page: 1, size: 1 } as const;

/** Counts the content of a user and the user's own team. */
export const contentsOf = async (
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
export const isNewAndEmpty = async (deps: AccountDeps, db: Db, personId: string): Promise<boolean> => {
  const [oldest] = (await deps.auth.wallets(db, personId)).map(({ linkedAt }) => linkedAt);
  if (!oldest || oldest < secondsFromNow(-accountNewSeconds)) return false;
  const { wallets, deployments: _, repositories: __, ...made } = await contentsOf(deps, db, personId);
  return wallets === 1 && Object.values(made).every((count) => count === 0);
};
