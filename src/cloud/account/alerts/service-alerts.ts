/** Alerts of RPC and storage, compared with their thresholds. Kinds are declared in resources/account/service-alerts.ts. */
import { sql } from "kysely";
import {
  errorRateMinutes,
  errorRateRequestsMin,
  quotaPercents,
  serviceAlertKinds,
  watchedServices,
  type ServiceAlertKind,
  type ServiceAlerts,
  type WatchedService,
} from "../../../../resources/account/service-alerts.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import { periodOf, readSpent } from "../../billing/ledger/charges/spent.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

/** What a check found, by measure. Amounts are LAND×1e18. */
export type ServiceFacts =
  | {
      readonly measure: "errors";
      readonly requests: number;
      readonly failed: number;
      readonly percent: number;
      readonly threshold: number;
    }
  | { readonly measure: "spend"; readonly land: bigint; readonly threshold: bigint }
  | { readonly measure: "quota"; readonly percent: number; readonly used: bigint; readonly allowed: bigint };

/** An alert whose threshold was just crossed. */
export interface ServiceAlertFired {
  readonly teamId: string;
  readonly kind: ServiceAlertKind;
  readonly facts: ServiceFacts;
}

interface Deps {
  readonly db: Db;
  readonly usage: Pick<Usage, "withWaiting">;
  readonly allowance: Pick<Allowance, "used">;
}

interface Watch {
  readonly teamId: string;
  readonly service: WatchedService;
  readonly threshold: bigint;
}

interface Measured {
  /** 0 below the threshold; otherwise higher ones are notified of again. */
  readonly level: number;
  readonly facts: ServiceFacts;
}

/** Each measure; undefined if it can't tell. */
const measures = {
  errors: async ({ db }: Deps, { teamId, service, threshold }: Watch): Promise<Measured | undefined> => {
    const { requests, failed } = await db
      .selectFrom("service_outcome")
      .select([
        sql<number>`coalesce(sum(requests), 0)::float8`.as("requests"),
        sql<number>`coalesce(sum(failed), 0)::float8`.as("failed"),
      ])
      .where("team_id", "=", teamId)
      .where("service", "=", service)
      .where("minute", ">", windowStart())
      .executeTakeFirstOrThrow();
    const isAbove = requests > 0 && failed * 100 >= Number(threshold) * requests;
    // A few failures are no rate, and no recovery either.
    if (isAbove && requests < errorRateRequestsMin) return undefined;
    const percent = requests === 0 ? 0 : Math.floor((failed * 100) / requests);
    return {
      level: isAbove ? 1 : 0,
      facts: { measure: "errors", requests, failed, percent, threshold: Number(threshold) },
    };
  },
  spend: async ({ db, usage }: Deps, { teamId, service, threshold }: Watch): Promise<Measured> => {
    const since = periodOf(new Date(), "DAY");
    const until = new Date(since.getTime() + 86_400_000);
    const spent = await readSpent(db, usage, teamId, { since, until, step: "DAY" });
    const land = spent
      .filter((one) => watchedServices[service].billed.includes(one.service))
      .reduce((sum, one) => sum + one.land, 0n);
    return { level: land >= threshold ? 1 : 0, facts: { measure: "spend", land, threshold } };
  },
  quota: async ({ db, allowance }: Deps, { teamId, service }: Watch): Promise<Measured> => {
    const { resources } = await allowance.used(db, teamId);
    const own = resources.find(({ resource }) => resource === watchedServices[service].resource);
    const allowed = own?.allowed ?? 0n;
    const used = own ? own.allowed - own.left : 0n;
    // No allowance, no alert.
    const percent = quotaPercents.findLast((share) => allowed > 0n && used * 100n >= allowed * BigInt(share)) ?? 0;
    return { level: percent, facts: { measure: "quota", percent, used, allowed } };
  },
};

const windowStart = (): Date => new Date(Date.now() - errorRateMinutes * 60_000);

/**
 * Compares every alert with its threshold. `notify` is called in a transaction, once for each crossing: not again before
 * the value was below the threshold. Deletes outcomes that no longer count.
 */
export const checkServiceAlerts = async (
  deps: Deps,
  notify: (trx: Trx, fired: ServiceAlertFired) => Promise<void>,
  onFault: (error: unknown, teamId: string) => void,
): Promise<void> => {
  const { db } = deps;
  await db.deleteFrom("service_outcome").where("minute", "<=", windowStart()).execute();
  const rows = await db.selectFrom("service_alert").selectAll().orderBy("team_id").execute();
  for (const { team_id: teamId, kind, threshold, level } of rows) {
    const { service, measure } = serviceAlertKinds[kind];
    try {
      const measured = await measures[measure](deps, { teamId, service, threshold: BigInt(threshold ?? 0) });
      if (!measured || measured.level === level) continue;
      const { facts, level: reached } = measured;
      await db.transaction().execute(async (trx) => {
        // Of several processes that see it, and a member who edits the alert, one changes the row.
        const changed = await trx
          .updateTable("service_alert")
          .set({ level: reached })
          .where("team_id", "=", teamId)
          .where("kind", "=", kind)
          .where("level", "=", level)
          .where("threshold", "is not distinct from", threshold)
          .returning("kind")
          .executeTakeFirst();
        if (changed && reached > level) await notify(trx, { teamId, kind, facts });
      });
    } catch (error) {
      onFault(error, teamId);
    }
  }
};

export const serviceAlertsOf = async (db: Db, teamId: string): Promise<ServiceAlerts> => {
  const rows = await db
    .selectFrom("service_alert")
    .select(["kind", "threshold"])
    .where("team_id", "=", teamId)
    .execute();
  const of = (kind: ServiceAlertKind) => rows.find((row) => row.kind === kind);
  const percentOf = (kind: ServiceAlertKind): number | null => {
    const row = of(kind);
    return row ? Number(row.threshold) : null;
  };
  return {
    rpcErrors: percentOf("rpcErrors"),
    storageErrors: percentOf("storageErrors"),
    rpcSpend: of("rpcSpend")?.threshold ?? null,
    storageSpend: of("storageSpend")?.threshold ?? null,
    rpcQuota: of("rpcQuota") !== undefined,
    storageQuota: of("storageQuota") !== undefined,
  };
};

/** Sets all alerts. One with another threshold is notified of again. */
export const setServiceAlerts = async (trx: Trx, teamId: string, alerts: ServiceAlerts): Promise<void> => {
  const chosen = Object.entries(alerts).filter(([, value]) => value !== null && value !== false);
  await trx
    .deleteFrom("service_alert")
    .where("team_id", "=", teamId)
    .$if(chosen.length > 0, (query) =>
      query.where(
        "kind",
        "not in",
        chosen.map(([kind]) => kind as ServiceAlertKind),
      ),
    )
    .execute();
  for (const [kind, value] of chosen) {
    const threshold = value === true ? null : String(value);
    await trx
      .insertInto("service_alert")
      .values({ team_id: teamId, kind: kind as ServiceAlertKind, threshold })
      .onConflict((conflict) =>
        conflict
          .columns(["team_id", "kind"])
          .doUpdateSet({ threshold, level: 0 })
          .where("service_alert.threshold", "is distinct from", threshold),
      )
      .execute();
  }
};
