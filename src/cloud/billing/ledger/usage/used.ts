/** Calculates the current usage of packages, from the rows that settlement reads. */
import { sql } from "kysely";
import type { AccountPackage, AddedPackage } from "../../../../../resources/billing/packages.ts";
import { meteredResources, type MeteredResource } from "../../../../../resources/limits.ts";
import type { Db } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { above, allowedAt, levelAt } from "../charges/integral.ts";
import { hourOf, microsOf } from "../charges/moments.ts";
import { turnMonths } from "../grants.ts";
import { quotaOf, stateOf, type State } from "../quota.ts";
import { levelOf, paidOf } from "./storage.ts";
import type { Usage } from "./usage.ts";

export interface ResourceAllowance {
  readonly resource: MeteredResource;
  /** Usage since the package started (to the hour); for AI, what LAND paid for; for storage, the stored bytes. */
  readonly used: bigint;
  /** Total of the active grants. */
  readonly allowed: bigint;
  /** Rest of the active grants; at most `allowed`. */
  readonly left: bigint;
}

/** An active add-on. */
export interface AddedAllowance {
  readonly package: AddedPackage;
  readonly resource: MeteredResource;
  readonly amount: bigint;
  readonly left: bigint;
  readonly endsAt: Date | undefined;
}

export interface TeamAllowance {
  readonly package: AccountPackage;
  /** Start of the trial, or of the current month. */
  readonly startsAt: Date;
  readonly endsAt: Date | undefined;
  readonly resources: readonly ResourceAllowance[];
  /** Earliest expiry first. */
  readonly added: readonly AddedAllowance[];
}

export type Grant = Pick<
  RowOf<"allowance_grant">,
  "id" | "package" | "resource" | "amount" | "consumed" | "starts_at" | "ends_at"
>;

/**
 * Calculates a team's usage, allowance and add-ons with the function that charges them, so that booking an hour changes
 * no figure.
 */
export const teamAllowance = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
): Promise<TeamAllowance> => {
  const grants = await currentGrants(db, teamId);
  const { package: name, startsAt = new Date(), endsAt } = packageOf(grants);
  const state = await stateOf(db, teamId, usage);
  const booked = await bookedSince(db, teamId, startsAt);
  const resources = meteredResources.map((resource): ResourceAllowance => {
    const active = state.facts.grants.filter((grant) => grant.resource === resource);
    const allowed = allowedAt(active, state.moment);
    const { granted } = quotaOf(state, resource);
    const left = granted < allowed ? granted : allowed;
    const used = levelIn(state, resource) ?? (booked.get(resource) ?? 0n) + dueSince(state, resource, startsAt);
    return { resource, used, allowed, left };
  });
  return { package: name, startsAt, endsAt, resources, added: addedIn(grants, state) };
};

/** Returns a lower bound of the rest of the active grants with two short queries, or one if the level of IPFS storage is known. */
export const leftAtLeast = async (
  db: Db,
  usage: Pick<Usage, "unsettled">,
  teamId: string,
  resource: MeteredResource,
  level?: bigint,
): Promise<bigint> => {
  const now = new Date();
  const active = await grantRows(db, teamId)
    .modifyFront(prepared)
    .where("resource", "=", resource)
    .where("starts_at", "<=", now)
    .where(({ or, eb }) => or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .execute();
  const allowed = active.reduce((sum, { amount }) => sum + amount, 0n);
  if (resource === "IPFS_STORAGE") return allowed - (level ?? (await levelOf(db, teamId, resource)));
  const consumed = active.reduce((sum, grant) => sum + grant.consumed, 0n);
  if (resource !== "AR_STORAGE") return allowed - consumed - (await usage.unsettled(db, teamId, resource));
  const { sizeBytes, paidBytes } = await paidOf(db, teamId, resource);
  return allowed - above(consumed + sizeBytes, paidBytes);
};

/** Returns all grants that a team ever had, oldest first; starts the current month if it is due. */
const currentGrants = async (db: Db, teamId: string): Promise<Grant[]> => {
  const grants = await grantRows(db, teamId).execute();
  const now = new Date();
  const { package: name, endsAt } = packageOf(grants);
  if (name === "TRIAL" || !endsAt || endsAt > now) return grants;
  await turnMonths(db, now, teamId);
  return grantRows(db, teamId).execute();
};

const grantRows = (db: Db, teamId: string) =>
  db
    .selectFrom("allowance_grant")
    .select(["id", "package", "resource", "amount", "consumed", "starts_at", "ends_at"])
    .where("team_id", "=", teamId)
    .orderBy("starts_at")
    .orderBy("resource");

/** The account's package, and when it started and ends or resets. */
const packageOf = (grants: readonly Grant[]): Pick<TeamAllowance, "package" | "endsAt"> & { startsAt?: Date } => {
  const newest = grants.findLast((grant) => isOfAccount(grant) && grant.resource !== "AR_STORAGE");
  return newest && isOfAccount(newest)
    ? { package: newest.package, startsAt: newest.starts_at, endsAt: newest.ends_at ?? undefined }
    : { package: "TRIAL", endsAt: undefined };
};

const isOfAccount = (grant: Grant): grant is Grant & { package: AccountPackage } =>
  grant.package === "TRIAL" || grant.package === "FREE" || grant.package === "STANDARD";

const isAdded = (grant: Grant): grant is Grant & { package: AddedPackage } => !isOfAccount(grant);

const addedIn = (grants: readonly Grant[], { chargeResult: { consumed } }: State): AddedAllowance[] =>
  grants
    .filter(isAdded)
    .filter(isActive)
    .toSorted((a, b) => (a.ends_at?.getTime() ?? Infinity) - (b.ends_at?.getTime() ?? Infinity))
    .map(({ id, package: name, resource, amount, consumed: settled, ends_at }) => ({
      package: name,
      resource,
      amount,
      left: amount - (consumed.get(id) ?? settled),
      endsAt: ends_at ?? undefined,
    }));

const isActive = ({ starts_at, ends_at }: Grant): boolean => {
  const now = new Date();
  return starts_at <= now && (ends_at === null || ends_at > now);
};

/** Returns undefined for resources that are not stored. */
const levelIn = ({ facts }: State, resource: MeteredResource): bigint | undefined => {
  if (resource === "IPFS_STORAGE") return facts.ipfs ? levelAt(facts.ipfs) : 0n;
  return resource === "AR_STORAGE" ? (facts.arweave ? levelAt(facts.arweave) : 0n) : undefined;
};

/** Returns the settled usage of each resource since a moment (to the hour). */
const bookedSince = async (db: Db, teamId: string, since: Date): Promise<ReadonlyMap<string, bigint>> => {
  // No package includes AI, so grants pay for free models only.
  const { rows } = await sql<{ resource: string; used: string }>`
    select resource, sum(case resource when 'AI_RPC' then amount - from_grants else amount end)::text as used from charge
    where team_id = ${teamId} and hour >= date_trunc('hour', ${since}::timestamptz) group by resource
  `.execute(db);
  return new Map(rows.map(({ resource, used }) => [resource, BigInt(used)]));
};

/** Returns the unsettled usage of a resource since a moment (to the hour). */
const dueSince = ({ chargeResult }: State, resource: MeteredResource, since: Date): bigint =>
  chargeResult.charges
    .filter((charge) => charge.resource === resource && charge.hour >= hourOf(microsOf(since)))
    .reduce((sum, { amount }) => sum + amount, 0n);
