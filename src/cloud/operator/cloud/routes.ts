import { sql } from "kysely";
import { cloudNumbers, teamUsage } from "../../../../resources/operator/overview.ts";
import { duties } from "../../../../resources/operator/duties.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import type { Wake } from "../../kernel/duties.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";

/** Counters of the hosting service. */
export interface HostingCounts {
  /** For the whole instance: online projects, and deployments. */
  totals(db: Db): Promise<{ readonly sites: number; readonly deployments: number }>;
  ofTeam(db: Db, teamId: string): Promise<{ readonly projects: number; readonly deployments: number }>;
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly blocks: Pick<Blocks, "totals">;
  readonly usage: Pick<Usage, "total">;
  readonly allowance: Pick<Allowance, "used">;
  readonly hosting: HostingCounts;
}

/** The landing page polls these; one database query serves all visitors. */
const numbersCacheMs = 5000;

/** Statistics of the landing page and the overview. */
export const cloudRoutes = ({ database: { db }, blocks, usage, allowance, hosting }: Deps): Route[] => {
  const startedAtMs = Date.now();
  const counted = createLookupCache(numbersCacheMs, async () => {
    const [sites, stored, servedBytes] = await Promise.all([
      hosting.totals(db),
      blocks.totals(),
      usage.total(db, "TRAFFIC"),
    ]);
    const { files, blocks: blockCount, storedBytes } = stored;
    return { ...sites, files, blocks: blockCount, storedBytes, servedBytes: Number(servedBytes) };
  });
  return [
    route(cloudNumbers, async () => ({
      ...(await counted.get("all")),
      upSeconds: Math.floor((Date.now() - startedAtMs) / 1000),
    })),
    route(teamUsage, async ({ db: reader, caller }) => {
      const [allowed, counts] = await Promise.all([
        allowance.used(reader, caller.teamId),
        hosting.ofTeam(reader, caller.teamId),
      ]);
      return {
        package: allowed.package,
        ...(allowed.endsAt && { endsAt: secondsOf(allowed.endsAt) }),
        items: allowed.resources.map((one) => ({
          resourceType: one.resource,
          used: Number(one.used),
          allowed: Number(one.allowed),
          left: Number(one.left),
        })),
        projects: counts.projects,
        deployments: counts.deployments,
      };
    }),
  ];
};

/** Background tasks, for operators. */
export const dutyRoutes = (wake: Wake): Route[] =>
  tableRoutes(duties, "duty", {
    team: null,
    sort: "failures",
    columns: {
      state: sql`case when lease_until > now() then 'running' when last_error is not null then 'failed'
        when started_at is null then 'waiting' else 'success' end`,
    },
    actions: ({ show }) => ({
      run: async ({ afterCommit, ...context }) => {
        const { name } = await show(context);
        afterCommit(() => wake(name));
        return null;
      },
    }),
  });
