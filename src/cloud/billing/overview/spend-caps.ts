/** Monthly spend caps of services and items, and their cost. */
import { sql } from "kysely";
import type { spendCaps, SpendCap } from "../../../../resources/billing/spend-caps.ts";
import { billedServices, type BilledService, type CapBeyond } from "../../../../resources/billing/packages.ts";
import type * as z from "zod/mini";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { capsOf, setCap, spendingOf, type CapTarget, type Spending } from "../ledger/charges/caps.ts";
import { monthOf } from "../ledger/charges/moments.ts";
import { stateOf } from "../ledger/quota.ts";
import type { Usage } from "../ledger/usage/usage.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

/** Every service, and every project, bucket and gateway of the team, with or without a cap. */
export const listCaps = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
): Promise<z.input<typeof spendCaps.replies.list>> => {
  const now = new Date();
  const [caps, settled, subjects] = await Promise.all([
    capsOf(db, teamId),
    spendingOf(db, teamId, now),
    subjectsOf(db, teamId),
  ]);
  const { chargeResult } = await stateOf(db, teamId, usage);
  const spending: readonly Spending[] = [...settled, ...chargeResult.charges];
  const cost = (matches: (one: Spending) => boolean): string =>
    spending
      .filter(matches)
      .reduce((sum, { land }) => sum + land, 0n)
      .toString();
  const capOn = ({ kind, target }: CapTarget): Pick<SpendCap, "land" | "beyond"> => {
    const cap = caps.find((one) => one.kind === kind && one.target === target);
    return { land: cap?.land.toString() ?? null, beyond: cap?.beyond ?? "PAUSE" };
  };
  const services = billedServices.map((service): SpendCap => {
    const target = { kind: "SERVICE", target: service } as const;
    return { ...target, service, title: null, ...capOn(target), spent: cost((one) => one.service === service) };
  });
  const things = subjects.map(({ id, name, service }): SpendCap => {
    const target = { kind: "PROJECT", target: id } as const;
    return { ...target, service, title: name, ...capOn(target), spent: cost((one) => one.subject === id) };
  });
  return { since: secondsOf(monthOf(now)), items: [...services, ...things] };
};

interface Wanted {
  readonly kind: CapTarget["kind"];
  readonly target: string;
  /** LAND×1e18; null removes the cap. */
  readonly land: string | null;
  readonly beyond: CapBeyond;
}

/** Throws NOT_FOUND for other teams' items. Returns the display name. */
export const editCap = async (trx: Trx, teamId: string, { kind, target, land, beyond }: Wanted): Promise<string> => {
  const amount = land === null ? undefined : BigInt(land);
  if (kind === "SERVICE") {
    const service = billedServices.find((name) => name === target);
    if (!service) throw new AppError("NOT_FOUND");
    await setCap(trx, teamId, { kind, target: service }, amount, beyond);
    return service;
  }
  const subject = (await subjectsOf(trx, teamId)).find(({ id }) => id === target);
  if (!subject) throw new AppError("NOT_FOUND");
  await setCap(trx, teamId, { kind, target }, amount, beyond);
  return subject.name;
};

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly service: BilledService;
}

/** A team's separately metered items, by name. */
const subjectsOf = async (db: Db, teamId: string): Promise<Subject[]> => {
  const { rows } = await sql<Subject>`
    select id::text, name, 'HOSTING' as service from project where team_id = ${teamId}
    union all select id::text, name, 'BUCKET' from bucket where team_id = ${teamId}
    union all select id::text, name, 'GATEWAY' from gateway where team_id = ${teamId}
    order by name, id
  `.execute(db);
  return rows;
};
