import { randomUUID } from "node:crypto";
import { trialAllowance, trialSeconds, type MeteredResource } from "../../../resources/limits.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { AppError } from "../app-error.ts";
import { changeLevel, levelOf } from "./storage.ts";
import type { StoredResource } from "./tables.ts";
import type { Usage } from "./usage.ts";

export interface ResourceAllowance {
  readonly resource: MeteredResource;
  readonly used: bigint;
  readonly allowed: bigint;
}

export interface TeamAllowance {
  readonly package: "TRIAL" | "STANDARD";
  readonly endsAt: Date | undefined;
  readonly resources: readonly ResourceAllowance[];
}

export interface Allowance {
  /** The trial package of a new team, from now on. */
  grantTrial(trx: Trx, teamId: string): Promise<void>;
  /** Throws ALLOWANCE_USED_UP unless the team may use so much more. Bytes, or seconds of build time. */
  ask(db: Db, teamId: string, resource: MeteredResource, amount: bigint | number): Promise<void>;
  /**
   * Adds bytes to (or, negative, takes them from) what the team has in store, in the caller's transaction. Throws
   * ALLOWANCE_USED_UP beyond the allowance; the transaction must then be rolled back. Taking away always passes.
   */
  store(trx: Trx, teamId: string, deltaBytes: bigint | number, resource?: StoredResource): Promise<void>;
  /** What is used and allowed of each resource of the team's packages. */
  used(db: Db, teamId: string): Promise<TeamAllowance>;
}

interface Grant {
  readonly package: "TRIAL" | "STANDARD";
  readonly resource: MeteredResource;
  readonly amount: bigint;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
}

/** What teams may use: the grants of their packages, against what the meters say. */
export const createAllowance = (usage: Usage): Allowance => {
  const usedOf = (db: Db, teamId: string, resource: MeteredResource, since: Date): Promise<bigint> =>
    isStored(resource) ? levelOf(db, teamId, resource) : usage.since(db, teamId, resource, since);

  const resourceAllowance = async (db: Db, teamId: string, resource: MeteredResource, grants: readonly Grant[]) => {
    const active = activeOf(resource, grants);
    const since = earliest(active.length > 0 ? active : grants);
    return { resource, used: await usedOf(db, teamId, resource, since), allowed: allowedOf(resource, grants) };
  };

  return {
    grantTrial,
    ask: async (db, teamId, resource, amount) => {
      const { used, allowed } = await resourceAllowance(db, teamId, resource, await grantsOf(db, teamId));
      if (used + BigInt(amount) > allowed) throw new AppError("ALLOWANCE_USED_UP");
    },
    store: async (trx, teamId, deltaBytes, resource = "IPFS_STORAGE") => {
      const delta = BigInt(deltaBytes);
      const { sizeBytes, allowedBytes } = await changeLevel(trx, teamId, resource, delta);
      usage.tellUsed(teamId);
      if (delta > 0n && sizeBytes > allowedBytes) throw new AppError("ALLOWANCE_USED_UP");
    },
    used: async (db, teamId) => {
      const grants = await grantsOf(db, teamId);
      const names = [...new Set(grants.map(({ resource }) => resource))];
      const resources = await Promise.all(names.map((name) => resourceAllowance(db, teamId, name, grants)));
      const newest = grants.at(-1);
      return { package: newest?.package ?? "TRIAL", endsAt: newest?.ends_at ?? undefined, resources };
    },
  };
};

const grantTrial: Allowance["grantTrial"] = async (trx, teamId) => {
  const startsAt = new Date();
  const endsAt = new Date(startsAt.getTime() + trialSeconds * 1000);
  const rows = Object.entries(trialAllowance).map(([resource, amount]) => ({
    id: randomUUID(),
    team_id: teamId,
    package: "TRIAL" as const,
    resource: resource as MeteredResource,
    amount: BigInt(amount),
    starts_at: startsAt,
    ends_at: endsAt,
  }));
  await trx.insertInto("allowance_grant").values(rows).execute();
};

const grantsOf = (db: Db, teamId: string): Promise<Grant[]> =>
  db
    .selectFrom("allowance_grant")
    .select(["package", "resource", "amount", "starts_at", "ends_at"])
    .where("team_id", "=", teamId)
    .orderBy("starts_at")
    .orderBy("resource")
    .execute();

const activeOf = (resource: MeteredResource, grants: readonly Grant[]): readonly Grant[] =>
  grants.filter((grant) => grant.resource === resource && isActive(grant));

const allowedOf = (resource: MeteredResource, grants: readonly Grant[]): bigint =>
  activeOf(resource, grants).reduce((sum, grant) => sum + grant.amount, 0n);

const isActive = ({ starts_at, ends_at }: Grant): boolean => {
  const now = new Date();
  return starts_at <= now && (ends_at === null || ends_at > now);
};

const earliest = (grants: readonly Grant[]): Date =>
  new Date(Math.min(...grants.map(({ starts_at }) => starts_at.getTime()), Date.now()));

const isStored = (resource: MeteredResource): resource is StoredResource =>
  resource === "IPFS_STORAGE" || resource === "AR_STORAGE";
