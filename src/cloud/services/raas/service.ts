/** Rollups as a service: ordered, paid for in LAND, made by the engine, renewed and ended by time. */
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Route } from "../route.ts";
import { healthRoutes } from "./health.ts";
import { passTime } from "./lifecycle.ts";
import { defineMaking, workMaking } from "./make.ts";
import { openOf } from "./order.ts";
import type { RaasParts } from "./parts.ts";
import { publicRollupRoutes, rollupRequestRoutes } from "./public-routes.ts";
import { rollupRoutes } from "./routes.ts";
import { defineSettling, settleEngine, workSettling } from "./settle-engine.ts";
import "./tables.ts";

export interface Raas {
  readonly routes: readonly Route[];
  /** How many rollups of a team have not ended. */
  countOf(db: Db, teamId: string): Promise<number>;
  /** Ends all rollups of a team that is deleted; its rows go with the team. */
  removeTeam(trx: Trx, teamId: string): Promise<void>;
  /** Does what is due by time. Returns how many rollups have come to another step. */
  passTime(): Promise<number>;
  /** Creates the job queues; once per process before anything is ordered. */
  define(): Promise<void>;
  work(): Promise<void>;
  close(): void;
}

const lookEveryMs = 5000;

export const createRaas = (given: Omit<RaasParts, "now"> & Partial<Pick<RaasParts, "now">>): Raas => {
  const parts: RaasParts = { now: () => new Date(), ...given };
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> | undefined;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = passTime(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, "Couldn't run scheduled rollup tasks"),
    );
    await looking;
    looking = undefined;
  };
  return {
    routes: [
      ...rollupRoutes(parts),
      ...healthRoutes(parts),
      ...publicRollupRoutes(parts),
      ...rollupRequestRoutes(parts),
    ],
    countOf: openOf,
    removeTeam: async (trx, teamId) => {
      const rows = await trx.deleteFrom("rollup").where("team_id", "=", teamId).returning("id").execute();
      for (const { id } of rows) await settleEngine(parts, trx, id);
    },
    passTime: () => passTime(parts),
    define: async () => {
      await defineMaking(parts);
      await defineSettling(parts);
    },
    work: async () => {
      await workMaking(parts, stopping.signal);
      await workSettling(parts);
      timer = setInterval(() => void look(), lookEveryMs).unref();
    },
    close: () => {
      stopping.abort();
      clearInterval(timer);
    },
  };
};
