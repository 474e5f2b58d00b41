/** Monthly spend caps (UTC): the maximum LAND for a service, or for one project, bucket or gateway. */
import { formatDollars } from "../../../../../resources/money.ts";
import { sql } from "kysely";
import { serviceNames, type BilledService, type CapBeyond } from "../../../../../resources/billing/packages.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { monthOf } from "./moments.ts";
import type { Charge } from "./calculate-charges.ts";

export type CapTarget =
  | { readonly kind: "SERVICE"; readonly target: BilledService }
  | { readonly kind: "PROJECT"; readonly target: string };

export type Cap = CapTarget & {
  /** LAND×1e18. */
  readonly land: bigint;
  readonly beyond: CapBeyond;
};

/** The service and subject that a request is for. */
export interface Spender {
  readonly service: BilledService;
  /** Project, bucket, gateway or key, if any. */
  readonly subject?: string;
  /** The request is a visit: caps that keep visits online do not reject it. */
  readonly isVisit?: boolean;
}

/** Sets a cap, or removes it. */
export const setCap = async (
  trx: Trx,
  teamId: string,
  { kind, target }: CapTarget,
  land?: bigint,
  beyond: CapBeyond = "PAUSE",
): Promise<void> => {
  if (land === undefined) {
    const existing = trx.deleteFrom("spend_cap").where("team_id", "=", teamId).where("kind", "=", kind);
    await existing.where("target", "=", target).execute();
    return;
  }
  const value = { land: land.toString(), beyond };
  await trx
    .insertInto("spend_cap")
    .values({ team_id: teamId, kind, target, ...value })
    .onConflict((conflict) => conflict.columns(["team_id", "kind", "target"]).doUpdateSet(value))
    .execute();
};

export const capsOf = async (db: Db, teamId: string): Promise<Cap[]> => {
  const rows = await db
    .selectFrom("spend_cap")
    .select(["kind", "target", "land", "beyond"])
    .where("team_id", "=", teamId)
    .orderBy("kind")
    .orderBy("target")
    .execute();
  return rows.map(({ land, ...cap }) => ({ ...cap, land: BigInt(land) }) as Cap);
};

export interface Spending {
  readonly service: BilledService;
  /** "" for the team as a whole. */
  readonly subject: string;
  /** LAND×1e18. */
  readonly land: bigint;
}

/** Returns the charges in a moment's month, by service and subject. */
export const spendingOf = async (db: Db, teamId: string, moment: Date): Promise<Spending[]> => {
  const { rows } = await sql<{ service: BilledService; subject: string; land: string }>`
    select service, subject, sum(land)::text as land from charge
    where team_id = ${teamId} and hour >= ${monthOf(moment)} and land > 0 group by service, subject
  `.execute(db);
  return rows.map(({ land, ...row }) => ({ ...row, land: BigInt(land) }));
};

/** Returns the LAND×1e18 charged in a moment's month. */
export const spentInMonth = async (db: Db, teamId: string, target: CapTarget, moment: Date): Promise<bigint> => {
  const { rows } = await sql<{ land: string }>`
    select coalesce(sum(land), 0)::text as land from charge where team_id = ${teamId} and hour >= ${monthOf(moment)}
      and ${sql.ref(target.kind === "SERVICE" ? "service" : "subject")} = ${target.target}
  `.execute(db);
  return BigInt(rows[0]!.land);
};

/** Names the cap in the message, because a team may have several. */
const capReached = ({ kind, land }: Cap, service: BilledService): AppError => {
  const name = kind === "SERVICE" ? serviceNames[service] : (thingNames[service] ?? "this");
  return new AppError("SPEND_CAP_REACHED", {
    message: `This would exceed the spend cap of ${name} (${formatDollars(land)} per month). Raise the cap in Billing to continue.`,
  });
};

const thingNames: Readonly<Partial<Record<BilledService, string>>> = {
  HOSTING: "this project",
  BUCKET: "this bucket",
  GATEWAY: "this gateway",
};

/**
 * Returns whether the team has any caps. Throws SPEND_CAP_REACHED if this much more LAND, plus unsettled usage, would
 * exceed a cap that applies to the spender.
 */
export const checkCaps = async (
  db: Db,
  teamId: string,
  { service, subject, isVisit = false }: Spender,
  { land, unsettled }: { readonly land: bigint; readonly unsettled: readonly Charge[] },
): Promise<boolean> => {
  const all = await capsOf(db, teamId);
  const caps = all.filter(
    ({ kind, target, beyond }) =>
      target === (kind === "SERVICE" ? service : subject) && !(isVisit && beyond === "ONLINE"),
  );
  for (const cap of caps) {
    const own = unsettled.filter((charge) => cap.target === (cap.kind === "SERVICE" ? charge.service : charge.subject));
    const spent = await spentInMonth(db, teamId, cap, new Date());
    const open = own.reduce((sum, charge) => sum + charge.land, 0n);
    if (spent + open + land > cap.land) throw capReached(cap, service);
  }
  return all.length > 0;
};
