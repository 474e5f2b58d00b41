/** Grants: the usage without LAND, from a team's package and from bonuses and purchases. */
import { randomUUID } from "node:crypto";
import { sql, type Insertable } from "kysely";
import {
  inTotal,
  packageSizes,
  type AccountPackage,
  type AddedPackage,
} from "../../../../resources/billing/packages.ts";
import { trialSeconds, type MeteredResource } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { LedgerConflict } from "./ledger.ts";
import { nextMonthOf } from "./charges/moments.ts";

/** Bytes, seconds of build time, or units. */
export interface AddedGrant {
  /** A UUID; granting it again does nothing. */
  readonly id: string;
  readonly package: AddedPackage;
  readonly resource: MeteredResource;
  readonly amount: bigint;
  /** Default: never. */
  readonly endsAt?: Date;
}

/** Grants the package of a new team, from now on. */
export const grantTrial = async (trx: Trx, teamId: string): Promise<void> => {
  const startsAt = new Date();
  await addPackage(trx, teamId, "TRIAL", { startsAt, endsAt: new Date(startsAt.getTime() + trialSeconds * 1000) });
};

/**
 * Replaces the trial by the package of an activated account. Does nothing for a team that has it, or the standard one.
 */
export const grantFree = (trx: Trx, teamId: string): Promise<void> => replacePackage(trx, teamId, "FREE");

/** Replaces a team's packages by the one for teams that have deposited. Idempotent. */
export const grantStandard = (trx: Trx, teamId: string): Promise<void> => replacePackage(trx, teamId, "STANDARD");

/** Adds a grant, once per ID. Throws LedgerConflict if the ID has a different grant. */
export const grant = async (trx: Trx, teamId: string, { id, endsAt, ...rest }: AddedGrant): Promise<void> => {
  const ends_at = endsAt ?? null;
  const row = { id, team_id: teamId, ...rest, starts_at: new Date(), ends_at };
  const added = await trx
    .insertInto("allowance_grant")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) return;
  const stored = await trx.selectFrom("allowance_grant").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const isSame =
    stored.team_id === teamId &&
    stored.package === rest.package &&
    stored.resource === rest.resource &&
    stored.amount === rest.amount &&
    stored.ends_at?.getTime() === endsAt?.getTime();
  if (!isSame) throw new LedgerConflict(`Something else was granted as ${id}.`);
};

/** Ends a grant now, because a chain has reverted its purchase. Consumed amounts stay consumed. */
export const withdraw = async (trx: Trx, id: string): Promise<void> => {
  const now = new Date();
  await trx
    .updateTable("allowance_grant")
    .set({ ends_at: now })
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .execute();
};

/** Starts the next months of packages that ended before a moment, for one team or all. Safe at any time. */
export const turnMonths = async (db: Db, now: Date, teamId?: string): Promise<void> => {
  const due = await db
    .selectFrom("team_package")
    .innerJoin("allowance_grant as kept", (join) =>
      join
        .onRef("kept.team_id", "=", "team_package.team_id")
        .onRef("kept.package", "=", "team_package.package")
        .on("kept.resource", "!=", inTotal),
    )
    .select(({ fn }) => ["team_package.team_id", "team_package.package", fn.max("kept.ends_at").as("ended")])
    .$if(teamId !== undefined, (query) => query.where("team_package.team_id", "=", teamId!))
    .groupBy(["team_package.team_id", "team_package.package"])
    .having(({ fn }) => fn.max("kept.ends_at"), "<=", now)
    .execute();
  for (const { team_id, package: name, ended } of due)
    for (let startsAt = ended!; startsAt <= now; startsAt = nextMonthOf(startsAt))
      await addPackage(db, team_id, name, { startsAt, endsAt: nextMonthOf(startsAt) });
};

const replacePackage = async (trx: Trx, teamId: string, name: "FREE" | "STANDARD"): Promise<void> => {
  const since = new Date();
  const changed = await trx
    .insertInto("team_package")
    .values({ team_id: teamId, package: name, since })
    .onConflict((conflict) =>
      conflict
        .column("team_id")
        .doUpdateSet({ package: name, since })
        .where(sql<boolean>`team_package.package = 'FREE' and excluded.package = 'STANDARD'`),
    )
    .returning("team_id")
    .executeTakeFirst();
  if (!changed) return;
  const others = () =>
    trx.updateTable("allowance_grant").where("team_id", "=", teamId).where("package", "in", accounts);
  await others()
    .set({ ends_at: since })
    .where("resource", "!=", inTotal)
    .where(({ or, eb }) => or([eb("ends_at", "is", null), eb("ends_at", ">", since)]))
    .execute();
  // Totals grow with the package, and consumed amounts stay consumed.
  const size = packageSizes[name][inTotal]!;
  const grown = await others()
    .set({ package: name, amount: BigInt(size), ends_at: null })
    .where("resource", "=", inTotal)
    .returning("id")
    .executeTakeFirst();
  await addPackage(trx, teamId, name, { startsAt: since, endsAt: nextMonthOf(since) }, !grown);
};

const accounts: readonly AccountPackage[] = ["TRIAL", "FREE", "STANDARD"];

interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const addPackage = async (
  db: Db,
  teamId: string,
  name: AccountPackage,
  { startsAt, endsAt }: Period,
  withTotal = name === "TRIAL",
): Promise<void> => {
  const sizes = Object.entries(packageSizes[name]) as [MeteredResource, number][];
  const rows = sizes
    .filter(([resource]) => resource !== inTotal || withTotal)
    .map(([resource, amount]): Insertable<Tables["allowance_grant"]> => {
      const isPermanent = resource === inTotal && name !== "TRIAL";
      return {
        id: randomUUID(),
        team_id: teamId,
        package: name,
        resource,
        amount: BigInt(amount),
        starts_at: startsAt,
        ends_at: isPermanent ? null : endsAt,
      };
    });
  await db
    .insertInto("allowance_grant")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
