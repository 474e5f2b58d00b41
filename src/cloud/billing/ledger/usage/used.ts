/** Calculates the current usage of packages, from the rows that settlement reads. */
import type { AccountPackage } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { above } from "../charges/integral.ts";
import { levelOf, paidOf } from "./storage.ts";
import type { Usage } from "./usage.ts";

export interface ResourceAllowance {
  readonly resource: MeteredResource;
  /** Usage within the allowance; beyond it, only until LAND is charged. */
  readonly used: bigint;
  /** Total of the active grants. */
  readonly allowed: bigint;
}

export type Grant = Pick<
  RowOf<"allowance_grant">,
  "id" | "package" | "resource" | "amount" | "consumed" | "starts_at" | "ends_at"
>;

/** Returns all grants that a team ever had, oldest first. */
export const allGrants = (db: Db, teamId: string): Promise<Grant[]> => grantRows(db, teamId).execute();

/** Returns the active grants of one resource. */
export const activeGrants = async (db: Db, teamId: string, resource: MeteredResource): Promise<Grant[]> => {
  const now = new Date();
  return grantRows(db, teamId)
    .where("resource", "=", resource)
    .where("starts_at", "<=", now)
    .where(({ or, eb }) => or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .execute();
};

const grantRows = (db: Db, teamId: string) =>
  db
    .selectFrom("allowance_grant")
    .select(["id", "package", "resource", "amount", "consumed", "starts_at", "ends_at"])
    .where("team_id", "=", teamId)
    .orderBy("starts_at")
    .orderBy("resource");

export const isActive = ({ starts_at, ends_at }: Grant): boolean => {
  const now = new Date();
  return starts_at <= now && (ends_at === null || ends_at > now);
};

/** `active`: the active grants of this resource. */
export const usedOf = async (
  db: Db,
  usage: Usage,
  { teamId, resource }: { readonly teamId: string; readonly resource: MeteredResource },
  active: readonly Grant[],
): Promise<ResourceAllowance> => {
  const allowed = active.reduce((sum, { amount }) => sum + amount, 0n);
  const consumed = active.reduce((sum, grant) => sum + grant.consumed, 0n);
  if (resource === "IPFS_STORAGE") return { resource, used: await levelOf(db, teamId, resource), allowed };
  if (resource !== "AR_STORAGE")
    return { resource, used: consumed + (await usage.unsettled(db, teamId, resource)), allowed };
  const { sizeBytes, paidBytes } = await paidOf(db, teamId, resource);
  return { resource, used: above(consumed + sizeBytes, paidBytes), allowed };
};

/** Returns the account's package, and when it ends or resets. */
export const packageOf = (grants: readonly Grant[]): { package: AccountPackage; endsAt: Date | undefined } => {
  const newest = grants.findLast((grant) => isOfAccount(grant) && grant.resource !== "AR_STORAGE");
  return newest && isOfAccount(newest)
    ? { package: newest.package, endsAt: newest.ends_at ?? undefined }
    : { package: "TRIAL", endsAt: undefined };
};

const isOfAccount = (grant: Grant): grant is Grant & { package: AccountPackage } =>
  grant.package === "TRIAL" || grant.package === "FREE" || grant.package === "STANDARD";
