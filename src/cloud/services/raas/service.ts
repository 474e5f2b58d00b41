/** Rollups as a service: ordered, paid for in LAND, created by the engine, renewed and expired. */
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Route } from "../route.ts";
import { healthRoutes } from "./health.ts";
import { passTime } from "./lifecycle.ts";
import { defineCreation, workCreation } from "./create.ts";
import { openOf } from "./order.ts";
import type { RaasDeps } from "./deps.ts";
import { publicRollupRoutes, rollupRequestRoutes } from "./public-routes.ts";
import { rollupRoutes } from "./routes.ts";
import { defineSettling, settleEngine, workSettling } from "./settle-engine.ts";

export interface Raas {
  readonly routes: readonly Route[];
  /** Counts a team's rollups that have not ended. */
  countOf(db: Db, teamId: string): Promise<number>;
  /** Ends all rollups of a deleted team; their rows are deleted with the team. */
  removeTeam(trx: Trx, teamId: string): Promise<void>;
  /** Applies due transitions. Returns how many rollups changed. */
  passTime(): Promise<number>;
  /** Creates the job queues; once per process before the first order. */
  define(): Promise<void>;
  work(): Promise<void>;
  readonly duties: readonly Duty[];
  close(): void;
}

export const createRaas = (options: Omit<RaasDeps, "now"> & Partial<Pick<RaasDeps, "now">>): Raas => {
  const deps: RaasDeps = { now: () => new Date(), ...options };
  const stopping = new AbortController();
  return {
    routes: [...rollupRoutes(deps), ...healthRoutes(deps), ...publicRollupRoutes(deps), ...rollupRequestRoutes(deps)],
    countOf: openOf,
    removeTeam: async (trx, teamId) => {
      const rows = await trx.deleteFrom("rollup").where("team_id", "=", teamId).returning("id").execute();
      for (const { id } of rows) await settleEngine(deps, trx, id);
    },
    passTime: () => passTime(deps),
    define: async () => {
      await defineCreation(deps);
      await defineSettling(deps);
    },
    work: async () => {
      await workCreation(deps, stopping.signal);
      await workSettling(deps);
    },
    duties: [{ name: "Renew and expire rollups", every: "5 s", scope: "cluster", run: () => passTime(deps) }],
    close: () => stopping.abort(),
  };
};
