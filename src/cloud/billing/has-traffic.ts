import { AppError } from "../kernel/app-error.ts";
import type { Db } from "../engines/database/database.ts";
import type { Allowance } from "./ledger/allowance.ts";
import type { Spender } from "./ledger/charges/caps.ts";
import { createLookupCache } from "../lib/lookup-cache.ts";

type Visited = Required<Pick<Spender, "service" | "subject">>;

/** Returns whether a team has traffic left for visitors. Ignores caps that keep sites online. */
export const hasTraffic = async (
  db: Db,
  allowance: Pick<Allowance, "ask">,
  teamId: string,
  visited: Visited,
): Promise<boolean> => (await refusalOf(db, allowance, teamId, visited)) === undefined;

/** Returns whether a spend cap pauses a project's site. Used-up allowances pause it only later: see dunning. */
export const cappedSites = (
  db: Db,
  allowance: Pick<Allowance, "ask">,
): ((teamId: string, projectId: string) => Promise<boolean>) => {
  const refusals = createLookupCache(cappedCacheMs, (key) => {
    const [teamId = "", subject = ""] = key.split(" ");
    return refusalOf(db, allowance, teamId, { service: "HOSTING", subject });
  });
  return async (teamId, projectId) => (await refusals.get(`${teamId} ${projectId}`)) === "SPEND_CAP_REACHED";
};

const cappedCacheMs = 2000;

const refusalOf = async (
  db: Db,
  { ask }: Pick<Allowance, "ask">,
  teamId: string,
  visited: Visited,
): Promise<string | undefined> => {
  try {
    await ask(db, teamId, "TRAFFIC", 1, { ...visited, isVisit: true });
    return undefined;
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) return error.code;
    throw error;
  }
};

const refusals: ReadonlySet<string> = new Set(["ALLOWANCE_USED_UP", "SPEND_CAP_REACHED"]);
