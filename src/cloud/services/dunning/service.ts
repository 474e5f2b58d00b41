/** Handles teams without packages or LAND: pauses sites after a period, and notifies at each stage. */
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import { dunning } from "../../ledger/dunning.ts";
import { createLookupCache } from "../lookup-cache.ts";
import { forgetEnded, teamsToTell, tellTeam, type TellDeps } from "./tell.ts";

export interface Dunning {
  /**
   * Whether a team's sites, gateways and names are served: until 7 days after it could not pay. Cached for a second.
   */
  isServed(teamId: string): Promise<boolean>;
  /** Notifies all teams that reached a new stage, by notice and email, once. Returns how many. */
  tell(): Promise<number>;
  /** Starts the notifications. */
  work(): void;
  close(): void;
}

export interface DunningDeps extends TellDeps {
  readonly engines: Pick<Engines, "database">;
  readonly log: Pick<Logger, "warn">;
  /** The clock. */
  readonly now?: () => Date;
}

const rememberedMs = 1000;
const tellEveryMs = 60_000;

export const createDunning = (deps: DunningDeps): Dunning => {
  const { engines, notices, log, now = () => new Date() } = deps;
  const { db } = engines.database;
  let timer: NodeJS.Timeout | undefined;
  const served = createLookupCache(rememberedMs, async (teamId) => {
    const { step } = await dunning(db, teamId, now());
    return step === "paid" || step === "refused";
  });

  const tell = async (): Promise<number> => {
    (await db.transaction().execute((trx) => forgetEnded(deps, trx))).forEach(notices.tell);
    let told = 0;
    for (const teamId of await teamsToTell(db, now())) {
      const personId = await db.transaction().execute((trx) => tellTeam(deps, trx, teamId, now()));
      if (personId === undefined) continue;
      told += 1;
      notices.tell(personId);
    }
    return told;
  };
  const tellQuietly = (): void =>
    void tell().catch((error: unknown) => log.warn({ err: error }, "Sending empty-balance notices failed"));

  return {
    isServed: served.get,
    tell,
    work: () => {
      timer = setInterval(tellQuietly, tellEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
};
