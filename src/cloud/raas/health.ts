import { fundRollupRole, rollupHealth, rollupLogs } from "../../../resources/raas/rollup-calls.ts";
import { rollupRoleLowWei } from "../../../resources/raas/limits.ts";
import { rollupRoles, rollupStatus, type RollupRole } from "../../../resources/raas/rollups.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db } from "../engines/database/database.ts";
import { RollupGone } from "../engines/rollups/rollups.ts";
import { outsideTransaction, route, type Route } from "../kernel/calls/route.ts";
import { refuseStopped } from "./lifecycle/gone.ts";
import type { RaasDeps } from "./deps.ts";
import { findRollup, isCarried, type RollupRow } from "./rows.ts";

/** Routes for the health of a local rollup: its heights, roles and logs. */
export const healthRoutes = ({ engines: { rollups } }: RaasDeps): Route[] => [
  route(rollupHealth, async ({ db, caller, params }) => {
    const { id } = await running(db, caller.teamId, params.id);
    const { gasPrice, roles, ...health } = await rollups.health(id).catch(refuseStopped);
    return {
      ...health,
      gasPrice: gasPrice.toString(),
      roles: roles.map(({ balance, ...role }) => ({
        ...role,
        balance: balance.toString(),
        low: balance <= rollupRoleLowWei,
      })),
    };
  }),
  route(rollupLogs, async ({ db, caller, params, query }) => {
    const { id } = await carried(db, caller.teamId, params.id);
    const role = roleOf(params.role);
    return rollups.logs(id, role, query.from, query.to).catch((error: unknown) => {
      // Its creation has not started, or its blocks were deleted: there is no log.
      if (error instanceof RollupGone) return { items: [], next: 0 };
      throw error;
    });
  }),
  route(
    fundRollupRole,
    outsideTransaction(async ({ db, caller, params, logged }) => {
      const { id, name } = await running(db, caller.teamId, params.id);
      const role = roleOf(params.role);
      if (!rollups.fund) throw new AppError("ROLLUP_ELSEWHERE");
      logged({ target: name });
      await rollups.fund(id, role).catch(refuseStopped);
      return null;
    }),
  ),
];

/** Returns the sequencer's balance in wei; 0 while it is unknown. */
export const sequencerBalance = async ({ engines, log }: RaasDeps, row: RollupRow): Promise<bigint> => {
  if (row.status !== rollupStatus.RUNNING || !isCarried(row)) return 0n;
  try {
    const { roles } = await engines.rollups.health(row.id);
    return roles.find(({ role }) => role === "sequencer")?.balance ?? 0n;
  } catch (error) {
    log.warn({ err: error, rollupId: row.id }, "Couldn't load a rollup's health");
    return 0n;
  }
};

/** Returns a running local rollup. Throws ROLLUP_ELSEWHERE and ROLLUP_NOT_RUNNING. */
const running = async (db: Db, teamId: string, id: string): Promise<RollupRow> => {
  const row = await carried(db, teamId, id);
  if (row.status !== rollupStatus.RUNNING) throw new AppError("ROLLUP_NOT_RUNNING");
  return row;
};

const carried = async (db: Db, teamId: string, id: string): Promise<RollupRow> => {
  const row = await findRollup(db, teamId, id);
  if (!isCarried(row)) throw new AppError("ROLLUP_ELSEWHERE");
  return row;
};

const roleOf = (name: string): RollupRole => {
  const role = rollupRoles.find((one) => one === name);
  if (!role) throw new AppError("NOT_FOUND");
  return role;
};
