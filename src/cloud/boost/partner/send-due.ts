import type { Logger } from "pino";
import type { Db } from "../../engines/database/database.ts";
import type { Fetch } from "../../engines/network/fetch.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";

export interface PartnerHost {
  /** Production or staging, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

interface Deps {
  readonly db: Db;
  readonly host: PartnerHost;
  readonly fetch: Fetch;
  readonly log: Pick<Logger, "warn">;
}

/** Lease of a report for the process that sends it: longer than any request takes. */
const sendingSeconds = 120;
const firstPauseSeconds = 10;
const longestPauseSeconds = 3600;
/** Reports the partner hasn't accepted within this time are dropped. */
const keptDays = 30;

/**
 * Sends the oldest due report and deletes it once accepted. Retries a rejected one with exponential backoff. Other processes skip it
 * meanwhile. Returns whether there was one.
 */
export const sendDue = async ({ db, host, fetch, log }: Deps): Promise<boolean> => {
  const due = await db
    .updateTable("boost_partner_report")
    .set({ due_at: secondsFromNow(sendingSeconds) })
    .where("id", "=", (reports) =>
      reports
        .selectFrom("boost_partner_report")
        .select("id")
        .where("due_at", "<=", new Date())
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!due) return false;
  const problem = await post(fetch, host, due);
  const isOver = problem === "" || due.created_at.getTime() < Date.now() - keptDays * 86_400_000;
  if (isOver) {
    await db.deleteFrom("boost_partner_report").where("id", "=", due.id).execute();
    if (problem !== "") log.warn({ problem, path: due.path }, "Giving up on a report to the advertising partner");
    return true;
  }
  const pauseSeconds = Math.min(firstPauseSeconds * 2 ** due.attempts, longestPauseSeconds);
  log.warn({ problem, path: due.path }, "The advertising partner rejected a report; retrying");
  await db
    .updateTable("boost_partner_report")
    .set({ attempts: due.attempts + 1, due_at: secondsFromNow(pauseSeconds) })
    .where("id", "=", due.id)
    .execute();
  return true;
};

/** Returns "" when accepted. */
const post = async (
  fetch: Fetch,
  { url, key }: PartnerHost,
  { id, path, body }: { readonly id: string; readonly path: string; readonly body: string },
): Promise<string> => {
  // Lets the host detect duplicates by the last of these fields.
  const headers = { "content-type": "application/json", "x-api-key": key, "idempotency-key": id };
  try {
    const { ok, status } = await fetch(url + path, { method: "POST", headers, body });
    return ok ? "" : `Responded with ${status}.`;
  } catch (error) {
    return (error as Error).message;
  }
};
