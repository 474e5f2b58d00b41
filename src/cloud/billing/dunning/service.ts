/** Handles teams without packages or LAND: pauses sites after a period, and notifies at each stage. */
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { forgetEnded, teamsToNotify, notifyTeam, type TellDeps } from "./notify.ts";

export interface DunningDeps extends TellDeps {
  readonly engines: Pick<Engines, "database">;
  readonly log: Pick<Logger, "warn">;
  /** The clock. */
  readonly now?: () => Date;
}

export const createDunning = (deps: DunningDeps) => {
  const { engines, notices, now = () => new Date() } = deps;
  const { db } = engines.database;

  /** Notifies all teams that reached a new stage, by notice and email, once. Returns how many. */
  const notify = async (): Promise<number> => {
    (await db.transaction().execute((trx) => forgetEnded(deps, trx))).forEach(notices.refresh);
    let notified = 0;
    for (const teamId of await teamsToNotify(db, now())) {
      const personId = await db.transaction().execute((trx) => notifyTeam(deps, trx, teamId, now()));
      if (personId === undefined) continue;
      notified += 1;
      notices.refresh(personId);
    }
    return notified;
  };

  return {
    notify,
    duties: [
      { name: "Notify teams without LAND", every: "1 min", scope: "cluster", run: notify },
    ] satisfies readonly Duty[],
  };
};
